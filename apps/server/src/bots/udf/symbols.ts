/** Our markets as symbols of the charting library. */
import type { Period } from '@fairlead/contract';
import { tickDecimals } from '../../core/http/figures.ts';
import type { MarketTerms, Terms } from '../../market/index.ts';

const INDEX = '.INDEX';

/** TradingView's lengths of a candle, and ours. */
export const PERIOD_OF: ReadonlyMap<string, Period> = new Map([
  ['1', '1m'],
  ['5', '5m'],
  ['15', '15m'],
  ['30', '30m'],
  ['60', '60m'],
  ['1D', '1d'],
  ['D', '1d'],
  ['1W', '1w'],
  ['W', '1w'],
  ['1M', '1M'],
  ['M', '1M'],
]);
export const RESOLUTIONS = ['1', '5', '15', '30', '60', '1D', '1W', '1M'] as const;

export interface UdfSymbol {
  readonly market: MarketTerms;
  readonly kind: 'trade' | 'index';
}

/** `BTC/USDT`, `EXCHANGE:BTC/USDT` or `BTC/USDT.INDEX`, listed markets only. */
export function findSymbol(terms: Terms, name: string): UdfSymbol | undefined {
  const plain = name.toUpperCase().replace(/^[A-Z0-9]+:/, '');
  const isIndex = plain.endsWith(INDEX);
  const market = terms.market(isIndex ? plain.slice(0, -INDEX.length) : plain);
  if (market === undefined || market.state === 'closed') return undefined;
  return { market, kind: isIndex ? 'index' : 'trade' };
}

const nameOf = ({ market, kind }: UdfSymbol): string =>
  kind === 'index' ? `${market.symbol}${INDEX}` : market.symbol;
const typeOf = ({ kind }: UdfSymbol): string => (kind === 'index' ? 'index' : 'crypto');
const describe = ({ market, kind }: UdfSymbol): string =>
  `${market.base.fullName} / ${market.quote.fullName}${kind === 'index' ? ', index' : ''}`;

/** The library's symbol info. Prices are shown in steps of the tick. */
export function symbolInfo(
  symbol: UdfSymbol,
  { mode, exchange }: { readonly mode: string; readonly exchange: string },
): object {
  const { market, kind } = symbol;
  const decimals = tickDecimals(market.tickSizeE8);
  const name = nameOf(symbol);
  return {
    name,
    ticker: name,
    description: `${describe(symbol)}${mode === 'real' ? '' : ` (${mode})`}`,
    type: typeOf(symbol),
    session: '24x7',
    timezone: 'Etc/UTC',
    exchange,
    listed_exchange: exchange,
    format: 'price',
    minmov: Number(market.tickSizeE8 / 10n ** BigInt(8 - decimals)),
    pricescale: 10 ** decimals,
    has_intraday: true,
    has_daily: true,
    has_weekly_and_monthly: true,
    intraday_multipliers: ['1', '5', '15', '30', '60'],
    supported_resolutions: RESOLUTIONS,
    has_no_volume: kind === 'index',
    visible_plots_set: kind === 'index' ? 'ohlc' : 'ohlcv',
    volume_precision: 8,
    currency_code: market.quote.name,
    data_status: 'streaming',
  };
}

export interface UdfSearch {
  readonly text: string;
  readonly type: string;
  readonly exchange: string;
}

/** Names and full names that hold the words, markets before their indices; `exchange` is what charts call this one. */
export function searchSymbols(
  markets: readonly MarketTerms[],
  asked: UdfSearch,
  exchange: string,
): object[] {
  const own = exchange.toUpperCase();
  if (asked.exchange !== '' && asked.exchange.toUpperCase() !== own) return [];
  const text = asked.text.toUpperCase();
  const words = text.startsWith(`${own}:`) ? text.slice(own.length + 1) : text;
  const symbols = (['trade', 'index'] as const).flatMap((kind) =>
    markets.map((market): UdfSymbol => ({ market, kind })),
  );
  const ofType = symbols.filter((each) => asked.type === '' || asked.type === typeOf(each));
  const isNamed = (each: UdfSymbol) =>
    `${nameOf(each)} ${nameOf(each).replace('/', '')}`.includes(words);
  // Names first: ETH is a part of Tether too.
  const found = new Set([
    ...ofType.filter(isNamed),
    ...ofType.filter((each) => describe(each).toUpperCase().includes(words)),
  ]);
  return [...found].map((symbol) => ({
    symbol: nameOf(symbol),
    full_name: `${exchange}:${nameOf(symbol)}`,
    description: describe(symbol),
    exchange,
    ticker: nameOf(symbol),
    type: typeOf(symbol),
  }));
}
