/**
 * Goes through trades in their order and holds each against its entry, and what they add up to against their orders. What is
 * kept between two steps are the sums of orders of which not all fills have come yet: as the order itself says, or because it waits.
 */

import type { Database, Queryable } from '../store/database.ts';
import { type OpeningFill, readCut, readOpeningFills } from '../store/history-cut.ts';
import { readCheckPlace, writeCheckPlace } from './check-places.ts';
import { atOneMoment, DRIFTS_MAX, type Drift } from './reconciliation.ts';
import { type PastTrade, tradeFaults } from './trade-compare.ts';
import {
  beforeNewest,
  type OrderFills,
  readFills,
  readFillsAfter,
  readTradesStep,
} from './trade-queries.ts';

/** Sums that an earlier version kept under `trades` left out orders that wait. */
const NAME = 'trade_fills';
/** Orders that the newest trades are compared with at most. */
const NEWEST_ORDERS = 10_000;

export interface TradesStep {
  /** Undefined when it was the last. */
  readonly lastId: number | undefined;
  readonly drifts: readonly Drift[];
}

export class TradeWalk {
  #sums = new Map<number, OrderFills>();
  #lastId = 0;

  /** The trades after an id; the last of them, and what is left of the sums, as of one moment. */
  async step(database: Database, after: number, limit: number): Promise<TradesStep> {
    const { tradeId } = await readCut(database);
    // Where history begins, or was cut meanwhile, orders begin with what was filled before.
    if (after <= tradeId) this.#sums = await openingSums(database);
    const trades = await readTradesStep(database, { after: Math.max(after, tradeId), limit });
    if (trades.length === limit) return this.#take(database, trades);
    return atOneMoment(database, async (transaction) => {
      const from = Math.max(after, (await readCut(transaction)).tradeId);
      const rest = await readTradesStep(transaction, { after: from, limit });
      const step = await this.#take(transaction, rest);
      if (rest.length === limit) return step;
      const left = await readFills(transaction, [...this.#sums.keys()]);
      const drifts = [...this.#sums].flatMap(([orderId, sum]) => {
        const order = left.get(orderId);
        return order !== undefined && isSame(sum, order) ? [] : [misses(orderId, sum, order)];
      });
      this.#sums.clear();
      return { lastId: undefined, drifts: [...step.drifts, ...drifts].slice(0, DRIFTS_MAX) };
    });
  }

  /** Keeps the sums for a restart. */
  async keep(target: Queryable, nowMs: number): Promise<void> {
    const sums = [...this.#sums].map(([orderId, { owner, lots, amount, fee }]) =>
      [orderId, owner, lots, amount, fee].map(String),
    );
    await writeCheckPlace(target, NAME, { place: { lastId: this.#lastId, sums }, nowMs });
  }

  /** Takes up the sums of a walk that came to this trade; false where there are none. */
  async goOnFrom(source: Queryable, lastId: number): Promise<boolean> {
    if (lastId < (await readCut(source)).tradeId) return false;
    if (lastId === this.#lastId) return true;
    const kept = (await readCheckPlace(source, NAME)) as Kept | undefined;
    if (kept?.lastId !== lastId) return false;
    this.#lastId = lastId;
    this.#sums = new Map(
      kept.sums.map(([orderId, owner, lots, amount, fee]) => [
        Number(orderId),
        { owner: Number(owner), lots: BigInt(lots), amount: BigInt(amount), fee: BigInt(fee) },
      ]),
    );
    return true;
  }

  async #take(source: Queryable, trades: readonly PastTrade[]): Promise<TradesStep> {
    const drifts = faultsOf(trades);
    const touched = addUp(trades, this.#sums);
    // Read after the trades: an order says no less than they do, unless it is wrong.
    const fills = await readFills(source, touched);
    for (const orderId of touched) {
      const [sum, order] = [this.#sums.get(orderId), fills.get(orderId)];
      if (sum === undefined) continue;
      const isLess = order === undefined || order.owner !== sum.owner || order.lots < sum.lots;
      if (isLess) drifts.push(misses(orderId, sum, order));
      // One that waits may be filled again before the walk is there: then its fills until now count as well.
      if (isLess || (isSame(sum, order) && !order.isWaiting)) this.#sums.delete(orderId);
    }
    this.#lastId = trades.at(-1)?.tradeId ?? this.#lastId;
    return { lastId: trades.at(-1)?.tradeId, drifts };
  }
}

interface Kept {
  readonly lastId: number;
  readonly sums: readonly (readonly [string, string, string, string, string])[];
}

/** The newest trades, and the orders of which they are all, as of one moment. */
export function newestTrades(database: Database, count: number): Promise<readonly Drift[]> {
  return atOneMoment(database, async (transaction) => {
    const before = await beforeNewest(transaction, { trades: count, orders: NEWEST_ORDERS });
    const trades = await readTradesStep(transaction, { after: before.tradeId, limit: count });
    const sums = await openingSums(transaction, before.orderId);
    addUp(trades, sums);
    const fills = await readFillsAfter(transaction, before.orderId);
    const drifts = faultsOf(trades);
    for (const orderId of new Set([...sums.keys(), ...fills.keys()])) {
      if (orderId <= before.orderId) continue;
      const [sum, order] = [sums.get(orderId) ?? NOTHING, fills.get(orderId) ?? NOTHING];
      if (!isSame(sum, order)) drifts.push(misses(orderId, sum, order));
    }
    return drifts.slice(0, DRIFTS_MAX);
  });
}

/** What orders that are there had been filled before history begins. */
async function openingSums(source: Queryable, afterOrderId = 0): Promise<Map<number, OrderFills>> {
  return new Map((await readOpeningFills(source, afterOrderId)).map(toSum));
}

const toSum = (row: OpeningFill): [number, OrderFills] => [
  Number(row.order_id),
  {
    owner: Number(row.owner_id),
    lots: row.quantity_lots,
    amount: row.amount_minor,
    fee: row.fee_minor,
  },
];

const NOTHING: OrderFills = { owner: 0, lots: 0n, amount: 0n, fee: 0n };

const isSame = (one: OrderFills, other: OrderFills): boolean =>
  one.owner === other.owner &&
  one.lots === other.lots &&
  one.amount === other.amount &&
  one.fee === other.fee;

const faultsOf = (trades: readonly PastTrade[]): Drift[] =>
  trades.flatMap((trade) =>
    tradeFaults(trade).map(
      ({ what, difference }): Drift => ({
        check: 'trade_posting',
        subject: `trade ${trade.tradeId}: ${what}`,
        difference,
      }),
    ),
  );

function misses(orderId: number, sum: OrderFills, order: OrderFills = NOTHING): Drift {
  const text = ({ owner, lots, amount, fee }: OrderFills) =>
    `${lots} lots, ${amount}, fee ${fee} of owner ${owner}`;
  return {
    check: 'order_fills',
    subject: `order ${orderId}: says ${text(order)}; its trades are ${text(sum)}`,
    difference: order.amount - sum.amount || 1n,
  };
}

/** Adds fills to the sums of their orders; gives which orders. */
function addUp(trades: readonly PastTrade[], sums: Map<number, OrderFills>): readonly number[] {
  const touched = new Set<number>();
  for (const { lots, notional, maker, taker } of trades) {
    for (const { orderId, owner, fee } of [maker, taker]) {
      const sum = sums.get(orderId) ?? { ...NOTHING, owner };
      sums.set(orderId, {
        // Of two owners neither is the order's.
        owner: sum.owner === owner ? owner : -1,
        lots: sum.lots + lots,
        amount: sum.amount + notional,
        fee: sum.fee + fee,
      });
      touched.add(orderId);
    }
  }
  return [...touched];
}
