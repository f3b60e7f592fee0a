/**
 * The public streams, from what is committed: market data tells of each batch after its commit. Books and tickers
 * are merged over their interval; trades and best prices go out as they come. Nothing is built that nobody hears.
 */
import type { PublicTrade } from '@fairlead/contract';
import type { BookUpdate, MarketData, PublishedUpdate } from '../../../market/data/index.ts';
import type { MarketTerms } from '../../../market/index.ts';
import { Coalescer } from '../../../realtime/index.ts';
import { type DayFigures, dayFigures } from '../figures.ts';
import { symbolOf } from '../symbols.ts';
import type { FanOut } from './fan-out.ts';
import type { DepthSpeed } from './stream-names.ts';

const SPEEDS: readonly DepthSpeed[] = [100, 1000];
const TICKER_EVERY_MS = 1_000;

export interface MarketStreamsOptions {
  readonly marketData: MarketData;
  readonly clock: { now(): number };
  readonly fanOut: FanOut;
  readonly onFailure: (error: unknown) => void;
}

/** A book's changes since they were last told at one speed. */
interface Pending {
  sequence: number;
  readonly bids: Map<number, number>;
  readonly asks: Map<number, number>;
}

/** One speed of the books' streams. */
interface DepthTeller {
  readonly coalescer: Coalescer;
  readonly pending: Map<number, Pending>;
  /** The sequence of each market up to which its stream has told. */
  readonly told: Map<number, number>;
}

export class MarketStreams {
  readonly #options: MarketStreamsOptions;
  readonly #tellers: ReadonlyMap<DepthSpeed, DepthTeller>;
  readonly #ticker: Coalescer;
  readonly #quoted = new Set<number>();
  /** The best levels last told, as text. */
  readonly #best = new Map<number, string>();
  readonly #stop: () => void;

  constructor(options: MarketStreamsOptions) {
    const { marketData, onFailure } = options;
    this.#options = options;
    const every = (everyMs: number, flush: () => void) => new Coalescer(everyMs, flush, onFailure);
    this.#tellers = new Map(
      SPEEDS.map((speed) => [
        speed,
        {
          coalescer: every(speed, () => this.#tellBooks(speed)),
          pending: new Map(),
          told: this.#presentSequences(),
        },
      ]),
    );
    this.#ticker = every(TICKER_EVERY_MS, () => this.#tellTickers());
    this.#stop = marketData.onPublished((update) => this.#take(update));
  }

  stop(): void {
    this.#stop();
    for (const { coalescer } of this.#tellers.values()) coalescer.stop();
    this.#ticker.stop();
  }

  /** From the books as they are now: no difference leads there from what was told. */
  beginAnew(): void {
    for (const { pending, told } of this.#tellers.values()) {
      pending.clear();
      for (const [marketId, sequence] of this.#presentSequences()) told.set(marketId, sequence);
    }
  }

  /** Differences connect to the book that a caller gets now. */
  #presentSequences(): Map<number, number> {
    const { marketData } = this.#options;
    return new Map(
      marketData.terms.markets().map(({ marketId, symbol }) => {
        return [marketId, marketData.book(symbol, 1)?.sequence ?? 0];
      }),
    );
  }

  #take({ books, trades, quoted }: PublishedUpdate): void {
    for (const [symbol, list] of trades) this.#tellTrades(symbol, list);
    for (const book of books) this.#takeBook(book);
    for (const marketId of quoted) this.#quoted.add(marketId);
    for (const { marketId } of books) this.#quoted.add(marketId);
    if (this.#quoted.size > 0) this.#ticker.touch();
  }

  #tellTrades(symbol: string, trades: readonly PublicTrade[]): void {
    const { fanOut, clock } = this.#options;
    const name = symbol.replace('/', '');
    const [single, aggregate] = [`${name.toLowerCase()}@trade`, `${name.toLowerCase()}@aggTrade`];
    if (!fanOut.isHeard(single) && !fanOut.isHeard(aggregate)) return;
    for (const { id, price, quantity, side, time } of trades) {
      const m = side === 'sell';
      const common = { E: clock.now(), s: name, p: price, q: quantity, T: time, m, M: true };
      fanOut.send(single, { e: 'trade', ...common, t: id });
      fanOut.send(aggregate, { e: 'aggTrade', ...common, a: id, f: id, l: id });
    }
  }

  #takeBook(update: BookUpdate): void {
    const { marketId, isReset, sequence, bids, asks } = update;
    const market = this.#options.marketData.terms.knownMarket(marketId);
    for (const [speed, { pending, told, coalescer }] of this.#tellers) {
      if (isReset) {
        // No difference leads there: whoever follows this book must begin anew.
        pending.delete(marketId);
        told.set(marketId, sequence);
        const name = depthName(market, speed);
        for (const socket of [...this.#options.fanOut.listeners(name)])
          socket.end('book was reset');
        continue;
      }
      const known = pending.get(marketId) ?? { sequence, bids: new Map(), asks: new Map() };
      known.sequence = sequence;
      for (const [price, quantity] of bids) known.bids.set(price, quantity);
      for (const [price, quantity] of asks) known.asks.set(price, quantity);
      pending.set(marketId, known);
      coalescer.touch();
    }
    this.#tellBest(market);
  }

  #tellBest(market: MarketTerms): void {
    const { fanOut, marketData } = this.#options;
    const name = `${symbolOf(market).toLowerCase()}@bookTicker`;
    if (!fanOut.isHeard(name)) return;
    const book = marketData.book(market.symbol, 1);
    const [b, B] = book?.bids[0] ?? ['0', '0'];
    const [a, A] = book?.asks[0] ?? ['0', '0'];
    const best = `${b} ${B} ${a} ${A}`;
    if (this.#best.get(market.marketId) === best) return;
    this.#best.set(market.marketId, best);
    fanOut.send(name, { u: book?.sequence ?? 0, s: symbolOf(market), b, B, a, A });
  }

  #tellBooks(speed: DepthSpeed): void {
    const { fanOut, marketData, clock } = this.#options;
    const teller = this.#tellers.get(speed);
    if (teller === undefined) return;
    for (const [marketId, { sequence, bids, asks }] of teller.pending) {
      const market = marketData.terms.knownMarket(marketId);
      const before = teller.told.get(marketId) ?? sequence - 1;
      teller.told.set(marketId, sequence);
      const name = depthName(market, speed);
      if (fanOut.isHeard(name))
        fanOut.send(name, {
          e: 'depthUpdate',
          E: clock.now(),
          s: symbolOf(market),
          // Ids of changes are sequences of commands, most of which change other things: the range has no hole.
          U: before + 1,
          u: sequence,
          b: marketData.levelTexts(marketId, [...bids]),
          a: marketData.levelTexts(marketId, [...asks]),
        });
      this.#tellPartial(market, speed);
    }
    teller.pending.clear();
  }

  #tellPartial(market: MarketTerms, speed: DepthSpeed): void {
    const { fanOut, marketData } = this.#options;
    for (const levels of [5, 10, 20]) {
      const name = depthName(market, speed, levels);
      const book = fanOut.isHeard(name) ? marketData.book(market.symbol, levels) : undefined;
      if (book === undefined) continue;
      const { sequence, bids, asks } = book;
      fanOut.send(name, { lastUpdateId: sequence, bids, asks });
    }
  }

  #tellTickers(): void {
    const { fanOut, marketData, clock } = this.#options;
    const nowMs = clock.now();
    const full: object[] = [];
    const mini: object[] = [];
    // Always in the same order, whichever moved first.
    for (const marketId of [...this.#quoted].sort((left, right) => left - right)) {
      const market = marketData.terms.knownMarket(marketId);
      if (market.state === 'closed') continue;
      const name = symbolOf(market).toLowerCase();
      const [one, few] = [`${name}@ticker`, `${name}@miniTicker`];
      const isWanted = [one, few, '!ticker@arr', '!miniTicker@arr'].some((each) =>
        fanOut.isHeard(each),
      );
      if (!isWanted) continue;
      const day = dayFigures(marketData, market, nowMs);
      full.push(tickerEvent(market, day, nowMs));
      mini.push(miniTickerEvent(market, day, nowMs));
      fanOut.send(one, full.at(-1));
      fanOut.send(few, mini.at(-1));
    }
    this.#quoted.clear();
    if (full.length === 0) return;
    fanOut.send('!ticker@arr', full);
    fanOut.send('!miniTicker@arr', mini);
  }
}

const depthName = (market: MarketTerms, speed: DepthSpeed, levels: number | '' = ''): string =>
  `${symbolOf(market).toLowerCase()}@depth${levels}${speed === 100 ? '@100ms' : ''}`;

/** Both speeds' own writing: `@1000ms` is what no speed means. */
export const plainName = (name: string): string => name.replace(/@1000ms$/, '');

const miniTickerEvent = (market: MarketTerms, day: DayFigures, E: number): object => ({
  e: '24hrMiniTicker',
  E,
  s: symbolOf(market),
  c: day.last,
  o: day.open,
  h: day.high,
  l: day.low,
  v: day.volume,
  q: day.turnover,
  ...(day.isSimulated && { isSimulated: true }),
});

const tickerEvent = (market: MarketTerms, day: DayFigures, E: number): object => ({
  ...miniTickerEvent(market, day, E),
  e: '24hrTicker',
  p: day.change,
  P: day.changePercent,
  w: day.average,
  x: day.open,
  Q: day.lastQuantity,
  b: day.bid[0],
  B: day.bid[1],
  a: day.ask[0],
  A: day.ask[1],
  O: day.openTimeMs,
  C: day.closeTimeMs,
  F: -1,
  L: day.lastTradeId,
  n: 0,
});
