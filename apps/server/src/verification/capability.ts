/** Who somebody is in law: papers, pictures and the queue that looks at them. */
import { HOUR_MS, SECOND_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import { revokeVerification, type VerificationEffectNeeds } from './effects.ts';
import { verificationTableExports } from './exports.ts';
import { fileExceptions, fileHandlers } from './file-routes.ts';
import type { VerificationNeeds } from './needs.ts';
import { operatorVerificationHandlers } from './operator-routes.ts';
import { gaugeIdentityChecks } from './provider/gauges.ts';
import { verificationExceptions, verificationHandlers } from './routes.ts';
import { createVerification } from './services.ts';

const ROUND_MS = 2 * SECOND_MS;

export const verification = {
  services: createVerification,
  routes: (needs) => ({ ...verificationHandlers(needs), ...fileHandlers(needs) }),
  operatorRoutes: operatorVerificationHandlers,
  exceptions: { ...fileExceptions, ...verificationExceptions },
  effects: (early) => ({
    revoke_verification: (proposal) => revokeVerification(early, proposal),
  }),
  gauges: gaugeIdentityChecks,
  tableExports: verificationTableExports,
  chores: (needs) => [
    new Chore(HOUR_MS, () => needs.files.prune()),
    new Chore(ROUND_MS, () => needs.identityChecks.round(needs)),
  ],
} satisfies Capability<VerificationNeeds, VerificationEffectNeeds>;
