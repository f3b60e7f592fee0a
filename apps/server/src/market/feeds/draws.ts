/**
 * Where the numbers of simulated prices come from. `sealedDraws` are of HMAC-SHA-256 under a key that never leaves the
 * server: whoever has all numbers but the next knows nothing of the next, as its steps are cut from digests and no digest says
 * anything of another. `openDraws` are of a mixer of 32 bits, quick enough for the three million of a made-up history;
 * whoever finds its seed has found out what is already on the chart, since that seed is itself a draw of the sealed ones.
 */
import { createHmac } from 'node:crypto';
import { hash32, hashText, normalMillionths, sumOfBits } from './random.ts';

/** The draws of one market's walk. Each is a function of what it is asked for. */
export interface WalkDraws {
  /** What all markets share in a second: nearly normal, in millionths. */
  commonMillionths(timeS: number): number;
  /** This market's own. */
  ownMillionths(timeS: number): number;
  /** 32 bits for what belongs to a span of seconds, by its number. */
  bits(spanS: number, at: number): number;
}

/** A key of 32 bytes or so. */
export type WalkKey = Uint8Array;

export function openDraws(seed: number, symbol: string): WalkDraws {
  const commonSeed = hash32(seed);
  const ownSeed = hash32(seed, hashText(symbol));
  return {
    commonMillionths: (timeS) => normalMillionths(hash32(commonSeed, timeS)),
    ownMillionths: (timeS) => normalMillionths(hash32(ownSeed, timeS)),
    bits: (spanS, at) => hash32(ownSeed, spanS, at),
  };
}

export function sealedDraws(key: WalkKey, symbol: string): WalkDraws {
  const normal = (name: string, timeS: number): number =>
    sumOfBits(digest(key, 'second', name, timeS));
  // The same two heights are asked for each second.
  const spans = new Map<number, { readonly at: number; readonly drawn: Map<number, number> }>();
  return {
    commonMillionths: (timeS) => normal('', timeS),
    ownMillionths: (timeS) => normal(symbol, timeS),
    bits(spanS, at) {
      let span = spans.get(spanS);
      if (span === undefined || Math.abs(span.at - at) > 1) {
        span = { at, drawn: new Map() };
        spans.set(spanS, span);
      }
      const drawn = span.drawn.get(at) ?? digest(key, 'span', symbol, spanS, at).readUInt32BE(0);
      span.drawn.set(at, drawn);
      return drawn;
    },
  };
}

/** The seed of a market's made-up history: tells nothing of the key that it is drawn with. */
export const historySeed = (key: WalkKey): number => digest(key, 'history').readUInt32BE(0);

/**
 * The key of one life of a feed. `life` is new at each start: a machine whose clock was set back, or a database that was
 * put back, comes to seconds again whose steps everybody has seen.
 */
export const keyOfLife = (seed: Uint8Array, life: Uint8Array): WalkKey =>
  createHmac('sha256', seed).update('life').update(life).digest();

function digest(key: WalkKey, ...purpose: readonly (string | number)[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(purpose)).digest();
}
