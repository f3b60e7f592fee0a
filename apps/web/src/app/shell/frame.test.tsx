// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { address, notLoggedIn, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { walletOf } from '../../../test/wallet.ts';
import { onNotLoggedIn, startSession } from '../../data/account/session.ts';
import { Frame } from './Frame.tsx';

const answers = {
  'GET currency/quotation_new': () => [quotation()],
  'POST news/list': () => ({ list: [], page: 1, limit: 20, total: 0 }),
  'GET config': () => ({
    name: 'Fairlead',
    version: '2.5.8',
    demo: true,
    feed: 'simulated',
    time: 1,
    languages: ['en'],
    channels: ['email'],
  }),
  'POST wallet/list': () => walletOf(['USDT', '100', '100']),
  'GET user/security': () => ({
    has_fund_password: false,
    has_otp: false,
    recovery_codes_left: 0,
    sessions: 1,
  }),
};

test('a guest who opens a personal page is sent to login, with the whole target to return to', async () => {
  serve(answers);
  await renderAt('/pages/trade/orders?symbol=BTC/USDT', <Frame />);
  await vi.waitFor(() => expect(address()).toMatch(/^\/pages\/user\/login\/login\?/));
  const query = new URLSearchParams(address().split('?')[1]);
  expect(query.get('back')).toBe('/pages/trade/orders?symbol=BTC/USDT');
  expect(query.get('back_type')).toBe('1');
});

test('a second redirect within a second is blocked and offers login on a tap', async () => {
  serve(answers);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await vi.advanceTimersByTimeAsync(60_000);
  await renderAt('/pages/assets/index', <Frame />);
  await vi.waitFor(() => expect(address()).toContain('back_type=2'));
  await act(async () => {
    window.location.hash = '#/pages/assets/record';
  });
  const link = await screen.findByRole('link', { name: 'Log in' });
  expect(link.getAttribute('href')).toContain('back=%2Fpages%2Fassets%2Frecord');
  expect(address()).toBe('/pages/assets/record');
});

test('a user sees a personal page', async () => {
  serve(answers);
  startSession({ token: 't', user });
  await renderAt('/pages/settings/security/index', <Frame />);
  expect(await screen.findByRole('heading', { name: 'Security' })).toBeDefined();
});

test('a 999 clears token and user, raises the event, says so, and the guard takes over', async () => {
  serve({ ...answers, 'GET user/security': () => notLoggedIn('Your session has ended') });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await vi.advanceTimersByTimeAsync(120_000);
  const raised = vi.fn();
  const stop = onNotLoggedIn(raised);
  startSession({ token: 't', user });
  await renderAt('/pages/settings/security/index', <Frame />);
  await vi.waitFor(() => expect(address()).toContain('/pages/user/login/login'));
  expect(raised).toHaveBeenCalledTimes(1);
  expect(window.localStorage.getItem('token')).toBeNull();
  expect(window.localStorage.getItem('user')).toBeNull();
  expect((await screen.findByRole('alert')).textContent).toContain('Your session has ended');
  stop();
});

test('an unknown address says so and leads home', async () => {
  serve(answers);
  await renderAt('/pages/nowhere', <Frame />);
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined();
  await act(async () => screen.getByRole('link', { name: 'Go to home' }).click());
  expect(address()).toBe('/');
});

test('back with an empty history goes home', async () => {
  serve(answers);
  await renderAt('/pages/settings/index', <Frame />);
  const back = await screen.findByRole('button', { name: 'Back' });
  await act(async () => back.click());
  expect(address()).toBe('/');
});

test('the alias of home shows home, with five tabs of which the first is active', async () => {
  serve(answers);
  await renderAt('/pages/index/index', <Frame />);
  const tabs = await screen.findByRole('navigation', { name: 'Main' });
  const links = [...tabs.querySelectorAll('a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '#/',
    '#/pages/trade/index',
    '#/pages/option/detail',
    '#/pages/template/index',
    '#/pages/assets/index',
  ]);
  expect(links[0]?.getAttribute('aria-current')).toBe('page');
});

test('a tab with two pages is lit on both and leads to the one that was open last', async () => {
  serve(answers);
  await renderAt('/pages/lever/index', <Frame />);
  const tabs = await screen.findByRole('navigation', { name: 'Main' });
  const contracts = () => within(tabs).getByRole('link', { name: 'Contracts' });
  expect(contracts().getAttribute('aria-current')).toBe('page');
  await act(async () => {
    window.location.hash = '#/pages/template/index';
  });
  await vi.waitFor(() => expect(contracts().getAttribute('aria-current')).toBeNull());
  expect(contracts().getAttribute('href')).toBe('#/pages/lever/index');
});

test('demo is said above every page', async () => {
  serve(answers);
  await renderAt('/pages/settings/index', <Frame />);
  expect(await screen.findByText('Demo: simulated prices, test funds')).toBeDefined();
});

test('lost commits are said on every page, with the way to their receipt', async () => {
  const from = Date.UTC(2026, 10, 21, 9, 30, 1);
  const loss = {
    ...{ time: from + 60_000, receipt_id: 31, time_from: from, time_to: from + 2_000 },
    ...{ sequence_from: 120, sequence_seen: 177, sequence_to: 5_000 },
  };
  const config = () => ({ ...answers['GET config'](), time: from + 120_000, losses: [loss] });
  serve({ ...answers, 'GET config': config });
  await renderAt('/pages/settings/about', <Frame />);
  const strip = await screen.findByText(/^The database lost/);
  // The numbers that were passed over are a reserve: they are the receipt's, and read as a loss of thousands here.
  expect(strip.textContent).not.toMatch(/120|177|5,?000/);
  const link = within(strip).getByRole('link', { name: 'receipt 31' });
  expect(link.getAttribute('href')).toBe('#/pages/settlement/receipt?id=31');
});

test('of a product with a database of its own it is said whose commits are lost', async () => {
  const time = Date.UTC(2026, 10, 21, 9, 30, 1);
  const loss = {
    ...{ time, receipt_id: 1_000_000_000_031, time_from: time, time_to: time, product: 'futures' },
    ...{ sequence_from: 120, sequence_seen: 177, sequence_to: 5_000 },
  } as const;
  const config = () => ({ ...answers['GET config'](), time, losses: [loss] });
  serve({ ...answers, 'GET config': config });
  await renderAt('/pages/settings/about', <Frame />);
  expect(await screen.findByText(/^Futures: The database lost/)).toBeDefined();
});
