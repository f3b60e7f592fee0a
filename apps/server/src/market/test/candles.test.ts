import type { Candle, Period } from '@fairlead/contract';
import { PERIODS } from '@fairlead/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeDatabases } from '../../../test/support/test-database.ts';
import { backfillCandles } from '../queries.ts';
import { MarketFixture, SYMBOL } from './market-fixture.ts';

const START_MS = Date.parse('2027-01-15T08:00:00Z');
const short = ({ time, open, high, low, close, volume }: Candle) =>
  [new Date(time).toISOString().slice(5, 16), open, high, low, close, volume].join(' ');

describeDatabases('candles', (kind) => {
  let market: MarketFixture;
  beforeEach(async () => {
    market = await MarketFixture.open(kind);
  });
  afterEach(() => market.close());

  const range = async (
    period: Period,
    more: object = {},
    candleKind: 'trade' | 'index' = 'trade',
  ) =>
    (
      await market.candles.range({ symbol: SYMBOL, period, kind: candleKind, limit: 500, ...more })
    ).map(short);

  test('of trades show our own trades only, and no minute without one', async () => {
    await market.trade(10_000, 2);
    await market.trade(10_050, 1);
    market.clock.nowMs += 180_000;
    await market.trade(9_990, 4);
    expect(await range('1m')).toEqual([
      '01-15T08:00 100.00 100.50 100.00 100.50 0.003',
      '01-15T08:03 99.90 99.90 99.90 99.90 0.004',
    ]);
    const [bar] = await market.candles.range({
      symbol: SYMBOL,
      period: '5m',
      kind: 'trade',
      limit: 9,
    });
    expect(bar).toEqual({
      time: START_MS,
      open: '100.00',
      high: '100.50',
      low: '99.90',
      close: '99.90',
      volume: '0.007',
      turnover: '0.7001',
      source: 'trade',
    });
  });

  test('of the index follow the samples; a stale minute has none', async () => {
    market.clock.nowMs += 60_000;
    await market.sample(101.5);
    market.clock.nowMs += 60_000;
    await market.sample(undefined);
    market.clock.nowMs += 60_000;
    await market.sample(99.25, 'simulated');
    expect(await range('1m', {}, 'index')).toEqual([
      '01-15T08:00 100.00 100.00 100.00 100.00 0',
      '01-15T08:01 101.50 101.50 101.50 101.50 0',
      '01-15T08:03 99.25 99.25 99.25 99.25 0',
    ]);
    const bars = await market.candles.range({
      symbol: SYMBOL,
      period: '1m',
      kind: 'index',
      limit: 9,
    });
    expect(bars.map(({ source }) => source)).toEqual(['index', 'index', 'simulated']);
  });

  test('are the same after a SIGKILL, whatever had been written, for all periods', async () => {
    // Over midnight, the end of a week and of a month.
    const steps = [0, 61_000, 14 * 60_000, 3_600_000, 86_400_000, 3 * 86_400_000, 14 * 86_400_000];
    for (const [index, stepMs] of steps.entries()) {
      market.clock.nowMs += stepMs + 1_000;
      await market.sample(100 + index);
      await market.trade(10_000 + index, index + 1);
      if (index === 3) await market.candles.save();
    }
    const read = async () =>
      Object.fromEntries(
        await Promise.all(
          PERIODS.map(async (period) => [
            period,
            { trade: await range(period), index: await range(period, {}, 'index') },
          ]),
        ),
      );
    const before = await read();
    await market.killAndStart();
    expect(await read()).toEqual(before);
    // And what comes then goes on in the same bars.
    await market.trade(9_000, 1);
    expect((await range('1M')).at(-1)).toBe('02-01T00:00 100.06 100.06 90.00 90.00 0.008');
    await market.killAndStart();
    expect((await range('1M')).at(-1)).toBe('02-01T00:00 100.06 100.06 90.00 90.00 0.008');
  });

  test('of a range are whole, ascending and the latest of more than the limit', async () => {
    for (let minute = 0; minute < 12; minute += 1) {
      await market.trade(10_000 + minute, 1);
      market.clock.nowMs += 60_000;
    }
    const opens = async (period: Period, more: object) =>
      (await range(period, more)).map((text) => text.split(' ').slice(0, 2).join(' '));
    expect(await opens('1m', { limit: 2 })).toEqual(['01-15T08:10 100.10', '01-15T08:11 100.11']);
    expect(await opens('5m', { limit: 2 })).toEqual(['01-15T08:05 100.05', '01-15T08:10 100.10']);
    const minute = (count: number) => START_MS + count * 60_000;
    expect(await opens('5m', { fromMs: minute(1), toMs: minute(6) })).toEqual([
      '01-15T08:05 100.05',
    ]);
    expect(await range('5m', { fromMs: minute(1), toMs: minute(6) })).toEqual([
      '01-15T08:05 100.05 100.09 100.05 100.09 0.005',
    ]);
    expect(await opens('1m', { fromMs: minute(3), toMs: minute(4) })).toEqual([
      '01-15T08:03 100.03',
      '01-15T08:04 100.04',
    ]);
    await market.candles.save();
    expect(await opens('5m', { limit: 2 })).toEqual(['01-15T08:05 100.05', '01-15T08:10 100.10']);
    expect(await range('1m', { fromMs: minute(60) })).toEqual([]);
  });

  test('of a history that was filled in go on with our own samples and keep their label', async () => {
    const openTimeMs = START_MS - 15 * 60_000;
    await backfillCandles(market.opened.database, [
      {
        marketId: 1,
        kind: 'index',
        period: '15m',
        openTimeMs,
        open: '90',
        high: '95',
        low: '89',
        close: '94.5',
        volume: '0',
        turnover: '0',
        source: 'venue',
      },
    ]);
    const bars = await market.candles.range({
      symbol: SYMBOL,
      period: '60m',
      kind: 'index',
      limit: 9,
    });
    expect(bars.map(({ source, open, close }) => [source, open, close])).toEqual([
      ['venue', '90.00', '94.50'],
      ['index', '100.00', '100.00'],
    ]);
    expect(await range('60m')).toEqual([]);
  });
});
