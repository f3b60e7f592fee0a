// @vitest-environment jsdom
import { PAGE_LOAD_DELAY_MS, PAGE_LOAD_TIMEOUT_MS } from '@fairlead/contract/constants';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderAt } from '../../../test/render.tsx';
import { useDelayedFlag } from './BusyBar.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { PageLoading } from './PageLoading.tsx';
import { ChunkTimeoutError } from './page-load.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

/** A page whose code throws while it is broken. */
const trouble: { error: Error | undefined } = { error: undefined };
function Broken() {
  if (trouble.error !== undefined) throw trouble.error;
  return <p>fine</p>;
}
function Probe({ isOn }: { isOn: boolean }) {
  return <p>{String(useDelayedFlag(isOn, 1_000))}</p>;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('nothing shows for 200 ms, then that the page loads', async () => {
  await renderAt('/', <PageLoading onRetry={() => undefined} />);
  await pass(PAGE_LOAD_DELAY_MS - 1);
  expect(screen.queryByRole('status')).toBeNull();
  await pass(1);
  expect(screen.getByRole('status').textContent).toBe('Loading');
  expect(PAGE_LOAD_DELAY_MS).toBe(200);
});

test('after 60 s the load-error page stands there, with retry', async () => {
  const retry = vi.fn();
  await renderAt('/', <PageLoading onRetry={retry} />);
  await pass(PAGE_LOAD_TIMEOUT_MS - 1);
  expect(screen.queryByRole('heading')).toBeNull();
  await pass(1);
  expect(screen.getByRole('heading', { name: 'This page did not load' })).toBeDefined();
  screen.getByRole('button', { name: 'Retry' }).click();
  expect(retry).toHaveBeenCalledTimes(1);
  expect(PAGE_LOAD_TIMEOUT_MS).toBe(60_000);
});

test.each([
  [new ChunkTimeoutError('late'), /a new version was installed/],
  [new TypeError('Failed to fetch dynamically imported module: /assets/x.js'), /new version/],
  [new Error('undefined is not a function'), /safe on the server/],
])('%s shows what happened and tries again', async (error, sentence) => {
  const quiet = vi.spyOn(console, 'error').mockReturnValue();
  trouble.error = error;
  const retry = () => {
    trouble.error = undefined;
  };
  await renderAt(
    '/',
    <PageBoundary onRetry={retry}>
      <Broken />
    </PageBoundary>,
  );
  expect(screen.getByText(sentence)).toBeDefined();
  await act(async () => screen.getByRole('button', { name: 'Retry' }).click());
  expect(screen.getByText('fine')).toBeDefined();
  quiet.mockRestore();
});

test('an indicator waits for its delay and goes at once', async () => {
  const { rerender } = await renderAt('/', <Probe isOn />);
  await pass(999);
  expect(screen.getByText('false')).toBeDefined();
  await pass(1);
  expect(screen.getByText('true')).toBeDefined();
  rerender(<Probe isOn={false} />);
  expect(screen.getByText('false')).toBeDefined();
});
