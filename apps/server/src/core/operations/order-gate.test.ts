import { expect, test } from 'vitest';
import { OrderGate } from './order-gate.ts';

test('a change waits for orders under way, and orders are refused meanwhile', async () => {
  const gate = new OrderGate();
  const events: string[] = [];
  gate.enter(1);
  gate.enter(1);
  const change = gate.whileClosed(1, async () => {
    events.push('changed');
  });
  expect(() => gate.enter(1)).toThrow('market_closed');
  gate.leave(1);
  await Promise.resolve();
  expect(events).toEqual([]);
  gate.leave(1);
  await change;
  expect(events).toEqual(['changed']);
  gate.enter(1);
});

test('other markets go on', async () => {
  const gate = new OrderGate();
  let isOtherOpen = false;
  await gate.whileClosed(1, async () => {
    gate.enter(2);
    isOtherOpen = true;
  });
  expect(isOtherOpen).toBe(true);
});

test('a change that fails opens the market again', async () => {
  const gate = new OrderGate();
  await expect(gate.whileClosed(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  gate.enter(1);
});

test('two changes of one market do not run at once', async () => {
  const gate = new OrderGate();
  const first = gate.whileClosed(1, () => Promise.resolve());
  await expect(gate.whileClosed(1, () => Promise.resolve())).rejects.toThrow('in_progress');
  await first;
});
