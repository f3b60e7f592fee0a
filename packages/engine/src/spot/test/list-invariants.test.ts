/**
 * Lists of orders among the orders of a small, busy exchange, drawn from a seed: whatever meets, is filled, fires, is amended,
 * cancelled or runs out, what is frozen is what one of each list needs, what is kept agrees, and a restart gives the same. B23.
 */
import { type Command, Engine, type ListLeg, type PlaceOrder } from '@fairlead/engine';
import { RandomCommands, Seeded } from '@fairlead/testkit';
import type { PriceTicks, QuantityLots } from '@fairlead/units';
import { expect, test } from 'vitest';

const OWNERS = [11, 12, 13, 14] as const;
const MIDDLE = 1_000;

class DrawnLists {
  readonly #random: Seeded;

  constructor(seed: number) {
    this.#random = new Seeded(seed);
  }

  chance(percent: number): boolean {
    return this.#random.chance(percent);
  }

  /** Near the prices of now: most are filled or reached before long. */
  next(orderIdMax: number): Command {
    const random = this.#random;
    const owner = random.pick(OWNERS);
    if (random.chance(12)) {
      const listId = Math.max(1, orderIdMax - random.below(40));
      return { kind: 'cancel_list', owner, list: { listId } };
    }
    const marketId = 1 + random.below(3);
    const side = random.pick(['buy', 'sell'] as const);
    const legs = this.#legs(side, random.chance(60) ? 2 : 1);
    if (random.chance(40)) return { kind: 'place_list', owner, marketId, legs };
    const other = random.chance(80) ? (side === 'buy' ? 'sell' : 'buy') : side;
    const working = {
      ...{ kind: 'place_order', owner, marketId, side: other, type: 'limit' },
      timeInForce: random.pick(['gtc', 'gtc', 'gtc', 'ioc', 'post_only'] as const),
      price: (MIDDLE - 8 + random.below(17)) as PriceTicks,
      quantity: (1 + random.below(20)) as QuantityLots,
      ...this.#shown(),
    } as PlaceOrder;
    return { kind: 'place_list', owner, marketId, legs, working };
  }

  /** Some are icebergs, where that may be. */
  #shown(): { readonly display?: QuantityLots } {
    const random = this.#random;
    return random.chance(20) ? { display: (1 + random.below(10)) as QuantityLots } : {};
  }

  #legs(side: 'buy' | 'sell', count: number): ListLeg[] {
    const random = this.#random;
    const sign = side === 'sell' ? 1 : -1;
    const at = (from: number) => (MIDDLE + sign * (from + random.below(8))) as PriceTicks;
    const size = random.chance(60) ? { quantity: (1 + random.below(20)) as QuantityLots } : {};
    const by = random.pick(['index', 'last'] as const);
    const profit = at(1);
    const first: ListLeg = random.chance(70)
      ? { side, type: 'limit', timeInForce: 'gtc', price: profit, ...size, ...this.#shown() }
      : {
          ...{ side, type: 'market', timeInForce: 'ioc', ...size },
          trigger: { kind: 'take_profit', by, price: profit },
        };
    const stop = at(-9);
    const second: ListLeg = {
      ...{ side, timeInForce: 'gtc', type: 'limit', price: at(-10), ...size },
      trigger: { kind: 'stop', by, price: stop },
    };
    if (count === 2) return [first, second];
    return [random.pick([first, second])];
  }
}

const FEW = { triggerFiresMax: 1, triggerRunFiresMax: 1 };

test.each([
  [1, undefined],
  [3, undefined],
  [7, undefined],
  [4, FEW],
  [5, FEW],
  [6, FEW],
])('seed %i', (seed, bounds) => {
  const commands = new RandomCommands(seed);
  const lists = new DrawnLists(seed + 100);
  const ends = new Set<string>();
  let engine = new Engine(undefined, bounds);
  let wasLate = false;
  for (let sequence = 1; sequence <= 3_000; sequence += 1) {
    const drawn = commands.next();
    const isList = sequence > 40 && lists.chance(25);
    const command = isList ? lists.next(engine.counters().orderId) : drawn.command;
    engine.execute(command, { sequence, timeMs: drawn.timeMs });
    if (sequence % 8 === 0) engine.checkInvariants();
    for (const { status, endReason, settlesAtMs } of engine.takeChanges().orderLists) {
      ends.add(endReason ?? status);
      wasLate ||= settlesAtMs !== undefined;
    }
    if (sequence % 100 > 0) continue;
    const again = new Engine(engine.takeSnapshot(), bounds);
    expect(again.stateHash()).toBe(engine.stateHash());
    engine = again;
  }
  const wanted = ['pending', 'open', 'filled', 'triggered', 'placed', 'user'];
  expect([...ends]).toEqual(expect.arrayContaining(wanted));
  expect(wasLate).toBe(bounds !== undefined);
});
