/** Which lots go first, and that quantities and costs add up to the unit. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Lot, Lots, TAX_METHODS, type TaxMethod } from './index.ts';

const lot = (entryId: number, quantity: bigint, cost: bigint | undefined): Lot => ({
  entryId,
  acquiredMs: entryId * 1_000,
  quantity,
  cost,
});

/** Three lots: ten for 100, ten for 300, ten for 200; what a disposal of fifteen takes of them. */
function takenBy(method: TaxMethod): [entryId: number, quantity: bigint, cost: unknown][] {
  const lots = new Lots(method);
  lots.add(lot(1, 10n, 100n));
  lots.add(lot(2, 10n, 300n));
  lots.add(lot(3, 10n, 200n));
  return lots.take(15n).map(({ entryId, quantity, cost }) => [entryId, quantity, cost]);
}

describe('a disposal takes', () => {
  test('the oldest first by FIFO', () => {
    expect(takenBy('fifo')).toEqual([
      [1, 10n, 100n],
      [2, 5n, 150n],
    ]);
  });

  test('the newest first by LIFO', () => {
    expect(takenBy('lifo')).toEqual([
      [3, 10n, 200n],
      [2, 5n, 150n],
    ]);
  });

  test('what cost most by unit first by HIFO', () => {
    expect(takenBy('hifo')).toEqual([
      [2, 10n, 300n],
      [3, 5n, 100n],
    ]);
  });

  test('at one cost by average', () => {
    expect(takenBy('average')).toEqual([[3, 15n, 300n]]);
  });
});

test('a stated date of acquisition counts, not the order in which lots came', () => {
  const lots = new Lots('fifo');
  lots.add(lot(1, 10n, 100n));
  lots.add({ ...lot(2, 10n, 50n), acquiredMs: 1 });
  expect(lots.take(1n)[0]?.entryId).toBe(2);
});

test('what has no known cost goes last by HIFO, and makes an average unknown', () => {
  const hifo = new Lots('hifo');
  hifo.add(lot(1, 1n, undefined));
  hifo.add(lot(2, 1n, 0n));
  expect(hifo.take(2n).map(({ entryId }) => entryId)).toEqual([2, 1]);
  const average = new Lots('average');
  average.add(lot(1, 1n, undefined));
  average.add(lot(2, 1n, 100n));
  expect(average.take(1n)[0]?.cost).toBeUndefined();
});

test('what is taken of a lot whose cost was stated says so, and of an average with one in it', () => {
  const stated: Lot = { ...lot(1, 10n, 100n), isStated: true };
  const fifo = new Lots('fifo');
  fifo.add(stated);
  fifo.add(lot(2, 10n, 100n));
  expect(fifo.take(15n).map(({ isStated }) => isStated)).toEqual([true, undefined]);
  const average = new Lots('average');
  average.add(lot(2, 10n, 100n));
  average.add(stated);
  average.add(lot(3, 10n, 100n));
  expect(average.take(1n)[0]?.isStated).toBe(true);
  expect(average.open()[0]?.isStated).toBe(true);
});

test('more than there is cannot be taken', () => {
  const lots = new Lots('fifo');
  lots.add(lot(1, 5n, 5n));
  expect(() => lots.take(6n)).toThrow('only what is there is taken');
});

test.each(TAX_METHODS)('by %s what is taken and what is left are what was put in', (method) => {
  const drawnLot = fc.record({
    quantity: fc.bigInt(1n, 10n ** 12n),
    cost: fc.bigInt(0n, 10n ** 12n),
    acquiredMs: fc.integer({ min: 0, max: 50 }),
  });
  const step = fc.oneof(drawnLot, fc.integer({ min: 1, max: 100 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const lots = new Lots(method);
      let [quantity, cost] = [0n, 0n];
      for (const [at, drawn] of steps.entries()) {
        if (typeof drawn !== 'number') {
          lots.add({ ...drawn, entryId: at + 1 });
          quantity += drawn.quantity;
          cost += drawn.cost;
        } else if (lots.total > 0n) {
          const asked = (lots.total * BigInt(drawn) + 99n) / 100n;
          const taken = lots.take(asked);
          expect(sumOf(taken).quantity).toBe(asked);
          quantity -= asked;
          cost -= sumOf(taken).cost;
        }
        expect(lots.total).toBe(quantity);
        expect(sumOf(lots.open())).toEqual({ quantity, cost });
      }
    }),
    { seed: 18, numRuns: 200 },
  );
});

const sumOf = (lots: readonly Lot[]) => ({
  quantity: lots.reduce((sum, each) => sum + each.quantity, 0n),
  cost: lots.reduce((sum, each) => sum + (each.cost ?? 0n), 0n),
});
