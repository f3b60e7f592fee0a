// @vitest-environment jsdom
import type { Deal, Quotation } from '@fairlead/contract';
import { setSounds, Toasts } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stopClock } from '../../../test/clock.ts';
import { order } from '../../../test/order.ts';
import { quotation } from '../../../test/quotation.ts';
import { address, calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { triggerOrder } from '../../../test/trigger-order.ts';
import { user } from '../../../test/user.ts';
import { walletOf } from '../../../test/wallet.ts';
import { startSession } from '../../data/account/session.ts';
import { setConfirmation } from '../../data/account/settings.ts';
import { queryClient } from '../../data/calls/query.ts';
import { serverNow } from '../../data/live/server-clock.ts';
import { applyTicks } from '../../data/markets/quotations.ts';
import { Page } from '../../pages/trade/spot.tsx';
import { setBookStep } from '../order-book/book-settings.ts';

const currency = (currency_id: number, name: string, scale: number) => ({
  currency_id,
  name,
  full_name: name,
  scale,
  chains: [],
  deposit: false,
  withdraw: false,
});
const deal: Deal = {
  symbol: 'BTC/USDT',
  sequence: 1,
  last_price: '64812.4',
  bids: [
    ['64812.3', '1.52780'],
    ['64811.7', '2.31050'],
  ],
  asks: [
    ['64812.5', '0.44340'],
    ['64813.1', '1.66450'],
  ],
  trades: [],
};
const page = <Item,>(list: readonly Item[]) => ({ list, page: 1, limit: 100, total: list.length });

/** Calls back when the history has gone back one entry, as it does for each sheet that closes. */
const wentBack = () =>
  new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));

afterEach(async () => {
  const hasOverlay = JSON.stringify(window.history.state).includes('"overlays":["');
  const back = hasOverlay ? wentBack() : undefined;
  cleanup();
  await back;
});

let sent: URLSearchParams | undefined;
let key: string | null;

function answers(own: Partial<Quotation> = {}) {
  return {
    'GET currency/quotation_new': () => [
      quotation({ tick_size: '0.1', index_time: serverNow(), ...own }),
    ],
    'GET currency/user_currency_list': () => [currency(1, 'BTC', 8), currency(3, 'USDT', 6)],
    'GET currency/deal': () => deal,
    'POST wallet/list': () => {
      const wallet = walletOf(['BTC', '0.5']);
      const usdt = {
        currency_id: 3,
        name: 'USDT',
        available: '12960',
        frozen: '0',
        total: '12960',
      };
      wallet.accounts[0]?.balances.push(usdt);
      return wallet;
    },
    'GET coin/list': () => page([order()]),
    'GET coin/trigger': () => page([]),
    'POST coin/trade': (request: URLSearchParams, headers: Headers) => {
      sent = request;
      key = headers.get('idempotency-key');
      return { order: order({ id: 90_500, status: 'waiting' }) };
    },
  };
}

beforeEach(() => {
  // An index that stays new however long a test takes.
  stopClock();
  sent = undefined;
  key = null;
});

async function open(path = '/pages/trade/spot?symbol=BTC/USDT') {
  await renderAt(
    path,
    <>
      <Page />
      <Toasts closeLabel="Close" />
    </>,
  );
  await screen.findAllByRole('option');
  // The fee shows that market and currencies are known.
  await screen.findByRole('button', { name: '0.10%' });
}
const logIn = () => startSession({ token: 't', user });
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const type = (name: string | RegExp, value: string) =>
  act(async () => fireEvent.change(field(name), { target: { value } }));
const tap = (name: string | RegExp, role: 'button' | 'radio' | 'tab' | 'checkbox' = 'button') =>
  act(async () => screen.getByRole(role, { name }).click());

test('a guest sees book and ticket, and the button leads to login and back', async () => {
  serve(answers());
  await open();
  expect(await screen.findByText('Log in to see your orders.')).toBeDefined();
  await tap('Log in to trade');
  expect(decodeURIComponent(address())).toBe(
    '/pages/user/login/login?back=/pages/trade/spot?symbol=BTC/USDT&back_type=1',
  );
  expect(calls).not.toContain('POST wallet/list');
});

test('the whole cost stands above the button before it is pressed', async () => {
  logIn();
  serve(answers());
  await open();
  await type('Price USDT', '64800');
  await tap('25%');
  expect(field('Amount BTC')).toHaveProperty('value', '0.05000');
  expect(field('Total')).toHaveProperty('value', '3,240.0');
  expect(screen.getByText('12,960.00 USDT')).toBeDefined();
  expect(screen.getByText('0.00005000 BTC')).toBeDefined();
  expect(screen.getByText('0.04995000 BTC')).toBeDefined();
});

test('a share works before a price is typed', async () => {
  logIn();
  serve(answers());
  await open();
  await tap('50%');
  expect(field('Amount BTC')).toHaveProperty('value', '0.09998');
});

test('an order is confirmed with its cost, sent once with a key, and its number is named', async () => {
  logIn();
  serve(answers());
  await open();
  await type('Price USDT', '64800');
  await type('Amount BTC', '0.05');
  await tap(/^Buy .*BTC$/);
  const sheet = await screen.findByRole('dialog', { name: 'Buy BTC?' });
  expect(within(sheet).getByText('3,240.0 USDT')).toBeDefined();
  expect(within(sheet).getByText('0.04995000 BTC')).toBeDefined();
  await act(async () =>
    within(sheet)
      .getByRole('button', { name: /^Buy 0\.05\sBTC$/ })
      .click(),
  );
  await screen.findAllByText('Order placed');
  expect(screen.getByText('No. 90500')).toBeDefined();
  expect(Object.fromEntries(sent ?? [])).toEqual({
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    price: '64800.0',
    quantity: '0.05000',
    time_in_force: 'gtc',
    shown_fee_rate: '0.001000',
  });
  expect(key).toMatch(/^[\da-f]{32}$/);
  expect(calls.filter((call) => call === 'POST coin/trade')).toHaveLength(1);
  await waitFor(() => expect(field('Amount BTC')).toHaveProperty('value', ''));
  expect(field('Price USDT')).toHaveProperty('value', '64,800');
});

test('what no answer came to is confirmed and sent again with its own figures, not with new ones', async () => {
  logIn();
  const quantities: (string | null)[] = [];
  let available = '12960';
  let isBroken = true;
  const usual = answers();
  serve({
    ...usual,
    'POST wallet/list': () => {
      const wallet = usual['POST wallet/list']();
      const balances = wallet.accounts[0]?.balances ?? [];
      for (const each of balances) if (each.name === 'USDT') Object.assign(each, { available });
      return wallet;
    },
    'POST coin/trade': (request: URLSearchParams) => {
      quantities.push(request.get('quantity'));
      if (isBroken) throw new TypeError('Failed to fetch');
      return { order: order({ id: 90_500, status: 'waiting' }) };
    },
  });
  await open();
  await type('Price USDT', '64800');
  await tap('50%');
  await tap(/^Buy .*BTC$/);
  const first = await screen.findByRole('dialog', { name: 'Buy BTC?' });
  const buy = (sheet: HTMLElement) => within(sheet).getByRole('button', { name: /^Buy / });
  expect(buy(first).textContent).toContain('0.10000');
  await act(async () => buy(first).click());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 20_000 });
  // Half of what is there is less now.
  available = '6480';
  isBroken = false;
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(field('Amount BTC')).toHaveProperty('value', '0.05000'));
  await tap(/^Buy .*BTC$/);
  const again = await screen.findByRole('dialog', { name: 'Buy BTC?' });
  expect(within(again).getByText(/^No answer came to your last attempt/)).toBeDefined();
  expect(within(again).getByText('6,480.0 USDT')).toBeDefined();
  expect(buy(again).textContent).toContain('0.10000');
  await act(async () => buy(again).click());
  await screen.findAllByText('Order placed');
  expect(new Set(quantities)).toEqual(new Set(['0.10000']));
});

test('a stop is said in plain words, confirmed with what it freezes, and sent once with a key', async () => {
  logIn();
  const asked: URLSearchParams[] = [];
  serve({
    ...answers(),
    'POST coin/trigger': (request: URLSearchParams, headers: Headers) => {
      asked.push(request);
      key = headers.get('idempotency-key');
      return { trigger_order: triggerOrder({ id: 90_501 }) };
    },
  });
  await open('/pages/trade/spot?symbol=BTC/USDT&side=sell');
  await tap(/^Order type/);
  const kinds = await screen.findByRole('dialog', { name: 'Order type' });
  await act(async () =>
    within(kinds)
      .getByRole('button', { name: /^Stop limit/ })
      .click(),
  );
  await screen.findByRole('textbox', { name: 'Trigger price USDT' });
  await type('Trigger price USDT', '64900');
  await type('Price USDT', '64750');
  await type('Amount BTC', '0.1');
  expect(screen.getByText('The index is there already: 64,812.4.')).toBeDefined();
  await type('Trigger price USDT', '64800');
  const words = 'When the index falls to 64,800.0, sell 0.1 BTC at 64,750.0.';
  expect(await screen.findByText(words)).toBeDefined();
  await tap(/^Sell .*BTC$/);
  const sheet = await screen.findByRole('dialog', { name: 'Sell BTC?' });
  expect(within(sheet).getByText('Frozen until then').parentElement?.textContent).toContain('0.1');
  await act(async () =>
    within(sheet)
      .getByRole('button', { name: /^Sell 0\.1\sBTC$/ })
      .click(),
  );
  await screen.findAllByText('Waiting for its price');
  expect(asked.map((one) => Object.fromEntries(one))).toEqual([
    {
      symbol: 'BTC/USDT',
      side: 'sell',
      type: 'limit',
      price: '64750.0',
      quantity: '0.10000',
      time_in_force: 'gtc',
      shown_fee_rate: '0.001000',
      trigger: 'stop',
      trigger_by: 'index',
      trigger_price: '64800.0',
    },
  ]);
  expect(key).toMatch(/^[\da-f]{32}$/);
  expect(calls).not.toContain('POST coin/trade');
});

test('a trailing stop is said in plain words with its distance, and sent with it', async () => {
  logIn();
  const asked: URLSearchParams[] = [];
  serve({
    ...answers(),
    'POST coin/trigger': (request: URLSearchParams) => {
      asked.push(request);
      return { trigger_order: triggerOrder({ id: 90_502 }) };
    },
  });
  await open('/pages/trade/spot?symbol=BTC/USDT&side=sell');
  await tap(/^Order type/);
  const kinds = await screen.findByRole('dialog', { name: 'Order type' });
  await act(async () =>
    within(kinds)
      .getByRole('button', { name: /^Trailing stop/ })
      .click(),
  );
  await screen.findByRole('textbox', { name: 'Distance in %' });
  await type('Distance in %', '25');
  await type('Amount BTC', '0.1');
  expect(screen.getByText('From 0.1% to 20%.')).toBeDefined();
  await type('Distance in %', '2.5');
  const words =
    'When the index has fallen by 2.50% from its highest, sell 0.1 BTC at the market price.';
  expect(await screen.findByText(words)).toBeDefined();
  await type('Begins at USDT, if later', '66000');
  await screen.findByText(/^From 66,000\.0 on: when the index has fallen/);
  await tap(/^Sell .*BTC$/);
  const sheet = await screen.findByRole('dialog', { name: 'Sell BTC?' });
  const distance = within(sheet).getByText('Distance from the best price');
  expect(distance.parentElement?.textContent).toContain('2.50%');
  await act(async () =>
    within(sheet)
      .getByRole('button', { name: /^Sell 0\.1\sBTC$/ })
      .click(),
  );
  await screen.findAllByText('Waiting for its price');
  expect(asked.map((one) => Object.fromEntries(one))).toMatchObject([
    {
      type: 'market',
      trigger: 'trailing_stop',
      trail_rate: '0.025000',
      activation_price: '66000.0',
    },
  ]);
});

test('a take-profit and a stop-loss go behind the order as one list, once with a key', async () => {
  logIn();
  const asked: [URLSearchParams, string | null][] = [];
  serve({
    ...answers({ index_price: '64812.4' }),
    'POST coin/order_list': (request: URLSearchParams, headers: Headers) => {
      asked.push([request, headers.get('idempotency-key')]);
      const placed = { id: 7, symbol: 'BTC/USDT', kind: 'otoco', status: 'pending' };
      return { order_list: { ...placed, orders: [], trigger_orders: [] } };
    },
  });
  await open();
  await type('Price USDT', '64000');
  await type('Amount BTC', '0.1');
  await tap('Take-profit / stop-loss', 'checkbox');
  await screen.findByRole('textbox', { name: 'Take-profit USDT' });
  expect(field('Take-profit USDT')).toHaveProperty('value', '65,280.0');
  await type('Stop-loss USDT', '');
  await type('Stop-loss USDT', '6');
  expect(field('Stop-loss USDT')).toHaveProperty('value', '6');
  await type('Stop-loss USDT', '');
  // The first step of the button is where it began.
  await tap('Higher stop-loss');
  expect(field('Stop-loss USDT')).toHaveProperty('value', '62,720.0');
  await type('Take-profit USDT', '63000');
  expect(await screen.findByText('Must be above 64,000.0.')).toBeDefined();
  await type('Take-profit USDT', '66000');
  expect(
    await screen.findByText(/^When the index rises to 66,000\.0, sell what was/),
  ).toBeDefined();
  await tap(/^Buy .*BTC$/);
  const sheet = await screen.findByRole('dialog', { name: 'Buy BTC?' });
  expect(within(sheet).getByText('Once this order is filled whole:')).toBeDefined();
  await act(async () =>
    within(sheet)
      .getByRole('button', { name: /^Buy 0\.1\sBTC$/ })
      .click(),
  );
  await screen.findAllByText('Orders placed');
  // What has a list in it goes as JSON.
  const bodies = asked.map(([request]) => JSON.parse([...request.keys()][0] ?? '{}'));
  expect(bodies).toMatchObject([{ kind: 'otoco', working: { price: '64000.0' } }]);
  expect(asked[0]?.[1]).toMatch(/./);
});

test('the limit of the stop of an OCO is what is typed or pasted; one step of the button begins at the stop', async () => {
  logIn();
  serve(answers());
  await open('/pages/trade/spot?symbol=BTC/USDT&side=sell');
  await tap(/^Order type/);
  const kinds = await screen.findByRole('dialog', { name: 'Order type' });
  await act(async () => within(kinds).getByRole('button', { name: /^OCO/ }).click());
  const limit = await screen.findByRole('textbox', { name: 'Stop limit USDT' });
  await type('Stop USDT', '63000');
  for (const text of ['6', '0.1', '629']) {
    await type('Stop limit USDT', text);
    expect(limit).toHaveProperty('value', text);
    await type('Stop limit USDT', '');
  }
  const paste = { target: { value: '62,900.5' }, inputType: 'insertFromPaste' };
  await act(async () => fireEvent.input(limit, paste));
  expect(limit).toHaveProperty('value', '62,900.5');
  await type('Stop limit USDT', '');
  await tap('Higher stop limit');
  expect(limit).toHaveProperty('value', '63,000');
  await type('Stop limit USDT', '');
  await type('Stop USDT', '');
  await tap('Higher stop limit');
  expect(limit).toHaveProperty('value', '0.1');
});

test('what waits for a price stands with the open orders and is cancelled after a question', async () => {
  logIn();
  const cancelled: (string | null)[] = [];
  serve({
    ...answers({ index_price: '65000' }),
    'GET coin/trigger': () => page(cancelled.length === 0 ? [triggerOrder()] : []),
    'PUT coin/trigger': (request: URLSearchParams) => {
      cancelled.push(request.get('trigger_id'));
      return { trigger_order: triggerOrder({ status: 'cancelled' }) };
    },
  });
  await open();
  await screen.findByRole('tab', { name: 'Open orders 2' });
  const list = await screen.findByRole('list', { name: 'Waiting for a price' });
  // 1,000 of 65,000.
  expect(list.textContent).toContain('1.53% away');
  expect(list.textContent).toContain('at 63,900.0');
  await tap('Cancel order 90420');
  const question = await screen.findByRole('alertdialog', { name: 'Cancel this order?' });
  expect(question.textContent).toMatch(/0\.02000000\sBTC is released\./);
  await act(async () => within(question).getByRole('button', { name: 'Cancel order' }).click());
  await screen.findByRole('tab', { name: 'Open orders 1' });
  expect(cancelled).toEqual(['90420']);
});

test('cancelling all takes what waits for a price with it', async () => {
  logIn();
  const cancelled: string[] = [];
  serve({
    ...answers(),
    'GET coin/trigger': () => page([triggerOrder()]),
    'PUT coin/trade/bulk': () => {
      cancelled.push('orders');
      return {
        results: [{ type: 'ok', code: 1, message: { order: order({ status: 'cancelled' }) } }],
      };
    },
    'PUT coin/trigger': (request: URLSearchParams) => {
      cancelled.push(`trigger ${request.get('trigger_id')}`);
      return { trigger_order: triggerOrder({ status: 'cancelled' }) };
    },
  });
  await open();
  await screen.findByRole('tab', { name: 'Open orders 2' });
  await tap('Cancel all');
  const question = await screen.findByRole('alertdialog', { name: 'Cancel 2 open orders?' });
  await act(async () => within(question).getByRole('button', { name: 'Cancel all' }).click());
  await screen.findByText('2 orders cancelled');
  expect(cancelled).toEqual(['trigger 90420', 'orders']);
});

test('cancelling all takes a list as one, and counts all of its orders', async () => {
  logIn();
  const cancelled: string[] = [];
  const limit = order({ id: 5, side: 'sell', list_id: 7 });
  const stop = triggerOrder({ id: 8, list_id: 7 });
  const list = {
    ...{ id: 7, symbol: 'BTC/USDT', kind: 'oco', status: 'open', first_id: 5, second_id: 8 },
    ...{ created_at: 1_795_271_467_000, updated_at: 1_795_271_467_000 },
    ...{ orders: [limit], trigger_orders: [stop] },
  };
  const isOver = () => cancelled.length > 0;
  serve({
    ...answers(),
    'GET coin/list': () => page(isOver() ? [] : [limit]),
    'GET coin/trigger': () => page(isOver() ? [] : [stop]),
    'GET coin/order_list': (query: URLSearchParams) =>
      page(query.get('status') === 'open' && !isOver() ? [list] : []),
    'PUT coin/order_list': (request: URLSearchParams) => {
      cancelled.push(`list ${request.get('list_id')}`);
      return { order_list: { ...list, status: 'done' } };
    },
  });
  await open();
  const group = await screen.findByRole('list', { name: 'List 7' });
  expect(within(group).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('list', { name: 'Waiting for a price' })).toBeNull();
  await tap('Cancel all');
  const question = await screen.findByRole('alertdialog', { name: 'Cancel 2 open orders?' });
  await act(async () => within(question).getByRole('button', { name: 'Cancel all' }).click());
  await screen.findByText('2 orders cancelled');
  expect(cancelled).toEqual(['list 7']);
});

test('with the confirmation switched off one press sends', async () => {
  logIn();
  setConfirmation('limit_order', false);
  serve(answers());
  await open('/pages/trade/spot?symbol=BTC/USDT&side=sell');
  await type('Price USDT', '64900');
  await type('Amount BTC', '0.1');
  await tap(/^Sell .*BTC$/);
  await waitFor(() => expect(sent?.get('side')).toBe('sell'));
});

test('an order that was taken is felt and heard by whoever wants it, a refusal is not', async () => {
  const vibrate = vi.fn(() => true);
  const notes: number[] = [];
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, {
      get: (of, name) => (name === 'vibrate' ? vibrate : Reflect.get(of, name, of)),
    }),
  );
  class Player {
    currentTime = 0;
    createOscillator = () => ({
      frequency: { value: 0 },
      connect: () => ({ connect: () => undefined }),
      start: (at: number) => notes.push(at),
      stop: () => undefined,
    });
    createGain = () => ({
      gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined },
    });
  }
  vi.stubGlobal('AudioContext', Player);
  setSounds(true);
  try {
    logIn();
    setConfirmation('limit_order', false);
    let isRefused = false;
    serve({
      ...answers(),
      'POST coin/trade': (request, headers) =>
        isRefused
          ? refuse('would_not_fill', 'Nothing to fill now.')
          : answers()['POST coin/trade'](request, headers),
    });
    await open();
    await type('Price USDT', '64800');
    await type('Amount BTC', '0.05');
    vibrate.mockClear();
    await tap(/^Buy .*BTC$/);
    await waitFor(() => expect(notes).toHaveLength(2));
    expect(vibrate.mock.calls).toEqual([[[12, 60, 12]]]);
    isRefused = true;
    await type('Price USDT', '64800');
    await type('Amount BTC', '0.05');
    vibrate.mockClear();
    await tap(/^Buy .*BTC$/);
    await screen.findByText('Nothing to fill now.');
    expect([vibrate.mock.calls, notes.length]).toEqual([[], 2]);
  } finally {
    setSounds(false);
    vi.unstubAllGlobals();
  }
});

test('a limit begins at the last price, and does not follow it', async () => {
  serve(answers());
  await open();
  expect(field('Price USDT')).toHaveProperty('value', '64,812.4');
  await act(async () => applyTicks([quotation({ last_price: '70000.00' })]));
  expect(field('Price USDT')).toHaveProperty('value', '64,812.4');
  await type('Price USDT', '');
  expect(field('Price USDT')).toHaveProperty('value', '');
});

test('a reload in the middle of a ticket keeps it, but not a price that nobody typed', async () => {
  serve(answers());
  await open();
  await tap('Sell', 'radio');
  await type('Amount BTC', '0.25');
  const kept = () => JSON.parse(window.sessionStorage.getItem('draft spot BTC/USDT') ?? '{}');
  expect(kept()).toMatchObject({ side: 'sell', price: '' });
  await type('Price USDT', '65000.5');
  cleanup();
  await open();
  expect(field('Price USDT')).toHaveProperty('value', '65,000.5');
  expect(field('Amount BTC')).toHaveProperty('value', '0.25');
  expect(screen.getByRole('radio', { name: 'Sell' })).toHaveProperty('checked', true);
  cleanup();
  // A link that names the side means it.
  await open('/pages/trade/spot?symbol=BTC/USDT&side=sell');
  expect(field('Amount BTC')).toHaveProperty('value', '');
  window.sessionStorage.setItem('draft spot BTC/USDT', '{"side":7,"size":[],"price":{}}');
  cleanup();
  await open();
  expect(field('Price USDT')).toHaveProperty('value', '64,812.4');
});

test('a stop outlives a reload with its trigger; a refusal of the server keeps it too', async () => {
  logIn();
  setConfirmation('limit_order', false);
  serve({
    ...answers(),
    'POST coin/trigger': () => refuse('price_reached', 'The price is there already'),
  });
  await open('/pages/trade/spot?symbol=BTC/USDT&side=sell');
  await tap(/^Order type/);
  const kinds = await screen.findByRole('dialog', { name: 'Order type' });
  await act(async () =>
    within(kinds)
      .getByRole('button', { name: /^Stop limit/ })
      .click(),
  );
  await screen.findByRole('textbox', { name: 'Trigger price USDT' });
  await type('Trigger price USDT', '64000');
  await type('Price USDT', '63900');
  await type('Amount BTC', '0.1');
  cleanup();
  await open('/pages/trade/spot?symbol=BTC/USDT&side=sell');
  const trigger = await screen.findByRole('textbox', { name: 'Trigger price USDT' });
  expect(trigger).toHaveProperty('value', '64,000');
  await tap(/^Sell .*BTC$/);
  await screen.findAllByText('The price is there already');
  expect(trigger).toHaveProperty('value', '64,000');
  expect(field('Amount BTC')).toHaveProperty('value', '0.1');
});

test('what is missing is said when the button is pressed', async () => {
  logIn();
  serve(answers());
  await open();
  expect(screen.queryByText('Enter an amount.')).toBeNull();
  await tap(/^Buy .*BTC$/);
  expect(screen.getByText('Enter an amount.')).toBeDefined();
  await type('Price USDT', '');
  expect(screen.getByText('Enter a price.')).toBeDefined();
  expect(calls).not.toContain('POST coin/trade');
});

test('more than is there is refused while it is typed', async () => {
  logIn();
  serve(answers());
  await open();
  await type('Price USDT', '64800');
  await type('Amount BTC', '1');
  expect(field('Amount BTC').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Insufficient balance')).toBeDefined();
});

test('a refusal of the server is said in its words and keeps the ticket', async () => {
  logIn();
  setConfirmation('limit_order', false);
  serve({
    ...answers(),
    'POST coin/trade': () => refuse('would_not_fill', 'Nothing to fill now.'),
  });
  await open();
  await type('Price USDT', '64800');
  await type('Amount BTC', '0.05');
  await tap(/^Buy .*BTC$/);
  await screen.findByText('Nothing to fill now.');
  expect(field('Amount BTC')).toHaveProperty('value', '0.05');
});

test('a price far from the index asks again even with confirmations off', async () => {
  logIn();
  setConfirmation('limit_order', false);
  serve(answers());
  await open();
  await type('Price USDT', '67000');
  await type('Amount BTC', '0.05');
  await tap(/^Buy .*BTC$/);
  const sheet = await screen.findByRole('dialog', { name: 'Buy BTC?' });
  expect(within(sheet).getByText('Your price is 3.37% above the index.')).toBeDefined();
  expect(calls).not.toContain('POST coin/trade');
});

test('a price older than 5 s asks again, and goes on only with a newer one or a limit', async () => {
  logIn();
  setConfirmation('limit_order', false);
  serve(answers({ index_time: serverNow() - 6_000, is_stale: true }));
  await open();
  await type('Price USDT', '64800');
  await type('Amount BTC', '0.05');
  await tap(/^Buy .*BTC$/);
  const dialog = await screen.findByRole('alertdialog', { name: 'The price is older than 5 s' });
  expect(within(dialog).getByText('64,812.4')).toBeDefined();
  expect(within(dialog).getByText(/There is no newer price now/)).toBeDefined();
  expect(calls).not.toContain('POST coin/trade');
  await act(async () => within(dialog).getByRole('button', { name: 'Go on' }).click());
  await waitFor(() => expect(sent?.get('price')).toBe('64800.0'));
});

test('a market buy is given in quote and shows about what it brings', async () => {
  logIn();
  serve(answers());
  await open();
  await tap(/^Order type/);
  const sheet = await screen.findByRole('dialog', { name: 'Order type' });
  // A sheet that closes goes back one entry; the next must not open before.
  const back = wentBack();
  await act(async () =>
    within(sheet)
      .getByRole('button', { name: /^Market/ })
      .click(),
  );
  await act(async () => void (await back));
  await type('Spend USDT', '1000');
  expect(document.querySelector('output')?.textContent).toBe('0.01542');
  await tap(/^Buy .*BTC$/);
  const confirm = await screen.findByRole('dialog', { name: 'Buy BTC?' });
  await act(async () => within(confirm).getByRole('button', { name: 'Buy BTC' }).click());
  await waitFor(() => expect(sent?.get('amount')).toBe('1000.000000'));
});

test('a halted market takes no order and says so', async () => {
  logIn();
  serve(answers({ state: 'halted' }));
  await open();
  expect(screen.getByText(/BTC\/USDT is halted/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Trading is halted' })).toHaveProperty(
    'disabled',
    true,
  );
});

test('spot stands still: it is said with its reason, the button is shut, and it goes on by itself', async () => {
  logIn();
  const away = { product: 'spot', why: 'away', takes_cancels: false } as const;
  serve(answers({ standstill: [away] }));
  await open();
  const said = screen.getByText(/^Spot: out of reach right now/);
  expect(said.textContent).toContain('The other products trade as usual.');
  expect(screen.getByRole('button', { name: 'No orders right now' })).toHaveProperty(
    'disabled',
    true,
  );
  const futures = { product: 'futures', why: 'held_for_loss', takes_cancels: true } as const;
  const market = { tick_size: '0.1', index_time: serverNow() };
  await act(async () => applyTicks([quotation({ ...market, standstill: [futures] })]));
  expect(await screen.findByRole('button', { name: 'Buy BTC' })).toHaveProperty('disabled', false);
  await waitFor(() => expect(screen.queryByText(/out of reach|no new orders/)).toBeNull());
});

test('the book gives its price to the ticket by keyboard too', async () => {
  setBookStep('BTC/USDT', '0.1');
  logIn();
  serve(answers());
  await open();
  const book = screen.getByRole('listbox', { name: /^Press, slide/ });
  const press = (key: string) => act(async () => fireEvent.keyDown(book, { key }));
  await press('ArrowDown');
  expect(field('Price USDT')).toHaveProperty('value', '64,812.3');
  await press('ArrowDown');
  await press('Enter');
  expect(field('Price USDT')).toHaveProperty('value', '64,811.7');
  expect(screen.getByRole('option', { selected: false, name: /64,811\.7/ })).toBeDefined();
});

test('bid, mid and ask fill the price', async () => {
  logIn();
  serve(answers());
  await open();
  await tap('Bid');
  expect(field('Price USDT')).toHaveProperty('value', '64,812.3');
  await tap('Ask');
  expect(field('Price USDT')).toHaveProperty('value', '64,812.5');
  await tap('Mid');
  expect(field('Price USDT')).toHaveProperty('value', '64,812.4');
});

test('an open order is cancelled after a question', async () => {
  logIn();
  const cancelled: (string | null)[] = [];
  serve({
    ...answers(),
    'PUT coin/trade': (request) => {
      cancelled.push(request.get('order_id'));
      return { order: order({ status: 'cancelled' }) };
    },
  });
  await open();
  await tap('Cancel order 90417');
  const question = await screen.findByRole('alertdialog', { name: 'Cancel this order?' });
  await act(async () => within(question).getByRole('button', { name: 'Cancel order' }).click());
  await screen.findByText('Order cancelled');
  expect(cancelled).toEqual(['90417']);
});

test('a market that does not exist leads to those that do', async () => {
  serve(answers());
  await renderAt('/pages/trade/spot?symbol=NOPE/USDT', <Page />);
  expect(await screen.findByText('There is no market NOPE/USDT.')).toBeDefined();
});

test('the pair sheet searches and goes to another market', async () => {
  serve({
    ...answers(),
    'GET currency/quotation_new': () => [
      quotation({ tick_size: '0.1' }),
      quotation({ symbol: 'ETH/USDT' }),
    ],
  });
  await open();
  await tap(/Choose a pair/);
  const sheet = await screen.findByRole('dialog', { name: 'Choose a pair' });
  const search = within(sheet).getByRole('searchbox', { name: 'Search coin or pair' });
  await act(async () => fireEvent.change(search, { target: { value: 'eth' } }));
  // The list of markets changes at most five times a second.
  const ether = await within(sheet).findByRole('button', { name: /^ETH/ });
  expect(within(sheet).queryByRole('button', { name: /^BTC/ })).toBeNull();
  await act(async () => ether.click());
  expect(address()).toContain('symbol=ETH/USDT');
});

test('what few orders need is closed until it is asked for, and says how much of it is set', async () => {
  logIn();
  setConfirmation('limit_order', false);
  serve(answers());
  await open();
  await type('Amount BTC', '0.05');
  const advanced = screen.getByRole('button', { name: 'Advanced' });
  expect(advanced.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('checkbox', { name: /Display only/ })).toBeNull();
  await act(async () => advanced.click());
  await screen.findByRole('checkbox', { name: /Display only/ });
  await tap(/Display only/, 'checkbox');
  await type('Display only', '0.02');
  await act(async () => advanced.click());
  expect(screen.getByRole('button', { name: 'Advanced: 1 set' })).toBeDefined();
  // What is bought stands on the button.
  await tap(/^Buy 0\.05\sBTC$/);
  await waitFor(() => expect(sent?.get('display_quantity')).toBe('0.02000'));
});

test('what is wrong with a part that is closed opens it', async () => {
  logIn();
  serve(answers());
  await open();
  await type('Amount BTC', '0.05');
  await tap('Advanced');
  await screen.findByRole('checkbox', { name: /Display only/ });
  await tap(/Display only/, 'checkbox');
  await type('Display only', '0.06');
  await tap('Advanced: 1 set');
  expect(await screen.findByText(/^Show from/)).toBeDefined();
});
