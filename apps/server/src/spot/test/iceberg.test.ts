/** Orders that show a part of themselves, over HTTP: what their owner sees, what nobody else does, and what a restart finds (B24). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { readPublished } from '../../market/published-queries.ts';

let server: TestServer;
let user: TestUser;
beforeEach(async () => {
  server = await startTestServer();
  user = await server.trader();
});
afterEach(() => server.stop());

const SYMBOL = 'BTC/USDT';
const SELL = { symbol: SYMBOL, side: 'sell', type: 'limit', price: '100.00', quantity: '2.5' };
const ICEBERG = { ...SELL, display_quantity: '1' };
const place = async (asked: object, by = user) =>
  (await server.data('placeOrder', asked as typeof SELL & { side: 'sell' }, by)).order;
const buy = async (quantity: string) =>
  place({ ...SELL, side: 'buy', quantity, time_in_force: 'ioc' }, await server.trader());
const own = async (by = user) => (await server.data('orders', {}, by)).list;
const asks = async () => (await server.data('deal', { symbol: SYMBOL })).asks;
/** What the tables hold is what the engine knows, and all that is open is as it was agreed. */
async function checkTables(): Promise<void> {
  const { reconciler } = server.context;
  expect((await reconciler.checkEngine()).drifts).toEqual([]);
  expect((await reconciler.checkAgreed()).drifts).toEqual([]);
}

test('the owner sees what is shown and what is hidden; everybody else what is shown', async () => {
  const order = await place(ICEBERG);
  expect(order).toMatchObject({ display_quantity: '1.000', hidden_quantity: '1.500' });
  expect(await own()).toEqual([order]);
  expect(await asks()).toEqual([['100.00', '1.000']]);
  const { orders } = await readPublished(server.context.database);
  expect(orders.map(({ quantity }) => quantity)).toEqual([1_000]);
  await server.data('cancelOrder', { order_id: order.id }, user);
  const [over] = await own();
  expect(over).toMatchObject({ status: 'cancelled', display_quantity: '1.000' });
  expect(over).not.toHaveProperty('hidden_quantity');
  await checkTables();
});

test('the next part stands behind all others, through a restart too', async () => {
  await place(ICEBERG);
  const other = await server.trader();
  await place({ ...SELL, quantity: '0.5' }, other);
  await buy('1');
  await checkTables();
  await server.restart();
  await checkTables();
  expect(await asks()).toEqual([['100.00', '1.500']]);
  await buy('0.5');
  expect((await own(other))[0]).toMatchObject({ status: 'completed' });
  expect((await own())[0]).toMatchObject({
    ...{ filled_quantity: '1.000', hidden_quantity: '0.500', display_quantity: '1.000' },
  });
  await buy('1.5');
  expect((await own())[0]).toMatchObject({ status: 'completed', filled_quantity: '2.500' });
  await checkTables();
});

test('an amendment of what is shown is kept, and tells whether the place was', async () => {
  const order = await place(ICEBERG);
  const amend = (more: object) =>
    server.call('amendOrder', { symbol: SYMBOL, order_id: order.id, ...more }, user);
  expect((await amend({ display_quantity: '0.5', must_keep_place: true })).message).toMatchObject({
    order: { display_quantity: '0.500', hidden_quantity: '2.000' },
  });
  expect(await amend({ display_quantity: '2', must_keep_place: true })).toMatchObject({
    error: 'place_not_kept',
  });
  await amend({ display_quantity: '2' });
  expect((await server.data('amendments', { order_id: order.id }, user)).list).toMatchObject([
    { display_quantity_before: '1.000', display_quantity: '0.500', kept_place: true },
    { display_quantity_before: '0.500', display_quantity: '2.000', kept_place: false },
  ]);
  await checkTables();
});

describe('is refused', () => {
  test.each<readonly [object, object]>([
    [{ display_quantity: '2.501' }, { fields: { display_quantity: 'Not above the quantity' } }],
    [{ display_quantity: '0.00001' }, { fields: { display_quantity: expect.any(String) } }],
    [{ time_in_force: 'ioc' }, { fields: { display_quantity: expect.any(String) } }],
    [
      { type: 'market', price: undefined },
      { fields: { display_quantity: 'Not for a market order' } },
    ],
    [{ display_quantity: '0.2' }, { error: 'display_too_small' }],
  ])('with %o', async (more, refused) => {
    expect(await server.call('placeOrder', { ...ICEBERG, ...more }, user)).toMatchObject(refused);
    expect(await own()).toEqual([]);
  });
});
