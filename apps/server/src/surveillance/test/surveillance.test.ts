/**
 * From the wire down: manipulators who trade through the routes are found by the round with their orders, once; operators end a finding
 * by two; nobody is frozen by one; and what is published of a market can be counted again from its tape.
 */
import { HOUR_MS, MINUTE_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { loginAs, operator, type TestOperator } from '../../operators/test/fixture.ts';
import { keepSamples, lookRound } from '../round.ts';
import { marketQualityHandlers } from '../routes.ts';

const SYMBOL = 'BTC/USDT';

let server: TestServer;
let first: TestOperator;
let second: TestOperator;
let maker: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  first = await operator(server, 'reviewer');
  second = await operator(server, 'reviewer');
  maker = await trader('10.9.0.1');
  await lookRound(server.context);
});
afterAll(() => server.stop());

async function trader(ip: string): Promise<TestUser> {
  const user = await server.register(server.newEmail(), { ip });
  await server.fund(user.userId, 3, 1_000_000_000000n);
  await server.fund(user.userId, 1, 1_000_00000000n);
  return user;
}

type Given = Readonly<Record<string, string>>;
async function limit(user: TestUser, side: string, given: Given): Promise<number> {
  const request = { symbol: SYMBOL, side, type: 'limit', ...given };
  const { order } = await server.data('placeOrder', request, user);
  return order.id;
}
const cancel = (user: TestUser, id: number) => server.data('cancelOrder', { order_id: id }, user);

/** Lets time pass until all windows of before are over, and looks. */
async function look(): Promise<void> {
  await server.pass(2 * HOUR_MS);
  // A round looks at some windows only.
  for (let round = 0; round < 5; round += 1) await lookRound(server.context);
  first = { ...first, token: await loginAs(server, first.name) };
  second = { ...second, token: await loginAs(server, second.name) };
}

async function findings(rule: string) {
  const { list } = await server.data('operatorFindings', { rule }, { token: first.token });
  return Promise.all(
    list.map(({ id }) => server.data('operatorFinding', { id }, { token: first.token })),
  );
}

describe('manipulators through the routes', () => {
  test('two accounts behind one address that trade to and fro are found once, with their orders', async () => {
    const one = await trader('10.9.1.1');
    const other = await trader('10.9.1.1');
    const orders: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      const [seller, buyer] = time % 2 === 0 ? [one, other] : [other, one];
      orders.push(await limit(seller, 'sell', { price: '100.00', quantity: '2' }));
      orders.push(await limit(buyer, 'buy', { price: '100.00', quantity: '2' }));
      await server.pass(MINUTE_MS);
    }
    await look();
    const found = await findings('wash_trade');
    expect(found).toHaveLength(1);
    const [finding] = found;
    expect(finding).toMatchObject({ symbol: SYMBOL, state: 'open', orders: 8, trades: 4 });
    expect(finding?.order_list.map(({ id }) => id)).toEqual(orders);
    expect(finding?.users.map(({ id }) => id)).toEqual([one.userId, other.userId]);
    expect(finding?.users.every(({ account }) => account.includes('***'))).toBe(true);
    expect(finding?.figures).toContainEqual({ name: 'netShareBps', value: 0 });
    // Neither a second look nor a new start finds it again, and nobody is frozen by it.
    await look();
    await server.restart();
    await look();
    expect(await findings('wash_trade')).toHaveLength(1);
    expect(server.sequencer.health()).toBeDefined();
    await cancel(one, await limit(one, 'sell', { price: '110.00', quantity: '1' }));
  });

  test('a layer that goes once the other side is filled is found, with the fill', async () => {
    const layerer = await trader('10.9.2.1');
    const bid = await limit(maker, 'buy', { price: '99.90', quantity: '5' });
    const ask = await limit(maker, 'sell', { price: '100.20', quantity: '5' });
    const layer = [];
    for (const price of ['99.50', '99.40', '99.30'])
      layer.push(await limit(layerer, 'buy', { price, quantity: '40' }));
    await keepSamples(server.context);
    await server.pass(3_000);
    const meant = await limit(layerer, 'sell', { price: '99.90', quantity: '2' });
    await server.pass(3_000);
    for (const id of layer) await cancel(layerer, id);
    for (const id of [bid, ask]) await cancel(maker, id);
    await look();
    const found = await findings('layering');
    expect(found).toHaveLength(1);
    expect(found[0]?.order_list.map(({ id }) => id)).toEqual([...layer, meant]);
    expect(found[0]?.order_list[0]).toMatchObject({ status: 'cancelled', cancel_reason: 'user' });
    expect(found[0]?.figures).toContainEqual({ name: 'layerOrders', value: 3 });
    expect(found[0]?.figures.some(({ name }) => name === 'depthShareBps')).toBe(true);
  });

  test('a series of purchases that moves the price, sold afterwards, is found', async () => {
    const ramper = await trader('10.9.3.1');
    // The last trade before it.
    await limit(maker, 'sell', { price: '100.00', quantity: '1' });
    await limit(await trader('10.9.3.9'), 'buy', { price: '100.00', quantity: '1' });
    const orders: number[] = [];
    for (const price of ['100.40', '100.80', '101.20', '101.60']) {
      await limit(maker, 'sell', { price, quantity: '1' });
      orders.push(await limit(ramper, 'buy', { price, quantity: '1' }));
      await server.pass(5_000);
    }
    await limit(maker, 'buy', { price: '101.00', quantity: '4' });
    orders.push(await limit(ramper, 'sell', { price: '101.00', quantity: '4' }));
    await look();
    const found = await findings('ramping');
    expect(found).toHaveLength(1);
    expect(found[0]?.order_list.map(({ id }) => id)).toEqual(orders);
    expect(found[0]?.figures).toContainEqual({ name: 'moveBps', value: 160 });
  });
});

describe('what operators do about a finding', () => {
  const mark = (by: TestOperator, id: number, act: string) =>
    server.call('markFinding', { id, act, reason: 'looked into it' }, { token: by.token });

  test('one operator ends none alone; a second ends it; it is never gone', async () => {
    const [finding] = await findings('wash_trade');
    const id = finding?.id ?? 0;
    expect((await mark(first, id, 'confirm')).error).toBe('already_decided');
    expect((await mark(first, id, 'look')).message).toMatchObject({ state: 'looked' });
    expect((await mark(first, id, 'dismiss')).message).toMatchObject({
      ...{ state: 'asked', asked: 'dismissed', operator: first.name },
    });
    const alone = await mark(first, id, 'confirm');
    expect([alone.status, alone.error]).toEqual([403, 'four_eyes']);
    expect((await mark(second, id, 'acted')).error).toBe('already_decided');
    expect((await mark(second, id, 'decline')).message).toMatchObject({ state: 'looked' });
    await mark(second, id, 'dismiss');
    const ended = await mark(first, id, 'confirm');
    expect(ended.message).toMatchObject({ state: 'dismissed', operator: first.name });
    expect(ended.message.acts.map(({ kind }) => kind)).toEqual([
      ...['looked', 'asked', 'declined', 'asked', 'confirmed'],
    ]);
    expect((await mark(second, id, 'look')).error).toBe('already_decided');
    const { database } = server.context;
    for (const sql of ['DELETE FROM findings', 'DELETE FROM finding_acts', 'TRUNCATE finding_acts'])
      await expect(database.query(sql), sql).rejects.toThrow();
    await expect(
      database.query("UPDATE findings SET figures = '{}' WHERE finding_id = $1", [id]),
    ).rejects.toThrow('append-only');
  });

  test('the database itself refuses an end by one', async () => {
    const alone = server.context.database.query(
      `INSERT INTO finding_acts (finding_id, operator_id, kind, outcome, asked_by, reason, time_ms)
       SELECT finding_id, operator_id, 'confirmed', 'acted', operator_id, 'x', 1
       FROM findings, operators WHERE rule = 'layering' LIMIT 1`,
    );
    await expect(alone).rejects.toThrow('by_two');
  });

  test('each finding and each act is in the audit log', async () => {
    const rows = await server.context.database.query<{ action: string }>(
      "SELECT action FROM audit_log WHERE action ~ '^(surveillance|finding)[.]' ORDER BY audit_id",
    );
    const actions = rows.map(({ action }) => action);
    expect(actions.filter((action) => action === 'surveillance.found')).toHaveLength(3);
    expect(actions).toContain('finding.dismiss');
    expect(actions).toContain('finding.confirm.refused');
  });
});

test('what is published of the day is what the tape and the orders say, with what was dismissed', async () => {
  const { list, quote } = await server.data('marketQuality', { symbol: SYMBOL });
  expect(quote).toBe('USDT');
  const trades = await server.context.database.query<{ notional_minor: bigint }>(
    'SELECT notional_minor FROM trades WHERE market_id = 1',
  );
  const turnover = trades.reduce((sum, { notional_minor }) => sum + notional_minor, 0n);
  const told = list.reduce((sum, day) => sum + BigInt(day.turnover.replace('.', '')), 0n);
  expect(told).toBe(turnover);
  expect(list.reduce((sum, day) => sum + day.trades, 0)).toBe(trades.length);
  const [orders] = await server.context.database.query<{ count: bigint }>(
    'SELECT count(*) FROM orders',
  );
  expect(list.reduce((sum, day) => sum + day.orders, 0)).toBe(Number(orders?.count));
  const counted = list.flatMap((day) => day.findings);
  expect(counted).toContainEqual({ rule: 'wash_trade', found: 1, dismissed: 1, acted: 0 });
  expect(counted).toContainEqual({ rule: 'layering', found: 1, dismissed: 0, acted: 0 });
  const [sampled] = list.filter(({ samples }) => samples > 0);
  // 99.90 to 100.20 over their middle.
  expect(sampled).toMatchObject({ samples: 1, two_sided: '1.000000', spread: '0.002998' });
  expect(Number(sampled?.depth_100)).toBeGreaterThan(12_000);
});

test('findings are counted from the oldest day of the page on, and of no day not at all', async () => {
  const { database, terms, clock, audit } = server.context;
  const asked: (readonly unknown[])[] = [];
  const watched = new Proxy(database, {
    get: (target, name, self) =>
      name === 'query'
        ? (...[sql, given = []]: Parameters<typeof target.query>) => {
            if (sql.includes('FROM findings')) asked.push(given);
            return target.query(sql, given);
          }
        : Reflect.get(target, name, self),
  });
  const { marketQuality } = marketQualityHandlers({ database: watched, terms, clock, audit });
  const days = async (page: number) => {
    const input = { symbol: SYMBOL, page, limit: 30 };
    const answer = await marketQuality({ input } as Parameters<typeof marketQuality>[0]);
    return (answer as { list: { day: number }[] }).list.map(({ day }) => day);
  };
  const told = await days(1);
  expect(asked.map(([, fromMs]) => fromMs)).toEqual([Math.min(...told)]);
  expect(await days(50)).toEqual([]);
  expect(asked).toHaveLength(1);
});

test('addresses of sessions and findings of a market are found by an index', async () => {
  const rows = await server.context.database.query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE tablename IN ('sessions', 'findings')",
  );
  const indexed = rows.map(({ indexdef }) => indexdef.replace(/^.* USING btree /, ''));
  expect(indexed).toContain('(ip)');
  expect(indexed).toContain('(market_id, found_at_ms)');
  // Whoever uses a session moves it: an index of it would be written each time.
  expect(indexed.filter((columns) => columns.includes('last_seen_at_ms'))).toEqual([]);
});

test('what is too much to be looked at is in the log and in what is published, and nothing is found in it', async () => {
  const lastId = 100_000;
  const trade = { market_id: 1, price_ticks: 1n, quantity_lots: 1n, notional_minor: 1n };
  const parties = {
    maker_order_id: 1n,
    taker_order_id: 2n,
    maker_owner_id: 7n,
    taker_owner_id: 7n,
  };
  const flooded = {
    query: async (sql: string, given: readonly unknown[]) => {
      if (!sql.includes('FROM trades')) return [];
      const [from, time, limit] = given as readonly [number, number, number];
      return Array.from({ length: Math.min(limit, Math.max(0, lastId - from)) }, (_, at) => ({
        ...{ ...trade, ...parties, side: 'buy', trade_id: BigInt(from + at) },
        time_ms: BigInt(time),
      }));
    },
  } as unknown as typeof server.context.reads;
  const findingsBefore = await findings('wash_trade');
  await server.pass(2 * HOUR_MS);
  await lookRound({ ...server.context, reads: flooded });
  first = { ...first, token: await loginAs(server, first.name) };
  const [noted] = await server.context.database.query<{ count: bigint }>(
    "SELECT count(*) FROM audit_log WHERE action = 'surveillance.too_much'",
  );
  const { list } = await server.data('marketQuality', { symbol: SYMBOL });
  const skipped = list.reduce((sum, day) => sum + day.skipped, 0);
  // The first window of each rule and of the figures.
  expect([Number(noted?.count), skipped]).toEqual([5, 5]);
  expect(await findings('wash_trade')).toHaveLength(findingsBefore.length);
});
