/** What follows once somebody proved who they are: ledger accounts, a session, word to the owner of a new device. */
import { ProblemError, type User } from '@fairlead/contract';
import type { Logger } from 'pino';
import { DEVICES_PER_USER_MAX } from '../core/http/limits.ts';
import { addressKey } from '../core/http/rates.ts';
import type { Secrets } from '../core/operations/secrets.ts';
import type { SequencerPort } from '../core/sequencer/sequencer.ts';
import type { Database } from '../core/store/database.ts';
import type { Messages } from '../notices/index.ts';
import type { Verifications } from '../verification/index.ts';
import type { FundPasswords } from './fund-passwords.ts';
import type { Passkeys } from './passkeys/passkeys.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { UserOtp } from './user-otp.ts';
import { rememberCountry } from './users/guard-queries.ts';
import { findUserById, rememberDevice, type UserRow } from './users/queries.ts';
import { type LoggedIn, type Origin, userView } from './users.ts';

export interface WelcomeOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly sequencer: SequencerPort;
  readonly secrets: Secrets;
  readonly sessions: Sessions;
  readonly messages: Messages;
  readonly userOtp: Pick<UserOtp, 'isSet'>;
  readonly passkeys: Pick<Passkeys, 'has'>;
  readonly fundPasswords: Pick<FundPasswords, 'has'>;
  readonly verification: Pick<Verifications, 'levels'>;
}

export class Welcome {
  readonly #options: WelcomeOptions;

  constructor(options: WelcomeOptions) {
    this.#options = options;
  }

  /** Opens a session for who proved to be this user; throws `login_failed` when the password was changed meanwhile. */
  async enter(
    user: UserRow,
    origin: Origin,
    { isByPassword }: { readonly isByPassword: boolean },
  ): Promise<LoggedIn> {
    const { sessions, secrets, database, clock, log, messages } = this.#options;
    await this.#openLedger(user);
    const device = deviceHash(secrets, origin);
    const token = await sessions.start({
      userId: user.userId,
      passwordHash: user.passwordHash,
      deviceHash: device,
      ip: origin.ip,
      userAgent: origin.userAgent,
      isByPassword,
    });
    // The password was changed since it was verified.
    if (token === undefined) throw new ProblemError('login_failed');
    const isNew = await rememberDevice(database, {
      userId: user.userId,
      deviceHash: device ?? clientHash(secrets, origin),
      nowMs: clock.now(),
      devicesMax: DEVICES_PER_USER_MAX,
    });
    if (origin.country !== undefined)
      await rememberCountry(database, user.userId, { country: origin.country, nowMs: clock.now() });
    const agent = origin.userAgent?.slice(0, 120) ?? '?';
    if (isNew)
      await messages.tellAndMail(user.userId, 'new_device', { device: agent, ip: origin.ip });
    log.info({ event: 'logged_in', userId: user.userId, ip: origin.ip }, 'logged in');
    return { token, user: await this.view(user) };
  }

  async view(user: UserRow): Promise<User> {
    const { userOtp, passkeys, fundPasswords, verification } = this.#options;
    const { userId } = user;
    return userView(user, {
      levels: await verification.levels(userId),
      hasFundPassword: await fundPasswords.has(userId),
      hasOtp: await userOtp.isSet(userId),
      hasPasskey: await passkeys.has(userId),
    });
  }

  /**
   * Opens the user's ledger accounts and binds the inviter; repeating it changes nothing. An inviter whose own
   * registration ended between its two steps has none yet.
   */
  async #openLedger({ userId, inviterId }: Pick<UserRow, 'userId' | 'inviterId'>): Promise<void> {
    const { database, sequencer } = this.#options;
    const inviting = inviterId === undefined ? {} : { inviter: inviterId };
    const open = { kind: 'open_account', owner: userId, ...inviting } as const;
    let result = await sequencer.run(open);
    if (!result.ok && result.reject === 'account_not_found' && inviterId !== undefined) {
      const inviter = await findUserById(database, inviterId);
      if (inviter !== undefined) await this.#openLedger(inviter);
      result = await sequencer.run(open);
    }
    if (!result.ok) throw new ProblemError('unavailable', { cause: new Error(result.reject) });
  }
}

export const deviceHash = (secrets: Secrets, { deviceId }: Origin): Uint8Array | undefined =>
  deviceId === undefined ? undefined : secrets.digest('device', deviceId);

/** Stands for a device that sends no id, for the notice only: it opens no lock. */
export const clientHash = (secrets: Secrets, { ip, userAgent = '' }: Origin): Uint8Array =>
  secrets.digest('client', addressKey(ip), userAgent);
