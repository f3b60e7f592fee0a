/**
 * Q9: what the owner of the database could change while the server is down, other than receipts: balances, trades, orders.
 * Each is found at the start, before anybody may spend by it.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { USDT } from '@fairlead/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../../test/support/fixture.ts';
import { describeDatabases } from '../../../../test/support/test-database.ts';
import { addCapital, FUTURES_TERMS, fundContract, long } from '../../../futures/test/fixture.ts';
import { parked, startOptionServer } from '../../../options/test/fixture.ts';
import { otherThan } from '../../../receipts/queries.ts';
import { DerivativeStory } from '../../../receipts/test/receipt-story.ts';
import { unguarded } from '../../../receipts/test/rewrite-past.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { openSecrets, Secrets } from '../../operations/secrets.ts';
import { HighWater } from '../../sequencer/high-water.ts';
import type { Queryable } from '../../store/database.ts';
import { adoptExchange, HIGH_WATER_FILE, settleMark } from '../../store/exchange-mark.ts';
import { checkAgreed } from '../agreed-check.ts';
import { AgreedTerms } from '../agreed-terms.ts';
import { PastCheck } from '../past-check.ts';
import { TradeWalk } from '../trade-walk.ts';

const START_MS = 20_000;
const SELL = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '101.00', quantity: '1' };
const BUY = { ...SELL, side: 'buy' };

let server: TestServer;
let alice: TestUser;
let bob: TestUser;

const say = ({ check, subject }: { check: string; subject: string }) => `${check} ${subject}`;

/** Every difference that is known after a start. */
async function found(): Promise<string[]> {
  const { reconciler } = server.context;
  await reconciler.checkStart(START_MS);
  return [...reconciler.results.values()].flatMap(({ drifts }) => drifts.map(say));
}

/** Changes the tables of a stopped server, and starts it again. */
async function rewritten(change: (sql: Queryable) => Promise<unknown>): Promise<void> {
  await server.sequencer.stop();
  await unguarded(server.context.database, async (sql) => {
    await change(sql);
  });
  await server.restart();
}

const give = (sql: Queryable, userId: number, amount: bigint) =>
  sql.query(
    `UPDATE balances SET total_minor = total_minor + $1::bigint
     WHERE owner_id = $2 AND account = 'coin' AND currency_id = $3`,
    [amount, userId, USDT.currencyId],
  );

async function expectStopped(): Promise<void> {
  expect(server.context.trading.isHeldForDrift).toBe(true);
  expect(await server.call('placeOrder', BUY, alice)).toMatchObject({ error: 'unavailable' });
}

describeDatabases('Q9: books written anew', (kind) => {
  beforeEach(async () => {
    server = await startTestServer({ kind });
    alice = await server.trader();
    bob = await server.trader();
    await server.data('placeOrder', { ...SELL, quantity: '3' }, alice);
    await server.data('placeOrder', BUY, bob);
  });
  afterEach(() => server.stop());

  test('Q9: honest books have no difference', async () => {
    expect(await found()).toEqual([]);
    await server.restart();
    expect(await found()).toEqual([]);
    expect((await server.context.reconciler.checkBalances()).drifts).toEqual([]);
  });

  test('Q9: money moved between two balances is found before it is spent', async () => {
    await rewritten(async (sql) => {
      await give(sql, alice.userId, -100_000_000n);
      await give(sql, bob.userId, 100_000_000n);
    });
    expect((await found()).sort()).toEqual(
      [alice, bob].map(() => expect.stringMatching(/^balance_is_not_postings \d+$/)),
    );
    await expectStopped();
  });

  test('Q9: money moved from the house is found, and so is money from an account that nobody touched for long', async () => {
    await rewritten(async (sql) => {
      await give(sql, bob.userId, 100_000_000n);
      await sql.query(
        `UPDATE balances SET total_minor = total_minor - 100000000
         WHERE account = 'demo_faucet' AND currency_id = $1`,
        [USDT.currencyId],
      );
    });
    expect(await found()).toHaveLength(2);
    await expectStopped();
  });

  test('Q9: the postings turned too, the recount in the background tells, from where it was', async () => {
    await server.context.reconciler.goOnWithRecount(1, START_MS);
    expect(server.context.reconciler.results.get('recount')).toMatchObject({ drifts: [] });
    await rewritten(async (sql) => {
      for (const [user, amount] of [
        [alice, -100_000_000n],
        [bob, 100_000_000n],
      ] as const) {
        await give(sql, user.userId, amount);
        await sql.query(
          `UPDATE posting_rows SET balance_minor = balance_minor + $1::bigint
           WHERE owner_id = $2 AND currency_id = $3 AND account = 'coin'`,
          [amount, user.userId, USDT.currencyId],
        );
        for (const side of ['buyer', 'seller'])
          await sql.query(
            `UPDATE trade_postings SET ${side}_quote_balance_minor = ${side}_quote_balance_minor + $1::bigint
             WHERE ${side}_owner_id = $2 AND quote_currency_id = $3`,
            [amount, user.userId, USDT.currencyId],
          );
      }
    });
    expect(await found()).toEqual([]);
    const { reconciler } = server.context;
    // A round has ended: the next one begins after the rest.
    await reconciler.goOnWithRecount(10, START_MS);
    expect(reconciler.results.get('recount')).toBeUndefined();
    server.clock.nowMs += START_MS + 1;
    await reconciler.goOnWithRecount(10, START_MS);
    expect(reconciler.results.get('recount')?.drifts.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['posting_balance', 'balance_is_not_postings']),
    );
    await expectStopped();
  });

  test('Q9: an order that is filled again while its trades are walked through is no difference', async () => {
    const { database } = server.context;
    const walk = new TradeWalk();
    // Of alice's order all trades were seen by now, and it waits.
    expect(await walk.step(database, 0, 1)).toEqual({ lastId: 1, drifts: [] });
    await server.data('placeOrder', BUY, bob);
    expect(await walk.step(database, 1, 1)).toEqual({ lastId: 2, drifts: [] });
    await walk.keep(database, server.clock.nowMs);
    await server.data('placeOrder', BUY, bob);
    // So it is after a restart in between.
    const next = new TradeWalk();
    expect(await next.goOnFrom(database, 2)).toBe(true);
    expect(await next.step(database, 2, 10)).toEqual({ lastId: undefined, drifts: [] });
  });

  test('Q9: a recount that a restart cut off goes on where it was', async () => {
    const { reconciler, database } = server.context;
    const place = { beganAtMs: server.clock.nowMs, lastEntryId: 0 };
    await reconciler.goOnWithRecount(0, START_MS);
    const [{ sums } = { sums: 0n }] = await database.query<{ sums: bigint }>(
      'SELECT count(*) AS sums FROM recount_sums',
    );
    expect(sums).toBe(0n);
    expect(
      await database.query(`SELECT place FROM check_places WHERE check_name = 'recount'`),
    ).toEqual([{ place }]);
    await server.restart();
    server.clock.nowMs += 5_000;
    await server.context.reconciler.goOnWithRecount(1, START_MS);
    const result = server.context.reconciler.results.get('recount');
    expect(result).toMatchObject({ beganMs: place.beganAtMs, drifts: [] });
  });

  const round = async () => {
    const { reconciler, database } = server.context;
    for (;;) {
      await reconciler.goOnWithPast(1);
      const [place] = await database.query<{ phase: string }>('SELECT phase FROM past_check');
      if (place?.phase === 'done') return reconciler.results.get('past')?.drifts.map(say) ?? [];
    }
  };

  /** One hand in the trades or their orders, and what every way of looking says of it. */
  const TRADES: readonly [string, string, RegExp][] = [
    ['prices', 'UPDATE trades SET price_ticks = price_ticks * 2', /^trade_posting trade 1: price/],
    [
      'prices and what was paid',
      'UPDATE trades SET price_ticks = price_ticks * 2, notional_minor = notional_minor * 2',
      /^trade_posting trade 1: owner \d+ 3 was posted -101000000, should be -202000000$/,
    ],
    [
      'who bought',
      'UPDATE trades SET taker_owner_id = maker_owner_id, maker_owner_id = taker_owner_id',
      /^trade_posting trade 1: owner/,
    ],
    [
      'a fee',
      'UPDATE trades SET maker_fee_minor = maker_fee_minor + 1',
      /^trade_posting trade 1: the house was posted \d+, should be \d+$/,
    ],
    [
      'what an order was filled for',
      'UPDATE orders SET filled_amount_minor = filled_amount_minor * 2',
      /^order_fills order 1: says 1000 lots, 202000000,/,
    ],
    [
      'what an order was charged',
      'UPDATE orders SET fee_minor = fee_minor + 1 WHERE order_id = 2',
      /^order_fills order 2:/,
    ],
  ];

  test.each(TRADES)(
    'Q9: %s turned are found at the start, in the background and on demand',
    async (_what, sql, text) => {
      expect(await round()).toEqual([]);
      await rewritten((transaction) => transaction.query(sql));
      expect(await found()).toContainEqual(expect.stringMatching(text));
      await expectStopped();
      const all = (await server.context.reconciler.checkPast()).drifts.map(say);
      expect(all).toContainEqual(expect.stringMatching(text));
      await server.restart();
      expect(await round()).toEqual(all);
    },
  );

  test('Q9: a trade that is taken away is missed', async () => {
    await rewritten((sql) => sql.query('DELETE FROM trades'));
    expect(await found()).toContainEqual(expect.stringMatching(/^order_fills order 1:/));
    const all = (await server.context.reconciler.checkPast()).drifts.map(say);
    expect(all).toEqual(['receipt_missing trade 1: its entry is there, it is not']);
  });

  test('Q9: the price of an order that waits is found before anybody trades at it', async () => {
    expect(await found()).toEqual([]);
    await rewritten((sql) =>
      sql.query(`UPDATE orders SET price_ticks = price_ticks / 2 WHERE status = 'waiting'`),
    );
    expect(await found()).toEqual([
      `agreed_terms order 1 of owner ${alice.userId}: is not what was placed, says sell 3000 at 5050`,
    ]);
    await expectStopped();
    // On demand as well, and the owner may cancel it.
    expect((await server.context.reconciler.checkAgreed()).drifts).toHaveLength(1);
    await server.data('cancelOrder', { order_id: 1 }, alice);
    expect((await server.context.reconciler.checkAgreed()).drifts).toEqual([]);
  });

  test.each([
    ['its owner', (user: number) => `UPDATE orders SET owner_id = ${user} WHERE order_id = 1`],
    ['its rates', () => 'UPDATE orders SET maker_fee_ppm = 0 WHERE order_id = 1'],
    ['its name', () => `UPDATE orders SET client_order_id = 'mine' WHERE order_id = 1`],
  ])('Q9: %s of an order that waits is found', async (_what, sql) => {
    await found();
    await server.sequencer.stop();
    await unguarded(server.context.database, async (transaction) => {
      await transaction.query(sql(bob.userId));
    });
    const { reconciler } = server.context;
    const { drifts } = await reconciler.checkAgreed();
    expect(drifts.map(say)).toEqual([expect.stringMatching(/^agreed_terms order 1 of owner/)]);
  });

  test.each([
    ['says otherwise', 'price_ticks = price_ticks + 100', /^engine_differs state hash$/],
    ['no engine can be made of', 'hold_minor = hold_minor + 1', /^engine_differs tables: /],
  ])(
    'Q9: a row that %s under the running engine is found by its own check',
    async (_what, set, text) => {
      const { reconciler } = server.context;
      expect((await reconciler.checkEngine()).drifts).toEqual([]);
      await unguarded(server.context.database, async (sql) => {
        await sql.query(`UPDATE orders SET ${set} WHERE status = 'waiting'`);
      });
      const { drifts } = await reconciler.checkEngine();
      expect(drifts.map(say)).toEqual([expect.stringMatching(text)]);
      await expectStopped();
    },
  );

  test('Q9: how far a trailing stop has come is found, though its price follows from it', async () => {
    await new DerivativeStory(server.sequencer, server.clock).tick('100.00');
    const trailing = {
      ...{ symbol: 'BTC/USDT', side: 'sell', trigger: 'trailing_stop', type: 'market' },
      ...{ quantity: '1', trail_rate: '0.1' },
    } as const;
    const { trigger_order: placed } = await server.data('placeTrigger', trailing, alice);
    await new DerivativeStory(server.sequencer, server.clock).tick('110.00');
    await server.restart();
    expect(await found()).toEqual([]);
    await rewritten((sql) =>
      sql.query('UPDATE trigger_orders SET best_price_ticks = 20000, trigger_price_ticks = 18000'),
    );
    expect(await found()).toEqual([
      `agreed_terms trigger order ${placed.id} of owner ${alice.userId}: is not what was placed, says sell 1000 at 18000`,
    ]);
    await expectStopped();
  });

  describe('Q9: lists of orders', () => {
    const LEG = { side: 'sell', quantity: '1' };
    const OCO = {
      ...{ symbol: 'BTC/USDT', kind: 'oco' },
      legs: [
        { ...LEG, type: 'limit', price: '110.00' },
        { ...LEG, type: 'market', trigger: 'stop', trigger_price: '90.00' },
      ],
    } as const;
    const STOP = `status = 'waiting' AND list_id IS NOT NULL`;

    async function placed(): Promise<number> {
      await new DerivativeStory(server.sequencer, server.clock).tick('100.00');
      const { order_list: list } = await server.data('placeOrderList', OCO, alice);
      return list.id;
    }

    test.each([
      ['is said to be over', `status = 'done', end_reason = 'user'`, /^list_over list \d+$/],
      ['names another order', 'second_id = first_id', /^agreed_terms list \d+ of owner/],
    ])('a list that %s is found', async (_what, set, text) => {
      const listId = await placed();
      expect(await found()).toEqual([]);
      await server.sequencer.stop();
      const { database, reconciler } = server.context;
      await unguarded(database, async (sql) => {
        await sql.query(`UPDATE order_lists SET ${set} WHERE list_id = $1`, [listId]);
      });
      const quick = await reconciler.checkQuick();
      const agreed = await reconciler.checkAgreed();
      expect([...quick.drifts, ...agreed.drifts].map(say)).toEqual([expect.stringMatching(text)]);
    });

    test('a row under the running engine is found by its own check', async () => {
      await placed();
      const { reconciler } = server.context;
      expect((await reconciler.checkEngine()).drifts).toEqual([]);
      await unguarded(server.context.database, async (sql) => {
        await sql.query('UPDATE order_lists SET updated_at_ms = updated_at_ms + 1');
      });
      expect((await reconciler.checkEngine()).drifts.map(say)).toEqual([
        'engine_differs state hash',
      ]);
      await expectStopped();
    });

    test('one that waits since another time is found', async () => {
      await placed();
      expect(await found()).toEqual([]);
      await server.sequencer.stop();
      const { database, reconciler } = server.context;
      const change = (set: string) =>
        unguarded(database, async (sql) => {
          await sql.query(`UPDATE trigger_orders SET ${set} WHERE ${STOP}`);
        });
      await change('since_id = since_id + 1');
      expect((await reconciler.checkAgreed()).drifts).toHaveLength(1);
      await change('since_id = since_id - 1');
      expect((await reconciler.checkAgreed()).drifts).toEqual([]);
    });

    test('what an earlier version knew nothing of is taken over once, unless the file outside says more', async () => {
      await placed();
      expect(await found()).toEqual([]);
      const { database } = server.context;
      const agreed = new AgreedTerms(await openSecrets(database, {}, 0));
      const parts = { database, clock: server.clock, agreed, tables: EXCHANGE_TABLES };
      const look = (hasLists: boolean) => checkAgreed({ ...parts, isBegun: true, hasLists });
      expect(await look(true)).toEqual([]);
      const lists = () =>
        unguarded(database, async (sql) => {
          await sql.query('UPDATE order_lists SET agreed_digest = NULL');
        });
      await lists();
      expect(await look(false)).toHaveLength(1);
      await database.query(`DELETE FROM settings WHERE key = 'agreed_lists'`);
      expect((await look(true)).map(say)).toEqual([
        'agreed_terms the mark that every open order has its digest is gone',
        expect.stringMatching(/^agreed_terms list/),
      ]);
      expect(await look(false)).toEqual([]);
      expect(await look(true)).toEqual([]);
      await lists();
      expect(await look(false)).toHaveLength(1);
    });
  });

  test('Q9: digests that are taken away are missed, by their mark or by the file outside', async () => {
    expect(await found()).toEqual([]);
    const { database } = server.context;
    const agreed = new AgreedTerms(await openSecrets(database, {}, 0));
    const look = (isBegun: boolean) =>
      checkAgreed({ database, clock: server.clock, agreed, isBegun, tables: EXCHANGE_TABLES });
    expect(await look(true)).toEqual([]);
    await rewritten((sql) =>
      sql.query('UPDATE orders SET agreed_digest = NULL, price_ticks = price_ticks / 2'),
    );
    expect(await found()).toEqual([expect.stringMatching(/^agreed_terms order 1/)]);
    await rewritten((sql) => sql.query(`DELETE FROM settings WHERE key = 'agreed_terms'`));
    expect((await look(true)).map(say)).toEqual([
      'agreed_terms the mark that every open order has its digest is gone',
      expect.stringMatching(/^agreed_terms order 1/),
    ]);
    // Nobody outside knew: as after the update that brought digests.
    expect(await look(false)).toEqual([]);
    expect(await look(true)).toEqual([]);
  });

  test('Q9: a new secret takes over the digests of the one before', async () => {
    const { database, reconciler } = server.context;
    await reconciler.checkAgreed();
    const [row] = await database.query<{ value: string }>(
      `SELECT value FROM settings WHERE key = 'demo_secret'`,
    );
    const look = (...secrets: readonly [string, ...string[]]) => {
      const [present, ...previous] = secrets;
      const agreed = new AgreedTerms(new Secrets(present, previous));
      return checkAgreed({
        database,
        clock: server.clock,
        agreed,
        isBegun: true,
        tables: EXCHANGE_TABLES,
      });
    };
    const made = 'another secret of 32 characters and more';
    expect(await look(made)).toHaveLength(2);
    expect(await look(made, String(row?.value))).toEqual([]);
    expect(await look(made)).toEqual([]);
  });

  test('Q9: a change of one balance alone starts in cancel-only, so that people can cancel', async () => {
    await rewritten((sql) => give(sql, bob.userId, 100_000_000n));
    expect(await found()).toContain(`currency_sum ${USDT.currencyId}`);
    await expectStopped();
    const token = await server.ownerToken();
    const { trading } = await server.data('system', {}, { token });
    expect(trading).toMatchObject({
      mode: 'cancel_only',
      cause: 'drift',
      reason: `currency_sum ${USDT.currencyId} 100000000`,
    });
    const [order] = (await server.data('orders', { status: 'waiting' }, alice)).list;
    await server.data('cancelOrder', { order_id: order?.id }, alice);
    // It stays so over the next start, and ends with the difference.
    await rewritten((sql) => give(sql, bob.userId, -100_000_000n));
    expect(await found()).toEqual([]);
    expect(server.context.trading.isHeldForDrift).toBe(true);
    await server.settleBooks();
    expect((await server.call('placeOrder', BUY, alice)).type).toBe('ok');
  });
});

describeDatabases('Q9: what positions were agreed at', (kind) => {
  beforeEach(async () => {
    server = await startOptionServer({ kind });
    await server.run({ kind: 'configure_futures', terms: FUTURES_TERMS });
    await addCapital(server, 'contract_house', 50_000);
    alice = await server.trader();
    await fundContract(server, alice, 1_000);
  });
  afterEach(() => server.stop());

  test('Q9: the digest follows what the owner changes, and no other hand', async () => {
    const story = new DerivativeStory(server.sequencer, server.clock);
    const opening = server.call('openPosition', long(), { token: alice.token });
    await parked(server, 1);
    await story.tick('100.00');
    const { id: position_id } = (await opening).message.position;
    expect(await found()).toEqual([]);
    const stops = { position_id, take_profit: '150.00', stop_loss: '90.00' };
    await server.data('setStops', stops, { token: alice.token });
    await server.restart();
    expect(await found()).toEqual([]);
    await rewritten((sql) => sql.query('UPDATE positions SET stop_loss_e8 = 9900000000'));
    expect(await found()).toEqual([
      expect.stringMatching(
        /^agreed_terms position \d+ of owner \d+: .* stops 15000000000 and 9900000000$/,
      ),
    ]);
    await expectStopped();
  });
});

describeDatabases('Q10: what a server knows of its own past', (kind) => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-marks-'));
    server = await startTestServer({ kind });
  });
  afterEach(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const kept = (deployment: string) =>
    new HighWater({
      folder,
      deployment,
      onFailure: (error) => {
        throw error;
      },
    });
  const written = async (deployment: string, head?: { receiptId: number; hash: string }) => {
    const highWater = kept(deployment);
    const seen = { ...server.sequencer.committed.seen, sequence: 1_000_000 };
    highWater.note(seen, head);
    await highWater.stop();
    return seen;
  };

  test('Q10: counts whatever the database calls itself, as the folder knows its exchange', async () => {
    await settleMark(server.context.database, folder, server.clock.nowMs);
    const seen = await written('one');
    expect(await kept('one').read()).toEqual(seen);
    expect(await kept('another').read()).toEqual(seen);
  });

  test('Q10: the file of another exchange refuses the start', async () => {
    await written('one');
    expect(await kept('one').read()).toBeDefined();
    await settleMark(server.context.database, folder, server.clock.nowMs);
    expect(await kept('one').read()).toBeDefined();
    await expect(kept('another').read()).rejects.toThrow(
      /^DATA_DIR: .*high-water.json is of another exchange/,
    );
  });

  test('Q10: a restore of another exchange takes it away, one of the same leaves it', async () => {
    const { database } = server.context;
    await database.query(`INSERT INTO settings VALUES ('mode', '"demo"', 0)`);
    await settleMark(database, folder, server.clock.nowMs);
    await written('one');
    await adoptExchange(database, folder);
    expect(await kept('one').read()).toBeDefined();
    await database.query(
      `UPDATE settings SET value = '"00000000-0000-4000-8000-000000000000"' WHERE key = 'exchange_id'`,
    );
    await adoptExchange(database, folder);
    expect(await kept('one').read()).toBeUndefined();
  });

  test('Q9: a restored backup of before digests, or of before those of lists, has the next start make them', async () => {
    const { database } = server.context;
    await database.query(`INSERT INTO settings VALUES ('mode', '"demo"', 0)`);
    await settleMark(database, folder, server.clock.nowMs);
    const agreed = new AgreedTerms(await openSecrets(database, {}, 0));
    const parts = { database, clock: server.clock, agreed, tables: EXCHANGE_TABLES };
    const restored = async (...missing: string[]) => {
      await checkAgreed({ ...parts, isBegun: false });
      const highWater = kept('one');
      highWater.noteAgreed();
      highWater.note({ ...server.sequencer.committed.seen, sequence: 1_000_000 });
      await highWater.stop();
      for (const key of missing) await database.query('DELETE FROM settings WHERE key = $1', [key]);
      await adoptExchange(database, folder);
      const next = kept('one');
      await next.read();
      const { isAgreedBegun: isBegun, areListsAgreed: hasLists } = next;
      const drifts = await checkAgreed({ ...parts, isBegun, hasLists });
      return [isBegun, hasLists, drifts];
    };
    expect(await restored()).toEqual([true, true, []]);
    expect(await restored('agreed_lists')).toEqual([true, false, []]);
    expect(await restored('agreed_terms', 'agreed_lists')).toEqual([false, false, []]);
  });

  test('Q9: a chain whose end is another one is found by the hash in the file, at each start', async () => {
    const { database } = server.context;
    const head = { receiptId: 3, hash: 'a'.repeat(64) };
    await written('one', head);
    for (const hash of ['b'.repeat(64), 'c'.repeat(64)]) {
      const highWater = kept('one');
      await highWater.read();
      expect(highWater.keptHead).toEqual(head);
      expect(await otherThan(database, head)).toBe('nothing');
      await highWater.holdHead(database);
      highWater.note(server.sequencer.committed.seen, { receiptId: 4, hash });
      await highWater.stop();
      const text = await readFile(path.join(folder, HIGH_WATER_FILE), 'utf8');
      expect(JSON.parse(text)).toMatchObject({ head });
    }
    const past = new PastCheck({ database, clock: server.clock, keptHead: head });
    expect((await past.newest(10)).map(say)).toEqual([
      `receipt_chain receipt 3: was ${head.hash} when this server knew it, is nothing`,
    ]);
  });
});
