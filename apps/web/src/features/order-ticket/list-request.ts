/** A ticket of orders that depend on one another, in the words of the wire. */
import type { RequestOf } from '@fairlead/contract';
import { quantityText } from '@fairlead/formula';
import { formatRate, maximum } from '@fairlead/units';
import type { MarketRules } from '../../data/markets/market-rules.ts';
import { type ExitKind, exitTicks, stopLimitTicks } from './list-order.ts';
import { priceFieldText, type TicketSummary } from './model.ts';
import { orderRequest } from './order-request.ts';
import type { TicketState } from './state.ts';
import { mayWait } from './time-in-force.ts';
import { triggerTicks } from './trigger-order.ts';

export type ListRequest = RequestOf<'placeOrderList'>;
type Leg = ListRequest['legs'][number];

/** Undefined while something is missing; a validated ticket always has one. */
export function listRequest(
  state: TicketState,
  summary: TicketSummary,
  rules: MarketRules,
): ListRequest | undefined {
  const legs = state.isPair ? pairLegs(state, summary, rules) : exitLegs(state, summary, rules);
  if (legs === undefined || legs.length === 0) return undefined;
  const market = {
    symbol: rules.symbol,
    legs,
    // Any of its orders may be charged as either side.
    shown_fee_rate: formatRate(maximum(rules.makerFeePpm, rules.takerFeePpm)),
  };
  if (state.isPair) return { kind: 'oco', ...market };
  const order = orderRequest(state, summary, rules);
  if (order === undefined) return undefined;
  const { symbol: _, shown_fee_rate: __, display_quantity: ___, ...working } = order;
  return { kind: legs.length === 1 ? 'oto' : 'otoco', ...market, working };
}

/** The limit, then the stop. */
function pairLegs(
  state: TicketState,
  { price, quantity }: TicketSummary,
  rules: MarketRules,
): Leg[] | undefined {
  const trigger = triggerTicks(state, rules);
  const limit = stopLimitTicks(state, rules);
  if (price === undefined || trigger === undefined || !quantity) return undefined;
  const { side } = state;
  const lots = quantityText(quantity, rules.lotBaseMinor, rules.baseScale);
  return [
    { side, type: 'limit', price: priceFieldText(price, rules), quantity: lots },
    {
      ...{ side, quantity: lots },
      ...(limit === undefined
        ? { type: 'market' }
        : { type: 'limit', price: priceFieldText(limit, rules) }),
      trigger: 'stop',
      trigger_by: state.triggerBy,
      trigger_price: priceFieldText(trigger, rules),
    },
  ];
}

const TRIGGERS = { profit: 'take_profit', loss: 'stop' } as const;

/** What closes the order again, at the market: first what takes the profit. */
function exitLegs(state: TicketState, { quantity }: TicketSummary, rules: MarketRules): Leg[] {
  const { side, type, timeInForce, triggerBy } = state;
  // What sells at once may sell less than was asked for: then it is said how much is bought back.
  const isTold = side === 'sell' && (type === 'market' || !mayWait(timeInForce));
  const size =
    isTold && quantity
      ? { quantity: quantityText(quantity, rules.lotBaseMinor, rules.baseScale) }
      : {};
  return (['profit', 'loss'] as const satisfies readonly ExitKind[]).flatMap((kind) => {
    const ticks = exitTicks(state, kind, rules);
    if (ticks === undefined) return [];
    return {
      side: side === 'buy' ? 'sell' : 'buy',
      type: 'market',
      ...size,
      trigger: TRIGGERS[kind],
      trigger_by: triggerBy,
      trigger_price: priceFieldText(ticks, rules),
    } as const;
  });
}
