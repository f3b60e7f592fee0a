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
import type { PositionRow } from './rows.ts';

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
  const { stopLoss, takeProfit } = row;
  const loss = liquidationThreshold(held);
  const gain = profitCapThreshold(held);
  return isLong
    ? bounds(maximum<bigint>(loss, stopLoss ?? loss), minimum<bigint>(gain, takeProfit ?? gain))
    : bounds(maximum<bigint>(gain, takeProfit ?? gain), minimum<bigint>(loss, stopLoss ?? loss));
}

/** What a holding position does at a price; one of its triggers is met. Liquidation goes first. */
export function firedTrigger(row: PositionRow, scale: QuoteScale, price: PriceE8): Trigger {
  const held = heldPosition(row, scale);
  const { side, stopLoss, takeProfit } = row;
  const isLong = side === 'long';
  if (isLiquidated(held, price)) {
    return { reason: 'liquidation', price: liquidationThreshold(held) };
  }
  if (stopLoss !== undefined && (isLong ? price <= stopLoss : price >= stopLoss)) {
    return { reason: 'stop_loss', price: stopLoss };
  }
  if (takeProfit !== undefined && (isLong ? price >= takeProfit : price <= takeProfit)) {
    return { reason: 'take_profit', price: takeProfit };
  }
  assert(isCapped(held, price), 'what is due has a reason');
  return { reason: 'profit_cap', price: profitCapThreshold(held) };
}

/** Prices are from 1 to DERIVATIVE_PRICE_MAX, so bounds beyond are never met. */
function bounds(low: bigint | undefined, high: bigint | undefined): TriggerPrices {
  return {
    ...(low !== undefined && low >= 1n ? { atOrBelow: Number(low) } : {}),
    ...(high !== undefined && high <= DERIVATIVE_PRICE_MAX ? { atOrAbove: Number(high) } : {}),
  };
}
