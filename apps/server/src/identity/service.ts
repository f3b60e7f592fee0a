/** Who users are: registration, login, passwords, devices. Sessions, codes and throttling have their own files. */
import { type Language, ProblemError, type Scene, type User } from '@fairlead/contract';
import type { Logger } from 'pino';
import { endSharesOf } from '../account-shares/index.ts';
import type { ApiKeys } from '../bots/index.ts';
import { addressKey } from '../core/http/rates.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { Database } from '../core/store/database.ts';
import type { Messages, Outbox } from '../notices/index.ts';
import { type AccountName, maskedAccount } from './accounts.ts';
import type { Codes, TakenCode } from './codes/codes.ts';
import type { Passkeys } from './passkeys/passkeys.ts';
import { isCommonPassword, type Passwords } from './passwords.ts';
import type { SecurityLocks } from './security-locks.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Attempt, LoginThrottle } from './throttle.ts';
import type { UserOtp } from './user-otp.ts';
import { lockOpenAccount } from './users/open-account.ts';
import {
  findInviter,
  findPasswordChange,
  findUserByAccount,
  findUserById,
  insertUser,
  isKnownDevice,
  type UserRow,
  updateLanguage,
  updatePassword,
} from './users/queries.ts';
import {
  type LoggedIn,
  type Login,
  newInviteCode,
  type Origin,
  type Registration,
  type Reset,
} from './users.ts';
import { clientHash, deviceHash, type Welcome } from './welcome.ts';

export interface IdentityOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly apiKeys: Pick<ApiKeys, 'revokeAll' | 'forgetEnded'>;
  readonly codes: Codes;
  readonly outbox: Outbox;
  readonly securityLocks: SecurityLocks;
  readonly messages: Messages;
  readonly userOtp: UserOtp;
  readonly passkeys: Pick<Passkeys, 'endWithPassword'>;
  readonly welcome: Welcome;
  readonly throttle: LoginThrottle;
}

export interface CodeWish {
  readonly to: AccountName;
  readonly scene: Scene;
  /** The logged-in user who asks for a code to themselves. */
  readonly ownerId?: number;
  /** A proof of work, where one was asked for. */
  readonly proof?: string | undefined;
}

export class Identity {
  readonly #options: IdentityOptions;
  readonly #throttle: LoginThrottle;

  constructor(options: IdentityOptions) {
    this.#options = options;
    this.#throttle = options.throttle;
  }

  /** Opens an account; what is known of others, invite codes too, is said only after the right code (R2). */
  async register(registration: Registration, origin: Origin): Promise<LoggedIn> {
    const { account, code, password, inviteCode } = registration;
    const { database, codes, outbox, passwords } = this.#options;
    if (!outbox.isOpen(account.kind)) throw new ProblemError('channel_closed');
    refuseCommonPassword(password, account.account);
    const target = account.account;
    const taken = await codes.take({ target, scene: 'register', code, from: origin });
    const inviterId = inviteCode === undefined ? undefined : await this.#inviter(inviteCode, taken);
    if ((await findUserByAccount(database, account.account)) !== undefined)
      throw new ProblemError('account_exists');
    const passwordHash = await passwords.hash(password);
    const user = await this.#insert({ account, passwordHash, inviterId, lang: origin.language });
    return this.#options.welcome.enter(user, origin, { isByPassword: true });
  }

  /**
   * Opens a session for the right password, and the right code of the second factor where there is one. A
   * locked account needs a device it knows, or a code sent to it as well; elsewhere such a code is not needed,
   * but must be right when there is one.
   */
  async login(login: Login, origin: Origin): Promise<LoggedIn> {
    const { database, clock, passwords } = this.#options;
    const user = await this.#member(login.account);
    const attempt = await this.#attempt(login.account, user, origin);
    const waitMs = this.#throttle.waitMs(attempt, clock.now());
    let taken: TakenCode | undefined;
    if (waitMs > 0) {
      if (login.code === undefined) throw new ProblemError('locked_out', { retryAfterMs: waitMs });
      taken = await this.#takeLockedCode(login.account, login.code, { origin, waitMs });
    }
    const isRight = await this.#throttle.attempt(attempt, clock, () =>
      passwords.verify(user?.passwordHash, login.password),
    );
    if (!isRight || user === undefined) {
      this.#options.log.info({ event: 'login_failed', ip: origin.ip }, 'login failed');
      throw new ProblemError('login_failed');
    }
    if (login.code !== undefined) taken ??= await this.#takeCode(login.account, login.code, origin);
    await this.#checkOtp(user.userId, login.otp, taken);
    const loggedIn = await this.#options.welcome.enter(user, origin, { isByPassword: true });
    if (passwords.isOutdated(user.passwordHash)) {
      const hash = await passwords.hash(login.password);
      const renewed = { hash, changedAtMs: undefined, verifiedHash: user.passwordHash };
      await updatePassword(database, user.userId, renewed);
    }
    return loggedIn;
  }

  /**
   * Sends a code. Scenes of an existing account are answered alike when there is none. A bot gets no code
   * at all. A demo, which sends nothing, shows a code of an account only where its owner has logged in before.
   */
  async sendCode({ to, scene, ownerId, proof }: CodeWish, origin: Origin): Promise<void> {
    const user = await findUserByAccount(this.#options.database, to.account);
    const isForAnyone = scene === 'register' || scene === 'change_contact';
    const isWithheld = user === undefined ? !isForAnyone : user.isBot;
    const isKnown = await this.#knows(user, deviceHash(this.#options.secrets, origin));
    const isOwn = ownerId !== undefined || isKnown;
    await this.#options.codes.send({
      to,
      scene,
      lang: origin.language,
      from: origin,
      isWithheld,
      isKnown,
      isShown:
        isOwn ||
        isForAnyone ||
        (await this.#knows(user, clientHash(this.#options.secrets, origin))),
      ownerId,
      proof,
    });
  }

  /** Where codes to this user go: the address, or the phone number as E.164. */
  async accountOf(userId: number): Promise<string> {
    return (await this.#user(userId)).account;
  }

  /** Sends a code to where the logged-in user registered. */
  async sendOwnCode(userId: number, scene: Scene, origin: Origin): Promise<void> {
    const { kind, account } = await this.#user(userId);
    const to = { kind, account, areaCode: undefined };
    await this.sendCode({ to, scene, ownerId: userId }, origin);
  }

  /**
   * Sets a new password for whoever holds the code or ticket and, where there is one, the second factor
   * (cases.md A7); ends all sessions, all API keys and young passkeys, and lifts the lock. A missing or wrong second factor leaves the code
   * or ticket good for another try.
   */
  async reset({ account, proof, password, otp }: Reset, origin: Origin): Promise<void> {
    const { codes } = this.#options;
    const target = account.account;
    refuseCommonPassword(password, target);
    const taken = await codes.take({ target, scene: 'forget', from: origin, ...proof });
    const user = await this.#member(target);
    // No code ever works for an account that does not exist.
    if (user === undefined) throw new ProblemError('code_wrong');
    await this.#checkOtp(user.userId, otp, taken);
    this.#throttle.lift(target);
    await this.#setPassword(user, { password, keepsApiKeys: false, reset: { otp } });
  }

  /**
   * Changes the password of a logged-in user, with the second factor where there is one; ends other sessions, and the
   * API keys unless the user keeps them.
   */
  async changePassword(
    caller: {
      readonly userId: number;
      readonly sessionId: number;
      readonly sessionKey: string;
    },
    change: {
      readonly oldPassword: string;
      readonly password: string;
      readonly otp: string | undefined;
      readonly keepsApiKeys: boolean;
    },
    origin: Origin,
  ): Promise<void> {
    const { userOtp } = this.#options;
    refuseCommonPassword(change.password, (await this.#user(caller.userId)).account);
    const user = await this.confirmPassword(caller, change.oldPassword, origin);
    await userOtp.check(user.userId, change.otp);
    const { password, keepsApiKeys } = change;
    const own = { verifiedHash: user.passwordHash, exceptSessionKey: caller.sessionKey };
    await this.#setPassword(user, { password, keepsApiKeys, own });
  }

  /** Asks a logged-in user for the password again. Throws `password_wrong` or `locked_out`. */
  async confirmPassword(
    { userId, sessionId }: { readonly userId: number; readonly sessionId: number },
    password: string,
    origin: Origin,
  ): Promise<UserRow> {
    const { clock, passwords } = this.#options;
    const user = await this.#user(userId);
    const attempt: Attempt = {
      account: `change ${user.account}`,
      address: addressKey(origin.ip),
      // Who is logged in is no stranger: what others try at the same address, or in a session of theirs, is not theirs.
      knownDevice: `session ${sessionId}`,
    };
    const waitMs = this.#throttle.waitMs(attempt, clock.now());
    if (waitMs > 0) throw new ProblemError('locked_out', { retryAfterMs: waitMs });
    const isRight = await this.#throttle.attempt(attempt, clock, () =>
      passwords.verify(user.passwordHash, password),
    );
    if (!isRight) throw new ProblemError('password_wrong');
    return user;
  }

  async user(userId: number): Promise<User> {
    return this.#options.welcome.view(await this.#user(userId));
  }

  /** When the password was last changed; undefined when it is the first one. */
  passwordChangedAt(userId: number): Promise<number | undefined> {
    return findPasswordChange(this.#options.database, userId);
  }

  /** The language for messages that nobody asks for in a call. */
  setLanguage(userId: number, lang: Language): Promise<void> {
    return updateLanguage(this.#options.database, userId, lang);
  }

  /** Who may log in with this account. Bots may not: their sessions are handed to them. */
  async #member(account: string): Promise<UserRow | undefined> {
    const user = await findUserByAccount(this.#options.database, account);
    return user?.isBot === true ? undefined : user;
  }

  async #user(userId: number): Promise<UserRow> {
    const user = await findUserById(this.#options.database, userId);
    if (user === undefined) throw new ProblemError('not_logged_in');
    return user;
  }

  /** Who has the invite code; an unknown one leaves the code that was taken good for another try. */
  async #inviter(inviteCode: string, taken: TakenCode): Promise<number> {
    const inviterId = await findInviter(this.#options.database, inviteCode.toUpperCase());
    if (inviterId !== undefined) return inviterId;
    await taken.giveBack();
    throw new ProblemError('invite_code_unknown');
  }

  async #insert(made: {
    readonly account: AccountName;
    readonly passwordHash: string;
    readonly inviterId: number | undefined;
    readonly lang: Language;
  }): Promise<UserRow> {
    const { database, clock } = this.#options;
    const { account, passwordHash, inviterId, lang } = made;
    for (;;) {
      const user = await insertUser(database, {
        ...account,
        passwordHash,
        nickname: maskedAccount(account.kind, account.account),
        inviteCode: newInviteCode(),
        inviterId,
        lang,
        isBot: false,
        createdAtMs: clock.now(),
      });
      if (user !== undefined) return user;
      // Another registration was faster; or else the invite code was taken, and the next one is not.
      if ((await findUserByAccount(database, account.account)) !== undefined)
        throw new ProblemError('account_exists');
    }
  }

  async #attempt(account: string, user: UserRow | undefined, origin: Origin): Promise<Attempt> {
    const device = deviceHash(this.#options.secrets, origin);
    const isKnown = device !== undefined && (await this.#knows(user, device));
    return {
      account,
      address: addressKey(origin.ip),
      knownDevice: isKnown ? Buffer.from(device).toString('hex') : undefined,
    };
  }

  /** Whether an account was logged in to on a device; asked for accounts that do not exist too. */
  async #knows(user: UserRow | undefined, device: Uint8Array | undefined): Promise<boolean> {
    if (device === undefined) return false;
    return isKnownDevice(this.#options.database, user?.userId ?? 0, device);
  }

  /** A wrong code leaves the lock as it is; the code itself allows few guesses. */
  async #takeLockedCode(
    account: string,
    code: string,
    { origin, waitMs }: { readonly origin: Origin; readonly waitMs: number },
  ): Promise<TakenCode> {
    try {
      return await this.#takeCode(account, code, origin);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      throw new ProblemError('locked_out', { retryAfterMs: waitMs, cause: error });
    }
  }

  #takeCode(target: string, code: string, from: Origin): Promise<TakenCode> {
    return this.#options.codes.take({ target, scene: 'login_new_device', code, from });
  }

  /** Asks for the second factor where there is one; a miss leaves a code that was right good for another try. */
  async #checkOtp(
    userId: number,
    otp: string | undefined,
    taken: TakenCode | undefined,
  ): Promise<void> {
    try {
      await this.#options.userOtp.check(userId, otp);
    } catch (error) {
      await taken?.giveBack();
      throw error;
    }
  }

  /**
   * The change of a session's `own` only while `verifiedHash` is the password's and the account is not locked. Sessions but
   * that one, and keys, end with the old password, in one transaction, and whatever was kept, all reading that was given.
   */
  async #setPassword(
    user: UserRow,
    {
      password,
      keepsApiKeys,
      reset,
      own,
    }: {
      readonly password: string;
      readonly keepsApiKeys: boolean;
      /** By mail, with what second factor. */
      readonly reset?: Pick<Reset, 'otp'>;
      readonly own?: { readonly verifiedHash: string; readonly exceptSessionKey: string };
    },
  ): Promise<void> {
    const { database, clock, passwords, securityLocks, apiKeys, log } = this.#options;
    const { sessions, passkeys, userOtp } = this.#options;
    const { userId } = user;
    const hash = await passwords.hash(password);
    const ended = await database.transaction(async (transaction) => {
      if (own !== undefined) await lockOpenAccount(transaction, userId);
      const { verifiedHash, exceptSessionKey } = own ?? {};
      const changed = { hash, changedAtMs: clock.now(), verifiedHash };
      if (!(await updatePassword(transaction, userId, changed)))
        throw new ProblemError('password_wrong');
      await securityLocks.note(transaction, userId, 'password');
      // Whoever had the account may have left keys in it too, and given reading of it: that no wish to keep keys keeps.
      await endSharesOf(transaction, userId, { nowMs: clock.now() });
      const keys = keepsApiKeys ? [] : await apiKeys.revokeAll(transaction, userId);
      const factors = await passkeys.endWithPassword(transaction, userId, reset);
      if (factors.ended > 0) await userOtp.forgetPasskey(transaction, userId, factors.left);
      const opened = await sessions.endAllIn(transaction, userId, exceptSessionKey);
      return { keys, factors, opened };
    });
    apiKeys.forgetEnded(userId, ended.keys);
    sessions.forgetEnded(userId, ended.opened);
    await this.#tellChanged(userId, { keys: ended.keys.length, ...ended.factors });
    log.info({ event: 'password_changed', userId: user.userId }, 'password changed');
  }

  /** Whoever has a passkey comes in without the password: how many there are left is said whether any ended or not. */
  async #tellChanged(
    userId: number,
    { keys, ended, left }: { readonly keys: number; readonly ended: number; readonly left: number },
  ): Promise<void> {
    const { messages } = this.#options;
    await messages.tellAndMail(userId, 'password_changed', {});
    if (keys > 0) await messages.tellAndMail(userId, 'api_keys_ended', { count: String(keys) });
    const counts = { ended: String(ended), left: String(left) };
    if (ended + left > 0) await messages.tellAndMail(userId, 'passkeys_left', counts);
  }
}

function refuseCommonPassword(password: string, account: string): void {
  if (isCommonPassword(password, account)) throw new ProblemError('password_too_common');
}
