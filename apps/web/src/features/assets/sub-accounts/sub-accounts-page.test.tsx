// @vitest-environment jsdom
import type { SubAccount } from '@fairlead/contract';
import { preloadOverlays } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { refuse, renderAt, serve } from '../../../../test/render.tsx';
import { user } from '../../../../test/user.ts';
import { walletOf } from '../../../../test/wallet.ts';
import { startSession } from '../../../data/account/session.ts';
import { Page } from '../../../pages/settings/subAccounts.tsx';

const PAGE = '/pages/settings/subAccounts';
const GRID: SubAccount = {
  id: 268_445_938,
  name: 'Grid',
  products: ['spot'],
  daily_limits: [],
  is_frozen: false,
  created_at: 1,
};
const USDT = { currency_id: 3, name: 'USDT', full_name: 'Tether', scale: 6 };
const MAIN = { ...walletOf(['USDT', '900']), total: '900' };
const SUB = { ...walletOf(['USDT', '40']), total: '40' };
const serveWith = (list: readonly SubAccount[], more = {}) =>
  serve({
    'GET user/sub_accounts': () => list,
    // The balances of each are asked as that one.
    'POST wallet/list': (_, headers) =>
      headers.get('sub-account') === String(GRID.id) ? SUB : MAIN,
    'GET currency/list': () => [USDT],
    ...more,
  });

const press = (name: string | RegExp) =>
  act(async () => {
    fireEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement);
  });

beforeAll(() => preloadOverlays());
beforeEach(() => startSession({ token: 't', user }));
afterEach(async () => {
  cleanup();
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});

test('each is listed with what it is worth and how it stands', async () => {
  serveWith([
    GRID,
    { ...GRID, id: 268_445_939, name: 'Ice', is_frozen: true },
    { ...GRID, id: 268_445_940, name: 'Shut', products: [] },
  ]);
  await renderAt(PAGE, <Page />);
  const list = await screen.findByRole('list', { name: 'Accounts' });
  const grid = within(list).getByRole('link', { name: /^Grid/ });
  await within(grid).findByText(/^40\.00/);
  expect(grid.textContent).toContain('Spot');
  expect(within(list).getByRole('link', { name: /^Ice/ }).textContent).toContain('Frozen');
  expect(within(list).getByRole('link', { name: /^Shut/ }).textContent).toContain('Closed');
});

test('a name that is taken is said at its field', async () => {
  serveWith([], {
    'POST user/sub_accounts/create': () => refuse('name_taken', 'This name is taken'),
  });
  await renderAt(PAGE, <Page />);
  await screen.findByText('No sub-account yet.');
  await press('Create sub-account');
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Grid' } });
  await press('Create sub-account');
  expect((await screen.findByText('This name is taken')).closest('form')).not.toBeNull();
});

test('one that is nobody’s of this user is not there', async () => {
  serveWith([GRID]);
  await renderAt(`${PAGE}?id=7`, <Page />);
  await screen.findByText('There is nothing at this address.');
});

test('a list that does not come says so', async () => {
  serve({ 'GET user/sub_accounts': () => refuse('unavailable', 'Not now', 503) });
  await renderAt(PAGE, <Page />);
  await screen.findByText('Not now');
});
