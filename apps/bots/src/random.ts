/** A number from 0 up to, not including, 1. */
export type Draw = () => number;

/** A seeded sequence of draws, the same on every machine (Mulberry32). */
export function seededDraw(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** A seed of a text (FNV-1a). */
export function textSeed(text: string): number {
  let seed = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    seed = Math.imul(seed ^ text.charCodeAt(at), 0x01000193);
  }
  return seed >>> 0;
}
