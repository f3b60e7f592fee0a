import { InvariantError, priceE8 } from '@fairlead/units';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SampleWindow } from '../sample-window.ts';

describe('the samples of a window', () => {
  test('are those of its span that were not forgotten, summed as one would by hand', () => {
    const price = fc.option(fc.bigInt({ min: 1n, max: 2n ** 54n }), { nil: undefined });
    const step = fc.record({
      wait: fc.integer({ min: 1, max: 3 }),
      price,
      isDisputed: fc.boolean(),
      from: fc.nat(400),
      length: fc.nat(60),
      forget: fc.option(fc.nat(400), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 300 }), (steps) => {
        const window = new SampleWindow();
        let kept: Kept[] = [];
        let timeMs = 0;
        for (const { wait, price: sampled, isDisputed, from, length, forget } of steps) {
          timeMs += wait;
          window.take({
            sampleTimeMs: timeMs,
            price: sampled === undefined ? undefined : priceE8(sampled),
            isMarketStale: isDisputed && sampled === undefined,
          });
          kept.push({ timeMs, price: sampled, isDisputed });
          if (forget !== undefined) {
            window.forgetBefore(timeMs - forget);
            kept = kept.filter((sample) => sample.timeMs >= timeMs - forget);
          }
          const startMs = timeMs - from;
          const span = { startMs, endMs: startMs + length };
          const inside = kept.filter(
            (sample) => sample.timeMs >= startMs && sample.timeMs < span.endMs,
          );
          const prices = inside.map((sample) => sample.price).filter((each) => isPrice(each));
          const expected = {
            count: prices.length,
            marketStale: inside.length - prices.length - inside.filter(isHouseStale).length,
            sum: prices.reduce((sum: bigint, each) => sum + (each ?? 0n), 0n),
            timesMs: inside.map((sample) => sample.timeMs),
          };
          expect(window.window(span)).toEqual(expected);
          expect(window.window(span)).toBe(window.window(span));
          expect(window.lastMs).toBe(timeMs);
          const rows = kept.filter((sample) => sample.timeMs >= startMs);
          expect(window.rows(4, startMs)).toEqual(
            rows.map((sample) => ({
              marketId: 4,
              sampleTimeMs: sample.timeMs,
              ...(sample.price === undefined ? {} : { price: sample.price }),
              ...(sample.price === undefined && sample.isDisputed ? { isMarketStale: true } : {}),
            })),
          );
        }
      }),
      { seed: 7, numRuns: 60 },
    );
  });

  test('come in the order of their times', () => {
    const window = new SampleWindow();
    expect(window.lastMs).toBe(0);
    window.take({ sampleTimeMs: 5 });
    expect(() => window.take({ sampleTimeMs: 5 })).toThrow(InvariantError);
  });
});

interface Kept {
  readonly timeMs: number;
  readonly price: bigint | undefined;
  readonly isDisputed: boolean;
}

const isHouseStale = ({ price, isDisputed }: Kept): boolean => price === undefined && !isDisputed;

/** Prices beyond what derivatives compute with are none. */
const isPrice = (price: bigint | undefined): boolean => price !== undefined && price < 2n ** 53n;
