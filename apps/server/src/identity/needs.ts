import type { MailLinks, MailWords, Messages } from '../notices/index.ts';
import type { Files } from '../verification/index.ts';
import type { SecurityActs } from './acts/security-acts.ts';
import type { Codes } from './codes/codes.ts';
import type { FundPasswords } from './fund-passwords.ts';
import type { AccountLocks } from './locks/account-locks.ts';
import type { PasskeyLogin } from './passkeys/login.ts';
import type { Passkeys } from './passkeys/passkeys.ts';
import type { Recoveries } from './recovery/recoveries.ts';
import type { SecurityLocks } from './security-locks.ts';
import type { Identity } from './service.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { UserOtp } from './user-otp.ts';

/** What identity is given by the composition root. */
export interface IdentityNeeds {
  readonly sessions: Sessions;
  readonly identity: Identity;
  readonly codes: Codes;
  readonly securityLocks: SecurityLocks;
  readonly fundPasswords: FundPasswords;
  readonly userOtp: UserOtp;
  readonly passkeys: Passkeys;
  readonly passkeyLogin: PasskeyLogin;
  readonly securityActs: SecurityActs;
  readonly accountLocks: AccountLocks;
  readonly recoveries: Recoveries;
  readonly lockLinks: MailLinks;
  readonly recoveryLinks: MailLinks;
  readonly files: Files;
  readonly messages: Messages;
  readonly mailWords: MailWords;
}
