/** Orders in bulk: each element is what the single call would have made of it, and a call is done once. */
import { ELEMENTS_MAX } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { RATE_LIMITS } from '../../core/http/limits.ts';
import { FaultyDatabase, type WriteFault } from '../../core/sequencer/test/faulty-database.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const FAULTS: readonly WriteFault[] = ['refuse', 'lose_before', 'lose_after', 'lose_during'];

type Fields = Readonly<Record<string, unknown>>;
const BUY = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '90.00', quantity: '0.100' };

interface Asked extends TestUser {
  readonly key?: string;
}

const bulk = (
  name: 'placeOrders' | 'cancelOrders',
  orders: readonly unknown[],
  asked: Asked,
  on = server,
) => on.call(name, { orders: JSON.stringify(orders) }, asked);

/** `ok`, or the code of the refusal, of each. */
async function codes(reply: ReturnType<typeof bulk>): Promise<string[]> {
  const { message, text } = await reply;
  if (typeof message === 'string') throw new Error(text);
  return message.results.map((each) => (each.type === 'ok' ? 'ok' : each.error));
}

const waiting = async (user: TestUser, on = server) =>
  (await on.data('orders', { status: 'waiting', limit: 100 }, user)).total;

describe('placing', () => {
  test('each is answered in its place, and one that is refused keeps no other from being done', async () => {
    const user = await server.trader();
    const orders = [
      BUY,
      { ...BUY, price: '90.001' },
      null,
      { ...BUY, prise: '1' },
      { ...BUY, symbol: 'NO/SUCH' },
      { ...BUY, quantity: '500.000' },
      { ...BUY, client_order_id: 'twice' },
      { ...BUY, client_order_id: 'twice' },
      { ...BUY, price: '91.00', amount: '' },
    ];
    expect(await codes(bulk('placeOrders', orders, user))).toEqual([
      'ok',
      'validation_failed',
      'validation_failed',
      'validation_failed',
      'not_found',
      'insufficient_balance',
      'ok',
      'duplicate_client_order_id',
      'ok',
    ]);
    expect(await waiting(user)).toBe(3);
  });

  test.each([
    ['a list in a field', (depth: number) => `{"symbol":${'['.repeat(depth)}${']'.repeat(depth)}}`],
    [
      'an object in a field',
      (depth: number) => `{"side":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
    ],
    ['lists', (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`],
  ])('%s, thousands deep, refuses its element alone', async (_, nested) => {
    const user = await server.trader();
    const orders = `[${nested(3_000)},${JSON.stringify(BUY)}]`;
    const { message, text } = await server.call('placeOrders', { orders }, user);
    if (typeof message === 'string') throw new Error(text);
    expect(message.results.map((each) => (each.type === 'ok' ? 'ok' : each.error))).toEqual([
      'validation_failed',
      'ok',
    ]);
  });

  test('the envelopes are those of single calls', async () => {
    const user = await server.trader();
    const wrong = { ...BUY, price: '90.001' };
    const single = await server.call('placeOrder', wrong, user);
    const { text } = await bulk('placeOrders', [wrong, BUY], user);
    const { results } = JSON.parse(text).message;
    expect(results[0]).toEqual(JSON.parse(single.text));
    expect(results[1]).toMatchObject({
      type: 'ok',
      code: 1,
      message: { order: { price: '90.00' } },
    });
  });

  test('as JSON, and in the batch of one turn', async () => {
    const user = await server.trader();
    const batches: number[] = [];
    const stop = server.sequencer.onCommitted(({ firstSequence, lastSequence }) =>
      batches.push(lastSequence - firstSequence + 1),
    );
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/coin/trade/bulk',
      headers: { authorization: user.token, 'idempotency-key': 'json' },
      payload: { orders: Array.from({ length: 16 }, () => BUY) },
    });
    stop();
    expect(reply.statusCode).toBe(200);
    expect(batches).toEqual([16]);
  });

  test('none, too many, a field beside them and no list are refused as a whole', async () => {
    const user = await server.trader();
    const many = Array.from({ length: ELEMENTS_MAX + 1 }, () => BUY);
    for (const orders of [[], many])
      expect(await bulk('placeOrders', orders, user)).toMatchObject({
        status: 422,
        error: 'validation_failed',
      });
    for (const request of [{ orders: 'x' }, { orders: '{}' }, {}, { orders: '[{}]', more: 1 }])
      expect((await server.call('placeOrders', request, user)).error).toBe('validation_failed');
    expect(await waiting(user)).toBe(0);
    const long = await server.app.inject({
      method: 'POST',
      url: '/api/coin/trade/bulk',
      headers: { authorization: user.token, 'idempotency-key': 'long' },
      payload: { orders: ['x'.repeat(70_000)] },
    });
    expect(long.json()).toMatchObject({ error: 'body_too_large' });
  });

  test('in cancel-only mode nothing is placed, and what waits is cancelled', async () => {
    const own = await startTestServer();
    try {
      const user = await own.trader();
      const { order } = await own.data('placeOrder', BUY, user);
      await own.run({
        kind: 'set_trading_mode',
        mode: 'cancel_only',
        cause: 'operator',
        reason: 'a test',
      });
      expect(await codes(bulk('placeOrders', [BUY, BUY], user, own))).toEqual([
        'cancel_only',
        'cancel_only',
      ]);
      expect(await codes(bulk('cancelOrders', [{ order_id: order.id }], user, own))).toEqual([
        'ok',
      ]);
    } finally {
      await own.stop();
    }
  });
});

describe('cancelling', () => {
  test('by either name; strangers’, unknown and ill-named ones are refused in their place', async () => {
    const [user, stranger] = [await server.trader(), await server.trader()];
    const place = (more: Fields, by = user) => server.data('placeOrder', { ...BUY, ...more }, by);
    const { order: first } = await place({});
    const { order: over } = await place({ client_order_id: 'over' });
    await place({ client_order_id: 'named' });
    const { order: theirs } = await place({}, stranger);
    await server.data('cancelOrder', { order_id: over.id }, user);
    const names = [
      { order_id: first.id },
      { client_order_id: 'named' },
      { order_id: first.id },
      { client_order_id: 'over' },
      { order_id: theirs.id },
      { client_order_id: 'none' },
      {},
      { order_id: first.id, client_order_id: 'named' },
    ];
    expect(await codes(bulk('cancelOrders', names, user))).toEqual([
      'ok',
      'ok',
      'order_not_open',
      'order_not_open',
      'not_found',
      'not_found',
      'validation_failed',
      'validation_failed',
    ]);
    expect(await waiting(user)).toBe(0);
    expect(await waiting(stranger)).toBe(1);
  });
});

describe('the key', () => {
  test.each([undefined, 1])(
    'a repeat has the same bytes (answers in memory: %s)',
    async (answersMax) => {
      const own = await startTestServer(answersMax === undefined ? {} : { answersMax });
      try {
        const user = await own.trader();
        const asked = { ...user, key: 'again' };
        const orders = [{ ...BUY, price: '1.001' }, BUY, { ...BUY, quantity: '500.000' }, BUY];
        const first = await bulk('placeOrders', orders, asked, own);
        expect(first.headers).not.toHaveProperty('idempotent-replayed');
        // Other fields first: the same request.
        const turned = orders.map((each) => Object.fromEntries(Object.entries(each).toReversed()));
        for (const sent of [orders, [orders[0], ...turned.slice(1)]]) {
          const again = await bulk('placeOrders', sent, asked, own);
          expect(again.text).toBe(first.text);
          expect(again.headers['idempotent-replayed']).toBe('true');
        }
        for (const other of [[...orders, BUY], orders.slice(0, 2), [BUY]])
          expect(await bulk('placeOrders', other, asked, own)).toMatchObject({
            status: 422,
            error: 'idempotency_conflict',
          });
        expect((await own.call('placeOrder', BUY, asked)).error).toBe('idempotency_conflict');
        expect(await waiting(user, own)).toBe(2);
      } finally {
        await own.stop();
      }
    },
  );

  test('of equal calls at once one is done', async () => {
    const user = await server.trader();
    const asked = { ...user, key: 'at-once' };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => bulk('placeOrders', [BUY, BUY], asked)),
    );
    const done = replies.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const { status, error } of replies)
      if (status !== 200) expect([status, error]).toEqual([409, 'in_progress']);
    expect(await waiting(user)).toBe(2);
  });

  test('a repeat after a restart finishes nothing twice, and one that books stand in the way of is answered', async () => {
    const own = await startTestServer();
    try {
      const user = await own.trader();
      const asked = { ...user, key: 'restart' };
      const first = await bulk('placeOrders', [BUY, BUY, BUY], asked, own);
      await own.restart();
      await own.tick();
      expect((await bulk('placeOrders', [BUY, BUY, BUY], asked, own)).text).toBe(first.text);
      expect(await waiting(user, own)).toBe(3);
      const { database, reconciler } = own.context;
      await database.query(
        `UPDATE balances SET total_minor = total_minor + 1
         WHERE owner_id = $1 AND currency_id = 3 AND account = 'coin'`,
        [user.userId],
      );
      await reconciler.checkQuick();
      expect((await bulk('placeOrders', [BUY], user, own)).error).toBe('unavailable');
      expect((await bulk('placeOrders', [BUY, BUY, BUY], asked, own)).text).toBe(first.text);
    } finally {
      await own.stop();
    }
  });
});

describe('a commit fails in the middle', () => {
  test.each(FAULTS)(
    '%s: a repeat finishes the call, and each order is placed once',
    async (fault) => {
      const opened = await openTestDatabase();
      const database = new FaultyDatabase(opened.database);
      const own = await startTestServer({ opened: { ...opened, database } });
      try {
        const user = await own.trader();
        const asked = { ...user, key: 'broken' };
        const orders = Array.from({ length: ELEMENTS_MAX }, (_, at) => ({
          ...BUY,
          quantity: '0.010',
          client_order_id: `broken-${at}`,
        }));
        let writes = 0;
        database.nextWriteFault = () => {
          writes += 1;
          return writes === 2 ? fault : undefined;
        };
        const first = await bulk('placeOrders', orders, asked, own);
        expect(writes).toBeGreaterThan(1);
        const told = await codes(Promise.resolve(first));
        // What was written though its answer was lost is found there and answered; on its way it was either.
        const isFound =
          fault === 'lose_after' || (fault === 'lose_during' && !told.includes('unavailable'));
        expect(new Set(told)).toEqual(new Set(isFound ? ['ok'] : ['ok', 'unavailable']));
        let again = first;
        while (again.text.includes('"unavailable"') || again.status !== 200)
          again = await bulk('placeOrders', orders, asked, own);
        // What was answered stays as it was.
        const ends = [first, again].map(({ text }) => JSON.parse(text).message.results);
        for (const [at, end] of ends[0].entries())
          if (end.type === 'ok') expect(ends[1][at]).toEqual(end);
        expect(await codes(Promise.resolve(again))).toEqual(orders.map(() => 'ok'));
        expect(await waiting(user, own)).toBe(ELEMENTS_MAX);
      } finally {
        await own.stop();
      }
    },
  );
});

test('each element counts for the rate', async () => {
  const own = await startTestServer({ environment: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const user = await own.trader();
    const names = Array.from({ length: ELEMENTS_MAX }, () => ({ order_id: 1 }));
    const calls = RATE_LIMITS.order.points / ELEMENTS_MAX;
    for (let count = 0; count < calls; count += 1)
      expect((await bulk('cancelOrders', names, user, own)).status).toBe(200);
    const reply = await own.call('cancelOrder', { order_id: 1 }, user);
    expect(reply).toMatchObject({ status: 429, error: 'rate_limited' });
  } finally {
    await own.stop();
  }
});

test('in bulk is what the same would be one after the other', async () => {
  const draws = [7, 23, 71];
  for (const seed of draws) {
    const orders = drawn(seed);
    const ends = await Promise.all(
      [true, false].map(async (isBulk) => {
        const own = await startTestServer();
        try {
          const [maker, user] = [await own.trader(), await own.trader()];
          await own.data('placeOrder', { ...BUY, price: '99.00' }, maker);
          await own.data('placeOrder', { ...BUY, side: 'sell', price: '101.00' }, maker);
          const results: unknown[] = [];
          if (isBulk) {
            const { text } = await bulk('placeOrders', orders, user, own);
            results.push(...JSON.parse(text).message.results);
          } else
            for (const order of orders)
              results.push(JSON.parse((await own.call('placeOrder', order, user)).text));
          return { results, ledger: await own.ledger() };
        } finally {
          await own.stop();
        }
      }),
    );
    expect(ends[0], `seed ${seed}`).toEqual(ends[1]);
  }
});

/** Orders good and bad from a seed. */
function drawn(seed: number): Record<string, unknown>[] {
  let state = seed;
  const pick = <Item>(items: readonly Item[]): Item => {
    state = (state * 48_271) % 2_147_483_647;
    return items[state % items.length] as Item;
  };
  return Array.from({ length: 40 }, () => ({
    symbol: pick(['BTC/USDT', 'BTC/USDT', 'ETH/USDT']),
    side: pick(['buy', 'sell']),
    type: pick(['limit', 'limit', 'limit', 'market']),
    price: pick(['98.00', '99.00', '101.00', '101.001', '9.90', '']),
    quantity: pick(['0.010', '0.100', '1.000', '90.000', 'x']),
    ...(pick([true, false]) && { client_order_id: pick(['a', 'b', 'c', 'd', 'e']) }),
  }));
}
