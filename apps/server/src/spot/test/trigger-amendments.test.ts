/** Every refusal of an amendment of what waits (B18), over HTTP: its code, and that nothing of the order was changed by it. */
import type { Market } from '@fairlead/engine';
import { BTC_USDT } from '@fairlead/testkit';
import { ratePpm } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { DerivativeStory } from '../../receipts/test/receipt-story.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await tick('100.00');
});
afterEach(() => server.stop());

const symbol = 'BTC/USDT';
const STOP_LIMIT = {
  ...({ symbol, side: 'buy', trigger: 'stop', type: 'limit' } as const),
  trigger_price: '105.00',
  price: '106.00',
  quantity: '1',
} as const;
const STOP = {
  ...({ symbol, side: 'sell', trigger: 'stop', type: 'market' } as const),
  trigger_price: '95.00',
  quantity: '1',
} as const;
const TRAILING = {
  ...({ symbol, side: 'sell', trigger: 'trailing_stop', type: 'market' } as const),
  trail_rate: '0.02',
  quantity: '1',
} as const;

/** A sample of a whole second, with its sources. */
const tick = (price: string): Promise<void> =>
  new DerivativeStory(server.sequencer, server.clock).tick(price);

const place = async (order: object, user: TestUser): Promise<number> =>
  (await server.data('placeTrigger', { ...order } as typeof STOP, user)).trigger_order.id;

const listed = async (user: TestUser) => (await server.data('triggers', {}, user)).list;

/** The code, once the order is seen to be as it was. */
async function refusal(id: number, change: object, user: TestUser): Promise<unknown> {
  const before = await listed(user);
  const answer = await server.call('amendTrigger', { symbol, trigger_id: id, ...change }, user);
  expect(await listed(user)).toEqual(before);
  const { error, fields } = answer as { readonly error?: string; readonly fields?: object };
  return fields === undefined ? error : { [String(error)]: Object.keys(fields) };
}

const configure = (terms: Partial<Market>) =>
  server.run({ kind: 'configure_market', market: { ...BTC_USDT, ...terms } });

describe('an amendment of what waits is refused', () => {
  test.each<[string, object, object]>([
    ['above_maximum', STOP_LIMIT, { quantity: '1.001' }],
    ['below_minimum', STOP_LIMIT, { price: '0.99', quantity: '0.001' }],
    [
      'display_too_small',
      { ...STOP_LIMIT, quantity: '0.5', display_quantity: '0.05' },
      { price: '0.01' },
    ],
    ['price_out_of_band', STOP_LIMIT, { price: '126.01' }],
    ['price_out_of_band', STOP_LIMIT, { trigger_price: '133.00' }],
    ['price_reached', STOP_LIMIT, { trigger_price: '100.00' }],
    ['price_reached', STOP, { trigger_price: '100.00' }],
    ['above_maximum', STOP, { price: '94.00' }],
    ['above_maximum', TRAILING, { trigger_price: '99.00' }],
  ])('as %s', async (code, order, change) => {
    const user = await server.trader();
    expect(await refusal(await place(order, user), change, user)).toBe(code);
  });

  test('where the index is stale as price_stale, where fees have risen as terms_changed', async () => {
    const user = await server.trader();
    const id = await place(STOP_LIMIT, user);
    await configure({ takerFeePpm: ratePpm(2_001n) });
    expect(await refusal(id, { price: '105.50' }, user)).toBe('terms_changed');
    await configure({});
    server.clock.nowMs += 11_000;
    expect(await refusal(id, { trigger_price: '104.00' }, user)).toBe('price_stale');
  });

  test('for more than there is as insufficient_balance', async () => {
    const user = await server.register();
    await server.fund(user.userId, 3, 110_000000n);
    const id = await place(STOP_LIMIT, user);
    expect(await refusal(id, { price: '110.01' }, user)).toBe('insufficient_balance');
    const dearer = { symbol, trigger_id: id, price: '110.00' };
    expect((await server.data('amendTrigger', dearer, user)).trigger_order).toMatchObject({
      price: '110.00',
      held: '110.000000',
    });
  });

  test('of nobody’s, of another’s and of what is over, and with nothing to change', async () => {
    const user = await server.trader();
    const id = await place(STOP, user);
    const change = { quantity: '0.5' };
    expect(await refusal(999_999, change, user)).toBe('not_found');
    const stranger = await server.trader();
    expect(await refusal(id, change, stranger)).toBe('not_found');
    expect(await refusal(id, {}, user)).toEqual({ validation_failed: ['quantity'] });
    expect(await refusal(id, { trigger_price: '94.999' }, user)).toEqual({
      validation_failed: ['trigger_price'],
    });
    await server.data('cancelTrigger', { trigger_id: id }, user);
    expect(await refusal(id, change, user)).toBe('order_not_open');
  });

  test('of a market that is closed, of who is frozen, and while nothing is opened', async () => {
    const user = await server.trader();
    const id = await place(STOP, user);
    const change = { quantity: '0.5' };
    await server.run({ kind: 'set_market_state', marketId: 1, state: 'halted' });
    expect(await refusal(id, change, user)).toBe('market_closed');
    await server.run({ kind: 'set_market_state', marketId: 1, state: 'open' });
    await server.run({ kind: 'set_owner_state', owner: user.userId, isFrozen: true });
    expect(await refusal(id, change, user)).toBe('account_frozen');
    await server.run({ kind: 'set_owner_state', owner: user.userId, isFrozen: false });
    const stop = { mode: 'cancel_only', cause: 'operator', reason: 'a look at it' } as const;
    await server.run({ kind: 'set_trading_mode', ...stop });
    expect(await refusal(id, change, user)).toBe('cancel_only');
  });

  test('of a list: open as order_in_list, pending where the two would cross as list_invalid', async () => {
    const user = await server.trader();
    const legs = [
      { side: 'sell', type: 'limit', price: '110.00', quantity: '1' },
      { side: 'sell', type: 'market', trigger: 'stop', trigger_price: '95.00', quantity: '1' },
    ] as const;
    const oco = await server.data('placeOrderList', { kind: 'oco', symbol, legs: [...legs] }, user);
    const [stop] = oco.order_list.trigger_orders;
    expect(await refusal(stop?.id ?? 0, { quantity: '0.5' }, user)).toBe('order_in_list');
    const working = { side: 'buy', type: 'limit', price: '90.00', quantity: '1' } as const;
    const otoco = { kind: 'otoco', symbol, working, legs: [...legs] } as const;
    const { order_list } = await server.data('placeOrderList', otoco, user);
    const [profit] = order_list.trigger_orders;
    expect(await refusal(profit?.id ?? 0, { price: '95.00' }, user)).toBe('list_invalid');
  });
});
