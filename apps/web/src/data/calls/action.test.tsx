// @vitest-environment jsdom

import { useAction } from '@fairlead/calls';
import { Toasts } from '@fairlead/ui';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../account/session.ts';

const REQUEST = {
  from_account: 'coin',
  to_account: 'option',
  currency_id: 3,
  amount: '5',
} as const;

function Probe({ onShown }: { onShown?: (code: string) => boolean }) {
  const transfer = useAction('transfer', {
    ...(onShown === undefined ? {} : { onError: (error) => onShown(error.code) }),
  });
  return (
    <>
      <button
        type="button"
        disabled={transfer.isRunning}
        onClick={() => void transfer.run(REQUEST)}
      >
        Transfer
      </button>
      <Toasts closeLabel="Close" />
    </>
  );
}

function Half({ amount }: { amount: string }) {
  const transfer = useAction('transfer');
  return (
    <button type="button" onClick={() => void transfer.run({ ...REQUEST, amount }, 'half')}>
      Transfer
    </button>
  );
}

const press = () => act(async () => screen.getByRole('button', { name: 'Transfer' }).click());

beforeEach(() => startSession({ token: 't', user }));

test('a money call carries a key, and the same one again after an unknown outcome', async () => {
  const keys: (string | null)[] = [];
  let isBroken = true;
  serve({
    'POST wallet/change': (_, headers) => {
      keys.push(headers.get('idempotency-key'));
      if (isBroken) throw new TypeError('Failed to fetch');
      return { id: 1 };
    },
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await renderAt('/', <Probe />);
  await press();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  isBroken = false;
  await press();
  await vi.waitFor(() => expect(keys.length).toBeGreaterThan(1));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\da-f]{32}$/);
  await act(() => vi.advanceTimersByTimeAsync(0));
  await press();
  await vi.waitFor(() => expect(new Set(keys).size).toBe(2));
});

test('half of a balance that changed meanwhile is the same request after an unknown outcome, over a reload too', async () => {
  const sent: { key: string | null; amount: string | null }[] = [];
  let isBroken = true;
  serve({
    'POST wallet/change': (request, headers) => {
      sent.push({ key: headers.get('idempotency-key'), amount: request.get('amount') });
      if (isBroken) throw new TypeError('Failed to fetch');
      return { id: 1 };
    },
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const first = await renderAt('/', <Half amount="500" />);
  await press();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  first.unmount();
  isBroken = false;
  const before = sent.length;
  await renderAt('/', <Half amount="480" />);
  await press();
  await vi.waitFor(() => expect(sent.length).toBe(before + 1));
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(sent.at(-1)?.amount).toBe('500');
  // Its outcome is known: the next one is another.
  await act(() => vi.advanceTimersByTimeAsync(0));
  await press();
  await vi.waitFor(() => expect(sent.at(-1)?.amount).toBe('480'));
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});

test('what one user left open is not sent by the next, on the same page or anew', async () => {
  const sent: { key: string | null; amount: string | null }[] = [];
  let isBroken = true;
  serve({
    'POST wallet/change': (request, headers) => {
      sent.push({ key: headers.get('idempotency-key'), amount: request.get('amount') });
      if (isBroken) throw new TypeError('Failed to fetch');
      return { id: 1 };
    },
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const page = await renderAt('/', <Half amount="500" />);
  await press();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  isBroken = false;
  const theirs = sent.at(-1)?.key;
  await act(async () => startSession({ token: 'u', user: { ...user, id: user.id + 1 } }));
  const before = sent.length;
  await press();
  await vi.waitFor(() => expect(sent.length).toBe(before + 1));
  expect(sent.at(-1)?.key).not.toBe(theirs);
  // Whoever left it finds it.
  page.unmount();
  await act(async () => startSession({ token: 't', user }));
  await renderAt('/', <Half amount="480" />);
  await press();
  await vi.waitFor(() => expect(sent.length).toBe(before + 2));
  expect(sent.at(-1)).toEqual({ key: theirs, amount: '500' });
});

test('a refusal is said in the words of the server, and the next attempt has a key of its own', async () => {
  const keys = new Set<string | null>();
  serve({
    'POST wallet/change': (_, headers) => {
      keys.add(headers.get('idempotency-key'));
      return refuse('insufficient_balance', 'Insufficient balance');
    },
  });
  await renderAt('/', <Probe />);
  await press();
  expect((await screen.findByRole('alert')).textContent).toContain('Insufficient balance');
  await press();
  await vi.waitFor(() => expect(keys.size).toBe(2));
});

test('what the form shows itself is not said twice', async () => {
  serve({ 'POST wallet/change': () => refuse('below_minimum', 'Below the minimum') });
  const onShown = vi.fn(() => true);
  await renderAt('/', <Probe onShown={onShown} />);
  await press();
  await vi.waitFor(() => expect(onShown).toHaveBeenCalledWith('below_minimum'));
  expect(screen.queryByText('Below the minimum')).toBeNull();
});

test('a second press while the first runs is dropped', async () => {
  serve({ 'POST wallet/change': () => ({ id: 1 }) });
  await renderAt('/', <Probe />);
  await act(async () => {
    const button = screen.getByRole('button', { name: 'Transfer' });
    button.click();
    button.click();
  });
  expect(calls.filter((call) => call === 'POST wallet/change')).toHaveLength(1);
});

test('a page loaded anew repeats what it does not know the outcome of under the same key, and then forgets it', async () => {
  const keys: (string | null)[] = [];
  let isBroken = true;
  serve({
    'POST wallet/change': (_, headers) => {
      keys.push(headers.get('idempotency-key'));
      if (isBroken) throw new TypeError('Failed to fetch');
      return { id: 1 };
    },
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { unmount } = await renderAt('/', <Probe />);
  await press();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  unmount();
  isBroken = false;
  await renderAt('/', <Probe />);
  await press();
  await vi.waitFor(() => expect(keys.length).toBeGreaterThan(1));
  expect(new Set(keys).size).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(window.sessionStorage.length).toBe(0);
});
