// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON } from '../../../test/records.ts';
import { address, callsOf, named, pageOf, refuse, renderAt, serve } from '../../../test/render.tsx';
import { hostingOrder, hostingProduct, treasury } from '../../../test/wealth-records.ts';
import { Page } from './page.tsx';

const READ = 'GET operator/hosting';
const ORDERS = 'GET operator/hosting/orders';
const SAVE = 'POST operator/hosting/save';

async function open(
  path: string,
  { role = 'manager', ...answers }: { role?: string } & Record<string, unknown> = {},
) {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 3, name: 'mara', role, demo: true, has_otp: true }),
    [READ]: () => ({
      products: [hostingProduct(), hostingProduct({ id: 4, currency_id: 1, is_open: false })],
      treasury: [treasury()],
    }),
    [ORDERS]: () => pageOf([hostingOrder()]),
    ...(answers as Parameters<typeof serve>[0]),
  });
  await renderAt(path, <Page />);
  await act(async () => undefined);
}

const panel = () => within(screen.getByRole('complementary'));
const settle = () => act(async () => undefined);
const press = (name: string) => fireEvent.click(panel().getByRole('button', { name }));
const type = (name: string, value: string) =>
  fireEvent.change(panel().getByRole('textbox', { name }), { target: { value } });
const short = { products: [hostingProduct()], treasury: [treasury({ available: '99.500000' })] };

test('a treasury that cannot promise one more day of sales says so, with the entry that ends it', async () => {
  await open('/hosting', { [READ]: () => short });
  expect(await screen.findByText('The treasury needs funds')).toBeTruthy();
  expect(
    screen.getByText(/^99\.50\sUSDT may still be promised.*500\.50\sUSDT is missing/),
  ).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Propose an entry' });
  const query = new URLSearchParams(link.getAttribute('href')?.split('?')[1]);
  expect(Object.fromEntries(query)).toEqual({
    propose: 'house:yield_treasury',
    source: 'house:capital',
    in: '3',
    amount: '500.5',
  });
});

test('who reads only sees the alarm, and neither entry nor terms to propose', async () => {
  await open('/hosting?open=2', { role: 'auditor', [READ]: () => short });
  await screen.findByRole('complementary', { name: 'Product 2' });
  expect(screen.getByText('The treasury needs funds')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Propose/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'New product' })).toBeNull();
  expect(panel().getByText(/Your role reads the terms/)).toBeTruthy();
});

test('the treasury stands by currency, with what falls due', async () => {
  await open('/hosting?tab=treasury');
  const line = await screen.findByRole('row', { name: /^USDT/ });
  expect(line.textContent).toContain('5,000.00');
  expect(line.textContent).toContain('120.00');
  expect(within(line).getByRole('link', { name: 'Propose an entry' })).toBeTruthy();
});

test('other terms of a product are looked at, and proposed with a reason', async () => {
  await open('/hosting?open=2', { [SAVE]: () => ({ proposal_id: 9 }) });
  await screen.findByRole('complementary', { name: 'Product 2' });
  expect(panel().getByText(named('19,999,700.00 USDT'))).toBeTruthy();
  press('Edit the terms');
  type('Daily yield', '0.5');
  press('Review the change');
  expect(panel().getByText('Takes a second operator')).toBeTruthy();
  type('Reason', 'The others pay more.');
  press('Propose');
  await settle();
  const { hosting: _, orders: __, ...terms } = hostingProduct({ daily_yield: '0.005' });
  expect(callsOf(SAVE)[0]?.json).toEqual({ terms, reason: 'The others pay more.' });
});

test('a new product begins with the next number, open', async () => {
  await open('/hosting', { [SAVE]: () => ({ proposal_id: 9 }) });
  fireEvent.click(await screen.findByRole('button', { name: 'New product' }));
  await settle();
  expect(panel().getByRole<HTMLInputElement>('textbox', { name: 'Number' }).value).toBe('5');
  fireEvent.change(panel().getByRole('combobox', { name: 'Currency' }), { target: { value: '1' } });
  type('Days', '30');
  type('Daily yield', '0.1');
  type('Smallest order', '0.01');
  type('Greatest order', '2');
  type('Capacity', '100');
  type('Damages a day left out', '0.1');
  press('Review the change');
  type('Reason', 'Bitcoin too');
  press('Propose');
  await settle();
  expect(callsOf(SAVE)[0]?.json).toMatchObject({
    terms: { id: 5, currency_id: 1, days: 30, capacity: '100', is_open: true },
  });
});

test('orders are asked for by the address, and one shows what an early end would cost', async () => {
  await open('/hosting?tab=orders&user=10482&product=2&open=6119');
  await screen.findByRole('complementary', { name: 'Hosting order 6119' });
  expect(callsOf(ORDERS)[0]?.request).toMatchObject({ user_id: '10482', product_id: '2' });
  expect(panel().getByText('If it were redeemed now')).toBeTruthy();
  expect(panel().getByText(named('982.00 USDT'))).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'State' }), {
    target: { value: 'redeemed' },
  });
  await settle();
  expect(address()).toContain('status=redeemed');
  expect(callsOf(ORDERS).at(-1)?.request).toMatchObject({ status: 'redeemed' });
});

test('what was redeemed says what it took', async () => {
  const row = hostingOrder({ status: 'redeemed', completed_at: 1 });
  await open('/hosting?tab=orders&open=6119', { [ORDERS]: () => pageOf([row]) });
  await screen.findByRole('complementary');
  expect(panel().getByText('What the redemption took')).toBeTruthy();
});

test('without a product nothing is promised, and the lists say so', async () => {
  const none = () => ({ products: [], treasury: [] });
  await open('/hosting', { [READ]: none, [ORDERS]: () => pageOf([]) });
  expect(await screen.findByText('There is no product yet.')).toBeTruthy();
  expect(screen.getByText('Nothing is promised yet')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Orders' }));
  expect(await screen.findByText('Nobody has bought locked funds yet.')).toBeTruthy();
});

test.each(['', '?tab=treasury'])('what does not load can be asked for again, %j', async (query) => {
  await open(`/hosting${query}`, { [READ]: () => refuse('internal', 'Out of order', 500) });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
