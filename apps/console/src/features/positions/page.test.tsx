// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON, exposure, optionOrder, position } from '../../../test/records.ts';
import { address, callsOf, pageOf, refuse, renderAt, serve } from '../../../test/render.tsx';
import { Page as ExposurePage } from '../exposure/page.tsx';
import { Page } from './page.tsx';

const LIST = 'GET operator/positions';
const ORDERS = 'GET operator/option_orders';

async function open(path: string, answers: Parameters<typeof serve>[0] = {}) {
  serve({
    ...COMMON,
    [LIST]: () => pageOf([position()]),
    [ORDERS]: () => pageOf([optionOrder()]),
    'GET operator/exposure': () => exposure(),
    ...answers,
  });
  await renderAt(path, <Page />);
  await act(async () => undefined);
}

const panel = () => within(screen.getByRole('complementary'));

test('positions are listed with their receipt, and the filters stand in the address', async () => {
  await open('/positions');
  const receipt = await screen.findByRole('link', { name: 'Receipt 48310, opens in the app' });
  expect(receipt.getAttribute('href')).toBe('/#/pages/settlement/receipt?id=48310');
  fireEvent.change(screen.getByRole('combobox', { name: 'State' }), {
    target: { value: 'closed' },
  });
  fireEvent.change(screen.getByRole('combobox', { name: 'Market' }), {
    target: { value: 'ETH/USDT' },
  });
  await act(async () => undefined);
  expect(address()).toBe('/positions?status=closed&symbol=ETH%2FUSDT');
  expect(callsOf(LIST).at(-1)?.request).toMatchObject({ status: 'closed', symbol: 'ETH/USDT' });
});

test('a position shows what was agreed and where it stands, and nothing to change it by', async () => {
  await open('/positions?open=5311');
  await screen.findByRole('complementary', { name: 'Position 5311' });
  expect(panel().getByText('9.73%')).toBeTruthy();
  expect(panel().getByText('5 × 0.01 BTC')).toBeTruthy();
  expect(panel().getByText('61,895.842')).toBeTruthy();
  expect(
    panel()
      .getAllByRole('button')
      .map((each) => each.getAttribute('aria-label')),
  ).toEqual(['Close']);
});

test('a lot of a thousand is written as such', async () => {
  await open('/positions?open=5311', {
    [LIST]: () => pageOf([position({ symbol: 'DOGE/USDT', lots: 3, lot_size: '1000' })]),
  });
  await screen.findByRole('complementary');
  expect(panel().getByText('3 × 1000 DOGE')).toBeTruthy();
});

test('a liquidation says so, with what the insurance fund paid', async () => {
  const row = position({
    status: 'closed',
    close_reason: 'liquidation',
    close_price: '61000.00000000',
    realised_pnl: '-162.031000',
    insurance_paid: '28.590000',
    receipt_id: 48_400,
    closed_at: 1,
  });
  await open('/positions?open=5311', { [LIST]: () => pageOf([row]) });
  await screen.findByRole('complementary');
  expect(panel().getAllByText('liquidated').length).toBeGreaterThan(0);
  expect(panel().getByText('28.59 USDT')).toBeTruthy();
  expect(panel().getAllByRole('link', { name: /^Receipt/ })).toHaveLength(2);
});

test('option orders of one user are asked for, and a settled one names both receipts', async () => {
  await open('/positions?tab=options&user=10482&open=5402');
  await screen.findByRole('complementary', { name: 'Option order 5402' });
  expect(callsOf(ORDERS)[0]?.request).toMatchObject({ user_id: '10482' });
  expect(callsOf(LIST)).toHaveLength(0);
  expect(
    panel()
      .getAllByRole('link', { name: /^Receipt/ })
      .map((link) => link.textContent),
  ).toEqual(['48211', '48377']);
  expect(panel().getByText('+39.50')).toBeTruthy();
});

test('the exposure names what is near its limit and sums the house', async () => {
  const counts = {
    refunded: 3,
    paid_as_win: 2,
    by_house: 4,
    by_market: 1,
    would_win: 2,
    would_lose: 71,
    would_be_flat: 0,
  };
  serve({
    ...COMMON,
    'GET operator/exposure': () => exposure(),
    'GET settlement/refunds': () => ({ total: counts, days: [{ time: 0, ...counts }] }),
  });
  await renderAt('/exposure', <ExposurePage />);
  expect(await screen.findByText('Options with too few samples')).toBeTruthy();
  expect(screen.getAllByRole('cell', { name: '71' })).toHaveLength(2);
  expect(await screen.findByText('2 things are near their limits')).toBeTruthy();
  expect(screen.getByText(/Open interest of BTC\/USDT is at 90\.0% of its limit/)).toBeTruthy();
  expect(screen.getByText('30,000,000.00')).toBeTruthy();
  expect(screen.getByText(/the house would get from users/)).toBeTruthy();
  const link = screen.getByRole('link', { name: '412' });
  expect(link.getAttribute('href')).toBe('#/positions?symbol=BTC%2FUSDT');
});

test('an exposure that does not load can be asked for again', async () => {
  serve({ ...COMMON, 'GET operator/exposure': () => refuse('internal', 'Out of order', 500) });
  await renderAt('/exposure', <ExposurePage />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
