/** What a user reads of orders: one with its life, what filled it, and lists that are narrowed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { startTestServer } from '../../../test/support/fixture.ts';
import { describeDatabases } from '../../../test/support/test-database.ts';
import { DerivativeStory } from '../../receipts/test/receipt-story.ts';

const LIMIT = { symbol: 'BTC/USDT', type: 'limit', price: '100.00' } as const;

describeDatabases('what an order became', (kind) => {
  let server: TestServer;
  let user: TestUser;
  let other: TestUser;
  const place = async (more: object, by = user) =>
    (await server.data('placeOrder', { ...LIMIT, ...more }, by)).order;

  beforeAll(async () => {
    server = await startTestServer({ kind });
    [user, other] = [await server.trader(), await server.trader()];
  });
  afterAll(() => server.stop());

  test('each fill has its price, fee, role and time, from the side of the order', async () => {
    await place({ side: 'sell', quantity: '0.5', price: '99.00' }, other);
    await server.pass(1_000);
    const order = await place({ side: 'buy', quantity: '2', client_order_id: 'filled' });
    await server.pass(1_000);
    const seller = await place({ side: 'sell', quantity: '0.25' }, other);
    // Of another order of the same owner, between the two.
    await place({ side: 'buy', quantity: '0.1', price: '101.00' });
    await place({ side: 'sell', quantity: '0.1', price: '101.00' }, other);
    await server.pass(1_000);
    await server.data('cancelOrder', { order_id: order.id }, user);
    const asked = { order_id: order.id };
    const { list, total } = await server.data('orderFills', asked, user);
    expect(total).toBe(2);
    expect(list).toEqual([
      {
        id: expect.any(Number),
        ...{ price: '99.00', quantity: '0.500', amount: '49.500000' },
        ...{ fee: '0.00100000', fee_currency: 'BTC', role: 'taker', time: order.created_at },
      },
      {
        id: expect.any(Number),
        ...{ price: '100.00', quantity: '0.250', amount: '25.000000' },
        ...{ fee: '0.00025000', fee_currency: 'BTC', role: 'maker' },
        time: order.created_at + 1_000,
      },
    ]);
    const [second] = (await server.data('orderFills', { ...asked, page: 2, limit: 1 }, user)).list;
    expect(second).toEqual(list[1]);
    const [its] = (await server.data('orderFills', { order_id: seller.id }, other)).list;
    expect(its).toMatchObject({ id: list[1]?.id, fee_currency: 'USDT', role: 'taker' });
    const named = await server.data('order', { client_order_id: 'filled' }, user);
    expect(named.order).toMatchObject({ id: order.id, filled_quantity: '0.750' });
    expect(named).not.toHaveProperty('trigger_order');
  });

  test('fills are found whatever is traded after them: numbers are not in the order of their letters', async () => {
    const trade = async () => {
      await server.pass(1_000);
      await place({ side: 'sell', quantity: '0.1', price: '101.00' }, other);
      return place({ side: 'buy', quantity: '0.1', price: '101.00' });
    };
    const order = await trade();
    const [before] = (await server.data('orderFills', { order_id: order.id }, user)).list;
    // Of more digits than the first.
    for (let made = 0; made < 10; made += 1) await trade();
    const { list, total } = await server.data('orderFills', { order_id: order.id }, user);
    expect(total).toBe(1);
    expect(list).toEqual([before]);
    expect(String(before?.id)).toHaveLength(1);
  });

  test('fills of a market come newest first, page by page and by time, of nobody else', async () => {
    const mine = (await server.data('orders', { limit: 100 }, user)).list;
    const whole = await server.data('fills', { symbol: 'BTC/USDT', limit: 100 }, user);
    expect(whole).not.toHaveProperty('next');
    const { fills } = whole;
    expect(fills.length).toBeGreaterThan(10);
    expect(fills.map(({ id }) => id)).toEqual(fills.map(({ id }) => id).toSorted((a, b) => b - a));
    const ofOrders = [];
    for (const { id, side } of mine) {
      const { list } = await server.data('orderFills', { order_id: id, limit: 100 }, user);
      const own = { symbol: 'BTC/USDT', order_id: id, side };
      ofOrders.push(...list.map((fill) => ({ ...fill, ...own })));
    }
    expect(fills).toEqual(ofOrders.toSorted((one, two) => two.id - one.id));

    const paged = [];
    let before: number | undefined;
    do {
      const asked = { symbol: 'BTC/USDT', limit: 4, ...(before !== undefined && { before }) };
      const page = await server.data('fills', asked, user);
      paged.push(...page.fills);
      before = page.next;
    } while (before !== undefined);
    expect(paged).toEqual(fills);

    const [from, to] = [fills[8]?.time ?? 0, fills[3]?.time ?? 0];
    const within = await server.data('fills', { symbol: 'BTC/USDT', from, to, limit: 100 }, user);
    expect(within.fills).toEqual(fills.filter(({ time }) => time >= from && time <= to));
    const theirs = (await server.data('fills', { symbol: 'BTC/USDT', limit: 100 }, other)).fills;
    expect(theirs.map(({ id }) => id)).toEqual(fills.map(({ id }) => id));
    expect(theirs[0]?.side).not.toBe(fills[0]?.side);
    const stranger = await server.trader();
    expect(await server.data('fills', { symbol: 'BTC/USDT' }, stranger)).toEqual({ fills: [] });
    const wrong = await server.call('fills', { symbol: 'BTC/USDT', from: 2, to: 1 }, user);
    expect(wrong).toMatchObject({ error: 'validation_failed', fields: { to: expect.any(String) } });
  });

  test('one that never met anybody has no fills', async () => {
    const order = await place({ side: 'buy', quantity: '1', price: '98.00' });
    expect(await server.data('orderFills', { order_id: order.id }, user)).toMatchObject({
      ...{ list: [], total: 0 },
    });
  });

  test('one that waited for a price says what it was, with its receipt', async () => {
    const stop = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '90.00', quantity: '1' };
    const asked = { ...stop, trigger: 'stop', trigger_price: '97.00' };
    const { trigger_order } = await server.data('placeTrigger', asked, other);
    await new DerivativeStory(server.sequencer, server.clock).tick('97.00');
    const [triggered] = (await server.data('triggers', { status: 'triggered' }, other)).list;
    const life = await server.data('order', { order_id: triggered?.order_id }, other);
    expect(life.trigger_order).toMatchObject({
      id: trigger_order.id,
      receipt_id: expect.any(Number),
    });
  });

  test('lists are narrowed by side, type and time, and refuse times in the wrong order', async () => {
    const all = (await server.data('orders', {}, other)).list;
    const ids = async (more: Record<string, unknown>) =>
      (await server.data('orders', more, other)).list.map(({ id }) => id);
    const of = (keep: (order: (typeof all)[number]) => boolean) =>
      all.filter(keep).map(({ id }) => id);
    const middle = all[1]?.created_at ?? 0;
    expect(await ids({ side: 'sell' })).toEqual(of(({ side }) => side === 'sell'));
    expect(await ids({ side: 'buy' })).toEqual([]);
    expect(await ids({ type: 'market' })).toEqual([]);
    expect(await ids({ from: middle })).toEqual(of(({ created_at: at }) => at >= middle));
    expect(await ids({ to: middle })).toEqual(of(({ created_at: at }) => at <= middle));
    const waited = async (more: Record<string, unknown>) =>
      (await server.data('triggers', more, other)).list.length;
    expect(await waited({ trigger: 'stop', side: 'sell' })).toBe(1);
    expect(await waited({ trigger: 'take_profit' })).toBe(0);
    const wrong = await server.call('orders', { from: 2, to: 1 }, other);
    expect(wrong).toMatchObject({ error: 'validation_failed', fields: { to: expect.any(String) } });
  });
});
