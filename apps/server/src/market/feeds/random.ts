/**
 * Numbers that look random and are the same on every machine: 32-bit integer arithmetic only. A draw is a
 * function of what it is for (seed, name, time), so there is no state to keep over a restart.
 */

/** A well-mixed 32-bit number of its inputs, each of 32 bits (the finaliser of MurmurHash3 over each word). */
export function hash32(first: number, second?: number, third?: number): number {
  let state = mix(0x9e3779b9 ^ first);
  if (second !== undefined) state = mix(state ^ second);
  if (third !== undefined) state = mix(state ^ third);
  return state >>> 0;
}

/** A 32-bit number of a text (FNV-1a). */
export function hashText(text: string): number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  }
  return state >>> 0;
}

/**
 * Nearly normal, mean 0, standard deviation 1, in millionths, within ±6 million: twelve uniform numbers
 * of 16 bits summed (Irwin–Hall), so that no logarithm or sine enters, whose last bit differs by machine.
 */
export function normalMillionths(seed: number): number {
  let sum = 0;
  for (let draw = 1; draw <= 6; draw += 1) {
    const bits = hash32(seed, draw);
    sum += (bits & 0xffff) + (bits >>> 16);
  }
  // Twelve uniforms of 0…65535 have mean 393,210 and standard deviation 65,536 (to 8 parts in 10^10).
  return Math.round(((sum - 393_210) * 1_000_000) / 65_536);
}

/** The same of the first 24 of at least as many random bytes. */
export function sumOfBits(bytes: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < 24; at += 2) sum += (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
  return Math.round(((sum - 393_210) * 1_000_000) / 65_536);
}

/** 0 or more, 0.8 on average, at most 2.4: the spread of the sum of two dice, folded at its middle. */
export function foldedDraw(seed: number): number {
  const bits = hash32(seed);
  return (Math.abs((bits & 0xffff) + (bits >>> 16) - 65_535) * 2.4) / 65_535;
}

function mix(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) + 0x6d2b79f5;
}
