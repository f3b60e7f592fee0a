/** Locked funds: what is sold, buying and ending early, and each refusal. */
import { LANGUAGES } from '@fairlead/contract';
import { BTC, USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS, ratePpm } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import {
  addTreasury,
  expectSound,
  FIFTEEN,
  fundTrust,
  holds,
  host,
  leaveInTreasury,
  loginAgain,
  purchase,
  redeem,
  runDue,
  saver,
  startHostingServer,
} from './fixture.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startHostingServer();
});
// Days pass here, and sessions end with them.
beforeEach(async () => {
  user = await saver(server);
  await leaveInTreasury(server, 1_000_000000n);
});
afterAll(async () => {
  await expectSound(server);
  await server.stop();
});

const trustOf = ({ userId }: TestUser) => holds(server, 'trust', { owner: userId });

/** Asks for what must be refused, and shows that nothing moved. */
async function refusal(
  more: Record<string, unknown>,
  of: { readonly token?: string } = user,
): Promise<string | undefined> {
  const before = await server.ledger();
  const { error } = await server.call('buyHosting', purchase(more), of);
  expect(await server.ledger()).toBe(before);
  return error;
}

describe('what is sold', () => {
  const fifteen = {
    id: 1,
    currency_id: 3,
    currency: 'USDT',
    name: 'USDT, 15 days',
    days: 15,
    min_amount: '100',
    max_amount: '10000',
    daily_yield: '0.004',
    total_yield: '0.06',
    cycle: 1,
    expected_return_30d: '12.000000',
    damages_rate: '0.004',
    // 1,000 USDT of the treasury promise 6 % of so much; the capacity would be 20,000.
    remaining_capacity: '16666.666683',
  };

  test('products with yield, bounds and what is left', async () => {
    const [first, second] = await server.data('hostingProducts');
    expect(first).toEqual(fifteen);
    expect(second).toMatchObject({
      id: 2,
      currency: 'BTC',
      min_amount: '0.01',
      total_yield: '0.003',
      expected_return_30d: '0.00030000',
      remaining_capacity: '100.00000000',
    });
  });

  test('one of them, with rules in figures; what the user has, and nothing for guests', async () => {
    const guest = await server.data('hostingProduct', { id: 1 });
    expect(guest).toMatchObject(fifteen);
    expect(guest.available).toBeUndefined();
    expect(guest.rules).toHaveLength(6);
    expect(guest.rules[3]).toBe(
      'Example: ending 100 USDT with 3 days left costs 1.2 USDT in damages and a penalty of 0.6 USDT; 98.2 USDT are returned.',
    );
    expect((await server.data('hostingProduct', { id: 1 }, user)).available).toBe('10000.000000');
    expect((await server.call('hostingProduct', { id: 9 })).error).toBe('not_found');
  });

  test('rules and names are said in every language', async () => {
    const said = new Set<string>();
    for (const mark of LANGUAGES) {
      const headers = { 'language-mark': mark };
      const { name, rules } = await server.data('hostingProduct', { id: 1 }, { headers });
      expect(rules.join()).not.toMatch(/[{}]|hosting\./);
      said.add(name + rules.join());
    }
    expect(said.size).toBe(LANGUAGES.length);
  });

  test('what remains is what the product and the treasury both have left', async () => {
    const remaining = async () => (await server.data('hostingProducts'))[0]?.remaining_capacity;
    const one = await saver(server);
    const { id } = await host(server, one, { amount: '10000' });
    expect(await remaining()).toBe('6666.666683');
    await addTreasury(server, 9_000);
    expect(await remaining()).toBe('10000.000000');
    await addTreasury(server, -9_000);
    await server.data('redeemHosting', { id }, one);
    // Damages and penalty went into the treasury: 600 and 60.
    expect(await remaining()).toBe('20000.000000');
    await addTreasury(server, -660);
    expect(await remaining()).toBe('16666.666683');
  });
});

test('buying freezes the principal and what the treasury promises', async () => {
  const one = await saver(server);
  const before = await holds(server, 'yield_treasury');
  const order = await host(server, one, { amount: '1000.000001' });
  const paidAt = server.clock.nowMs;
  expect(order).toEqual({
    id: order.id,
    product_id: 1,
    currency_id: 3,
    currency: 'USDT',
    amount: '1000.000001',
    days: 15,
    remaining_days: 15,
    daily_yield: '0.004',
    damages_rate: '0.004',
    earned: '0.000000',
    expected_total: '60.000000',
    damages: '60.000000',
    penalty: '6.000000',
    redeemable_amount: '934.000001',
    status: 'hosting',
    paid_at: paidAt,
    completes_at: paidAt + 15 * DAY_MS,
    next_at: paidAt + DAY_MS,
    next_amount: '4.000000',
  });
  expect(await trustOf(one)).toEqual({ total: 10_000_000000n, frozen: 1_000_000001n });
  expect(await holds(server, 'yield_treasury')).toEqual({
    total: before.total,
    frozen: before.frozen + 60_000000n,
  });
  const { list, total } = await server.data('hostingOrders', {}, one);
  expect([list, total]).toEqual([[order], 1]);
  const none = { list: [], page: 1, limit: 20, total: 0 };
  expect(await server.data('hostingOrders', { status: 'redeemed' }, one)).toEqual(none);
  expect(await server.data('hostingOrders', {}, await server.register())).toEqual(none);
  // What is locked cannot be moved away.
  const transfer = {
    from_account: 'trust',
    to_account: 'coin',
    currency_id: 3,
    amount: '9000',
  };
  const reply = await server.call('transfer', transfer, one);
  expect(reply.error).toBe('insufficient_balance');
  await server.data('redeemHosting', { id: order.id }, one);
});

describe('ending early', () => {
  test('the worked example: 0.4 % × 3 days × 1000 = 12, and one and a half days of interest', async () => {
    const one = await saver(server);
    const { id } = await host(server, one);
    server.clock.nowMs += 12 * DAY_MS;
    await runDue(server);
    const [shown] = (await server.data('hostingOrders', {}, one)).list;
    const preview = { damages: '12.000000', penalty: '6.000000', redeemable_amount: '982.000000' };
    expect(shown).toMatchObject({ ...preview, remaining_days: 3, earned: '48.000000' });
    const { order, ...told } = await server.data('redeemHosting', { id }, one);
    expect(told).toEqual({ damages: '12.000000', penalty: '6.000000', returned: '982.000000' });
    expect(order).toMatchObject({
      ...preview,
      status: 'redeemed',
      remaining_days: 3,
      earned: '48.000000',
      completed_at: server.clock.nowMs,
    });
    expect(order.next_at).toBeUndefined();
    expect(await trustOf(one)).toEqual({ total: 10_030_000000n, frozen: 0n });
    const { list } = await server.data('hostingOrders', { status: 'redeemed' }, one);
    expect(list).toEqual([order]);
    const records = await server.data('records', { account: 'trust', limit: '1' }, one);
    expect(records.list[0]).toMatchObject({
      kind: 'hosting_redemption',
      amount: '-18.000000',
      note: `Locked funds ${id} redeemed early`,
    });
  });

  test('days that are due are posted first, whether the schedule has come to them or not', async () => {
    const one = await saver(server);
    const { id } = await host(server, one);
    server.clock.nowMs += 12 * DAY_MS + 5;
    const { order, damages } = await server.data('redeemHosting', { id }, one);
    expect([damages, order.earned, order.remaining_days]).toEqual(['12.000000', '48.000000', 3]);
  });

  test('is over at maturity: the principal is whole, and only the schedule gives it back', async () => {
    const one = await saver(server);
    const { id } = await host(server, one);
    server.clock.nowMs += 15 * DAY_MS;
    const later = await loginAgain(server, one);
    expect((await redeem(server, id, later)).error).toBe('order_not_open');
    await runDue(server);
    expect((await redeem(server, id, later)).error).toBe('order_not_open');
    expect(await trustOf(one)).toEqual({ total: 10_060_000000n, frozen: 0n });
  });

  test('never takes more than the principal', async () => {
    const steep = { ...FIFTEEN, productId: 8, damagesRatePpm: ratePpm(100_000n) };
    await server.run({ kind: 'configure_hosting', product: steep });
    const one = await saver(server, 100);
    const { id } = await host(server, one, { product_id: 8, amount: '100' });
    const { order: _order, ...told } = await server.data('redeemHosting', { id }, one);
    expect(told).toEqual({ damages: '100.000000', penalty: '0.000000', returned: '0.000000' });
    expect(await trustOf(one)).toEqual({ total: 0n, frozen: 0n });
    await server.run({ kind: 'configure_hosting', product: { ...steep, isOpen: false } });
  });

  test("of another's order, of none and of a repeat", async () => {
    const one = await saver(server);
    const { id } = await host(server, one);
    const before = await server.ledger();
    for (const stranger of [user, await server.register()])
      expect((await redeem(server, id, stranger)).error).toBe('not_found');
    for (const other of [id + 1, 1, 2 ** 40])
      expect((await redeem(server, other, one)).error).toBe('not_found');
    for (const bad of ['0', '-1', 'x', '1.5'])
      expect((await server.call('redeemHosting', { id: bad }, one)).error).toBe(
        'validation_failed',
      );
    expect(await server.ledger()).toBe(before);
    expect((await redeem(server, id, one)).status).toBe(200);
    expect((await redeem(server, id, one)).error).toBe('order_not_open');
  });
});

describe('refusals', () => {
  test('bad input', async () => {
    const bad: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ amount: '100.0000001' }, 'amount'],
      [{ amount: '-5' }, 'amount'],
      [{ amount: '0' }, 'amount'],
      [{ amount: '1e3' }, 'amount'],
      [{ amount: undefined }, 'amount'],
      [{ agreed: undefined }, 'agreed'],
      [{ agreed: 'false' }, 'agreed'],
      [{ product_id: '0' }, 'product_id'],
      [{ product_id: 'USDT' }, 'product_id'],
      [{ daily_yield: '1' }, 'daily_yield'],
      [{ days: '1' }, 'days'],
    ];
    for (const [more, field] of bad) {
      const reply = await server.call('buyHosting', purchase(more), user);
      expect([reply.status, reply.error, Object.keys(reply.fields ?? {})]).toEqual([
        422,
        'validation_failed',
        [field],
      ]);
    }
    const unnamed = { ...user, headers: { 'idempotency-key': '' } };
    for (const reply of [
      await server.call('buyHosting', purchase(), unnamed),
      await redeem(server, 1, unnamed),
    ])
      expect(reply.error).toBe('idempotency_key_required');
  });

  test('without a session', async () => {
    for (const name of ['hostingReport', 'hostingOrders', 'buyHosting', 'redeemHosting'] as const)
      expect((await server.call(name, purchase())).error).toBe('not_logged_in');
  });

  test.each([
    ['not_found', { product_id: 9 }],
    ['below_minimum', { amount: '99.999999' }],
    ['above_maximum', { amount: '10000.000001' }],
    ['above_maximum', { amount: '99999999999999999999' }],
  ])('%s: %j', async (code, more) => {
    expect(await refusal(more)).toBe(code);
  });

  test('insufficient_balance says so at the amount; frozen money is not there twice', async () => {
    const poor = await saver(server, 150);
    const reply = await server.call('buyHosting', purchase({ amount: '151' }), poor);
    expect([reply.error, Object.keys(reply.fields ?? {})]).toEqual([
      'insufficient_balance',
      ['amount'],
    ]);
    const { id } = await host(server, poor, { amount: '100' });
    expect(await refusal({ amount: '100' }, poor)).toBe('insufficient_balance');
    await server.data('redeemHosting', { id }, poor);
  });

  test('house_limit when the treasury cannot set all interest aside', async () => {
    await leaveInTreasury(server, 6_000000n);
    const [product] = await server.data('hostingProducts');
    expect(product?.remaining_capacity).toBe('100.000016');
    expect(await refusal({ amount: '100.000017' })).toBe('house_limit');
    await host(server, user, { amount: '100.000016' });
    expect((await server.data('hostingProducts'))[0]?.remaining_capacity).toBe('0.000016');
    expect(await refusal({ amount: '100' })).toBe('house_limit');
  });

  test('product_closed; what is in hosting goes on', async () => {
    const one = await saver(server);
    const { id } = await host(server, one);
    await server.run({ kind: 'configure_hosting', product: { ...FIFTEEN, isOpen: false } });
    expect(await refusal({}, one)).toBe('product_closed');
    expect((await server.data('hostingProducts')).map((product) => product.id)).toEqual([2]);
    server.clock.nowMs += DAY_MS;
    await runDue(server);
    expect((await server.data('hostingOrders', {}, one)).list[0]?.earned).toBe('4.000000');
    expect((await redeem(server, id, one)).status).toBe(200);
    await server.run({ kind: 'configure_hosting', product: FIFTEEN });
  });

  test('account_frozen for both; interest and completion go on', async () => {
    const one = await saver(server);
    const { id } = await host(server, one);
    await server.run({ kind: 'set_owner_state', owner: one.userId, isFrozen: true });
    expect(await refusal({}, one)).toBe('account_frozen');
    expect((await redeem(server, id, one)).error).toBe('account_frozen');
    server.clock.nowMs += 15 * DAY_MS;
    await runDue(server);
    const [order] = (await server.data('hostingOrders', {}, await loginAgain(server, one))).list;
    expect(order).toMatchObject({ status: 'completed', earned: '60.000000' });
    expect(await trustOf(one)).toEqual({ total: 10_060_000000n, frozen: 0n });
  });

  test('unavailable while the books do not add up; ending early works', async () => {
    const one = await saver(server);
    const { id } = await host(server, one);
    const { database, reconciler } = server.context;
    const drift = (by: number) =>
      database.query('UPDATE hosting_products SET principal_minor = principal_minor + $1', [by]);
    await drift(1);
    await reconciler.checkQuick();
    expect(await refusal({}, one)).toBe('unavailable');
    expect((await redeem(server, id, one)).status).toBe(200);
    await drift(-1);
    await server.restart();
    await server.settleBooks();
    await server.data('redeemHosting', { id: (await host(server, one)).id }, one);
  });

  test('money in another account is not there', async () => {
    const one = await server.register();
    await server.fund(one.userId, USDT.currencyId, 10_000_000000n);
    expect(await refusal({}, one)).toBe('insufficient_balance');
    await fundTrust(server, one, { currencyId: BTC.currencyId, amount: 1_00000000n });
    expect(await refusal({}, one)).toBe('insufficient_balance');
  });
});

test('Y3: an order keeps the terms of its purchase', async () => {
  const one = await saver(server);
  const { id } = await host(server, one);
  const half = { dailyYieldPpm: ratePpm(1n), damagesRatePpm: ratePpm(0n), days: 1 };
  await server.run({
    kind: 'configure_hosting',
    product: { ...FIFTEEN, ...half, minMinor: amountMinor(1_000_000n) },
  });
  server.clock.nowMs += 12 * DAY_MS;
  await runDue(server);
  const told = await server.data('redeemHosting', { id }, one);
  expect([told.damages, told.penalty, told.order.earned]).toEqual([
    '12.000000',
    '6.000000',
    '48.000000',
  ]);
  await server.run({ kind: 'configure_hosting', product: FIFTEEN });
});
