// @vitest-environment jsdom
import type { TransferRecord, Wallet } from '@fairlead/contract';
import { Toasts } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { quotation } from '../../../../test/quotation.ts';
import { renderAt, serve } from '../../../../test/render.tsx';
import { user } from '../../../../test/user.ts';
import { walletOf } from '../../../../test/wallet.ts';
import { startSession } from '../../../data/account/session.ts';
import { setSetting } from '../../../data/account/settings.ts';
import { queryClient } from '../../../data/calls/query.ts';
import { serverNow } from '../../../data/live/server-clock.ts';
import { Page as AssetsPage } from '../../../pages/assets/index.tsx';
import { Page as TransferPage } from '../../../pages/assets/transfer/index.tsx';
import { Page as TransfersPage } from '../../../pages/assets/transfer/record.tsx';
import { StatementView } from '../../statement/StatementView.tsx';

const YOURS = /^It is yours and in your total/;
const LATE = /^The other account is not answering yet\. Nothing is lost/;

const transfer = (own: Partial<TransferRecord> = {}): TransferRecord => ({
  id: 312,
  from_account: 'coin',
  to_account: 'contract',
  currency_id: 1,
  amount: '500.000000',
  time: serverNow(),
  status: 'on_the_way',
  ...own,
});
const moving = (): Wallet => ({
  ...walletOf(['USDT', '1000.000000', '1000.000000']),
  total: '1500.000000',
  on_the_way: {
    total: '500.000000',
    currencies: [{ currency_id: 1, name: 'USDT', amount: '500.000000', converted: '500.000000' }],
  },
});
let wallet: Wallet;
let transfers: readonly TransferRecord[];
const page = <Item,>(list: readonly Item[]) => ({ list, page: 1, limit: 20, total: list.length });
const answers = {
  'GET currency/user_currency_list': () => [
    { currency_id: 1, name: 'USDT', full_name: 'Tether USD', scale: 6, chains: [] },
  ],
  'GET currency/quotation_new': () => [quotation()],
  'POST wallet/list': () => wallet,
  'POST wallet/legal_log': () => page([]),
  'GET wallet/hzhistory': () => page(transfers),
};

beforeEach(() => {
  startSession({ token: 'a-token', user });
  wallet = moving();
  transfers = [transfer()];
});
afterEach(() => {
  setSetting('hideBalances', false);
  cleanup();
});

const onTheWay = async () => within(await screen.findByRole('region', { name: 'On its way' }));

describe('what is on its way', () => {
  test('stands on the assets page with its sum, its records and that it counts', async () => {
    serve(answers);
    await renderAt('/pages/assets/index', <AssetsPage />);
    const shown = await onTheWay();
    await shown.findByText('Coin to Contract');
    expect(shown.getByText(/^500.00.USDT$/, { selector: 'h2 *' })).toBeDefined();
    expect(shown.getByText('No. 312')).toBeDefined();
    expect(shown.getByRole('status').textContent).toMatch(YOURS);
    expect(shown.getByRole('link', { name: 'All' })).toHaveProperty(
      'hash',
      '#/pages/assets/transfer/record',
    );
    expect(screen.getByText('1,500')).toBeDefined();
  });

  test('is said to wait for the other account once it takes long', async () => {
    transfers = [transfer({ time: serverNow() - 10_000 })];
    serve(answers);
    await renderAt('/pages/assets/transfer/index', <TransferPage />);
    const shown = await onTheWay();
    await waitFor(() => expect(shown.getByRole('status').textContent).toMatch(LATE));
  });

  test('goes once it has arrived', async () => {
    serve(answers);
    await renderAt('/pages/assets/transfer/index', <TransferPage />);
    await onTheWay();
    wallet = walletOf(['USDT', '1000.000000', '1000.000000']);
    transfers = [transfer({ status: 'done', ended_at: serverNow() })];
    await act(() => queryClient.invalidateQueries({ queryKey: ['wallet'] }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'On its way' })).toBeNull());
  });

  test('is not there where nothing is', async () => {
    wallet = walletOf(['USDT', '1000.000000', '1000.000000']);
    serve(answers);
    await renderAt('/pages/assets/index', <AssetsPage />);
    await screen.findByRole('region', { name: 'Accounts' });
    expect(screen.queryByRole('region', { name: 'On its way' })).toBeNull();
  });

  test('hides its amounts with all others', async () => {
    setSetting('hideBalances', true);
    serve(answers);
    await renderAt('/pages/assets/index', <AssetsPage />);
    const shown = await onTheWay();
    await shown.findByText('Coin to Contract');
    expect(document.body.textContent).not.toMatch(/500\.00/);
  });
});

test.each([
  ['on_the_way', 'On its way'],
  ['done', 'Transferred'],
] as const)('an answer of %s is told as it is', async (status, text) => {
  wallet = walletOf(['USDT', '1000.000000', '1000.000000']);
  serve({ ...answers, 'POST wallet/change': () => ({ id: 312, status }) });
  await renderAt(
    '/pages/assets/transfer/index?currency_id=1',
    <>
      <TransferPage />
      <Toasts closeLabel="Close" />
    </>,
  );
  await screen.findByText(/1,000.00.USDT/);
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '5' } });
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: /^Transfer 5/ }));
  });
  expect(await screen.findByText(text)).toBeDefined();
});

test('the list says what is on its way, and why something came back', async () => {
  const reason = 'that account does not take this coin yet';
  transfers = [
    transfer(),
    transfer({ id: 311, status: 'returned', ended_at: serverNow(), reason }),
    transfer({ id: 310, status: 'done', ended_at: serverNow() }),
  ];
  serve(answers);
  await renderAt('/pages/assets/transfer/record', <TransfersPage />);
  const rows = (await screen.findAllByText('Coin to Contract')).map(
    (title) => title.closest('li')?.textContent,
  );
  expect(rows[0]).toContain('On its way');
  expect(rows[0]).toMatch(/No\.\s312/u);
  expect(rows[1]).toContain('Came back');
  expect(rows[1]).toContain(`Not transferred: ${reason}. The amount is back where it came from.`);
  expect(rows[2]).not.toMatch(/On its way|Came back|Not transferred/);
});

test('a statement says what was on its way at its end', async () => {
  const statement = {
    from: 0,
    to: 1,
    currencies: [
      {
        ...{ currency_id: 1, name: 'USDT', opening: '0.000000', closing: '500.000000' },
        on_the_way: '500.000000',
        movements: [],
      },
    ],
  };
  await renderAt('/', <StatementView statement={statement} />);
  expect(screen.getByText('On its way to another account')).toBeDefined();
});
