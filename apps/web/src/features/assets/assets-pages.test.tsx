// @vitest-environment jsdom
import type { Wallet } from '@fairlead/contract';
import { preloadOverlays } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { address, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { settingsStore } from '../../data/account/settings.ts';
import { Page as AssetsPage } from '../../pages/assets/index.tsx';
import { Page as RecordPage } from '../../pages/assets/record.tsx';
import { Page as AccountPage } from '../../pages/assets/tradeAccount.tsx';
import { Page as TransferPage } from '../../pages/assets/transfer/index.tsx';
import { Page as TransfersPage } from '../../pages/assets/transfer/record.tsx';

const currencies = (['BTC', 'ETH', 'USDT', 'DOGE'] as const).map((name, index) => ({
  currency_id: index + 1,
  name,
  full_name: { BTC: 'Bitcoin', ETH: 'Ether', USDT: 'Tether USD', DOGE: 'Dogecoin' }[name],
  scale: name === 'USDT' ? 6 : 8,
  chains: [],
  deposit: false,
  withdraw: false,
}));
const balance = (name: string, total: string, converted: string, frozen = '0') => ({
  currency_id: currencies.find((one) => one.name === name)?.currency_id ?? 0,
  name,
  available: total,
  frozen,
  total,
  converted,
});
const wallet = (own: Partial<Wallet> = {}): Wallet => ({
  convert_currency: 'USDT',
  total: '17470.620000',
  time: Date.now(),
  accounts: [
    {
      account: 'coin',
      total: '17470.620000',
      balances: [
        balance('BTC', '0.05000000', '3240.62'),
        balance('USDT', '14230.000000', '14230.00', '1270.000000'),
        balance('DOGE', '5.00000000', '0.62'),
        balance('ETH', '0.00000000', '0'),
      ],
    },
    { account: 'contract', total: '0', balances: [] },
  ],
  ...own,
});
const record = (id: number, amount: string) => ({
  id,
  account: 'coin',
  currency_id: 3,
  kind: 'trade',
  amount,
  balance: '14230.000000',
  note: '',
  time: 1_795_271_525_000,
});
const page = <Item,>(list: readonly Item[], total = list.length) => ({
  list,
  page: 1,
  limit: 20,
  total,
});
const answers = {
  'GET config': () => ({
    name: 'Fairlead',
    version: '2.5.8',
    demo: true,
    feed: 'simulated',
    time: Date.now(),
    languages: [],
    channels: [],
  }),
  'GET currency/user_currency_list': () => currencies,
  'GET currency/quotation_new': () => [quotation()],
  'POST wallet/list': () => wallet(),
  'POST wallet/detail': () => ({
    ...balance('BTC', '0.05000000', '3240.62', '0.02500000'),
    deposit: false,
    withdraw: false,
    transfer: true,
  }),
  'POST wallet/legal_log': () => page([record(2, '1270.000000'), record(1, '-0.500000')]),
};
const press = async (name: string | RegExp) => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });
};

// A closed sheet goes back one entry of the history a moment later; the next test must not see that.
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});
// Their code may take longer than a test waits for a sheet.
beforeAll(() => preloadOverlays());
beforeEach(() => startSession({ token: 'a-token', user }));

describe('the assets tab', () => {
  test('shows total, bitcoin, accounts and coins', async () => {
    serve(answers);
    await renderAt('/pages/assets/index', <AssetsPage />);
    expect(await screen.findByText('17,470')).toBeDefined();
    expect(await screen.findByText('0.26955675 BTC')).toBeDefined();
    const accounts = screen.getByRole('region', { name: 'Accounts' });
    expect(within(accounts).getByRole('link', { name: /Coin 100.0%/ })).toHaveProperty(
      'hash',
      '#/pages/assets/tradeAccount?account=coin',
    );
    expect(screen.getByRole('button', { name: /USDT.*Frozen 1,270.00.*14,230.00/ })).toBeDefined();
  });

  test('hides small amounts and still counts them aloud', async () => {
    serve(answers);
    await renderAt('/pages/assets/index', <AssetsPage />);
    await screen.findByRole('button', { name: /DOGE/ });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Hide small amounts' }));
    expect(screen.queryByRole('button', { name: /DOGE/ })).toBeNull();
    expect(screen.getByText(/1 small amount hidden, 0.62.USDT, still counted/)).toBeDefined();
    expect(screen.getByText('17,470')).toBeDefined();
  });

  test('the eye hides every amount and no name', async () => {
    serve(answers);
    const { container } = await renderAt('/pages/assets/index', <AssetsPage />);
    await screen.findByText('17,470');
    await press('Hide balances');
    expect(settingsStore.getState().hideBalances).toBe(true);
    expect(container.textContent).not.toMatch(/17,470|14,230|3,240|0\.2695/);
    expect(container.textContent).toContain('USDT');
  });

  test('a coin is found by its full name', async () => {
    serve(answers);
    await renderAt('/pages/assets/index', <AssetsPage />);
    await screen.findByText('Bitcoin');
    await press('Search coin');
    fireEvent.change(screen.getByLabelText('Search coin'), { target: { value: 'bitc' } });
    expect(screen.getByRole('button', { name: /BTC/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: /USDT/ })).toBeNull();
  });

  test('a row opens its figures, with transfer, convert and trade', async () => {
    serve(answers);
    await renderAt('/pages/assets/index', <AssetsPage />);
    fireEvent.click(await screen.findByRole('button', { name: /BTC/ }));
    const sheet = await screen.findByRole('dialog');
    expect(await within(sheet).findByText('0.02500000')).toBeDefined();
    const trade = await within(sheet).findByRole('link', { name: 'Trade' });
    expect(trade.getAttribute('href')).toBe('#/pages/trade/spot?symbol=BTC/USDT');
    expect(within(sheet).getByRole('link', { name: 'Transfer' }).getAttribute('href')).toBe(
      '#/pages/assets/transfer/index?from=coin&currency_id=1',
    );
    expect(within(sheet).getByRole('link', { name: 'Convert' }).getAttribute('href')).toBe(
      '#/pages/assets/convert?from=1',
    );
  });

  test('a locked new coin is frozen and has no price, not a price of nothing', async () => {
    const locked = {
      currency_id: 9,
      name: 'HBR',
      available: '0.00',
      frozen: '500.00',
      total: '500.00',
    };
    serve({
      ...answers,
      'POST wallet/list': () =>
        wallet({ accounts: [{ account: 'coin', total: '0', balances: [locked] }] }),
    });
    await renderAt('/pages/assets/index', <AssetsPage />);
    const row = await screen.findByRole('button', { name: /HBR/ });
    expect(row.textContent).toContain('Frozen 500.00');
    expect(row.textContent).toContain('No price');
    expect(row.textContent).not.toContain('≈');
  });

  test('old prices say their time', async () => {
    serve({ ...answers, 'POST wallet/list': () => wallet({ time: Date.now() - 60_000 }) });
    await renderAt('/pages/assets/index', <AssetsPage />);
    expect(await screen.findByText(/^as of /)).toBeDefined();
  });

  test('a failure is said and can be tried again', async () => {
    let isDown = true;
    serve({
      ...answers,
      'POST wallet/list': () => (isDown ? refuse('internal', 'It broke.', 500) : wallet()),
    });
    await renderAt('/pages/assets/index', <AssetsPage />);
    expect(await screen.findByText('It broke.')).toBeDefined();
    isDown = false;
    await press('Retry');
    expect(await screen.findByText('17,470')).toBeDefined();
  });

  test('test funds are asked for once, with the coin and amount chosen', async () => {
    const sent: string[] = [];
    const keys: (string | null)[] = [];
    serve({
      ...answers,
      'POST dev/faucet': (request, headers) => {
        sent.push(request.toString());
        keys.push(headers.get('idempotency-key'));
        return { id: 55, currency_id: 1, amount: '0.50000000' };
      },
    });
    await renderAt('/pages/assets/index?faucet=1', <AssetsPage />);
    await screen.findByRole('dialog');
    expect(address()).toBe('/pages/assets/index');
    fireEvent.click(await screen.findByRole('button', { name: 'BTC' }));
    await press(/^Get 0.5/);
    await waitFor(() => expect(sent).toEqual(['currency_id=1&amount=0.5']));
    expect(keys[0]).toMatch(/^[\x21-\x7e]{1,64}$/);
  });

  test('a limit of the faucet stands under the amount', async () => {
    serve({
      ...answers,
      'POST dev/faucet': () => refuse('faucet_limit', 'Enough for today.', 429),
    });
    await renderAt('/pages/assets/index?faucet=1', <AssetsPage />);
    await screen.findByRole('dialog');
    fireEvent.click(await screen.findByRole('button', { name: /^Get/ }));
    expect(await screen.findByText('Enough for today.')).toBeDefined();
  });
});

describe('records', () => {
  test('show signed amounts and the balance after', async () => {
    serve(answers);
    await renderAt('/pages/assets/record', <RecordPage />);
    expect(await screen.findByText('+1,270.00')).toBeDefined();
    expect(screen.getByText('−0.50')).toBeDefined();
    expect(screen.getAllByText('14,230.00')).toHaveLength(2);
    expect(screen.getByText('2 records')).toBeDefined();
  });

  test('filters stand in the address and in the request', async () => {
    const asked: string[] = [];
    serve({
      ...answers,
      'POST wallet/legal_log': (request) => {
        asked.push(request.toString());
        return page([]);
      },
    });
    await renderAt('/pages/assets/record?account=coin', <RecordPage />);
    await screen.findByText('No records match these filters.');
    await press(/Kind/);
    fireEvent.click(await screen.findByRole('button', { name: 'Trade' }));
    await waitFor(() => expect(address()).toBe('/pages/assets/record?account=coin&kind=trade'));
    expect(asked.at(-1)).toContain('kind=trade');
    fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/pages/assets/record'));
  });

  test('more come on demand', async () => {
    serve({
      ...answers,
      'POST wallet/legal_log': (request) =>
        request.get('page') === '2'
          ? { ...page([record(1, '3.000000')], 21), page: 2 }
          : page([record(2, '1270.000000')], 21),
    });
    await renderAt('/pages/assets/record', <RecordPage />);
    await screen.findByText('+1,270.00');
    await press('Show more');
    expect(await screen.findByText('+3.00')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

test('an account has its coins and its last records', async () => {
  serve(answers);
  await renderAt('/pages/assets/tradeAccount?account=coin', <AccountPage />);
  expect(screen.getByRole('heading', { name: 'Coin account' })).toBeDefined();
  expect(await screen.findByRole('button', { name: /USDT.*Available 14,230.00/ })).toBeDefined();
  const recent = screen.getByRole('region', { name: 'Recent records' });
  expect(await within(recent).findByText('+1,270.00')).toBeDefined();
});

test('the contract account says what of its total is not realised, and what that means', async () => {
  const accounts = [
    {
      ...{ account: 'contract' as const, total: '1582.99', balances: [] },
      ...{ unrealised_pnl: '86.240000', unrealised_net: '82.990000' },
    },
  ];
  serve({ ...answers, 'POST wallet/list': () => wallet({ accounts }) });
  await renderAt('/pages/assets/tradeAccount?account=contract', <AccountPage />);
  const hero = await screen.findByRole('region', { name: 'Contract account' });
  expect(await within(hero).findByText('+82.99')).toBeDefined();
  expect(within(hero).getByText('1,500.00')).toBeDefined();
  expect(within(hero).getByRole('button', { name: 'Unrealised profit and loss' })).toBeDefined();
  cleanup();
  await renderAt('/pages/assets/index', <AssetsPage />);
  expect(await screen.findByText('+82.99 unrealised')).toBeDefined();
});

describe('a transfer', () => {
  test('is titled by where it goes, asks, and names its id', async () => {
    let sent = '';
    serve({
      ...answers,
      'POST wallet/change': (request) => {
        sent = request.toString();
        return { id: 312, status: 'done' };
      },
    });
    await renderAt('/pages/assets/transfer/index', <TransferPage />);
    expect(screen.getByRole('heading', { name: 'Transfer to contract account' })).toBeDefined();
    await screen.findByText(/14,230.00.USDT/);
    await press('All');
    await press(/^Transfer 14,230/);
    // It is free and can be sent back: nothing is asked.
    await waitFor(() =>
      expect(sent).toBe('from_account=coin&to_account=contract&currency_id=3&amount=14230'),
    );
    expect(screen.getByLabelText('Amount')).toHaveProperty('value', '');
  });

  test('swaps its accounts', async () => {
    serve(answers);
    await renderAt('/pages/assets/transfer/index', <TransferPage />);
    await press('Swap from and to');
    expect(screen.getByRole('heading', { name: 'Transfer to coin account' })).toBeDefined();
  });

  test('of more than there is says Insufficient balance', async () => {
    serve(answers);
    await renderAt('/pages/assets/transfer/index', <TransferPage />);
    await screen.findByText(/14,230.00.USDT/);
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '14230.000001' } });
    expect(screen.getByText('Insufficient balance')).toBeDefined();
  });
});

test('transfers are listed with their ids', async () => {
  const transfer = {
    id: 312,
    from_account: 'coin',
    to_account: 'trust',
    currency_id: 3,
    amount: '500.000000',
    time: 1_795_271_525_000,
    status: 'done',
  };
  serve({ ...answers, 'GET wallet/hzhistory': () => page([transfer]) });
  await renderAt('/pages/assets/transfer/record', <TransfersPage />);
  expect(await screen.findByText('Coin to Trust')).toBeDefined();
  expect(screen.getByText('No. 312')).toBeDefined();
});
