/** The part that orders and trades have of a batch, of a start and of what must add up. */
import type { OrderRow } from '@fairlead/engine';
import type { BatchEncoder } from '../core/store/batch/encoder.ts';
import { copies, updates } from '../core/store/batch/table-writer.ts';
import type { BatchPart, BatchRows } from '../core/store/batch/writer.ts';
import type { Queryable } from '../core/store/database.ts';
import { rowsOf, type TablesPart } from '../core/store/exchange-tables.ts';
import { text } from '../core/store/table.ts';
import { agreedOrder, readAgreedOrders } from './agreed.ts';
import { CONVERSIONS } from './convert/record.ts';
import { ORDER_LAYOUT } from './layouts.ts';
import { AMENDED, AMENDMENTS, ORDERS, type OrderRecord, TRADES, toOrder } from './record.ts';

const copyOrders = copies(ORDERS, text('agreed_digest'));
const updateOrders = updates(ORDERS);
const updateAmended = updates(AMENDED, text('agreed_digest'), 'amended_orders');

/** Orders that came to be in this batch are copied, the others' changing columns are updated. */
const orders: BatchPart = (encoder, { changes, previousOrderId, agreed }) => {
  const placed = changes.orders.filter(({ orderId }) => orderId > previousOrderId);
  copyOrders(encoder, placed, (row) =>
    row.status === 'waiting' ? agreed?.of(agreedOrder(row)) : undefined,
  );
  if (placed.length === changes.orders.length) return;
  const known = changes.orders.filter(({ orderId }) => orderId <= previousOrderId);
  amend(encoder, { changes, agreed }, known);
  updateOrders(encoder, known);
};

/**
 * Before what became of them: what is over is not amended any more. Their digests follow what they say now. Those that show a
 * part of themselves have a new place with each, so they are written whenever they changed.
 */
function amend(
  encoder: BatchEncoder,
  { changes, agreed }: Pick<BatchRows, 'changes' | 'agreed'>,
  known: readonly OrderRow[],
): void {
  const ids = new Set(changes.amendments.map(({ orderId }) => orderId));
  const amended = known.filter(({ orderId, display }) => display !== undefined || ids.has(orderId));
  if (amended.length === 0) return;
  const digests = new Map(
    amended.map((row) => [
      row.orderId,
      row.status === 'waiting' ? agreed?.of(agreedOrder(row)) : undefined,
    ]),
  );
  updateAmended(encoder, amended, ({ orderId }) => digests.get(orderId));
}

async function readOpenOrders(source: Queryable): Promise<OrderRow[]> {
  const rows = await source.query<OrderRecord>(
    `SELECT ${ORDERS.columns} FROM orders WHERE status = 'waiting' ORDER BY order_id`,
  );
  return rows.map(toOrder);
}

export const spotTables = {
  writes: {
    acts: [
      orders,
      rowsOf('amendments', copies(AMENDMENTS)),
      rowsOf('trades', copies(TRADES)),
      rowsOf('conversions', copies(CONVERSIONS)),
    ],
  },
  reads: { orders: readOpenOrders },
  told: { orders: ORDER_LAYOUT },
  due: ({ orders: changed }) =>
    changed.flatMap(({ status, expiresAtMs }) => (status === 'waiting' ? (expiresAtMs ?? []) : [])),
  checks: {
    agreed: { table: 'orders', id: 'order_id', read: readAgreedOrders },
    // Quote for a buy, base for a sell.
    holds: [
      `SELECT owner_id || ' coin '
        || CASE side WHEN 'buy' THEN quote_currency_id ELSE base_currency_id END,
      -hold_minor
    FROM orders JOIN markets USING (market_id) WHERE status = 'waiting'`,
    ],
    numbers: [
      ['order', 'SELECT max(order_id) FROM orders', 'last_order_id'],
      ['trade', 'SELECT max(trade_id) FROM trades', 'last_trade_id'],
    ],
  },
} satisfies TablesPart;
