/**
 * Reads what came in a window, once for all markets: orders and trades have numbers in the order of their coming, so each look goes on
 * where the last one ended and no index of times is needed.
 */
import { SURVEILLANCE_PAGE, SURVEILLANCE_ROWS_MAX } from '../core/http/limits.ts';
import type { Queryable } from '../core/store/database.ts';
import type { Window } from './detect/facts.ts';
import {
  ordersFrom,
  type Place,
  type StoredOrder,
  type StoredTrade,
  tradesFrom,
} from './queries.ts';

export interface Span extends Window {
  readonly beforeMs: number;
  readonly afterMs: number;
}

export interface Read {
  readonly orders: ReadonlyMap<number, readonly StoredOrder[]>;
  readonly trades: ReadonlyMap<number, readonly StoredTrade[]>;
  /** There was more than is looked at at once: nothing may be said of it. */
  readonly isTooMuch: boolean;
  readonly next: Place;
}

export async function readWindow(
  source: Queryable,
  place: Place,
  { span, needsOrders }: { readonly span: Span; readonly needsOrders: boolean },
): Promise<Read> {
  const fromMs = span.fromMs - span.beforeMs;
  const toMs = span.toMs + span.afterMs;
  const nextFromMs = span.toMs - span.beforeMs;
  const trades = await readAll(place.firstTradeId, toMs, {
    page: (tradeId, limit) => tradesFrom(source, { tradeId, fromMs, limit }),
    idOf: ({ tradeId }: StoredTrade) => tradeId,
    timeOf: ({ timeMs }: StoredTrade) => timeMs,
    nextFromMs,
  });
  const orders = needsOrders
    ? await readAll(place.firstOrderId, toMs, {
        page: (orderId, limit) => ordersFrom(source, orderId, limit),
        idOf: ({ orderId }: StoredOrder) => orderId,
        timeOf: ({ createdAtMs }: StoredOrder) => createdAtMs,
        nextFromMs,
      })
    : { rows: [], nextId: place.firstOrderId, isTooMuch: false };
  return {
    orders: Map.groupBy(orders.rows, ({ marketId }) => marketId),
    trades: Map.groupBy(trades.rows, ({ marketId }) => marketId),
    isTooMuch: trades.isTooMuch || orders.isTooMuch,
    next: { doneUntilMs: span.toMs, firstOrderId: orders.nextId, firstTradeId: trades.nextId },
  };
}

interface Pages<Row> {
  readonly page: (fromId: number, limit: number) => Promise<readonly Row[]>;
  readonly idOf: (row: Row) => number;
  readonly timeOf: (row: Row) => number;
  /** What is older the next look does not need. */
  readonly nextFromMs: number;
}

/** All rows until a time, a page at a time; beyond the most that is kept it only counts on to where the next look begins. */
async function readAll<Row>(firstId: number, toMs: number, pages: Pages<Row>) {
  const { page, idOf, timeOf, nextFromMs } = pages;
  const rows: Row[] = [];
  let fromId = firstId;
  let nextId = firstId;
  let isTooMuch = false;
  for (;;) {
    const read = await page(fromId, SURVEILLANCE_PAGE);
    for (const row of read) {
      if (timeOf(row) < nextFromMs) nextId = idOf(row) + 1;
      if (timeOf(row) >= toMs) continue;
      if (rows.length < SURVEILLANCE_ROWS_MAX) rows.push(row);
      else isTooMuch = true;
    }
    const last = read.at(-1);
    if (last === undefined || read.length < SURVEILLANCE_PAGE || timeOf(last) >= toMs)
      return { rows, nextId, isTooMuch };
    fromId = idOf(last) + 1;
  }
}
