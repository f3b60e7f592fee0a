/** Makes what knows users: their sessions, codes, passwords and second factors, and what protects an account. */
import type { Logger } from 'pino';
import type { ApiKeys } from '../bots/index.ts';
import type { Config } from '../core/config/config.ts';
import type { Events } from '../core/http/events.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import type { MailLinks, Messages, Outbox } from '../notices/index.ts';
import type { Files, Verifications } from '../verification/index.ts';
import { SecurityActs } from './acts/security-acts.ts';
import { Codes } from './codes/codes.ts';
import { FundPasswords } from './fund-passwords.ts';
import { AccountLocks } from './locks/account-locks.ts';
import { PasskeyLogin } from './passkeys/login.ts';
import { Passkeys } from './passkeys/passkeys.ts';
import { Passwords } from './passwords.ts';
import { Recoveries } from './recovery/recoveries.ts';
import { SecurityLocks } from './security-locks.ts';
import { Identity } from './service.ts';
import { Sessions } from './sessions/sessions.ts';
import { LoginThrottle } from './throttle.ts';
import { UserOtp } from './user-otp.ts';
import { Welcome } from './welcome.ts';

export interface IdentityParts {
  readonly config: Pick<
    Config,
    'coolingOffHours' | 'recovery' | 'rateLimitFactor' | 'brand' | 'passkeys'
  >;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly database: Database;
  readonly sequencer: SequencerPort;
  readonly secrets: Secrets;
  readonly events: Events;
  readonly outbox: Outbox;
  readonly messages: Messages;
  readonly recoveryLinks: MailLinks;
  readonly verification: Verifications;
  readonly files: Files;
  readonly apiKeys: ApiKeys;
  /** Instead of ones that take their time, for tests. */
  readonly passwords?: Passwords | undefined;
}

export interface IdentityServices {
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly securityLocks: SecurityLocks;
  readonly fundPasswords: FundPasswords;
  readonly userOtp: UserOtp;
  readonly passkeys: Passkeys;
  readonly passkeyLogin: PasskeyLogin;
  readonly securityActs: SecurityActs;
  readonly accountLocks: AccountLocks;
  readonly recoveries: Recoveries;
  readonly identity: Identity;
}

export function createIdentity(parts: IdentityParts): IdentityServices {
  const { config, clock, database, secrets, events, outbox, messages } = parts;
  const { coolingOffHours, rateLimitFactor } = config;
  const recoveryHoldHours = config.recovery.holdHours;
  const issuer = config.brand.name;
  const passwords = parts.passwords ?? new Passwords();
  const sessions = new Sessions({
    database,
    clock,
    onEnded: ({ userId, sessionKeys }) => {
      for (const sessionKey of sessionKeys) events.emit('session_ended', { userId, sessionKey });
    },
  });
  const codes = new Codes({ database, clock, secrets, outbox, budgetFactor: rateLimitFactor });
  const securityLocks = new SecurityLocks({ database, clock, coolingOffHours, recoveryHoldHours });
  const passkeys = new Passkeys({
    database,
    clock,
    securityLocks,
    messages,
    config: config.passkeys,
    issuer,
  });
  const made = {
    passwords,
    sessions,
    codes,
    securityLocks,
    passkeys,
    fundPasswords: new FundPasswords({ database, clock, passwords, securityLocks }),
    userOtp: new UserOtp({ database, clock, secrets, securityLocks, messages, passkeys, issuer }),
  };
  const welcome = new Welcome({ ...parts, ...made });
  const throttle = new LoginThrottle(rateLimitFactor);
  const recoveries = new Recoveries({ ...parts, ...made, throttle });
  return {
    ...made,
    recoveries,
    accountLocks: new AccountLocks({ ...parts, ...made, recoveries }),
    securityActs: new SecurityActs({ database, clock, log: parts.log }),
    passkeyLogin: new PasskeyLogin({ ...parts, ...made, welcome, throttle }),
    identity: new Identity({ ...parts, ...made, welcome, throttle }),
  };
}
