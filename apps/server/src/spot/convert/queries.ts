/** Conversions as their owners read them, with the orders of their legs. */
import type { ConversionRow, OrderRow } from '@fairlead/engine';
import type { Queryable } from '../../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../../core/store/pages.ts';
import { ORDER_COLUMNS, type OrderRecord, toOrder } from '../record.ts';
import { CONVERSION_COLUMNS, type ConversionRecord, toConversion } from './record.ts';

/** A conversion with the orders of its legs, the sale first. */
export interface WholeConversion {
  readonly row: ConversionRow;
  readonly orders: readonly OrderRow[];
}

/** An owner's, newest first. */
export async function conversionsPage(
  source: Queryable,
  owner: number,
  request: PageRequest,
): Promise<Page<WholeConversion>> {
  const found = await readPage<ConversionRecord, ConversionRow>(
    source,
    {
      columns: CONVERSION_COLUMNS,
      from: 'conversions',
      where: new Conditions().add('owner_id =', owner),
      orderBy: 'conversion_id DESC',
    },
    request,
    toConversion,
  );
  const legsOf = ({ saleOrderId, purchaseOrderId }: ConversionRow) =>
    [saleOrderId, purchaseOrderId].filter((id) => id !== undefined);
  const rows = await source.query<OrderRecord>(
    `SELECT ${ORDER_COLUMNS} FROM orders WHERE order_id = ANY($1::bigint[])`,
    [found.list.flatMap(legsOf)],
  );
  const orders = new Map(rows.map(toOrder).map((order) => [order.orderId, order]));
  const list = found.list.map((row) => ({
    row,
    orders: legsOf(row).flatMap((id) => orders.get(id) ?? []),
  }));
  return { ...found, list };
}
