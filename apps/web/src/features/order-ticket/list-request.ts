/** A ticket of orders that depend on one another, in the words of the wire. */
import type { RequestOf } from '@fairlead/contract';
import { quantityText } from '@fairlead/formula';
import { formatRate, maximum } from '@fairlead/units';
import type { MarketRules } from '../../data/markets/market-rules.ts';
import { exitTicks, stopLimitTicks } from './list-order.ts';
import { priceFieldText, type TicketSummary } from './model.ts';
import { displayOf, endOf, orderRequest, selfTradeOf } from './order-request.ts';
import type { TicketState } from './state.ts';
import { mayWait } from './time-in-force.ts';
import { activationOf, trailOf } from './trailing.ts';
import { triggerTicks } from './trigger-order.ts';

export type ListRequest = RequestOf<'placeOrderList'>;
type Leg = ListRequest['legs'][number];

/** Undefined while something is missing; a validated ticket always has one. */
export function listRequest(
  state: TicketState,
  summary: TicketSummary,
  rules: MarketRules,
): ListRequest | undefined {
  const legs = state.isPair ? pairLegs(state, summary, rules) : legsBehind(state, summary, rules);
  if (legs === undefined || legs.length === 0) return undefined;
  const beside = { ...selfTradeOf(state), ...endOf(state.expiry) };
  const market = {
    symbol: rules.symbol,
    legs: legs.map((leg) => ({ ...leg, ...beside })),
    // Any of its orders may be charged as either side.
    shown_fee_rate: formatRate(maximum(rules.makerFeePpm, rules.takerFeePpm)),
  };
  if (state.isPair) return { kind: 'oco', ...market };
  const order = orderRequest(state, summary, rules);
  if (order === undefined) return undefined;
  const { symbol: _, shown_fee_rate: __, ...working } = order;
  return { kind: legs.length === 1 ? 'oto' : 'otoco', ...market, working };
}

/** What a stop waits for: its own price, or the best one less a distance. Undefined while that is missing. */
function stopOf(
  state: TicketState,
  own: ReturnType<typeof triggerTicks>,
  rules: MarketRules,
): Pick<Leg, 'trigger' | 'trigger_by' | 'trigger_price' | 'trail_rate'> | undefined {
  const { legs, triggerBy: trigger_by } = state;
  if (!legs.trails)
    return own && { trigger: 'stop', trigger_by, trigger_price: priceFieldText(own, rules) };
  const trail = trailOf(state);
  const from = activationOf(state, rules);
  if (trail === undefined || (from !== undefined && from.ticks === undefined)) return undefined;
  return {
    ...{ trigger: 'trailing_stop', trigger_by, trail_rate: formatRate(trail) },
    ...(from?.ticks !== undefined && { activation_price: priceFieldText(from.ticks, rules) }),
  };
}

/** The limit, then the stop. */
function pairLegs(
  state: TicketState,
  { price, quantity }: TicketSummary,
  rules: MarketRules,
): Leg[] | undefined {
  const stop = stopOf(state, triggerTicks(state, rules), rules);
  const limit = stopLimitTicks(state, rules);
  if (price === undefined || stop === undefined || !quantity) return undefined;
  const { side } = state;
  const sized = { side, quantity: quantityText(quantity, rules.lotBaseMinor, rules.baseScale) };
  const shown = displayOf(state, rules);
  return [
    { ...sized, type: 'limit', price: priceFieldText(price, rules), ...shown },
    {
      ...sized,
      ...(limit === undefined
        ? { type: 'market' }
        : { type: 'limit', price: priceFieldText(limit, rules), ...shown }),
      ...stop,
    },
  ];
}

/** What closes the order again: at the market, or first a limit that takes the profit. */
function legsBehind(
  state: TicketState,
  { quantity }: TicketSummary,
  rules: MarketRules,
): Leg[] | undefined {
  const { side, type, timeInForce, legs, exits } = state;
  const back = side === 'buy' ? 'sell' : 'buy';
  const text = quantity && quantityText(quantity, rules.lotBaseMinor, rules.baseScale);
  // What sells at once may sell less than was asked for: then it is said how much is bought back.
  const isTold = side === 'sell' && (type === 'market' || !mayWait(timeInForce));
  const size = isTold && text ? { quantity: text } : {};
  if (legs.follows) return [{ side: back, type: 'market', ...size }];
  const stop = stopOf(state, exitTicks(state, 'loss', rules), rules);
  if (legs.trails && stop === undefined) return undefined;
  const profit = exits && exitTicks(state, 'profit', rules);
  const shown = displayOf(state, rules);
  // What shows a part says of how much.
  const shownSize = 'display_quantity' in shown && text ? { quantity: text, ...shown } : size;
  return [
    ...(profit === undefined ? [] : [profitLeg(profit)]),
    ...(stop === undefined ? [] : [{ side: back, type: 'market', ...size, ...stop } as const]),
  ];

  function profitLeg(ticks: NonNullable<typeof profit>): Leg {
    const price = priceFieldText(ticks, rules);
    return legs.rests
      ? { side: back, type: 'limit', price, ...shownSize }
      : {
          ...{ side: back, type: 'market', ...size },
          ...{ trigger: 'take_profit', trigger_by: state.triggerBy, trigger_price: price },
        };
  }
}
