// @vitest-environment jsdom
import type { Order } from '@fairlead/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { order } from '../../../test/order.ts';
import { quotation } from '../../../test/quotation.ts';
import { address, refuse, renderAt, serve } from '../../../test/render.tsx';
import { triggerOrder } from '../../../test/trigger-order.ts';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { Page } from '../../pages/trade/orders.tsx';

beforeEach(() => startSession({ token: 't', user }));

const orders: readonly Order[] = [
  order({ id: 3, filled_quantity: '0.01500', quantity: '0.04000', side: 'sell' }),
  order({ id: 2 }),
];
const CURRENCIES = [
  { currency_id: 1, name: 'BTC', scale: 8 },
  { currency_id: 3, name: 'USDT', scale: 8 },
];
const type = (sheet: HTMLElement, label: string, value: string) =>
  act(async () => {
    fireEvent.change(within(sheet).getByLabelText(label), { target: { value } });
  });
const list = (all: readonly Order[]) => (query: URLSearchParams) => {
  const page = Number(query.get('page'));
  const limit = Number(query.get('limit'));
  const wanted = all.filter(({ status }) => status === (query.get('status') ?? status));
  return {
    list: wanted.slice((page - 1) * limit, page * limit),
    page,
    limit,
    total: wanted.length,
  };
};
const answers = (all: readonly Order[] = orders) => ({
  'GET currency/quotation_new': () => [quotation()],
  'GET coin/list': list(all),
  'GET coin/order': (query: URLSearchParams) => ({
    order: all.find(({ id }) => String(id) === query.get('order_id')),
  }),
  'GET coin/order/amendments': () => list([])(new URLSearchParams('page=1&limit=100')),
  'GET coin/order/fills': () => list([])(new URLSearchParams('page=1&limit=20')),
});
const open = (query = '') => renderAt(`/pages/trade/orders${query}`, <Page />);
const tap = (role: 'tab' | 'button', name: string | RegExp) =>
  act(async () => screen.getByRole(role, { name }).click());

test('waiting orders show how much is filled', async () => {
  serve(answers());
  await open();
  const rows = within(await screen.findByRole('list', { name: 'Waiting' })).getAllByRole(
    'listitem',
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]?.textContent).toContain('0.01500 / 0.04000');
  expect(screen.getByText('2 orders')).toBeDefined();
});

test('a tab is in the address and shows its state', async () => {
  serve(answers([order({ id: 9, status: 'completed', average_price: '64812.35' })]));
  await open();
  await screen.findByText('No orders are waiting.');
  await tap('tab', 'Completed');
  expect(address()).toBe('/pages/trade/orders?status=completed');
  expect((await screen.findByRole('list', { name: 'Completed' })).textContent).toContain(
    '64,812.35',
  );
});

test('further pages come when asked for', async () => {
  const many = Array.from({ length: 25 }, (_, index) => order({ id: 100 - index }));
  serve(answers(many));
  await open();
  await screen.findByRole('list', { name: 'Waiting' });
  expect(screen.getAllByRole('listitem')).toHaveLength(20);
  await tap('button', 'Show more');
  await screen.findByRole('button', { name: 'Cancel order 76' });
  expect(screen.getAllByRole('listitem')).toHaveLength(25);
});

test('an order opens with its figures, linked by its number', async () => {
  const filled = order({
    id: 7,
    status: 'completed',
    filled_quantity: '0.02000',
    filled_amount: '1270.000000',
    average_price: '63500.00',
    fee: '0.00002000',
  });
  serve(answers([filled]));
  await open('?status=completed&order=7');
  const sheet = await screen.findByRole('dialog', { name: 'Order 7' });
  expect(within(sheet).getByText('63,500.00')).toBeDefined();
  expect(within(sheet).getByText('0.00002000 BTC')).toBeDefined();
  expect(within(sheet).getByText('0.01998000 BTC')).toBeDefined();
  expect(within(sheet).getByRole('button', { name: 'Copy order number' })).toBeDefined();
});

test('an order that was cancelled says why', async () => {
  serve(answers([order({ id: 8, status: 'cancelled', cancel_reason: 'self_trade' })]));
  await open('?status=cancelled&order=8');
  const sheet = await screen.findByRole('dialog', { name: 'Order 8' });
  expect(await within(sheet).findByText('Would have met your own order')).toBeDefined();
  expect(within(sheet).getByText('Nothing is filled yet.')).toBeDefined();
});

test('an order whose time came says so where cancelled ones are listed', async () => {
  const till = { cancel_reason: 'expired', expires_at: 1_795_271_467_000 };
  serve(answers([order({ id: 8, status: 'cancelled', ...till })]));
  await open('?status=cancelled&order=8');
  const sheet = await screen.findByRole('dialog', { name: 'Order 8' });
  expect(await within(sheet).findByText('Its time had come')).toBeDefined();
  expect(within(sheet).getAllByText('Expired')).toHaveLength(2);
  expect(within(sheet).getByText('Expires')).toBeDefined();
});

test('an order shows each fill with its fee and role, and its life', async () => {
  const filled = order({
    ...{ id: 7, status: 'completed', filled_quantity: '0.02000', filled_amount: '1270.000000' },
    ...{ average_price: '63500.00', fee: '0.00002000', updated_at: 1_795_271_469_000 },
  });
  const fill = {
    ...{ id: 31, price: '63500.0', quantity: '0.02000', amount: '1270.000000' },
    ...{ fee: '0.00002000', fee_currency: 'BTC', role: 'maker', time: 1_795_271_469_000 },
  };
  const trigger = triggerOrder({ status: 'triggered', receipt_id: 5, order_id: 7 });
  serve({
    ...answers([filled]),
    'GET coin/order': () => ({ order: filled, trigger_order: trigger }),
    'GET coin/order/fills': () => ({ list: [fill], page: 1, limit: 20, total: 1 }),
  });
  await open('?status=completed&order=7');
  const sheet = await screen.findByRole('dialog', { name: 'Order 7' });
  const fills = await within(sheet).findByRole('list', { name: 'Fills' });
  expect(fills.textContent).toContain('63,500.0');
  expect(fills.textContent).toContain('Maker');
  expect(fills.textContent).toMatch(/Fee 0\.00002000\sBTC/);
  const steps = within(within(sheet).getByRole('list', { name: 'Its life' })).getAllByRole(
    'listitem',
  );
  expect(steps).toHaveLength(5);
  expect(steps.at(-1)?.textContent).toContain('Filled');
  expect(within(sheet).getByRole('link', { name: 'Receipt' }).getAttribute('href')).toContain(
    'settlement/receipt?id=5',
  );
});

test('an order that a message links to opens though no list has it', async () => {
  const old = order({ id: 4, status: 'cancelled', cancel_reason: 'expired' });
  serve({ ...answers(), 'GET coin/order': () => ({ order: old }) });
  await open('?order=4');
  expect(await screen.findByRole('dialog', { name: 'Order 4' })).toBeDefined();
});

test('cancelling all asks, cancels each and says how many', async () => {
  const cancelled: (string | null)[] = [];
  serve({
    ...answers(),
    'PUT coin/trade/bulk': (request: URLSearchParams) => {
      cancelled.push(request.get('orders'));
      return {
        results: [
          { type: 'error', code: 0, error: 'order_not_open', message: 'Not open' },
          { type: 'ok', code: 1, message: { order: order({ status: 'cancelled' }) } },
        ],
      };
    },
  });
  await open();
  await screen.findByRole('list', { name: 'Waiting' });
  await tap('button', 'Cancel all');
  const question = await screen.findByRole('alertdialog', { name: 'Cancel 2 open orders?' });
  await act(async () => within(question).getByRole('button', { name: 'Cancel all' }).click());
  await waitFor(() => expect(cancelled).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('what waited for a price says what came of it, with its receipt and its order', async () => {
  const ended = triggerOrder({ id: 5, status: 'triggered', receipt_id: 41, order_id: 6 });
  const refused = triggerOrder({
    id: 4,
    status: 'cancelled',
    receipt_id: 40,
    cancel_reason: 'would_not_fill',
  });
  serve({
    ...answers([order({ id: 6, status: 'completed' })]),
    'GET coin/trigger': (query: URLSearchParams) => {
      const wanted = [triggerOrder({ id: 7 }), ended, refused].filter(
        ({ status }) => status === (query.get('status') ?? status),
      );
      return { list: wanted, page: 1, limit: 20, total: wanted.length };
    },
  });
  await open('?status=triggers&order=5');
  const life = await screen.findByRole('list', { name: 'Its life' });
  expect(within(life).getByText('64,000.0 was reached')).toBeDefined();
  expect(within(life).getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe(
    '#/pages/settlement/receipt?id=41',
  );
  await waitFor(() =>
    expect(within(life).getByRole('link', { name: 'View order' }).getAttribute('href')).toBe(
      '#/pages/trade/orders?symbol=BTC/USDT&status=completed&order=6',
    ),
  );
  expect(
    screen.getAllByText('When the index falls to 64,000.0, sell 0.02000 BTC at 63,900.0.'),
  ).toHaveLength(1);
  await tap('button', 'Close');
  const waiting = screen.getByRole('list', { name: 'Waiting for a price' });
  expect(within(waiting).getAllByRole('listitem')).toHaveLength(1);
  const rows = within(screen.getByRole('list', { name: 'Triggered and cancelled' }));
  await act(async () => rows.getAllByRole('button')[1]?.click());
  expect(await screen.findByText('Nobody was there to fill it as asked')).toBeDefined();
});

test('a failure says so and is tried again', async () => {
  let isUp = false;
  serve({
    ...answers(),
    'GET coin/list': (query: URLSearchParams) =>
      isUp ? list(orders)(query) : refuse('internal', 'Something went wrong', 500),
  });
  await open();
  await screen.findByText('Your orders did not load.');
  expect(screen.getByText('Something went wrong')).toBeDefined();
  isUp = true;
  await tap('button', 'Retry');
  expect(await screen.findByRole('list', { name: 'Waiting' })).toBeDefined();
});

test('a filter is in the address, asks the server, and saves what it shows as a file', async () => {
  const asked: string[] = [];
  const saved: string[] = [];
  serve({
    ...answers(),
    'GET coin/list': (query) => {
      asked.push(query.get('side') ?? '');
      return list(orders)(query);
    },
    'POST wallet/export': (query) => {
      saved.push(`${query.get('what')} ${query.get('side')} ${query.get('status')}`);
      return { filename: 'orders.csv', csv: 'time,id\r\n', rows: 3 };
    },
  });
  await open('?status=completed');
  await screen.findByRole('button', { name: 'Filter' });
  await tap('button', 'Filter');
  await act(async () => screen.getByRole('radio', { name: 'Sell' }).click());
  await tap('button', 'Show');
  expect(address()).toBe('/pages/trade/orders?status=completed&side=sell');
  await screen.findByRole('button', { name: 'Filter (1)' });
  expect(asked.at(-1)).toBe('sell');
  URL.createObjectURL = () => 'blob:csv';
  URL.revokeObjectURL = () => undefined;
  await tap('button', /^Save these as CSV/);
  expect(await screen.findByText(/^3 rows saved/)).toBeDefined();
  expect(saved).toEqual(['orders sell completed']);
});

describe('on a wide screen a waiting order is changed in its row', () => {
  const waiting = order({ id: 5, price: '64000.0', quantity: '0.02000' });
  const begin = async (sent: URLSearchParams[]) => {
    serve({
      ...answers([waiting]),
      'GET currency/user_currency_list': () => CURRENCIES,
      'POST coin/order/amend': (body) => {
        sent.push(body);
        return { order: waiting };
      },
    });
    await renderAt('/pages/trade/orders', <Page />, 1280);
    await screen.findByRole('table', { name: 'Waiting' });
    await tap('button', 'Change order 5');
    return screen.findByRole('form', { name: 'Change order 5' });
  };

  test('says what becomes of its place and what is frozen, and sends it', async () => {
    const sent: URLSearchParams[] = [];
    const form = await begin(sent);
    const save = within(form).getByRole<HTMLButtonElement>('button', { name: 'Change order' });
    expect(save.disabled).toBe(true);
    await type(form, 'Amount BTC', '0.01000');
    expect(within(form).getByRole('status').textContent).toMatch(
      /^Keeps its place in the queue\. Frozen then: 640(\.0+)?\sUSDT\.$/,
    );
    await act(async () => save.click());
    await waitFor(() => expect(sent.map((each) => each.get('quantity'))).toEqual(['0.01000']));
    expect(sent[0]?.get('must_keep_place')).toBe('true');
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  });

  test('stays as it was with Escape', async () => {
    const sent: URLSearchParams[] = [];
    const form = await begin(sent);
    await type(form, 'Price USDT', '1');
    await act(async () => {
      fireEvent.keyDown(within(form).getByLabelText('Price USDT'), { key: 'Escape' });
    });
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.getByText('64,000.0')).toBeDefined();
    expect(sent).toEqual([]);
  });
});

test('an order that waits for a price is changed in its row', async () => {
  const sent: Record<string, string>[] = [];
  serve({
    ...answers(),
    'GET currency/user_currency_list': () => CURRENCIES,
    'GET coin/trigger': (query: URLSearchParams) => {
      const wanted = query.get('status') === 'waiting' ? [triggerOrder({ id: 7 })] : [];
      return { list: wanted, page: 1, limit: 100, total: wanted.length };
    },
    'POST coin/trigger/amend': (request: URLSearchParams) => {
      sent.push(Object.fromEntries(request));
      return { trigger_order: triggerOrder({ id: 7, trigger_price: '63950.0' }) };
    },
  });
  await open('?status=triggers');
  await screen.findByRole('list', { name: 'Waiting for a price' });
  await tap('button', 'Change order 7');
  const form = await screen.findByRole('form', { name: 'Change order 7' });
  const save = within(form).getByRole<HTMLButtonElement>('button', { name: 'Change order' });
  expect(save.disabled).toBe(true);
  await type(form, 'Trigger price USDT', '63950');
  expect(within(form).getByRole('status').textContent).toContain(
    'It waits for the new price from now on',
  );
  await act(async () => save.click());
  await waitFor(() =>
    expect(sent).toEqual([{ symbol: 'BTC/USDT', trigger_id: '7', trigger_price: '63950' }]),
  );
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
});

// Last: a sheet that closes goes back in the history, which may be after its test.
test('an order is changed where it is listed: smaller keeps its place, and the call says so', async () => {
  const sent: Record<string, string>[] = [];
  serve({
    ...answers([order({ id: 3, price: '63500.0', quantity: '0.04000' })]),
    'GET currency/user_currency_list': () => CURRENCIES,
    'POST coin/order/amend': (request: URLSearchParams) => {
      sent.push(Object.fromEntries(request));
      return { order: order({ id: 3, quantity: '0.03000' }) };
    },
  });
  await open();
  await screen.findByRole('list', { name: 'Waiting' });
  await tap('button', 'Change order 3');
  const sheet = await screen.findByRole('dialog', { name: 'Change order 3' });
  const button = within(sheet).getByRole('button', { name: 'Change order' });
  expect(button).toHaveProperty('disabled', true);
  expect(await within(sheet).findByText('Nothing is changed yet.')).toBeDefined();
  await type(sheet, 'Amount BTC', '0.03');
  expect(within(sheet).getByText('Keeps its place in the queue.')).toBeDefined();
  await type(sheet, 'Price USDT', '63000');
  expect(within(sheet).getByText(/Goes behind all orders/)).toBeDefined();
  await type(sheet, 'Price USDT', '63500');
  await act(async () => button.click());
  expect(sent).toEqual([
    { symbol: 'BTC/USDT', order_id: '3', quantity: '0.03', must_keep_place: 'true' },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('on a desk they are a table with their pairs, sorted by its heads, and all of them once wanted', async () => {
  const many = Array.from({ length: 25 }, (_, at) =>
    order({ id: at + 1, symbol: at === 0 ? 'ETH/USDT' : 'BTC/USDT', created_at: 1_000 - at }),
  );
  serve(answers(many));
  await renderAt('/pages/trade/orders', <Page />, 1280);
  const table = await screen.findByRole('table', { name: 'Waiting' });
  const rows = () => within(table).getAllByRole('row').slice(1);
  expect(rows()).toHaveLength(20);
  expect(within(rows()[0] as HTMLElement).getByText('ETH/USDT')).toBeDefined();
  expect(screen.queryByRole('list', { name: 'Waiting' })).toBeNull();
  await tap('button', 'Load all');
  await waitFor(() => expect(rows()).toHaveLength(25));
  await act(async () => within(table).getByRole('button', { name: /Pair/ }).click());
  expect(within(rows().at(-1) as HTMLElement).getByText('ETH/USDT')).toBeDefined();
  expect(within(table).getByRole('button', { name: 'Cancel order 7' })).toBeDefined();
});

test('on a desk what waits for a price is a table that says what for', async () => {
  serve({
    ...answers(),
    'GET coin/trigger': (query: URLSearchParams) => {
      const wanted = query.get('status') === 'waiting' ? [triggerOrder({ id: 7 })] : [];
      return { list: wanted, page: 1, limit: 100, total: wanted.length };
    },
  });
  await renderAt('/pages/trade/orders?status=triggers', <Page />, 1280);
  const table = await screen.findByRole('table', { name: 'Waiting for a price' });
  expect(within(table).getByText('Index ≤ 64,000.0')).toBeDefined();
  await act(async () => within(table).getByRole('button', { name: 'Order 7' }).click());
  expect(await screen.findByRole('dialog')).toBeDefined();
});
