// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { renderAt, serve } from '../../../test/render.tsx';
import { applyTicks } from '../../data/markets/quotations.ts';
import { Page } from '../../pages/trade/index.tsx';
import { chooseTab } from './view-store.ts';

const markets = [
  quotation(),
  quotation({
    symbol: 'ETH/USDT',
    last_price: '3418.26',
    change_24h: '-0.0231',
    turnover_24h: '642100000',
  }),
];
const answers = {
  'GET currency/quotation_new': () => markets,
  'GET currency/user_currency_list': () => [
    {
      currency_id: 2,
      name: 'ETH',
      full_name: 'Ethereum',
      scale: 8,
      chains: [],
      deposit: false,
      withdraw: false,
    },
  ],
};

beforeEach(() => chooseTab('all'));

const pairs = async () => {
  const list = await screen.findByRole('list', { name: 'Markets' });
  return within(list)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
};
const tap = (role: 'tab' | 'button', name: RegExp | string) =>
  act(async () => screen.getByRole(role, { name }).click());

test('lists markets by volume, each leading to its chart', async () => {
  serve(answers);
  await renderAt('/pages/trade/index', <Page />);
  expect(await pairs()).toEqual([
    '#/pages/trade/kline?symbol=BTC/USDT',
    '#/pages/trade/kline?symbol=ETH/USDT',
  ]);
  expect(screen.getByText('64,812.40')).toBeDefined();
  expect(screen.getByText(/\+1\.84%/)).toBeDefined();
});

test('a tap on a header sorts, a second tap turns the order', async () => {
  serve(answers);
  await renderAt('/pages/trade/index', <Page />);
  await pairs();
  await tap('button', /^Sort by Price/);
  await tap('button', 'Sort by Price descending');
  expect((await pairs())[0]).toContain('ETH');
  expect(
    screen.getByRole('button', { name: 'Sort by Price ascending' }).getAttribute('aria-pressed'),
  ).toBe('true');
});

test('no row changes its place as trades come, until somebody sorts', async () => {
  serve(answers);
  await renderAt('/pages/trade/index', <Page />);
  const before = await pairs();
  // ETH overtakes BTC by volume, by far.
  for (const [turnover_24h, last_price, shown] of [
    ['1290000000', '3500.00', '3,500.00'],
    ['9990000000', '3600.00', '3,600.00'],
  ] as const) {
    const told = quotation({ symbol: 'ETH/USDT', last_price, turnover_24h });
    await act(async () => applyTicks([told]));
    expect(await screen.findByText(shown)).toBeDefined();
    expect(await pairs()).toEqual(before);
  }
  await tap('button', /^Sort by Pair/);
  await tap('button', /^Sort by Volume/);
  expect(await pairs()).toEqual([...before].reverse());
});

test('figures that hold a simulated past say so, others do not', async () => {
  serve({
    ...answers,
    'GET currency/quotation_new': () => [quotation({ is_simulated_24h: true })],
  });
  await renderAt('/pages/trade/index', <Page />);
  expect(await screen.findByText(/include a simulated past/)).toBeDefined();
  await act(async () => applyTicks([quotation()]));
  await waitFor(() => expect(screen.queryByText(/simulated past/)).toBeNull());
});

test('a starred market stays under favourites, and none says how', async () => {
  serve(answers);
  await renderAt('/pages/trade/index', <Page />);
  await pairs();
  await tap('tab', 'Favourites');
  expect(screen.getByText('Tap the star of a market and it stays here.')).toBeDefined();
  await tap('button', 'Show all markets');
  await tap('button', 'Favourite ETH/USDT');
  await tap('tab', 'Favourites');
  expect(await pairs()).toEqual(['#/pages/trade/kline?symbol=ETH/USDT']);
});

test('search finds by full name, and says when nothing matches', async () => {
  serve(answers);
  await renderAt('/pages/trade/index', <Page />);
  await pairs();
  const field = screen.getByRole('searchbox');
  fireEvent.change(field, { target: { value: 'ethereum' } });
  expect(await pairs()).toEqual(['#/pages/trade/kline?symbol=ETH/USDT']);
  fireEvent.change(field, { target: { value: 'xyz' } });
  expect(screen.getByText('No market matches “xyz”.')).toBeDefined();
  await tap('button', 'Clear search');
  expect(await pairs()).toHaveLength(2);
});

test('a failed load says so and tries again', async () => {
  serve({
    ...answers,
    'GET currency/quotation_new': () => ({
      status: 500,
      envelope: { type: 'error', code: 0, error: 'internal', message: 'Something went wrong' },
    }),
  });
  await renderAt('/pages/trade/index', <Page />);
  expect(await screen.findByText('Something went wrong')).toBeDefined();
  serve(answers);
  await tap('button', 'Retry');
  expect(await pairs()).toHaveLength(2);
});

test('a stale price says of when it is, a halted market that it is halted', async () => {
  serve({
    ...answers,
    'GET currency/quotation_new': () => [
      quotation({ is_stale: true, index_time: Date.UTC(2026, 10, 21, 14, 31, 52) }),
      quotation({ symbol: 'TRX/USDT', state: 'halted' }),
    ],
  });
  await renderAt('/pages/trade/index', <Page />);
  expect(await screen.findByText(/^As of \d\d:31:52$/)).toBeDefined();
  expect(screen.getByText('Halted')).toBeDefined();
});
