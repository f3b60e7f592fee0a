/**
 * What is known of waiting orders beyond the book: quantities and fees so far, times, client order ids,
 * and whose they are. Values lie in typed arrays by the order's slot, 64 bytes each, so that a million
 * waiting orders are no million objects for the garbage collector. Rows are made when asked for.
 */
import type { MarketUnits } from '@fairlead/formula';
import { type AmountMinor, amountMinor, assert, priceTicks, quantityLots } from '@fairlead/units';
import type { OrderPool } from '../book/order-pool.ts';
import { sideOf } from '../book/side-code.ts';
import type { OrderOwner } from '../state/order-owner.ts';
import { NONE } from '../table/slot-table.ts';
import type { TimeInForce } from './commands.ts';
import { holdAmount } from './hold-amount.ts';
import { type OrderRates, RatePairs } from './order-rates.ts';
import { SlotTerms } from './order-terms.ts';
import { RESTING_FORCES } from './resting.ts';
import type { CancelReason, OrderRow, OrderTerms } from './rows.ts';

/** Eight numbers (or 64-bit amounts) or sixteen links make a slot, as in the pool. */
const NUMBERS = 8;
const LINKS = 16;

const CREATED_AT = 0;
const UPDATED_AT = 1;
const QUANTITY = 2;
const FILLED_AMOUNT = 3;
const FEE = 4;
const OLDER = 10;
const NEWER = 11;
const OWNER_NUMBER = 12;
/** The time in force, plus 2 where it has terms beside, plus 4 × the number of the pair of rates. */
const KIND = 13;
const HAS_TERMS = 2;
const PAIR_SHIFT = 2;
/** Place among the rows of the running batch, plus one; 0 when untouched. */
const ROW = 14;
/** 1 when the order has a client order id. */
const IS_NAMED = 15;

/** What an order brings that is not in the book. */
export interface OpenOrder extends OrderRates {
  readonly quantityLots: number;
  readonly timeInForce: TimeInForce;
  readonly clientOrderId: string | undefined;
  /** Undefined for nearly all. */
  readonly terms: OrderTerms | undefined;
  readonly filledAmount: AmountMinor;
  readonly fee: AmountMinor;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** What an order row needs to know of its market. */
export interface OrderMarket extends MarketUnits {
  readonly marketId: number;
}

/** Who is told of fills and ends of orders that are of a list. */
export interface ListsTold {
  touch(listId: number, over?: OrderRow): void;
}

/** What an amended order says, and what it was filled by since. */
interface Amended {
  readonly quantityLots: number;
  readonly timeMs: number;
  readonly filled?: Pick<OpenOrder, 'filledAmount' | 'fee'>;
}

const NOTHING = amountMinor(0n);
const NOTHING_FILLED = { filledAmount: NOTHING, fee: NOTHING };

type Writable<Row> = { -readonly [Key in keyof Row]: Row[Key] };

export class OpenOrders {
  readonly terms = new SlotTerms();
  readonly #pool: OrderPool;
  readonly #marketOf: (market: number) => OrderMarket;
  readonly #lists: ListsTold;
  readonly #owners: OrderOwner[] = [];
  readonly #ratePairs = new RatePairs();
  readonly #clientIds = new Map<number, string>();
  #numbers = new Float64Array(NUMBERS * 64);
  #amounts = new BigInt64Array(this.#numbers.buffer);
  #links = new Int32Array(this.#numbers.buffer);
  #rows: (OrderRow | undefined)[] = [];
  #rowSlots: number[] = [];

  /** `marketOf` gives the terms of a market by its number in the pool. */
  constructor(pool: OrderPool, marketOf: (market: number) => OrderMarket, lists: ListsTold) {
    this.#lists = lists;
    this.#pool = pool;
    this.#marketOf = marketOf;
  }

  addOwner(owner: OrderOwner): void {
    assert(this.#owners.length === owner.number, 'owners are numbered in order');
    this.#owners.push(owner);
  }

  /** Takes up an order that now rests in the pool's slot, as its owner's latest. */
  add(slot: number, order: OpenOrder, owner: OrderOwner): void {
    if (slot * NUMBERS >= this.#numbers.length) this.#grow(slot);
    const at = slot * NUMBERS;
    const links = slot * LINKS;
    this.#numbers[at + CREATED_AT] = order.createdAtMs;
    this.#numbers[at + UPDATED_AT] = order.updatedAtMs;
    this.#numbers[at + QUANTITY] = order.quantityLots;
    this.#amounts[at + FILLED_AMOUNT] = order.filledAmount;
    this.#amounts[at + FEE] = order.fee;
    this.#links[links + OWNER_NUMBER] = owner.number;
    const pair = this.#ratePairs.number(order);
    const kind = (pair << PAIR_SHIFT) + (order.timeInForce === 'gtc' ? 0 : 1);
    this.#links[links + KIND] = kind;
    if (order.terms !== undefined) this.#setTerms(slot, order.terms);
    this.#links[links + ROW] = 0;
    this.#links[links + NEWER] = NONE;
    this.#links[links + OLDER] = owner.latest;
    if (owner.latest !== NONE) this.#links[owner.latest * LINKS + NEWER] = slot;
    owner.latest = slot;
    owner.addCount(this.#pool.market(slot), 1);
    this.#links[links + IS_NAMED] = order.clientOrderId === undefined ? 0 : 1;
    if (order.clientOrderId === undefined) return;
    owner.setName(order.clientOrderId, slot);
    this.#clientIds.set(slot, order.clientOrderId);
  }

  /** Books a fill of a waiting order; its remainder is the book's matter. */
  fill(slot: number, fill: { notional: AmountMinor; fee: AmountMinor; timeMs: number }): void {
    const at = slot * NUMBERS;
    const amounts = this.#amounts;
    const filled = (amounts[at + FILLED_AMOUNT] ?? 0n) + fill.notional;
    amounts[at + FILLED_AMOUNT] = BigInt.asIntN(64, filled);
    amounts[at + FEE] = BigInt.asIntN(64, (amounts[at + FEE] ?? 0n) + fill.fee);
    this.#numbers[at + UPDATED_AT] = fill.timeMs;
    const listId = this.#hasTerms(slot) ? this.terms.get(slot)?.listId : undefined;
    if (listId !== undefined) this.#lists.touch(listId);
    this.#touch(slot);
  }

  /** Gives an order another quantity, and books what it was filled by as it came again; the rest is the book's matter. */
  amend(slot: number, { quantityLots: quantity, timeMs, filled }: Amended): void {
    this.#numbers[slot * NUMBERS + QUANTITY] = quantity;
    const { filledAmount: notional, fee } = filled ?? NOTHING_FILLED;
    this.fill(slot, { notional, fee, timeMs });
  }

  /** Gives an order another place in the queue. */
  setPriority(slot: number, priority: number): void {
    this.#setTerms(slot, { ...this.terms.get(slot), priority });
  }

  /** Its place in the queue of its price. */
  priority(slot: number): number {
    const own = this.#hasTerms(slot) ? this.terms.get(slot)?.priority : undefined;
    return own ?? this.#pool.orderId(slot);
  }

  /** Makes the last row of an order that is out of the book, and gives its slot back. */
  close(slot: number, timeMs: number, cancelReason: CancelReason | undefined): OrderRow {
    this.#numbers[slot * NUMBERS + UPDATED_AT] = timeMs;
    this.#touch(slot);
    const row = this.#makeRow(slot, NOTHING);
    // To delete what is not there costs a call into the runtime all the same.
    if (row.hidden !== undefined) delete row.hidden;
    row.status = cancelReason === undefined ? 'completed' : 'cancelled';
    if (cancelReason !== undefined) row.cancelReason = cancelReason;
    this.#setRow(slot, row);
    if (row.listId !== undefined) this.#lists.touch(row.listId, row);
    this.#forget(slot);
    return row;
  }

  /** The rates that a waiting order was placed under. */
  rates(slot: number): OrderRates {
    return this.#ratePairs.at(this.#link(slot, KIND) >> PAIR_SHIFT);
  }

  /** Who a waiting order belongs to. */
  owner(slot: number): OrderOwner {
    const owner = this.#owners[this.#link(slot, OWNER_NUMBER)];
    assert(owner !== undefined, 'an order has an owner');
    return owner;
  }

  /** The row of a waiting order, which belongs to the batch as well. */
  noteRow(slot: number): OrderRow {
    this.#touch(slot);
    const row = this.#makeRow(slot);
    this.#setRow(slot, row);
    return row;
  }

  /** Takes up the row of an order that never rested. */
  addRow(row: OrderRow): void {
    this.#rows.push(row);
    this.#rowSlots.push(NONE);
  }

  row(slot: number): OrderRow {
    return this.#makeRow(slot);
  }

  /** The waiting orders of an owner, in the order of their ids. */
  ofOwner(owner: OrderOwner): OrderRow[] {
    const rows: OrderRow[] = [];
    for (let slot = owner.latest; slot !== NONE; slot = this.#link(slot, OLDER)) {
      rows.push(this.#makeRow(slot));
    }
    return rows.sort(byOrderId);
  }

  /** The ids of the first of them, at most `max`. No row is made; the list goes by time, so to sort it is to turn it round. */
  firstOf(owner: OrderOwner, max: number, marketId?: number): number[] {
    const ids: number[] = [];
    for (let slot = owner.latest; slot !== NONE; slot = this.#link(slot, OLDER)) {
      const market = this.#pool.market(slot);
      if (marketId !== undefined && this.#marketOf(market).marketId !== marketId) continue;
      ids.push(this.#pool.orderId(slot));
    }
    return ids.sort((left, right) => left - right).slice(0, max);
  }

  /** What is still frozen for a waiting order, in the market's quote for a buy and base for a sell. */
  hold(slot: number): AmountMinor {
    const pool = this.#pool;
    const side = pool.side(slot);
    const remainder = { side, priceTicks: pool.price(slot), remainingLots: pool.remaining(slot) };
    return holdAmount(remainder, this.#marketOf(pool.market(slot)));
  }

  /** Rows of the orders that changed since the last call, each once, in the order of first change. */
  takeRows(): OrderRow[] {
    if (this.#rows.length === 0) return [];
    const rows = this.#rows.map((row, at) => row ?? this.#makeRow(this.#rowSlots[at] ?? NONE));
    for (const slot of this.#rowSlots) {
      if (slot !== NONE) this.#links[slot * LINKS + ROW] = 0;
    }
    this.#rows = [];
    this.#rowSlots = [];
    return rows;
  }

  #makeRow(slot: number, hold = this.hold(slot)): Writable<OrderRow> {
    const pool = this.#pool;
    const at = slot * NUMBERS;
    const market = this.#marketOf(pool.market(slot));
    const quantity = this.#numbers[at + QUANTITY] ?? 0;
    const { makerFeePpm, takerFeePpm } = this.rates(slot);
    const row: Writable<OrderRow> = {
      orderId: pool.orderId(slot),
      owner: pool.owner(slot),
      marketId: market.marketId,
      side: sideOf(pool.side(slot)),
      type: 'limit',
      timeInForce: RESTING_FORCES[this.#link(slot, KIND) % 2] ?? 'gtc',
      price: priceTicks(pool.price(slot)),
      quantity: quantityLots(quantity),
      filledQuantity: quantityLots(quantity - pool.remaining(slot)),
      filledAmount: amountMinor(this.#amounts[at + FILLED_AMOUNT] ?? 0n),
      fee: amountMinor(this.#amounts[at + FEE] ?? 0n),
      hold,
      makerFeePpm,
      takerFeePpm,
      status: 'waiting',
      createdAtMs: this.#numbers[at + CREATED_AT] ?? 0,
      updatedAtMs: this.#numbers[at + UPDATED_AT] ?? 0,
    };
    const clientOrderId = this.#clientId(slot);
    if (clientOrderId !== undefined) row.clientOrderId = clientOrderId;
    if (this.#hasTerms(slot)) Object.assign(row, this.terms.get(slot));
    const display = pool.display(slot);
    if (display === undefined) return row;
    row.display = quantityLots(display);
    row.hidden = quantityLots(pool.hidden(slot));
    return row;
  }

  #setTerms(slot: number, terms: OrderTerms): void {
    this.terms.set(slot, terms);
    this.#links[slot * LINKS + KIND] = this.#link(slot, KIND) | HAS_TERMS;
  }

  #hasTerms(slot: number): boolean {
    return (this.#link(slot, KIND) & HAS_TERMS) !== 0;
  }

  #clientId(slot: number): string | undefined {
    return this.#link(slot, IS_NAMED) === 1 ? this.#clientIds.get(slot) : undefined;
  }

  #link(slot: number, field: number): number {
    return this.#links[slot * LINKS + field] ?? NONE;
  }

  /** Makes sure that the order has a row in this batch, which is made anew unless set again. */
  #touch(slot: number): void {
    const row = this.#link(slot, ROW);
    if (row !== 0) {
      this.#rows[row - 1] = undefined;
      return;
    }
    this.#rows.push(undefined);
    this.#rowSlots.push(slot);
    this.#links[slot * LINKS + ROW] = this.#rows.length;
  }

  #setRow(slot: number, row: OrderRow): void {
    this.#rows[this.#link(slot, ROW) - 1] = row;
  }

  #forget(slot: number): void {
    this.#rowSlots[this.#link(slot, ROW) - 1] = NONE;
    const owner = this.owner(slot);
    const older = this.#link(slot, OLDER);
    const newer = this.#link(slot, NEWER);
    if (older !== NONE) this.#links[older * LINKS + NEWER] = newer;
    if (newer === NONE) owner.latest = older;
    else this.#links[newer * LINKS + OLDER] = older;
    owner.addCount(this.#pool.market(slot), -1);
    const clientOrderId = this.#clientId(slot);
    if (clientOrderId !== undefined) {
      owner.dropName(clientOrderId);
      this.#clientIds.delete(slot);
    }
    if (this.#hasTerms(slot)) this.terms.remove(slot);
    this.#pool.release(slot);
  }

  #grow(slot: number): void {
    let length = this.#numbers.length;
    while (slot * NUMBERS >= length) length *= 2;
    // Amounts are copied as integers: a 64-bit pattern need not survive being read as a number.
    const amounts = new BigInt64Array(length);
    amounts.set(this.#amounts);
    this.#amounts = amounts;
    this.#numbers = new Float64Array(amounts.buffer);
    this.#links = new Int32Array(amounts.buffer);
  }
}

/** Order ids rise with time, and no two orders share one. */
export function byOrderId(left: OrderRow, right: OrderRow): number {
  return left.orderId - right.orderId;
}
