/** Orders that wait for a price as their table holds them, and back. */
import type { TriggerBacklogRow, TriggerMove, TriggerRow } from '@fairlead/engine';
import {
  amount,
  int4,
  int8,
  json,
  lots,
  type RecordOf,
  rate,
  tableOf,
  text,
  ticks,
} from '../../core/store/table.ts';

/** What one was placed as never changes; only what its owner amends does, and what a trailing stop waits for. */
export const TRIGGERS = tableOf<TriggerRow>()({
  name: 'trigger_orders',
  keys: { triggerId: int8('trigger_id') },
  fixed: {
    owner: int8('owner_id'),
    marketId: int4('market_id'),
    side: text('side'),
    triggerKind: text('trigger_kind'),
    triggerBy: text('trigger_by'),
    trailPpm: rate('trail_ppm'),
    activationPrice: ticks('activation_price_ticks'),
    type: text('type'),
    timeInForce: text('time_in_force'),
    selfTrade: text('self_trade'),
    expiresAtMs: int8('expires_at_ms'),
    listId: int8('list_id'),
    amount: amount('amount_minor'),
    clientOrderId: text('client_order_id'),
    makerFeePpm: rate('maker_fee_ppm'),
    takerFeePpm: rate('taker_fee_ppm'),
    createdAtMs: int8('created_at_ms'),
  },
  changing: {
    price: ticks('price_ticks'),
    quantity: lots('quantity_lots'),
    display: lots('display_lots'),
    sinceId: int8('since_id'),
    triggerPrice: ticks('trigger_price_ticks'),
    bestPrice: ticks('best_price_ticks'),
    bestAtMs: int8('best_at_ms'),
    hold: amount('hold_minor'),
    status: text('status'),
    cancelReason: text('cancel_reason'),
    orderId: int8('order_id'),
    receiptId: int8('receipt_id'),
    updatedAtMs: int8('updated_at_ms'),
  },
});

export const TRIGGER_COLUMNS = TRIGGERS.columns;
export type TriggerRecord = RecordOf<typeof TRIGGERS>;
export const toTrigger = TRIGGERS.toRow;

/** What is left to fire. Numbers that are safe integers, and words: JSON has them as they are. */
export const TRIGGER_BACKLOGS = tableOf<TriggerBacklogRow>()({
  name: 'trigger_backlogs',
  keys: { marketId: int4('market_id') },
  changing: {
    moves: json('moves', {
      toText: (moves) => JSON.stringify(moves),
      read: (stored: readonly TriggerMove[]) => stored,
    }),
    sampleTimeMs: int8('sample_time_ms'),
  },
});

export type TriggerBacklogRecord = RecordOf<typeof TRIGGER_BACKLOGS>;
