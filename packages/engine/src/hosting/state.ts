/** Locked funds: what is sold, what is in hosting, whose day is due next, and what changed in the running batch. */
import { hostingDueAtMs } from '@fairlead/formula';
import { type AmountMinor, amountMinor, assert } from '@fairlead/units';
import { ChangedRows } from '../table/changed-rows.ts';
import { DueQueue } from '../table/due-queue.ts';
import { NONE, SlotTable } from '../table/slot-table.ts';
import { HostingColumns } from './columns.ts';
import type { HostingChanges, HostingRow, HostingSnapshot } from './rows.ts';
import type { HostingProduct } from './terms.ts';

/** What is in hosting of one product. */
export interface Hosted {
  readonly amount: AmountMinor;
  readonly orders: number;
}

const NOTHING: Hosted = { amount: amountMinor(0n), orders: 0 };

export class Hostings {
  readonly #products = new Map<number, HostingProduct>();
  readonly #columns = new HostingColumns();
  readonly #slots = new SlotTable();
  /**
   * One entry for each order, at its next day. What was redeemed leaves its entry behind, which goes when it comes first:
   * within a day. So the first is always of an order in hosting.
   */
  readonly #due = new DueQueue();
  /** By product; those with nothing in hosting are left out. */
  readonly #hosted = new Map<number, Hosted>();
  readonly #changed = new ChangedRows<HostingRow>();
  readonly #changedProducts = new ChangedRows<HostingProduct>();

  product(productId: number): HostingProduct | undefined {
    return this.#products.get(productId);
  }

  setProduct(product: HostingProduct): void {
    this.#products.set(product.productId, product);
    this.#changedProducts.set(product.productId, product);
  }

  hosted(productId: number): Hosted {
    return this.#hosted.get(productId) ?? NOTHING;
  }

  /** An order in hosting; ended ones are in the tables only. */
  find(hostingId: number): HostingRow | undefined {
    const slot = this.#slots.get(hostingId);
    return slot === NONE ? undefined : this.#columns.row(slot);
  }

  /** When the next day of any order is due. */
  get nextDueAtMs(): number | undefined {
    return this.#due.first?.dueAtMs;
  }

  /** The order whose day is due first; there must be one. */
  first(): HostingRow {
    const { first } = this.#due;
    assert(first !== undefined, 'a day is due');
    const row = this.find(first.id);
    assert(row !== undefined, 'what is due first is in hosting');
    return row;
  }

  /** Takes an order up. */
  add(row: HostingRow): void {
    this.#slots.add(row.hostingId, this.#columns.add(row));
    this.#due.add({ dueAtMs: nextDayMs(row), id: row.hostingId });
    this.#count(row, 1);
    this.#changed.set(row.hostingId, row);
  }

  /** Takes the next state of the order whose day was due first: that day is posted, and another one is left. */
  advance(row: HostingRow): void {
    assert(this.#due.take().id === row.hostingId, 'days are posted as they fall due');
    this.#due.add({ dueAtMs: nextDayMs(row), id: row.hostingId });
    this.#columns.setPostedDays(this.#slots.get(row.hostingId), row.postedDays);
    this.#changed.set(row.hostingId, row);
    this.#forgetEnded();
  }

  /** Takes the last state of an order, completed or redeemed, which is forgotten. */
  end(row: HostingRow): void {
    const slot = this.#slots.get(row.hostingId);
    assert(slot !== NONE, 'an order ends once');
    this.#slots.remove(row.hostingId);
    this.#columns.release(slot);
    this.#count(row, -1);
    this.#changed.set(row.hostingId, row);
    this.#forgetEnded();
  }

  /** Orders in hosting, by id. O(n log n). */
  rows(): HostingRow[] {
    return this.#columns.rows();
  }

  takeChanges(): HostingChanges {
    return { hostingProducts: this.#changedProducts.take(), hostings: this.#changed.take() };
  }

  snapshot(): HostingSnapshot {
    const products = [...this.#products.values()];
    return {
      hostingProducts: products.sort((left, right) => left.productId - right.productId),
      hostings: this.rows(),
    };
  }

  /** Recounts what is kept beside the rows. O(n log n). */
  check(rows: readonly HostingRow[]): void {
    this.#due.check();
    assert(rows.length === this.#slots.count, 'each order is found by its id');
    const days = new Map<number, number>();
    for (const { dueAtMs, id } of this.#due.list()) {
      const isLive = this.#slots.get(id) !== NONE;
      assert(!isLive || !days.has(id), 'an order is due once');
      if (isLive) days.set(id, dueAtMs);
    }
    const hosted = new Map<number, Hosted>();
    for (const row of rows) {
      assert(days.get(row.hostingId) === nextDayMs(row), 'an order is due at its next day');
      const { amount, orders } = hosted.get(row.productId) ?? NOTHING;
      const sum = { amount: amountMinor(amount + row.amount), orders: orders + 1 };
      hosted.set(row.productId, sum);
    }
    assert(hosted.size === this.#hosted.size, 'only products with orders are counted');
    for (const [productId, { amount, orders }] of hosted) {
      const counted = this.hosted(productId);
      const isSame = counted.amount === amount && counted.orders === orders;
      assert(isSame, 'what is in hosting is counted by product');
    }
  }

  #count({ productId, amount: changed }: HostingRow, change: 1 | -1): void {
    const before = this.hosted(productId);
    const orders = before.orders + change;
    const amount = amountMinor(before.amount + BigInt(change) * changed);
    if (orders === 0) this.#hosted.delete(productId);
    else this.#hosted.set(productId, { amount, orders });
  }

  #forgetEnded(): void {
    for (let { first } = this.#due; first !== undefined; { first } = this.#due) {
      if (this.#slots.get(first.id) !== NONE) return;
      this.#due.take();
    }
  }
}

/** When the next day of an order in hosting is due. */
function nextDayMs({ paidAtMs, postedDays }: HostingRow): number {
  return hostingDueAtMs(paidAtMs, postedDays + 1);
}
