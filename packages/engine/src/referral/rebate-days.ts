/**
 * Rebates that are not paid: of each inviter, currency and UTC day one sum. A day grows until it is over and is then paid,
 * sum by sum, in the order of inviters and currencies.
 */
import { type AmountMinor, amountMinor, assert, DAY_MS } from '@fairlead/units';
import { ledgerAccountId } from '../ledger/account-id.ts';
import type { LedgerAccountId, OwnerId } from '../terms.ts';
import type { RebateDayRow } from './rows.ts';

interface PendingDay {
  readonly inviter: OwnerId;
  readonly currencyId: number;
  readonly day: number;
  amount: AmountMinor;
  paidAtMs: number | undefined;
}

export class RebateDays {
  /** By day, ascending, and by the inviter's coin account, in the order of which they are paid. */
  readonly #days = new Map<number, Map<LedgerAccountId, PendingDay>>();
  readonly #changed = new Set<PendingDay>();
  /** Accounts of the first day that are to be paid, once that has begun. */
  #paying: Float64Array | undefined;
  #paid = 0;

  /** When the first day is over; undefined when nothing is pending. */
  get nextDueAtMs(): number | undefined {
    const day = this.#firstDay;
    return day === undefined ? undefined : (day + 1) * DAY_MS;
  }

  /** Adds to what is pending. Days come in their order. */
  add({ inviter, currencyId, day, amount }: Omit<RebateDayRow, 'paidAtMs'>): void {
    assert(amount > 0n, 'a rebate is more than nothing');
    const ofDay = this.#ofDay(day);
    const accountId = ledgerAccountId(inviter, 'coin', currencyId);
    const known = ofDay.get(accountId);
    const pending = known ?? { inviter, currencyId, day, amount, paidAtMs: undefined };
    if (known === undefined) ofDay.set(accountId, pending);
    else known.amount = amountMinor(known.amount + amount);
    this.#changed.add(pending);
  }

  /** Takes out what is paid next, at a time when its day is over; there must be one. */
  takeNext(timeMs: number): RebateDayRow {
    const day = this.#firstDay;
    assert(day !== undefined && (day + 1) * DAY_MS <= timeMs, 'a day is paid when it is over');
    const ofDay = this.#ofDay(day);
    this.#paying ??= Float64Array.from(ofDay.keys()).sort();
    const accountId = this.#paying[this.#paid] ?? 0;
    const pending = ofDay.get(accountId);
    assert(pending !== undefined, 'what is to be paid is pending');
    this.#paid += 1;
    ofDay.delete(accountId);
    if (ofDay.size === 0) this.#endDay(day);
    pending.paidAtMs = timeMs;
    this.#changed.add(pending);
    return rowOf(pending);
  }

  /** What is pending, by day, inviter and currency. */
  rows(): RebateDayRow[] {
    return [...this.#days.values()].flatMap((ofDay) =>
      [...ofDay].sort(([left], [right]) => left - right).map(([, pending]) => rowOf(pending)),
    );
  }

  /** Those that changed since the last call, each once, as they last were. */
  takeChanged(): RebateDayRow[] {
    if (this.#changed.size === 0) return [];
    const rows = Array.from(this.#changed, rowOf);
    this.#changed.clear();
    return rows;
  }

  /** Puts stored rows back. */
  restore(rows: readonly RebateDayRow[]): void {
    for (const row of [...rows].sort((left, right) => left.day - right.day)) {
      assert(row.paidAtMs === undefined, 'only what is not paid is restored');
      const accountId = ledgerAccountId(row.inviter, 'coin', row.currencyId);
      assert(!this.#ofDay(row.day).has(accountId), 'a day of an inviter is restored once');
      this.add(row);
    }
  }

  /** What is pending of each currency, summed up anew. `timeMs` is the time of the last command. */
  check(timeMs: number): Map<number, bigint> {
    const sums = new Map<number, bigint>();
    let lastDay = -1;
    for (const [day, ofDay] of this.#days) {
      assert(day > lastDay && day * DAY_MS <= timeMs, 'days are in order, and none is to come');
      assert(ofDay.size > 0, 'a day has something pending');
      lastDay = day;
      for (const { amount, currencyId } of ofDay.values()) {
        assert(amount > 0n, 'what is pending is more than nothing');
        sums.set(currencyId, (sums.get(currencyId) ?? 0n) + amount);
      }
    }
    return sums;
  }

  get #firstDay(): number | undefined {
    for (const day of this.#days.keys()) return day;
    return undefined;
  }

  #ofDay(day: number): Map<LedgerAccountId, PendingDay> {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const added = new Map<LedgerAccountId, PendingDay>();
    this.#days.set(day, added);
    return added;
  }

  #endDay(day: number): void {
    assert(this.#paid === this.#paying?.length, 'nothing comes to a day that is being paid');
    this.#days.delete(day);
    this.#paying = undefined;
    this.#paid = 0;
  }
}

function rowOf({ inviter, currencyId, day, amount, paidAtMs }: PendingDay): RebateDayRow {
  const row = { inviter, currencyId, day, amount };
  return paidAtMs === undefined ? row : { ...row, paidAtMs };
}
