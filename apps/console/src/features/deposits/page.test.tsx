// @vitest-environment jsdom
import type { OperatorDeposit } from '@fairlead/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { COMMON, deposit, NOW_MS } from '../../../test/records.ts';
import { callsOf, named, pageOf, refuse, renderAt, serve } from '../../../test/render.tsx';
import { Page } from './page.tsx';

const LIST = 'GET operator/deposits';
const DECIDE = 'POST operator/deposits/decide';

beforeEach(() => {
  vi.setSystemTime(NOW_MS);
});

async function open(row: OperatorDeposit, answers: Parameters<typeof serve>[0] = {}) {
  serve({ ...COMMON, [LIST]: () => pageOf([row]), ...answers });
  await renderAt('/deposits', <Page />);
  await screen.findByText(String(row.id));
  press('j');
  press('Enter');
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const panel = () => within(screen.getByRole('complementary'));
const settle = () => act(async () => undefined);
const type = (name: string, value: string) =>
  fireEvent.change(panel().getByRole('textbox', { name }), { target: { value } });

test('a bank claim is credited with what arrived, under the reference of the statement', async () => {
  const row = deposit();
  await open(row, { [DECIDE]: () => ({ ...row, status: 'passed', credited: '495.5' }) });
  press('a');
  type('Credited amount', '495.50');
  fireEvent.click(panel().getByRole('button', { name: 'Go on' }));
  expect(panel().getByText('3 to 100 plain characters.')).toBeTruthy();
  type('Reference', 'MUFG-118');
  fireEvent.click(panel().getByRole('button', { name: 'Go on' }));
  expect(panel().getByText('The user claimed 500.00 USDT.', { exact: false })).toBeTruthy();
  expect(callsOf(DECIDE)).toHaveLength(0);
  fireEvent.click(panel().getByRole('button', { name: named('Credit 495.50 USDT') }));
  await settle();
  expect(callsOf(DECIDE).map(({ request }) => request)).toEqual([
    { id: '31002', decision: 'passed', credited: '495.50', reference: 'MUFG-118' },
  ]);
});

test('the transaction of a crypto claim is its reference, and nobody types another', async () => {
  const row = deposit({ kind: 'crypto', chain: 'TRC20', tx_id: '7c1e'.repeat(16) });
  await open(row, { [DECIDE]: () => ({ ...row, status: 'passed' }) });
  press('a');
  expect(panel().queryByRole('textbox', { name: 'Reference' })).toBeNull();
  fireEvent.click(panel().getByRole('button', { name: 'Go on' }));
  fireEvent.click(panel().getByRole('button', { name: named('Credit 500.00 USDT') }));
  await settle();
  expect(callsOf(DECIDE)[0]?.request).toEqual({ id: '31002', decision: 'passed', credited: '500' });
});

test('a crypto claim that names no transaction is not credited without a reference', async () => {
  const row = deposit({ kind: 'crypto', chain: 'TRC20' });
  await open(row, { [DECIDE]: () => ({ ...row, status: 'passed' }) });
  press('a');
  fireEvent.click(panel().getByRole('button', { name: 'Go on' }));
  expect(panel().getByText('3 to 100 plain characters.')).toBeTruthy();
  type('Reference', 'explorer block 5117');
  fireEvent.click(panel().getByRole('button', { name: 'Go on' }));
  expect(panel().getByText('under explorer block 5117')).toBeTruthy();
});

test('more than ten times the claim warns, and says that one approval will not do (L2)', async () => {
  await open(deposit());
  press('a');
  type('Credited amount', '5000.01');
  expect(panel().getByText(/More than ten times/)).toBeTruthy();
  type('Reference', 'MUFG-118');
  fireEvent.click(panel().getByRole('button', { name: 'Go on' }));
  expect(
    panel().getByText('A second operator must pass the same before it is credited.'),
  ).toBeTruthy();
});

test('the second operator passes what the first said, and cannot change it', async () => {
  const row = deposit({
    approvals_needed: 2,
    approvals: [{ operator_id: 7, operator: 'mira', time: NOW_MS }],
    credited: '495.500000',
    reference: 'MUFG-118',
  });
  await open(row, { [DECIDE]: () => ({ ...row, status: 'passed' }) });
  press('a');
  expect(panel().queryByRole('textbox')).toBeNull();
  fireEvent.click(panel().getByRole('button', { name: named('Credit 495.50 USDT') }));
  await settle();
  expect(callsOf(DECIDE)[0]?.request).toEqual({
    id: '31002',
    decision: 'passed',
    credited: '495.500000',
    reference: 'MUFG-118',
  });
});

test('a number opens its record wherever it stands, under the tab that it stands in', async () => {
  const row = deposit({ id: 71, status: 'passed', credited: '5' });
  serve({ ...COMMON, [LIST]: () => pageOf([row]) });
  await renderAt('/deposits?no=71&open=71', <Page />);
  expect(await screen.findByRole('complementary', { name: 'Deposit 71' })).toBeTruthy();
  expect(callsOf(LIST)[0]?.request).toEqual({ id: '71', page: '1', limit: '50' });
  expect(screen.getByRole('tab', { name: 'Credited', selected: true })).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: /^Under review/ }));
  await settle();
  expect(callsOf(LIST).at(-1)?.request).toEqual({ status: 'under_review', page: '1', limit: '50' });
});

test('a repeated proof is said before anything is decided (U8)', async () => {
  const repeated_in = [{ id: 71, user_id: 10_205 }];
  await open(deposit({ is_proof_repeated: true, repeated_in, approvals_needed: 2 }));
  expect(panel().getByRole('link', { name: 'deposit 71 of user 10205' }).getAttribute('href')).toBe(
    '#/deposits?no=71&open=71',
  );
  expect(panel().getByText(/The same picture stands under another claim/)).toBeTruthy();
});

test('what a watcher saw cannot be decided by hand', async () => {
  await open(deposit({ kind: 'chain', chain: 'OMNI', tx_id: 'ab'.repeat(32) }));
  expect(panel().getByText(/credited by its chain alone/)).toBeTruthy();
  press('a');
  press('r');
  expect(panel().queryByRole('textbox')).toBeNull();
});

test('what the server says of a field stands beside it', async () => {
  await open(deposit(), {
    [DECIDE]: () => ({
      status: 422,
      envelope: {
        type: 'error',
        code: 0,
        error: 'validation_failed',
        message: 'Check the fields',
        fields: { credited: 'At most 6 decimals.' },
      },
    }),
  });
  press('a');
  type('Reference', 'MUFG-118');
  fireEvent.click(panel().getByRole('button', { name: 'Go on' }));
  fireEvent.click(panel().getByRole('button', { name: named('Credit 500.00 USDT') }));
  expect(await panel().findByText('At most 6 decimals.')).toBeTruthy();
});

test('the proof is fetched when asked for, with the token, and forgotten when it closes', async () => {
  const made = vi.fn(() => 'blob:proof');
  const revoked = vi.fn();
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, { createObjectURL: made, revokeObjectURL: revoked }),
  );
  await open(deposit(), {
    'POST operator/files/open': () => ({
      url: '/api/operator/file?id=71&expires=1&signature=s',
      expires_at: NOW_MS + 60_000,
    }),
    'GET operator/file': () => new Response('x', { headers: { 'content-type': 'image/png' } }),
  });
  expect(callsOf('POST operator/files/open')).toHaveLength(0);
  press('p');
  const image = await panel().findByRole<HTMLImageElement>('img', { name: 'Proof of the user' });
  expect(image.src).toBe('blob:proof');
  expect(callsOf('GET operator/file')).toMatchObject([
    { request: { id: '71', signature: 's' }, token: 'operator-token' },
  ]);
  press('Escape');
  expect(revoked.mock.calls).toEqual([['blob:proof']]);
});

test('the token goes to no other server', async () => {
  await open(deposit(), {
    'POST operator/files/open': () => ({ url: 'https://elsewhere.test/x', expires_at: NOW_MS }),
  });
  press('p');
  expect(await panel().findByText('The picture did not load.')).toBeTruthy();
  expect(callsOf('GET x')).toHaveLength(0);
});

test('too many looks are refused in the words of the server', async () => {
  await open(deposit(), {
    'POST operator/files/open': () => refuse('view_limit', 'Too many looks this hour.', 429),
  });
  press('p');
  expect(await panel().findByText('Too many looks this hour.')).toBeTruthy();
});

test.each([
  ['unsaid', { senders: [] }, ['Not said']],
  [
    'an own wallet that is proven',
    { wallet: 'own', senders: ['TFrom'], proven: 'TFrom' },
    ['Their own wallet', 'Signed with'],
  ],
  [
    'another provider',
    { wallet: 'provider', provider: 'Harbour', originator: 'Jon Lee', senders: [] },
    ['Harbour, Jon Lee', 'Nothing yet'],
  ],
  [
    'a message',
    { senders: [], answer: 'mismatch', reason: 'name', reference: 'm-1' },
    ['Not said', 'Its message does not match, name, m-1'],
  ],
] as const)('whose wallet it came from stands there: %s', async (_what, travel_rule, words) => {
  const senders = [...travel_rule.senders];
  const row = { kind: 'chain', chain: 'TRC20', is_suspended: true } as const;
  await open(deposit({ ...row, travel_rule: { ...travel_rule, senders } }));
  for (const word of words) expect(panel().getByText(word)).toBeTruthy();
  expect(panel().getByText(/frozen until it is known/)).toBeTruthy();
});
