/**
 * Published copies of what was committed: terms, book depth, last trades, figures of the day, index. Fed by
 * committed batches and the snapshot of the start only, so that nobody ever sees what may still be undone.
 */
import type {
  Deal,
  IndexMessage,
  IndexSampleView,
  PublicTrade,
  Quotation,
  Standstill,
} from '@fairlead/contract';
import type { GridRow } from '@fairlead/engine';
import { DAY_MS, formatDecimal, PRICE_SCALE, type PriceE8, priceE8 } from '@fairlead/units';
import type { CommittedBatch } from '../../core/sequencer/submission.ts';
import { sampleKey } from '../../core/store/batch/writer.ts';
import type { Queryable } from '../../core/store/database.ts';
import { recentTrades } from '../../spot/index.ts';
import { lastTradeBefore, lastValidSamples } from '../candle-queries.ts';
import { indexTick, tradeTick } from '../candles/trade-tick.ts';
import { type MarketTerms, Terms, VALUED_IN } from '../catalogue.ts';
import { readGrids } from '../grid-queries.ts';
import { samplesRange } from '../queries.ts';
import { BookCopy, type CopyLevel } from './book-copy.ts';
import { DerivativeTerms } from './derivative-terms.ts';
import {
  type IndexPrice,
  MarketCopy,
  publicTrade,
  SAMPLES_KEPT,
  TRADES_KEPT,
} from './market-copy.ts';
import type {
  BookUpdate,
  MarketDataOptions,
  PublishedSnapshot,
  PublishedUpdate,
} from './published.ts';

const DAY_MINUTES = 1_440;
const SAMPLES_KEPT_MS = SAMPLES_KEPT * 1_000;

const NONE_STANDS: readonly Standstill[] = [];

const ONE_E8 = priceE8(100_000_000n);

/** Takes the copies of the present state, then follows the sequencer. Start it before anything trades. */
export function startMarketData(options: MarketDataOptions): Promise<MarketData> {
  return options.sequencer.atRest(async (engine) => {
    const snapshot = engine.holdSnapshot();
    const grids = await readGrids(options.database);
    const marketData = new MarketData(options, snapshot, grids);
    await marketData.loadHistory();
    marketData.follow();
    return marketData;
  });
}

export class MarketData {
  /** Currencies and markets as published. */
  readonly terms = new Terms();
  /** What futures and options are sold under, as published. */
  readonly derivatives = new DerivativeTerms();
  readonly #options: MarketDataOptions;
  readonly #bots: ReadonlySet<number>;
  #copies = new Map<number, MarketCopy>();
  readonly #listeners = new Set<(update: PublishedUpdate) => void>();
  #isCancelOnly: boolean;
  #stopListening: () => void = () => {};

  constructor(options: MarketDataOptions, snapshot: PublishedSnapshot, grids: readonly GridRow[]) {
    this.#options = options;
    this.#bots = new Set(options.botOwners);
    this.#isCancelOnly = snapshot.trading?.mode === 'cancel_only';
    this.terms.apply({ ...snapshot, grids });
    this.derivatives.apply(snapshot);
    for (const terms of this.terms.markets()) {
      this.#copies.set(
        terms.marketId,
        new MarketCopy(terms, new BookCopy(snapshot.counters.sequence)),
      );
    }
    for (const order of snapshot.orders) this.#copies.get(order.marketId)?.book.addWaiting(order);
  }

  /** Products that stand still now; the same list as long as nothing changes. */
  get standstill(): readonly Standstill[] {
    return this.#options.standstills?.now() ?? NONE_STANDS;
  }

  /** All markets that are listed, by id. */
  quotations(): Quotation[] {
    const nowMs = this.#options.clock.now();
    return this.#listed().map((copy) => this.#quote(copy, nowMs));
  }

  /** Undefined for a market that is not listed. */
  quotation(marketId: number): Quotation | undefined {
    const copy = this.#copies.get(marketId);
    if (copy === undefined || copy.terms.state === 'closed') return undefined;
    return this.#quote(copy, this.#options.clock.now());
  }

  /** A market's book and last trades. */
  deal(symbol: string, depth: number): Deal | undefined {
    const copy = this.#copyOf(symbol);
    if (copy === undefined) return undefined;
    const lastPrice = copy.lastPriceText();
    return {
      symbol,
      sequence: copy.book.sequence,
      ...(lastPrice !== undefined && { last_price: lastPrice }),
      ...copy.depth(depth),
      trades: [...copy.trades(TRADES_KEPT)],
    };
  }

  /** A market's levels, best first and as many as are asked for, as of a sequence. */
  book(
    symbol: string,
    levels: number,
  ): { sequence: number; bids: [string, string][]; asks: [string, string][] } | undefined {
    const copy = this.#copyOf(symbol);
    return copy && { sequence: copy.book.sequence, ...copy.depth(levels, levels) };
  }

  /** A market's levels in ticks and lots, best first; none of one that is not known. */
  levels(marketId: number, count: number): Record<'bids' | 'asks', readonly CopyLevel[]> {
    const book = this.#copies.get(marketId)?.book;
    return { bids: book?.bids(count) ?? [], asks: book?.asks(count) ?? [] };
  }

  /** The last trades, newest first. */
  trades(symbol: string, count: number): readonly PublicTrade[] {
    return this.#copyOf(symbol)?.trades(count) ?? [];
  }

  /** The last index sample as the socket tells it; stale by time too. */
  indexMessage(symbol: string): IndexMessage | undefined {
    const copy = this.#copyOf(symbol);
    if (copy?.lastSample === undefined) return undefined;
    return { ...copy.lastSample, is_stale: copy.isStale(this.#options.clock.now()) };
  }

  /** Where the prices of the last samples were read from, by venue. */
  feedHosts(): { venue: string; host: string }[] {
    const found = new Map<string, { venue: string; host: string }>();
    for (const { lastSample } of this.#copies.values()) {
      for (const { venue, host } of lastSample?.sources ?? [])
        if (host !== undefined) found.set(`${venue} ${host}`, { venue, host });
    }
    return [...found].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, each]) => each);
  }

  /** The index of the last seconds, oldest first; undefined for a market that is not known. */
  indexSamples(symbol: string): readonly IndexSampleView[] | undefined {
    return this.#copyOf(symbol)?.samples();
  }

  /** The present index; undefined while it is stale. */
  indexPrice(symbol: string): IndexPrice | undefined {
    return this.#copyOf(symbol)?.freshIndex(this.#options.clock.now());
  }

  /** What one of a currency is worth in USDT at the fresh index; undefined without one. */
  usdtPrice(currencyId: number): PriceE8 | undefined {
    const name = this.terms.currency(currencyId)?.name;
    if (name === VALUED_IN) return ONE_E8;
    return this.indexPrice(`${name}/${VALUED_IN}`)?.price;
  }

  /** Whether the index of each market is stale now, for those who watch the change. */
  staleMarkets(): ReadonlySet<number> {
    const nowMs = this.#options.clock.now();
    const stale = [...this.#copies.values()].filter((copy) => copy.isStale(nowMs));
    return new Set(stale.map(({ terms }) => terms.marketId));
  }

  isBot(owner: number): boolean {
    return this.#bots.has(owner);
  }

  /** A book change's levels as the wire writes them. */
  levelTexts(marketId: number, levels: readonly CopyLevel[]): [string, string][] {
    const copy = this.#copies.get(marketId);
    return copy === undefined ? [] : levels.map((level) => copy.levelText(level));
  }

  /** Told after each commit, when the copies hold it. */
  onPublished(listener: (update: PublishedUpdate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes over another's copies in place of its own, all at once; whoever listens goes on listening. */
  adopt(other: MarketData): void {
    this.terms.adopt(other.terms);
    this.derivatives.adopt(other.derivatives);
    this.#copies = other.#copies;
    this.#isCancelOnly = other.#isCancelOnly;
  }

  /**
   * Reads what the snapshot does not have: last trades, the last day, the last samples. `source` sees the
   * tables as of the snapshot.
   */
  async loadHistory(source: Queryable = this.#options.database): Promise<void> {
    const samples = await lastValidSamples(source);
    for (const { marketId, timeMs, priceE8: price } of samples) {
      const copy = this.#copies.get(marketId);
      if (copy === undefined) continue;
      copy.lastIndex = { price: priceE8(price), timeMs };
      const later = await samplesRange(source, {
        marketId,
        fromMs: timeMs,
        toMs: Number.MAX_SAFE_INTEGER,
      });
      const last = later.at(-1);
      if (last === undefined) continue;
      const { price: lastPrice, sources } = last;
      this.#setSample(copy, last.sampleTimeMs, { price: lastPrice, sources });
    }
    for (const copy of this.#copies.values()) await this.#loadMarket(copy, source);
  }

  follow(): void {
    this.#stopListening = this.#options.sequencer.onCommitted((batch) => this.#take(batch));
  }

  stop(): void {
    this.#stopListening();
  }

  async #loadMarket(copy: MarketCopy, source: Queryable): Promise<void> {
    const { candles, clock } = this.#options;
    const { terms } = this;
    const { marketId } = copy.terms;
    const fromMs = clock.now() - DAY_MS;
    const trades = (await recentTrades(source, marketId, TRADES_KEPT)).toReversed();
    copy.addTrades(trades.map((trade) => publicTrade(trade, terms, this.#isBot)));
    const last = trades.at(-1);
    if (last !== undefined) copy.lastPrice = tradeTick(last, terms).price;
    const range = { period: '1m', fromMs, limit: DAY_MINUTES + 1 } as const;
    const before = await lastTradeBefore(source, marketId, fromMs);
    copy.traded.load(
      await candles.stored(marketId, 'trade', range, source),
      before &&
        priceE8(BigInt(before.price) * terms.gridOfTrade(marketId, before.tradeId).tickSizeE8),
    );
    copy.indexed.load(await candles.stored(marketId, 'index', range, source), undefined);
    const toMs = Number.MAX_SAFE_INTEGER;
    const kept = { marketId, fromMs: clock.now() - SAMPLES_KEPT_MS, toMs };
    for (const { sampleTimeMs, price } of await samplesRange(source, kept))
      copy.addSample(sampleView(sampleTimeMs, price));
  }

  readonly #isBot = (owner: number): boolean => this.#bots.has(owner);

  #take(batch: CommittedBatch): void {
    const { changes } = batch;
    const before = this.#takeTerms(changes);
    const quoted = new Set(before.keys());
    this.derivatives.apply(changes);
    for (const { marketId } of [...changes.futuresTerms, ...changes.optionTerms])
      quoted.add(marketId);
    if (changes.trading !== undefined) this.#isCancelOnly = changes.trading.mode === 'cancel_only';
    const changesAll = changes.optionCurrencies.length > 0 || changes.trading !== undefined;
    if (changesAll) for (const id of this.#copies.keys()) quoted.add(id);
    for (const { marketId } of changes.trades) quoted.add(marketId);
    const trades = this.#takeTrades(batch);
    const books = this.#takeBooks(batch, before);
    const indexed = this.#takeIndex(batch, quoted);
    const update = { batch, quoted, books, trades, indexed };
    for (const listener of this.#listeners) listener(update);
  }

  /** Takes over new terms; gives the old ones of the markets that changed. */
  #takeTerms({ currencies, markets, grids, counters }: CommittedBatch['changes']) {
    const before = new Map<number, MarketTerms | undefined>();
    for (const { marketId } of markets) before.set(marketId, this.#copies.get(marketId)?.terms);
    this.terms.apply({ currencies, markets, grids });
    if (currencies.length === 0 && markets.length === 0) return before;
    for (const terms of this.terms.markets()) {
      const copy = this.#copies.get(terms.marketId);
      if (copy === undefined) {
        const book = new BookCopy(counters.sequence);
        this.#copies.set(terms.marketId, new MarketCopy(terms, book));
      } else copy.terms = terms;
    }
    return before;
  }

  #takeTrades({ changes }: CommittedBatch): Map<string, PublicTrade[]> {
    const bySymbol = new Map<string, PublicTrade[]>();
    for (const trade of changes.trades) {
      const copy = this.#copies.get(trade.marketId);
      if (copy === undefined) continue;
      const tick = tradeTick(trade, this.terms);
      copy.traded.add(tick);
      copy.lastPrice = tick.price;
      const list = bySymbol.get(copy.terms.symbol) ?? [];
      list.push(publicTrade(trade, this.terms, this.#isBot));
      bySymbol.set(copy.terms.symbol, list);
    }
    for (const [symbol, trades] of bySymbol) this.#copyOf(symbol)?.addTrades(trades);
    return bySymbol;
  }

  #takeBooks(
    { changes }: CommittedBatch,
    before: ReadonlyMap<number, MarketTerms | undefined>,
  ): BookUpdate[] {
    return changes.depth.flatMap(({ marketId, sequence, levels }) => {
      const copy = this.#copies.get(marketId);
      if (copy === undefined) return [];
      const old = before.get(marketId);
      const isReset =
        old !== undefined &&
        (old.tickSizeE8 !== copy.terms.tickSizeE8 || old.lotBaseMinor !== copy.terms.lotBaseMinor);
      if (isReset) copy.book.clear();
      copy.book.apply(levels, sequence);
      const ofSide = (wanted: 'buy' | 'sell') =>
        levels
          .filter(({ side }) => side === wanted)
          .map((level): CopyLevel => [level.price, level.quantity]);
      return [{ marketId, isReset, sequence, bids: ofSide('buy'), asks: ofSide('sell') }];
    });
  }

  #takeIndex({ changes, sampleSources }: CommittedBatch, quoted: Set<number>): string[] {
    return changes.index.flatMap(({ marketId, sampleTimeMs, price }) => {
      const copy = this.#copies.get(marketId);
      if (copy === undefined) return [];
      quoted.add(marketId);
      const text = sampleSources.get(sampleKey(marketId, sampleTimeMs));
      const sources: unknown = text === undefined ? undefined : JSON.parse(text);
      this.#setSample(copy, sampleTimeMs, { price, sources });
      copy.addSample(sampleView(sampleTimeMs, price));
      if (price !== undefined) copy.indexed.add(indexTick(sampleTimeMs, price, 'index'));
      return [copy.terms.symbol];
    });
  }

  #setSample(
    copy: MarketCopy,
    timeMs: number,
    sample: { readonly price: PriceE8 | undefined; readonly sources: unknown },
  ): void {
    const { price } = sample;
    if (price !== undefined) copy.lastIndex = { price, timeMs };
    copy.lastSample = {
      symbol: copy.terms.symbol,
      time: timeMs,
      ...(price !== undefined && { price: formatDecimal(price, PRICE_SCALE) }),
      sources: (sample.sources as { sources?: IndexMessage['sources'] } | undefined)?.sources ?? [],
    };
  }

  #quote(copy: MarketCopy, nowMs: number): Quotation {
    const { marketId, quoteCurrencyId } = copy.terms;
    const { derivatives } = this;
    const contract = derivatives.futures(marketId)?.isOpen === true;
    const isPayable = derivatives.optionCurrency(quoteCurrencyId)?.isOpen === true;
    const option = isPayable && derivatives.options(marketId)?.isOpen === true;
    const { standstill } = this;
    const quoted = {
      ...copy.quotation(nowMs, { contract, option }),
      ...(standstill.length > 0 && { standstill: [...standstill] }),
    };
    // Screens and clients that know of halts alone do right as well.
    return this.#isCancelOnly ? { ...quoted, state: 'halted', cancel_only: true } : quoted;
  }

  #copyOf(symbol: string): MarketCopy | undefined {
    const terms = this.terms.market(symbol);
    return terms && this.#copies.get(terms.marketId);
  }

  #listed(): MarketCopy[] {
    return this.terms
      .markets()
      .filter(({ state }) => state !== 'closed')
      .flatMap(({ marketId }) => this.#copies.get(marketId) ?? []);
  }
}

const sampleView = (time: number, price: PriceE8 | undefined): IndexSampleView =>
  price === undefined ? { time } : { time, price: formatDecimal(price, PRICE_SCALE) };
