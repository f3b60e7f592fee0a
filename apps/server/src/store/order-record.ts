/** An order as its table holds it, and back. */
import type {
  CancelReason,
  OrderRow,
  OrderStatus,
  OrderType,
  Side,
  TimeInForce,
} from '@fairlead/engine';
import { amountMinor, priceTicks, quantityLots, ratePpm } from '@fairlead/units';

export const ORDER_COLUMNS = `order_id, owner_id, market_id, side, type, time_in_force,
  client_order_id, price_ticks, quantity_lots, amount_minor, filled_quantity_lots,
  filled_amount_minor, fee_minor, hold_minor, maker_fee_ppm, taker_fee_ppm, status, cancel_reason, created_at_ms,
  updated_at_ms`;

export interface OrderRecord {
  readonly order_id: bigint;
  readonly owner_id: bigint;
  readonly market_id: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly time_in_force: TimeInForce;
  readonly client_order_id: string | null;
  readonly price_ticks: bigint | null;
  readonly quantity_lots: bigint | null;
  readonly amount_minor: bigint | null;
  readonly filled_quantity_lots: bigint;
  readonly filled_amount_minor: bigint;
  readonly fee_minor: bigint;
  readonly hold_minor: bigint;
  /** Absent of orders that were over before rates were kept. */
  readonly maker_fee_ppm: bigint | null;
  readonly taker_fee_ppm: bigint | null;
  readonly status: OrderStatus;
  readonly cancel_reason: CancelReason | null;
  readonly created_at_ms: bigint;
  readonly updated_at_ms: bigint;
}

export function toOrder(row: OrderRecord): OrderRow {
  return {
    orderId: Number(row.order_id),
    owner: Number(row.owner_id),
    marketId: row.market_id,
    side: row.side,
    type: row.type,
    timeInForce: row.time_in_force,
    ...(row.client_order_id !== null && { clientOrderId: row.client_order_id }),
    ...(row.price_ticks !== null && { price: priceTicks(Number(row.price_ticks)) }),
    ...(row.quantity_lots !== null && { quantity: quantityLots(Number(row.quantity_lots)) }),
    ...(row.amount_minor !== null && { amount: amountMinor(row.amount_minor) }),
    filledQuantity: quantityLots(Number(row.filled_quantity_lots)),
    filledAmount: amountMinor(row.filled_amount_minor),
    fee: amountMinor(row.fee_minor),
    hold: amountMinor(row.hold_minor),
    ...(row.maker_fee_ppm !== null && { makerFeePpm: ratePpm(row.maker_fee_ppm) }),
    ...(row.taker_fee_ppm !== null && { takerFeePpm: ratePpm(row.taker_fee_ppm) }),
    status: row.status,
    ...(row.cancel_reason !== null && { cancelReason: row.cancel_reason }),
    createdAtMs: Number(row.created_at_ms),
    updatedAtMs: Number(row.updated_at_ms),
  };
}
