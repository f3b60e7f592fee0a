/**
 * What waits for a limit near the index: only that keeps the house's capacity free for itself. It follows from the index
 * and the positions that wait, so that it is in no row and a reload counts the same.
 */
import { profitCap } from '@fairlead/formula';
import { PPM_ONE, type PriceE8 } from '@fairlead/units';
import { NEAR_LIMIT_PPM } from '../limits.ts';
import type { PositionRow } from './rows.ts';

export interface NearSums {
  /** Opening worth of all that waits near. */
  readonly notional: bigint;
  /** The most that they may win. */
  readonly reserved: bigint;
}

/** The farthest limits that are near an index: of longs below it, of shorts above it. One that was passed is near. */
export interface NearBounds {
  readonly lowestLong: bigint;
  readonly highestShort: bigint;
}

export function nearBounds(index: PriceE8): NearBounds {
  return {
    lowestLong: (index * (PPM_ONE - NEAR_LIMIT_PPM) + PPM_ONE - 1n) / PPM_ONE,
    highestShort: (index * (PPM_ONE + NEAR_LIMIT_PPM)) / PPM_ONE,
  };
}

export class NearWaiting {
  readonly index: PriceE8;
  readonly #bounds: NearBounds;
  #notional = 0n;
  #reserved = 0n;

  constructor(index: PriceE8) {
    this.index = index;
    this.#bounds = nearBounds(index);
  }

  get sums(): NearSums {
    return { notional: this.#notional, reserved: this.#reserved };
  }

  /** Counts a waiting position in or out, if its limit is near. */
  count(row: PositionRow, notional: bigint, change: 1n | -1n): void {
    const { price: limit, side, margin, profitCapMultiple } = row;
    const { lowestLong, highestShort } = this.#bounds;
    if (limit === undefined) return;
    if (side === 'long' ? limit < lowestLong : limit > highestShort) return;
    this.#notional += change * notional;
    this.#reserved += change * profitCap(margin, profitCapMultiple);
  }
}
