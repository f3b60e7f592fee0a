import { BTC_USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limit, MAKER, TAKER } from '../../../test/support/test-sequencer.ts';
import { readSnapshot } from '../../core/store/snapshot-reader.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { SAMPLES_KEPT } from '../data/market-copy.ts';
import type { PublishedUpdate } from '../data/published.ts';
import { MarketFixture, SYMBOL } from './market-fixture.ts';

describe('market data', () => {
  let market: MarketFixture;
  beforeEach(async () => {
    market = await MarketFixture.open();
  });
  afterEach(() => market.close());
  const quotation = () => {
    const [first] = market.marketData.quotations();
    if (first === undefined) throw new Error('no market');
    return first;
  };
  const deal = () => market.marketData.deal(SYMBOL, 5);

  test('Q15: an index of a time to come is as stale as one that is too old', async () => {
    const { clock, marketData } = market;
    const seen = (): readonly unknown[] => [
      quotation().is_stale,
      marketData.indexMessage(SYMBOL)?.is_stale,
      marketData.indexPrice(SYMBOL) === undefined,
      marketData.staleMarkets().size === 1,
    ];
    const sampledMs = clock.nowMs;
    for (const [ageMs, isStale] of [
      [0, false],
      [10_000, false],
      [10_001, true],
      [-2_000, false],
      [-2_001, true],
      [-3_600_000, true],
    ] as const) {
      clock.nowMs = sampledMs + ageMs;
      expect(seen()).toEqual([isStale, isStale, isStale, isStale]);
    }
  });

  test('Q5: it knows the hosts that the last samples were read from', async () => {
    const { clock, marketData, sequencer } = market;
    expect(marketData.feedHosts()).toEqual([]);
    clock.nowMs += 1_000;
    const quote = { price: '100.00000000', time: clock.nowMs };
    const sources = [
      { venue: 'okx', host: 'ws.okx.com:8443', ...quote },
      { venue: 'kraken', host: '10.0.0.7', ...quote },
    ];
    await sequencer.run(
      {
        kind: 'index_tick',
        marketId: BTC_USDT.marketId,
        sampleTimeMs: clock.nowMs,
        price: priceE8(100_00000000n),
      },
      { sampleSources: JSON.stringify({ sources, dropped: [] }) },
    );
    expect(marketData.feedHosts()).toEqual([
      { venue: 'kraken', host: '10.0.0.7' },
      { venue: 'okx', host: 'ws.okx.com:8443' },
    ]);
  });

  test('a new market says what it knows and leaves out what it does not', () => {
    expect(quotation()).toEqual({
      symbol: 'BTC/USDT',
      currency_id: 1,
      legal_id: 3,
      base: 'BTC',
      quote: 'USDT',
      open_24h: '100.00',
      high_24h: '100.00',
      low_24h: '100.00',
      change_24h: '0',
      volume_24h: '0',
      turnover_24h: '0',
      index_price: '100.00',
      index_time: market.clock.nowMs,
      is_stale: false,
      spark: [],
      tick_size: '0.01',
      lot_size: '0.001',
      min_notional: '0.001',
      iceberg_parts_max: 10,
      maker_fee: '0.001',
      taker_fee: '0.002',
      market_band: '0.02',
      limit_band: '0.2',
      state: 'open',
      spot: true,
      contract: false,
      option: false,
    });
    expect(deal()).toEqual({
      symbol: SYMBOL,
      sequence: expect.any(Number),
      bids: [],
      asks: [],
      trades: [],
    });
  });

  test('the index of the last seconds is told second by second, and the same after a restart', async () => {
    const samples = () => market.marketData.indexSamples(SYMBOL);
    const before = samples() ?? [];
    const startMs = market.clock.nowMs;
    for (const price of [101, undefined, 102.5]) {
      market.clock.nowMs += 1_000;
      await market.sample(price);
    }
    const told = [
      { time: startMs + 1_000, price: '101.00000000' },
      { time: startMs + 2_000 },
      { time: startMs + 3_000, price: '102.50000000' },
    ];
    expect(samples()).toEqual([...before, ...told]);
    await market.killAndStart();
    expect(samples()).toEqual([...before, ...told]);
    expect(market.marketData.indexSamples('NO/NO')).toBeUndefined();
  });

  test('no more seconds of the index are kept than a chart shows', async () => {
    for (let second = 0; second <= SAMPLES_KEPT; second += 1) {
      market.clock.nowMs += 1_000;
      await market.sample(101);
    }
    const samples = market.marketData.indexSamples(SYMBOL) ?? [];
    expect(samples).toHaveLength(SAMPLES_KEPT);
    expect(samples.at(-1)?.time).toBe(market.clock.nowMs);
    expect(samples[0]?.time).toBe(market.clock.nowMs - (SAMPLES_KEPT - 1) * 1_000);
  });

  test('the book is what the tables hold, best first, and the same after a restart', async () => {
    await market.run(limit(MAKER, 'sell', [10_010, 5]));
    await market.run(limit(MAKER, 'sell', [10_005, 2]));
    await market.run(limit(MAKER, 'sell', [10_005, 1]));
    await market.run(limit(TAKER, 'buy', [9_990, 7]));
    await market.run(limit(TAKER, 'buy', [10_005, 1]));
    const before = deal();
    expect(before).toMatchObject({
      last_price: '100.05',
      bids: [['99.90', '0.007']],
      asks: [
        ['100.05', '0.002'],
        ['100.10', '0.005'],
      ],
      trades: [{ price: '100.05', quantity: '0.001', side: 'buy', is_bot: true }],
    });
    await market.killAndStart();
    const { counters } = await readSnapshot(market.opened.database, EXCHANGE_TABLES);
    // The same book as of a later command: a sequence never goes back.
    expect(deal()).toEqual({ ...before, sequence: counters.sequence });
    expect(counters.sequence).toBeGreaterThanOrEqual(before?.sequence ?? 0);
  });

  test('nothing is published before its commit', async () => {
    const told: string[] = [];
    market.marketData.onPublished(({ batch }) => {
      for (const { orderId } of batch.changes.orders) told.push(`published ${orderId}`);
    });
    const placed = market.run(limit(MAKER, 'sell', [10_010, 5]));
    expect(deal()?.asks).toEqual([]);
    await placed;
    expect(told).toHaveLength(1);
    const { orders } = await readSnapshot(market.opened.database, EXCHANGE_TABLES);
    expect(told).toEqual(orders.map(({ orderId }) => `published ${orderId}`));
  });

  test('the figures of a day are those of the last 24 hours, and compare with the price before them', async () => {
    await market.trade(10_000, 10);
    market.clock.nowMs += 3_600_000;
    await market.trade(10_500, 1);
    await market.trade(9_500, 2);
    // Our trades do not reach back a day: the index of then is the comparison.
    expect(quotation()).toMatchObject({
      open_24h: '100.00',
      change_24h: '-0.05',
      volume_24h: '0.013',
    });
    market.clock.nowMs += 23 * 3_600_000 + 60_000;
    await market.sample(96);
    await market.trade(9_600, 1);
    expect(quotation()).toMatchObject({
      last_price: '96.00',
      open_24h: '100.00',
      high_24h: '105.00',
      low_24h: '95.00',
      change_24h: '-0.04',
      volume_24h: '0.004',
      turnover_24h: '0.391',
    });
    await market.killAndStart();
    expect(quotation()).toMatchObject({
      open_24h: '100.00',
      high_24h: '105.00',
      low_24h: '95.00',
      volume_24h: '0.004',
      turnover_24h: '0.391',
    });
    market.clock.nowMs += 30 * 3_600_000;
    expect(quotation()).toMatchObject({ open_24h: '96.00', change_24h: '0', volume_24h: '0' });
  });

  test('F2: an index is stale by time, though nothing came to say so', async () => {
    market.clock.nowMs += 1_000;
    await market.sample(101);
    expect(market.marketData.indexPrice(SYMBOL)).toMatchObject({ price: 101_00000000n });
    expect(market.marketData.usdtPrice(1)).toBe(101_00000000n);
    expect(market.marketData.usdtPrice(3)).toBe(100_000_000n);
    market.clock.nowMs += 10_001;
    expect(quotation()).toMatchObject({ is_stale: true, index_price: '101.00' });
    expect(market.marketData.indexPrice(SYMBOL)).toBeUndefined();
    expect(market.marketData.usdtPrice(1)).toBeUndefined();
    expect(market.marketData.indexMessage(SYMBOL)).toMatchObject({
      is_stale: true,
      price: '101.00000000',
    });
  });

  test('a sample without a price makes the index stale at once', async () => {
    market.clock.nowMs += 1_000;
    await market.sample(101);
    market.clock.nowMs += 1_000;
    await market.sample(undefined);
    expect(quotation()).toMatchObject({ is_stale: true, index_price: '101.00' });
    await market.killAndStart();
    expect(quotation()).toMatchObject({ is_stale: true, index_price: '101.00' });
  });

  test('the sparkline has a price an hour and carries it over hours without one', async () => {
    for (const price of [102, 101]) {
      market.clock.nowMs += 7_200_000;
      await market.sample(price);
    }
    market.clock.nowMs += 7_200_000;
    expect(quotation().spark).toEqual(['100.00', '100.00', '102.00', '102.00', '101.00', '101.00']);
  });

  /** A tick of 0.05, the coarsest at an index of 100. */
  const coarse = {
    ...BTC_USDT,
    tickSizeE8: 5_000_000n,
    lotBaseMinor: amountMinor(1_000_000n),
    tickLotQuoteMinor: amountMinor(500n),
  };

  test('trades of one batch with a change of grid are told in the grid of each', async () => {
    const updates: PublishedUpdate[] = [];
    market.marketData.onPublished((update) => updates.push(update));
    await Promise.all([
      market.run(limit(MAKER, 'sell', [10_005, 7])),
      market.run(limit(TAKER, 'buy', [10_005, 7])),
      market.run({ kind: 'configure_market', market: coarse }),
      market.run(limit(MAKER, 'sell', [2_002, 2])),
      market.run(limit(TAKER, 'buy', [2_002, 2])),
    ]);
    const mixed = updates.find(({ batch }) => batch.changes.grids.length > 0);
    const told = mixed?.trades.get(SYMBOL)?.map(({ price, quantity }) => `${price} ${quantity}`);
    expect(told).toEqual(['100.05 0.007', '100.10 0.02']);
    const figures = { last_price: '100.10', volume_24h: '0.027', turnover_24h: '2.70235' };
    expect(quotation()).toMatchObject(figures);
    const trades = deal()?.trades;
    await market.killAndStart();
    expect(quotation()).toMatchObject(figures);
    expect(deal()?.trades).toEqual(trades);
  });

  test('the price of a day ago is that of its own grid', async () => {
    await market.trade(10_050, 10);
    market.clock.nowMs += 30 * 3_600_000;
    await market.run({ kind: 'configure_market', market: coarse });
    await market.killAndStart();
    expect(quotation()).toMatchObject({
      last_price: '100.50',
      open_24h: '100.50',
      change_24h: '0',
      volume_24h: '0',
    });
  });

  test('new terms apply at once; a new tick empties the book and says so', async () => {
    const updates: PublishedUpdate[] = [];
    market.marketData.onPublished((update) => updates.push(update));
    await market.run(limit(MAKER, 'sell', [10_010, 5]));
    await market.run({
      kind: 'configure_market',
      market: {
        ...BTC_USDT,
        tickSizeE8: 5_000_000n,
        tickLotQuoteMinor: amountMinor(50n),
        takerFeePpm: ratePpm(500n),
      },
    });
    expect(quotation()).toMatchObject({ tick_size: '0.05', taker_fee: '0.0005' });
    expect(deal()).toMatchObject({ bids: [], asks: [] });
    expect(updates.at(-1)?.books).toMatchObject([{ marketId: 1, isReset: true }]);
    await market.run(limit(MAKER, 'sell', [2_020, 5]));
    expect(deal()?.asks).toEqual([['101.00', '0.005']]);
    await market.run({ kind: 'set_market_state', marketId: 1, state: 'closed' });
    expect(market.marketData.quotations()).toEqual([]);
  });
});
