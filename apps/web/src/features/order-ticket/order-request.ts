/** The ticket in the words of the wire. */
import type { RequestOf } from '@fairlead/contract';
import { quantityText } from '@fairlead/formula';
import { DAY_MS, formatDecimal, formatRate, HOUR_MS, maximum, type RatePpm } from '@fairlead/units';
import { serverNow } from '../../data/live/server-clock.ts';
import type { MarketRules } from '../../data/markets/market-rules.ts';
import { displayLots } from './iceberg.ts';
import { priceFieldText, type TicketSummary } from './model.ts';
import type { TicketState } from './state.ts';

import { type Expiry, expiryOf, goodForDays, mayWait } from './time-in-force.ts';
import { activationOf, trailOf } from './trailing.ts';

import { triggerTicks } from './trigger-order.ts';

export type OrderRequest = RequestOf<'placeOrder'>;
export type TriggerRequest = RequestOf<'placeTrigger'>;

/** The most that a fill of it is charged by the rates that are shown; one that may wait may be either side's. */
function shownRate(
  { type, timeInForce, isPostOnly }: Pick<TicketState, 'type' | 'timeInForce' | 'isPostOnly'>,
  { makerFeePpm, takerFeePpm }: MarketRules,
): RatePpm {
  if (type === 'limit' && isPostOnly) return makerFeePpm;
  return type === 'limit' && mayWait(timeInForce) ? maximum(makerFeePpm, takerFeePpm) : takerFeePpm;
}

const hourAfter = (timeMs: number): number => Math.ceil(timeMs / HOUR_MS) * HOUR_MS;

/** The days of what expires begin as it is sent, and end at a full hour. */
export function endOf(expiry: Expiry): { readonly expires_at?: number } {
  const days = goodForDays(expiry);
  return days === undefined ? {} : { expires_at: hourAfter(serverNow() + days * DAY_MS) };
}

/** What is said of every order that it places where it is not the usual. */
export const selfTradeOf = ({ selfTrade }: Pick<TicketState, 'selfTrade'>) =>
  selfTrade === 'expire_taker' ? {} : { self_trade_prevention: selfTrade };

/** How long it lives. */
function lifeOf({ timeInForce, isPostOnly }: Pick<TicketState, 'timeInForce' | 'isPostOnly'>) {
  if (isPostOnly) return { time_in_force: 'post_only' } as const;
  if (goodForDays(timeInForce) !== undefined)
    return { time_in_force: 'gtc', ...endOf(expiryOf(timeInForce)) } as const;
  return { time_in_force: mayWait(timeInForce) ? 'gtc' : (timeInForce as 'ioc' | 'fok') } as const;
}

/** What the book shows at a time of each limit that it places. */
export function displayOf(
  state: TicketState,
  rules: MarketRules,
): { readonly display_quantity?: string } {
  const display = displayLots(state, rules);
  if (typeof display !== 'number') return {};
  return { display_quantity: quantityText(display, rules.lotBaseMinor, rules.baseScale) };
}

/** Undefined while something is missing; a validated ticket always has one. */
export function orderRequest(
  state: TicketState,
  { price, quantity, amount }: TicketSummary,
  rules: MarketRules,
): OrderRequest | undefined {
  const { side, type, timeInForce, isPostOnly } = state;
  const shown = shownRate({ type, timeInForce, isPostOnly }, rules);
  const market = {
    symbol: rules.symbol,
    side,
    type,
    shown_fee_rate: formatRate(shown),
    ...selfTradeOf(state),
  };
  if (type === 'market' && side === 'buy')
    return amount && { ...market, amount: formatDecimal(amount, rules.quoteScale) };
  if (!quantity) return undefined;
  const lots = quantityText(quantity, rules.lotBaseMinor, rules.baseScale);
  if (type === 'market') return { ...market, quantity: lots };
  if (price === undefined) return undefined;
  return {
    ...market,
    price: priceFieldText(price, rules),
    quantity: lots,
    ...displayOf(state, rules),
    ...lifeOf({ timeInForce, isPostOnly }),
  };
}

/** Of an order that waits for a price: what it becomes, and what it waits for. */
export function triggerRequest(
  state: TicketState,
  summary: TicketSummary,
  rules: MarketRules,
): TriggerRequest | undefined {
  const order = orderRequest(state, summary, rules);
  if (state.trigger === undefined || order === undefined) return undefined;
  const { expires_at: _, ...ofOrder } = order;
  const becomes = { ...ofOrder, ...endOf(state.expiry) };
  if (state.trigger === 'trailing_stop') {
    const trail = trailOf(state);
    const from = activationOf(state, rules);
    if (trail === undefined || (from !== undefined && from.ticks === undefined)) return undefined;
    return {
      ...becomes,
      trigger: state.trigger,
      trigger_by: state.triggerBy,
      trail_rate: formatRate(trail),
      ...(from?.ticks !== undefined && { activation_price: priceFieldText(from.ticks, rules) }),
    };
  }
  const price = triggerTicks(state, rules);
  if (price === undefined) return undefined;
  return {
    ...becomes,
    trigger: state.trigger,
    trigger_by: state.triggerBy,
    trigger_price: priceFieldText(price, rules),
  };
}
