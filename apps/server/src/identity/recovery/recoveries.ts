/**
 * Recovering an account by two ways, never by one: a passkey, the authenticator, a recovery code, and identity, which operators pass
 * only beside one of the others. Its owner is told everywhere and may stop it in one tap until the time is over; then it sets a new
 * password, ends what was not shown, and withdrawals rest. It opens no lock and no freeze.
 */
import { ProblemError, type Recovery } from '@fairlead/contract';
import { HOUR_MS } from '@fairlead/units';
import type { Logger } from 'pino';
import type { ApiKeys } from '../../bots/index.ts';
import type { RecoveryConfig } from '../../core/config/mode.ts';
import { OTP_BUDGET, RECOVERY_OPEN_MS } from '../../core/http/limits.ts';
import type { Database, Queryable } from '../../core/store/database.ts';
import { countTry } from '../../core/store/guarded-tries.ts';
import type { MailLinks, Messages } from '../../notices/index.ts';
import type { Files, Verifications } from '../../verification/index.ts';
import { deleteFundPassword } from '../fund-password-queries.ts';
import { type Passkeys, provenBy } from '../passkeys/passkeys.ts';
import { isCommonPassword, type Passwords } from '../passwords.ts';
import type { SecurityLocks } from '../security-locks.ts';
import { newToken, type Sessions, tokenHash } from '../sessions/sessions.ts';
import type { LoginThrottle } from '../throttle.ts';
import type { UserOtp } from '../user-otp.ts';
import { findUserByAccount, findUserById, updatePassword } from '../users/queries.ts';
import {
  clearTries,
  endRecovery,
  findRecovery,
  findRecoveryByToken,
  finishRecovery,
  identifyRecovery,
  insertRecovery,
  lapseRecoveries,
  lockAccountOf,
  type RecoveryOutcome,
  type RecoveryPhotos,
  type RecoveryRow,
  settleTries,
  updateRecoveryPhotos,
  waysOf,
} from './queries.ts';

export interface RecoveriesOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly config: { readonly recovery: RecoveryConfig };
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly apiKeys: Pick<ApiKeys, 'revokeAll' | 'forgetEnded'>;
  readonly securityLocks: SecurityLocks;
  readonly messages: Messages;
  readonly recoveryLinks: Pick<MailLinks, 'make'>;
  readonly userOtp: UserOtp;
  readonly passkeys: Pick<Passkeys, 'takeTicket' | 'endForRecovery'>;
  readonly throttle: Pick<LoginThrottle, 'lift'>;
  readonly verification: Pick<Verifications, 'levels'>;
  readonly files: Pick<Files, 'checkFresh' | 'store'>;
}

/** What somebody shows of an account. */
export interface Shown {
  /** A ticket of a passkey. */
  readonly passkey: string | undefined;
  readonly otp: string | undefined;
  readonly recoveryCode: string | undefined;
}

/** Who holds the token of a recovery that is open. */
export interface RecoveryCaller {
  readonly userId: number;
  readonly recoveryId: number;
}

export class Recoveries {
  readonly #options: RecoveriesOptions;

  constructor(options: RecoveriesOptions) {
    this.#options = options;
  }

  /**
   * Uses up what is shown, all of it or nothing, and takes the place of one that was begun before. Throws `recovery_refused` for what
   * is wrong, tried too often, or no account's, without saying which, and `recovery_needs_two` where identity could not be the second.
   */
  async begin(
    account: string,
    shown: Shown,
  ): Promise<{ readonly token: string; readonly row: RecoveryRow }> {
    const { database, clock, config, log } = this.#options;
    const user = await findUserByAccount(database, account);
    if (user === undefined || user.isBot) throw new ProblemError('recovery_refused');
    const { userId } = user;
    if (shown.otp !== undefined) await this.#countGuess(userId);
    const { basic } = await this.#options.verification.levels(userId);
    const ways = Object.values(shown).filter((each) => each !== undefined).length;
    const token = newToken();
    const nowMs = clock.now();
    const row = await database.transaction(async (transaction) => {
      await lockAccountOf(transaction, userId);
      await this.#use(transaction, userId, shown);
      if (ways < 2 && basic !== 'verified') throw new ProblemError('recovery_needs_two');
      await endRecovery(transaction, { userId }, { outcome: 'replaced', nowMs });
      return insertRecovery(transaction, {
        userId,
        tokenHash: tokenHash(token),
        passkeyId: provenBy(shown.passkey),
        hasOtp: shown.otp !== undefined,
        hasCode: shown.recoveryCode !== undefined,
        begunAtMs: nowMs,
        readyAtMs: ways < 2 ? undefined : nowMs + config.recovery.delayHours * HOUR_MS,
      });
    });
    await this.#tell(row);
    log.info({ event: 'recovery_begun', userId }, 'recovery begun');
    return { token, row };
  }

  /** The open one of a user. */
  find(userId: number): Promise<RecoveryRow | undefined> {
    return findRecovery(this.#options.database, userId);
  }

  /** Whose recovery a token goes on with. */
  async caller(token: string): Promise<RecoveryCaller | undefined> {
    return findRecoveryByToken(this.#options.database, tokenHash(token));
  }

  /** Throws `not_logged_in` where it has ended. */
  async own({ userId, recoveryId }: RecoveryCaller): Promise<RecoveryRow> {
    const row = await this.find(userId);
    if (row?.recoveryId !== recoveryId) throw new ProblemError('not_logged_in');
    return row;
  }

  /** Throws `not_found` for photos that were not sent since it began, and where no identity is asked for. */
  async show(caller: RecoveryCaller, photos: RecoveryPhotos): Promise<RecoveryRow> {
    const { database, clock, files } = this.#options;
    const { recoveryId, begunAtMs } = await this.own(caller);
    await files.checkFresh(caller.userId, photos, { sinceMs: begunAtMs, use: 'recovery' });
    const asked = { recoveryId, ...photos, nowMs: clock.now() };
    const row = await updateRecoveryPhotos(database, asked);
    if (row === undefined) throw new ProblemError('not_found');
    return row;
  }

  /** What two operators agreed on: the second way. Repeating it changes nothing; false where it is not what they saw. */
  async identify(recoveryId: number, userId: number, photos: RecoveryPhotos): Promise<boolean> {
    const { database, clock, config } = this.#options;
    const nowMs = clock.now();
    const readyAtMs = nowMs + config.recovery.delayHours * HOUR_MS;
    const row = await identifyRecovery(database, { recoveryId, ...photos, nowMs, readyAtMs });
    if (row !== undefined) await this.#tell(row);
    const present = row ?? (await this.find(userId));
    return present?.recoveryId === recoveryId && present.isIdentified;
  }

  /**
   * Sets the new password, ends sessions, API keys, the fund password and each factor that was not shown. Gives new recovery
   * codes where a factor is left. Throws `recovery_waiting` before its time.
   */
  async finish(caller: RecoveryCaller, password: string): Promise<readonly string[]> {
    const { database, clock, passwords, sessions, apiKeys, throttle, log } = this.#options;
    const { userId, recoveryId } = caller;
    const user = await findUserById(database, userId);
    if (user === undefined) throw new ProblemError('not_logged_in');
    if (isCommonPassword(password, user.account)) throw new ProblemError('password_too_common');
    await this.own(caller);
    const hash = await passwords.hash(password);
    const done = await database.transaction(async (transaction) => {
      const nowMs = clock.now();
      const row = await finishRecovery(transaction, recoveryId, nowMs);
      if (row === undefined) throw new ProblemError('recovery_waiting');
      await updatePassword(transaction, userId, {
        hash,
        changedAtMs: nowMs,
        verifiedHash: undefined,
      });
      const opened = await sessions.endAllIn(transaction, userId);
      return { ...(await this.#endOthers(transaction, row)), opened };
    });
    apiKeys.forgetEnded(userId, done.keys);
    sessions.forgetEnded(userId, done.opened);
    throttle.lift(user.account);
    await this.#tellDone(userId);
    log.info({ event: 'account_recovered', userId }, 'account recovered');
    return done.codes;
  }

  /** Ends the open one of a user, or this one, and tells the owner; false where there is none. */
  async stop(
    which: { readonly userId: number } | { readonly recoveryId: number },
    outcome: Extract<RecoveryOutcome, 'stopped' | 'locked'> = 'stopped',
  ): Promise<number | undefined> {
    const { database, clock, messages } = this.#options;
    const userId = await endRecovery(database, which, { outcome, nowMs: clock.now() });
    if (userId !== undefined) await messages.tellAndMail(userId, 'recovery_stopped', {});
    return userId;
  }

  /** One operator's no is enough. Throws `not_found` where this one is not open. */
  async refuse(caller: RecoveryCaller, reason: string): Promise<void> {
    const { database, clock, messages } = this.#options;
    if ((await this.find(caller.userId))?.recoveryId !== caller.recoveryId)
      throw new ProblemError('not_found');
    const ended = { outcome: 'refused', nowMs: clock.now() } as const;
    if ((await endRecovery(database, { recoveryId: caller.recoveryId }, ended)) === undefined)
      throw new ProblemError('not_found');
    await messages.tellAndMail(caller.userId, 'recovery_refused', { reason });
  }

  prune(): Promise<void> {
    const { database, clock } = this.#options;
    const nowMs = clock.now();
    return lapseRecoveries(database, { beforeMs: nowMs - RECOVERY_OPEN_MS, nowMs });
  }

  view(row: RecoveryRow): Recovery {
    const { readyAtMs } = row;
    const isReady = readyAtMs !== undefined && readyAtMs <= this.#options.clock.now();
    const missing = row.photos === undefined ? 'identity' : 'review';
    return {
      state: isReady ? 'ready' : readyAtMs === undefined ? missing : 'waiting',
      ways: waysOf(row),
      begun_at: row.begunAtMs,
      ...(readyAtMs !== undefined && { ready_at: readyAtMs }),
    };
  }

  /** Counted before it is looked at, apart from its owner's tries; said like any refusal, for there may be no such account. */
  async #countGuess(userId: number): Promise<void> {
    const { database, clock } = this.#options;
    await settleTries(database, userId);
    const tried = { ...OTP_BUDGET, table: 'recovery_tries', userId, nowMs: clock.now() } as const;
    if (!(await countTry(database, tried))) throw new ProblemError('recovery_refused');
  }

  async #use(transaction: Queryable, userId: number, shown: Shown): Promise<void> {
    const { passkeys, userOtp } = this.#options;
    const { passkey, otp, recoveryCode } = shown;
    const isRight =
      (passkey === undefined || (await passkeys.takeTicket(userId, passkey, transaction))) &&
      (recoveryCode === undefined ||
        (await userOtp.useForRecovery(transaction, userId, { recoveryCode }))) &&
      (otp === undefined || (await userOtp.useForRecovery(transaction, userId, { otp })));
    if (!isRight) throw new ProblemError('recovery_refused');
    if (otp !== undefined) await clearTries(transaction, userId);
  }

  async #endOthers(
    transaction: Queryable,
    row: RecoveryRow,
  ): Promise<{
    readonly codes: string[];
    readonly keys: Awaited<ReturnType<ApiKeys['revokeAll']>>;
  }> {
    const { passkeys, userOtp, apiKeys, securityLocks } = this.#options;
    const { userId, passkeyId, hasOtp } = row;
    await securityLocks.note(transaction, userId, 'recovery');
    const keys = await apiKeys.revokeAll(transaction, userId);
    await deleteFundPassword(transaction, userId);
    const left = await passkeys.endForRecovery(transaction, userId, passkeyId);
    const codes = await userOtp.endForRecovery(transaction, userId, { hasOtp, passkeys: left });
    return { codes, keys };
  }

  async #tell(row: RecoveryRow): Promise<void> {
    const { messages, recoveryLinks } = this.#options;
    const telling = { stop: recoveryLinks.make(row.recoveryId) };
    if (row.readyAtMs === undefined)
      await messages.tellAndMail(row.userId, 'recovery_begun', {}, telling);
    else {
      const params = { time: minuteText(row.readyAtMs) };
      await messages.tellAndMail(row.userId, 'recovery_waiting', params, telling);
    }
  }

  async #tellDone(userId: number): Promise<void> {
    const { messages, securityLocks, clock } = this.#options;
    const time = minuteText((await securityLocks.usableAt(userId)) ?? clock.now());
    await messages.tellAndMail(userId, 'account_recovered', { time });
  }
}

const minuteText = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
