// @vitest-environment jsdom
import type { FindingDetail } from '@fairlead/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { COMMON, ME, NOW_MS } from '../../../test/records.ts';
import { callsOf, pageOf, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const MARK = 'POST operator/findings/mark';

const finding = (own: Partial<FindingDetail> = {}): FindingDetail => ({
  id: 7,
  rule: 'layering',
  symbol: 'BTC/USDT',
  time_from: NOW_MS - 60_000,
  time_to: NOW_MS - 20_000,
  found_at: NOW_MS,
  users: [{ id: 10_482, account: 'v***@mail.test' }],
  state: 'open',
  orders: 2,
  trades: 1,
  figures: [
    { name: 'layerLots', value: 1_600 },
    { name: 'depthShareBps', value: 5_230 },
  ],
  order_list: [
    {
      id: 901,
      user_id: 10_482,
      side: 'buy',
      price: '64000.00',
      quantity: '1.600',
      filled: '0.000',
      status: 'cancelled',
      cancel_reason: 'user',
      time: NOW_MS - 60_000,
      ended_at: NOW_MS - 20_000,
    },
  ],
  trade_list: [
    {
      id: 33,
      buyer_id: 4,
      seller_id: 10_482,
      price: '64010.00',
      quantity: '0.100',
      time: NOW_MS - 30_000,
    },
  ],
  acts: [],
  ...own,
});

beforeEach(() => {
  vi.setSystemTime(NOW_MS);
});

const panel = () => within(screen.getByRole('complementary'));
const settle = () => act(async () => undefined);

async function open(row: FindingDetail, answers: Parameters<typeof serve>[0] = {}) {
  serve({
    ...COMMON,
    'GET operator/findings': () => pageOf([row]),
    'GET operator/findings/one': () => row,
    [MARK]: () => row,
    ...answers,
  });
  await renderAt('/surveillance?open=7', <Page />);
  await screen.findByText('What was measured');
}

test('a finding shows its figures, orders and trades, and leads to its users', async () => {
  await open(finding());
  expect(panel().getByText('52.30%')).toBeTruthy();
  expect(panel().getByText('Orders, first 1 of 2')).toBeTruthy();
  expect(panel().getByText('cancelled (user)')).toBeTruthy();
  expect(panel().getByRole('link', { name: 'v***@mail.test, 10482' }).getAttribute('href')).toBe(
    '#/users?open=10482',
  );
  expect(panel().getByText('Nobody has looked at it yet.')).toBeTruthy();
});

test('its dismissal is asked for with a reason', async () => {
  await open(finding());
  fireEvent.click(await panel().findByRole('button', { name: 'Dismiss…' }));
  expect(panel().getByText(/dismissals are counted in public/)).toBeTruthy();
  fireEvent.change(panel().getByRole('textbox'), { target: { value: 'a market maker of ours' } });
  fireEvent.click(panel().getByRole('button', { name: 'Ask for its dismissal' }));
  await settle();
  expect(callsOf(MARK).map(({ request }) => request)).toEqual([
    { id: '7', act: 'dismiss', reason: 'a market maker of ours' },
  ]);
});

test('who asked cannot confirm, another can', async () => {
  const asked = finding({
    state: 'asked',
    asked: 'dismissed',
    operator: ME.name,
    operator_id: ME.id,
  });
  await open(asked);
  expect(
    await panel().findByText('You asked for this. Another operator confirms it.'),
  ).toBeTruthy();
  expect(panel().queryByRole('button', { name: 'Confirm…' })).toBeNull();
});

test('another operator confirms or declines', async () => {
  await open(finding({ state: 'asked', asked: 'dismissed', operator: 'rita', operator_id: 99 }));
  expect(await panel().findByRole('button', { name: 'Confirm…' })).toBeTruthy();
  expect(panel().getByRole('button', { name: 'Decline…' })).toBeTruthy();
});

test('what has ended offers nothing; an auditor only reads', async () => {
  await open(finding(), { 'GET operator/me': () => ({ ...ME, role: 'auditor' }) });
  expect(await panel().findByText(/Your role reads findings/)).toBeTruthy();
  expect(panel().queryByRole('button', { name: 'Dismiss…' })).toBeNull();
});
