/** What the engine keeps of one market's options: terms, open orders by due time, samples, and what limits go by. */
import { type AmountMinor, amountMinor, assert } from '@fairlead/units';
import { OPTION_SECONDS_MAX } from '../limits.ts';
import type { IndexRow } from '../market/rows.ts';
import { DueQueue } from '../table/due-queue.ts';
import type { OwnerId } from '../terms.ts';
import type { OptionRow } from './rows.ts';
import { SampleWindow, windowMsOf } from './sample-window.ts';
import type { OptionTerms } from './terms.ts';

/** No window reaches further back than this from its delivery. */
const WINDOW_MS_MAX = windowMsOf(OPTION_SECONDS_MAX);

export class OptionMarket {
  readonly marketId: number;
  /** Absent until options are offered here. */
  terms: OptionTerms | undefined;
  readonly samples = new SampleWindow();
  readonly #open = new Map<number, OptionRow>();
  readonly #due = new DueQueue();
  /** Due, but the house left nothing to decide by: they wait for the next price, in the order in which they were due. */
  #awaiting: OptionRow[] = [];
  /** Open orders by owner; owners without any are left out. */
  readonly #counts = new Map<OwnerId, number>();
  #exposure = 0n;

  constructor(marketId: number) {
    this.marketId = marketId;
  }

  /** Open orders. */
  get count(): number {
    return this.#open.size;
  }

  /** The sum of the open orders' pay-outs. */
  get exposure(): AmountMinor {
    return amountMinor(this.#exposure);
  }

  /** When the next order is due. */
  get nextDueMs(): number | undefined {
    return this.#due.first?.dueAtMs;
  }

  /** Open orders of an owner. */
  countOf(owner: OwnerId): number {
    return this.#counts.get(owner) ?? 0;
  }

  find(optionId: number): OptionRow | undefined {
    return this.#open.get(optionId);
  }

  add(row: OptionRow): void {
    assert(!this.#open.has(row.optionId), 'an order is opened once');
    this.#due.add({ dueAtMs: row.deliversAtMs, id: row.optionId });
    this.#keep(row);
  }

  /** Puts an order back that was due and that nothing decides yet. It stays open, with all that is set aside for it. */
  keepWaiting(row: OptionRow): void {
    this.#awaiting.push(row);
    this.#keep(row);
  }

  /** Takes out what waits for a price, by (due time, id). */
  takeAwaiting(): OptionRow[] {
    const awaiting = this.#awaiting;
    this.#awaiting = [];
    for (const row of awaiting) this.#drop(row);
    return awaiting.sort(compareOptions);
  }

  /** Takes out the order that is due first, if it is due at or before a time. */
  takeDue(timeMs: number): OptionRow | undefined {
    const { nextDueMs } = this;
    if (nextDueMs === undefined || nextDueMs > timeMs) return undefined;
    const row = this.#open.get(this.#due.take().id);
    assert(row !== undefined, 'what is due is open');
    this.#drop(row);
    return row;
  }

  /** Where the first window begins of what waits for a price; undefined while nothing does. */
  get awaitedFromMs(): number | undefined {
    if (this.#awaiting.length === 0) return undefined;
    return Math.min(...this.#awaiting.map(({ deliversAtMs, windowMs }) => deliversAtMs - windowMs));
  }

  /** Forgets samples that no open order can be settled by: all that are due by then must be settled, or awaiting. */
  forgetSamples(timeMs: number): void {
    const fromMs = timeMs - WINDOW_MS_MAX;
    this.samples.forgetBefore(Math.min(fromMs, this.awaitedFromMs ?? fromMs));
  }

  /** Open orders, in no order. */
  rows(): IterableIterator<OptionRow> {
    return this.#open.values();
  }

  /** The samples that the open orders may yet be settled by: from the first window on. */
  windowSamples(): IndexRow[] {
    let firstMs = Number.POSITIVE_INFINITY;
    for (const { deliversAtMs, windowMs } of this.#open.values()) {
      firstMs = Math.min(firstMs, deliversAtMs - windowMs);
    }
    return this.samples.rows(this.marketId, firstMs);
  }

  /** Recounts what the limits go by. O(open). */
  check(): void {
    this.#due.check();
    const queued = this.#due.count + this.#awaiting.length;
    assert(queued === this.#open.size, 'each open order is due once');
    const counts = new Map<OwnerId, number>();
    let exposure = 0n;
    for (const { owner, payout, status } of this.#open.values()) {
      assert(status === 'open', 'only open orders are kept');
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
      exposure += payout;
    }
    assert(exposure === this.#exposure, 'the exposure is the sum of the pay-outs');
    assert(counts.size === this.#counts.size, 'only owners with open orders are counted');
    for (const [owner, count] of counts) {
      assert(count === this.countOf(owner), 'open orders are counted by owner');
    }
  }

  #keep(row: OptionRow): void {
    this.#open.set(row.optionId, row);
    this.#counts.set(row.owner, this.countOf(row.owner) + 1);
    this.#exposure += row.payout;
  }

  #drop(row: OptionRow): void {
    this.#open.delete(row.optionId);
    const count = this.countOf(row.owner) - 1;
    if (count === 0) this.#counts.delete(row.owner);
    else this.#counts.set(row.owner, count);
    this.#exposure -= row.payout;
  }
}

/** Below zero when `left` is settled first. */
export function compareOptions(left: OptionRow, right: OptionRow): number {
  return left.deliversAtMs - right.deliversAtMs || left.optionId - right.optionId;
}
