/** The first published head that counts a receipt in, found by few calls however many heads there are. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findHead, type HeadPage } from './head.ts';

const LIMIT = 3;

/** Heads with these counts, oldest first; given out newest first, a page at a time. */
function published(counts: readonly number[]) {
  const heads = counts.map((count, index) => ({ time: index, count, hash: `${index}` })).reverse();
  const asked: number[] = [];
  const load = async (page: number): Promise<HeadPage> => {
    asked.push(page);
    const list = heads.slice((page - 1) * LIMIT, page * LIMIT);
    return { list, limit: LIMIT, total: heads.length };
  };
  return { load, asked };
}

describe('the head of a receipt', () => {
  test.each([
    [1, 5],
    [5, 5],
    [6, 9],
    [9, 9],
    [10, 30],
    [31, 31],
    [40, 40],
  ])('%i is the one of %i', async (id, count) => {
    const { load } = published([5, 9, 30, 31, 32, 33, 40]);
    expect((await findHead(id, load))?.count).toBe(count);
  });

  test('is none while the newest does not reach it, or none was published', async () => {
    expect(await findHead(41, published([5, 40]).load)).toBeUndefined();
    expect(await findHead(1, published([]).load)).toBeUndefined();
  });

  test('is what looking at all of them would find', async () => {
    const steps = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (growth, at) => {
        let count = 0;
        const counts = growth.map((step) => (count += step));
        const id = (at % count) + 1;
        const { load, asked } = published(counts);
        expect((await findHead(id, load))?.count).toBe(counts.find((each) => each >= id));
        expect(asked.length).toBeLessThanOrEqual(2 + Math.log2(counts.length));
      }),
      { seed: 11 },
    );
  });
});
