/** The second factor of users: an authenticator app, passkeys, and recovery codes for when they are lost. */

import { ProblemError } from '@fairlead/contract';
import { OTP_BEGIN_MS, OTP_BUDGET } from '../core/http/limits.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database, Queryable } from '../core/store/database.ts';
import { countTry, type GuardedTable, lockedUntil } from '../core/store/guarded-tries.ts';
import type { Messages } from '../notices/index.ts';
import { newOtpSecret, newRecoveryCodes, otpStep, otpUri, readRecoveryCode } from './otp.ts';
import {
  beginOtp,
  confirmOtp,
  countRecoveryCodes,
  deleteOtp,
  deleteRecoveryCodes,
  endBegunOtp,
  findOtp,
  insertRecoveryCodes,
  useOtpStep,
  useRecoveryCode,
} from './otp-queries.ts';
import { isPasskeyTicket, type Passkeys } from './passkeys/passkeys.ts';
import type { SecurityLocks } from './security-locks.ts';
import { lockOpenAccount } from './users/index.ts';

export interface UserOtpOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly secrets: Secrets;
  readonly securityLocks: SecurityLocks;
  readonly messages: Messages;
  readonly passkeys: Pick<Passkeys, 'has' | 'takeTicket'>;
  /** The exchange's name. */
  readonly issuer: string;
}

export class UserOtp {
  readonly #options: UserOtpOptions;

  constructor(options: UserOtpOptions) {
    this.#options = options;
  }

  /** Whether there is an authenticator app. */
  async isSet(userId: number): Promise<boolean> {
    return (await findOtp(this.#options.database, userId))?.isConfirmed === true;
  }

  recoveryCodesLeft(userId: number): Promise<number> {
    return countRecoveryCodes(this.#options.database, userId);
  }

  /**
   * Uses up a code of the second factor, a recovery code, or a ticket of a passkey, where one is set; without one
   * everything passes. Throws `mfa_required` when it is missing, `code_wrong`, or `locked_out` after too many wrong ones.
   */
  async check(userId: number, otp: string | undefined): Promise<void> {
    const { database, passkeys } = this.#options;
    const row = await findOtp(database, userId);
    const secret = row?.isConfirmed === true ? row.secret : undefined;
    if (secret === undefined && !(await passkeys.has(userId))) return;
    if (otp === undefined) throw new ProblemError('mfa_required');
    await this.#use(userId, secret, otp);
  }

  /**
   * What a new passkey changes, in its transaction: as the first second factor of an account it comes with recovery
   * codes, and beside another one withdrawals cool off.
   */
  async admitPasskey(source: Queryable, userId: number, others: number): Promise<string[]> {
    const isFirst = others === 0 && (await findOtp(source, userId))?.isConfirmed !== true;
    if (isFirst) {
      // What was begun with a password alone would be beside a factor now.
      await endBegunOtp(source, userId);
      return this.#renewRecoveryCodes(source, userId);
    }
    await this.#options.securityLocks.note(source, userId, 'passkey');
    return [];
  }

  /** What the end of a passkey changes: recovery codes of no factor open nothing. */
  async forgetPasskey(source: Queryable, userId: number, left: number): Promise<void> {
    const isLast = left === 0 && (await findOtp(source, userId))?.isConfirmed !== true;
    if (isLast) await deleteRecoveryCodes(source, userId);
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

  /**
   * Turns it on for whoever's authenticator shows the right code; gives the recovery codes. Beside a passkey withdrawals
   * cool off.
   */
  async confirm(userId: number, otp: string): Promise<string[]> {
    const { database, clock, secrets, securityLocks, messages, passkeys } = this.#options;
    const row = await findOtp(database, userId);
    if (row?.isConfirmed === true) throw new ProblemError('otp_already_set');
    const isFresh = row !== undefined && clock.now() - row.createdAtMs < OTP_BEGIN_MS;
    if (!isFresh) throw new ProblemError('otp_not_begun');
    await this.#count(userId);
    const step = otpStep(secrets.open(row.secret), otp, clock.now());
    if (step === undefined) throw new ProblemError('code_wrong');
    const codes = await database.transaction(async (transaction) => {
      await lockOpenAccount(transaction, userId);
      const hasPasskey = await passkeys.has(userId, transaction);
      if (!(await confirmOtp(transaction, { userId, secret: row.secret, step })))
        throw new ProblemError('otp_already_set');
      if (hasPasskey) await securityLocks.note(transaction, userId, 'otp');
      return this.#renewRecoveryCodes(transaction, userId);
    });
    await messages.tellAndMail(userId, 'otp_enabled', {});
    return codes;
  }

  /** Turns it off with a code or a recovery code; withdrawals cool off. Throws `otp_not_set` like check. */
  async disable(userId: number, otp: string): Promise<void> {
    const { database, securityLocks, messages, passkeys } = this.#options;
    const row = await findOtp(database, userId);
    if (row?.isConfirmed !== true) throw new ProblemError('otp_not_set');
    await this.#use(userId, row.secret, otp);
    await database.transaction(async (transaction: Queryable) => {
      await lockOpenAccount(transaction, userId);
      const hasPasskey = await passkeys.has(userId, transaction);
      if (!(await deleteOtp(transaction, userId))) throw new ProblemError('otp_not_set');
      if (!hasPasskey) await deleteRecoveryCodes(transaction, userId);
      await securityLocks.note(transaction, userId, 'otp');
    });
    await messages.tellAndMail(userId, 'otp_disabled', {});
  }

  /** Uses up a code or a recovery code that a recovery shows; who may try how often is its own matter. */
  async useForRecovery(
    transaction: Queryable,
    userId: number,
    shown: { readonly otp: string } | { readonly recoveryCode: string },
  ): Promise<boolean> {
    const { clock, secrets } = this.#options;
    if ('otp' in shown) {
      const row = await findOtp(transaction, userId);
      const step =
        row?.isConfirmed === true
          ? otpStep(secrets.open(row.secret), shown.otp, clock.now())
          : undefined;
      return step !== undefined && useOtpStep(transaction, userId, step);
    }
    const code = readRecoveryCode(shown.recoveryCode);
    if (code === undefined) return false;
    const hashes = secrets.digests('recovery code', String(userId), code);
    return useRecoveryCode(transaction, { userId, hashes, nowMs: clock.now() });
  }

  /** A recovery ends an authenticator that was not shown and all recovery codes; gives new ones where a factor is left. */
  async endForRecovery(
    transaction: Queryable,
    userId: number,
    left: { readonly hasOtp: boolean; readonly passkeys: number },
  ): Promise<string[]> {
    if (!left.hasOtp) await deleteOtp(transaction, userId);
    await endBegunOtp(transaction, userId);
    if (left.hasOtp || left.passkeys > 0) return this.#renewRecoveryCodes(transaction, userId);
    await deleteRecoveryCodes(transaction, userId);
    return [];
  }

  /** Without a secret there are passkeys only. */
  async #use(userId: number, secret: Uint8Array | undefined, otp: string): Promise<void> {
    const { database, clock, secrets, passkeys } = this.#options;
    // Nobody guesses one: it counts as no try.
    if (isPasskeyTicket(otp)) {
      if (await passkeys.takeTicket(userId, otp)) return;
      throw new ProblemError('code_wrong');
    }
    await this.#count(userId, secret === undefined ? 'passkey_owners' : 'user_otps');
    const recovery = readRecoveryCode(otp);
    if (recovery !== undefined) return this.#useRecovery(userId, recovery);
    const step = secret && otpStep(secrets.open(secret), otp, clock.now());
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
  async #count(userId: number, table: GuardedTable = 'user_otps'): Promise<void> {
    const { database, clock } = this.#options;
    const nowMs = clock.now();
    const tried = { ...OTP_BUDGET, table, userId, nowMs };
    if (await countTry(database, tried)) return;
    const untilMs = (await lockedUntil(database, table, userId)) ?? nowMs;
    throw new ProblemError('locked_out', { retryAfterMs: Math.max(1, untilMs - nowMs) });
  }

  async #renewRecoveryCodes(source: Queryable, userId: number): Promise<string[]> {
    const codes = newRecoveryCodes();
    await deleteRecoveryCodes(source, userId);
    const hashes = codes.map((code) => this.#recoveryHash(userId, code));
    await insertRecoveryCodes(source, userId, hashes);
    return codes;
  }

  #recoveryHash(userId: number, code: string): Uint8Array {
    const letters = readRecoveryCode(code) ?? '';
    return this.#options.secrets.digest('recovery code', String(userId), letters);
  }
}
