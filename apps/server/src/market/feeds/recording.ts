/** A file of recorded one-minute candles, checked line by line, kept in columns: a year is half a million rows. */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { MINUTE_MS, type PriceE8, placeOf, priceE8 } from '@fairlead/units';
import { ConfigError } from '../../core/config/values.ts';
import { estimatedTurnoverE8, type FeedCandle } from './candle.ts';

const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
/** Nineteen years of minutes; more is a mistake, and would not fit in memory beside the exchange. */
const ROWS_MAX = 10_000_000;
/** Fits the columns' 64 bits with room. */
const PRICE_MAX_E8 = 10n ** 18n;
const PRICE_TEXT = /^(\d{1,12})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/;
const QUARTER_MS = MINUTE_MS / 4;

export class Recording {
  readonly length: number;
  readonly firstMs: number;
  /** The end of the last minute. */
  readonly endMs: number;
  readonly #timesMs: Float64Array;
  /** Open, high, low, close of row n at 4n…4n + 3. */
  readonly #pricesE8: BigInt64Array;
  readonly #volumes: Float64Array;

  constructor(columns: {
    readonly timesMs: Float64Array;
    readonly pricesE8: BigInt64Array;
    readonly volumes: Float64Array;
  }) {
    this.length = columns.timesMs.length;
    this.#timesMs = columns.timesMs;
    this.#pricesE8 = columns.pricesE8;
    this.#volumes = columns.volumes;
    this.firstMs = columns.timesMs[0] ?? 0;
    this.endMs = (columns.timesMs[this.length - 1] ?? 0) + MINUTE_MS;
  }

  /**
   * The price at a recorded time: open, high, low and close for a quarter of their minute each. A minute without a
   * row holds the last close. Undefined before the first minute and after the last.
   */
  priceAt(recordedMs: number): PriceE8 | undefined {
    if (recordedMs < this.firstMs || recordedMs >= this.endMs) return undefined;
    const row = this.#rowsUpTo(recordedMs) - 1;
    const intoMs = recordedMs - (this.#timesMs[row] ?? 0);
    const quarter = Math.min(Math.floor(intoMs / QUARTER_MS), 3);
    return this.#price(row, quarter);
  }

  /** Candles whose minute begins in [fromMs, toMs), each moved by `shiftMs`. */
  *candles(fromMs: number, toMs: number, shiftMs: number): Generator<FeedCandle> {
    const end = this.#rowsUpTo(toMs - 1);
    for (let row = this.#rowsUpTo(fromMs - 1); row < end; row += 1) {
      const prices = {
        open: this.#price(row, 0),
        high: this.#price(row, 1),
        low: this.#price(row, 2),
        close: this.#price(row, 3),
      };
      const volumeE8 = BigInt(Math.round((this.#volumes[row] ?? 0) * 1e8));
      const turnoverE8 = estimatedTurnoverE8({ ...prices, volumeE8 });
      const openTimeMs = (this.#timesMs[row] ?? 0) + shiftMs;
      yield { openTimeMs, ...prices, volumeE8, turnoverE8, source: 'venue' };
    }
  }

  /** How many rows begin at or before a time. O(log n). */
  #rowsUpTo(timeMs: number): number {
    return placeOf(this.#timesMs, (rowMs) => rowMs <= timeMs);
  }

  #price(row: number, which: number): PriceE8 {
    return priceE8(this.#pricesE8[row * 4 + which] ?? 0n);
  }
}

/** Reads a CSV, gzipped or not. Throws ConfigError with the line that is wrong. */
export async function readRecording(file: string): Promise<Recording> {
  const wrong = (why: string) => new ConfigError('FEED', `${file}: ${why}`);
  let content: Buffer;
  try {
    content = await readFile(file);
  } catch (error) {
    throw wrong(`cannot be read (${error instanceof Error ? error.message : 'unknown'})`);
  }
  if (content[0] === 0x1f && content[1] === 0x8b) {
    try {
      content = gunzipSync(content);
    } catch {
      throw wrong('is not a whole gzip file');
    }
  }
  return parseRecording(content.toString('utf8'), wrong);
}

/** Reads the text of a CSV; `wrong` makes the error of a sentence about it. */
export function parseRecording(text: string, wrong: (why: string) => Error): Recording {
  const lines = text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split(/\r?\n/);
  const [header = '', ...rows] = lines;
  if (rows.length === 0) throw wrong('has no rows');
  if (rows.length > ROWS_MAX) throw wrong(`has more than ${ROWS_MAX} rows`);
  const positions = columnPositions(header, wrong);
  const timesMs = new Float64Array(rows.length);
  const pricesE8 = new BigInt64Array(rows.length * 4);
  const volumes = new Float64Array(rows.length);
  for (const [at, row] of rows.entries()) {
    const refuse = (why: string) => wrong(`line ${at + 2}: ${why}`);
    const { timeMs, prices, volume } = parseRow(row.split(','), positions, refuse);
    if (at > 0 && timeMs <= (timesMs[at - 1] ?? 0)) {
      throw refuse('its time is not after the time of the line before');
    }
    timesMs[at] = timeMs;
    volumes[at] = volume;
    pricesE8.set(prices, at * 4);
  }
  return new Recording({ timesMs, pricesE8, volumes });
}

function columnPositions(header: string, wrong: (why: string) => Error): readonly number[] {
  const names = header.split(',').map((name) => name.trim().replaceAll('"', '').toLowerCase());
  return COLUMNS.map((column) => {
    const at = names.indexOf(column);
    if (at < 0)
      throw wrong(`has no column "${column}": its first line must name ${COLUMNS.join(',')}`);
    return at;
  });
}

function parseRow(
  cells: readonly string[],
  positions: readonly number[],
  refuse: (why: string) => Error,
): { readonly timeMs: number; readonly prices: readonly bigint[]; readonly volume: number } {
  const [time = '', ...values] = positions.map((at) => (cells[at] ?? '').trim());
  const timeMs = /^\d{12,14}$/.test(time) ? Number(time) : Number.NaN;
  if (!(timeMs % MINUTE_MS === 0)) {
    throw refuse(`time "${time}" is not the start of a minute in milliseconds`);
  }
  const prices = values.slice(0, 4).map((text, at) => {
    const price = parsePrice(text);
    if (price === undefined) throw refuse(`${COLUMNS[at + 1]} "${text}" is not a price above zero`);
    return price;
  });
  const [open = 0n, high = 0n, low = 0n, close = 0n] = prices;
  if (low > open || low > close || high < open || high < close) {
    throw refuse('open and close do not lie between low and high');
  }
  const volume = values[4] === '' ? Number.NaN : Number(values[4]);
  if (!(volume >= 0 && volume < 1e15)) throw refuse(`volume "${values[4]}" is not a number from 0`);
  return { timeMs, prices, volume };
}

/** In 10^-8, what is beyond the eighth decimal cut; an exponent is read, since spreadsheets write one. */
function parsePrice(text: string): bigint | undefined {
  const match = PRICE_TEXT.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const places = 8 + Number(exponent);
  const digits = whole + fraction.padEnd(Math.max(places, 0), '0');
  const end = whole.length + places;
  const value = end <= 0 ? 0n : BigInt(digits.slice(0, end));
  return value > 0n && value <= PRICE_MAX_E8 ? value : undefined;
}
