import { Seeded } from '@fairlead/testkit';
import { InvariantError } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { NONE, SlotTable } from './slot-table.ts';

describe('a slot table', () => {
  test.each([
    ['dense ids', (random: Seeded) => random.below(2_000)],
    ['negative ranks', (random: Seeded) => -random.below(2_000)],
    ['keys 2^20 apart', (random: Seeded) => random.below(2_000) * 2 ** 20],
    ['keys of 53 bits', (random: Seeded) => random.next() * 2 ** 21 + random.below(3)],
    ['keys with equal lower halves', (random: Seeded) => random.below(2_000) * 2 ** 32 + 7],
  ])('does what a Map does with %s', (_, draw) => {
    const random = new Seeded(5);
    const table = new SlotTable();
    const map = new Map<number, number>();
    for (let slot = 0; slot < 20_000; slot += 1) {
      const key = draw(random);
      expect(table.get(key)).toBe(map.get(key) ?? NONE);
      if (map.delete(key)) table.remove(key);
      else {
        table.add(key, slot);
        map.set(key, slot);
      }
      expect(table.count).toBe(map.size);
    }
    for (const [key, slot] of map) expect(table.get(key)).toBe(slot);
  });

  test('zero is a key like any other', () => {
    const table = new SlotTable();
    expect(table.get(0)).toBe(NONE);
    expect(() => table.remove(0)).toThrow(InvariantError);
    table.add(0, 0);
    expect(table.get(0)).toBe(0);
    expect(() => table.add(0, 1)).toThrow(InvariantError);
  });
});
