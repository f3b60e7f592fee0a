import { Seeded } from '@fairlead/testkit';
import { InvariantError } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { NONE } from '../table/slot-table.ts';
import { PriceLadder } from './price-ladder.ts';
import { BUY, SELL } from './side-code.ts';

function prices(ladder: PriceLadder): number[] {
  const list: number[] = [];
  for (let level = ladder.best(); level !== NONE; level = ladder.after(level)) {
    list.push(ladder.price(level));
  }
  return list;
}

describe('a price ladder', () => {
  test('is best first: highest bids, lowest asks, however far apart', () => {
    const bids = new PriceLadder(BUY);
    const asks = new PriceLadder(SELL);
    for (const price of [5, 2 ** 52, 1, 1_000_000]) {
      bids.add(bids.rankOf(price));
      asks.add(asks.rankOf(price));
    }
    expect(prices(bids)).toEqual([2 ** 52, 1_000_000, 5, 1]);
    expect(prices(asks)).toEqual([1, 5, 1_000_000, 2 ** 52]);
  });

  test('does what a sorted list does, with thousands of levels', () => {
    const random = new Seeded(9);
    const ladder = new PriceLadder(SELL);
    const kept = new Set<number>();
    for (let at = 0; at < 20_000; at += 1) {
      const price = 1 + random.below(6_000);
      const level = ladder.find(price);
      expect(level !== NONE).toBe(kept.has(price));
      if (kept.delete(price)) ladder.remove(level);
      else {
        ladder.add(price);
        kept.add(price);
      }
      if (at % 2_000 === 0) {
        expect(prices(ladder)).toEqual([...kept].sort((left, right) => left - right));
      }
    }
    expect(ladder.count).toBe(kept.size);
  });

  test('a level that is removed must be empty', () => {
    const ladder = new PriceLadder(BUY);
    const level = ladder.add(-5);
    ladder.addLots(level, 1);
    expect(() => ladder.remove(level)).toThrow(InvariantError);
  });

  test('touched levels are told once, best first, also when they went and came again', () => {
    const ladder = new PriceLadder(BUY);
    expect(ladder.isTouched).toBe(false);
    for (const price of [7, 9, 8]) ladder.addLots(ladder.add(-price), 2);
    const gone = ladder.find(-9);
    ladder.addLots(gone, -2);
    ladder.remove(gone);
    ladder.addLots(ladder.add(-9), 5);
    expect(ladder.isTouched).toBe(true);
    expect([...ladder.takeTouched()]).toEqual([-9, -8, -7]);
    expect(ladder.isTouched).toBe(false);
    ladder.addLots(ladder.find(-8), 1);
    expect([...ladder.takeTouched()]).toEqual([-8]);
    expect(ladder.totalLots).toBe(10);
  });

  test('more levels are touched than fit at first', () => {
    const ladder = new PriceLadder(SELL);
    for (let price = 1; price <= 500; price += 1) ladder.addLots(ladder.add(price), 1);
    expect(ladder.takeTouched()).toHaveLength(500);
  });
});
