/** What was agreed of orders that wait: the text that its digest is made of, and the rows that have one. */
import type { OrderRow } from '@fairlead/engine';
import type { Queryable } from '../core/store/database.ts';
import type { AgreedRow } from '../core/store/exchange-tables.ts';
import { ORDER_COLUMNS, type OrderRecord, toOrder } from './record.ts';

const ROWS_PER_PAGE = 2_000;

type Digested = OrderRecord & { readonly agreed_digest: string | null };

/** What never changes of it but by an amendment, or with the next part that it shows, which make its digest anew. The name that its owner gave it comes last: it may hold anything. */
export const agreedOrder = (row: OrderRow): string =>
  `order${agreedBeside(row)}|${row.orderId}|${row.owner}|${row.marketId}|${row.side}|${row.type}|${row.timeInForce}|${row.price}|${row.quantity}|${row.amount}|${row.makerFeePpm}|${row.takerFeePpm}|${row.createdAtMs}|${row.clientOrderId}`;

/** What few have, in front, where nothing of theirs can look like it. One without reads as before there were any. */
const agreedBeside = (row: OrderRow): string => {
  const { priority, expiresAtMs, selfTrade, display, hidden, listId } = row;
  const isAlone = priority === undefined && expiresAtMs === undefined && selfTrade === undefined;
  const own = isAlone && display === undefined ? '' : ` ${priority} ${expiresAtMs} ${selfTrade}`;
  const parts = display === undefined ? '' : ` ${display} ${hidden}`;
  return listId === undefined ? own + parts : `${own}${parts} of list ${listId}`;
};

/** Every order that waits, by owner and id. */
export async function* readAgreedOrders(source: Queryable): AsyncGenerator<readonly AgreedRow[]> {
  for (let after = [0n, 0n]; ; ) {
    const rows = await source.query<Digested>(
      `SELECT ${ORDER_COLUMNS}, agreed_digest FROM orders
       WHERE status = 'waiting' AND (owner_id, order_id) > ($1, $2)
       ORDER BY owner_id, order_id LIMIT ${ROWS_PER_PAGE}`,
      after,
    );
    yield rows.map(toAgreed);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PAGE) return;
    after = [last.owner_id, last.order_id];
  }
}

function toAgreed(record: Digested): AgreedRow {
  const row = toOrder(record);
  const { orderId, owner, side, price, quantity } = row;
  return {
    id: orderId,
    agreed: agreedOrder(row),
    digest: record.agreed_digest ?? undefined,
    subject: `order ${orderId} of owner ${owner}: is not what was placed, says ${side} ${quantity} at ${price}`,
  };
}
