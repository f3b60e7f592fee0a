/** Logging in with a passkey, and proving oneself with one, with the limits that passwords have. */
import { ProblemError } from '@fairlead/contract';
import type { Logger } from 'pino';
import { addressKey } from '../../core/http/rates.ts';
import type { Database } from '../../core/store/database.ts';
import type { Attempt, LoginThrottle } from '../throttle.ts';
import { findUserById, type UserRow } from '../users/queries.ts';
import type { LoggedIn, Origin } from '../users.ts';
import type { Welcome } from '../welcome.ts';
import { readAnswer } from './answers.ts';
import type { Passkeys } from './passkeys.ts';

export interface PasskeyLoginOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly log: Logger;
  readonly passkeys: Passkeys;
  readonly throttle: LoginThrottle;
  readonly welcome: Welcome;
}

export class PasskeyLogin {
  readonly #options: PasskeyLoginOptions;

  constructor(options: PasskeyLoginOptions) {
    this.#options = options;
  }

  /** Opens a session: a passkey is what somebody has and what they are or know. Throws `passkey_refused`, `locked_out`. */
  async login(credential: string, origin: Origin): Promise<LoggedIn> {
    return this.#options.welcome.enter(await this.#owner(credential, origin), origin);
  }

  /** What does for a second factor, once. Throws like `login`. */
  async prove(credential: string, origin: Origin): Promise<string> {
    const { userId } = await this.#owner(credential, origin);
    return this.#options.passkeys.ticket(userId);
  }

  async #owner(credential: string, origin: Origin): Promise<UserRow> {
    const { database, clock, log, passkeys, throttle } = this.#options;
    const address = addressKey(origin.ip);
    // By passkey and address: what a stranger sends for somebody's passkey is not in its owner's way.
    const attempt: Attempt = {
      account: `passkey ${readAnswer(credential)?.id ?? ''} ${address}`,
      address,
      knownDevice: undefined,
    };
    const waitMs = throttle.waitMs(attempt, clock.now());
    if (waitMs > 0) throw new ProblemError('locked_out', { retryAfterMs: waitMs });
    let userId: number | undefined;
    await throttle.attempt(attempt, clock, async () => {
      userId = await passkeys.use(credential);
      return userId !== undefined;
    });
    const user = userId === undefined ? undefined : await findUserById(database, userId);
    if (user === undefined || user.isBot) {
      log.info({ event: 'passkey_refused', ip: origin.ip }, 'passkey refused');
      throw new ProblemError('passkey_refused');
    }
    return user;
  }
}
