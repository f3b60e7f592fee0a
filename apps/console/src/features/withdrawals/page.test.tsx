// @vitest-environment jsdom
import type { OperatorWithdrawal } from '@fairlead/contract';
import { intentText } from '@fairlead/contract/intent';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMON, INTENT_HASH, ME, NOW_MS, withdrawal } from '../../../test/records.ts';
import { callsOf, named, pageOf, refuse, renderAt, serve } from '../../../test/render.tsx';
import { queryClient } from '../../data/query.ts';
import { Page } from './page.tsx';

const LIST = 'GET operator/withdrawals';
const DECIDE = 'POST operator/withdrawals/decide';

type Answers = Parameters<typeof serve>[0];

const first = withdrawal();
const second = withdrawal({ id: 20_934, amount: '500.000000', value: '500.000000' });

beforeEach(() => {
  vi.setSystemTime(NOW_MS);
});

/** Shows the page over these rows, which may change under it. */
async function show(rows: OperatorWithdrawal[], answers: Answers = {}, path = '/withdrawals') {
  serve({
    ...COMMON,
    [LIST]: (request) =>
      pageOf(
        rows.filter(
          ({ status, user_id }) =>
            (request.get('status') ?? status) === status &&
            Number(request.get('user_id') ?? user_id) === user_id,
        ),
      ),
    ...answers,
  });
  await renderAt(path, <Page />);
  await screen.findByText('20931');
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const panel = () => within(screen.getByRole('complementary'));
const settle = () => act(async () => undefined);

test.each([
  ['the user has not said', {}, ['Not said']],
  ['it is their own', { recipient: { wallet: 'own' } }, ['Their own wallet']],
  [
    'nobody answered',
    { recipient: { wallet: 'provider', provider: 'Harbour', beneficiary: 'Jon Lee' } },
    ['Harbour, Jon Lee', 'Nothing yet'],
  ],
  [
    'they refused',
    {
      recipient: { wallet: 'provider', provider: 'Harbour', beneficiary: 'Jon Lee' },
      answer: 'rejected',
      reason: 'no such customer',
      reference: 'case-9',
    },
    ['Harbour, Jon Lee', 'Rejected, no such customer, case-9'],
  ],
] as const)('whose wallet it is stands there: %s', async (_, travel_rule, words) => {
  await show([{ ...first, travel_rule }]);
  press('j');
  press('Enter');
  for (const word of words) expect(panel().getByText(word)).toBeTruthy();
});

test('Enter opens, A asks once more with the whole amount and the address, and the next row follows', async () => {
  const rows = [first, second];
  await show(rows, { [DECIDE]: () => ({ ...first, status: 'passed' }) });
  press('j');
  press('Enter');
  expect(panel().getByRole('heading', { name: 'Withdrawal 20931' })).toBeTruthy();
  press('a');
  expect(callsOf(DECIDE)).toHaveLength(0);
  const confirm = panel().getByRole('button', { name: named('Approve 12,000.00 USDT') });
  expect(panel().getByText('The user receives 11,999.00 USDT at')).toBeTruthy();
  expect(document.activeElement).toBe(confirm);
  fireEvent.click(confirm);
  await settle();
  expect(callsOf(DECIDE).map(({ request, token }) => ({ request, token }))).toEqual([
    {
      request: { id: '20931', decision: 'passed', intent_hash: INTENT_HASH },
      token: 'operator-token',
    },
  ]);
  expect(panel().getByRole('heading', { name: 'Withdrawal 20934' })).toBeTruthy();
});

test('R has the focus in the reason; without one nothing is rejected', async () => {
  await show([first], { [DECIDE]: () => ({ ...first, status: 'rejected' }) });
  press('j');
  press('Enter');
  press('r');
  const reason = panel().getByRole('textbox', { name: 'Reason' });
  expect(document.activeElement).toBe(reason);
  const reject = panel().getByRole('button', { name: named('Reject 12,000.00 USDT') });
  fireEvent.click(reject);
  expect(panel().getByText('Say why, in three characters or more.')).toBeTruthy();
  expect(callsOf(DECIDE)).toHaveLength(0);
  fireEvent.change(reason, { target: { value: ' Not yours. ' } });
  fireEvent.click(reject);
  await settle();
  expect(callsOf(DECIDE)[0]?.request).toEqual({
    id: '20931',
    decision: 'rejected',
    reason: 'Not yours.',
  });
});

test('a template fills the reason, Esc goes back without a call', async () => {
  await show([first]);
  press('j');
  press('Enter');
  press('r');
  fireEvent.click(panel().getByText("The name of the bank account is not the user's"));
  const reason = panel().getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' });
  expect(reason.value).toBe("The name of the bank account is not the user's");
  fireEvent.keyDown(reason, { key: 'Escape' });
  expect(panel().getByRole('button', { name: 'Approve' })).toBeTruthy();
  press('Escape');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(callsOf(DECIDE)).toHaveLength(0);
});

test('a ready-made reason goes as its word, what is written as it is written', async () => {
  await show([first], { [DECIDE]: () => ({ ...first, status: 'rejected' }) });
  press('j');
  press('Enter');
  press('r');
  fireEvent.click(panel().getByText('The account is being checked; support is named'));
  fireEvent.click(panel().getByRole('button', { name: named('Reject 12,000.00 USDT') }));
  await settle();
  expect(callsOf(DECIDE)[0]?.request['reason']).toBe('account_checked');
});

test('an address opens the one record, which can be closed and stays closed', async () => {
  await show([first, second], {}, '/withdrawals?open=20934');
  expect(await screen.findByRole('complementary', { name: 'Withdrawal 20934' })).toBeTruthy();
  fireEvent.click(panel().getByRole('button', { name: 'Close' }));
  await queryClient.invalidateQueries();
  await settle();
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('a record decided by somebody else says so, and no key decides another one', async () => {
  const rows = [first, second];
  await show(rows);
  press('j');
  press('Enter');
  const by = { operator_id: 7, operator: 'mira', time: NOW_MS };
  rows[0] = { ...first, status: 'passed', approvals: [by] };
  await act(() => queryClient.invalidateQueries({ queryKey: ['operatorWithdrawals'] }));
  expect(await panel().findByText('Already decided by mira.')).toBeTruthy();
  expect(panel().getByRole('heading', { name: 'Withdrawal 20931' })).toBeTruthy();
  press('a');
  press('Enter');
  expect(panel().queryByRole('button', { name: /^Approve/ })).toBeNull();
  expect(callsOf(DECIDE)).toHaveLength(0);
});

test('a conflict when deciding says who was faster', async () => {
  const rows = [first, second];
  const by = { operator_id: 7, operator: 'mira', time: NOW_MS };
  await show(rows, {
    [DECIDE]: () => {
      rows[0] = { ...first, status: 'passed', approvals: [by] };
      return refuse('already_decided', 'Already decided.');
    },
  });
  press('j');
  press('Enter');
  press('a');
  fireEvent.click(panel().getByRole('button', { name: named('Approve 12,000.00 USDT') }));
  expect(await panel().findByText('Already decided by mira.')).toBeTruthy();
});

test('who has approved waits for another operator (V8)', async () => {
  const own = { operator_id: ME.id, operator: ME.name, time: NOW_MS };
  await show([{ ...first, approvals_needed: 2, approvals: [own] }]);
  press('j');
  press('Enter');
  expect(panel().getByText(/Another operator must be the second/)).toBeTruthy();
  const approve = panel().getByRole<HTMLButtonElement>('button', { name: 'Approve as second' });
  expect(approve.disabled).toBe(true);
  press('a');
  expect(panel().queryByRole('button', { name: /^Approve 12/ })).toBeNull();
});

test('the second of two sees who was the first', async () => {
  const by = { operator_id: 7, operator: 'mira', time: NOW_MS };
  await show([{ ...first, approvals_needed: 2, approvals: [by] }]);
  press('j');
  press('Enter');
  expect(panel().getByText('Approved by mira')).toBeTruthy();
  expect(panel().getByText('Second operator').closest('li')?.dataset['state']).toBe('now');
  press('a');
  expect(panel().getByText('You are the last operator it needs: it is sent next.')).toBeTruthy();
});

test('an auditor reads and decides nothing', async () => {
  await show([first], { 'GET operator/me': () => ({ ...ME, role: 'auditor' }) });
  press('j');
  press('Enter');
  expect(panel().getByText('Your role reads this queue. Reviewers decide.')).toBeTruthy();
  press('a');
  expect(panel().queryByRole('button', { name: /Approve/ })).toBeNull();
  expect(callsOf('POST operator/queue/open')).toHaveLength(0);
});

test('says who else has the record open, and gives it free when it closes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], now: NOW_MS });
  const open = { operator_id: 7, operator: 'mira', since: NOW_MS };
  await act(async () => undefined);
  serve({
    ...COMMON,
    [LIST]: () => pageOf([first]),
    'POST operator/queue/open': () => ({ open_by: open }),
  });
  await renderAt('/withdrawals', <Page />);
  await act(() => vi.advanceTimersByTimeAsync(100));
  press('j');
  press('Enter');
  expect(callsOf('POST operator/queue/open')).toHaveLength(0);
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(panel().getByText(/mira has had this open since/)).toBeTruthy();
  press('Escape');
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(callsOf('POST operator/queue/open').map(({ request }) => request)).toEqual([
    { queue: 'withdrawals', id: '20931', is_open: 'true' },
    { queue: 'withdrawals', id: '20931', is_open: 'false' },
  ]);
});

test('what speaks for and against it is shown before it is decided, then who asks', async () => {
  const DAY = 86_400_000;
  const young = NOW_MS - 2 * DAY;
  const row = withdrawal({
    checks: [
      { check: 'destination', state: 'look', time: young },
      { check: 'books', state: 'passed', time: NOW_MS },
      { check: 'verified', state: 'passed' },
      { check: 'account', state: 'passed', time: NOW_MS - 400 * DAY },
      { check: 'password', state: 'passed' },
      { check: 'fund_password', state: 'passed' },
      { check: 'second_factor', state: 'look' },
      { check: 'device', state: 'look', time: young },
      { check: 'country', state: 'unknown' },
    ],
  });
  await show([row], {
    'GET operator/user': () => ({
      user: { created_at: NOW_MS - 400 * DAY, has_otp: false, passkeys: 0 },
      background: {
        devices: 2,
        verified_name: 'K••• T•••',
        totals: [
          { currency: 'BTC', deposited: '0.50000000', withdrawn: '0.00000000' },
          { currency: 'USDT', deposited: '31500.000000', withdrawn: '9250.000000' },
        ],
      },
    }),
    'POST operator/user/reveal': () => ({ field: 'name', value: 'Ken Tanaka', views_left: 19 }),
  });
  // The list names the weightiest, and how many more there are.
  expect(screen.getByText('New device').textContent).toBe('New device+1');
  press('j');
  press('Enter');
  const checks = within(await panel().findByRole('region', { name: 'Checks' }));
  const said = () => checks.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(said().slice(0, 4)).toEqual([
    expect.stringMatching(/^Look at this: A device was new .*, within 7 days$/),
    expect.stringMatching(/^Look at this: Destination saved .*, within 7 days$/),
    'Look at this: No second factor',
    'Not known: From which country: no proxy names it',
  ]);
  expect(said()).toHaveLength(7);
  fireEvent.click(checks.getByRole('button', { name: '2 more checks passed' }));
  expect(said()).toHaveLength(9);
  const about = within(await panel().findByRole('region', { name: 'Who asks' }));
  const fact = (label: string) => about.getByText(label).nextElementSibling?.textContent;
  expect(fact('Verified name')).toBe('K••• T•••Show');
  expect(fact('Deposited USDT, all time')).toMatch(/^31,500.00\sUSDT$/);
  expect(fact('Withdrawn USDT, all time')).toMatch(/^9,250.00\sUSDT$/);
  // What is asked for stands first.
  const moved = about.getAllByText(/^Deposited/).map(({ textContent }) => textContent);
  expect(moved).toEqual(['Deposited USDT, all time', 'Deposited BTC, all time']);
  expect(callsOf('GET operator/user')[0]?.request).toEqual({ id: String(row.user_id) });
  // The name is a look behind a mask, with the record it was needed for as its reason.
  fireEvent.click(about.getByRole('button', { name: 'Show' }));
  await settle();
  expect(fact('Verified name')).toBe('Ken Tanaka');
  expect(callsOf('POST operator/user/reveal')[0]?.request).toEqual({
    id: String(row.user_id),
    field: 'name',
    reason: `To decide withdrawals ${row.id}`,
  });
});

test('that nothing of what is asked for ever came in is said, beside what did', async () => {
  await show([withdrawal()], {
    'GET operator/user': () => ({
      user: { created_at: NOW_MS, has_otp: false, passkeys: 0 },
      background: {
        devices: 1,
        totals: [{ currency: 'BTC', deposited: '0.50000000', withdrawn: '0.00000000' }],
      },
    }),
  });
  press('j');
  press('Enter');
  const about = within(await panel().findByRole('region', { name: 'Who asks' }));
  const fact = (label: string) => about.getByText(label).nextElementSibling?.textContent;
  expect(fact('Deposited USDT, all time')).toMatch(/^0.00\sUSDT$/);
  expect(fact('Deposited BTC, all time')).toMatch(/^0.50\sBTC$/);
});

test('a second factor that is new is marked, and so is a country that nobody named before', async () => {
  const time = NOW_MS - 86_400_000;
  const row = withdrawal({
    checks: [
      { check: 'second_factor', state: 'look', time },
      { check: 'country', state: 'unknown', country: 'JP', time },
    ],
  });
  await show([row]);
  expect(screen.getByText('New second factor')).toBeTruthy();
  press('j');
  press('Enter');
  const checks = within(await panel().findByRole('region', { name: 'Checks' }));
  expect(checks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Look at this: A second factor was new ./),
    expect.stringMatching(/^Not known: Logs in from Japan; from where before .*, nobody knows$/),
  ]);
});

test('a passed one is marked as sent with its transaction, which is checked first', async () => {
  const sent = withdrawal({ status: 'passed' });
  const rows = [sent];
  serve({
    ...COMMON,
    [LIST]: () => pageOf(rows),
    'POST operator/withdrawals/sent': () => ({ ...sent, send_state: 'sent' }),
  });
  await renderAt('/withdrawals?tab=to_send', <Page />);
  await screen.findByText('20931');
  expect(callsOf(LIST)[0]?.request).toMatchObject({ status: 'passed', send_state: 'idle' });
  press('j');
  press('Enter');
  fireEvent.click(panel().getByRole('button', { name: 'Mark as sent' }));
  const field = panel().getByRole('textbox', { name: 'Transaction id' });
  const submit = panel().getByRole('button', { name: 'Look at it once more' });
  for (const none of ['ab cd', 'paid-by-hand', '7c1e'.repeat(15), `0x${'7c1e'.repeat(16)}`]) {
    fireEvent.change(field, { target: { value: none } });
    fireEvent.click(submit);
    expect(panel().getByText('A transaction of Tron has 64 digits from 0 to f.')).toBeTruthy();
  }
  fireEvent.change(field, { target: { value: '7c1e'.repeat(16) } });
  fireEvent.click(submit);
  // Nothing is said before the last look: amount, address and transaction in full.
  expect(callsOf('POST operator/withdrawals/sent')).toHaveLength(0);
  expect(panel().getByText('7c1e'.repeat(16))).toBeTruthy();
  fireEvent.click(panel().getByRole('button', { name: named('Mark 11,999.00 USDT as sent') }));
  await settle();
  expect(callsOf('POST operator/withdrawals/sent').map(({ request }) => request)).toEqual([
    { id: '20931', tx_id: '7c1e'.repeat(16) },
  ]);
});

test('an unknown outcome warns before anything else and leads to a proposal (W3)', async () => {
  const row = withdrawal({ status: 'passed', send_state: 'unknown', tx_id: 'aa'.repeat(32) });
  serve({
    ...COMMON,
    [LIST]: () => pageOf([row]),
    'POST operator/withdrawals/propose': () => ({ proposal_id: 12 }),
  });
  await renderAt('/withdrawals?tab=unknown', <Page />);
  await screen.findByText('20931');
  press('j');
  press('Enter');
  expect(panel().getByText(/Look it up on its chain before anything else/)).toBeTruthy();
  fireEvent.click(panel().getByRole('button', { name: 'Propose refund' }));
  fireEvent.change(panel().getByRole('textbox', { name: 'Reason' }), {
    target: { value: 'The nonce was used by another.' },
  });
  fireEvent.click(panel().getByRole('button', { name: named('Propose to refund 12,000.00 USDT') }));
  await settle();
  expect(callsOf('POST operator/withdrawals/propose')[0]?.request).toEqual({
    id: '20931',
    act: 'refund',
    reason: 'The nonce was used by another.',
    proof: 'The nonce was used by another.',
  });
});

describe('the card of a bank withdrawal (W6)', () => {
  const CARD = 'POST operator/withdrawals/card';
  const bank = withdrawal({ kind: 'bank', chain: 'BANK', address: 'First Bank **** 3000' });
  const card = {
    ...{ name: 'Salary', card_number: '4111111111113000', deposit_bank: 'First Bank' },
    ...{ branch: 'Harbour', bank_name: 'First Bank', bank_address: '1 Quay' },
    ...{ swift_code: 'ABCDEFGH', full_name: 'Test Person', iban: '1111113000' },
    ...{ payee_address: '2 Quay', postal_code: '100-0001', intent_hash: INTENT_HASH },
  };
  const ask = async () => {
    press('j');
    press('Enter');
    fireEvent.click(panel().getByRole('button', { name: 'Show the whole card' }));
    const reason = panel().getByRole('textbox', { name: 'Reason' });
    fireEvent.change(reason, { target: { value: 'paying it' } });
    fireEvent.click(panel().getByRole('button', { name: 'Show it' }));
    await settle();
  };

  test('is shown whole for a reason, and forgotten with the record', async () => {
    await show([bank], { [CARD]: () => card });
    await ask();
    expect(callsOf(CARD).map(({ request }) => request)).toEqual([
      { id: '20931', reason: 'paying it' },
    ]);
    for (const value of ['1111113000', '4111111111113000', 'Test Person', 'ABCDEFGH'])
      expect(panel().getByText(value)).toBeTruthy();
    press('Escape');
    press('Enter');
    expect(panel().queryByText('1111113000')).toBeNull();
    expect(panel().getByRole('button', { name: 'Show the whole card' })).toBeTruthy();
  });

  test('is not shown when it is not the one that is approved here (W12)', async () => {
    await show([bank], { [CARD]: () => ({ ...card, intent_hash: 'b'.repeat(64) }) });
    await ask();
    expect(panel().queryByText('1111113000')).toBeNull();
    expect(panel().getByText(/not the card that you see approved/)).toBeTruthy();
  });

  test('is not offered to an auditor, nor for an address', async () => {
    await show([bank, second], { 'GET operator/me': () => ({ ...ME, role: 'auditor' }) });
    press('j');
    press('Enter');
    expect(panel().queryByRole('button', { name: 'Show the whole card' })).toBeNull();
    expect(callsOf(CARD)).toHaveLength(0);
  });
});

test('filters go to the server and into the address', async () => {
  await show([first]);
  fireEvent.change(screen.getByLabelText('Currency'), { target: { value: '3' } });
  const user = screen.getByLabelText('User id');
  fireEvent.change(user, { target: { value: '10311' } });
  fireEvent.keyDown(user, { key: 'Enter' });
  await settle();
  expect(callsOf(LIST).at(-1)?.request).toMatchObject({
    status: 'under_review',
    currency_id: '3',
    user_id: '10311',
  });
  expect(window.location.hash).toContain('currency=3');
  expect(window.location.hash).toContain('user=10311');
});

describe('what the user’s passkey signed', () => {
  const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  /** A record with a signature for exactly it. */
  async function signedRow(): Promise<OperatorWithdrawal> {
    const { user_id: owner, currency, chain, address, receipt_amount: amount, fee } = first;
    const own = { version: 1, kind: 'withdrawal', deployment: 'd', nonce: 'n' } as const;
    const text = intentText({ ...own, owner, currency, chain, address, amount, fee });
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    const challenge = base64url(new Uint8Array(hash));
    const clientData = base64url(Buffer.from(JSON.stringify({ challenge })));
    return {
      ...first,
      signed: {
        is_right: true,
        passkey: 'Key ring',
        time: NOW_MS,
        deployment: 'd',
        nonce: 'n',
        client_data: clientData,
        is_payee_signed: true,
      },
    };
  }
  async function open(row: OperatorWithdrawal) {
    await show([row]);
    press('j');
    press('Enter');
  }

  test('is said to be exactly what stands there, at the last look too', async () => {
    await open(await signedRow());
    const text = /^Signed by the user’s passkey for exactly this\. With “Key ring”/;
    expect(await panel().findByText(text)).toBeTruthy();
    press('a');
    await vi.waitFor(() => expect(panel().getAllByText(text)).toHaveLength(2));
  });

  test.each([
    ['address', { address: `0x${'12'.repeat(20)}` }],
    ['amount', { receipt_amount: '11999.000001' }],
    ['fee', { fee: '2.000000' }],
    ['network', { chain: 'OMNI' }],
    ['currency', { currency: 'ETH' }],
    ['user', { user_id: 99 }],
  ])(
    'a changed %s is told by the browser itself, and nothing can be passed',
    async (_what, changed) => {
      await open({ ...(await signedRow()), ...changed });
      expect(await panel().findByText(/^This is not what the user’s passkey signed/)).toBeTruthy();
      expect(panel().getByRole<HTMLButtonElement>('button', { name: 'Approve' }).disabled).toBe(
        true,
      );
      press('a');
      expect(panel().queryByRole('button', { name: named('Approve 12,000.00 USDT') })).toBeNull();
    },
  );

  test('that the exchange finds wrong is wrong', async () => {
    const row = await signedRow();
    await open({ ...row, ...(row.signed && { signed: { ...row.signed, is_right: false } }) });
    expect(await panel().findByText(/^This is not what the user’s passkey signed/)).toBeTruthy();
  });

  test('of who has none is said to be missing', async () => {
    await open(first);
    expect(panel().getByText('Not signed by a passkey.')).toBeTruthy();
  });

  test('that was taken out of the record is told, and nothing can be passed', async () => {
    await open({ ...first, is_signature_missing: true });
    expect(await panel().findByText(/^Not signed, though this user had a passkey/)).toBeTruthy();
    const approve = panel().getByRole<HTMLButtonElement>('button', { name: 'Approve' });
    expect(approve.disabled).toBe(true);
    press('a');
    expect(panel().queryByRole('button', { name: named('Approve 12,000.00 USDT') })).toBeNull();
  });
});
