/** Who somebody is in law: papers, pictures and the queue that looks at them. */
import { HOUR_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import { verificationTableExports } from './exports.ts';
import { fileExceptions, fileHandlers } from './file-routes.ts';
import type { VerificationNeeds } from './needs.ts';
import { verificationHandlers } from './routes.ts';
import { createVerification } from './services.ts';

export const verification = {
  services: createVerification,
  routes: (needs) => ({ ...verificationHandlers(needs), ...fileHandlers(needs) }),
  exceptions: fileExceptions,
  tableExports: verificationTableExports,
  chores: ({ files }) => [new Chore(HOUR_MS, () => files.prune())],
} satisfies Capability<VerificationNeeds>;
