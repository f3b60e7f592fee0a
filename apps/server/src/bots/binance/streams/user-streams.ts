/** A user's own orders, trades and balances as Binance's user streams tell of them, from committed rows. */
import type {
  BalanceRow,
  Changes,
  OrderListRow,
  OrderRow,
  TradeRow,
  TriggerRow,
} from '@fairlead/engine';
import { quantityText } from '@fairlead/formula';
import { amountMinor, quantityLots } from '@fairlead/units';
import { amountText } from '../../../core/http/figures.ts';
import type { Queryable } from '../../../core/store/database.ts';
import type { MarketData, PublishedUpdate } from '../../../market/data/index.ts';
import type { Terms } from '../../../market/index.ts';

import { listView, orderView, triggerView, wholeLists } from '../../../spot/index.ts';
import { listReport } from '../list-view.ts';
import {
  forceWord,
  listIdOf,
  ownFill,
  selfTradeWord,
  statusWord,
  typeWord,
} from '../order-view.ts';
import { stopReport, stopStatus } from '../stop-orders.ts';

import { symbolOf } from '../symbols.ts';
import type { UserStream } from './stream-socket.ts';

export interface UserStreamsOptions {
  readonly marketData: Pick<MarketData, 'terms' | 'onPublished'>;
  readonly clock: { now(): number };
  /** Where lists are read whole: a batch has those of their orders alone that it changed. */
  readonly reads: Queryable;
  /** Told of a list that could not be read. */
  readonly onFailure: (error: unknown) => void;
}

export class UserStreams {
  readonly #options: UserStreamsOptions;
  readonly #byUser = new Map<number, Set<UserStream>>();
  readonly #stop: () => void;
  /** Events that wait for one before them, which is being read. */
  readonly #tails = new Map<number, Promise<void>>();
  /** Legs that wait, put up by their lists as far as was told. */
  readonly #putUp = new Set<number>();
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
    if (this.#byUser.size === 0) {
      this.#putUp.clear();
      return;
    }
    const parts = { terms: this.#options.marketData.terms, nowMs: this.#options.clock.now() };
    for (const row of changes.orderLists) {
      const isNew = before === undefined ? isOfOneCommand(row) : row.listId > before;
      if (isNew) this.#tellList({ ...row, status: 'open' });
    }
    for (const order of changes.orders) {
      if (!this.#byUser.has(order.owner)) continue;
      // Right after a start the last id is not known yet: an order of one command is new.
      const isNew = before === undefined ? isOfOneCommand(order) : order.orderId > before;
      const isAmended = changes.amendments.some(({ orderId }) => orderId === order.orderId);
      const made = { ...parts, isNew, isAmended, trades: tradesOf(order, changes) };
      for (const event of orderEvents(order, made)) this.#tell(order.owner, event);
    }
    for (const row of changes.triggers) {
      if (row.status !== 'waiting') this.#putUp.delete(row.triggerId);
      if (!this.#byUser.has(row.owner)) continue;
      const isNew = before === undefined ? isOfOneCommand(row) : row.triggerId > before;
      const list = changes.orderLists.find(({ listId }) => listId === row.listId);
      const isBehind = list !== undefined && list.kind !== 'oco';
      const isPutUp = this.#isPutUp(row, before) && (isBehind || !isNew);
      for (const event of stopEvents(row, { ...parts, isNew, isBehind, isPutUp }))
        this.#tell(row.owner, event);
    }
    for (const row of changes.orderLists) if (row.status === 'done') this.#tellList(row);
    for (const [owner, rows] of Map.groupBy(changes.balances, (row) => row.owner)) {
      const event = this.#byUser.has(owner) ? balanceEvent(rows, parts) : undefined;
      if (event !== undefined) this.#tell(owner, event);
    }
  }

  /** Whether a list put up its leg in this batch: each new best price and each amendment has its row told of again. */
  #isPutUp({ listId, triggerId, sinceId, status }: TriggerRow, before: number | undefined) {
    if (status !== 'waiting' || listId === undefined) return false;
    const isKnown = this.#putUp.has(triggerId);
    this.#putUp.add(triggerId);
    return !isKnown && (sinceId ?? triggerId) >= (before ?? 0);
  }

  /** In their order, whichever of them has to be read first. */
  #tell(owner: number, event: object | Promise<object>): void {
    const tail = this.#tails.get(owner);
    if (tail === undefined && !(event instanceof Promise)) {
      for (const stream of this.ofUser(owner)) stream.tell(event);
      return;
    }
    const telling = Promise.all([event, tail])
      .then(([told]) => {
        for (const stream of this.ofUser(owner)) stream.tell(told);
      })
      .catch(this.#options.onFailure)
      .finally(() => {
        if (this.#tails.get(owner) === telling) this.#tails.delete(owner);
      });
    this.#tails.set(owner, telling);
  }

  #tellList(row: OrderListRow): void {
    if (this.#byUser.has(row.owner)) this.#tell(row.owner, this.#listEvent(row));
  }

  /** A list with the names of all its orders, or with none where they cannot be read. */
  async #listEvent(row: OrderListRow): Promise<object> {
    const { marketData, clock, reads, onFailure } = this.#options;
    const nowMs = clock.now();
    const bare = { list: row, orders: [], triggers: [] };
    const [whole = bare] = await wholeLists(reads, [row]).catch((error) => {
      onFailure(error);
      return [];
    });
    return listReport(listView(whole, marketData.terms), nowMs);
  }
}

const isOfOneCommand = (row: { readonly createdAtMs: number; readonly updatedAtMs: number }) =>
  row.createdAtMs === row.updatedAtMs;

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

interface StopParts extends Parts {
  readonly isNew: boolean;
  /** Whether it was placed behind another order. */
  readonly isBehind: boolean;
  readonly isPutUp: boolean;
}

/** What became of a stop in a batch: placed, put up by its list, or over without an order. What it becomes tells of itself. */
function stopEvents(
  row: TriggerRow,
  { terms, nowMs, isNew, isBehind, isPutUp }: StopParts,
): object[] {
  const stop = triggerView(row, terms);
  const events: object[] = [];
  const status = isBehind ? 'pending' : 'waiting';
  if (isNew) events.push(stopReport({ ...stop, status }, 'NEW', nowMs));
  if (isPutUp) events.push(stopReport(stop, 'NEW', nowMs));
  if (row.status !== 'cancelled') return events;
  const end = stopStatus(stop) === 'CANCELED' ? 'CANCELED' : 'EXPIRED';
  return [...events, stopReport(stop, end, nowMs)];
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
    g: listIdOf(view),
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
