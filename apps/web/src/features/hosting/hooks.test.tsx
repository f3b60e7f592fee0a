// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../data/calls/query.ts';
import { serverNow } from '../../data/live/server-clock.ts';
import { useOverdue } from './hooks.ts';

const asked = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a posting whose event was missed is asked for 3 s after it was due', () => {
  asked.mockClear();
  const { rerender } = renderHook(({ nextAtMs }) => useOverdue(nextAtMs), {
    initialProps: { nextAtMs: serverNow() + 10_000 },
  });
  // The server's clock goes on meanwhile, by some ms.
  vi.advanceTimersByTime(12_000);
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(asked.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([
    ['hostingReport'],
    ['hostingOrders'],
    ['hostingProducts'],
  ]);
  rerender({ nextAtMs: serverNow() + 86_400_000 });
  vi.advanceTimersByTime(60_000);
  expect(asked).toHaveBeenCalledTimes(3);
});

test('no posting to come, nothing to ask', () => {
  asked.mockClear();
  const { unmount } = renderHook(() => useOverdue(undefined));
  vi.advanceTimersByTime(86_400_000);
  unmount();
  expect(asked).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
