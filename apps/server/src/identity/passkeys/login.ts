/** Logging in with a passkey, and proving oneself with one, with the limits that passwords have. */
import { ProblemError } from '@fairlead/contract';
import type { Logger } from 'pino';
import type { Call } from '../../core/http/handler.ts';
import { addressKey } from '../../core/http/rates.ts';
import type { Secrets } from '../../core/operations/secrets.ts';
import type { Database } from '../../core/store/database.ts';
import type { Attempt, LoginThrottle } from '../throttle.ts';
import { findUserById, isKnownDevice, type UserRow } from '../users/queries.ts';
import type { LoggedIn, Origin } from '../users.ts';
import { deviceHash, type Welcome } from '../welcome.ts';
import type { Passkeys } from './passkeys.ts';
import type { PasskeyRow } from './queries.ts';

export interface PasskeyLoginOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly secrets: Secrets;
  readonly passkeys: Passkeys;
  readonly throttle: LoginThrottle;
  readonly welcome: Welcome;
}

type From = Origin & Pick<Call, 'caller'>;

interface Proven {
  readonly passkey: PasskeyRow;
  readonly user: UserRow;
}

export class PasskeyLogin {
  readonly #options: PasskeyLoginOptions;

  constructor(options: PasskeyLoginOptions) {
    this.#options = options;
  }

  /** Opens a session: a passkey is what somebody has and what they are or know. Throws `passkey_refused`, `locked_out`. */
  async login(credential: string, call: From): Promise<LoggedIn> {
    const { user } = await this.#proven(credential, call);
    return this.#options.welcome.enter(user, call, { isByPassword: false });
  }

  /** What does for a second factor, once. Throws like `login`. */
  async prove(credential: string, call: From): Promise<string> {
    return this.#options.passkeys.ticket((await this.#proven(credential, call)).passkey);
  }

  async #proven(credential: string, call: From): Promise<Proven> {
    const { database, clock, log, passkeys, throttle } = this.#options;
    const passkey = await passkeys.find(credential);
    // Read first: a password that is set while the answer is verified admits no session for it.
    const user = passkey && (await findUserById(database, passkey.userId));
    const use = async () => (await passkeys.use(credential)) === passkey?.passkeyId;
    const attempt = await this.#attempt(passkey, call);
    const waitMs = attempt === undefined ? 0 : throttle.waitMs(attempt, clock.now());
    if (waitMs > 0) throw new ProblemError('locked_out', { retryAfterMs: waitMs });
    const isRight = await (attempt === undefined ? use() : throttle.attempt(attempt, clock, use));
    if (!isRight || passkey === undefined || user === undefined || user.isBot) {
      log.info({ event: 'passkey_refused', ip: call.ip }, 'passkey refused');
      throw new ProblemError('passkey_refused');
    }
    return { passkey, user };
  }

  /**
   * By session; else by passkey and a device of its owner, or the address: what strangers send is in nobody's way, behind the
   * same address either. What is no passkey of anybody's is not counted: nobody guesses a key.
   */
  async #attempt(passkey: PasskeyRow | undefined, call: From): Promise<Attempt | undefined> {
    const { database, secrets } = this.#options;
    const address = addressKey(call.ip);
    const { caller } = call;
    if (caller.kind === 'user')
      return { account: 'passkey', address, knownDevice: `session ${caller.sessionId}` };
    if (passkey === undefined) return undefined;
    const { passkeyId, userId } = passkey;
    const device = deviceHash(secrets, call);
    const isKnown = device !== undefined && (await isKnownDevice(database, userId, device));
    const from = isKnown ? `device ${Buffer.from(device).toString('hex')}` : `address ${address}`;
    return { account: `passkey ${passkeyId}`, address, knownDevice: from };
  }
}
