/** Figures of a market over a span that ends now, summed from candles: exact, and cheap however long it is. */
import type { Candle, Period } from '@fairlead/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS, parseDecimal } from '@fairlead/units';
import { type Candles, VOLUME_SCALE } from '../../market/candles/index.ts';
import type { MarketData } from '../../market/data/index.ts';
import type { MarketTerms } from '../../market/index.ts';
import { BinanceError } from './errors.ts';
import { averageText, changeOf, type DayFigures, lastPrice } from './figures.ts';
import { joinTwo } from './intervals.ts';

/** Of a day's figures what is known of any span. */
export type WindowFigures = Omit<DayFigures, 'bid' | 'ask' | 'lastQuantity'>;

const UNITS = {
  m: { ms: MINUTE_MS, max: 59 },
  h: { ms: HOUR_MS, max: 23 },
  d: { ms: DAY_MS, max: 7 },
} as const;
const WINDOW = /^([1-9][0-9]?)([mhd])$/;
const ZONE = /^([+-]?)([0-9]{1,2})(?::([0-9]{2}))?$/;
const QUARTER_MS = 15 * MINUTE_MS;

/** Where a window of `1m` to `59m`, `1h` to `23h` or `1d` to `7d` begins: at a whole minute. Throws -1130. */
export function windowOf(size: string, nowMs: number): number {
  const [, count = '0', unit = 'm'] = WINDOW.exec(size) ?? [];
  const { ms, max } = UNITS[unit as keyof typeof UNITS];
  // A day in hours, as clients have said it before.
  const isKnown = size === '24h' || (Number(count) >= 1 && Number(count) <= max);
  if (!isKnown) throw invalid('windowSize');
  return Math.floor((nowMs - Number(count) * ms) / MINUTE_MS) * MINUTE_MS;
}

/** When the day began in a zone from -12:00 to +14:00. Throws -1130. */
export function tradingDayOf(zone: string, nowMs: number): number {
  const [found, sign, hours, minutes = '0'] = ZONE.exec(zone) ?? [];
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  const offsetMs = sign === '-' ? -size : size;
  const isKnown = found !== undefined && Number(minutes) < 60;
  if (!isKnown || offsetMs < -12 * HOUR_MS || offsetMs > 14 * HOUR_MS) throw invalid('timeZone');
  return Math.floor((nowMs + offsetMs) / DAY_MS) * DAY_MS - offsetMs;
}

const invalid = (name: string): BinanceError =>
  new BinanceError(-1130, `Data sent for parameter '${name}' is not valid.`);

interface Source {
  readonly candles: Pick<Candles, 'range'>;
  readonly marketData: Pick<MarketData, 'quotation' | 'trades'>;
}

/** `fromMs` is a whole minute. Without a trade in it the last price is open, high, low and close. */
export async function windowFigures(
  { candles, marketData }: Source,
  market: MarketTerms,
  { fromMs, nowMs }: { readonly fromMs: number; readonly nowMs: number },
): Promise<WindowFigures> {
  const parts: Candle[] = [];
  for (const { period, ...span } of spansOf(fromMs, nowMs)) {
    const series = { symbol: market.symbol, kind: 'trade', limit: 100, period } as const;
    parts.push(...(await candles.range({ ...series, ...span })));
  }
  const [first, ...rest] = parts;
  const whole = first && rest.reduce(joinTwo, first);
  const last = whole?.close ?? lastPrice(marketData, market);
  const { open = last, high = last, low = last, volume = '0', turnover = '0' } = whole ?? {};
  const sums = [turnover, volume].map((text) => parseDecimal(text, VOLUME_SCALE) ?? 0n);
  return {
    ...changeOf(open, last),
    average: averageText(sums[0] ?? 0n, sums[1] ?? 0n) ?? last,
    ...{ open, high, low, last, volume, turnover },
    openTimeMs: fromMs,
    closeTimeMs: nowMs,
    isSimulated: parts.some(({ source }) => source === 'simulated'),
    lastTradeId: marketData.trades(market.symbol, 1)[0]?.id ?? -1,
  };
}

/** Minutes to the next quarter, quarters to the next day, then days: at most 14, 95 and 8 candles. */
function* spansOf(
  fromMs: number,
  nowMs: number,
): Generator<{ readonly period: Period; readonly fromMs: number; readonly toMs: number }> {
  let atMs = fromMs;
  for (const [period, lengthMs] of [
    ['1m', QUARTER_MS],
    ['15m', DAY_MS],
  ] as const) {
    const nextMs = Math.min(Math.ceil(atMs / lengthMs) * lengthMs, nowMs + 1);
    if (nextMs > atMs) yield { period, fromMs: atMs, toMs: nextMs - 1 };
    atMs = Math.max(atMs, nextMs);
  }
  if (atMs <= nowMs) yield { period: '1d', fromMs: atMs, toMs: nowMs };
}
