/**
 * Withdrawals that are not finished, and all of the latest UTC day on which any was asked for: its limits
 * count what was asked for, whatever became of it (W9). The others are in the tables only.
 */
import { type AmountMinor, amountMinor, assert, DAY_MS } from '@fairlead/units';
import { ChangedRows } from '../table/changed-rows.ts';
import type { OwnerId } from '../terms.ts';
import type { WithdrawalRow } from './rows.ts';

/** What an owner asked for on one UTC day. */
export interface DayUsage {
  readonly count: number;
  /** In 10^-6 USDT. */
  readonly value: AmountMinor;
}

const NO_USAGE: DayUsage = { count: 0, value: amountMinor(0n) };

export class Withdrawals {
  readonly #rows = new Map<number, WithdrawalRow>();
  readonly #changed = new ChangedRows<WithdrawalRow>();
  readonly #usage = new Map<OwnerId, DayUsage>();
  /** When the latest day with a withdrawal began; 0 before the first. */
  #dayStartMs = 0;

  find(withdrawalId: number): WithdrawalRow | undefined {
    return this.#rows.get(withdrawalId);
  }

  /** What an owner has used of the UTC day of a time, which is not before the latest. */
  usage(owner: OwnerId, timeMs: number): DayUsage {
    return dayStartOf(timeMs) === this.#dayStartMs
      ? (this.#usage.get(owner) ?? NO_USAGE)
      : NO_USAGE;
  }

  /** Takes up a new withdrawal and counts it to its day. */
  add(row: WithdrawalRow): void {
    const dayStartMs = dayStartOf(row.createdAtMs);
    if (dayStartMs !== this.#dayStartMs) this.#beginDay(dayStartMs);
    this.#count(row);
    this.#rows.set(row.withdrawalId, row);
    this.#changed.set(row.withdrawalId, row);
  }

  /** Takes the next state of a known withdrawal; a finished one of an earlier day is forgotten. */
  replace(row: WithdrawalRow): void {
    assert(this.#rows.has(row.withdrawalId), 'a withdrawal that changes is known');
    if (this.#isKept(row)) this.#rows.set(row.withdrawalId, row);
    else this.#rows.delete(row.withdrawalId);
    this.#changed.set(row.withdrawalId, row);
  }

  /** All that are kept, by id. */
  rows(): WithdrawalRow[] {
    return [...this.#rows.values()].sort((left, right) => left.withdrawalId - right.withdrawalId);
  }

  /** Those that changed since the last call, each once, in the order of first change. */
  takeChanged(): WithdrawalRow[] {
    return this.#changed.take();
  }

  /** Puts stored rows back. */
  restore(rows: readonly WithdrawalRow[]): void {
    for (const { createdAtMs } of rows) {
      this.#dayStartMs = Math.max(this.#dayStartMs, dayStartOf(createdAtMs));
    }
    for (const row of rows) {
      assert(!this.#rows.has(row.withdrawalId), 'a withdrawal is restored once');
      assert(this.#isKept(row), 'only withdrawals that matter are restored');
      this.#rows.set(row.withdrawalId, row);
      if (dayStartOf(row.createdAtMs) === this.#dayStartMs) this.#count(row);
    }
  }

  /** Recounts what the day's limits go by. */
  checkUsage(): void {
    const counted = new Map<OwnerId, DayUsage>();
    for (const row of this.#rows.values()) {
      assert(this.#isKept(row), 'finished withdrawals of earlier days are forgotten');
      if (dayStartOf(row.createdAtMs) !== this.#dayStartMs) continue;
      const { count, value } = counted.get(row.owner) ?? NO_USAGE;
      counted.set(row.owner, { count: count + 1, value: amountMinor(value + row.valueMinor) });
    }
    assert(counted.size === this.#usage.size, 'only owners with withdrawals used their day');
    for (const [owner, { count, value }] of counted) {
      const used = this.#usage.get(owner);
      assert(used?.count === count && used.value === value, 'a day is what was asked for on it');
    }
  }

  #beginDay(dayStartMs: number): void {
    assert(dayStartMs > this.#dayStartMs, 'days do not go back');
    this.#dayStartMs = dayStartMs;
    this.#usage.clear();
    for (const row of this.#rows.values()) {
      if (!this.#isKept(row)) this.#rows.delete(row.withdrawalId);
    }
  }

  #count({ owner, valueMinor }: WithdrawalRow): void {
    const { count, value } = this.#usage.get(owner) ?? NO_USAGE;
    this.#usage.set(owner, { count: count + 1, value: amountMinor(value + valueMinor) });
  }

  #isKept(row: WithdrawalRow): boolean {
    return isUnderReview(row) || isInTransit(row) || row.createdAtMs >= this.#dayStartMs;
  }
}

const isUnderReview = ({ status }: WithdrawalRow): boolean => status === 'under_review';

/** Whether it was debited and is neither sent nor refunded. */
export const isInTransit = ({ status, sendState }: WithdrawalRow): boolean =>
  status === 'passed' && sendState !== 'sent';

/** What the receiver gets. */
export const receiptOf = ({ amount, fee }: WithdrawalRow): AmountMinor => amountMinor(amount - fee);

const dayStartOf = (timeMs: number): number => timeMs - (timeMs % DAY_MS);
