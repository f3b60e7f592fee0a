/** A user's own orders, trades and balances as Binance's user streams tell of them, from committed rows. */
import type { BalanceRow, Changes, OrderRow, TradeRow, TriggerRow } from '@fairlead/engine';
import { quantityText } from '@fairlead/formula';
import { amountMinor, quantityLots } from '@fairlead/units';
import { amountText } from '../../../core/http/figures.ts';
import type { MarketData, PublishedUpdate } from '../../../market/data/index.ts';
import type { Terms } from '../../../market/index.ts';

import { orderView, triggerView } from '../../../spot/index.ts';
import { forceWord, ownFill, selfTradeWord, statusWord, typeWord } from '../order-view.ts';
import { stopReport } from '../stop-orders.ts';

import { symbolOf } from '../symbols.ts';
import type { UserStream } from './stream-socket.ts';

export interface UserStreamsOptions {
  readonly marketData: Pick<MarketData, 'terms' | 'onPublished'>;
  readonly clock: { now(): number };
}

export class UserStreams {
  readonly #options: UserStreamsOptions;
  readonly #byUser = new Map<number, Set<UserStream>>();
  readonly #stop: () => void;
  /** The last id that an order had before the batch. */
  #lastOrderId: number | undefined;

  constructor(options: UserStreamsOptions) {
    this.#options = options;
    this.#stop = options.marketData.onPublished((update) => this.#take(update));
  }

  stop(): void {
    this.#stop();
  }

  ofUser(userId: number): ReadonlySet<UserStream> {
    return this.#byUser.get(userId) ?? NONE;
  }

  add(stream: UserStream): void {
    const streams = this.#byUser.get(stream.userId) ?? new Set();
    streams.add(stream);
    this.#byUser.set(stream.userId, streams);
  }

  delete(stream: UserStream): void {
    const streams = this.#byUser.get(stream.userId);
    streams?.delete(stream);
    if (streams?.size === 0) this.#byUser.delete(stream.userId);
  }

  #take({ batch: { changes } }: PublishedUpdate): void {
    const before = this.#lastOrderId;
    this.#lastOrderId = changes.counters.orderId;
    if (this.#byUser.size === 0) return;
    const parts = { terms: this.#options.marketData.terms, nowMs: this.#options.clock.now() };
    for (const order of changes.orders) {
      const streams = this.#byUser.get(order.owner);
      if (streams === undefined) continue;
      // Right after a start the last id is not known yet: an order of one command is new.
      const isNew =
        before === undefined ? order.createdAtMs === order.updatedAtMs : order.orderId > before;
      const isAmended = changes.amendments.some(({ orderId }) => orderId === order.orderId);
      const made = { ...parts, isNew, isAmended, trades: tradesOf(order, changes) };
      for (const event of orderEvents(order, made))
        for (const stream of streams) stream.tell(event);
    }
    for (const row of changes.triggers) {
      const streams = this.#byUser.get(row.owner);
      if (streams === undefined) continue;
      const isNew =
        before === undefined ? row.createdAtMs === row.updatedAtMs : row.triggerId > before;
      for (const event of stopEvents(row, { ...parts, isNew }))
        for (const stream of streams) stream.tell(event);
    }
    for (const [owner, rows] of Map.groupBy(changes.balances, (row) => row.owner)) {
      const event = this.#byUser.has(owner) ? balanceEvent(rows, parts) : undefined;
      if (event === undefined) continue;
      for (const stream of this.ofUser(owner)) stream.tell(event);
    }
  }
}

const NONE: ReadonlySet<UserStream> = new Set();

const tradesOf = ({ orderId }: OrderRow, { trades }: Changes): TradeRow[] =>
  trades.filter(
    ({ makerOrderId, takerOrderId }) => makerOrderId === orderId || takerOrderId === orderId,
  );

interface Parts {
  readonly terms: Terms;
  readonly nowMs: number;
}

interface OrderParts extends Parts {
  /** It was placed in this batch. */
  readonly isNew: boolean;
  /** It was changed in this batch. */
  readonly isAmended?: boolean;
  /** Of this batch, in their order. */
  readonly trades: readonly TradeRow[];
}

/** What became of an order in a batch, one event each: placed, each trade, ended. */
export function orderEvents(order: OrderRow, parts: OrderParts): object[] {
  const { terms, trades, isNew, isAmended = false } = parts;
  const traded = trades.reduce((sum, { quantity }) => sum + quantity, 0);
  const paid = trades.reduce((sum, { notional }) => sum + notional, 0n);
  let filled: number = order.filledQuantity - traded;
  let cost: bigint = order.filledAmount - paid;
  const events: object[] = [];
  const at = { timeMs: order.createdAtMs, filled, cost };
  if (isNew) events.push(report(order, { ...parts, ...at, execution: 'NEW', status: 'NEW' }));
  if (isAmended) {
    const status = filled > 0 ? 'PARTIALLY_FILLED' : 'NEW';
    events.push(report(order, { ...parts, ...at, execution: 'REPLACED', status }));
  }
  for (const trade of trades) {
    filled += trade.quantity;
    cost += trade.notional;
    const isLast = order.status === 'completed' && filled === order.filledQuantity;
    const told = { ...parts, timeMs: trade.timeMs, filled, cost, trade };
    const status = isLast ? 'FILLED' : 'PARTIALLY_FILLED';
    events.push(report(order, { ...told, execution: 'TRADE', status }));
  }
  if (order.status === 'cancelled') {
    const status = statusWord(orderView(order, terms));
    const execution = status === 'CANCELED' ? 'CANCELED' : 'EXPIRED';
    events.push(
      report(order, { ...parts, timeMs: order.updatedAtMs, filled, cost, execution, status }),
    );
  }
  return events;
}

/** What became of a stop in a batch: placed, or over without an order. What it becomes tells of itself. */
function stopEvents(
  row: TriggerRow,
  { terms, nowMs, isNew }: Omit<OrderParts, 'trades'>,
): object[] {
  const stop = triggerView(row, terms);
  const events = isNew ? [stopReport({ ...stop, status: 'waiting' }, 'NEW', nowMs)] : [];
  if (row.status !== 'cancelled') return events;
  return [...events, stopReport(stop, row.receiptId === undefined ? 'CANCELED' : 'EXPIRED', nowMs)];
}

interface Report extends Parts {
  readonly timeMs: number;
  /** Lots and quote minor units until then. */
  readonly filled: number;
  readonly cost: bigint;
  readonly execution: string;
  readonly status: string;
  readonly trade?: TradeRow;
}

function report(
  order: OrderRow,
  { terms, nowMs, timeMs, filled, cost, execution, status, trade }: Report,
): object {
  const view = orderView(order, terms);
  const market = terms.knownMarket(order.marketId);
  const { lotBaseMinor } = terms.gridOfOrder(order.marketId, order.orderId);
  const fill = trade && ownFill(trade, terms, trade.makerOrderId === order.orderId);
  const isWorking = order.type === 'limit' && (status === 'NEW' || status === 'PARTIALLY_FILLED');
  return {
    e: 'executionReport',
    E: nowMs,
    s: symbolOf(market),
    c: view.client_order_id ?? '',
    S: view.side.toUpperCase(),
    o: typeWord(view),
    f: forceWord(view),
    q: view.quantity ?? view.filled_quantity,
    p: view.price ?? '0',
    P: '0',
    F: view.display_quantity ?? '0',
    g: -1,
    C: '',
    x: execution,
    X: status,
    r: 'NONE',
    i: order.orderId,
    l: fill?.quantity ?? '0',
    z: quantityText(quantityLots(filled), lotBaseMinor, market.base.scale),
    L: fill?.price ?? '0',
    n: fill?.fee ?? '0',
    N: fill?.feeCurrency ?? null,
    T: timeMs,
    t: trade?.tradeId ?? -1,
    w: isWorking,
    m: fill?.isMaker ?? false,
    M: false,
    O: order.createdAtMs,
    Z: amountText(amountMinor(cost), market.quote),
    Y: fill?.cost ?? '0',
    Q: view.amount ?? '0',
    W: order.createdAtMs,
    V: selfTradeWord(view),
  };
}

/** Balances of the coin account, which is the one that trades; undefined where others moved. */
function balanceEvent(rows: readonly BalanceRow[], { terms, nowMs }: Parts): object | undefined {
  const coins = rows.filter(({ account }) => account === 'coin');
  if (coins.length === 0) return undefined;
  return {
    e: 'outboundAccountPosition',
    E: nowMs,
    u: nowMs,
    B: coins.map(({ currencyId, total, frozen }) => {
      const currency = terms.knownCurrency(currencyId);
      return {
        a: currency.name,
        f: amountText(total - frozen, currency),
        l: amountText(frozen, currency),
      };
    }),
  };
}
