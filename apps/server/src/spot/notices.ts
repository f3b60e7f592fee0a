/**
 * Tells those who want to know of their completed orders, from committed rows: the first of each minute, for whoever fills
 * more than that. What is only pushed is not told again after a crash.
 */

import type { OrderRow } from '@fairlead/engine';
import { MINUTE_MS } from '@fairlead/units';
import { FILLS_TOLD_PER_MINUTE_MAX, TRADE_NOTICES_MAX } from '../core/http/limits.ts';
import type { Terms } from '../market/index.ts';
import {
  type CommitNotices,
  type CommitNoticesParts,
  isWanted,
  type Notice,
  startCommitNotices,
  type WantedNeeds,
} from '../notices/index.ts';
import { orderView } from './views.ts';

export interface OrderNoticesParts extends CommitNoticesParts, WantedNeeds {
  readonly clock: { now(): number };
  readonly terms: Terms;
}

export function startOrderNotices(parts: OrderNoticesParts): CommitNotices<OrderRow> {
  const { clock, terms } = parts;
  const fills = new FillsTold(clock);
  return startCommitNotices(parts, {
    name: 'orders',
    rowsOf: ({ orders }) =>
      orders.filter(
        ({ status, owner }) =>
          status === 'completed' && isWanted(parts, owner, 'order_filled') && fills.take(owner),
      ),
    missedRows: async () => [],
    notices: (rows) => rows.map((row) => orderNotice(row, terms)),
    waitingMax: TRADE_NOTICES_MAX,
  });
}

/** How much of what each user fills in this minute they were told of. */
class FillsTold {
  readonly #clock: { now(): number };
  readonly #fills = new Map<number, number>();
  #minute = 0;

  constructor(clock: { now(): number }) {
    this.#clock = clock;
  }

  /** Counts one, and says whether it is told. */
  take(owner: number): boolean {
    const minute = Math.floor(this.#clock.now() / MINUTE_MS);
    if (minute !== this.#minute) this.#fills.clear();
    this.#minute = minute;
    const told = this.#fills.get(owner) ?? 0;
    this.#fills.set(owner, told + 1);
    return told < FILLS_TOLD_PER_MINUTE_MAX;
  }
}

function orderNotice(row: OrderRow, terms: Terms): Notice {
  const order = orderView(row, terms);
  const { base } = terms.knownMarket(row.marketId);
  const kind = 'order_filled';
  const params = {
    symbol: order.symbol,
    side: order.side,
    amount: order.filled_quantity,
    currency: base.name,
    price: order.average_price ?? order.price ?? '',
  };
  return { userId: row.owner, kind, params, key: `${kind}:${row.orderId}` };
}
