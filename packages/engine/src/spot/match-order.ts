import { assert } from '@fairlead/units';
import { mainOf } from '../family.ts';
import { type MatchEnd, match } from '../matching/match.ts';
import type { EngineState } from '../state/state.ts';
import { NONE } from '../table/slot-table.ts';
import { expireAhead } from './expire-orders.ts';
import { settleTrades, type Taking } from './settle-trades.ts';
import { withdrawOrder } from './withdraw-order.ts';

/**
 * Matches an order that is sound and settles its trades. Where an order of its own owner is next, its mode says which of them goes:
 * the one that waits is cancelled here, the one that comes by whoever asked. Of another account of the family the one that waits
 * always stays: no account takes out another's orders.
 */
export function matchOrder(state: EngineState, taking: Taking): MatchEnd {
  const { market, order, stamp } = taking;
  if (order.isGone !== undefined) expireAhead(state, taking);
  for (;;) {
    const end = match(market.book, order, state.fills);
    if (state.fills.count > 0) settleTrades(state, taking);
    if (end !== 'self_trade' || order.selfTrade === undefined) return end;
    const ladder = market.book.opposite(order.side);
    const slot = ladder.first(ladder.best());
    assert(
      slot !== NONE && state.pool.family(slot) === mainOf(order.owner),
      'their own order is next',
    );
    if (state.pool.owner(slot) !== order.owner) return end;
    withdrawOrder(state, slot, { stamp, reason: 'self_trade' });
    if (order.selfTrade === 'expire_both') return end;
  }
}
