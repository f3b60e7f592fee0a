import type { Stamp } from '../command.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import type { Result } from '../result.ts';
import { orderResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { NONE } from '../table/slot-table.ts';
import type { CancelOrder } from './commands.ts';
import { settleLists } from './lists/settle-lists.ts';
import { withdrawTriggers } from './triggers/withdraw-trigger.ts';
import { findToCancel, withdrawOrder } from './withdraw-order.ts';

/** Takes a waiting order of this owner out of its book and releases its hold. O(1). */
export function cancelOrder(state: EngineState, command: CancelOrder, stamp: Stamp): Result {
  const slot = findToCancel(state, command);
  if (typeof slot === 'string') return reject(slot);

  // From here on the command must succeed.
  const row = withdrawOrder(state, slot, { stamp, reason: 'user' });
  settleLists(state, stamp);
  return orderResult(row);
}

/** Cancels all waiting orders of a market, bids first, each side best first, then all that wait for a price. */
export function withdrawAll(
  state: EngineState,
  market: TradedMarket,
  cause: { readonly stamp: Stamp; readonly reason: 'market_terms' | 'operator' },
): void {
  for (const ladder of [market.book.bids, market.book.asks]) {
    for (let level = ladder.best(); level !== NONE; level = ladder.best()) {
      withdrawOrder(state, ladder.first(level), cause);
    }
  }
  withdrawTriggers(state, market, cause);
  settleLists(state, cause.stamp);
  state.triggerBacklogs.set(market.terms.marketId, []);
}
