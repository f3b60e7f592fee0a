/** Names of market streams: `btcusdt@depth@100ms`, `ethusdt@kline_1m`, `!miniTicker@arr`. */
import type { MarketTerms, Terms } from '../../../market/index.ts';
import { INTERVALS, type Interval } from '../intervals.ts';
import { findMarket } from '../symbols.ts';

/** How often a book is told: Binance's two speeds. */
export type DepthSpeed = 100 | 1000;
const PARTIAL_LEVELS = [5, 10, 20] as const;

export type Stream =
  | { readonly kind: 'tickers' | 'miniTickers' }
  | {
      readonly kind: 'trade' | 'aggTrade' | 'ticker' | 'miniTicker' | 'bookTicker';
      readonly market: MarketTerms;
    }
  | { readonly kind: 'depth'; readonly market: MarketTerms; readonly speed: DepthSpeed }
  | {
      readonly kind: 'partial';
      readonly market: MarketTerms;
      readonly speed: DepthSpeed;
      readonly levels: number;
    }
  | { readonly kind: 'kline'; readonly market: MarketTerms; readonly interval: Interval };

const SIMPLE = ['trade', 'aggTrade', 'ticker', 'miniTicker', 'bookTicker'] as const;

/** Undefined for a name of no stream that we have. */
export function parseStream(name: string, terms: Terms): Stream | undefined {
  if (name === '!ticker@arr') return { kind: 'tickers' };
  if (name === '!miniTicker@arr') return { kind: 'miniTickers' };
  const [symbol = '', word = '', speedWord, ...more] = name.split('@');
  const market = /^[a-z0-9]{2,24}$/.test(symbol)
    ? findMarket(terms, symbol.toUpperCase())
    : undefined;
  if (market === undefined || more.length > 0) return undefined;
  const simple = SIMPLE.find((each) => each === word);
  if (simple !== undefined) return speedWord === undefined ? { kind: simple, market } : undefined;
  if (word.startsWith('kline_')) {
    const interval = INTERVALS.get(word.slice('kline_'.length));
    const isKnown = interval !== undefined && speedWord === undefined;
    return isKnown ? { kind: 'kline', market, interval } : undefined;
  }
  const speed = speedOf(speedWord);
  if (speed === undefined) return undefined;
  if (word === 'depth') return { kind: 'depth', market, speed };
  const levels = PARTIAL_LEVELS.find((each) => word === `depth${each}`);
  return levels === undefined ? undefined : { kind: 'partial', market, speed, levels };
}

function speedOf(word: string | undefined): DepthSpeed | undefined {
  if (word === undefined || word === '1000ms') return 1000;
  return word === '100ms' ? 100 : undefined;
}
