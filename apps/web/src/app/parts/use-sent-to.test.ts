// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSentTo } from './use-sent-to.ts';

test('the note of a code stays when the wait is over, and names whom it went to', () => {
  const { result, rerender } = renderHook(
    ({ isWaiting, account }) => useSentTo(isWaiting, account),
    { initialProps: { isWaiting: false, account: 'a@example.com' } },
  );
  expect(result.current).toBeUndefined();
  rerender({ isWaiting: true, account: 'a@example.com' });
  expect(result.current).toBe('a@example.com');
  rerender({ isWaiting: false, account: 'b@example.com' });
  expect(result.current).toBe('a@example.com');
  rerender({ isWaiting: true, account: 'b@example.com' });
  expect(result.current).toBe('b@example.com');
});
