/** Operators: who they are, and what two of them decide. */
import { MINUTE_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import { heedPasskeyDomain } from './access/passkey-domain.ts';
import { operatorPasskeyHandlers } from './access/passkey-routes.ts';
import { operatorSessionHandlers } from './access/session-routes.ts';
import { operatorSsoHandlers } from './access/sso-routes.ts';
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
    ...operatorSsoHandlers(needs),
  }),
  seed: heedPasskeyDomain,
  tableExports: auditTableExport,
  effects: ({ operatorAdmin }) => ({ bind_operator: (proposal) => operatorAdmin.bind(proposal) }),
  chores: ({ proposals, operatorPasskeys, operatorSso }) => [
    new Chore(MINUTE_MS, () => proposals.finishAll()),
    new Chore(MINUTE_MS, () => operatorPasskeys.prune()),
    new Chore(MINUTE_MS, () => operatorSso.prune()),
  ],
} satisfies Capability<
  OperatorsNeeds,
  Pick<OperatorsNeeds, 'clock' | 'config' | 'database' | 'log' | 'operatorAdmin'>
>;
