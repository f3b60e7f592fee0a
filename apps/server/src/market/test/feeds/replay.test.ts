import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { formatDecimal } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError } from '../../../core/config/values.ts';
import type { FeedCandle } from '../../feeds/candle.ts';
import type { IndexSample } from '../../feeds/index-price.ts';
import { parseRecording } from '../../feeds/recording.ts';
import { openRecordings, ReplayFeed, type ReplayPosition } from '../../feeds/replay-feed.ts';
import { FakeClock } from './fake-clock.ts';

// Real minutes of the crash of 12 March 2020, BTC/USDT and ETH/USDT: 10:45 to 10:52, the minute 10:49 of ETH left out.
const BTC = `time,open,high,low,close,volume
1584009900000,7170.2,7170.2,7118.3,7120,119.29417036
1584009960000,7120,7120.1,7040,7048.9,283.61208719
1584010020000,7049,7050,6900,6933.8,446.42918512
1584010080000,6933.8,6940,6800,6837.6,389.1827342
1584010140000,6837.6,6860,6701,6720.5,402.77120165
1584010200000,6720.5,6745,6600,6640,511.02716473
1584010260000,6640,6671.3,6551.1,6580,377.6120193
1584010320000,6580,6590.2,6450,6510.7,298.10004512
`;
const ETH = `time,open,high,low,close,volume
1584010020000,175.01,175.2,171.3,172.4,5210.2457155700002
1584010080000,172.4,172.9,168,169.2,4120.5
1584010200000,165.8,166.11,160.2,161.9,6120.77
1584010260000,161.9,162.4,158.31,159.77,3980.1
`;
const FIRST = 1_584_009_900_000;
const at = (minute: number, second = 0) => FIRST + minute * 60_000 + second * 1_000;
/** A wall time 17 s into a minute. */
const WALL = Date.UTC(2026, 10, 21, 8, 30, 17);
const WALL_MINUTE = Date.UTC(2026, 10, 21, 8, 30);

let folder: string;
let btc: string;
let eth: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-replay-'));
  btc = path.join(folder, 'btc.csv');
  eth = path.join(folder, 'eth.csv.gz');
  await writeFile(btc, BTC);
  await writeFile(eth, gzipSync(ETH));
});
afterAll(() => rm(folder, { recursive: true }));

interface Opened {
  readonly clock: FakeClock;
  readonly feed: ReplayFeed;
  /** Seconds since WALL_MINUTE → price, '-' where stale, of one market. */
  prices(symbol: string): Record<number, string>;
  readonly samples: IndexSample[];
}
async function open(
  given: {
    readonly startMs?: number;
    readonly speed?: number;
    readonly wallMs?: number;
    readonly symbols?: readonly string[];
    readonly position?: ReplayPosition;
  } = {},
): Promise<Opened> {
  const clock = new FakeClock(given.wallMs ?? WALL);
  const settings = {
    files: [
      { symbol: 'BTC/USDT', file: btc },
      { symbol: 'ETH/USDT', file: eth },
    ],
    symbols: given.symbols ?? ['BTC/USDT', 'ETH/USDT'],
    speed: given.speed ?? 1,
    clock,
    ...(given.startMs !== undefined && { startMs: given.startMs }),
    ...(given.position !== undefined && { position: given.position }),
  };
  const feed = new ReplayFeed(settings, await openRecordings(settings));
  const samples: IndexSample[] = [];
  await feed.start((sample) => samples.push(sample));
  const prices = (symbol: string) =>
    Object.fromEntries(
      samples
        .filter((sample) => sample.symbol === symbol)
        .map(({ timeMs, price }) => [
          (timeMs - WALL_MINUTE) / 1_000,
          price === undefined ? '-' : formatDecimal(price, 8).replace(/\.?0+$/, ''),
        ]),
    );
  return { clock, feed, prices, samples };
}

describe('a replay', () => {
  test('spreads open, high, low and close over the minute, at the wall clock’s own seconds', async () => {
    const { clock, feed, prices } = await open({ startMs: at(2) });
    clock.advance(63_000);
    await feed.stop();
    const seen = prices('BTC/USDT');
    expect([18, 29, 30, 44, 45, 59, 60, 74, 75, 80].map((second) => seen[second])).toEqual([
      '7050',
      '7050',
      '6900',
      '6900',
      '6933.8',
      '6933.8',
      '6933.8',
      '6933.8',
      '6940',
      '6940',
    ]);
  });

  test('names itself as the only source, in wall time', async () => {
    const { clock, feed, samples } = await open({ startMs: at(2), symbols: ['BTC/USDT'] });
    clock.advance(1_000);
    await feed.stop();
    const timeMs = WALL + 1_000;
    const price = 705_000_000_000n;
    expect(samples).toEqual([
      {
        symbol: 'BTC/USDT',
        kind: 'replay',
        timeMs,
        price,
        quality: 'valid',
        sources: [{ venue: 'replay', host: 'btc.csv', price, time: timeMs }],
        dropped: [],
      },
    ]);
  });

  test('holds the last close over a minute without a row', async () => {
    const { clock, feed, prices } = await open({ startMs: at(3), wallMs: WALL_MINUTE });
    clock.advance(121_000);
    await feed.stop();
    const seen = prices('ETH/USDT');
    expect([59, 60, 75, 119, 120].map((second) => seen[second])).toEqual([
      '169.2',
      '169.2',
      '169.2',
      '169.2',
      '165.8',
    ]);
  });

  test('is stale before a file’s first row, after its last, and for a market without a file', async () => {
    const symbols = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT'];
    const { clock, feed, prices } = await open({ startMs: at(1), wallMs: WALL_MINUTE, symbols });
    clock.advance(421_000);
    await feed.stop();
    const eth = prices('ETH/USDT');
    expect([1, 59, 60, 359, 360, 420].map((second) => eth[second])).toEqual([
      '-',
      '-',
      '175.01',
      '159.77',
      '-',
      '-',
    ]);
    const btc = prices('BTC/USDT');
    expect([359, 419, 420].map((second) => btc[second])).toEqual(['6580', '6510.7', '-']);
    expect(new Set(Object.values(prices('SOL/USDT')))).toEqual(new Set(['-']));
    expect(feed.status().venues[0]).toMatchObject({
      state: 'down',
      error: 'the recording has ended',
    });
  });

  test('without FEED_START begins one third into the time that all files cover', async () => {
    const { feed } = await open({ wallMs: WALL_MINUTE });
    // They cover minutes 2 to 7; a third of five minutes in is minute 3.67.
    expect(feed.position().recordedMs).toBe(at(3));
    await feed.stop();
  });

  test('at sixty times the speed each second is another minute, and samples carry wall time', async () => {
    const { clock, feed, samples } = await open({
      startMs: at(0),
      speed: 60,
      symbols: ['BTC/USDT'],
    });
    clock.advance(3_000);
    await feed.stop();
    // Begins 17 s into minute 0, as the wall clock is 17 s into its own: every sample is a minute's high.
    expect(samples.map(({ timeMs, price }) => [timeMs - WALL, price])).toEqual([
      [1_000, 712_010_000_000n],
      [2_000, 705_000_000_000n],
      [3_000, 694_000_000_000n],
    ]);
  });

  test('goes on where it stood after a restart, never back, however long it was down', async () => {
    const first = await open({ startMs: at(2) });
    first.clock.advance(20_500);
    await first.feed.stop();
    const position = first.feed.position();
    expect(position).toMatchObject({ recordedMs: at(2, 37), wallMs: WALL + 20_000 });
    const later = await open({ position, startMs: at(0), wallMs: WALL + 7 * 86_400_000 });
    // 17 s into the minute now, 37 s into the recorded one then: the seconds between are left out.
    expect(later.feed.position().recordedMs).toBe(at(3, 17));
    const soon = await open({ position, wallMs: WALL + 21_000 });
    expect(soon.feed.position().recordedMs).toBe(at(2, 38));
    for (const { feed } of [later, soon]) await feed.stop();
  });

  test('a position in another recording is not used', async () => {
    const position = { recordedMs: at(5), wallMs: WALL, recording: 'BTC/USDT 1 2 3' };
    const { feed } = await open({ position, startMs: at(2), wallMs: WALL_MINUTE });
    expect(feed.position().recordedMs).toBe(at(2));
    await feed.stop();
  });
});

describe('history of a replay', () => {
  const told = (candles: readonly FeedCandle[]) =>
    candles.map((candle) =>
      [
        (candle.openTimeMs - WALL_MINUTE) / 60_000,
        ...[candle.open, candle.high, candle.low, candle.close].map((price) => Number(price) / 1e8),
      ].join(' '),
    );

  test('is all that was recorded before the start, moved by whole minutes, labelled venue', async () => {
    const { feed } = await open({ startMs: at(3) });
    const candles = await feed.history('BTC/USDT', '1m', 0, WALL + 60_000);
    expect(told(candles)).toEqual([
      '-3 7170.2 7170.2 7118.3 7120',
      '-2 7120 7120.1 7040 7048.9',
      '-1 7049 7050 6900 6933.8',
    ]);
    expect(candles[0]).toEqual({
      openTimeMs: WALL_MINUTE - 180_000,
      open: 717_020_000_000n,
      high: 717_020_000_000n,
      low: 711_830_000_000n,
      close: 712_000_000_000n,
      volumeE8: 11_929_417_036n,
      // 119.29417036 × the mean of the four, 7144.675.
      turnoverE8: 85_231_807_661_683n,
      source: 'venue',
    });
    await feed.stop();
  });

  test('is joined by wall time into every period', async () => {
    const { feed } = await open({ startMs: at(7), wallMs: Date.UTC(2026, 10, 21, 8, 33, 5) });
    // Minutes 0…6 fall on 08:26 … 08:32.
    expect(told(await feed.history('BTC/USDT', '5m', 0, Number.MAX_SAFE_INTEGER))).toEqual([
      '-5 7170.2 7170.2 6800 6837.6',
      '0 6837.6 6860 6551.1 6580',
    ]);
    expect(told(await feed.history('BTC/USDT', '1M', 0, Number.MAX_SAFE_INTEGER))).toHaveLength(1);
    await feed.stop();
  });

  test('can be asked in part, and of an unknown market is empty', async () => {
    const { feed } = await open({ startMs: at(3) });
    const part = [WALL_MINUTE - 120_000, WALL_MINUTE - 60_000] as const;
    expect(told(await feed.history('BTC/USDT', '1m', ...part))).toEqual([
      '-2 7120 7120.1 7040 7048.9',
    ]);
    expect(await feed.history('SOL/USDT', '1m', 0, WALL)).toEqual([]);
    await feed.stop();
  });
});

describe('a wrong file stops the start with one line', () => {
  const head = 'time,open,high,low,close,volume';
  const row = '1584009900000,7170.2,7170.2,7118.3,7120,119.3';
  test.each([
    ['no rows', head, 'has no rows'],
    ['a missing column', 'time,open,high,low,volume\n1,2,3,4,5', 'has no column "close"'],
    ['no header', `${row}\n${row}`, 'has no column "time"'],
    [
      'seconds instead of milliseconds',
      `${head}\n1584009900,1,1,1,1,1`,
      'line 2: time "1584009900" is not the start of a minute in milliseconds',
    ],
    [
      'a time within a minute',
      `${head}\n1584009900001,1,1,1,1,1`,
      'line 2: time "1584009900001" is not',
    ],
    [
      'a date',
      `${head}\n2020-03-12T10:45:00Z,1,1,1,1,1`,
      'line 2: time "2020-03-12T10:45:00Z" is not',
    ],
    [
      'rows out of order',
      `${head}\n1584009960000,1,1,1,1,1\n${row}`,
      'line 3: its time is not after',
    ],
    ['a row twice', `${head}\n${row}\n${row}`, 'line 3: its time is not after'],
    [
      'a price of zero',
      `${head}\n1584009900000,0,1,0,1,1`,
      'line 2: open "0" is not a price above zero',
    ],
    ['a negative price', `${head}\n1584009900000,1,1,-1,1,1`, 'line 2: low "-1" is not a price'],
    ['an empty price', `${head}\n1584009900000,1,1,1,,1`, 'line 2: close "" is not a price'],
    ['a short row', `${head}\n1584009900000,1,1`, 'line 2: low "" is not a price'],
    ['NaN', `${head}\n1584009900000,1,NaN,1,1,1`, 'line 2: high "NaN" is not a price'],
    [
      'a high below its close',
      `${head}\n1584009900000,1,1,1,2,1`,
      'line 2: open and close do not lie between',
    ],
    [
      'a negative volume',
      `${head}\n1584009900000,1,1,1,1,-1`,
      'line 2: volume "-1" is not a number from 0',
    ],
    ['an empty volume', `${head}\n1584009900000,1,1,1,1,`, 'line 2: volume "" is not a number'],
  ])('%s', (_claim, text, message) => {
    expect(() => parseRecording(text, (why) => new ConfigError('FEED', `x.csv: ${why}`))).toThrow(
      `FEED: x.csv: ${message}`,
    );
  });

  test.each([
    ['a missing file', async () => path.join(folder, 'none.csv'), 'cannot be read'],
    [
      'half a gzip file',
      async () => {
        const file = path.join(folder, 'half.gz');
        await writeFile(file, gzipSync(BTC).subarray(0, 60));
        return file;
      },
      'is not a whole gzip file',
    ],
  ])('%s', async (_claim, make, message) => {
    const file = await make();
    const opened = openRecordings({ files: [{ symbol: 'BTC/USDT', file }] });
    await expect(opened).rejects.toThrow(message);
    await expect(opened).rejects.toBeInstanceOf(ConfigError);
  });

  test('a start outside the recording', async () => {
    await expect(open({ startMs: at(60) })).rejects.toThrow(
      'FEED_START: 2020-03-12T11:45:00.000Z is not within 2020-03-12T10:45:00.000Z … 2020-03-12T10:53:00.000Z',
    );
  });
});

test('blanks, quotes, a byte-order mark, other columns, CRLF, exponents and long decimals are read', () => {
  const text =
    '\ufeff"Volume", close,low,high,open,time,trades\r\n2745.5147655700002,1.5e-05,1E-5,0.00002,0.000012345678,1584009900000,3\r\n';
  const recording = parseRecording(text, (why) => new Error(why));
  const [candle] = recording.candles(0, Number.MAX_SAFE_INTEGER, 0);
  expect(candle).toEqual({
    openTimeMs: 1_584_009_900_000,
    open: 1_234n,
    high: 2_000n,
    low: 1_000n,
    close: 1_500n,
    volumeE8: 274_551_476_557n,
    turnoverE8: 3_935_695n,
    source: 'venue',
  });
});
