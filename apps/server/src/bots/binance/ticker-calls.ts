/** Prices and figures of markets: now, of the last day, of a trading day, of any window. */
import type { Candles } from '../../market/candles/index.ts';
import type { MarketData } from '../../market/data/index.ts';
import type { MarketTerms } from '../../market/index.ts';
import type { BinanceCall, OpenEndpoint } from './endpoint.ts';
import { BinanceError } from './errors.ts';
import { type DayFigures, dayFigures } from './figures.ts';
import { WINDOW_MARKETS_MAX } from './limits.ts';
import { missing, type Parameters } from './parameters.ts';
import { askedMarkets, listedMarkets, symbolOf } from './symbols.ts';
import { tradingDayOf, type WindowFigures, windowFigures, windowOf } from './window-figures.ts';

export interface TickerParts {
  readonly marketData: MarketData;
  readonly candles: Candles;
}

export const tickerEndpoints = (parts: TickerParts): OpenEndpoint[] => [
  ...presentEndpoints(parts),
  ...windowEndpoints(parts),
];

const none = { method: 'GET', security: 'none' } as const;

/** Figures of one market as an object, of several as a list. */
function presentEndpoints({ marketData }: TickerParts): OpenEndpoint[] {
  const { terms } = marketData;
  const each = (view: (market: MarketTerms, nowMs: number, isMini: boolean) => object) => {
    return ({ parameters, nowMs }: BinanceCall) => {
      const isOne = parameters.has('symbol');
      const asked = askedMarkets(terms, parameters) ?? listedMarkets(terms);
      const isMini = typeOf(parameters) === 'MINI';
      parameters.text('symbolStatus');
      const list = asked.map((market) => view(market, nowMs, isMini));
      return isOne ? list[0] : list;
    };
  };
  const figures = (market: MarketTerms, nowMs: number) => dayFigures(marketData, market, nowMs);
  const weigh = (one: number, all: number) => (parameters: Parameters) =>
    parameters.has('symbol') ? one : all;
  return [
    {
      ...none,
      path: 'api/v3/ticker/24hr',
      socketMethod: 'ticker.24hr',
      weight: weigh(2, 80),
      run: each((market, nowMs, isMini) => dayView(market, figures(market, nowMs), isMini)),
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

/** Of candles: a day is the day's candle, a window is joined from days, quarters and minutes. */
function windowEndpoints(parts: TickerParts): OpenEndpoint[] {
  const { terms } = parts.marketData;
  const each =
    (spanOf: (parameters: Parameters, nowMs: number) => { fromMs: number; closeMs: number }) =>
    async ({ parameters, nowMs }: BinanceCall) => {
      const isOne = parameters.has('symbol');
      const asked = askedMarkets(terms, parameters);
      if (asked === undefined) throw missing('symbol');
      if (asked.length > WINDOW_MARKETS_MAX)
        throw new BinanceError(-1101, `More than ${WINDOW_MARKETS_MAX} symbols in one call.`);
      const isMini = typeOf(parameters) === 'MINI';
      parameters.text('symbolStatus');
      const { fromMs, closeMs } = spanOf(parameters, nowMs);
      const list: object[] = [];
      for (const market of asked) {
        const figures = await windowFigures(parts, market, { fromMs, nowMs });
        list.push(windowView(market, { ...figures, closeTimeMs: closeMs }, isMini));
      }
      return isOne ? list[0] : list;
    };
  // As Binance weighs them.
  const weight = (parameters: Parameters) =>
    Math.min(4 * (parameters.has('symbol') ? 1 : (parameters.words('symbols')?.length ?? 1)), 200);
  return [
    {
      ...none,
      path: 'api/v3/ticker',
      socketMethod: 'ticker',
      weight,
      run: each((parameters, nowMs) => ({
        fromMs: windowOf(parameters.text('windowSize') ?? '1d', nowMs),
        closeMs: nowMs,
      })),
    },
    {
      ...none,
      path: 'api/v3/ticker/tradingDay',
      socketMethod: 'ticker.tradingDay',
      weight,
      run: each((parameters, nowMs) => {
        const fromMs = tradingDayOf(parameters.text('timeZone') ?? '0', nowMs);
        return { fromMs, closeMs: fromMs + 86_400_000 - 1 };
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

/** The trades of a window are not counted, nor is its first one known: 0 and -1. */
const miniView = (market: MarketTerms, figures: WindowFigures) => ({
  symbol: symbolOf(market),
  openPrice: figures.open,
  highPrice: figures.high,
  lowPrice: figures.low,
  lastPrice: figures.last,
  volume: figures.volume,
  quoteVolume: figures.turnover,
  openTime: figures.openTimeMs,
  closeTime: figures.closeTimeMs,
  firstId: -1,
  lastId: figures.lastTradeId,
  count: 0,
  // A field that Binance has not: some of these trades nobody made.
  ...(figures.isSimulated && { isSimulated: true }),
});

const windowView = (market: MarketTerms, figures: WindowFigures, isMini: boolean): object => ({
  ...miniView(market, figures),
  ...(!isMini && {
    priceChange: figures.change,
    priceChangePercent: figures.changePercent,
    weightedAvgPrice: figures.average,
  }),
});

function dayView(market: MarketTerms, day: DayFigures, isMini: boolean): object {
  if (isMini) return miniView(market, day);
  const [bidPrice, bidQty] = day.bid;
  const [askPrice, askQty] = day.ask;
  return {
    ...windowView(market, day, false),
    prevClosePrice: day.open,
    lastQty: day.lastQuantity,
    ...{ bidPrice, bidQty, askPrice, askQty },
  };
}
