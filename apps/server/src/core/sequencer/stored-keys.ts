/**
 * Which keys have an answer in the table that memory let go of: of a key that is new it says so at once, nearly always. Of
 * one that it had it never does. Otherwise each submission with a key would wait for a statement of its own, for ever after the first
 * hundred thousand.
 *
 * A Bloom filter [Bloom 1970] in layers that grow [Almeida et al. 2007, Scalable Bloom Filters], in the order of time, so that
 * what was removed from the table is forgotten a layer at a time. Seven bits of 24 a key: 1 of 15,000 new keys is
 * looked up in vain. Beyond `LAYERS_MAX` more and more are, and nothing else happens.
 */
const BITS_PER_KEY = 24;
const PROBES = 7;
/** Keys of the first layer; each is twice as large as the one before, up to 8 M keys, 24 MB. */
const FIRST_KEYS = 2 ** 14;
const LAYER_KEYS_MAX = 2 ** 23;
/** A layer is over when its first key is as old as this, too: keys are kept for a week (`IDEMPOTENCY_KEEP_MS`). */
const LAYER_MS = 86_400_000;
/** Those of 2^14 to 2^23 keys, and two more: 100 MB at the most, for 33 M keys. */
const LAYERS_MAX = 12;

interface Layer {
  readonly words: Uint32Array;
  readonly keysMax: number;
  keys: number;
  readonly beganAtMs: number;
  newestMs: number;
}

export class StoredKeys {
  readonly #firstKeys: number;
  #layers: Layer[] = [];

  constructor(firstKeys = FIRST_KEYS) {
    this.#firstKeys = firstKeys;
  }

  /** `timeMs` is the answer's, as in its row. */
  add(name: string, timeMs: number): void {
    const layer = this.#layerFor(timeMs);
    layer.keys += 1;
    layer.newestMs = Math.max(layer.newestMs, timeMs);
    const { words } = layer;
    const bits = words.length * 32;
    let place = first(name);
    const step = second(name);
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = place % bits;
      words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
      place = (place + step) >>> 0;
    }
  }

  /** False only of what was never added, or forgotten since. */
  mayHave(name: string): boolean {
    if (this.#layers.length === 0) return false;
    const place = first(name);
    const step = second(name);
    return this.#layers.some((layer) => isIn(layer, place, step));
  }

  /** Lets go of layers whose answers are all older than `timeMs`: none of them is in the table any more. */
  forgetBefore(timeMs: number): void {
    this.#layers = this.#layers.filter(({ newestMs }) => newestMs >= timeMs);
  }

  #layerFor(timeMs: number): Layer {
    const last = this.#layers.at(-1);
    if (last !== undefined) {
      const isOver = last.keys >= last.keysMax || timeMs - last.beganAtMs > LAYER_MS;
      if (!isOver || this.#layers.length >= LAYERS_MAX) return last;
    }
    const doubled = last === undefined ? this.#firstKeys : 2 * last.keysMax;
    const keysMax = Math.min(doubled, LAYER_KEYS_MAX);
    const words = new Uint32Array((keysMax * BITS_PER_KEY) / 32);
    const layer = { words, keysMax, keys: 0, beganAtMs: timeMs, newestMs: timeMs };
    this.#layers.push(layer);
    return layer;
  }
}

function isIn({ words }: Layer, place: number, step: number): boolean {
  const bits = words.length * 32;
  let at = place;
  for (let probe = 0; probe < PROBES; probe += 1) {
    const bit = at % bits;
    if (((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    at = (at + step) >>> 0;
  }
  return true;
}

const first = (name: string): number => digest(name, 0x811c9dc5);
/** Odd, so that the probes are different places. */
const second = (name: string): number => (digest(name, 0x1b873593) | 1) >>> 0;

/** 32 bits of a text: FNV-1a by code units, with the last mixing of MurmurHash3. */
function digest(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
