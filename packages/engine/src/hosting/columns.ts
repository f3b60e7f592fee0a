/**
 * Orders in hosting by slot, in one typed array: 48 bytes each, so that a million are no million objects for the garbage
 * collector. Slots are reused. Rows are made when asked for; what has ended is a row in the tables only.
 */
import { hostingDueAtMs, hostingEarned } from '@fairlead/formula';
import { amountMinor } from '@fairlead/units';
import { HostingAgreements } from './agreements.ts';
import type { HostingRow } from './rows.ts';

const SLOTS_MIN = 64;

/** Places of 8 bytes. The last one holds two counts of 4. */
const NUMBERS = 6;
const HOSTING_ID = 0;
const OWNER = 1;
const AMOUNT = 2;
const INTEREST = 3;
const PAID_AT = 4;

const COUNTS = 12;
const POSTED_DAYS = 10;
/** The agreement's number plus one; 0 is a free slot. */
const AGREEMENT = 11;

const NOTHING = amountMinor(0n);

export class HostingColumns {
  #numbers = new Float64Array(NUMBERS * SLOTS_MIN);
  #amounts = new BigInt64Array(this.#numbers.buffer);
  #counts = new Int32Array(this.#numbers.buffer);
  readonly #agreements = new HostingAgreements();
  #used = 0;
  readonly #free: number[] = [];

  /** Writes an order in hosting to a new slot. */
  add(row: HostingRow): number {
    const slot = this.#free.pop() ?? this.#used;
    if (slot === this.#used) this.#used += 1;
    if (this.#used * NUMBERS > this.#numbers.length) this.#grow();
    const at = slot * NUMBERS;
    this.#numbers[at + HOSTING_ID] = row.hostingId;
    this.#numbers[at + OWNER] = row.owner;
    this.#amounts[at + AMOUNT] = row.amount;
    this.#amounts[at + INTEREST] = row.interest;
    this.#numbers[at + PAID_AT] = row.paidAtMs;
    this.#counts[slot * COUNTS + AGREEMENT] = this.#agreements.number(row) + 1;
    this.setPostedDays(slot, row.postedDays);
    return slot;
  }

  setPostedDays(slot: number, postedDays: number): void {
    this.#counts[slot * COUNTS + POSTED_DAYS] = postedDays;
  }

  /** Gives the slot of an order back that has ended. */
  release(slot: number): void {
    this.#counts[slot * COUNTS + AGREEMENT] = 0;
    this.#free.push(slot);
  }

  row(slot: number): HostingRow {
    const at = slot * NUMBERS;
    const postedDays = this.#counts[slot * COUNTS + POSTED_DAYS] ?? 0;
    const agreement = this.#agreements.at((this.#counts[slot * COUNTS + AGREEMENT] ?? 0) - 1);
    const { days } = agreement;
    const interest = amountMinor(this.#amounts[at + INTEREST] ?? 0n);
    const paidAtMs = this.#numbers[at + PAID_AT] ?? 0;
    return {
      hostingId: this.#numbers[at + HOSTING_ID] ?? 0,
      owner: this.#numbers[at + OWNER] ?? 0,
      ...agreement,
      amount: amountMinor(this.#amounts[at + AMOUNT] ?? 0n),
      interest,
      postedDays,
      earned: hostingEarned(interest, { days, postedDays }),
      damages: NOTHING,
      penalty: NOTHING,
      status: 'hosting',
      paidAtMs,
      completesAtMs: hostingDueAtMs(paidAtMs, days),
    };
  }

  /** All orders in hosting, by id. O(n log n). */
  rows(): HostingRow[] {
    const rows: HostingRow[] = [];
    for (let slot = 0; slot < this.#used; slot += 1) {
      if ((this.#counts[slot * COUNTS + AGREEMENT] ?? 0) !== 0) rows.push(this.row(slot));
    }
    return rows.sort((left, right) => left.hostingId - right.hostingId);
  }

  #grow(): void {
    const numbers = new Float64Array(this.#numbers.length * 2);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
    this.#amounts = new BigInt64Array(numbers.buffer);
    this.#counts = new Int32Array(numbers.buffer);
  }
}
