/** Which markets a list shows and in which order; pure. */
import type { Quotation } from '@fairlead/contract';
import { compareDecimals } from '@fairlead/ui';

export const MARKET_TABS = ['favourites', 'all', 'gainers', 'losers'] as const;
export type MarketTab = (typeof MARKET_TABS)[number];
export type SortKey = 'name' | 'volume' | 'price' | 'change';
export interface Sort {
  readonly key: SortKey;
  readonly isDescending: boolean;
}

export interface MarketQuery {
  readonly tab: MarketTab;
  readonly sort: Sort;
  readonly search: string;
  readonly favourites: readonly string[];
}

/** The price a list shows: the last trade's, or the index where nothing traded yet. */
export const shownPrice = (market: Quotation): string | undefined =>
  market.last_price ?? market.index_price;

/** Decimals of a grid step: "0.01" → 2, "1" → 0. */
export function decimalsOf(step: string): number {
  const fraction = step.split('.')[1]?.replace(/(?<!0)0+$/, '') ?? '';
  return fraction.length;
}

/** The order that a tab starts with. */
export const sortOfTab = (tab: MarketTab): Sort => {
  if (tab === 'gainers') return { key: 'change', isDescending: true };
  if (tab === 'losers') return { key: 'change', isDescending: false };
  return { key: 'volume', isDescending: true };
};

/** A tap on a header: figures start with the greatest, names with A; a second tap turns the order. */
export const tapSort = (sort: Sort, key: SortKey): Sort =>
  sort.key === key
    ? { key, isDescending: !sort.isDescending }
    : { key, isDescending: key !== 'name' };

const figureOf = (market: Quotation, key: Exclude<SortKey, 'name'>): string | undefined => {
  switch (key) {
    case 'volume':
      return market.turnover_24h;
    case 'price':
      return shownPrice(market);
    case 'change':
      return market.change_24h;
  }
};

/** Missing figures stand last whichever way it is sorted; equals by name, so that the order is total. */
function compare(left: Quotation, right: Quotation, { key, isDescending }: Sort): number {
  const byName = left.symbol < right.symbol ? -1 : left.symbol > right.symbol ? 1 : 0;
  if (key === 'name') return isDescending ? -byName : byName;
  const [a, b] = [figureOf(left, key), figureOf(right, key)];
  if (a === undefined || b === undefined) return a === b ? byName : a === undefined ? 1 : -1;
  const order = compareDecimals(a, b) ?? 0;
  return (isDescending ? -order : order) || byName;
}

const isOfTab = (market: Quotation, { tab, favourites }: MarketQuery): boolean => {
  switch (tab) {
    case 'all':
      return true;
    case 'favourites':
      return favourites.includes(market.symbol);
    case 'gainers':
      return compareDecimals(market.change_24h ?? '0', '0') === 1;
    case 'losers':
      return compareDecimals(market.change_24h ?? '0', '0') === -1;
  }
};

const simplified = (text: string): string => text.toUpperCase().replace(/[\s/\-_]/g, '');

/** "btc", "BTC/USDT", "btcusdt" and "usdt" find BTC/USDT; full names find it through `names`. */
function matchesSearch(
  market: Quotation,
  search: string,
  names: ReadonlyMap<string, string> = new Map(),
): boolean {
  const wanted = simplified(search);
  if (wanted === '') return true;
  return (
    simplified(market.symbol).includes(wanted) ||
    simplified(names.get(market.base) ?? '').includes(wanted)
  );
}

/** Symbols of the markets to show, in order. A search looks through all markets, whatever the tab. */
export function selectMarkets(
  markets: readonly Quotation[],
  query: MarketQuery,
  names?: ReadonlyMap<string, string>,
): readonly string[] {
  const isSearch = query.search.trim() !== '';
  return markets
    .filter((market) =>
      isSearch ? matchesSearch(market, query.search, names) : isOfTab(market, query),
    )
    .sort((left, right) => compare(left, right, query.sort))
    .map((market) => market.symbol);
}

/** Markets that rose or fell, those that moved most first. */
export interface Movers {
  readonly tab: 'gainers' | 'losers';
  readonly symbols: readonly string[];
}

/** Those that rose; where none did, those that fell. What is `shown` stays while any is left, whatever the other does. */
export function movers(markets: readonly Quotation[], shown: Movers['tab'] = 'gainers'): Movers {
  const of = (tab: Movers['tab']): Movers => ({
    tab,
    symbols: selectMarkets(markets, { tab, sort: sortOfTab(tab), search: '', favourites: [] }),
  });
  const first = of(shown);
  return first.symbols.length > 0 ? first : of(shown === 'gainers' ? 'losers' : 'gainers');
}
