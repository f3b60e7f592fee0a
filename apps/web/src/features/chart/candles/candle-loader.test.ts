import type { Candle } from '@fairlead/contract';
import type { DataLoaderGetBarsParams, KLineData } from 'klinecharts';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  CandleLoader,
  type CandleQuery,
  type CandleStatus,
  type LoadCandles,
} from './candle-loader.ts';

const candle = (time: number, close = '1'): Candle => ({
  time,
  open: '1',
  high: '2',
  low: '1',
  close,
  volume: '3',
  turnover: '5',
  source: 'trade',
});
const query: CandleQuery = { symbol: 'BTC/USDT', period: '1m', kind: 'trade' };

let statuses: CandleStatus[];
let answer: ReturnType<typeof vi.fn<LoadCandles>>;
let loader: CandleLoader;
beforeEach(() => {
  statuses = [];
  answer = vi.fn<LoadCandles>();
  loader = new CandleLoader({
    load: answer,
    onStatus: (status) => statuses.push(status),
    onBars: () => undefined,
  });
});

type Callback = DataLoaderGetBarsParams['callback'];
const ask = (type: 'init' | 'forward', timestamp: number | null, callback: Callback) => {
  const symbol = { ticker: 'BTC/USDT', pricePrecision: 2, volumePrecision: 2 };
  loader.getBars({ type, timestamp, symbol, period: { type: 'minute', span: 1 }, callback });
  return vi.waitFor(() => expect(statuses.at(-1)).not.toBe('loading'));
};
const times = (bars: readonly KLineData[] | undefined) => bars?.map(({ timestamp }) => timestamp);

test('the first page, then what is older than it', async () => {
  const callback = vi.fn<Callback>();
  answer.mockResolvedValueOnce([candle(20), candle(30)]);
  loader.ask(query);
  await ask('init', null, callback);
  expect(times(callback.mock.lastCall?.[0])).toEqual([20, 30]);
  expect(statuses).toEqual(['loading', 'ready']);

  answer.mockResolvedValueOnce([candle(10), candle(20)]);
  await ask('forward', 20, callback);
  await vi.waitFor(() => expect(callback).toHaveBeenCalledTimes(2));
  expect(answer.mock.lastCall?.[0]).toMatchObject({ to: 19 });
  expect(times(callback.mock.lastCall?.[0])).toEqual([10]);
});

test('an answer to a question no longer asked changes nothing', async () => {
  const callback = vi.fn<Callback>();
  let resolve: (candles: readonly Candle[]) => void = () => undefined;
  answer.mockReturnValueOnce(new Promise((done) => (resolve = done)));
  loader.ask(query);
  const pending = ask('init', null, callback);
  loader.ask({ ...query, period: '1d' });
  answer.mockResolvedValueOnce([candle(86_400_000)]);
  await ask('init', null, callback);
  resolve([candle(1)]);
  await pending;
  expect(callback).toHaveBeenCalledTimes(1);
  expect(times(callback.mock.lastCall?.[0])).toEqual([86_400_000]);
});

test('no candle is empty, a failure is one, and an older page that failed may be asked for again', async () => {
  const callback = vi.fn<Callback>();
  answer.mockResolvedValueOnce([]);
  loader.ask(query);
  await ask('init', null, callback);
  expect(statuses.at(-1)).toBe('empty');

  answer.mockRejectedValueOnce(new Error('down'));
  await ask('init', null, callback);
  await vi.waitFor(() => expect(statuses.at(-1)).toBe('failed'));

  answer.mockRejectedValueOnce(new Error('down'));
  await ask('forward', 20, callback);
  await vi.waitFor(() => expect(callback.mock.lastCall?.[1]).toEqual({ forward: true }));
  expect(statuses.at(-1)).toBe('failed');
});

test('a live candle replaces the last one or follows it, and an old one is dropped', async () => {
  answer.mockResolvedValueOnce([candle(20), candle(30)]);
  loader.ask(query);
  await ask('init', null, () => undefined);
  const pushed: KLineData[] = [];
  loader.subscribeBar({ callback: (bar) => pushed.push(bar) });
  loader.live(candle(30, '1.5'));
  loader.live(candle(40));
  loader.live(candle(20));
  expect(pushed.map(({ timestamp, close }) => [timestamp, close])).toEqual([
    [30, 1.5],
    [40, 1],
  ]);
});

test('after a loss of the connection what is missing is fetched', async () => {
  answer.mockResolvedValueOnce([candle(20)]);
  loader.ask(query);
  await ask('init', null, () => undefined);
  const pushed: KLineData[] = [];
  loader.subscribeBar({ callback: (bar) => pushed.push(bar) });
  answer.mockResolvedValueOnce([candle(10), candle(20), candle(30), candle(40)]);
  await loader.catchUp();
  expect(times(pushed)).toEqual([20, 30, 40]);
});

test('a candle of four hours is made of four, and goes on with the live ones', async () => {
  const HOUR = 3_600_000;
  const callback = vi.fn<Callback>();
  answer.mockResolvedValueOnce([candle(7 * HOUR), candle(8 * HOUR), candle(9 * HOUR, '1.2')]);
  loader.ask({ ...query, period: '4h' });
  await ask('init', null, callback);
  expect(answer.mock.lastCall?.[0]).toMatchObject({ period: '60m', limit: 1_500 });
  // The page was not full: nothing is older than seven o'clock.
  expect(times(callback.mock.lastCall?.[0])).toEqual([4 * HOUR, 8 * HOUR]);
  const pushed: KLineData[] = [];
  loader.subscribeBar({ callback: (bar) => pushed.push(bar) });
  loader.live(candle(9 * HOUR, '1.3'));
  loader.live(candle(7 * HOUR));
  loader.live(candle(11 * HOUR, '1.4'));
  loader.live(candle(12 * HOUR));
  expect(pushed.map(({ timestamp, close, volume }) => [timestamp, close, volume])).toEqual([
    [8 * HOUR, 1.3, 6],
    [8 * HOUR, 1.4, 9],
    [12 * HOUR, 1, 3],
  ]);
});

test('a candle that the page cuts comes whole with the older page', async () => {
  const HOUR = 3_600_000;
  const callback = vi.fn<Callback>();
  const hours = Array.from({ length: 1_500 }, (_, at) => candle((at + 2) * HOUR));
  answer.mockResolvedValueOnce(hours);
  loader.ask({ ...query, period: '4h' });
  await ask('init', null, callback);
  expect(times(callback.mock.lastCall?.[0])?.[0]).toBe(4 * HOUR);
});
