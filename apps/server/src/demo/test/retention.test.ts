/** What a demo removes by itself, what stays, and that every check holds after it; outside demo nothing goes. */

import type { PlaceOrder } from '@fairlead/engine';
import { BTC_USDT } from '@fairlead/testkit';
import { DAY_MS, HOUR_MS, priceTicks, quantityLots } from '@fairlead/units';
import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { describeDatabases } from '../../../test/support/test-database.ts';
import { writeSetting } from '../../core/store/settings-queries.ts';
import { buy, buyer, passSeconds, startOptionServer } from '../../options/test/fixture.ts';
import { removeOld } from '../retention.ts';

const SELL = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '101.00', quantity: '1' };
const BUY = { ...SELL, side: 'buy' };

let server: TestServer;

const setMode = (mode: string) =>
  writeSetting(server.context.database, 'mode', { value: JSON.stringify(mode), nowMs: 0 });

const count = async (from: string): Promise<number> => {
  const [row] = await server.context.database.query<{ count: bigint }>(
    `SELECT count(*) AS count FROM ${from}`,
  );
  return Number(row?.count);
};

/** Two rounds, of which the second removes what the first has cut. */
async function remove(): Promise<void> {
  await removeOld(server.context.database, server.clock.nowMs);
  await server.pass(HOUR_MS);
  await removeOld(server.context.database, server.clock.nowMs);
}

/** Every check there is. */
async function drifts(): Promise<string[]> {
  const { reconciler } = server.context;
  await reconciler.checkStart(20_000);
  await reconciler.checkBalances();
  await reconciler.goOnWithRecount(100, 0);
  await reconciler.goOnWithPast(100);
  const all = [
    await reconciler.checkEngine(),
    await reconciler.checkAll(),
    await reconciler.checkNewest(),
    await reconciler.checkPast(),
    ...reconciler.results.values(),
  ];
  return all.flatMap((result) => result.drifts.map(({ check, subject }) => `${check} ${subject}`));
}

describeDatabases('what a demo removes', (kind) => {
  afterEach(() => server.stop());

  test('history older than a month goes, what it had added up to stays, and every check holds', async () => {
    server = await startOptionServer({ kind });
    await setMode('demo');
    const [alice, bob] = [await server.trader(), await server.trader()];
    const buyOne = async () => {
      const [order] = await server.context.database.query<{ price_ticks: bigint; lots: bigint }>(
        'SELECT price_ticks, quantity_lots / 3 AS lots FROM orders WHERE owner_id = $1',
        [alice.userId],
      );
      // Sessions of a month ago are over.
      await server.run({
        kind: 'place_order',
        owner: bob.userId,
        marketId: BTC_USDT.marketId,
        side: 'buy',
        type: 'limit',
        timeInForce: 'gtc',
        price: priceTicks(Number(order?.price_ticks)),
        quantity: quantityLots(Number(order?.lots)),
      } as PlaceOrder);
    };
    const carol = await buyer(server);
    // One that waits all the while, filled before and after; one that is filled whole; a settled option.
    await server.data('placeOrder', { ...SELL, quantity: '3' }, alice);
    await server.data('placeOrder', BUY, bob);
    await buy(server, carol);
    await passSeconds(server, 40, () => '100');
    await server.pass(35 * DAY_MS);
    const ledger = await server.ledger();
    const entries = await count('journal_entries');
    await remove();
    expect(await count('trades')).toBe(0);
    expect(await count('postings')).toBe(0);
    expect(await count('journal_entries')).toBeLessThan(entries);
    expect(await count("journal_entries WHERE reason IN ('trade', 'transfer')")).toBe(0);
    expect(await count('orders')).toBe(1);
    expect(await count('receipts')).toBe(2);
    expect(await server.ledger()).toBe(ledger);
    expect(await drifts()).toEqual([]);
    await buyOne();
    expect(await drifts()).toEqual([]);
    await server.restart();
    expect(await drifts()).toEqual([]);
    expect(await count('trades')).toBe(1);
    // The next cut begins where this one ended.
    await server.pass(35 * DAY_MS);
    await remove();
    expect(await count('trades')).toBe(0);
    expect(await drifts()).toEqual([]);
    const [opening] = await server.context.database.query<{ is_all: boolean }>(
      `SELECT opening_fills.quantity_lots = filled_quantity_lots AND filled_quantity_lots * 3 = 2 * orders.quantity_lots
         AS is_all FROM orders LEFT JOIN opening_fills USING (order_id)`,
    );
    expect(opening).toEqual({ is_all: true });
  });

  test('a cause that was named once is refused for ever', async () => {
    server = await startTestServer({ kind });
    await setMode('demo');
    const entry = {
      kind: 'post_entry',
      reason: 'deposit',
      reference: 'of long ago',
      currencyId: BTC_USDT.quoteCurrencyId,
      amount: 5n,
      source: { house: 'external' },
      target: { house: 'capital' },
    } as never;
    await server.run(entry);
    await server.pass(40 * DAY_MS);
    await remove();
    expect(await count('postings')).toBe(0);
    await expect(server.run(entry)).rejects.toThrow('duplicate_reference');
  });

  test('money that comes out of nothing behind a cut is found', async () => {
    server = await startTestServer({ kind });
    await setMode('demo');
    const alice = await server.trader();
    await server.pass(40 * DAY_MS);
    await remove();
    await server.context.database.query(
      `UPDATE opening_balances SET balance_minor = balance_minor + 1
       WHERE account_id = (SELECT min(account_id) FROM balances WHERE owner_id = $1)`,
      [alice.userId],
    );
    expect(await drifts()).toContainEqual(expect.stringMatching(/^balance_is_not_postings/));
  });

  test('bots’ answers and orders without a fill go after an hour, nobody else’s', async () => {
    server = await startTestServer({ kind });
    await setMode('demo');
    const [bot, alice] = [await server.trader(), await server.trader()];
    await server.context.database.query('UPDATE users SET is_bot = true WHERE user_id = $1', [
      bot.userId,
    ]);
    for (const user of [bot, alice]) {
      const { order } = await server.data('placeOrder', SELL, user);
      await server.data('cancelOrder', { order_id: order.id }, user);
    }
    await server.data('placeOrder', SELL, bot);
    await removeOld(server.context.database, server.clock.nowMs);
    expect([await count('orders'), await count('first_answers')]).toEqual([3, 5]);
    await server.pass(HOUR_MS);
    await removeOld(server.context.database, server.clock.nowMs);
    // The bot's that waits, and Alice's.
    expect([await count('orders'), await count('first_answers')]).toEqual([2, 2]);
    expect(await drifts()).toEqual([]);
  });

  test('samples are one a minute after a day, but those that a receipt names and the last', async () => {
    server = await startOptionServer({ kind });
    await setMode('demo');
    const carol = await buyer(server);
    await buy(server, carol);
    await passSeconds(server, 180, () => '100');
    const [named] = await server.context.database.query<{ times: bigint[] }>(
      'SELECT array_agg(DISTINCT each) AS times FROM receipts, unnest(sample_times_ms) AS each',
    );
    const before = await count('index_samples');
    await remove();
    expect(await count('index_samples')).toBe(before + 2);
    await server.pass(2 * DAY_MS);
    await remove();
    const kept = new Set((named?.times ?? []).map(Number));
    const rows = await server.context.database.query<{ at: bigint }>(
      `SELECT sample_time_ms AS at FROM index_samples WHERE market_id = $1 ORDER BY 1`,
      [BTC_USDT.marketId],
    );
    const times = rows.map(({ at }) => Number(at));
    for (const time of kept) expect(times).toContain(time);
    const others = times.filter(
      (time) => !kept.has(time) && time < server.clock.nowMs - DAY_MS && time % 60_000 < 59_000,
    );
    expect(others).toEqual([]);
    expect(times.length).toBeLessThan(kept.size + 10);
    expect(await drifts()).toEqual([]);
  });

  test('the database refuses all of it outside demo', async () => {
    server = await startTestServer({ kind });
    await setMode('real');
    const [bot, alice] = [await server.trader(), await server.trader()];
    await server.data('placeOrder', SELL, bot);
    await server.data('placeOrder', BUY, alice);
    await server.pass(40 * DAY_MS);
    const { database } = server.context;
    await expect(removeOld(database, server.clock.nowMs)).rejects.toThrow();
    expect(await count('history_cuts')).toBe(0);
    expect(await count('index_samples')).toBe(4);
    for (const table of [
      'trades',
      'postings',
      'trade_postings',
      'journal_entries',
      'index_samples',
    ])
      await expect(database.query(`DELETE FROM ${table}`)).rejects.toThrow('append-only');
    await expect(
      database.query('INSERT INTO history_cuts VALUES (1, 1, 0, 0, NULL, NULL, 1)'),
    ).rejects.toThrow('a cut follows');
  });
});
