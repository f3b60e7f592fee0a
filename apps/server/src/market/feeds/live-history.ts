/** Candles of a venue over HTTP, for charts of the time before this exchange was there. */
import type { Period } from '@fairlead/contract';
import { maximum, minimum, type PriceE8, parseDecimal, priceE8 } from '@fairlead/units';
import { aggregateCandles, estimatedTurnoverE8, type FeedCandle } from './candle.ts';
import type { OhlcvRow, VenueExchange } from './live-exchange.ts';
import { decimalText } from './live-venue.ts';

/** Timeframes of ccxt a period can be made of, the best first. */
const TIMEFRAMES: Readonly<Record<Period, readonly string[]>> = {
  '1m': ['1m'],
  '5m': ['5m', '1m'],
  '15m': ['15m', '5m', '1m'],
  '30m': ['30m', '15m', '5m'],
  '60m': ['1h', '30m', '15m'],
  '1d': ['1d', '1h'],
  // Venues begin their weeks on different days.
  '1w': ['1d'],
  '1M': ['1d'],
};
/** What every venue gives at once; those that give less are asked again from where they ended. */
const PAGE_ROWS = 300;
const PAGES_MAX = 60;

export async function venueCandles(
  exchange: VenueExchange,
  asked: {
    readonly symbol: string;
    readonly period: Period;
    readonly fromMs: number;
    readonly toMs: number;
  },
): Promise<readonly FeedCandle[]> {
  const { symbol, period, fromMs, toMs } = asked;
  if (exchange.has['fetchOHLCV'] !== true) return [];
  await exchange.loadMarkets();
  if (exchange.markets?.[symbol] === undefined) return [];
  const timeframe = TIMEFRAMES[period].find((name) => Object.hasOwn(exchange.timeframes, name));
  if (timeframe === undefined) return [];
  const candles = new Map<number, FeedCandle>();
  let sinceMs = fromMs;
  for (let page = 0; page < PAGES_MAX && sinceMs < toMs; page += 1) {
    const rows = await exchange.fetchOHLCV(symbol, timeframe, sinceMs, PAGE_ROWS);
    const read = rows.map(readRow).filter((candle) => candle !== undefined);
    for (const candle of read) candles.set(candle.openTimeMs, candle);
    const lastMs = read.at(-1)?.openTimeMs;
    if (lastMs === undefined || lastMs < sinceMs) break;
    sinceMs = lastMs + 1;
  }
  const ascending = [...candles.values()]
    .filter(({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs)
    .sort((left, right) => left.openTimeMs - right.openTimeMs);
  return aggregateCandles(ascending, period).filter(({ openTimeMs }) => openTimeMs >= fromMs);
}

/** Undefined for a row that is no candle; a range that does not hold its ends is widened to them. */
function readRow(row: OhlcvRow): FeedCandle | undefined {
  const [openTimeMs, ...numbers] = row;
  const [open, high, low, close] = numbers.slice(0, 4).map(readPrice);
  const volume = numbers[4] ?? 0;
  if (!open || !high || !low || !close || !Number.isSafeInteger(openTimeMs)) return undefined;
  if (openTimeMs === undefined || !(volume >= 0 && volume < 1e15)) return undefined;
  const prices = {
    open,
    high: maximum(high, maximum(open, close)),
    low: minimum(low, minimum(open, close)),
    close,
  };
  const volumeE8 = BigInt(Math.round(volume * 1e8));
  const turnoverE8 = estimatedTurnoverE8({ ...prices, volumeE8 });
  return { openTimeMs, ...prices, volumeE8, turnoverE8, source: 'venue' };
}

function readPrice(value: number | undefined): PriceE8 | undefined {
  const [whole = '', fraction = ''] = decimalText(value).split('.');
  const price = parseDecimal(fraction === '' ? whole : `${whole}.${fraction.slice(0, 8)}`, 8);
  return price !== undefined && price > 0n ? priceE8(price) : undefined;
}
