/** Who somebody is: accounts, sessions, codes, second factors. */
import { HOUR_MS, MINUTE_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import { Chore } from '../core/operations/chore.ts';
import { lockHandlers } from './locks/routes.ts';
import type { IdentityNeeds } from './needs.ts';
import { passkeyHandlers } from './passkeys/routes.ts';
import { recoveryExceptions, recoveryHandlers } from './recovery/routes.ts';
import { identityHandlers } from './routes.ts';
import { identitySecurityHandlers, securityExceptions } from './security-routes.ts';
import { createIdentity } from './services.ts';
import { sessionExceptions, sessionHandlers } from './sessions/routes.ts';
import type { Sessions } from './sessions/sessions.ts';

export const identity = {
  services: createIdentity,
  routes: (needs) => ({
    ...sessionHandlers(needs),
    ...identityHandlers(needs),
    ...identitySecurityHandlers(needs),
    ...passkeyHandlers(needs),
    ...lockHandlers(needs),
    ...recoveryHandlers(needs),
  }),
  exceptions: { ...sessionExceptions, ...securityExceptions, ...recoveryExceptions },
  chores: ({ codes, passkeys, securityActs, recoveries }) => [
    new Chore(MINUTE_MS, () => codes.prune()),
    new Chore(MINUTE_MS, () => passkeys.prune()),
    new Chore(HOUR_MS, () => securityActs.prune()),
    new Chore(HOUR_MS, () => recoveries.prune()),
  ],
  flush: ({ sessions }) => sessions.flush(),
} satisfies Capability<IdentityNeeds, { readonly sessions: Pick<Sessions, 'flush'> }>;
