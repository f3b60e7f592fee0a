/** The prices at which a position does something by itself, and what it does at a price. */
import {
  type HeldPosition,
  isCapped,
  isLiquidated,
  liquidationThreshold,
  profitCapThreshold,
  type QuoteScale,
  sizeOfLots,
} from '@fairlead/formula';
import { assert, maximum, minimum, type PriceE8 } from '@fairlead/units';
import { DERIVATIVE_PRICE_MAX } from '../limits.ts';
import type { PositionRow, StopKind, StopLevel } from './rows.ts';

/** Bounds of the index between which nothing happens; without one where no price does it. */
export interface TriggerPrices {
  readonly atOrBelow?: number;
  readonly atOrAbove?: number;
}

export type TriggerReason = 'liquidation' | 'stop_loss' | 'take_profit' | 'profit_cap';

/** What fires, and the exact price from which on it does. */
export interface Trigger {
  readonly reason: TriggerReason;
  readonly price: bigint;
}

/** A holding position as the formulas take it. */
export function heldPosition(row: PositionRow, scale: QuoteScale): HeldPosition {
  const { side, lots, lotBaseMinor, openPrice, margin, marginAdded, maintenance } = row;
  const { profitCapMultiple, closeFeePpm } = row;
  assert(openPrice !== undefined, 'a position that holds was opened');
  const baseMinor = sizeOfLots(lots, lotBaseMinor);
  return {
    baseMinor,
    scale,
    side,
    openPrice,
    margin,
    ...(marginAdded === undefined ? {} : { marginAdded }),
    maintenance,
    profitCapMultiple,
    closeFeePpm,
  };
}

/** A waiting one opens when the index reaches its limit; a holding one closes at the nearer of two on each side. */
export function triggerPrices(row: PositionRow, scale: QuoteScale): TriggerPrices {
  const isLong = row.side === 'long';
  if (row.status === 'waiting') {
    assert(row.price !== undefined, 'what waits has a limit');
    return isLong ? bounds(row.price, undefined) : bounds(undefined, row.price);
  }
  const held = heldPosition(row, scale);
  const losses = [liquidationThreshold(held), ...stopPrices(row, 'stop_loss')];
  const gains = [profitCapThreshold(held), ...stopPrices(row, 'take_profit')];
  const [below, above] = isLong ? [losses, gains] : [gains, losses];
  return bounds(below.reduce(maximum<bigint>), above.reduce(minimum<bigint>));
}

/** Prices of the stops of a kind: of the whole and of parts. */
function* stopPrices(row: PositionRow, kind: StopKind): Generator<bigint> {
  const whole = kind === 'stop_loss' ? row.stopLoss : row.takeProfit;
  if (whole !== undefined) yield whole;
  for (const { stop, price } of row.levels ?? []) if (stop === kind) yield price;
}

/** Whether a stop is met at a price. */
export function isStopMet(
  { stop, price: at }: Pick<StopLevel, 'stop' | 'price'>,
  side: PositionRow['side'],
  price: PriceE8,
): boolean {
  return (side === 'long') === (stop === 'stop_loss') ? price <= at : price >= at;
}

/**
 * What all of a holding position does at a price. Liquidation goes first; undefined where only stops of parts are met, which
 * fire when nothing closes the whole.
 */
export function firedTrigger(
  row: PositionRow,
  scale: QuoteScale,
  price: PriceE8,
): Trigger | undefined {
  const held = heldPosition(row, scale);
  const { side, stopLoss, takeProfit } = row;
  if (isLiquidated(held, price)) {
    return { reason: 'liquidation', price: liquidationThreshold(held) };
  }
  if (stopLoss !== undefined && isStopMet({ stop: 'stop_loss', price: stopLoss }, side, price)) {
    return { reason: 'stop_loss', price: stopLoss };
  }
  if (
    takeProfit !== undefined &&
    isStopMet({ stop: 'take_profit', price: takeProfit }, side, price)
  ) {
    return { reason: 'take_profit', price: takeProfit };
  }
  if (isCapped(held, price)) return { reason: 'profit_cap', price: profitCapThreshold(held) };
  return undefined;
}

/** Prices are from 1 to DERIVATIVE_PRICE_MAX, so bounds beyond are never met. */
function bounds(low: bigint | undefined, high: bigint | undefined): TriggerPrices {
  return {
    ...(low !== undefined && low >= 1n ? { atOrBelow: Number(low) } : {}),
    ...(high !== undefined && high <= DERIVATIVE_PRICE_MAX ? { atOrAbove: Number(high) } : {}),
  };
}
