// @vitest-environment jsdom
import type { DepositRecord, WithdrawalRecord } from '@fairlead/contract';
import { preloadOverlays, Toasts } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BTC, DOGE, USDT } from '../../../test/currency.ts';
import { address, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { walletOf } from '../../../test/wallet.ts';
import { startSession } from '../../data/account/session.ts';
import { Page as DepositPage } from '../../pages/assets/deposit/index.tsx';
import { Page as RecordPage } from '../../pages/assets/record.tsx';
import { Page as BankPage } from '../../pages/assets/withdraw/bank/bank.tsx';
import { Page as WithdrawPage } from '../../pages/assets/withdraw/detail.tsx';
import { Page as CoinPage } from '../../pages/assets/withdraw/index.tsx';
import { Page as CardPage } from '../../pages/bankbind/addbank.tsx';
import { Page as CardsPage } from '../../pages/bankbind/index.tsx';
import { Page as BookCoinsPage } from '../../pages/user/address/address.tsx';
import { Page as CreatePage } from '../../pages/user/address/create.tsx';
import { Page as BookPage } from '../../pages/user/address/index.tsx';

const TRON = 'TRgw44HTm9mY8Jy5yg8ksQ8AFBCowySsn1';
const ETHEREUM = '0xb6c375e54a87351dfde43f362b9230c46c69979c';
const NOW = Date.now();

const page = <Item,>(list: readonly Item[]) => ({ list, page: 1, limit: 20, total: list.length });
const deposit = (own: Partial<DepositRecord> = {}): DepositRecord => ({
  ...{ id: 90421, currency_id: 3, kind: 'chain', chain: 'ERC20', amount: '1000.000000' },
  ...{ fee: '0', credited: '0', status: 'under_review', is_priority: false, time: NOW },
  ...own,
});
const withdrawal = (own: Partial<WithdrawalRecord> = {}): WithdrawalRecord => ({
  ...{ id: 90501, currency_id: 3, kind: 'crypto', chain: 'TRC20', address: TRON },
  ...{ amount: '500.000000', fee: '1.000000', receipt_amount: '499.000000' },
  ...{ status: 'under_review', can_cancel: true, due_at: NOW + 3_600_000, time: NOW },
  timeline: [{ state: 'requested', time: NOW }],
  ...own,
});
const saved = (own: object = {}) => ({
  ...{ id: 7, currency_id: 3, chain: 'TRC20', address: TRON, note: 'Cold wallet' },
  usable_at: NOW - 1,
  ...own,
});
const card = {
  ...{ id: 2, name: 'MARA LEE', card_number: '**** 1234', deposit_bank: 'Harbour Bank' },
  ...{ branch: 'Pier 4', bank_name: 'Harbour Bank', bank_address: '1 Quay Street' },
  ...{ swift_code: 'HARBSGSG', full_name: 'Mara Lee', iban: '****6819' },
  ...{ payee_address: '2 Quay Street', postal_code: '018956', usable_at: NOW - 1 },
};
const answers = {
  'GET config': () => ({
    ...{ name: 'Fairlead', version: '2.5.8', demo: true, feed: 'simulated', time: Date.now() },
    ...{ languages: [], channels: [] },
  }),
  'GET currency/user_currency_list': () => [BTC, USDT, DOGE],
  'POST wallet/list': () => walletOf(['BTC', '0.5'], ['ETH', '0'], ['USDT', '2000']),
  'POST wallet/get_address': () => [saved()],
  'POST user/cash_info': () => ({ cards: [card] }),
  'GET charge_mention/log2': () => page([]),
  'GET charge_mention/log3': () => page([]),
  'GET user/security': () => ({
    ...{ has_fund_password: true, has_otp: false, recovery_codes_left: 0, sessions: 1 },
  }),
};
/** With the messages that the frame would show. */
const withToasts = (page: ReactNode) => (
  <>
    {page}
    <Toasts closeLabel="Close" />
  </>
);
const press = async (name: string | RegExp) => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });
};
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** As a paste into the first of its six boxes. */
const fillPin = (pin: string) => {
  const [first] = screen.getAllByLabelText('Fund password', { selector: 'input' });
  fireEvent.change(first as HTMLElement, { target: { value: pin } });
};

// A closed sheet goes back one entry of the history a moment later; the next test must not see that.
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});
beforeAll(() => preloadOverlays());
beforeEach(() => startSession({ token: 'a-token', user: { ...user, has_fund_password: true } }));

describe('a deposit', () => {
  test('asks for the network before it shows an address', async () => {
    const asked: string[] = [];
    serve({
      ...answers,
      'POST wallet/get_in_address': (request) => {
        asked.push(request.toString());
        return { chain: 'ERC20', address: ETHEREUM, min_deposit: '20', confirmations: 12 };
      },
    });
    await renderAt('/pages/assets/deposit/index?currency_id=3', <DepositPage />);
    const network = await screen.findByRole('radio', { name: /Ethereum ERC20/ });
    expect(screen.queryByRole('button', { name: 'Copy address' })).toBeNull();
    expect(asked).toEqual([]);
    fireEvent.click(network);
    expect(await screen.findByRole('button', { name: 'Copy address' })).toBeDefined();
    expect(asked).toEqual(['currency_id=3&chain=ERC20']);
    expect(screen.getByText('12 confirmations')).toBeDefined();
    expect(screen.getByText(/Send only USDT on Ethereum ERC20/)).toBeDefined();
  });

  test('of BTC says that OMNI is a Bitcoin address', async () => {
    serve({
      ...answers,
      'POST wallet/get_in_address': () => ({
        ...{ chain: 'OMNI', address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
        ...{ min_deposit: '0.0001', confirmations: 3 },
      }),
    });
    await renderAt('/pages/assets/deposit/index?currency_id=1', <DepositPage />);
    expect(await screen.findByText(/Send only native BTC on Bitcoin/)).toBeDefined();
    expect(screen.getByRole('radio', { name: /Bitcoin \(OMNI\)/ })).toHaveProperty('checked', true);
  });

  test('says so where copying is not possible', async () => {
    vi.stubGlobal('navigator', { ...window.navigator, clipboard: undefined });
    serve({
      ...answers,
      'POST wallet/get_in_address': () => ({
        ...{ chain: 'TRC20', address: TRON, min_deposit: '1', confirmations: 20 },
      }),
    });
    await renderAt('/pages/assets/deposit/index?currency_id=3&chain=TRC20', <DepositPage />);
    await screen.findByRole('button', { name: 'Copy address' });
    const said = vi.fn();
    const { toastStore } = await import('../../../../../packages/ui/src/overlays/toast-store.ts');
    const stop = toastStore.subscribe(() => said(toastStore.read().at(-1)?.text));
    await press('Copy address');
    await waitFor(() => expect(said).toHaveBeenCalledWith('Copy failed, please copy manually'));
    stop();
  });

  test('on a closed network offers test funds in the demo, and a claim', async () => {
    serve({
      ...answers,
      'POST wallet/get_in_address': () => refuse('chain_closed', 'This network is closed.'),
    });
    await renderAt('/pages/assets/deposit/index?currency_id=3&chain=TRC20', <DepositPage />);
    expect(await screen.findByText(/no addresses on Tron TRC20/)).toBeDefined();
    expect(await screen.findByRole('link', { name: 'Get test funds' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Claim a deposit' })).toHaveProperty(
      'hash',
      '#/pages/assets/deposit/charge?currency_id=3&chain=TRC20',
    );
  });

  test('by bank shows the account with its reference', async () => {
    serve({
      ...answers,
      'POST wallet/bank_info': () => ({
        ...{ currency_id: 3, account_name: 'Fairlead Custody', account_number: 'SG44 1234' },
        ...{ bank_name: 'Harbour Bank', bank_address: '1 Quay Street', swift_code: 'HARBSGSG' },
        ...{ reference: 'FL-10482', min_deposit: '50' },
      }),
    });
    await renderAt('/pages/assets/deposit/index?currency_id=3&way=bank', <DepositPage />);
    expect(await screen.findByText('FL-10482')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy: Reference' })).toBeDefined();
    expect(screen.getByRole('link', { name: /upload the voucher/ })).toHaveProperty(
      'hash',
      '#/pages/assets/deposit/charge?currency_id=3&way=bank',
    );
  });

  test('under way shows its confirmations as beads', async () => {
    const under = deposit({ confirmations: 7, confirmations_needed: 12 });
    serve({ ...answers, 'GET charge_mention/log2': () => page([under]) });
    await renderAt('/pages/assets/deposit/index?currency_id=3', <DepositPage />);
    const way = await screen.findByRole('region', { name: 'On the way' });
    expect(within(way).getByText('7 of 12')).toBeDefined();
    expect(within(way).getByRole('img', { name: '7 of 12 confirmations' })).toBeDefined();
  });

  test('of a coin without a way in says so', async () => {
    serve(answers);
    await renderAt('/pages/assets/deposit/index?currency_id=4', <DepositPage />);
    expect(await screen.findByText('DOGE cannot be deposited at the moment.')).toBeDefined();
  });
});

test.each([
  [0, true],
  [1, false],
])('with %i requests left today the button is disabled: %s, and says why', async (left, isOff) => {
  const info = {
    ...{ available: '2000.000000', min_withdraw: '10.000000', fee: '1.000000' },
    ...{ remaining_today: left, remaining_value: '1000', daily_value: '1000', needs: [] },
  };
  serve({ ...answers, 'POST wallet/get_info': () => ({ ...info, has_otp: false }) });
  await renderAt('/pages/assets/withdraw/detail?currency_id=3', <WithdrawPage />);
  await screen.findByText(/of 1,000/);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Withdraw' });
  expect(button.disabled).toBe(isOff);
  expect(screen.queryByText(/No request is left today/) !== null).toBe(isOff);
});

test('what a withdrawal still needs is named, each with the way to it', async () => {
  const info = {
    ...{ available: '2000.000000', min_withdraw: '10.000000', fee: '1.000000', has_otp: false },
    ...{
      remaining_today: 3,
      daily_count: 5,
      review_hours: 12,
      remaining_value: '1000',
      daily_value: '1000',
    },
    needs: ['kyc', 'fund_password', 'address'],
  };
  const nowhere = { 'POST wallet/get_address': () => [] };
  serve({ ...answers, ...nowhere, 'POST wallet/get_info': () => info });
  await renderAt('/pages/assets/withdraw/detail?currency_id=3', <WithdrawPage />);
  expect(await screen.findByText('Please complete KYC Verification first')).toBeDefined();
  expect(screen.getByText('set funds password first')).toBeDefined();
  expect(screen.getByText('please set withdraw address first')).toBeDefined();
});

test('what cannot be withdrawn is found by searching, and said to be closed', async () => {
  serve(answers);
  await renderAt('/pages/assets/withdraw/index', <CoinPage />);
  expect(await screen.findByRole('link', { name: /USDT/ })).toHaveProperty(
    'hash',
    '#/pages/assets/withdraw/detail?currency_id=3',
  );
  expect(screen.queryByText('DOGE')).toBeNull();
  type('Search coin', 'dog');
  expect(screen.getByText('Closed')).toBeDefined();
  fireEvent.click(screen.getByRole('radio', { name: 'To a bank card' }));
  await waitFor(() => expect(address()).toBe('/pages/assets/withdraw/index?way=bank'));
});

describe('records', () => {
  test('of withdrawals say where each stands; one under review can be taken back', async () => {
    let cancelled = '';
    serve({
      ...answers,
      'GET charge_mention/log3': () =>
        page([
          withdrawal(),
          withdrawal({ id: 2, status: 'rejected', reason: 'Wrong name.', can_cancel: false }),
        ]),
      'POST wallet/cancel_out': (request, headers) => {
        cancelled = `${request} ${headers.get('idempotency-key')?.length}`;
        return { id: 90501 };
      },
    });
    await renderAt('/pages/assets/record?tab=withdrawals', <RecordPage />);
    await screen.findByText('Rejected', { selector: 'span' });
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: /500\.00 USDT.*Under review/ }));
    });
    const sheet = await screen.findByRole('dialog');
    expect(within(sheet).getByText('499.00 USDT')).toBeDefined();
    expect(within(sheet).getByText(/Decided by/)).toBeDefined();
    fireEvent.click(within(sheet).getByRole('button', { name: 'Cancel withdrawal' }));
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel withdrawal' }));
    await waitFor(() => expect(cancelled).toBe('id=90501 32'));
  });

  test('the reason of a refusal stands in the record that the address names', async () => {
    const refused = deposit({ status: 'rejected', reason: 'Another name on the voucher.' });
    serve({ ...answers, 'GET charge_mention/log2': () => page([refused]) });
    await renderAt('/pages/assets/record?tab=deposits&id=90421', <RecordPage />);
    expect(await screen.findByText('Another name on the voucher.')).toBeDefined();
  });

  test('are filtered by status in the address and in the request', async () => {
    const asked: string[] = [];
    serve({
      ...answers,
      'GET charge_mention/log2': (request) => {
        asked.push(request.toString());
        return page([]);
      },
    });
    await renderAt('/pages/assets/record?tab=deposits', <RecordPage />);
    await screen.findByText('No deposits yet.');
    await press('Passed');
    await waitFor(() => expect(address()).toBe('/pages/assets/record?tab=deposits&status=passed'));
    await waitFor(() => expect(asked.at(-1)).toContain('status=passed'));
    expect(await screen.findByText('No records match these filters.')).toBeDefined();
  });
});

describe('the address book', () => {
  test('shows whole addresses, and from when a new one can be used', async () => {
    serve({
      ...answers,
      'POST wallet/get_address': () => [
        saved(),
        saved({ id: 8, note: '', usable_at: Date.now() + 3_600_000 }),
      ],
    });
    await renderAt('/pages/user/address/index?currency_id=3', <BookPage />);
    expect(await screen.findByText('Usable')).toBeDefined();
    expect(screen.getByText(/Usable in (1:00:00|59:59)/)).toBeDefined();
    expect(screen.getAllByText('TRgw', { selector: 'b' })).toHaveLength(2);
  });

  test('asks before it deletes', async () => {
    let deleted = '';
    serve({
      ...answers,
      'POST wallet/deladdress': (request) => {
        deleted = request.toString();
        return 'Done';
      },
    });
    await renderAt('/pages/user/address/index?currency_id=3', <BookPage />);
    await screen.findByText('Cold wallet');
    await press('Delete the address Cold wallet');
    const question = await screen.findByRole('alertdialog');
    expect(deleted).toBe('');
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(deleted).toBe('id=7'));
  });

  test('takes an address with fund password and code; the checksum is the server’s to judge', async () => {
    const sent: string[] = [];
    serve({
      ...answers,
      'POST wallet/addaddress': (request) => {
        sent.push(request.toString());
        return {
          ...refuse('validation_failed', 'Check the input', 422),
          envelope: {
            ...{ type: 'error', code: 0, error: 'validation_failed', message: 'Check the input' },
            fields: { address: 'The checksum is wrong.' },
          },
        };
      },
    });
    await renderAt('/pages/user/address/create?currency_id=3', <CreatePage />);
    const radio = await screen.findByRole('radio', { name: /Ethereum/ });
    // A grey button says what it waits for.
    const save = screen.getByRole('button', { name: 'Save address' });
    expect(save.getAttribute('aria-describedby')).toBe(
      screen.getByText('Choose the network first.').id,
    );
    fireEvent.click(radio);
    expect(screen.queryByText('Choose the network first.')).toBeNull();
    type('Address', `${ETHEREUM}0`);
    await press('Save address');
    expect(
      screen.getByText(/^This is no address on Ethereum ERC20\. One looks like 0x/),
    ).toBeDefined();
    type('Address', TRON);
    expect(screen.getByText('This looks like an address on Tron TRC20.')).toBeDefined();
    type('Address', ` ${ETHEREUM}\n`);
    await press('Save address');
    expect(screen.getByText('The fund password has 6 digits.')).toBeDefined();
    expect(sent).toEqual([]);
    fillPin('246813');
    type('Verification code', '123456');
    await press('Save address');
    expect(await screen.findByText('The checksum is wrong.')).toBeDefined();
    expect(sent).toEqual([
      `currency_id=3&chain=ERC20&address=${ETHEREUM}&note=&fund_password=246813&code=123456`,
    ]);
  });

  test('says that nothing was bound, and why, when the server gives no field the blame', async () => {
    const refusal = refuse('address_limit', 'Your address book is full', 400);
    serve({ ...answers, 'POST wallet/addaddress': () => refusal });
    await renderAt('/pages/user/address/create?currency_id=3', withToasts(<CreatePage />));
    fireEvent.click(await screen.findByRole('radio', { name: /Ethereum/ }));
    type('Address', ETHEREUM);
    fillPin('246813');
    type('Verification code', '123456');
    await press('Save address');
    expect(await screen.findByText('Binding failed')).toBeDefined();
    expect(screen.getByText('Your address book is full')).toBeDefined();
  });

  test('begins with the coins that have addresses', async () => {
    serve(answers);
    await renderAt('/pages/user/address/address', <BookCoinsPage />);
    const link = await screen.findByRole('link', { name: /USDT/ });
    expect(link).toHaveProperty('hash', '#/pages/user/address/index?currency_id=3');
  });
});

test('a withdrawal to a bank asks for a card and leads to its records', async () => {
  serve({ ...answers, 'POST user/cash_info': () => ({ cards: [] }) });
  await renderAt('/pages/assets/withdraw/bank/bank?currency_id=3', <BankPage />);
  const add = await screen.findByRole('link', { name: /bank card/i });
  expect(add).toHaveProperty('hash', '#/pages/bankbind/addbank?currency_id=3');
  expect(screen.getByRole('link', { name: 'Withdrawals' })).toHaveProperty(
    'hash',
    '#/pages/assets/record?tab=withdrawals',
  );
});

describe('bank cards', () => {
  test('are listed with their numbers masked', async () => {
    serve(answers);
    await renderAt('/pages/bankbind/index', <CardsPage />);
    expect(await screen.findByText('**** 1234')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Change' })).toHaveProperty(
      'hash',
      '#/pages/bankbind/addbank?id=2',
    );
  });

  test('have eleven fields, each said when it is missing; the first is where one goes on', async () => {
    serve(answers);
    await renderAt('/pages/bankbind/addbank', <CardPage />);
    await screen.findByLabelText('Card number');
    await press('Save bank card');
    expect(screen.getAllByText('Please fill this in.')).toHaveLength(11);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText('Name on the card')),
    );
  });

  test('are changed with their two numbers typed anew', async () => {
    serve(answers);
    await renderAt('/pages/bankbind/addbank?id=2', <CardPage />);
    expect(await screen.findByLabelText('Bank name')).toHaveProperty('value', 'Harbour Bank');
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '');
    expect(screen.getByLabelText('Card number')).toHaveProperty('placeholder', '**** 1234');
  });
});
