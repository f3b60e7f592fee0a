/** Market data: what needs no key. */

import type { PublicTrade } from '@fairlead/contract';
import type { TradeRow } from '@fairlead/engine';
import { parseDecimal } from '@fairlead/units';
import type { Config } from '../../core/config/config.ts';
import { amountText } from '../../core/http/figures.ts';
import type { Database } from '../../core/store/database.ts';
import type { Candles } from '../../market/candles/index.ts';
import { VOLUME_SCALE } from '../../market/candles/index.ts';
import type { MarketData } from '../../market/data/index.ts';
import { publicTrade } from '../../market/data/index.ts';
import type { MarketTerms } from '../../market/index.ts';
import { recentTrades } from '../../spot/index.ts';
import { tradeIdAtTime, tradesFrom } from '../bot-queries.ts';
import type { BinanceCall, OpenEndpoint } from './endpoint.ts';
import { BinanceError } from './errors.ts';
import { rateLimits, symbolInfo } from './exchange-info.ts';
import { averageText, type DayFigures, dayFigures } from './figures.ts';
import type { Gate } from './gate.ts';
import { intervalNamed } from './intervals.ts';
import { klines, klineView } from './klines.ts';
import { BOOK_LEVELS_DEFAULT, BOOK_LEVELS_MAX, ROWS_DEFAULT, ROWS_MAX } from './limits.ts';
import { missing, type Parameters } from './parameters.ts';
import { listedMarkets, marketNamed, symbolOf } from './symbols.ts';

interface Parts {
  readonly marketData: MarketData;
  readonly candles: Candles;
  readonly database: Database;
  readonly config: Config;
}

/** Average price of so many minutes. */
const AVERAGE_MINUTES = 5;

export function marketEndpoints(context: Parts, gate: Gate): OpenEndpoint[] {
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
    {
      ...none,
      path: 'api/v3/trades',
      socketMethod: 'trades.recent',
      weight: 25,
      run: async ({ parameters }) => {
        const asked = market(parameters);
        const rows = await recentTrades(context.database, asked.marketId, rowsOf(parameters));
        return rows.toReversed().map((row) => tradeView(context, asked, row));
      },
    },
    {
      ...none,
      path: 'api/v3/aggTrades',
      socketMethod: 'trades.aggregate',
      weight: 4,
      run: (call) => aggregateTrades(context, market(call.parameters), call),
    },
    {
      ...none,
      path: 'api/v3/klines',
      socketMethod: 'klines',
      weight: 2,
      run: (call) => candlesOf(context, market(call.parameters), call),
    },
    {
      ...none,
      path: 'api/v3/uiKlines',
      socketMethod: 'uiKlines',
      weight: 2,
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

const rowsOf = (parameters: Parameters): number =>
  parameters.count('limit', { fallback: ROWS_DEFAULT, max: ROWS_MAX });
const depthLimit = (parameters: Parameters): number =>
  parameters.count('limit', { fallback: BOOK_LEVELS_DEFAULT, max: BOOK_LEVELS_MAX });

/** As Binance weighs it. */
function depthWeight(levels: number): number {
  if (levels <= 100) return 5;
  if (levels <= 500) return 25;
  return levels <= 1_000 ? 50 : 250;
}

function exchangeInfo(
  { marketData, config }: Parts,
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

function depth({ marketData }: Parts, { symbol }: MarketTerms, levels: number) {
  const book = marketData.book(symbol, levels);
  return { lastUpdateId: book?.sequence ?? 0, bids: book?.bids ?? [], asks: book?.asks ?? [] };
}

/** A trade in the tick and lot it was made with. */
function tradeView({ marketData }: Parts, market: MarketTerms, row: TradeRow) {
  const trade = shownTrade(marketData.terms, row);
  return {
    id: trade.id,
    price: trade.price,
    qty: trade.quantity,
    quoteQty: amountText(row.notional, market.quote),
    time: trade.time,
    isBuyerMaker: trade.side === 'sell',
    isBestMatch: true,
  };
}

const shownTrade = (terms: Parts['marketData']['terms'], row: TradeRow): PublicTrade =>
  publicTrade(row, terms, () => false);

/** Each of our trades is an aggregate of one: it has one price, one taker and one time already. */
async function aggregateTrades(
  { marketData, database }: Parts,
  { marketId }: MarketTerms,
  { parameters }: BinanceCall,
) {
  const limit = rowsOf(parameters);
  const fromId = parameters.integer('fromId');
  const [fromMs, toMs] = [parameters.time('startTime'), parameters.time('endTime')];
  const rows = await tradesOf({ database, marketId, fromId, fromMs, toMs, limit });
  return rows.map((row) => {
    const { id, price, quantity, side, time } = shownTrade(marketData.terms, row);
    const isBuyerMaker = side === 'sell';
    return { a: id, p: price, q: quantity, f: id, l: id, T: time, m: isBuyerMaker, M: true };
  });
}

interface TradesAsked {
  readonly database: Parts['database'];
  readonly marketId: number;
  readonly fromId: number | undefined;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly limit: number;
}

/** Oldest first: from an id or a time on, else the last ones until a time or now. */
async function tradesOf(asked: TradesAsked): Promise<TradeRow[]> {
  const { database, marketId, fromId, fromMs, toMs, limit } = asked;
  const end = toMs === undefined ? {} : { toMs };
  if (fromId !== undefined) return tradesFrom(database, { marketId, fromId, limit, ...end });
  if (fromMs !== undefined) {
    const firstId = await tradeIdAtTime(database, marketId, fromMs);
    return tradesFrom(database, { marketId, fromId: firstId, limit, ...end });
  }
  if (toMs === undefined) return (await recentTrades(database, marketId, limit)).toReversed();
  // Ids of all markets are one series: `limit` of this market need not lie within `limit` ids.
  const beyondId = await tradeIdAtTime(database, marketId, toMs + 1);
  return lastTradesBefore(database, { marketId, beyondId, limit });
}

async function lastTradesBefore(
  database: Parts['database'],
  { marketId, beyondId, limit }: { marketId: number; beyondId: number; limit: number },
): Promise<TradeRow[]> {
  for (let width = limit; ; width *= 4) {
    const fromId = Math.max(1, beyondId - width);
    const rows = await tradesFrom(database, { marketId, fromId, limit: width });
    const before = rows.filter(({ tradeId }) => tradeId < beyondId);
    if (before.length >= limit || fromId === 1 || width > 10 * ROWS_MAX)
      return before.slice(-limit);
  }
}

async function candlesOf(
  { candles }: Parts,
  { symbol }: MarketTerms,
  { parameters, nowMs }: BinanceCall,
) {
  const interval = intervalNamed(parameters.required('interval'));
  const zone = parameters.text('timeZone') ?? '0';
  if (!/^[+-]?0{1,2}(:00)?$/.test(zone))
    throw new BinanceError(
      -1130,
      "Data sent for parameter 'timeZone' is not valid: days are UTC's.",
    );
  const found = await klines(candles, {
    symbol,
    interval,
    fromMs: parameters.time('startTime'),
    toMs: parameters.time('endTime'),
    limit: rowsOf(parameters),
    nowMs,
  });
  return found.map((candle) => klineView(candle, interval));
}

async function averagePriceOf({ candles, marketData }: Parts, market: MarketTerms, nowMs: number) {
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

/** `symbol` or `symbols`; undefined when neither is given. */
function askedMarkets(
  terms: Parts['marketData']['terms'],
  parameters: Parameters,
): MarketTerms[] | undefined {
  const [one, many] = [parameters.text('symbol'), parameters.words('symbols')];
  if (one !== undefined && many !== undefined)
    throw new BinanceError(-1128, 'Combination of optional parameters invalid.');
  if (one !== undefined) return [marketNamed(terms, one)];
  return many?.map((name) => marketNamed(terms, name));
}

/** Figures of one market as an object, of several as a list. */
function tickerEndpoints({ marketData }: Parts): OpenEndpoint[] {
  const { terms } = marketData;
  const each = (
    view: (market: MarketTerms, nowMs: number, isMini: boolean) => object,
    needsMarket = false,
  ) => {
    return ({ parameters, nowMs }: BinanceCall) => {
      const isOne = parameters.has('symbol');
      const asked = askedMarkets(terms, parameters);
      const isMini = typeOf(parameters) === 'MINI';
      for (const name of ['windowSize', 'symbolStatus']) parameters.text(name);
      if (asked === undefined && needsMarket) throw missing('symbol');
      const list = (asked ?? listedMarkets(terms)).map((market) => view(market, nowMs, isMini));
      return isOne ? list[0] : list;
    };
  };
  const figures = (market: MarketTerms, nowMs: number) => dayFigures(marketData, market, nowMs);
  const weigh = (one: number, all: number) => (parameters: Parameters) =>
    parameters.has('symbol') ? one : all;
  const none = { method: 'GET', security: 'none' } as const;
  const day = (market: MarketTerms, nowMs: number, isMini: boolean) =>
    dayView(market, figures(market, nowMs), isMini);
  return [
    {
      ...none,
      path: 'api/v3/ticker/24hr',
      socketMethod: 'ticker.24hr',
      weight: weigh(2, 80),
      run: each(day),
    },
    {
      ...none,
      path: 'api/v3/ticker',
      socketMethod: 'ticker',
      weight: weigh(4, 80),
      run: (call) => {
        // Of windows we know the day's.
        const size = call.parameters.text('windowSize') ?? '1d';
        if (size !== '1d' && size !== '24h')
          throw new BinanceError(
            -1130,
            "Data sent for parameter 'windowSize' is not valid: 1d only.",
          );
        return each(day, true)(call);
      },
    },
    {
      ...none,
      path: 'api/v3/ticker/price',
      socketMethod: 'ticker.price',
      weight: weigh(2, 4),
      run: each((market, nowMs) => ({
        symbol: symbolOf(market),
        price: figures(market, nowMs).last,
      })),
    },
    {
      ...none,
      path: 'api/v3/ticker/bookTicker',
      socketMethod: 'ticker.book',
      weight: weigh(2, 4),
      run: each((market, nowMs) => {
        const { bid, ask } = figures(market, nowMs);
        const [bidPrice, bidQty] = bid;
        const [askPrice, askQty] = ask;
        return { symbol: symbolOf(market), bidPrice, bidQty, askPrice, askQty };
      }),
    },
  ];
}

function typeOf(parameters: Parameters): string {
  const type = parameters.text('type') ?? 'FULL';
  if (type !== 'FULL' && type !== 'MINI')
    throw new BinanceError(-1130, "Data sent for parameter 'type' is not valid.");
  return type;
}

/** The trades of a day are not counted, nor is its first one known: 0 and -1. */
function dayView(market: MarketTerms, day: DayFigures, isMini: boolean): object {
  const mini = {
    symbol: symbolOf(market),
    openPrice: day.open,
    highPrice: day.high,
    lowPrice: day.low,
    lastPrice: day.last,
    volume: day.volume,
    quoteVolume: day.turnover,
    openTime: day.openTimeMs,
    closeTime: day.closeTimeMs,
    firstId: -1,
    lastId: day.lastTradeId,
    count: 0,
    // A field that Binance has not: some of these trades nobody made.
    ...(day.isSimulated && { isSimulated: true }),
  };
  if (isMini) return mini;
  const [bidPrice, bidQty] = day.bid;
  const [askPrice, askQty] = day.ask;
  return {
    ...mini,
    priceChange: day.change,
    priceChangePercent: day.changePercent,
    weightedAvgPrice: day.average,
    prevClosePrice: day.open,
    lastQty: day.lastQuantity,
    ...{ bidPrice, bidQty, askPrice, askQty },
  };
}
