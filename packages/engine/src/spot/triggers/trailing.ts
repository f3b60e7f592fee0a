/**
 * Trailing stops: the price that they wait for follows the best one that there was since they began, and never goes back. Of a
 * sell the best is the highest whole tick that was reached and the stop lies the distance below, of a buy the other way round;
 * what is no whole tick goes to the one farther away.
 */
import { isTrailBounded, trailedPrice } from '@fairlead/formula';
import { type PriceTicks, priceTicks } from '@fairlead/units';
import { indexTimeMs, type Reject, type Stamp } from '../../command.ts';
import { TRAILING_MARKET_MAX, TRAILING_ORDERS_MAX } from '../../limits.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import type { EngineState } from '../../state/state.ts';
import type { PlaceTrailing } from '../commands.ts';
import type { TriggerMove, TriggerRow } from '../rows.ts';
import { indexRange } from './trigger-checks.ts';
import { betterEdgeOf, type PriceRange } from './trigger-orders.ts';

/** Of the prices that came at once the one that is best for a trailing stop. */
const bestOf = (row: Pick<TriggerRow, 'side'>, { lowest, highest }: PriceRange): PriceTicks =>
  priceTicks(betterEdgeOf(row) === 'at_or_above' ? highest : lowest);

/** How a trailing stop begins: what it waits for, and the best price where it follows at once. */
export type Beginning = Pick<
  TriggerRow,
  'triggerKind' | 'triggerPrice' | 'trailPpm' | 'activationPrice' | 'bestPrice' | 'bestAtMs'
>;

/** What a trailing stop follows, and how far behind. */
export type Trail = Pick<PlaceTrailing, 'side' | 'triggerBy' | 'trailPpm' | 'activationPrice'>;

/** Without an activation it begins at the index of now; by the last trade with the next one, the index says what to freeze. */
export function beginTrailing(
  { side, triggerBy, trailPpm, activationPrice }: Trail,
  { index, terms }: TradedMarket,
  stamp: Stamp,
): Beginning | Reject {
  if (!isTrailBounded(trailPpm)) return 'price_out_of_range';
  const first = activationPrice ?? firstPrice();
  if (first === undefined) return 'price_stale';
  if (!Number.isSafeInteger(first) || first < 1) return 'price_out_of_range';
  const trailed = trailedPrice({ side, trailPpm, best: first });
  if (trailed < 1) return 'price_out_of_range';
  const isFollowing = activationPrice === undefined && triggerBy === 'index';
  return {
    triggerKind: 'trailing_stop',
    triggerPrice: priceTicks(trailed),
    trailPpm,
    ...(activationPrice !== undefined && { activationPrice }),
    ...(isFollowing && { bestPrice: priceTicks(first), bestAtMs: index.sampleTimeMs }),
  };

  function firstPrice(): number | undefined {
    if (index.price === undefined || !index.isFresh(indexTimeMs(stamp))) return undefined;
    return bestOf({ side }, indexRange(index.price, terms.tickSizeE8));
  }
}

/** Whether the index is where it is to begin already. */
export function isBegun(
  { side, triggerBy, activationPrice }: Trail,
  { index, terms }: TradedMarket,
): boolean {
  if (triggerBy !== 'index' || activationPrice === undefined || index.price === undefined)
    return false;
  const now = bestOf({ side }, indexRange(index.price, terms.tickSizeE8));
  return side === 'sell' ? now >= activationPrice : now <= activationPrice;
}

/** Why there is no room for one more, of its owner's or of its market's. O(what its owner has waiting). */
export function noTrailingRoom(
  state: EngineState,
  { owner, marketId }: Pick<PlaceTrailing, 'owner' | 'marketId'>,
): Reject | undefined {
  const own = state.triggers
    .ofOwner(owner)
    .filter((row) => row.trailPpm !== undefined && row.marketId === marketId);
  if (own.length >= TRAILING_ORDERS_MAX) return 'too_many_orders';
  return state.triggers.trailingCount(marketId) >= TRAILING_MARKET_MAX ? 'market_full' : undefined;
}

/** Begins and moves what follows a price of a move; each that was waiting by then. */
export function follow(
  state: EngineState,
  market: TradedMarket,
  {
    move,
    at,
    timeMs,
  }: { readonly move: TriggerMove; readonly at: PriceRange; readonly timeMs: number },
): void {
  for (const id of state.triggers.following(market.terms.marketId, move.by, at)) {
    const row = state.triggers.find(id);
    // One of a list waits since that put it up.
    if (row?.trailPpm === undefined || (row.sinceId ?? id) > move.idMax) continue;
    const bestPrice = bestOf(row, at);
    const trailed = trailedPrice({ side: row.side, trailPpm: row.trailPpm, best: bestPrice });
    // Beyond all prices that are counted it stays where it is.
    if (trailed < 1) continue;
    state.triggers.move({
      ...row,
      triggerPrice: priceTicks(trailed),
      bestPrice,
      bestAtMs: move.sampleTimeMs ?? move.timeMs,
      updatedAtMs: timeMs,
    });
  }
}

/** The first and the last price of a move: one taker's trades go one way, and a sample is both. */
export function endsOf({
  lowest,
  highest,
  trades,
}: TriggerMove): readonly [PriceRange, PriceRange] {
  if (trades === undefined)
    return [
      { lowest, highest },
      { lowest, highest },
    ];
  const low = { lowest, highest: lowest };
  const high = { lowest: highest, highest };
  return trades[0]?.[1] === highest ? [high, low] : [low, high];
}
