/** What the receipts of conversions are compared with. */
import type { Queryable } from '../core/store/database.ts';
import type { ReceiptRecord } from './record.ts';

/** An order that is a leg, with the row that holds the legs together. */
export interface ConvertedLegRecord {
  readonly order_id: bigint;
  readonly owner_id: bigint;
  readonly market_id: number;
  readonly side: string;
  readonly filled_amount_minor: bigint;
  readonly fee_minor: bigint;
  readonly conversion_id: bigint;
  readonly conversion_owner_id: bigint;
  readonly received_minor: bigint;
  readonly quoted_received_minor: bigint | null;
  readonly sale_order_id: bigint | null;
  readonly sale_receipt_id: bigint | null;
  readonly sale_index_e8: bigint | null;
  readonly purchase_receipt_id: bigint | null;
  readonly purchase_index_e8: bigint | null;
  readonly plan_id: bigint | null;
  readonly due_ms: bigint | null;
}

/** By the order of the leg. */
export async function conversionsOf(
  source: Queryable,
  receipts: readonly Pick<ReceiptRecord, 'kind' | 'receipt_id'>[],
): Promise<ReadonlyMap<bigint, ConvertedLegRecord>> {
  const rows = await source.query<ConvertedLegRecord>(
    `SELECT order_id, orders.owner_id, orders.market_id, side, filled_amount_minor, fee_minor, conversion_id,
       conversions.owner_id AS conversion_owner_id, received_minor, quoted_received_minor, sale_order_id,
       sale_receipt_id, sale_index_e8, purchase_receipt_id, purchase_index_e8, plan_id, due_ms
     FROM receipts JOIN conversions ON receipt_id IN (sale_receipt_id, purchase_receipt_id)
     JOIN orders ON order_id IN (sale_order_id, purchase_order_id) AND order_id = subject_id
     WHERE receipt_id = ANY($1)`,
    [receipts.filter(({ kind }) => kind === 'conversion').map((receipt) => receipt.receipt_id)],
  );
  return new Map(rows.map((row) => [row.order_id, row]));
}
