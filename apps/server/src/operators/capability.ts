/** Operators: who they are, and what two of them decide. */
import { MINUTE_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import { heedPasskeyDomain } from './access/passkey-domain.ts';
import { operatorPasskeyHandlers } from './access/passkey-routes.ts';
import { operatorSessionHandlers } from './access/session-routes.ts';
import { operatorTeamHandlers } from './access/team-routes.ts';
import { auditTableExport } from './exports.ts';
import type { OperatorsNeeds } from './needs.ts';
import { createOperators } from './services.ts';

export const operators = {
  services: createOperators,
  operatorRoutes: (needs) => ({
    ...operatorSessionHandlers(needs),
    ...operatorPasskeyHandlers(needs),
    ...operatorTeamHandlers(needs),
  }),
  seed: heedPasskeyDomain,
  tableExports: auditTableExport,
  chores: ({ proposals, operatorPasskeys }) => [
    new Chore(MINUTE_MS, () => proposals.finishAll()),
    new Chore(MINUTE_MS, () => operatorPasskeys.prune()),
  ],
} satisfies Capability<OperatorsNeeds>;
