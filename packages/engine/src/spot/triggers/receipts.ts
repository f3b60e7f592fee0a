/** What the receipt of a trigger says: which price it waited for, what reached it, and what came of it. */
import { amountOf } from '@fairlead/formula';
import { priceE8 } from '@fairlead/units';
import type { Reject, Stamp } from '../../command.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import { addReceipt, amountTexts, priceText } from '../../state/receipts.ts';
import type { EngineState } from '../../state/state.ts';
import type { OrderRow, TradeRow, TriggerRow } from '../rows.ts';
import { triggerE8 } from './trigger-checks.ts';

export interface TriggerFacts {
  readonly market: TradedMarket;
  /** That reached it; absent where a sample did. */
  readonly trade: TradeRow | undefined;
  /** The order that it became, or why there is none. */
  readonly outcome: OrderRow | Reject;
  readonly stamp: Stamp;
}

/** Returns the receipt's id. */
export function addTriggerReceipt(
  state: EngineState,
  row: TriggerRow,
  { market, trade, outcome, stamp }: TriggerFacts,
): number {
  const { terms, index } = market;
  const base = amountTexts(state, terms.baseCurrencyId);
  const quote = amountTexts(state, terms.quoteCurrencyId);
  const ticksText = (ticks: number): string => priceText(priceE8(BigInt(ticks) * terms.tickSizeE8));
  const { price, quantity, amount } = row;
  return addReceipt(
    state,
    {
      kind: 'trigger',
      owner: row.owner,
      marketId: row.marketId,
      subjectId: row.triggerId,
      terms: {
        side: row.side,
        trigger: row.triggerKind,
        trigger_by: row.triggerBy,
        trigger_price: priceText(triggerE8(row, market)),
        type: row.type,
        time_in_force: row.timeInForce,
        ...(price !== undefined && { limit_price: ticksText(price) }),
      },
      sampleTimesMs: trade === undefined ? [index.sampleTimeMs] : [],
      result: {
        ...(trade !== undefined && {
          trade: trade.tradeId,
          trade_price: ticksText(trade.price),
          trade_time: trade.timeMs,
        }),
        ...(typeof outcome === 'string'
          ? { state: 'refused', reason: outcome }
          : { state: 'placed' }),
      },
      details: {
        owner: row.owner,
        trigger_order: row.triggerId,
        base_currency: base.name,
        quote_currency: quote.name,
        ...(typeof outcome !== 'string' && { order: outcome.orderId }),
        ...(quantity !== undefined && {
          quantity: base.text(amountOf(quantity, terms.lotBaseMinor)),
        }),
        ...(amount !== undefined && { amount: quote.text(amount) }),
      },
    },
    stamp,
  );
}
