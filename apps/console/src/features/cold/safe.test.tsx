// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON, NOW_MS } from '../../../test/records.ts';
import { callsOf, pageOf, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const PROPOSE = 'POST operator/cold_wallet/propose';
const SIGN = 'POST operator/cold_wallet/sign';
const SAFE = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe';
const ETHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const OWNER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const safe = {
  ...{ address: SAFE, chain_id: 1, version: '1.4.1', required: 2, nonce: 7, findings: [] },
  owners: [OWNER, SAFE, ETHER],
  balances: ['ETH', 'USDT'].map((currency) => ({
    ...{ currency, scale: 6, balance: '12.500000', held: '0.000000' },
    hot: [{ address: ETHER, balance: '0.750000' }],
  })),
};
const ofSafe = {
  ...{ id: 9, status: 'signing', chain: 'ERC20', currency: 'ETH', tx_id: `0x${'b'.repeat(64)}` },
  ...{ address: ETHER, amount: '2.50000000', nonce: 7, safe: SAFE, required: 2, keys: 3 },
  ...{ reason: 'the hot wallet is low', proposed_by: 'mia', time: NOW_MS },
  ...{ expires_at: NOW_MS, changed_at: NOW_MS },
  signed: [{ number: 0, fingerprint: OWNER, operator: 'ben', time: NOW_MS }],
};
const file = {
  ...{ typed_data: '{"primaryType":"SafeTx"}', domain_hash: '0xd0', message_hash: '0x3e' },
};

async function open({ given = safe as object, row = {} as object } = {}) {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 3, name: 'mia', role: 'manager', demo: true, has_otp: true }),
    'GET operator/cold_wallet': () => ({ safe: given }),
    'GET operator/cold_wallet/spends': () => pageOf([{ ...ofSafe, ...row }], 1, 20),
    'GET operator/cold_wallet/spend': () => ({ ...ofSafe, ...file, ...row }),
    [PROPOSE]: () => ofSafe,
    [SIGN]: () => ({ ...ofSafe, status: 'signed' }),
  });
  await renderAt('/cold', <Page />);
}
const panel = () => within(screen.getByRole('complementary'));
const type = (name: string, value: string) =>
  fireEvent.change(panel().getByRole('textbox', { name }), { target: { value } });
const press = async (name: string) => {
  await act(async () => fireEvent.click(panel().getByRole('button', { name })));
};

test('shows who owns the Safe and what it holds of each currency', async () => {
  await open();
  const table = within(await screen.findByRole('table', { name: 'Wallets on Ethereum' }));
  expect(table.getByText('12.50 USDT')).toBeTruthy();
  expect(screen.getByText(/2 of 3 owners sign. Its next number is 7/)).toBeTruthy();
  expect(screen.getByText(OWNER)).toBeTruthy();
});

test('names who else has power over it', async () => {
  await open({ given: { ...safe, findings: [{ kind: 'module', address: OWNER }] } });
  const said = await screen.findByText(/spends from this Safe without its owners/);
  expect(within(said).getByText(OWNER)).toBeTruthy();
});

test('says when nodes do not answer', async () => {
  const { address, balances } = safe;
  await open({ given: { address, balances } });
  expect(await screen.findByText(/do not answer, or do not agree/)).toBeTruthy();
});

test('a payment of a token is proposed to its hot wallet', async () => {
  await open();
  await screen.findByRole('table', { name: 'Wallets on Ethereum' });
  fireEvent.click(screen.getByRole('button', { name: 'Fill a hot wallet' }));
  const currency = panel().getByRole('combobox', { name: 'Currency' });
  fireEvent.change(currency, { target: { value: 'USDT' } });
  type('Amount', '1200');
  type('Reason', 'withdrawals wait');
  await press('Build it');
  expect(callsOf(PROPOSE)[0]?.request).toEqual({
    ...{ currency: 'USDT', address: ETHER, amount: '1200', reason: 'withdrawals wait' },
  });
});

test('a payment shows what hardware shows; a signature is pasted', async () => {
  await open();
  fireEvent.click(await screen.findByText('2.50 ETH'));
  for (const hash of ['0xd0', '0x3e', ofSafe.tx_id])
    expect(await panel().findByText(hash)).toBeTruthy();
  expect(panel().getByText(OWNER)).toBeTruthy();
  expect(panel().queryByRole('button', { name: 'Copy the call' })).toBeNull();
  await press('Bring a signature');
  type('Signature', ' 0x1234 ');
  await press('Take its signatures');
  expect(callsOf(SIGN)[0]?.request).toEqual({ id: '9', signatures: '0x1234' });
});

test('one that enough have signed is handed over to be sent, and may be given up', async () => {
  await open({ row: { status: 'signed', call: '0x6a761202' } });
  fireEvent.click(await screen.findByText('2.50 ETH'));
  expect(await panel().findByRole('button', { name: 'Copy the call' })).toBeTruthy();
  expect(panel().getByText(/numbers below 7/)).toBeTruthy();
  expect(panel().queryByRole('button', { name: 'Bring a signature' })).toBeNull();
  expect(panel().getByRole('button', { name: 'Give it up' })).toBeTruthy();
});
