// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { user } from '../../../test/user.ts';

const GRID = { id: 268_445_938, name: 'Grid', main: user.id };

/** The module as a page that is loaded now has it. */
async function loaded(kept: object | undefined) {
  vi.resetModules();
  window.localStorage.setItem('token', 't');
  window.localStorage.setItem('user', JSON.stringify(user));
  if (kept !== undefined) window.sessionStorage.setItem('acting', JSON.stringify(kept));
  return import('./acting.ts');
}

beforeEach(() => window.sessionStorage.clear());

test('a tab goes on as the account that it keeps: every call names it but the person’s', async () => {
  const { acting, subAccountOf } = await loaded(GRID);
  expect(acting).toEqual(GRID);
  const names = ['placeOrder', 'withdraw', 'wallet', 'center', 'logout'] as const;
  expect(names.map(subAccountOf)).toEqual([GRID.id, GRID.id, GRID.id, undefined, undefined]);
});

test.each([
  ['nothing', undefined],
  ['another user’s', { ...GRID, main: 7 }],
  ['something else', { id: 'x', main: user.id }],
])('a tab that keeps %s is the main account', async (_, kept) => {
  const { acting, subAccountOf } = await loaded(kept);
  expect([acting, subAccountOf('placeOrder')]).toEqual([undefined, undefined]);
  expect(window.sessionStorage.getItem('acting')).toBeNull();
});

test.each([
  ['nothing', () => undefined, 0],
  ['another session', () => window.localStorage.setItem('token', 'other'), 1],
  ['a log-out', () => window.localStorage.clear(), 1],
  ['another account', () => window.sessionStorage.setItem('acting', JSON.stringify(GRID)), 1],
])('a page that comes back after %s', async (_, happens, times) => {
  const { followActing } = await loaded(undefined);
  const reload = vi.fn();
  followActing(reload);
  const comes = (persisted: boolean) =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
  happens();
  comes(false);
  expect(reload).not.toHaveBeenCalled();
  comes(true);
  expect(reload).toHaveBeenCalledTimes(times);
});

test('what only the main account does is not asked for, as soon as the rules are there', async () => {
  const { takeActingParts, mayAskActing, isClosedActing } = await loaded(GRID);
  expect([mayAskActing('deposits'), isClosedActing('pages/finance/index')]).toEqual([true, false]);
  takeActingParts(await import('../../app/shell/acting-parts.ts'));
  expect([mayAskActing('deposits'), isClosedActing('pages/finance/index')]).toEqual([false, true]);
  expect([mayAskActing('orders'), isClosedActing('pages/trade/spot')]).toEqual([true, false]);
});
