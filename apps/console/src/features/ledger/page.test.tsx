// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON, NOW_MS } from '../../../test/records.ts';
import { address, callsOf, named, pageOf, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const ENTRIES = 'GET operator/ledger/entries';
const PROPOSE = 'POST operator/journal/propose';
const posting = (account: string, amount: string, balance: string) => ({
  entry_id: 9,
  account,
  currency_id: 3,
  currency: 'USDT',
  amount,
  balance,
  time: NOW_MS,
});
const entry = (second = '5.000000') => ({
  id: 9,
  sequence: 44,
  reason: 'deposit',
  reference: 'TRC20:7c1e:0',
  time: NOW_MS,
  postings: [
    posting('house:external', '-5.000000', '-15.000000'),
    posting('user:17:coin', second, '7.500000'),
  ],
});

async function open(path = '/ledger', row = entry()) {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 3, name: 'rita', role: 'reviewer', demo: true, has_otp: true }),
    [ENTRIES]: () => pageOf([row], 1, 20),
    [PROPOSE]: () => ({ proposal_id: 5 }),
  });
  await renderAt(path, <Page />);
  await screen.findByText('TRC20:7c1e:0');
}

test('an entry shows every posting with the balance it left, and that it sums to zero', async () => {
  await open();
  expect(screen.getByText('House, external', { selector: 'td' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'User 17, coin' })).toBeTruthy();
  expect(screen.getByText('7.50')).toBeTruthy();
  expect(screen.getByText('zero')).toBeTruthy();
});

test('an entry that does not sum to zero shows by how much', async () => {
  await open('/ledger', entry('5.000001'));
  expect(screen.queryByText('zero')).toBeNull();
  expect(screen.getByText('+0.000001')).toBeTruthy();
});

test('filters of the address are asked for; one that is half typed is not', async () => {
  await open('/ledger?account=user:17:coin&currency=3&reason=deposit&entry=x');
  expect(callsOf(ENTRIES)[0]?.request).toEqual({
    account: 'user:17:coin',
    currency_id: '3',
    reason: 'deposit',
    page: '1',
    limit: '20',
  });
});

test('an entry by hand shows both postings before it is proposed', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Propose an entry' }));
  const panel = within(screen.getByRole('complementary'));
  const choose = (name: string, value: string) =>
    fireEvent.change(panel.getByRole('combobox', { name }), { target: { value } });
  const type = (name: string, value: string) =>
    fireEvent.change(panel.getByRole('textbox', { name }), { target: { value } });
  await screen.findAllByRole('option', { name: 'USDT' });
  choose('Currency', '3');
  type('Amount', '250.5');
  choose('From', 'house:capital');
  choose('To', 'user');
  type('To: User id', '17');
  expect(panel.getByText('\u2212250.50')).toBeTruthy();
  expect(panel.getByText('+250.50')).toBeTruthy();
  type('Reason', 'Goodwill');
  fireEvent.click(panel.getByRole('button', { name: named('Propose 250.50 USDT') }));
  await act(async () => undefined);
  expect(callsOf(PROPOSE)[0]?.request).toEqual({
    currency_id: '3',
    amount: '250.5',
    source: 'house:capital',
    target: 'user:17:coin',
    reason: 'Goodwill',
  });
});

test('a link opens an entry that is filled in, and closing it leaves the ledger', async () => {
  const query = 'propose=house:yield_treasury&source=house:capital&in=3&amount=500.5';
  await open(`/ledger?${query}`);
  const panel = within(screen.getByRole('complementary', { name: 'Propose an entry' }));
  expect(await panel.findByText('+500.50')).toBeTruthy();
  expect(callsOf(PROPOSE)).toHaveLength(0);
  fireEvent.change(panel.getByRole('textbox', { name: 'Reason' }), {
    target: { value: 'A day of sales' },
  });
  fireEvent.click(panel.getByRole('button', { name: named('Propose 500.50 USDT') }));
  await act(async () => undefined);
  expect(callsOf(PROPOSE)[0]?.request).toMatchObject({
    source: 'house:capital',
    target: 'house:yield_treasury',
    amount: '500.5',
  });
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(address()).toBe('/ledger');
});
