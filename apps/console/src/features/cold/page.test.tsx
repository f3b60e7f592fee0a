// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON, NOW_MS } from '../../../test/records.ts';
import { callsOf, pageOf, renderAt, serve } from '../../../test/render.tsx';
import { base64Of, bytesOf } from './model.ts';
import { Page } from './page.tsx';

const PROPOSE = 'POST operator/cold_wallet/propose';
const SIGN = 'POST operator/cold_wallet/sign';
const CANCEL = 'POST operator/cold_wallet/cancel';
const HOT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const PSBT = btoa('psbt\u00ffhello');
const spend = {
  ...{ id: 7, status: 'signing', tx_id: 'a'.repeat(64), address: HOT, amount: '2.50000000' },
  ...{ chain: 'OMNI', currency: 'BTC' },
  ...{ fee: '0.00001000', change: '0.49999000', coins: 2, required: 2, keys: 3 },
  signed: [{ number: 1, fingerprint: 'd34db33f', operator: 'ben', time: NOW_MS }],
  ...{ reason: 'the hot wallet is low', proposed_by: 'mia', time: NOW_MS },
  ...{ expires_at: NOW_MS, changed_at: NOW_MS },
};
const wallet = {
  required: 2,
  keys: [0, 1, 2].map((number) => ({
    ...{ number, fingerprint: 'd34db33f', path: "48'/0'/0'/2'", xpub: 'xpub' },
  })),
  ...{ descriptor: 'wsh(…)', balance: '3.00000000', held: '3.00000000' },
  receive: { index: 4, address: HOT },
  hot: [{ address: HOT, balance: '0.10000000' }],
};

async function open({ role = 'manager', given = { wallet } as object } = {}) {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 3, name: 'mia', role, demo: true, has_otp: true }),
    'GET operator/cold_wallet': () => given,
    'GET operator/cold_wallet/spends': () => pageOf([spend], 1, 20),
    'GET operator/cold_wallet/spend': () => ({ ...spend, psbt: PSBT }),
    [PROPOSE]: () => ({ ...spend, id: 8 }),
    [SIGN]: () => ({ ...spend, status: 'sent' }),
    [CANCEL]: () => ({ ...spend, status: 'cancelled' }),
  });
  await renderAt('/cold', <Page />);
}
const panel = () => within(screen.getByRole('complementary'));
const type = (name: string, value: string) =>
  fireEvent.change(panel().getByRole('textbox', { name }), { target: { value } });
const press = async (name: string) => {
  await act(async () => fireEvent.click(panel().getByRole('button', { name })));
};

test('shows what the wallets hold, and how to fill the cold one', async () => {
  await open();
  const table = within(await screen.findByRole('table', { name: 'Wallets' }));
  expect(table.getByText('Cold, 2 of 3 keys')).toBeTruthy();
  expect(table.getByText('0.10 BTC')).toBeTruthy();
  expect(screen.getByText(/Receiving address 4/)).toBeTruthy();
});

test('says what is missing where no wallet is set', async () => {
  await open({ given: {} });
  expect(await screen.findByText(/COLD_BTC/)).toBeTruthy();
});

test('says that the node is away, and shows what is known without it', async () => {
  const { receive: _receive, balance: _balance, held: _held, ...rest } = wallet;
  await open({ given: { wallet: rest } });
  expect(await screen.findByText(/node does not answer/)).toBeTruthy();
  expect(screen.getByText('Cold, 2 of 3 keys')).toBeTruthy();
});

test('says what lies on addresses that the node does not list, beside what it does', async () => {
  await open({ given: { wallet: { ...wallet, unlisted: '70.00000294' } } });
  expect(await screen.findByText(/70\.00000294 BTC more lie on addresses/)).toBeTruthy();
  expect(screen.getByText('Cold, 2 of 3 keys')).toBeTruthy();
});

test('a payment shows who has signed; a signed file is brought as base64', async () => {
  await open({ role: 'reviewer' });
  fireEvent.click(await screen.findByText('2.50 BTC'));
  expect(panel().getByText('Signatures: 1 of 2')).toBeTruthy();
  expect(panel().getByText(/brought by ben/)).toBeTruthy();
  expect(panel().queryByRole('button', { name: 'Give it up' })).toBeNull();
  await press('Bring a signed one');
  type('Signed PSBT', ` ${PSBT} `);
  await press('Take its signatures');
  expect(callsOf(SIGN)[0]?.request).toEqual({ id: '7', psbt: PSBT });
});

test('is given up with a reason', async () => {
  await open();
  fireEvent.click(await screen.findByText('2.50 BTC'));
  await press('Give it up');
  type('Reason', 'the wrong amount');
  await press('Give it up');
  expect(callsOf(CANCEL)[0]?.request).toEqual({ id: '7', reason: 'the wrong amount' });
});

test('is proposed to the one hot wallet there is; an auditor only reads', async () => {
  await open();
  const button = await screen.findByRole('button', { name: 'Fill a hot wallet' });
  await screen.findByRole('table', { name: 'Wallets' });
  fireEvent.click(button);
  type('Amount', '1.5');
  type('Reason', 'withdrawals wait');
  await press('Build it');
  expect(callsOf(PROPOSE)[0]?.request).toEqual({
    ...{ currency: 'BTC', address: HOT, amount: '1.5', reason: 'withdrawals wait' },
  });
});

test('an auditor is offered nothing', async () => {
  await open({ role: 'auditor' });
  fireEvent.click(await screen.findByText('2.50 BTC'));
  for (const name of ['Fill a hot wallet', 'Bring a signed one', 'Give it up'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('files hold bytes or base64', () => {
  expect(base64Of(bytesOf(PSBT))).toBe(PSBT);
  expect(base64Of(new TextEncoder().encode(` ${PSBT}\n`))).toBe(PSBT);
});
