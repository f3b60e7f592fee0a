/**
 * Streams of candles, of every length that there is over HTTP. A candle is told as it moves, and as ended within a second of its end,
 * whether or not anything traded in it. Nothing is built that nobody hears.
 */
import type { Candle } from '@fairlead/contract';
import type { TradeRow } from '@fairlead/engine';
import { tickDecimals } from '../../../core/http/figures.ts';
import { type Bar, type Candles, candleView, joinBars } from '../../../market/candles/index.ts';
import type { MarketData } from '../../../market/data/index.ts';
import type { MarketTerms } from '../../../market/index.ts';
import { INTERVALS, type Interval, nextStartMs, SECOND } from '../intervals.ts';
import { unusedField } from '../klines.ts';
import { secondBar } from '../second-candles.ts';
import { listedMarkets, symbolOf } from '../symbols.ts';
import type { FanOut } from './fan-out.ts';

/** How often candles are looked at. */
const LOOK_EVERY_MS = 250;
/** A trade of a candle's last moments is committed by then. One that comes later is told with the ended candle once more. */
const GRACE_MS = 400;
/** Ends of one look: more are told only after the process stood still, and then the last of them. */
const ENDS_MAX = 100;
/** Seconds that are remembered. */
const SECONDS_KEPT = 60;

export interface KlineStreamsOptions {
  readonly marketData: Pick<MarketData, 'terms' | 'onPublished'>;
  readonly candles: Pick<Candles, 'current' | 'onChange'>;
  readonly clock: { now(): number };
  readonly fanOut: Pick<FanOut, 'isHeard' | 'send'>;
  readonly onFailure: (error: unknown) => void;
}

interface Told {
  /** The bucket that runs. */
  openMs: number;
  /** What was last told of it. */
  text: string;
  close: Bar;
  /** The one that ended before it. */
  ended: { readonly openMs: number; readonly text: string } | undefined;
}

interface Seconds {
  /** The first second that is known whole. */
  readonly fromMs: number;
  readonly bars: Bar[];
}

export class KlineStreams {
  readonly #options: KlineStreamsOptions;
  /** By stream. */
  readonly #told = new Map<string, Told>();
  /** Markets that traded since the last look. */
  #moved = new Set<number>();
  /** Of markets whose seconds are heard. */
  readonly #seconds = new Map<number, Seconds>();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #stops: readonly (() => void)[];

  constructor(options: KlineStreamsOptions) {
    const { marketData, candles, onFailure } = options;
    this.#options = options;
    this.#stops = [
      candles.onChange(({ market, kind }) => {
        if (kind === 'trade') this.#moved.add(market.marketId);
      }),
      marketData.onPublished(({ batch }) => {
        for (const trade of batch.changes.trades) this.#takeTrade(trade);
      }),
    ];
    this.#timer = setInterval(() => {
      try {
        this.look();
      } catch (error) {
        onFailure(error);
      }
    }, LOOK_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const stop of this.#stops) stop();
  }

  /** Somebody new listens: what runs is told again at the next look. */
  greet(name: string): void {
    const told = this.#told.get(name);
    if (told !== undefined) told.text = '';
  }

  /** Tells of all that moved or ended since the last look. */
  look(): void {
    const { clock, fanOut, marketData } = this.#options;
    const nowMs = clock.now();
    const moved = this.#moved;
    this.#moved = new Set();
    for (const market of listedMarkets(marketData.terms)) {
      for (const interval of INTERVALS.values()) {
        const name = `${symbolOf(market).toLowerCase()}@kline_${interval.name}`;
        if (!fanOut.isHeard(name)) this.#forget(name, market, interval);
        else this.#tell(name, { market, interval, nowMs, isMoved: moved.has(market.marketId) });
      }
    }
  }

  #forget(name: string, { marketId }: MarketTerms, interval: Interval): void {
    this.#told.delete(name);
    if (interval === SECOND) this.#seconds.delete(marketId);
  }

  #takeTrade(trade: TradeRow): void {
    const seconds = this.#seconds.get(trade.marketId);
    if (seconds === undefined || trade.timeMs < seconds.fromMs) return;
    const { bars } = seconds;
    const bar = secondBar(trade, this.#options.marketData.terms);
    const last = bars.at(-1);
    if (last === undefined || last.openTimeMs < bar.openTimeMs) bars.push(bar);
    else bars[bars.length - 1] = joinBars(last, bar);
    if (bars.length > SECONDS_KEPT) bars.shift();
  }

  #tell(name: string, asked: Asked): void {
    const { market, interval, nowMs, isMoved } = asked;
    const recent = this.#recent(market, interval, nowMs);
    const latest = recent.at(-1);
    if (latest === undefined) return;
    const told = this.#told.get(name) ?? begin(interval.startMs(nowMs), latest);
    this.#told.set(name, told);
    const isEnded = nextStartMs(interval, told.openMs) <= nowMs;
    if (!isMoved && !isEnded && told.text !== '') return;
    this.#tellAgain(name, asked, { told, recent });
    for (let ends = 0; ; ends += 1) {
      const endMs = nextStartMs(interval, told.openMs);
      // A trade after it shows that none of it is to come.
      if (latest.openTimeMs < endMs && endMs + GRACE_MS > nowMs) break;
      if (ends === ENDS_MAX) {
        // The process stood still for long: what was in between is to be asked for.
        told.openMs = interval.startMs(nowMs);
        break;
      }
      const bar = barOf(recent, told);
      const text = this.#send(name, asked, { bar, isEnded: true });
      told.ended = { openMs: told.openMs, text };
      told.close = bar;
      told.openMs = endMs;
      told.text = '';
    }
    const bar = barOf(recent, told);
    const text = textOf(bar, market);
    if (text === told.text) return;
    told.text = text;
    this.#send(name, asked, { bar, isEnded: false });
  }

  /** A trade came late: its candle had ended without it. */
  #tellAgain(
    name: string,
    asked: Asked,
    { told, recent }: { readonly told: Told; readonly recent: readonly Bar[] },
  ): void {
    const { ended } = told;
    const bar = recent.findLast(({ openTimeMs }) => openTimeMs === ended?.openMs);
    if (ended === undefined || bar === undefined || textOf(bar, asked.market) === ended.text)
      return;
    told.ended = { ...ended, text: this.#send(name, asked, { bar, isEnded: true }) };
    told.close = bar;
  }

  /** The last bars in which something traded, ascending. */
  #recent(market: MarketTerms, interval: Interval, nowMs: number): readonly Bar[] {
    const { candles } = this.#options;
    const { marketId } = market;
    const { series = '1m' } = interval;
    const { bar, previous } = candles.current(marketId, 'trade', series);
    const kept = [previous, bar].filter((each) => each !== undefined);
    if (interval !== SECOND) return kept;
    const seconds = this.#seconds.get(marketId);
    // The second that runs began before anybody listened: the next is the first whole one.
    if (seconds === undefined)
      this.#seconds.set(marketId, { fromMs: nextStartMs(SECOND, nowMs), bars: [] });
    if (seconds === undefined || nowMs < seconds.fromMs) return [];
    return seconds.bars.length > 0 ? seconds.bars : kept.slice(-1).map(longAgo);
  }

  #send(
    name: string,
    { market, interval }: Asked,
    { bar, isEnded }: { readonly bar: Bar; readonly isEnded: boolean },
  ): string {
    const { fanOut, clock } = this.#options;
    const candle = viewOf(bar, market);
    const s = symbolOf(market);
    const k = {
      ...{ t: candle.time, T: nextStartMs(interval, candle.time) - 1 },
      ...{ s, i: interval.name, f: -1, L: -1 },
      ...{ o: candle.open, c: candle.close, h: candle.high, l: candle.low },
      ...{ v: candle.volume, n: 0, x: isEnded, q: candle.turnover, V: '0', Q: '0' },
      B: unusedField(candle),
    };
    fanOut.send(name, { e: 'kline', E: clock.now(), s, k });
    return textOf(bar, market);
  }
}

interface Asked {
  readonly market: MarketTerms;
  readonly interval: Interval;
  readonly nowMs: number;
  readonly isMoved: boolean;
}

const begin = (openMs: number, close: Bar): Told => ({ openMs, text: '', close, ended: undefined });

const viewOf = (bar: Bar, { tickSizeE8 }: MarketTerms): Candle =>
  candleView(bar, tickDecimals(tickSizeE8));
const textOf = (bar: Bar, market: MarketTerms): string => JSON.stringify(viewOf(bar, market));

/** A close and no more: in seconds nothing of it is known. */
const longAgo = (bar: Bar): Bar => ({ ...bar, openTimeMs: 0 });

/** The bar of a bucket; where nothing traded it is flat at the close before it. */
function barOf(recent: readonly Bar[], { openMs, close: told }: Told): Bar {
  const last = recent.findLast(({ openTimeMs }) => openTimeMs <= openMs) ?? told;
  if (last.openTimeMs === openMs) return last;
  const { close } = last;
  const prices = { open: close, high: close, low: close, close };
  return { ...last, ...prices, openTimeMs: openMs, volumeE18: 0n, turnoverE18: 0n };
}
