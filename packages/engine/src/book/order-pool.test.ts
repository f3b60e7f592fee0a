import { Seeded } from '@fairlead/testkit';
import { InvariantError } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { NONE } from '../table/slot-table.ts';
import { OrderPool } from './order-pool.ts';
import { BUY } from './side-code.ts';

const order = (orderId: number) => ({
  orderId,
  owner: 1,
  side: BUY,
  priceTicks: 1,
  remainingLots: 1,
});

describe('the pool of orders', () => {
  test.each([
    ['that follow one another', (at: number) => at + 1],
    ['that differ in their lowest bits only by chance', (at: number) => (at + 1) * 4096],
    ['of 53 bits', (at: number) => Number.MAX_SAFE_INTEGER - at * 2 ** 33],
  ])('finds orders by ids %s, as a Map does', (_, idOf) => {
    const random = new Seeded(3);
    const pool = new OrderPool();
    const slots = new Map<number, number>();
    for (let at = 0; at < 20_000; at += 1) {
      const id = idOf(random.below(6_000));
      expect(pool.find(id)).toBe(slots.get(id) ?? NONE);
      const slot = slots.get(id);
      if (slot === undefined) slots.set(id, pool.add(order(id), 0));
      else {
        pool.release(slot);
        slots.delete(id);
      }
    }
    expect(pool.count).toBe(slots.size);
    for (const [id, slot] of slots) {
      expect(pool.find(id)).toBe(slot);
      expect(pool.orderId(slot)).toBe(id);
    }
  });

  test('releases an order once', () => {
    const pool = new OrderPool();
    const slot = pool.add(order(7), 0);
    pool.release(slot);
    expect(() => pool.release(slot)).toThrow(InvariantError);
  });
});
