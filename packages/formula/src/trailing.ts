/** Where a trailing stop stands, and how far it may follow. */
import { divCeil, divFloor, PPM_ONE, type RatePpm } from '@fairlead/units';

/** From a thousandth to a fifth of the best price, in whole basis points. */
export const TRAIL_PPM = { least: 1_000n, most: 200_000n, step: 100n } as const;

export const isTrailBounded = (ppm: bigint): boolean =>
  ppm >= TRAIL_PPM.least && ppm <= TRAIL_PPM.most && ppm % TRAIL_PPM.step === 0n;

export interface Trailed {
  readonly side: 'buy' | 'sell';
  /** The distance, of the best price. */
  readonly trailPpm: RatePpm;
  /** In ticks. */
  readonly best: number;
}

/**
 * In ticks: below the best price of a sell, above that of a buy, on the whole tick that is no nearer. 0 where no price is that
 * far.
 */
export function trailedPrice({ side, trailPpm, best }: Trailed): number {
  const exact = BigInt(best) * (side === 'sell' ? PPM_ONE - trailPpm : PPM_ONE + trailPpm);
  const ticks = side === 'sell' ? divFloor(exact, PPM_ONE) : divCeil(exact, PPM_ONE);
  return ticks > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : Number(ticks);
}
