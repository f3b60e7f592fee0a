/**
 * Tells those who want to know of their orders that are filled to the end or whose time came, from committed rows: the first of
 * each minute, for whoever has more than that. What is only pushed is not told again after a crash.
 */

import type { OrderRow } from '@fairlead/engine';
import { quantityText } from '@fairlead/formula';
import { MINUTE_MS, quantityLots } from '@fairlead/units';
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
      orders.filter((row) => {
        const kind = kindOf(row);
        return kind !== undefined && isWanted(parts, row.owner, kind) && fills.take(row.owner);
      }),
    missedRows: async () => [],
    notices: (rows) => rows.flatMap((row) => orderNotices(row, terms)),
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

/** What is told of it. One that never waited has no time that could come. */
function kindOf({ status, cancelReason }: OrderRow): 'order_filled' | 'order_expired' | undefined {
  if (status === 'completed') return 'order_filled';
  return cancelReason === 'expired' ? 'order_expired' : undefined;
}

function orderNotices(row: OrderRow, terms: Terms): Notice[] {
  const order = orderView(row, terms);
  const { base } = terms.knownMarket(row.marketId);
  const kind = kindOf(row);
  if (kind === undefined) return [];
  const said = {
    order_id: String(order.id),
    symbol: order.symbol,
    side: order.side,
    currency: base.name,
  };
  const told = { userId: row.owner, key: `${kind}:${row.orderId}` };
  if (kind === 'order_filled') {
    const price = order.average_price ?? order.price ?? '';
    return [{ ...told, kind, params: { ...said, amount: order.filled_quantity, price } }];
  }
  const { lotBaseMinor } = terms.gridOfOrder(row.marketId, row.orderId);
  const left = quantityLots((row.quantity ?? row.filledQuantity) - row.filledQuantity);
  const params = {
    ...said,
    amount: quantityText(left, lotBaseMinor, base.scale),
    price: order.price ?? '',
    filled: order.filled_quantity,
  };
  return [{ ...told, kind, params }];
}
