/** Orders that depend on one another (B23), over HTTP: placed, shown, refused, told of, cancelled, and kept over a restart. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { DerivativeStory } from '../../receipts/test/receipt-story.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const LIMIT = { side: 'sell', type: 'limit', price: '110.00', quantity: '1' } as const;
const STOP = {
  ...{ side: 'sell', type: 'market', quantity: '1' },
  ...{ trigger: 'stop', trigger_price: '95.00' },
} as const;
const OCO = { kind: 'oco', symbol: 'BTC/USDT', legs: [LIMIT, STOP] } as const;

/** A buy at 90.00, and behind it what sells all that it receives. */
const { quantity: _, ...PROFIT } = LIMIT;
const { quantity: __, ...LOSS } = STOP;
const OTOCO = {
  ...{ kind: 'otoco', symbol: 'BTC/USDT' },
  working: { side: 'buy', type: 'limit', price: '90.00', quantity: '1' },
  legs: [
    { ...PROFIT, price: '100.00' },
    { ...LOSS, trigger_price: '85.00' },
  ],
} as const;

const tick = (price: string): Promise<void> =>
  new DerivativeStory(server.sequencer, server.clock).tick(price);

const place = async (list: object, user: TestUser) =>
  (await server.data('placeOrderList', { ...list }, user)).order_list;
const lists = async (user: TestUser) => (await server.data('orderLists', {}, user)).list;

async function frozen({ token }: TestUser, currencyId: number): Promise<string> {
  const asked = { account: 'coin', currency_id: currencyId } as const;
  return (await server.data('walletDetail', asked, { token })).frozen;
}

describe('two of which one cancels the other', () => {
  test('are one list, hold their money once, and go on over a restart', async () => {
    const user = await server.trader();
    await tick('100.00');
    const placed = await place({ ...OCO, client_order_id: 'mine' }, user);
    expect(placed).toMatchObject({
      client_order_id: 'mine',
      kind: 'oco',
      status: 'open',
      first_id: placed.orders[0]?.id,
      second_id: placed.trigger_orders[0]?.id,
      orders: [{ status: 'waiting', list_id: placed.id }],
      trigger_orders: [{ status: 'waiting', held: '0.00000000', list_id: placed.id }],
    });
    expect(await frozen(user, 1)).toBe('1.00000000');
    expect(await lists(user)).toEqual([placed]);
    await server.restart();
    expect(await lists(user)).toEqual([placed]);
    const named = await server.data('orderLists', { list_id: placed.id }, user);
    expect(named.list).toEqual([placed]);
    const stranger = await server.trader();
    expect((await server.data('orderLists', { list_id: placed.id }, stranger)).list).toEqual([]);
    const again = await server.call('placeOrderList', { ...OCO, client_order_id: 'mine' }, user);
    expect(again).toMatchObject({ error: 'duplicate_client_order_id' });
    const ended = await server.data('cancelOrderList', { client_order_id: 'mine' }, user);
    expect(ended.order_list).toMatchObject({
      status: 'done',
      end_reason: 'user',
      orders: [{ cancel_reason: 'user' }],
      trigger_orders: [{ cancel_reason: 'user' }],
    });
    expect(await frozen(user, 1)).toBe('0.00000000');
    const over = await server.call('cancelOrderList', { list_id: placed.id }, user);
    expect(over).toMatchObject({ error: 'order_not_open' });
  });

  test('a stop that fires sells what the limit held, with its receipt', async () => {
    const user = await server.trader();
    const other = await server.trader();
    await tick('100.00');
    const placed = await place(OCO, user);
    const bid = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '94.90', quantity: '1' };
    await server.data('placeOrder', bid, other);
    await tick('94.90');
    const [list] = await lists(user);
    expect(list).toMatchObject({
      id: placed.id,
      ...{ status: 'done', end_reason: 'triggered' },
      orders: [{ cancel_reason: 'other_leg' }],
      trigger_orders: [{ status: 'triggered', receipt_id: expect.any(Number) }],
    });
  });

  test('what does not go together is refused, and each field is named', async () => {
    const user = await server.trader();
    await tick('100.00');
    const refused = (list: object) => server.call('placeOrderList', { ...list }, user);
    expect(await refused({ ...OCO, legs: [STOP, LIMIT] })).toMatchObject({ error: 'list_invalid' });
    expect(await refused({ ...OCO, legs: [LIMIT] })).toMatchObject({
      fields: { legs: expect.any(String) },
    });
    const off = {
      ...OCO,
      legs: [
        { ...LIMIT, price: '110.001' },
        { ...STOP, trigger_price: '1.001' },
      ],
    };
    expect(await refused(off)).toMatchObject({
      error: 'validation_failed',
      fields: { 'legs.0.price': expect.any(String), 'legs.1.trigger_price': expect.any(String) },
    });
    const placed = await place(OCO, user);
    const amending = { symbol: 'BTC/USDT', order_id: placed.orders[0]?.id, price: '111.00' };
    expect(await server.call('amendOrder', amending, user)).toMatchObject({
      error: 'order_in_list',
    });
  });
});

describe('behind a working order', () => {
  test('both are pending, and placed with what was received once it is filled', async () => {
    const user = await server.trader();
    const other = await server.trader();
    await tick('90.00');
    const placed = await place(OTOCO, user);
    expect(placed).toMatchObject({
      status: 'pending',
      orders: [{ status: 'waiting', id: placed.working_id }],
      trigger_orders: [{ trigger: 'fill', status: 'pending' }, { status: 'pending' }],
    });
    await server.restart();
    const sell = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '90.00', quantity: '1' };
    await server.data('placeOrder', sell, other);
    const [list] = await lists(user);
    expect(list).toMatchObject({
      status: 'open',
      orders: [{ status: 'completed' }, { status: 'waiting', price: '100.00', quantity: '0.999' }],
      trigger_orders: [
        { status: 'triggered', order_id: list?.first_id },
        { status: 'waiting', quantity: '0.999' },
      ],
    });
    await server.restart();
    expect(await lists(user)).toEqual([list]);
  });

  test('it may be an iceberg, and is read like any order; so may the limit of two alone', async () => {
    const user = await server.trader();
    await tick('90.00');
    const shown = { display_quantity: '0.2' };
    const iceberg = { ...OTOCO, working: { ...OTOCO.working, ...shown } };
    expect(await place(iceberg, user)).toMatchObject({
      orders: [{ display_quantity: '0.200', hidden_quantity: '0.800' }],
    });
    const oco = { ...OCO, legs: [{ ...LIMIT, price: '100.00', ...shown }, STOP] };
    const legs = [oco.legs[0], { ...STOP, trigger_price: '85.00' }];
    expect(await place({ ...oco, legs }, user)).toMatchObject({
      orders: [{ display_quantity: '0.200', status: 'waiting' }],
    });
    const refused = (list: object) => server.call('placeOrderList', { ...list }, user);
    const pending = OTOCO.legs.map((leg) => ({ ...leg, quantity: '1', ...shown }));
    expect(await place({ ...OTOCO, legs: [pending[0], OTOCO.legs[1]] }, user)).toMatchObject({
      trigger_orders: [{ display_quantity: '0.200', status: 'pending' }, {}],
    });
    const immediate = { ...iceberg.working, time_in_force: 'ioc' };
    expect(await refused({ ...iceberg, working: immediate })).toMatchObject({
      fields: { 'working.display_quantity': expect.any(String) },
    });
  });

  test('what is pending is amended; its stop may trail, and all of it expires at its time', async () => {
    const user = await server.trader();
    await tick('90.00');
    const expires_at = server.clock.now() + 60_000;
    const [limit] = OTOCO.legs;
    const trailing = { side: 'sell', type: 'market', quantity: '1', expires_at } as const;
    const stop = { ...trailing, trigger: 'trailing_stop', trail_rate: '0.02' };
    const own = { self_trade_prevention: 'expire_both' };
    const list = { ...OTOCO, legs: [{ ...limit, quantity: '1', ...own }, stop] };
    const placed = await place(list, user);
    const [first, second] = placed.trigger_orders;
    expect(second).toMatchObject({ trigger: 'trailing_stop', trail_rate: '0.02', expires_at });
    expect(first).toMatchObject(own);
    const amended = { symbol: 'BTC/USDT', trigger_id: first?.id ?? 0, quantity: '0.5' };
    const { trigger_order } = await server.data('amendTrigger', amended, user);
    expect(trigger_order).toMatchObject({ quantity: '0.500', status: 'pending', ...own });
    const more = { ...amended, quantity: '2' };
    expect(await server.call('amendTrigger', more, user)).toMatchObject({ error: 'above_maximum' });
    server.clock.nowMs += 61_000;
    await server.sequencer.run({ kind: 'run_schedules', max: 50 });
    expect((await lists(user))[0]).toMatchObject({
      status: 'done',
      end_reason: 'expired',
      orders: [{ status: 'cancelled', cancel_reason: 'expired' }],
      trigger_orders: [{ cancel_reason: 'expired' }, { cancel_reason: 'expired' }],
    });
  });

  test('what cannot be placed is told to its owner', async () => {
    const user = await server.trader();
    await tick('90.00');
    const expiring = {
      ...OTOCO,
      working: { ...OTOCO.working, expires_at: server.clock.now() + 5_000 },
    };
    await place(expiring, user);
    server.clock.nowMs += 7_000;
    await server.sequencer.run({ kind: 'run_schedules', max: 50 });
    await tick('90.00');
    const [list] = await lists(user);
    expect(list).toMatchObject({
      ...{ status: 'done', end_reason: 'expired' },
      trigger_orders: [{ cancel_reason: 'working_ended' }, { cancel_reason: 'working_ended' }],
    });
    await expect
      .poll(async () => (await server.data('messages', {}, user)).list.map(({ kind }) => kind))
      .toEqual(['leg_refused', 'leg_refused']);
  });
});
