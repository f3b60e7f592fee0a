/** The latest samples of each market as receipts hash them: canonical JSON, made once for however many receipts. */
import { canonicalJson } from '@fairlead/receipt';
import { assert } from '@fairlead/units';
import { receiptSample, type StoredSample } from '../../receipts/record.ts';

/**
 * Kept of each market. The longest window is six minutes, and is settled by the first tick after its end, or waits for a
 * price: what waits is kept, however many come meanwhile. A reload brings back what is older and still awaited.
 */
const SAMPLES_MAX = 1_024;

export class SampleMemory {
  /** By market, then by time in the order in which they came: the sample, or its text once it was asked for. */
  readonly #known = new Map<number, Map<number, StoredSample | string>>();

  add(sample: StoredSample): void {
    const { marketId, timeMs } = sample;
    let samples = this.#known.get(marketId);
    if (samples === undefined) {
      samples = new Map();
      this.#known.set(marketId, samples);
    }
    samples.set(timeMs, sample);
  }

  /** Lets go of what is too much, but of nothing from `keptFromMs(marketId)` on. */
  trim(keptFromMs: (marketId: number) => number | undefined): void {
    for (const [marketId, samples] of this.#known) {
      if (samples.size <= SAMPLES_MAX) continue;
      const keptMs = keptFromMs(marketId) ?? Number.POSITIVE_INFINITY;
      for (const timeMs of samples.keys()) {
        if (samples.size <= SAMPLES_MAX || timeMs >= keptMs) break;
        samples.delete(timeMs);
      }
    }
  }

  /** The canonical JSON of a receipt's samples. */
  textOf(marketId: number, timesMs: readonly number[]): string {
    const samples = this.#known.get(marketId);
    return `[${timesMs.map((timeMs) => sampleText(samples, timeMs)).join(',')}]`;
  }

  clear(): void {
    this.#known.clear();
  }
}

function sampleText(
  samples: Map<number, StoredSample | string> | undefined,
  timeMs: number,
): string {
  const known = samples?.get(timeMs);
  assert(samples !== undefined && known !== undefined, 'samples of receipts are remembered');
  if (typeof known === 'string') return known;
  const text = canonicalJson(receiptSample(known));
  samples.set(timeMs, text);
  return text;
}
