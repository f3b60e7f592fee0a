import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../calls/query.ts';
import { invalidateAfter } from './private-events.ts';

afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

test('what events make out of date is asked for a quarter of a second later, and once a second while they go on', async () => {
  vi.useFakeTimers();
  let asked = 0;
  const orders = new QueryObserver(queryClient, {
    queryKey: ['orders', {}],
    queryFn: async () => {
      asked += 1;
      return asked;
    },
  });
  const stop = orders.subscribe(() => undefined);
  // Long after whatever was asked for before.
  await vi.advanceTimersByTimeAsync(2_000);
  asked = 0;
  invalidateAfter('order');
  invalidateAfter('order');
  await vi.advanceTimersByTimeAsync(250);
  expect(asked).toBe(1);
  // Ten orders a second, three seconds long.
  for (let step = 0; step < 30; step += 1) {
    invalidateAfter('order');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(asked).toBe(4);
  // One within that second is not forgotten.
  invalidateAfter('order');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toBe(5);
  stop();
});
