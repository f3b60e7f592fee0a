/** What the receipt of a trigger says: which price it waited for, what reached it, and what came of it. */
import { amountOf } from '@fairlead/formula';
import { formatRate, priceE8 } from '@fairlead/units';
import type { Reject, Stamp } from '../../command.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import { addReceipt, amountTexts, priceText } from '../../state/receipts.ts';
import type { EngineState } from '../../state/state.ts';
import type { OrderRow, TriggerRow } from '../rows.ts';
import { triggerE8 } from './trigger-checks.ts';

/** What reached its price: a sample or a trade. */
export type Reached =
  | { readonly sampleTimeMs: number }
  | { readonly tradeId: number; readonly price: number; readonly timeMs: number };

export interface TriggerFacts {
  readonly market: TradedMarket;
  readonly reached: Reached;
  /** The order that it became, or why there is none. */
  readonly outcome: OrderRow | Reject;
  readonly stamp: Stamp;
}

/** Returns the receipt's id. */
export function addTriggerReceipt(
  state: EngineState,
  row: TriggerRow,
  { market, reached, outcome, stamp }: TriggerFacts,
): number {
  const { terms } = market;
  const base = amountTexts(state, terms.baseCurrencyId);
  const quote = amountTexts(state, terms.quoteCurrencyId);
  const ticksText = (ticks: number): string => priceText(priceE8(BigInt(ticks) * terms.tickSizeE8));
  const { price, quantity, amount, bestPrice, bestAtMs } = row;
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
        ...trailTerms(row, market),
        type: row.type,
        time_in_force: row.timeInForce,
        ...(price !== undefined && { limit_price: ticksText(price) }),
      },
      sampleTimesMs: 'sampleTimeMs' in reached ? [reached.sampleTimeMs] : [],
      result: {
        ...(bestPrice !== undefined &&
          bestAtMs !== undefined && { best_price: ticksText(bestPrice), best_time: bestAtMs }),
        ...('tradeId' in reached && {
          trade: reached.tradeId,
          trade_price: ticksText(reached.price),
          trade_time: reached.timeMs,
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

/** What a trailing stop's price follows from, with the best one of its result. */
function trailTerms({ trailPpm, activationPrice }: TriggerRow, { terms }: TradedMarket) {
  if (trailPpm === undefined) return {};
  const { tickSizeE8 } = terms;
  return {
    trail_rate: formatRate(trailPpm),
    tick_size: priceText(priceE8(tickSizeE8)),
    ...(activationPrice !== undefined && {
      activation_price: priceText(priceE8(BigInt(activationPrice) * tickSizeE8)),
    }),
  };
}
