/** What a ticket offers beside the usual: which of it its kind has, and how much of it is set. */
import type { MarketRules } from '../../data/markets/market-rules.ts';
import { mayHide } from './iceberg.ts';
import { isList } from './list-order.ts';
import type { TicketState } from './state.ts';

/** Whether a stop may trail that is not a kind of its own: an OCO's, and one behind an order. */
export const mayTrail = ({ isPair, exits }: Pick<TicketState, 'isPair' | 'exits'>): boolean =>
  isPair || exits !== undefined;

/** Whether it ends by a choice of its own: what waits for a price, both of an OCO, what is behind an order. */
export const mayExpire = (
  state: Pick<TicketState, 'trigger' | 'isPair' | 'exits' | 'legs'>,
): boolean => state.trigger !== undefined || isList(state);

/** Whether a market order may be behind it, in place of a take-profit and a stop-loss. */
export const mayFollow = ({
  trigger,
  isPair,
  exits,
}: Pick<TicketState, 'trigger' | 'isPair' | 'exits'>): boolean =>
  trigger === undefined && !isPair && exits === undefined;

/** How many of them are not as usual. */
export function advancedCount(state: TicketState, rules: MarketRules | undefined): number {
  const { legs, display, expiry, selfTrade, exits } = state;
  return [
    legs.trails && mayTrail(state),
    legs.rests && exits !== undefined,
    legs.follows,
    display !== undefined && mayHide(state, rules),
    expiry !== 'gtc' && mayExpire(state),
    selfTrade !== 'expire_taker',
  ].filter(Boolean).length;
}
