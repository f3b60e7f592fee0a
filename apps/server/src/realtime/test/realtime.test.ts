import { OrderBookReplica } from '@fairlead/client';
import type { DepthMessage, PublicTrade, Quotation } from '@fairlead/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LiveFixture } from '../../../test/support/live-fixture.ts';
import { limit, MAKER, TAKER } from '../../../test/support/test-sequencer.ts';
import { readSnapshot } from '../../core/store/snapshot-reader.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { SOCKETS_PER_USER_MAX } from '../limits.ts';

let live: LiveFixture;
const DEPTH = 'depth:BTC/USDT';

/** A market and socket of its own for each test of the group. */
function useFresh(): void {
  beforeEach(async () => {
    live = await LiveFixture.open();
  });
  afterEach(() => live.close());
}

describe('public channels', () => {
  useFresh();

  test('depth sends a snapshot and then differences that connect', async () => {
    await live.market.run(limit(MAKER, 'sell', [10_010, 5]));
    const client = await live.connect();
    expect(await client.subscribe(DEPTH)).toEqual({ ok: true, time: live.market.clock.nowMs });
    const replica = new OrderBookReplica();
    for (const price of [10_011, 10_012, 10_013]) {
      await live.market.run(limit(MAKER, 'sell', [price, 1]));
      const at = live.market.marketData.deal('BTC/USDT', 1)?.sequence;
      await client.until(() => client.data<DepthMessage>(DEPTH).at(-1)?.sequence === at);
    }
    await live.market.run(limit(TAKER, 'buy', [10_010, 5]));
    const sequence = live.market.marketData.deal('BTC/USDT', 1)?.sequence;
    await client.until(() => client.data<DepthMessage>(DEPTH).at(-1)?.sequence === sequence);
    const messages = client.data<DepthMessage>(DEPTH);
    expect(messages[0]).toMatchObject({ is_snapshot: true, asks: [['100.10', '0.005']] });
    expect(messages.map(({ is_snapshot: isSnapshot }) => isSnapshot)).toContain(false);
    for (const message of messages) {
      replica.apply(message);
      expect(replica.view?.isCurrent).toBe(true);
    }
    const { bids, asks } = live.market.marketData.deal('BTC/USDT', 200) ?? {};
    expect(replica.view).toEqual({ sequence, bids, asks, isCurrent: true });
    expect(asks?.[0]).toEqual(['100.11', '0.001']);
  });

  test('a hundred changes within a moment are sent as few messages', async () => {
    const client = await live.connect();
    await client.subscribe(DEPTH);
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        live.market.run(limit(MAKER, 'sell', [10_010 + index, 1])),
      ),
    );
    const sequence = live.market.marketData.deal('BTC/USDT', 1)?.sequence;
    await client.until(() => client.data<DepthMessage>(DEPTH).at(-1)?.sequence === sequence);
    expect(client.data(DEPTH).length).toBeLessThan(12);
  });

  test('a product that stands still is told without any commit, and so is that it goes on', async () => {
    const client = await live.connect();
    await client.subscribe('ticker');
    const last = () => client.data<Quotation[]>('ticker').at(-1);
    await client.until(() => last() !== undefined);
    expect(last()?.[0]).not.toHaveProperty('standstill');
    const standstill = [{ product: 'futures', why: 'away', takes_cancels: false }] as const;
    live.market.standstills.list = standstill;
    await client.until(() => last()?.[0]?.standstill !== undefined);
    const listed = live.market.marketData.quotations().map(({ symbol }) => symbol);
    expect(last()?.map(({ symbol }) => symbol)).toEqual(listed);
    expect(last()?.map((each) => each.standstill)).toEqual(listed.map(() => standstill));
    live.market.standstills.list = [];
    await client.until(() => last()?.[0]?.standstill === undefined);
  });

  test('X14: nothing is told before its commit', async () => {
    const client = await live.connect();
    live.addSession('maker', MAKER);
    await client.ask('login', { token: 'maker' });
    await client.subscribe('trades:BTC/USDT');
    const seen: Promise<{ told: number; inTables: boolean }>[] = [];
    client.socket.on('order', ({ id }: { id: number }) => {
      const check = readSnapshot(live.market.opened.database, EXCHANGE_TABLES).then(
        ({ counters, orders }) => ({
          told: id,
          inTables: orders.some(({ orderId }) => orderId === id) && counters.orderId >= id,
        }),
      );
      seen.push(check);
    });
    for (let index = 0; index < 5; index += 1) {
      await live.market.run(limit(MAKER, 'sell', [10_010 + index, 1]));
    }
    await client.until(() => seen.length === 5);
    for (const { inTables } of await Promise.all(seen)) expect(inTables).toBe(true);
  });

  test('X14: a client that lost messages recovers by the REST snapshot; repeats change nothing', async () => {
    const client = await live.connect();
    await client.subscribe(DEPTH);
    const replica = new OrderBookReplica();
    for (const price of [10_020, 10_021, 10_022, 10_023]) {
      await live.market.run(limit(MAKER, 'sell', [price, 1]));
      const { sequence } = live.market.marketData.deal('BTC/USDT', 1) ?? {};
      await client.until(() => client.data<DepthMessage>(DEPTH).at(-1)?.sequence === sequence);
    }
    const [snapshot, , ...rest] = client.data<DepthMessage>(DEPTH);
    for (const message of [snapshot, ...rest]) if (message) replica.apply(message);
    expect(replica.needsSnapshot).toBe(true);
    const deal = live.market.marketData.deal('BTC/USDT', 200);
    if (deal) replica.load(deal);
    for (const message of rest) replica.apply(message);
    expect(replica.view).toMatchObject({ isCurrent: true, asks: deal?.asks });
    // After a reconnection the channel begins with a snapshot again, of the same numbering.
    const again = await live.connect();
    await again.subscribe(DEPTH);
    const [fresh] = again.data<DepthMessage>(DEPTH);
    expect(fresh).toMatchObject({ is_snapshot: true, sequence: deal?.sequence, asks: deal?.asks });
  });

  test('the ticker begins with all markets and goes on with those that changed', async () => {
    const client = await live.connect();
    await client.subscribe('ticker');
    expect(client.data<Quotation[]>('ticker')[0]).toMatchObject([{ symbol: 'BTC/USDT' }]);
    await live.market.trade(10_000, 1);
    const told = await client.until(() => client.data<Quotation[]>('ticker')[1]);
    expect(told).toMatchObject([{ symbol: 'BTC/USDT', last_price: '100.00' }]);
  });

  test('F2: the ticker says that an index went stale by time alone', async () => {
    const client = await live.connect();
    await client.subscribe('ticker');
    live.market.clock.nowMs += 11_000;
    const told = await client.until(() => client.data<Quotation[]>('ticker')[1]);
    expect(told[0]?.is_stale).toBe(true);
  });

  test('trades, candles and the index begin with what is there and go on', async () => {
    await live.market.trade(10_000, 1);
    const client = await live.connect();
    await client.subscribe('trades:BTC/USDT', 'candle:BTC/USDT:5m', 'index:BTC/USDT');
    live.market.clock.nowMs += 1_000;
    await live.market.trade(10_050, 2);
    await live.market.sample(101);
    const trades = await client.until(() => client.data<PublicTrade[]>('trades:BTC/USDT')[1]);
    expect(trades).toMatchObject([
      { price: '100.50', quantity: '0.002', side: 'buy', is_bot: true },
    ]);
    const candle = await client.until(() => client.data('candle:BTC/USDT:5m')[1]);
    expect(candle).toMatchObject({
      period: '5m',
      kind: 'trade',
      candle: { close: '100.50', volume: '0.003' },
    });
    const index = await client.until(() => client.data('index:BTC/USDT')[1]);
    expect(index).toMatchObject({
      price: '101.00000000',
      is_stale: false,
      sources: [{ venue: 'kraken' }],
    });
  });

  test('a candle that ended is told once more, whole, before the next', async () => {
    const client = await live.connect();
    const channel = 'candle:BTC/USDT:1m';
    await client.subscribe(channel);
    await live.market.trade(10_000, 1);
    await client.until(() => client.data(channel).length === 1);
    await live.market.trade(10_010, 1);
    live.market.clock.nowMs += 60_000;
    await live.market.trade(10_020, 1);
    await client.until(() => client.data(channel).length === 3);
    const closes = client
      .data<{ candle: { time: number; close: string } }>(channel)
      .map(({ candle }) => [new Date(candle.time).getUTCMinutes(), candle.close]);
    expect(closes).toEqual([
      [0, '100.00'],
      [0, '100.10'],
      [1, '100.20'],
    ]);
  });
});

describe('private events', () => {
  useFresh();

  test('go to their user only: order, balances, records with notes in their language', async () => {
    live.addSession('maker', MAKER);
    live.addSession('taker', TAKER);
    const maker = await live.connect();
    const taker = await live.connect();
    const guest = await live.connect();
    expect(await maker.ask('login', { token: 'maker', lang: 'en' })).toMatchObject({ ok: true });
    expect(await taker.ask('login', { token: 'taker' })).toMatchObject({ ok: true });
    await live.market.run(limit(MAKER, 'sell', [10_000, 2]));
    await live.market.run(limit(TAKER, 'buy', [10_000, 2]));
    await maker.until(() => maker.of('record').length === 2);
    await taker.until(() => taker.of('record').length === 2);
    expect(maker.of<{ status: string }>('order').map(({ status }) => status)).toEqual([
      'waiting',
      'completed',
    ]);
    expect(maker.of('balance')).toContainEqual({
      account: 'coin',
      currency_id: 1,
      name: 'BTC',
      available: '999.99800000',
      frozen: '0.00200000',
      total: '1000.00000000',
    });
    expect(taker.of('record')).toMatchObject([
      {
        account: 'coin',
        currency_id: 3,
        kind: 'trade',
        amount: '-0.200000',
        balance: '999999.800000',
      },
      {
        account: 'coin',
        currency_id: 1,
        kind: 'trade',
        amount: '0.00199600',
        balance: '1000.00199600',
      },
    ]);
    await guest.settle();
    expect(guest.told.filter(({ event }) => event !== 'data')).toEqual([]);
  });

  test('X13: nobody gets into the room of another, whatever they ask for', async () => {
    live.addSession('maker', MAKER);
    const maker = await live.connect();
    await maker.ask('login', { token: 'maker' });
    const intruder = await live.connect();
    const rooms = [
      String(MAKER),
      `user:${MAKER}`,
      maker.socket.id ?? '',
      'order',
      '__proto__',
      'depth:',
    ];
    for (const room of rooms) {
      expect(await intruder.subscribe(room)).toEqual({ ok: false, error: 'validation_failed' });
    }
    expect(await intruder.subscribe('depth:XYZ/USDT')).toEqual({ ok: false, error: 'not_found' });
    expect(await intruder.ask('login', { token: 'guess' })).toEqual({
      ok: false,
      error: 'not_logged_in',
    });
    expect(await intruder.ask('login', { token: ['maker'] })).toEqual({
      ok: false,
      error: 'validation_failed',
    });
    await live.market.run(limit(MAKER, 'sell', [10_000, 2]));
    await maker.until(() => maker.of('order').length === 1);
    await intruder.settle();
    expect(intruder.told).toEqual([]);
  });

  test('X13: the end of a session closes its sockets within a second, and no others', async () => {
    live.addSession('one', MAKER);
    live.addSession('two', MAKER);
    const one = await live.connect();
    const two = await live.connect();
    await one.ask('login', { token: 'one' });
    await two.ask('login', { token: 'two' });
    const startMs = performance.now();
    live.endSession('one');
    await one.until(() => one.of('disconnect')[0] !== undefined);
    expect(performance.now() - startMs).toBeLessThan(1_000);
    expect(one.told.map(({ event }) => event)).toEqual(['session_ended', 'disconnect']);
    await live.market.run(limit(MAKER, 'sell', [10_000, 2]));
    await two.until(() => two.of('order').length === 1);
    expect(await (await live.connect()).ask('login', { token: 'one' })).toMatchObject({
      ok: false,
    });
  });

  test('X13: a session that runs out closes its socket by itself', async () => {
    live.addSession('short', MAKER, 60_000);
    const client = await live.connect();
    await client.ask('login', { token: 'short' });
    live.market.clock.nowMs += 60_001;
    await client.until(() => client.of('disconnect')[0] !== undefined);
    expect(client.of('session_ended')).toHaveLength(1);
  });

  test('a user has so many sockets and no more', async () => {
    live.addSession('maker', MAKER);
    for (let index = 0; index < SOCKETS_PER_USER_MAX; index += 1) {
      const client = await live.connect();
      expect(await client.ask('login', { token: 'maker' })).toMatchObject({ ok: true });
    }
    const beyond = await live.connect();
    expect(await beyond.ask('login', { token: 'maker' })).toEqual({
      ok: false,
      error: 'rate_limited',
    });
  });
});
