// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON, NOW_MS } from '../../../test/records.ts';
import { callsOf, pageOf, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const TAKE = 'POST operator/liabilities/take';
const PROPOSE = 'POST operator/reserves/propose';
const END = 'POST operator/reserves/end';
const tree = (currency: string, total: string, leaves = 2) => ({
  ...{ currency, scale: 6, leaves, total, root: `${currency}root` },
});
const snapshot = {
  ...{ id: 7, time: NOW_MS, sequence: 44, hash: 'a'.repeat(64), previous_hash: 'b'.repeat(64) },
  trees: [tree('BTC', '1.000000'), tree('ETH', '0.000000', 0), tree('USDT', '1500.250000')],
};
const reserve = {
  ...{ id: 4, chain: 'ERC20', address: `0x${'Ab'.repeat(20)}`, currency: 'USDT', time: NOW_MS },
  ...{ message: 'Reserves of exchange.example', signature: '0x77' },
  ...{ balance: '900.000000', balance_source: 'operator', balance_at: NOW_MS },
};
const compared = [
  {
    ...{ currency: 'USDT', liabilities: '1500.250000', reserves: '900.000000' },
    ...{ checked: '0.000000', is_covered: false },
  },
];

async function open(path = '/liabilities', role = 'manager') {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 3, name: 'mia', role, demo: true, has_otp: true }),
    'GET operator/liabilities': () => ({
      ...pageOf([snapshot], 1, 20),
      ...{ is_running: false, failed_at: NOW_MS, next_at: NOW_MS, proofs_from: 3, proofs_days: 90 },
    }),
    'GET operator/reserves': () => ({ list: [reserve], compared, platform: 'exchange.example' }),
    [TAKE]: () => 'Saved',
    [PROPOSE]: () => ({ proposal_id: 5 }),
    [END]: () => ({ proposal_id: 6 }),
  });
  await renderAt(path, <Page />);
}
const panel = () => within(screen.getByRole('complementary'));
const type = (name: string, value: string) =>
  fireEvent.change(panel().getByRole('textbox', { name }), { target: { value } });
const press = async (name: string) => {
  await act(async () => fireEvent.click(panel().getByRole('button', { name })));
};

test('publications show totals of what anybody has, the record every root', async () => {
  await open();
  fireEvent.click(await screen.findByText('1,500.25 USDT'));
  expect(screen.getByText('the schedule', { selector: 'td *' })).toBeTruthy();
  expect(screen.queryByText('0.00 ETH')).toBeNull();
  expect(screen.getByText(/The last try failed/)).toBeTruthy();
  expect(panel().getByText('USDTroot')).toBeTruthy();
  expect(panel().getByText('0 users')).toBeTruthy();
});

test('publishing now takes a reason, and is not offered to auditors', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
  type('Reason', 'asked for by users');
  await press('Publish');
  expect(callsOf(TAKE)[0]?.request).toEqual({ reason: 'asked for by users' });
});

test('auditors read and change nothing', async () => {
  await open('/liabilities', 'auditor');
  expect(await screen.findByText('1,500.25 USDT')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
});

test('reserves say whose word a balance is, beside what is owed, and can be proposed to end', async () => {
  await open('/liabilities?tab=reserves');
  const sums = within(await screen.findByRole('table', { name: 'Owed and held' }));
  expect(sums.getByText('short')).toBeTruthy();
  fireEvent.click(screen.getByText('entered, not checked'));
  expect(panel().getByText('Reserves of exchange.example')).toBeTruthy();
  await press('Propose to end it');
  type('Reason', 'the key was moved');
  await press('Propose to end it');
  expect(callsOf(END)[0]?.request).toEqual({ id: '4', reason: 'the key was moved' });
});

test('an address is proposed with a message that names the exchange and the day', async () => {
  await open('/liabilities?tab=reserves');
  fireEvent.click(await screen.findByRole('button', { name: 'Propose an address' }));
  await screen.findAllByRole('option', { name: 'USDT' });
  const message = panel().getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value;
  expect(message).toMatch(/^Reserves of exchange\.example on \d{4}-\d\d-\d\d\.$/);
  fireEvent.change(panel().getByRole('combobox', { name: 'Currency' }), { target: { value: '3' } });
  type('Address', ` ${reserve.address} `);
  type('Signature', '0x1234567890');
  type('Reason', 'the cold wallet');
  await press('Propose');
  expect(callsOf(PROPOSE)[0]?.request).toEqual({
    ...{ chain: 'ERC20', currency_id: '3', address: reserve.address, message },
    ...{ signature: '0x1234567890', reason: 'the cold wallet' },
  });
});
