/**
 * Copies of the currencies and markets as last committed, for reading: routes turn text into ticks and lots
 * by them, market data and sockets turn ticks and lots back into text. An old order or trade keeps the tick and
 * lot it was made with, so all grids of a market are kept and found by id.
 */
import { ProblemError } from '@fairlead/contract';
import type { Changes, Currency, GridRow, Market } from '@fairlead/engine';
import { assert } from '@fairlead/units';

/** What everything is valued in. */
export const VALUED_IN = 'USDT';

/** A market with its two currencies beside it. */
export interface MarketTerms extends Market {
  readonly base: Currency;
  readonly quote: Currency;
}

/** What a tick and a lot are worth. */
type Grid = Pick<Market, 'tickSizeE8' | 'lotBaseMinor' | 'tickLotQuoteMinor'>;

export class Terms {
  readonly #currencies = new Map<number, Currency>();
  readonly #currencyNames = new Map<string, Currency>();
  readonly #markets = new Map<number, MarketTerms>();
  readonly #symbols = new Map<string, MarketTerms>();
  readonly #readings = new Map<number, string>();
  /** Grids of each market, in the order of the ids after which they hold. */
  readonly #grids = new Map<number, GridRow[]>();

  /** Takes over rows of a snapshot, with the grids of the tables, or of a committed batch. */
  apply({ currencies, markets, grids }: Pick<Changes, 'currencies' | 'markets' | 'grids'>): void {
    for (const currency of currencies) this.#setCurrency(currency);
    for (const market of markets) this.#setMarket(market);
    for (const grid of grids) this.#addGrid(grid);
  }

  /** Takes over another's rows in place of its own, all at once. */
  adopt(other: Terms): void {
    replaceAll(this.#currencies, other.#currencies);
    replaceAll(this.#currencyNames, other.#currencyNames);
    replaceAll(this.#markets, other.#markets);
    replaceAll(this.#symbols, other.#symbols);
    replaceAll(this.#readings, other.#readings);
    replaceAll(this.#grids, other.#grids);
  }

  currency(currencyId: number): Currency | undefined {
    return this.#currencies.get(currencyId);
  }

  /** A currency that a committed row names. */
  knownCurrency(currencyId: number): Currency {
    const currency = this.#currencies.get(currencyId);
    assert(currency !== undefined, `currency ${currencyId} is known`);
    return currency;
  }

  currencyNamed(name: string): Currency | undefined {
    return this.#currencyNames.get(name);
  }

  /** By id. */
  currencies(): readonly Currency[] {
    return [...this.#currencies.values()].sort((left, right) => left.currencyId - right.currencyId);
  }

  market(symbol: string): MarketTerms | undefined {
    return this.#symbols.get(symbol);
  }

  /** A market that a caller names. Throws `not_found`. */
  askedMarket(symbol: string): MarketTerms {
    const market = this.#symbols.get(symbol);
    if (market === undefined) throw new ProblemError('not_found');
    return market;
  }

  /** A market that a committed row names. */
  knownMarket(marketId: number): MarketTerms {
    const market = this.#markets.get(marketId);
    assert(market !== undefined, `market ${marketId} is known`);
    return market;
  }

  /** By what a market's texts are read: as long as it is the same they make the same ticks and lots. */
  readingOf(marketId: number): string | undefined {
    return this.#readings.get(marketId);
  }

  /** By id; closed ones too. */
  markets(): readonly MarketTerms[] {
    return [...this.#markets.values()].sort((left, right) => left.marketId - right.marketId);
  }

  /** The grid in which a market's order states its price and quantities. */
  gridOfOrder(marketId: number, orderId: number): Grid {
    const grid = this.#grids.get(marketId)?.findLast(({ afterOrderId }) => afterOrderId < orderId);
    assert(grid !== undefined, `order ${orderId} has a grid`);
    return grid;
  }

  /** The grid in which a market's trade states its price and quantity. */
  gridOfTrade(marketId: number, tradeId: number): Grid {
    const grid = this.#grids.get(marketId)?.findLast(({ afterTradeId }) => afterTradeId < tradeId);
    assert(grid !== undefined, `trade ${tradeId} has a grid`);
    return grid;
  }

  /** They come in order; one under which nothing was numbered gives way to the next. */
  #addGrid(grid: GridRow): void {
    const grids = this.#grids.get(grid.marketId) ?? [];
    const last = grids.at(-1);
    const isUnused =
      last?.afterOrderId === grid.afterOrderId && last.afterTradeId === grid.afterTradeId;
    if (isUnused) grids.pop();
    grids.push(grid);
    this.#grids.set(grid.marketId, grids);
  }

  #setCurrency(currency: Currency): void {
    const before = this.#currencies.get(currency.currencyId);
    if (before !== undefined) this.#currencyNames.delete(before.name);
    this.#currencies.set(currency.currencyId, currency);
    this.#currencyNames.set(currency.name, currency);
    for (const market of this.#markets.values()) {
      if (market.baseCurrencyId === currency.currencyId) this.#setMarket(market);
      else if (market.quoteCurrencyId === currency.currencyId) this.#setMarket(market);
    }
  }

  #setMarket(market: Market): void {
    const before = this.#markets.get(market.marketId);
    if (before !== undefined) this.#symbols.delete(before.symbol);
    const terms: MarketTerms = {
      ...market,
      base: this.knownCurrency(market.baseCurrencyId),
      quote: this.knownCurrency(market.quoteCurrencyId),
    };
    this.#markets.set(market.marketId, terms);
    this.#symbols.set(market.symbol, terms);
    this.#readings.set(market.marketId, `${market.tickSizeE8} ${market.lotBaseMinor}`);
  }
}

function replaceAll<Key, Value>(map: Map<Key, Value>, by: ReadonlyMap<Key, Value>): void {
  map.clear();
  for (const [key, value] of by) map.set(key, value);
}
