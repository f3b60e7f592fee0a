/** The second factor of users. */
import { ProblemError } from '@fairlead/contract';
import { OTP_BEGIN_MS, OTP_BUDGET } from '../core/http/limits.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database, Queryable } from '../core/store/database.ts';
import { countTry, lockedUntil } from '../core/store/guarded-tries.ts';
import type { Messages } from '../notices/index.ts';
import { newOtpSecret, newRecoveryCodes, otpStep, otpUri, readRecoveryCode } from './otp.ts';
import {
  beginOtp,
  confirmOtp,
  countRecoveryCodes,
  deleteOtp,
  findOtp,
  insertRecoveryCodes,
  useOtpStep,
  useRecoveryCode,
} from './otp-queries.ts';
import type { SecurityLocks } from './security-locks.ts';

export interface UserOtpOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly secrets: Secrets;
  readonly securityLocks: SecurityLocks;
  readonly messages: Messages;
  /** The exchange's name. */
  readonly issuer: string;
}

export class UserOtp {
  readonly #options: UserOtpOptions;

  constructor(options: UserOtpOptions) {
    this.#options = options;
  }

  async isSet(userId: number): Promise<boolean> {
    return (await findOtp(this.#options.database, userId))?.isConfirmed === true;
  }

  recoveryCodesLeft(userId: number): Promise<number> {
    return countRecoveryCodes(this.#options.database, userId);
  }

  /**
   * Uses up a code of the second factor, or a recovery code, where one is set; without one everything passes.
   * Throws `mfa_required` when it is missing, `code_wrong`, or `locked_out` after too many wrong ones.
   */
  async check(userId: number, otp: string | undefined): Promise<void> {
    const row = await findOtp(this.#options.database, userId);
    if (row?.isConfirmed !== true) return;
    if (otp === undefined) throw new ProblemError('mfa_required');
    await this.#use(userId, row.secret, otp);
  }

  /** Makes a secret to be confirmed. Throws `otp_already_set`. */
  async begin(userId: number, account: string): Promise<{ secret: string; uri: string }> {
    const { database, clock, secrets, issuer } = this.#options;
    const secret = newOtpSecret();
    const isBegun = await beginOtp(database, {
      userId,
      secret: secrets.seal(secret),
      keyId: secrets.keyId,
      createdAtMs: clock.now(),
    });
    if (!isBegun) throw new ProblemError('otp_already_set');
    return { secret, uri: otpUri(secret, { issuer, label: account }) };
  }

  /** Turns it on for whoever's authenticator shows the right code; gives the recovery codes. */
  async confirm(userId: number, otp: string): Promise<string[]> {
    const { database, clock, secrets, messages } = this.#options;
    const row = await findOtp(database, userId);
    if (row?.isConfirmed === true) throw new ProblemError('otp_already_set');
    const isFresh = row !== undefined && clock.now() - row.createdAtMs < OTP_BEGIN_MS;
    if (!isFresh) throw new ProblemError('otp_not_begun');
    await this.#count(userId);
    const step = otpStep(secrets.open(row.secret), otp, clock.now());
    if (step === undefined) throw new ProblemError('code_wrong');
    const codes = newRecoveryCodes();
    await database.transaction(async (transaction) => {
      if (!(await confirmOtp(transaction, { userId, secret: row.secret, step })))
        throw new ProblemError('otp_already_set');
      const hashes = codes.map((code) => this.#recoveryHash(userId, code));
      await insertRecoveryCodes(transaction, userId, hashes);
    });
    await messages.tellAndMail(userId, 'otp_enabled', {});
    return codes;
  }

  /** Turns it off with a code or a recovery code; withdrawals cool off. Throws `otp_not_set` like check. */
  async disable(userId: number, otp: string): Promise<void> {
    const { database, securityLocks, messages } = this.#options;
    const row = await findOtp(database, userId);
    if (row?.isConfirmed !== true) throw new ProblemError('otp_not_set');
    await this.#use(userId, row.secret, otp);
    await database.transaction(async (transaction: Queryable) => {
      if (!(await deleteOtp(transaction, userId))) throw new ProblemError('otp_not_set');
      await securityLocks.note(transaction, userId, 'otp');
    });
    await messages.tellAndMail(userId, 'otp_disabled', {});
  }

  async #use(userId: number, secret: Uint8Array, otp: string): Promise<void> {
    const { database, clock, secrets } = this.#options;
    await this.#count(userId);
    const recovery = readRecoveryCode(otp);
    if (recovery !== undefined) return this.#useRecovery(userId, recovery);
    const step = otpStep(secrets.open(secret), otp, clock.now());
    // The code of a step that was used is as wrong as any other.
    if (step === undefined || !(await useOtpStep(database, userId, step)))
      throw new ProblemError('code_wrong');
  }

  async #useRecovery(userId: number, code: string): Promise<void> {
    const { database, clock, secrets, messages } = this.#options;
    const hashes = secrets.digests('recovery code', String(userId), code);
    if (!(await useRecoveryCode(database, { userId, hashes, nowMs: clock.now() })))
      throw new ProblemError('code_wrong');
    const left = String(await countRecoveryCodes(database, userId));
    await messages.tellAndMail(userId, 'recovery_code_used', { left });
  }

  /** A try counts before it is looked at. */
  async #count(userId: number): Promise<void> {
    const { database, clock } = this.#options;
    const nowMs = clock.now();
    const tried = { ...OTP_BUDGET, table: 'user_otps', userId, nowMs } as const;
    if (await countTry(database, tried)) return;
    const untilMs = (await lockedUntil(database, 'user_otps', userId)) ?? nowMs;
    throw new ProblemError('locked_out', { retryAfterMs: Math.max(1, untilMs - nowMs) });
  }

  #recoveryHash(userId: number, code: string): Uint8Array {
    const letters = readRecoveryCode(code) ?? '';
    return this.#options.secrets.digest('recovery code', String(userId), letters);
  }
}
