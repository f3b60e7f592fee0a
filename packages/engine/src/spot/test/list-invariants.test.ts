/**
 * Lists of orders among the orders of a small, busy exchange, drawn from a seed: whatever meets, is filled, fires, is amended,
 * cancelled or runs out, what is frozen is what one of each list needs, what is kept agrees, and a restart gives the same. B23.
 */
import { Engine } from '@fairlead/engine';
import { RandomCommands } from '@fairlead/testkit';
import { expect, test } from 'vitest';

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
  const ends = new Set<string>();
  let engine = new Engine(undefined, bounds);
  let wasLate = false;
  for (let sequence = 1; sequence <= 3_000; sequence += 1) {
    const { command, timeMs } = commands.next();
    engine.execute(command, { sequence, timeMs });
    commands.orderIdMax = engine.counters().orderId;
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
