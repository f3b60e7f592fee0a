/** Everything published of one market. */
import type { IndexMessage, IndexSampleView, PublicTrade, Quotation } from '@fairlead/contract';
import { DEPTH_LEVELS_MAX, INDEX_FRESH_MS } from '@fairlead/contract';
import { SAMPLE_AHEAD_MAX_MS, type TradeRow } from '@fairlead/engine';
import { priceText, quantityText } from '@fairlead/formula';
import {
  divFloor,
  formatDecimal,
  MINUTE_MS,
  maximum,
  minimum,
  PRICE_SCALE,
  type PriceE8,
  priceTicks,
  quantityLots,
} from '@fairlead/units';
import {
  indexText,
  rateText,
  roundedPrice,
  shortDecimal,
  tickDecimals,
} from '../../core/http/figures.ts';
import { VOLUME_SCALE } from '../candles/bar.ts';
import type { MarketTerms, Terms } from '../catalogue.ts';
import type { BookCopy, CopyLevel } from './book-copy.ts';
import { RollingDay } from './rolling-day.ts';

/** Trades kept for those who come later. */
export const TRADES_KEPT = 100;
/** Seconds of the index kept for those who come later: the longest chart of a running option. */
export const SAMPLES_KEPT = 480;
const SPARK_HOURS = 24;
/** Changes are told to a millionth. */
const CHANGE_SCALE = 6;

export interface IndexPrice {
  readonly price: PriceE8;
  readonly timeMs: number;
}

export class MarketCopy {
  terms: MarketTerms;
  readonly book: BookCopy;
  readonly traded = new RollingDay();
  readonly indexed = new RollingDay();
  lastPrice: PriceE8 | undefined;
  /** The last sample that had a price. */
  lastIndex: IndexPrice | undefined;
  /** The last sample, as the socket tells it. */
  lastSample: Omit<IndexMessage, 'is_stale'> | undefined;
  /** Newest first. */
  #trades: PublicTrade[] = [];
  /** Oldest first. */
  readonly #samples: IndexSampleView[] = [];
  /** The hours' prices as of an index sample and an hour's minute: the one figure that is long to find. */
  #spark: { readonly key: string; readonly prices: readonly PriceE8[] } | undefined;

  constructor(terms: MarketTerms, book: BookCopy) {
    this.terms = terms;
    this.book = book;
  }

  trades(count: number): readonly PublicTrade[] {
    return this.#trades.slice(0, count);
  }

  /** Adds trades, oldest first. */
  addTrades(trades: readonly PublicTrade[]): void {
    this.#trades = [...trades.toReversed(), ...this.#trades].slice(0, TRADES_KEPT);
  }

  /** The last seconds of the index, oldest first. */
  samples(): readonly IndexSampleView[] {
    return [...this.#samples];
  }

  addSample(sample: IndexSampleView): void {
    this.#samples.push(sample);
    if (this.#samples.length > SAMPLES_KEPT) this.#samples.shift();
  }

  /** Stale by time, whatever came last: a feed that hangs is after ten seconds (F2), one of a time to come at once. */
  isStale(nowMs: number): boolean {
    const { lastIndex, lastSample } = this;
    if (lastIndex === undefined || lastSample?.price === undefined) return true;
    const ageMs = nowMs - lastIndex.timeMs;
    return ageMs > INDEX_FRESH_MS || ageMs < -SAMPLE_AHEAD_MAX_MS;
  }

  freshIndex(nowMs: number): IndexPrice | undefined {
    return this.isStale(nowMs) ? undefined : this.lastIndex;
  }

  /** As it was traded, whatever the tick is now. */
  lastPriceText(): string | undefined {
    const { lastPrice, terms } = this;
    if (lastPrice === undefined) return undefined;
    return indexText(lastPrice, terms);
  }

  quotation(nowMs: number, sold: Pick<Quotation, 'contract' | 'option'>): Quotation {
    const { terms, lastIndex } = this;
    const lastPrice = this.lastPriceText();
    const day = this.#day(nowMs);
    const decimals = tickDecimals(terms.tickSizeE8);
    const price = (value: PriceE8) => roundedPrice(value, decimals);
    return {
      symbol: terms.symbol,
      currency_id: terms.baseCurrencyId,
      legal_id: terms.quoteCurrencyId,
      base: terms.base.name,
      quote: terms.quote.name,
      ...(lastPrice !== undefined && { last_price: lastPrice }),
      ...(day.open !== undefined && { open_24h: price(day.open) }),
      ...(day.high !== undefined && { high_24h: price(day.high) }),
      ...(day.low !== undefined && { low_24h: price(day.low) }),
      ...(day.change !== undefined && { change_24h: day.change }),
      volume_24h: shortDecimal(day.volumeE18, VOLUME_SCALE),
      turnover_24h: shortDecimal(day.turnoverE18, VOLUME_SCALE),
      ...(day.isSimulated && { is_simulated_24h: true }),
      ...(lastIndex !== undefined && {
        index_price: shortDecimal(lastIndex.price, PRICE_SCALE, decimals),
        index_time: lastIndex.timeMs,
      }),
      is_stale: this.isStale(nowMs),
      spark: this.#sparkPrices(nowMs).map(price),
      tick_size: formatDecimal(
        divFloor(terms.tickSizeE8, 10n ** BigInt(PRICE_SCALE - decimals)),
        decimals,
      ),
      lot_size: quantityText(quantityLots(1), terms.lotBaseMinor, terms.base.scale),
      min_notional: shortDecimal(terms.minNotionalMinor, terms.quote.scale),
      iceberg_parts_max: terms.icebergPartsMax,
      maker_fee: rateText(terms.makerFeePpm),
      taker_fee: rateText(terms.takerFeePpm),
      market_band: rateText(terms.marketBandPpm),
      limit_band: rateText(terms.limitBandPpm),
      state: terms.state,
      spot: true,
      ...sold,
    };
  }

  /** Levels as the wire writes them. */
  depth(
    levels: number,
    levelsMax = DEPTH_LEVELS_MAX,
  ): { bids: [string, string][]; asks: [string, string][] } {
    const count = Math.min(levels, levelsMax);
    return {
      bids: this.book.bids(count).map((level) => this.levelText(level)),
      asks: this.book.asks(count).map((level) => this.levelText(level)),
    };
  }

  /** A level that is gone has quantity "0". */
  levelText([price, quantity]: CopyLevel): [string, string] {
    const { tickSizeE8, lotBaseMinor, base } = this.terms;
    const priceShown = priceText(priceTicks(price), tickSizeE8);
    if (quantity === 0) return [priceShown, '0'];
    return [priceShown, quantityText(quantityLots(quantity), lotBaseMinor, base.scale)];
  }

  #sparkPrices(nowMs: number): readonly PriceE8[] {
    const key = `${this.lastIndex?.timeMs} ${Math.floor(nowMs / MINUTE_MS)}`;
    if (this.#spark?.key !== key) {
      this.#spark = { key, prices: this.indexed.hourlyCloses(nowMs, SPARK_HOURS) };
    }
    return this.#spark.prices;
  }

  /**
   * The day's figures. Of our own trades once these reach back 24 hours; until then the index's, widened by
   * what traded, so that a new market is compared with a price that existed a day ago.
   */
  #day(nowMs: number) {
    const traded = this.traded.figures(nowMs);
    const indexed = this.indexed.figures(nowMs);
    const current = this.lastPrice ?? this.lastIndex?.price;
    const { volumeE18, turnoverE18, isSimulated } = traded;
    const isOwn = traded.open !== undefined;
    const open = isOwn ? traded.open : (indexed.open ?? indexed.first ?? traded.first);
    const reaches = [traded, ...(isOwn ? [] : [indexed])];
    const highs = reaches.flatMap(({ high }) => (high === undefined ? [] : [high]));
    const lows = reaches.flatMap(({ low }) => (low === undefined ? [] : [low]));
    // A day without a trade still has a price: the one it began with.
    if (isOwn && highs.length === 0 && open !== undefined) {
      highs.push(open);
      lows.push(open);
    }
    return {
      volumeE18,
      turnoverE18,
      isSimulated,
      open,
      high: highs.length === 0 ? undefined : highs.reduce(maximum),
      low: lows.length === 0 ? undefined : lows.reduce(minimum),
      change: open === undefined || current === undefined ? undefined : changeText(current, open),
    };
  }
}

/** A trade as everyone sees it, in the tick and lot it was made with. */
export function publicTrade(
  trade: TradeRow,
  terms: Terms,
  isBot: (owner: number) => boolean,
): PublicTrade {
  const { base } = terms.knownMarket(trade.marketId);
  const { tickSizeE8, lotBaseMinor } = terms.gridOfTrade(trade.marketId, trade.tradeId);
  return {
    id: trade.tradeId,
    price: priceText(trade.price, tickSizeE8),
    quantity: quantityText(trade.quantity, lotBaseMinor, base.scale),
    side: trade.side,
    time: trade.timeMs,
    ...((isBot(trade.makerOwner) || isBot(trade.takerOwner)) && { is_bot: true }),
  };
}

/** `to ÷ from − 1` with six decimals, rounded down. */
function changeText(to: PriceE8, from: PriceE8): string {
  const scaled = divFloor((to - from) * 10n ** BigInt(CHANGE_SCALE), from);
  return shortDecimal(scaled, CHANGE_SCALE);
}
