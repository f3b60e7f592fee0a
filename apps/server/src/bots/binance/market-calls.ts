/** Market data: what needs no key. */

import { parseDecimal } from '@fairlead/units';
import type { Config } from '../../core/config/config.ts';
import type { Database } from '../../core/store/database.ts';
import type { Candles } from '../../market/candles/index.ts';
import { VOLUME_SCALE } from '../../market/candles/index.ts';
import type { MarketData } from '../../market/data/index.ts';
import type { MarketTerms } from '../../market/index.ts';
import type { BinanceCall, OpenEndpoint } from './endpoint.ts';
import { BinanceError } from './errors.ts';
import { rateLimits, symbolInfo } from './exchange-info.ts';
import { averageText, dayFigures } from './figures.ts';
import type { Gate } from './gate.ts';
import { intervalNamed, SECOND } from './intervals.ts';
import { keptCandles, klines, klineView } from './klines.ts';
import { BOOK_LEVELS_DEFAULT, BOOK_LEVELS_MAX } from './limits.ts';
import type { Parameters } from './parameters.ts';
import { secondCandles } from './second-candles.ts';
import { askedMarkets, listedMarkets, marketNamed } from './symbols.ts';
import { tickerEndpoints } from './ticker-calls.ts';
import { rowsOf, tradeEndpoints } from './trade-calls.ts';

export interface MarketParts {
  readonly marketData: MarketData;
  readonly candles: Candles;
  readonly database: Database;
  readonly config: Config;
}

/** Average price of so many minutes. */
const AVERAGE_MINUTES = 5;

export function marketEndpoints(context: MarketParts, gate: Gate): OpenEndpoint[] {
  const { marketData } = context;
  const { terms } = marketData;
  const market = (parameters: Parameters) => marketNamed(terms, parameters.required('symbol'));
  const none = { method: 'GET', security: 'none' } as const;
  return [
    { ...none, path: 'api/v3/ping', socketMethod: 'ping', weight: 1, run: () => ({}) },
    {
      ...none,
      path: 'api/v3/time',
      socketMethod: 'time',
      weight: 1,
      run: ({ nowMs }) => ({ serverTime: nowMs }),
    },
    {
      ...none,
      path: 'api/v3/exchangeInfo',
      socketMethod: 'exchangeInfo',
      weight: 20,
      run: (call) => exchangeInfo(context, gate, call),
    },
    {
      ...none,
      path: 'api/v3/depth',
      socketMethod: 'depth',
      weight: (parameters) => depthWeight(depthLimit(parameters)),
      run: ({ parameters }) => depth(context, market(parameters), depthLimit(parameters)),
    },
    ...tradeEndpoints(context),
    {
      ...none,
      path: 'api/v3/klines',
      socketMethod: 'klines',
      weight: klineWeight,
      run: (call) => candlesOf(context, market(call.parameters), call),
    },
    {
      ...none,
      path: 'api/v3/uiKlines',
      socketMethod: 'uiKlines',
      weight: klineWeight,
      run: (call) => candlesOf(context, market(call.parameters), call),
    },
    {
      ...none,
      path: 'api/v3/avgPrice',
      socketMethod: 'avgPrice',
      weight: 2,
      run: ({ parameters, nowMs }) => averagePriceOf(context, market(parameters), nowMs),
    },
    ...tickerEndpoints(context),
  ];
}

/** Seconds are made of trades, and weigh what as many pages of trades weigh; a call without an interval is refused. */
const klineWeight = (parameters: Parameters): number =>
  parameters.text('interval') === SECOND.name ? 20 : 2;
const depthLimit = (parameters: Parameters): number =>
  parameters.count('limit', { fallback: BOOK_LEVELS_DEFAULT, max: BOOK_LEVELS_MAX });

/** As Binance weighs it. */
function depthWeight(levels: number): number {
  if (levels <= 100) return 5;
  if (levels <= 500) return 25;
  return levels <= 1_000 ? 50 : 250;
}

function exchangeInfo(
  { marketData, config }: MarketParts,
  gate: Gate,
  { parameters, nowMs }: BinanceCall,
) {
  const markets = askedMarkets(marketData.terms, parameters) ?? listedMarkets(marketData.terms);
  // Whatever else is asked for: there are no other permissions, and nobody needs the sets.
  for (const name of ['permissions', 'showPermissionSets', 'symbolStatus']) parameters.text(name);
  return {
    timezone: 'UTC',
    serverTime: nowMs,
    // Whether any of this is worth anything.
    mode: modeOf(config),
    rateLimits: rateLimits(gate.limit, config.rateLimitFactor),
    exchangeFilters: [],
    symbols: markets.map(symbolInfo),
    sors: [],
  };
}

/** What kind of money is traded here: `sandbox` and `demo` are test funds. */
export const modeOf = (config: Config): 'real' | 'demo' | 'sandbox' =>
  config.isSandbox ? 'sandbox' : config.isDemo ? 'demo' : 'real';

function depth({ marketData }: MarketParts, { symbol }: MarketTerms, levels: number) {
  const book = marketData.book(symbol, levels);
  return { lastUpdateId: book?.sequence ?? 0, bids: book?.bids ?? [], asks: book?.asks ?? [] };
}

async function candlesOf(
  { candles, database, marketData: { terms } }: MarketParts,
  market: MarketTerms,
  { parameters, nowMs }: BinanceCall,
) {
  const interval = intervalNamed(parameters.required('interval'));
  const zone = parameters.text('timeZone') ?? '0';
  if (!/^[+-]?0{1,2}(:00)?$/.test(zone))
    throw new BinanceError(
      -1130,
      "Data sent for parameter 'timeZone' is not valid: days are UTC's.",
    );
  const source =
    interval === SECOND
      ? secondCandles({ database, terms, market })
      : keptCandles(candles, market.symbol, interval);
  const found = await klines(source, {
    interval,
    fromMs: parameters.time('startTime'),
    toMs: parameters.time('endTime'),
    limit: rowsOf(parameters),
    nowMs,
  });
  return found.map((candle) => klineView(candle, interval));
}

async function averagePriceOf(
  { candles, marketData }: MarketParts,
  market: MarketTerms,
  nowMs: number,
) {
  const { symbol } = market;
  const fromMs = nowMs - AVERAGE_MINUTES * 60_000;
  const range = {
    symbol,
    period: '1m',
    kind: 'trade',
    fromMs,
    limit: AVERAGE_MINUTES + 1,
  } as const;
  const bars = await candles.range(range);
  const sum = (field: 'volume' | 'turnover') =>
    bars.reduce((total, bar) => total + (parseDecimal(bar[field], VOLUME_SCALE) ?? 0n), 0n);
  const { last } = dayFigures(marketData, market, nowMs);
  const price = averageText(sum('turnover'), sum('volume')) ?? last;
  const closeTime = marketData.trades(symbol, 1)[0]?.time ?? nowMs;
  return { mins: AVERAGE_MINUTES, price, closeTime };
}
