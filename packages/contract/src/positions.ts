/** A position of futures as its owner and operators read it. */
import * as z from 'zod/mini';
import { zDecimal, zSignedDecimal } from './wire/scalars.ts';

export const zPositionSide = z.enum(['long', 'short']);

export type PositionSide = z.infer<typeof zPositionSide>;

export const zPositionStatus = z.enum(['waiting', 'holding', 'closed', 'cancelled']);

export type PositionStatus = z.infer<typeof zPositionStatus>;

export const zCloseReason = z.enum([
  'user',
  'take_profit',
  'stop_loss',
  'liquidation',
  /** It had won as much as a position may. */
  'profit_cap',
  /** Of a waiting one: it could not be opened at the better price it met. */
  'insufficient_balance',
  'house_limit',
  'market_closed',
]);

export type CloseReason = z.infer<typeof zCloseReason>;

export const zStopKind = z.enum(['take_profit', 'stop_loss']);

/** A take-profit or stop-loss of a part of a position. */
export const zStopLevel = z.object({
  id: z.number(),
  stop: zStopKind,
  price: zDecimal,
  /** At most what is left when it fires. */
  lots: z.number(),
});

export type StopLevel = z.infer<typeof zStopLevel>;

export const zPosition = z.object({
  id: z.number(),
  client_order_id: z.optional(z.string()),
  symbol: z.string(),
  currency_id: z.number(),
  currency: z.string(),
  side: zPositionSide,
  type: z.enum(['market', 'limit']),
  /** What is held: less by each part that was closed. */
  lots: z.number(),
  /** Of a part that was closed: the position that it was a part of. */
  part_of: z.optional(z.number()),
  lot_size: zDecimal,
  multiple: z.number(),
  /** All of it, with what was added. */
  margin: zDecimal,
  /** Of the margin, what its owner added: the profit cap does not count it. Absent: nothing. */
  margin_added: z.optional(zDecimal),
  maintenance_rate: zDecimal,
  /** Opening notional × maintenance rate. Absent while it waits. */
  maintenance: z.optional(zDecimal),
  open_fee: zDecimal,
  close_fee: zDecimal,
  /** What the close fee is counted by. */
  close_fee_rate: zDecimal,
  /** What its opening price and stops are whole multiples of. */
  price_step: zDecimal,
  profit_cap: z.number(),
  /** The limit it waits for. */
  price: z.optional(zDecimal),
  open_price: z.optional(zDecimal),
  /** The index. Absent while there is none. */
  current_price: z.optional(zDecimal),
  close_price: z.optional(zDecimal),
  /** An estimate: open × (1 ∓ 1/multiple ± maintenance rate), moved away by what was added. Absent where no price liquidates it. */
  liquidation_price: z.optional(zDecimal),
  take_profit: z.optional(zDecimal),
  stop_loss: z.optional(zDecimal),
  /** Stops of parts, oldest first. Absent: none. */
  levels: z.optional(z.array(zStopLevel)),
  /** At the index, before fees. Absent unless holding, and while there is no index. */
  unrealised_pnl: z.optional(zSignedDecimal),
  /** Maintenance ÷ (margin + unrealised PnL), liquidated at 1. Absent like it. */
  margin_ratio: z.optional(zDecimal),
  /** Of the price, before fees. What the position brought or cost is `net_pnl`. */
  realised_pnl: z.optional(zSignedDecimal),
  /**
   * What the position brought or cost in all: the result of the price − open fee − close fee. Of a holding one, what closing
   * at the index would come to; absent while there is none, and of what never opened.
   */
  net_pnl: z.optional(zSignedDecimal),
  /** The fees in `net_pnl`: open fee + close fee, of a holding one the close fee at the index. Absent like it. */
  fees: z.optional(zDecimal),
  /** What the insurance fund paid of the loss beyond the margin. */
  insurance_paid: z.optional(zDecimal),
  status: zPositionStatus,
  close_reason: z.optional(zCloseReason),
  open_receipt_id: z.optional(z.number()),
  /** Of the last part that was closed or margin that was added. */
  change_receipt_id: z.optional(z.number()),
  /** Of the close; while it holds, of the opening. */
  receipt_id: z.optional(z.number()),
  created_at: z.number(),
  opened_at: z.optional(z.number()),
  closed_at: z.optional(z.number()),
  updated_at: z.number(),
});

export type Position = z.infer<typeof zPosition>;

export const zPositionsSummary = z.object({
  /** Of holding positions. */
  margin: zDecimal,
  /** Before fees. */
  unrealised_pnl: zSignedDecimal,
  /** What closing all now would bring or cost: the sum of their `net_pnl`. */
  net_pnl: zSignedDecimal,
  /** Sum of maintenance ÷ sum of equity; absent without holding positions. */
  risk_rate: z.optional(zDecimal),
});

export type PositionsSummary = z.infer<typeof zPositionsSummary>;
