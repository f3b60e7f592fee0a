/**
 * Withdrawals cool off after a change of what protects an account, longer after a recovery, and everybody's after a declared
 * loss, which may have taken such a change back.
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
  readonly recoveryHoldHours: number;
}

export class SecurityLocks {
  readonly #options: SecurityLocksOptions;

  constructor(options: SecurityLocksOptions) {
    this.#options = options;
  }

  /** When withdrawals of the user work again, ms; undefined when they do now. */
  async usableAt(userId: number): Promise<number | undefined> {
    const { database, clock, coolingOffHours, recoveryHoldHours } = this.#options;
    const { anyMs, recoveryMs } = await lastSecurityChange(database, userId);
    const ends = [
      ...[anyMs, await lastLossAt(database)].map((each) => after(each, coolingOffHours)),
      after(recoveryMs, recoveryHoldHours),
    ];
    const usableAtMs = Math.max(...ends);
    return usableAtMs > clock.now() ? usableAtMs : undefined;
  }

  /** Notes a change, in the transaction that makes it. */
  note(source: Queryable, userId: number, kind: SecurityChange): Promise<void> {
    return insertSecurityChange(source, { userId, kind, timeMs: this.#options.clock.now() });
  }
}

const after = (timeMs: number | undefined, hours: number): number =>
  timeMs === undefined ? 0 : timeMs + hours * HOUR_MS;
