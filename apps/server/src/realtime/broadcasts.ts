/**
 * The public channels. Each commit marks what it changed; each channel is sent as often as its limit allows,
 * merged, and written once for all who listen. Nothing is built for a channel that nobody listens to.
 */
import type {
  ChannelData,
  DataMessage,
  DepthMessage,
  PublicTrade,
  Standstill,
} from '@fairlead/contract';
import { DEPTH_LEVELS_MAX, PERIODS } from '@fairlead/contract';
import { assertNever } from '@fairlead/units';
import { tickDecimals } from '../core/http/figures.ts';
import type { CandleChange, Candles } from '../market/candles/index.ts';
import { candleView } from '../market/candles/index.ts';
import type { BookUpdate, MarketData, PublishedUpdate } from '../market/data/index.ts';
import type { CandleKind } from '../market/index.ts';
import { candleChannel, type ParsedChannel, parseChannel } from './channel.ts';
import { Coalescer } from './coalescer.ts';
import {
  CANDLE_EVERY_MS,
  DEPTH_CHANGES_MAX,
  DEPTH_EVERY_MS,
  TICKER_EVERY_MS,
  TRADES_EVERY_MS,
  TRADES_FIRST,
} from './limits.ts';
import type { LiveServer, LiveSocket } from './types.ts';

/** A book's changes since they were last sent. */
interface PendingDepth {
  isReset: boolean;
  sequence: number;
  readonly bids: Map<number, number>;
  readonly asks: Map<number, number>;
}

export interface BroadcastsOptions {
  readonly io: LiveServer;
  readonly marketData: MarketData;
  readonly candles: Candles;
  readonly onFailure: (error: unknown) => void;
}

export class Broadcasts {
  readonly #io: LiveServer;
  readonly #marketData: MarketData;
  readonly #candles: Candles;
  readonly #ticker: Coalescer;
  readonly #depth: Coalescer;
  readonly #trades: Coalescer;
  readonly #candle: Coalescer;
  readonly #quoted = new Set<number>();
  readonly #pendingDepth = new Map<number, PendingDepth>();
  /** Sequence of the last difference of each market, which the next connects to. */
  readonly #sentSequence = new Map<number, number>();
  readonly #snapshots = new Map<number, DepthMessage>();
  readonly #pendingTrades = new Map<string, PublicTrade[]>();
  readonly #movedCandles = new Map<string, CandleChange>();
  /** Open time of the last bar sent on each candle channel. */
  readonly #sentBars = new Map<string, number>();
  #stale: ReadonlySet<number>;
  #standstill: readonly Standstill[];

  constructor({ io, marketData, candles, onFailure }: BroadcastsOptions) {
    const every = (everyMs: number, flush: () => void) => new Coalescer(everyMs, flush, onFailure);
    this.#ticker = every(TICKER_EVERY_MS, () => this.#sendTicker());
    this.#depth = every(DEPTH_EVERY_MS, () => this.#sendDepth());
    this.#trades = every(TRADES_EVERY_MS, () => this.#sendTrades());
    this.#candle = every(CANDLE_EVERY_MS, () => this.#sendCandles());
    this.#io = io;
    this.#marketData = marketData;
    this.#candles = candles;
    this.#stale = marketData.staleMarkets();
    this.#standstill = marketData.standstill;
  }

  /** Marks what a commit changed. */
  take(update: PublishedUpdate): void {
    for (const marketId of update.quoted) this.#quote(marketId);
    for (const book of update.books) this.#takeBook(book);
    for (const [symbol, trades] of update.trades) {
      const pending = this.#pendingTrades.get(symbol) ?? [];
      pending.push(...trades);
      this.#pendingTrades.set(symbol, pending);
      this.#trades.touch();
    }
    for (const symbol of update.indexed) this.#sendIndex(symbol);
  }

  takeCandle(change: CandleChange): void {
    this.#movedCandles.set(`${change.market.marketId}:${change.kind}`, change);
    this.#candle.touch();
  }

  /** What changes without a commit. */
  look(): void {
    this.#checkStale();
    this.#checkStandstill();
  }

  /** Every quotation says which products stand still. */
  #checkStandstill(): void {
    const { standstill, terms } = this.#marketData;
    if (standstill === this.#standstill) return;
    this.#standstill = standstill;
    for (const { marketId } of terms.markets()) this.#quote(marketId);
  }

  /** An index goes stale by time alone; the ticker must say so. */
  #checkStale(): void {
    const stale = this.#marketData.staleMarkets();
    for (const marketId of [...stale, ...this.#stale]) {
      if (stale.has(marketId) === this.#stale.has(marketId)) continue;
      this.#quote(marketId);
      const symbol = this.#marketData.terms.knownMarket(marketId).symbol;
      if (stale.has(marketId)) this.#sendIndex(symbol);
    }
    this.#stale = stale;
  }

  /** Sends a channel's present state to a new subscriber. */
  sendState(socket: LiveSocket, channel: string): void {
    const message = this.#state(parseChannel(channel));
    if (message !== undefined) socket.emit('data', { channel, ...message });
  }

  stop(): void {
    for (const each of [this.#ticker, this.#depth, this.#trades, this.#candle]) each.stop();
  }

  #state(channel: ParsedChannel): Omit<DataMessage, 'channel'> | undefined {
    if (channel.kind === 'ticker') return { data: this.#marketData.quotations() };
    const { symbol } = channel;
    const market = this.#marketData.terms.market(symbol);
    if (market === undefined) return undefined;
    switch (channel.kind) {
      case 'depth': {
        const data = this.#snapshot(market.marketId, symbol);
        return data && { sequence: data.sequence, data };
      }
      case 'trades':
        return { data: this.#marketData.trades(symbol, TRADES_FIRST) };
      case 'index': {
        const data = this.#marketData.indexMessage(symbol);
        return data && { data };
      }
      case 'candle': {
        const { period, candleKind: kind } = channel;
        const { bar } = this.#candles.current(market.marketId, kind, period);
        if (bar === undefined) return undefined;
        const candle = candleView(bar, tickDecimals(market.tickSizeE8));
        return { data: { symbol, period, kind, candle } };
      }
      default:
        return assertNever(channel);
    }
  }

  #isHeard(channel: string): boolean {
    return (this.#io.sockets.adapter.rooms.get(channel)?.size ?? 0) > 0;
  }

  #send<Kind extends keyof ChannelData>(
    channel: string,
    message: Omit<DataMessage<Kind>, 'channel'>,
  ): void {
    // Every process has the market and tells its own sockets of it: nothing of it crosses between them.
    this.#io.local.to(channel).emit('data', { channel, ...message });
  }

  #quote(marketId: number): void {
    this.#quoted.add(marketId);
    this.#ticker.touch();
  }

  #sendTicker(): void {
    // Always in the same order, whichever moved first.
    const quoted = [...this.#quoted].sort((left, right) => left - right);
    this.#quoted.clear();
    if (!this.#isHeard('ticker')) return;
    const data = quoted.flatMap((marketId) => this.#marketData.quotation(marketId) ?? []);
    if (data.length > 0) this.#send('ticker', { data });
  }

  #takeBook({ marketId, isReset, sequence, bids, asks }: BookUpdate): void {
    const known = this.#pendingDepth.get(marketId);
    const pending = known ?? { isReset: false, sequence, bids: new Map(), asks: new Map() };
    pending.isReset ||= isReset;
    pending.sequence = sequence;
    for (const [price, quantity] of bids) pending.bids.set(price, quantity);
    for (const [price, quantity] of asks) pending.asks.set(price, quantity);
    this.#pendingDepth.set(marketId, pending);
    this.#snapshots.delete(marketId);
    this.#depth.touch();
  }

  #sendDepth(): void {
    for (const [marketId, pending] of this.#pendingDepth) {
      const { sequence } = pending;
      const { symbol } = this.#marketData.terms.knownMarket(marketId);
      const previous = this.#sentSequence.get(marketId);
      this.#sentSequence.set(marketId, sequence);
      const channel = `depth:${symbol}`;
      if (!this.#isHeard(channel)) continue;
      const isLong = pending.bids.size + pending.asks.size > DEPTH_CHANGES_MAX;
      // The first difference after a start has nothing to connect to.
      const data =
        pending.isReset || isLong || previous === undefined
          ? this.#snapshot(marketId, symbol)
          : this.#difference(marketId, symbol, { ...pending, previous });
      if (data !== undefined) this.#send(channel, { sequence, data });
    }
    this.#pendingDepth.clear();
  }

  #difference(
    marketId: number,
    symbol: string,
    pending: PendingDepth & { readonly previous: number },
  ): DepthMessage {
    const { previous, sequence, bids, asks } = pending;
    return {
      symbol,
      is_snapshot: false,
      previous,
      sequence,
      bids: this.#marketData.levelTexts(marketId, [...bids]),
      asks: this.#marketData.levelTexts(marketId, [...asks]),
    };
  }

  #snapshot(marketId: number, symbol: string): DepthMessage | undefined {
    const known = this.#snapshots.get(marketId);
    if (known !== undefined) return known;
    const deal = this.#marketData.deal(symbol, DEPTH_LEVELS_MAX);
    if (deal === undefined) return undefined;
    const { sequence, bids, asks } = deal;
    const made = { symbol, is_snapshot: true, sequence, bids, asks };
    this.#snapshots.set(marketId, made);
    return made;
  }

  #sendTrades(): void {
    for (const [symbol, trades] of this.#pendingTrades) {
      const channel = `trades:${symbol}`;
      if (this.#isHeard(channel)) this.#send(channel, { data: trades.toReversed().slice(0, 100) });
    }
    this.#pendingTrades.clear();
  }

  #sendIndex(symbol: string): void {
    const channel = `index:${symbol}`;
    if (!this.#isHeard(channel)) return;
    const data = this.#marketData.indexMessage(symbol);
    if (data !== undefined) this.#send(channel, { data });
  }

  #sendCandles(): void {
    for (const { market, kind } of this.#movedCandles.values()) {
      for (const period of PERIODS) this.#sendCandle(market.marketId, kind, period);
    }
    this.#movedCandles.clear();
  }

  /** The present bar, and before it the one that ended since the last message. */
  #sendCandle(marketId: number, kind: CandleKind, period: (typeof PERIODS)[number]): void {
    const { symbol, tickSizeE8 } = this.#marketData.terms.knownMarket(marketId);
    const channel = candleChannel(symbol, period, kind);
    if (!this.#isHeard(channel)) return;
    const { bar, previous } = this.#candles.current(marketId, kind, period);
    const sentMs = this.#sentBars.get(channel);
    for (const each of [previous?.openTimeMs === sentMs ? previous : undefined, bar]) {
      if (each === undefined) continue;
      const candle = candleView(each, tickDecimals(tickSizeE8));
      this.#send(channel, { data: { symbol, period, kind, candle } });
      this.#sentBars.set(channel, each.openTimeMs);
    }
  }
}
