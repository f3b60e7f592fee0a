/**
 * Withdrawals cool off after a change of what protects an account, and everybody's after a declared loss, which may have
 * taken such a change back.
 */

import { HOUR_MS } from '@fairlead/units';
import type { Database, Queryable } from '../core/store/database.ts';
import { lastLossAt } from '../losses/index.ts';
import {
  insertSecurityChange,
  lastSecurityChange,
  type SecurityChange,
} from './fund-password-queries.ts';

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
    const changes = [await lastSecurityChange(database, userId), await lastLossAt(database)];
    const known = changes.filter((each) => each !== undefined);
    if (known.length === 0) return undefined;
    const changedAtMs = Math.max(...known);
    const usableAtMs = changedAtMs + coolingOffHours * HOUR_MS;
    return usableAtMs > clock.now() ? usableAtMs : undefined;
  }

  /** Notes a change, in the transaction that makes it. */
  note(source: Queryable, userId: number, kind: SecurityChange): Promise<void> {
    return insertSecurityChange(source, { userId, kind, timeMs: this.#options.clock.now() });
  }
}
