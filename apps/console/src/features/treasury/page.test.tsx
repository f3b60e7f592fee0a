// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON, NOW_MS } from '../../../test/records.ts';
import { callsOf, pageOf, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const PROPOSE = 'POST operator/treasury/limits/propose';
const HOT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const line = {
  ...{ currency_id: 1, currency: 'BTC', chain: 'OMNI', state: 'fresh', measured_at: NOW_MS },
  ...{ hot: '0.50000000', wallets: [{ address: HOT, balance: '0.50000000' }] },
  limits: { minimum: '1.00000000', target: '2.00000000', maximum: '5.00000000' },
  ...{ standing: 'below', missing: '1.50000000' },
  waiting: { count: 2, amount: '0.70000000' },
  ...{ short: '0.20000000', on_its_way: '0.10000000', unknown: '0.00000000' },
  deposits: { balance: '3.00000000', addresses: 7, measured_at: NOW_MS },
};
const bitcoin = {
  ...{ currency_id: 1, currency: 'BTC', owed: '40.00000000', hot: '0.50000000' },
  ...{ cold: '38.00000000', deposits: '3.00000000', on_its_way: '0.10000000' },
  ...{ unknown: '0.00000000', held: '41.50000000', coverage: '103.75', is_whole: true },
};
const nothing = { count: 0, amount: '0.00000000' };
const treasury = {
  ...{ time: NOW_MS, currencies: [bitcoin], lines: [line] },
  cold_payments: { currency_id: 1, signing: { count: 1, amount: '1.00000000' }, sent: nothing },
};
const row = {
  ...{ id: 4, currency_id: 1, currency: 'BTC', chain: 'OMNI', ...line.limits, proposal_id: 9 },
  ...{ proposed_by: 'mia', decided_by: 'ben', reason: 'a day', time: NOW_MS },
};

async function open({ role = 'manager', given = treasury as object } = {}) {
  serve({
    ...COMMON,
    'GET operator/me': () => ({ id: 3, name: 'mia', role, demo: true, has_otp: true }),
    'GET operator/treasury': () => given,
    'GET operator/treasury/limits': () => pageOf([row], 1, 10),
    [PROPOSE]: () => ({ proposal_id: 12 }),
  });
  await renderAt('/treasury', <Page />);
}
const panel = () => within(screen.getByRole('complementary'));
const openLine = async () => fireEvent.click(await screen.findByText('cannot pay'));

test('shows what is owed, where it lies and how much of it is known', async () => {
  await open();
  const table = within(await screen.findByRole('table', { name: /What is owed/ }));
  for (const text of ['40.00', '0.50', '38.00', '3.00', '0.10', '103.75%'])
    expect(table.getByText(text)).toBeTruthy();
  expect(screen.getByText(/1 to sign \(1\.00.BTC\), 0 sent/)).toBeTruthy();
});

test('says what is not known: at least so much, a dash, and which node is away', async () => {
  const { cold: _cold, ...rest } = bitcoin;
  const { hot: _hot, standing: _standing, missing: _missing, short: _short, ...bare } = line;
  const given = {
    ...{ ...treasury, currencies: [{ ...rest, is_whole: false, coverage: '8.75' }] },
    lines: [{ ...bare, state: 'unasked', wallets: [{ address: HOT }] }],
  };
  await open({ given });
  expect(await screen.findByText('at least 8.75%')).toBeTruthy();
  expect(screen.getByText(/Nodes do not answer: BTC Bitcoin/)).toBeTruthy();
  fireEvent.click(screen.getByText('never answered'));
  expect(panel().getByText(/not answered since the start/)).toBeTruthy();
});

test('says that no node is set', async () => {
  await open({ given: { ...treasury, lines: [{ ...line, state: 'unwatched' }] } });
  expect(await screen.findByText(/No node is set \(RPC_EVM/)).toBeTruthy();
});

test('a hot wallet that is short leads to a payment of what is missing', async () => {
  await open();
  await openLine();
  expect(panel().getByText(/Less than the minimum\. 1\.50.BTC are missing/)).toBeTruthy();
  expect(panel().getByText(/need 0\.20.BTC more/)).toBeTruthy();
  expect(panel().getByText('0.70 BTC (2)')).toBeTruthy();
  const link = await panel().findByRole('link', { name: /Fill up from the cold wallet: 1\.50/ });
  expect(link.getAttribute('href')).toContain('/cold?amount=1.50000000');
  expect(await panel().findByText(/proposed by mia, passed by ben/)).toBeTruthy();
});

test('a manager proposes limits; an auditor only reads', async () => {
  await open();
  await openLine();
  fireEvent.click(await panel().findByRole('button', { name: 'Change the limits' }));
  const type = (name: string, value: string) =>
    fireEvent.change(panel().getByRole('textbox', { name }), { target: { value } });
  type('Maximum', '6');
  type('Reason', 'more is paid');
  await act(async () => fireEvent.click(panel().getByRole('button', { name: 'Propose' })));
  expect(callsOf(PROPOSE)[0]?.request).toEqual({
    ...{ chain: 'OMNI', currency_id: '1', minimum: '1.00000000', target: '2.00000000' },
    ...{ maximum: '6', reason: 'more is paid' },
  });
});

test('an auditor is offered nothing', async () => {
  await open({ role: 'auditor' });
  await openLine();
  await panel().findByText(/proposed by mia/);
  expect(panel().queryByRole('button', { name: /limits/ })).toBeNull();
  expect(panel().queryByRole('link', { name: /Fill up/ })).toBeNull();
});
