/** What other capabilities may use of identity. */

export { areaCodesIn, maskedAccount } from './accounts.ts';
export type { SecurityActs } from './acts/security-acts.ts';
export type { Codes } from './codes/codes.ts';
export type { FundPasswords } from './fund-passwords.ts';
export { findLock, liftLock } from './locks/queries.ts';
export { newOtpSecret, newRecoveryCodes, otpStep, otpUri, readRecoveryCode } from './otp.ts';
export {
  ALGORITHMS as PASSKEY_ALGORITHMS,
  type Answer,
  type Assertion,
  assertionOf,
  readAnswer,
  verifyMade,
  verifyUsed,
} from './passkeys/answers.ts';
export {
  type PasskeyFacts,
  type PasskeyFactsRecord,
  toPasskeyFacts,
} from './passkeys/passkey-row.ts';
export type { Passkeys } from './passkeys/passkeys.ts';
export { isCommonPassword, type Passwords } from './passwords.ts';
export type { RecoveryPhotos } from './recovery/queries.ts';
export type { Recoveries } from './recovery/recoveries.ts';
export { fieldProblem } from './routes.ts';
export type { SecurityLocks } from './security-locks.ts';
export type { Identity } from './service.ts';
export { deleteSessions, insertSession } from './sessions/queries.ts';
export { newToken, type Session, type Sessions, tokenHash } from './sessions/sessions.ts';
export { LoginThrottle, TryCounter } from './throttle.ts';
export type { UserOtp } from './user-otp.ts';
