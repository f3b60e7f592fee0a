// @vitest-environment jsdom
/**
 * A number that no ledger could hold is said at its field while it is typed, in every form that takes one, and nothing is
 * sent: a table of the forms, with how many such fields each has.
 */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stopClock } from '../../test/clock.ts';
import { USDT } from '../../test/currency.ts';
import { contractWallet, futuresDeal, position } from '../../test/futures.ts';
import { productInfo } from '../../test/hosting.ts';
import { currencies, offering } from '../../test/offering.ts';
import { OPTION_TIMES, PAYABLE } from '../../test/option.ts';
import { order } from '../../test/order.ts';
import { quotation } from '../../test/quotation.ts';
import { calls, renderAt, serve } from '../../test/render.tsx';
import { user } from '../../test/user.ts';
import { walletOf } from '../../test/wallet.ts';
import { startSession } from '../data/account/session.ts';
import { serverNow } from '../data/live/server-clock.ts';
import { Page as ConvertPage } from './assets/convert.tsx';
import { Page as ClaimPage } from './assets/deposit/charge.tsx';
import { Page as AssetsPage } from './assets/index.tsx';
import { Page as TransferPage } from './assets/transfer/index.tsx';
import { Page as WithdrawPage } from './assets/withdraw/detail.tsx';
import { Page as BuyPage } from './finance/buyPage.tsx';
import { Page as FuturesPage } from './lever/index.tsx';
import { Page as OptionsPage } from './option/detail.tsx';
import { Page as PurchasePage } from './publication/purchase.tsx';
import { Page as AlertsPage } from './settings/alerts.tsx';
import { Page as OrdersPage } from './trade/orders.tsx';
import { Page as SpotPage } from './trade/spot.tsx';

const NINES = '9'.repeat(31);
const NOT_LOADED = { list: [], page: 1, limit: 100, total: 0 };
const SAVED = {
  ...{ id: 7, currency_id: 3, chain: 'TRC20', address: 'TRgw44HTm9mY8Jy5yg8ksQ8AFBCowySsn1' },
  ...{ note: 'Cold wallet', usable_at: 1 },
};
const ready = {
  name: 'Fairlead',
  demo: true,
  channels: ['email'],
  languages: [],
  feed: 'simulated',
};

/** Everything that some of the pages ask for. */
const answers = (): Parameters<typeof serve>[0] => ({
  'GET config': () => ({ ...ready, version: '1.0.0', time: serverNow() }),
  'GET currency/quotation_new': () => [
    quotation({ tick_size: '0.1', contract: true, option: true, index_time: serverNow() }),
  ],
  'GET currency/user_currency_list': () => [
    { ...USDT, currency_id: 1, name: 'BTC', scale: 8 },
    USDT,
    ...currencies.filter(({ name }) => name === 'HBR'),
  ],
  'GET currency/deal': () => ({
    ...{ symbol: 'BTC/USDT', sequence: 1, last_price: '64812.4', trades: [] },
    ...{ bids: [['64812.3', '1.5']], asks: [['64812.5', '0.4']] },
  }),
  'GET currency/index_samples': () => [],
  'GET coin/list': (query) => ({
    ...NOT_LOADED,
    list: query.get('status') === 'waiting' ? [order()] : [],
    total: 1,
  }),
  'GET coin/trigger': () => NOT_LOADED,
  'GET coin/order/amendments': () => NOT_LOADED,
  'GET coin/order/fills': () => NOT_LOADED,
  'POST lever/deal': () => futuresDeal(),
  'POST lever/my_trade': (request) => ({
    ...NOT_LOADED,
    list: request.get('status') === 'holding' ? [position()] : [],
    summary: { margin: '1', unrealised_pnl: '1', net_pnl: '1', risk_rate: '0.1' },
  }),
  'GET microtrade/seconds': () => OPTION_TIMES,
  'GET microtrade/payable_currencies': () => [PAYABLE],
  'GET microtrade/lists': () => NOT_LOADED,
  'GET user/center': () => ({ user: { ...user, basic_verification: 'verified' } }),
  'GET lh/deposit/product_info': () => productInfo(),
  'GET lh/send/product_info': () => ({
    ...offering(),
    ...{ introduction: '', available: '1000.000000', subscribed: '0.00' },
  }),
  'GET user/alerts': () => [],
  'GET user/security': () => ({
    ...{ has_fund_password: true, has_otp: false, recovery_codes_left: 0, sessions: 1 },
  }),
  'POST wallet/get_address': () => [SAVED],
  'POST wallet/get_info': () => ({
    ...{ available: '2000.000000', min_withdraw: '10.000000', fee: '1.000000', needs: [] },
    ...{ remaining_today: 3, daily_count: 5, review_hours: 12, has_otp: false },
    ...{ remaining_value: '1000', daily_value: '1000' },
  }),
  'POST user/cash_info': () => ({ cards: [] }),
  'GET wallet/hzhistory': () => NOT_LOADED,
  'POST wallet/legal_log': () => NOT_LOADED,
  'POST wallet/list': () => {
    const { accounts, ...rest } = walletOf(['BTC', '0.5'], ['ETH', '0'], ['USDT', '2000']);
    const balances = accounts.find(({ account }) => account === 'coin')?.balances ?? [];
    const own = [...accounts, ...contractWallet('1500').accounts];
    return {
      ...rest,
      accounts: (['coin', 'contract', 'option', 'trust'] as const).map((account) => ({
        ...own.find((one) => one.account === account),
        ...{
          account,
          total: '2000',
          balances: account === 'contract' ? (own.at(-1)?.balances ?? []) : balances,
        },
      })),
    };
  },
});

interface Form {
  readonly name: string;
  readonly path: string;
  readonly page: () => React.ReactNode;
  /** Buttons on the way to it. */
  readonly steps?: readonly (string | RegExp)[];
  /** Stands there once all is known that it asks for. */
  readonly known?: RegExp;
  /** Fields of numbers. */
  readonly fields: number;
  /** What sends it, and the call that must not be made. */
  readonly send: string | RegExp;
  readonly call: string;
}

const FORMS: readonly Form[] = [
  {
    ...{
      name: 'a spot limit',
      path: '/pages/trade/spot?symbol=BTC/USDT',
      page: () => <SpotPage />,
    },
    ...{ fields: 3, send: /^Buy BTC/, call: 'POST coin/trade' },
  },
  {
    ...{
      name: 'an order that is changed',
      path: '/pages/trade/orders',
      page: () => <OrdersPage />,
    },
    ...{
      steps: [/^Change order/],
      fields: 2,
      send: /^(Save|Change)/,
      call: 'POST coin/order/amend',
    },
  },
  {
    ...{ name: 'futures', path: '/pages/lever/index?symbol=BTC/USDT', page: () => <FuturesPage /> },
    ...{ known: /of margin/, fields: 3, send: /^Open long/, call: 'POST lever/submit' },
  },
  {
    ...{ name: 'stops of a position', path: '/pages/lever/index', page: () => <FuturesPage /> },
    ...{ steps: ['Edit TP / SL'], fields: 2, send: /^Save/, call: 'POST lever/setstop' },
  },
  {
    ...{ name: 'margin of a position', path: '/pages/lever/index', page: () => <FuturesPage /> },
    ...{ steps: [/^Add margin/], fields: 1, send: /^Add/, call: 'POST lever/add_margin' },
  },
  {
    ...{ name: 'closing a part', path: '/pages/lever/index', page: () => <FuturesPage /> },
    ...{ steps: ['Close position'], fields: 1, send: /^Close/, call: 'POST lever/close' },
  },
  {
    ...{
      name: 'an option',
      path: '/pages/option/detail?symbol=BTC/USDT',
      page: () => <OptionsPage />,
    },
    ...{ steps: [/^60 s/], fields: 1, send: /^Rise/, call: 'POST microtrade/submit' },
  },
  {
    ...{ name: 'a transfer', path: '/pages/assets/transfer/index', page: () => <TransferPage /> },
    ...{ fields: 1, send: /^Transfer/, call: 'POST wallet/change' },
  },
  {
    ...{ name: 'a withdrawal', page: () => <WithdrawPage /> },
    ...{ path: '/pages/assets/withdraw/detail?currency_id=3&address_id=7' },
    ...{ known: /of 1,000/, fields: 1, send: /^Withdraw/, call: 'POST wallet/out' },
  },
  {
    ...{ name: 'a conversion', path: '/pages/assets/convert', page: () => <ConvertPage /> },
    ...{ fields: 1, send: 'Get a quote', call: 'GET coin/convert' },
  },
  {
    ...{ name: 'a claim of a deposit', page: () => <ClaimPage /> },
    ...{ path: '/pages/assets/deposit/charge?currency_id=3&chain=TRC20' },
    ...{ fields: 1, send: /^Claim/, call: 'POST wallet/charge_req' },
  },
  {
    ...{ name: 'funds of the demo', path: '/pages/assets/index', page: () => <AssetsPage /> },
    ...{ steps: [/test funds/i], fields: 1, send: /^Get/, call: 'POST dev/faucet' },
  },
  {
    ...{ name: 'hosting', path: '/pages/finance/buyPage?id=2', page: () => <BuyPage /> },
    ...{ fields: 1, send: /^Lock/, call: 'POST lh/deposit' },
  },
  {
    ...{
      name: 'a subscription',
      path: '/pages/publication/purchase?id=1',
      page: () => <PurchasePage />,
    },
    ...{ fields: 1, send: /^Subscribe/, call: 'POST lh/send/order' },
  },
  {
    ...{
      name: 'an alert',
      path: '/pages/settings/alerts?symbol=BTC/USDT',
      page: () => <AlertsPage />,
    },
    ...{ fields: 1, send: /^(Set|Add|Create)/, call: 'POST user/alerts/create' },
  },
];

/** Of the sheet that is open, else of the page. */
const place = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('[role$=dialog]')].at(-1) ?? document.body;
const numbers = (): readonly HTMLInputElement[] => [
  ...place().querySelectorAll<HTMLInputElement>('input[inputmode]'),
];

afterEach(async () => {
  cleanup();
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});

test.each(FORMS)('$name', async ({ path, page, steps = [], known, fields, send, call }) => {
  stopClock();
  startSession({
    token: 't',
    user: { ...user, basic_verification: 'verified', has_fund_password: true },
  });
  serve(answers());
  await renderAt(path, page());
  if (known !== undefined) await screen.findByText(known);
  for (const step of steps) fireEvent.click(await screen.findByRole('button', { name: step }));
  await waitFor(() => expect(numbers()).toHaveLength(fields));
  for (let at = 0; at < fields; at += 1) {
    const field = numbers()[at] as HTMLInputElement;
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: NINES } });
    await waitFor(() => {
      const said = (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ');
      expect(said).toMatch(/^This number is too large\. At most [\d,.]+ fits here\./);
    });
    expect(field.value.replaceAll(',', '')).toBe(NINES);
  }
  for (const button of within(place()).getAllByRole('button', { name: send }))
    fireEvent.click(button);
  await act(async () => undefined);
  expect(calls).not.toContain(call);
});
