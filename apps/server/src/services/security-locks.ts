/** Withdrawals cool off after a change of what protects an account. */
import type { Database, Queryable } from '../store/database.ts';
import {
  insertSecurityChange,
  lastSecurityChange,
  type SecurityChange,
} from '../store/fund-password-queries.ts';

const HOUR_MS = 60 * 60_000;

export interface SecurityLocksOptions {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly coolingOffHours: number;
}

export class SecurityLocks {
  readonly #options: SecurityLocksOptions;

  constructor(options: SecurityLocksOptions) {
    this.#options = options;
  }

  /** When withdrawals of the user work again, ms; undefined when they do now. */
  async usableAt(userId: number): Promise<number | undefined> {
    const { database, clock, coolingOffHours } = this.#options;
    const changedAtMs = await lastSecurityChange(database, userId);
    if (changedAtMs === undefined) return undefined;
    const usableAtMs = changedAtMs + coolingOffHours * HOUR_MS;
    return usableAtMs > clock.now() ? usableAtMs : undefined;
  }

  /** Notes a change, in the transaction that makes it. */
  note(source: Queryable, userId: number, kind: SecurityChange): Promise<void> {
    return insertSecurityChange(source, { userId, kind, timeMs: this.#options.clock.now() });
  }
}
