/** Fund passwords: six digits, so what protects them is how few guesses there are. */
import { ProblemError } from '@fairlead/contract';
import { FUND_PASSWORD_BUDGET } from '../core/http/limits.ts';
import type { Database } from '../core/store/database.ts';
import { countTry, lockedUntil } from '../core/store/guarded-tries.ts';
import {
  clearFundPasswordTries,
  findFundPassword,
  insertFundPassword,
  updateFundPassword,
} from './fund-password-queries.ts';
import { isCommonPin, type Passwords } from './passwords.ts';
import type { SecurityLocks } from './security-locks.ts';

export interface FundPasswordsOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly passwords: Passwords;
  readonly securityLocks: SecurityLocks;
}

export class FundPasswords {
  readonly #options: FundPasswordsOptions;

  constructor(options: FundPasswordsOptions) {
    this.#options = options;
  }

  async has(userId: number): Promise<boolean> {
    return (await findFundPassword(this.#options.database, userId)) !== undefined;
  }

  /** Throws `fund_password_not_set`, `fund_password_wrong` or `fund_password_locked`. */
  async verify(userId: number, password: string): Promise<void> {
    await this.#verified(userId, password);
  }

  /** Sets the first one, which is no change: nothing cools off. False when there is one already. */
  async setFirst(userId: number, password: string): Promise<boolean> {
    const { database, clock, passwords } = this.#options;
    refuseCommon(password);
    const hash = await passwords.hash(password);
    return insertFundPassword(database, { userId, hash, changedAtMs: clock.now() });
  }

  /** Sets a new one for whoever knows the old one and is let pass by `confirm`. Throws like both. */
  async change(
    userId: number,
    { oldPassword, password }: { readonly oldPassword: string; readonly password: string },
    confirm: () => Promise<void>,
  ): Promise<void> {
    refuseCommon(password);
    const verifiedHash = await this.#verified(userId, oldPassword);
    await confirm();
    await this.#replace(userId, password, verifiedHash);
  }

  /** Sets a new one for whoever proved themselves otherwise; a lock is lifted. */
  async reset(userId: number, password: string): Promise<void> {
    refuseCommon(password);
    const hash = await findFundPassword(this.#options.database, userId);
    if (hash === undefined) throw new ProblemError('fund_password_not_set');
    await this.#replace(userId, password, hash);
  }

  /** The hash that the right password was verified against. */
  async #verified(userId: number, password: string): Promise<string> {
    const { database, clock, passwords } = this.#options;
    const nowMs = clock.now();
    const tried = { ...FUND_PASSWORD_BUDGET, table: 'fund_passwords', userId, nowMs } as const;
    if (!(await countTry(database, tried))) {
      const untilMs = await lockedUntil(database, 'fund_passwords', userId);
      if (untilMs === undefined) throw new ProblemError('fund_password_not_set');
      throw new ProblemError('fund_password_locked', {
        retryAfterMs: Math.max(1, untilMs - nowMs),
      });
    }
    const hash = await findFundPassword(database, userId);
    if (!(await passwords.verify(hash, password)) || hash === undefined)
      throw new ProblemError('fund_password_wrong');
    await clearFundPasswordTries(database, userId);
    return hash;
  }

  async #replace(userId: number, password: string, verifiedHash: string): Promise<void> {
    const { database, clock, passwords, securityLocks } = this.#options;
    const hash = await passwords.hash(password);
    await database.transaction(async (transaction) => {
      const changed = { userId, hash, changedAtMs: clock.now() };
      if (!(await updateFundPassword(transaction, changed, verifiedHash)))
        throw new ProblemError('fund_password_wrong');
      await securityLocks.note(transaction, userId, 'fund_password');
    });
  }
}

/** Of five guesses these are the five, in demo too: who practises there keeps the habit. */
function refuseCommon(password: string): void {
  if (isCommonPin(password)) throw new ProblemError('password_too_common');
}
