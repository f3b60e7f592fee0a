import { indexTimeMs, type Stamp } from '../command.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import type { EngineState } from '../state/state.ts';
import { closeHolding } from './close.ts';
import { fireLevels } from './levels.ts';
import { firedTrigger } from './trigger-prices.ts';
import { openWaiting } from './waiting.ts';

/**
 * Opens and closes what a sample's price reaches, by position id, each once: what opens now is looked at from the next
 * sample on. A halt stops openings only, so waiting positions go on waiting. Cost: what is due, not what is open.
 */
export function tickFutures(state: EngineState, market: TradedMarket, stamp: Stamp): void {
  // A sample that was held up may be too old to act on (G12); the next one will do (F10).
  const index = market.index.actingPrice(indexTimeMs(stamp));
  if (index === undefined) return;
  const futures = state.futures.markets.get(market.terms.marketId);
  if (futures === undefined) return;
  const isOpening = market.terms.state === 'open' && futures.terms.isOpen && !state.isCancelOnly;
  const { positions } = state.futures;
  for (const slot of positions.sorted(futures.due(Number(index), { isOpening }))) {
    const row = positions.row(slot);
    if (row.status === 'holding') {
      const fired = firedTrigger(row, futures.scale, index);
      if (fired === undefined) fireLevels(state, row, { index, stamp });
      else {
        const { reason, price: triggerPrice } = fired;
        closeHolding(state, row, { price: index, reason, triggerPrice, stamp });
      }
    } else if (!isFrozen(state, row.owner)) openWaiting(state, row, { index, stamp });
  }
}

function isFrozen(state: EngineState, owner: number): boolean {
  return state.owners.get(owner)?.isFrozen ?? false;
}
