/**
 * How simulated prices move. Each step is made of draws that are functions of what they are for, so a walk needs no state
 * but its last price and is the same on every machine. Floating point appears only as + − × ÷ and rounding, whose result
 * IEEE 754 fixes to the last bit; prices themselves are integers. Where draws come from is in draws.ts: those of the live walk
 * cannot be foreseen from what was published, those of a made-up history need not be.
 */
import { divFloor, maximum, type PriceE8, priceE8 } from '@fairlead/units';
import type { WalkDraws } from './draws.ts';
import type { SimulatedTerms } from './simulated-terms.ts';

export interface WalkOf {
  readonly draws: WalkDraws;
  readonly terms: SimulatedTerms;
}

const E12 = 1_000_000_000_000n;
/** Every market shares part of its moves with all others, as real ones do: 0.6² + 0.8² = 1. */
const COMMON_TENTHS = 6;
const OWN_TENTHS = 8;
const SHORT_S = 600;
const LONG_S = 21_600;
/** The most a single step may change the price: 2 %. */
const STEP_MAX_E12 = 20_000_000_000;

/** The price one second after `price`, at `timeMs`. Always above zero. */
export function nextPrice(walk: WalkOf, price: PriceE8, timeMs: number): PriceE8 {
  const step = BigInt(stepE12(walk, timeMs, walk.terms.secondDeviationE12));
  // Rounded to the nearest: rounding down would pull a cheap currency by a third of a percent a day.
  const change = divFloor(2n * price * step + E12, 2n * E12);
  return priceE8(maximum(price + change, 1n));
}

/** The relative change of one step at `timeMs`, in 10^-12, when a calm step has this standard deviation. */
export function stepE12(walk: WalkOf, timeMs: number, deviationE12: number): number {
  const timeS = Math.floor(timeMs / 1_000);
  const { draws } = walk;
  const drawn =
    (draws.commonMillionths(timeS) * COMMON_TENTHS + draws.ownMillionths(timeS) * OWN_TENTHS) / 10;
  const step = Math.round((deviationE12 * drawn * moodThousandths(walk, timeMs)) / 1_000_000_000);
  return Math.max(-STEP_MAX_E12, Math.min(STEP_MAX_E12, step));
}

/** How lively the market is now: about 1000, slowly between 300 and 1900, so that quiet and busy hours come. */
export function moodThousandths(walk: WalkOf, timeMs: number): number {
  const short = smoothThousandths(walk.draws, timeMs, SHORT_S);
  const long = smoothThousandths(walk.draws, timeMs, LONG_S);
  return Math.floor((short * long) / 1_000);
}

/** Between random heights at each multiple of `spanS`, on straight lines. 570…1390. */
function smoothThousandths(draws: WalkDraws, timeMs: number, spanS: number): number {
  const timeS = Math.floor(timeMs / 1_000);
  const at = Math.floor(timeS / spanS);
  const within = timeS - at * spanS;
  const left = knot(draws, at, spanS);
  const right = knot(draws, at + 1, spanS);
  return Math.floor((left * (spanS - within) + right * within) / spanS);
}

const knot = (draws: WalkDraws, at: number, spanS: number): number =>
  570 + (draws.bits(spanS, at) % 821);
