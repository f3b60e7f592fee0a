/** The index second by second, as far back as the chart looks; pure. */

export interface Sample {
  /** The second, ms. */
  readonly timeMs: number;
  /** Decimal text as it came; undefined where the index was stale: a gap, not a line. */
  readonly price: string | undefined;
}

/** The longest order's chart: what was before it, and all of its time. */
export const SAMPLES_KEPT_MS = 480_000;

/** A second or two that were not told are bridged by the line; longer gaps are not drawn over. */
export const BRIDGED_MS = 3_000;

/** Both in order of time; of two with the same second the second list's stands. Older ones than kept are dropped. */
export function mergeSamples(
  before: readonly Sample[],
  after: readonly Sample[],
): readonly Sample[] {
  const bySecond = new Map(before.map((sample) => [sample.timeMs, sample]));
  for (const sample of after) bySecond.set(sample.timeMs, sample);
  const all = [...bySecond.values()].sort((left, right) => left.timeMs - right.timeMs);
  const oldestMs = (all.at(-1)?.timeMs ?? 0) - SAMPLES_KEPT_MS;
  return all.filter(({ timeMs }) => timeMs >= oldestMs);
}

/** The newest sample joins; the usual case copies once. */
export function addSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && next.timeMs <= last.timeMs) return mergeSamples(samples, [next]);
  const oldestMs = next.timeMs - SAMPLES_KEPT_MS;
  const isFull = (samples[0]?.timeMs ?? oldestMs) < oldestMs;
  return [...(isFull ? samples.filter(({ timeMs }) => timeMs >= oldestMs) : samples), next];
}

/** The newest one with a price. */
export const lastPriced = (samples: readonly Sample[]): Sample | undefined =>
  samples.findLast(({ price }) => price !== undefined);
