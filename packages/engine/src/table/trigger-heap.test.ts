import { Seeded } from '@fairlead/testkit';
import { InvariantError } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { SlotColumn } from './slot-column.ts';
import { NONE } from './slot-table.ts';
import { type TriggerEdge, TriggerHeap } from './trigger-heap.ts';

const EDGES: readonly TriggerEdge[] = ['at_or_below', 'at_or_above'];

describe.each(EDGES)('triggers due %s their price', (edge) => {
  test.each([
    ['few prices', 40],
    ['prices all over', Number.MAX_SAFE_INTEGER],
  ])('are those that a look through all of them finds, with %s', (_, most) => {
    const random = new Seeded(7);
    const heap = new TriggerHeap(edge, new SlotColumn());
    const prices = new Map<number, number>();
    const draw = () => 1 + ((random.next() * 2 ** 21 + random.below(2 ** 21)) % most);
    for (let step = 0; step < 4_000; step += 1) {
      const slot = random.below(300);
      if (prices.delete(slot)) heap.remove(slot);
      else {
        const price = draw();
        prices.set(slot, price);
        heap.add(slot, price);
        expect(heap.price(slot)).toBe(price);
      }
      expect(heap.count).toBe(prices.size);
      if (step % 20 > 0) continue;
      heap.check();
      const index = random.chance(50) ? draw() : ([...prices.values()][0] ?? 1);
      const due: number[] = [];
      heap.collect(index, due);
      const expected = [...prices].filter(([, price]) =>
        edge === 'at_or_below' ? index <= price : index >= price,
      );
      expect(due.sort(byNumber)).toEqual(expected.map(([found]) => found).sort(byNumber));
      expect(heap.slots().sort(byNumber)).toEqual([...prices.keys()].sort(byNumber));
    }
  });

  test('nothing is due where all are far', () => {
    const heap = new TriggerHeap(edge, new SlotColumn());
    const far = edge === 'at_or_below' ? 1 : 1_000_000;
    for (let slot = 0; slot < 5_000; slot += 1) heap.add(slot, far + slot);
    const due: number[] = [];
    heap.collect(500_000, due);
    expect(due).toEqual([]);
  });
});

test('a slot has one trigger of an edge, and only one that is here can be taken out', () => {
  const places = new SlotColumn();
  const low = new TriggerHeap('at_or_below', places);
  const other = new TriggerHeap('at_or_below', places);
  low.add(5, 100);
  expect(() => low.add(5, 101)).toThrow(InvariantError);
  expect(() => other.add(5, 101)).toThrow(InvariantError);
  expect(() => other.remove(5)).toThrow(InvariantError);
  expect(() => other.price(5)).toThrow(InvariantError);
  expect(() => low.remove(6)).toThrow(InvariantError);
  low.remove(5);
  other.add(5, 101);
  expect(other.price(5)).toBe(101);
});

test('a column says NONE where nothing was written, however far', () => {
  const column = new SlotColumn();
  column.set(1_000_000, 3);
  expect([column.get(1_000_000), column.get(999_999), column.get(2_000_000)]).toEqual([
    3,
    NONE,
    NONE,
  ]);
});

const byNumber = (left: number, right: number): number => left - right;
