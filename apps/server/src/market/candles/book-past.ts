/**
 * The past of a demo's order books: what its taker would have taken along the index before the first start, drawn and
 * joined into bars labelled simulated. No order, trade or entry is made of it. The figures are those of the demo's bots
 * (apps/bots/src/policy.ts, plan-take.ts), so that nothing jumps where the real trades begin.
 */
import type { Period } from '@fairlead/contract';
import { assert, DAY_MS, MINUTE_MS, PRICE_SCALE, priceE8 } from '@fairlead/units';
import type { MarketTerms } from '../catalogue.ts';
import { bucketStartMs, type FeedCandle } from '../feeds/candle.ts';
import { hash32, hashText } from '../feeds/random.ts';
import { type Bar, type BasePeriod, VOLUME_SCALE } from './bar.ts';

/** How far back the bars of each base period reach: the day's figures, a fortnight of hours, a month of days. */
const PAST_DAYS: Readonly<Record<BasePeriod, number>> = { '1m': 1, '15m': 14, '1d': 30 };
/** How a market is taken: its share of the orders, and from the index to the best price in ppm. */
interface Habit {
  readonly weight: number;
  readonly halfSpreadPpm: number;
}
const OTHERS: Habit = { weight: 1, halfSpreadPpm: 480 };
const BY_BASE: Readonly<Record<string, Habit>> = {
  BTC: { weight: 6, halfSpreadPpm: 150 },
  ETH: { weight: 4, halfSpreadPpm: 200 },
  SOL: { weight: 2, halfSpreadPpm: 320 },
  BNB: { weight: 2, halfSpreadPpm: 320 },
};
/** By base currency; one that is not known is taken like a small one. */
export const habitOf = (base: string): Habit => BY_BASE[base] ?? OTHERS;
/** Of the nine markets of a first start. */
export const WEIGHTS = 19;
export const TAKES_A_MINUTE = 20;
const SMALLEST_DOLLARS = 15;
const SPREAD_DOLLARS = 1_600;
const SALT = hashText('book past');

/** One bar in ticks and lots, as numbers: half a million are drawn and a few thousand kept. */
interface PastBar {
  readonly openTimeMs: number;
  readonly open: number;
  high: number;
  low: number;
  close: number;
  lots: number;
  /** Ticks × lots of each take, summed: below 2^53 for a month of the busiest market. */
  tickLots: number;
}

type PastTerms = Pick<MarketTerms, 'symbol' | 'tickSizeE8' | 'lotBaseMinor' | 'base'>;

/** Takes the minutes of a market's index, ascending and in parts, and gives the bars of its trades. */
export class BookPast {
  readonly #terms: PastTerms;
  readonly #fromMs: Readonly<Record<BasePeriod, number>>;
  readonly #bars: Readonly<Record<BasePeriod, PastBar[]>> = { '1m': [], '15m': [], '1d': [] };
  readonly #habit: Habit;
  readonly #symbolHash: number;

  constructor(terms: PastTerms, nowMs: number) {
    this.#terms = terms;
    this.#habit = habitOf(terms.base.name);
    this.#symbolHash = hash32(SALT, hashText(terms.symbol));
    // Shorter bars begin where a longer one does, so that all are sums of the same takes.
    this.#fromMs = {
      '1m': bucketStartMs('15m', nowMs - PAST_DAYS['1m'] * DAY_MS),
      '15m': bucketStartMs('1d', nowMs - PAST_DAYS['15m'] * DAY_MS),
      '1d': bucketStartMs('1d', nowMs - PAST_DAYS['1d'] * DAY_MS),
    };
  }

  add(minutes: readonly FeedCandle[]): void {
    for (const minute of minutes) {
      if (minute.openTimeMs < this.#fromMs['1d']) continue;
      const bar = this.#takesOf(minute);
      if (bar === undefined) continue;
      for (const period of ['1m', '15m', '1d'] as const) {
        if (minute.openTimeMs >= this.#fromMs[period]) joinInto(this.#bars[period], bar, period);
      }
    }
  }

  /** Ascending; a minute in which nothing was taken has no bar. */
  bars(period: BasePeriod): Bar[] {
    const { tickSizeE8, lotBaseMinor, base } = this.#terms;
    const lotE18 = lotBaseMinor * 10n ** BigInt(VOLUME_SCALE - base.scale);
    const price = (ticks: number) => priceE8(BigInt(ticks) * tickSizeE8);
    return this.#bars[period].map((bar) => {
      assert(Number.isSafeInteger(bar.tickLots), 'the takes of a month are counted exactly');
      return {
        openTimeMs: bar.openTimeMs,
        open: price(bar.open),
        high: price(bar.high),
        low: price(bar.low),
        close: price(bar.close),
        volumeE18: BigInt(bar.lots) * lotE18,
        turnoverE18: (BigInt(bar.tickLots) * tickSizeE8 * lotE18) / 10n ** BigInt(PRICE_SCALE),
        source: 'simulated',
      };
    });
  }

  /** What was taken in a minute of the index; the same for the same minute, whenever it is drawn. */
  #takesOf(minute: FeedCandle): PastBar | undefined {
    const { openTimeMs } = minute;
    const closeBits = Number(BigInt.asUintN(32, minute.close));
    const draw = drawsOf(hash32(this.#symbolHash, Math.floor(openTimeMs / MINUTE_MS), closeBits));
    const count = poisson((TAKES_A_MINUTE * this.#habit.weight) / WEIGHTS, draw);
    const path = pathOf(minute);
    let bar: PastBar | undefined;
    for (let at = 0; at < count; at += 1) {
      const { ticks, lots } = this.#take(path((at + draw()) / count, draw() * 2 - 1), draw);
      bar ??= {
        openTimeMs,
        open: ticks,
        high: ticks,
        low: ticks,
        close: ticks,
        lots: 0,
        tickLots: 0,
      };
      bar.high = Math.max(bar.high, ticks);
      bar.low = Math.min(bar.low, ticks);
      bar.close = ticks;
      bar.lots += lots;
      bar.tickLots += ticks * lots;
    }
    return bar;
  }

  /** One order of the taker at the maker's best price, which is rounded away from the index. */
  #take(indexE8: number, draw: () => number): { readonly ticks: number; readonly lots: number } {
    const { weight, halfSpreadPpm } = this.#habit;
    const tick = Number(this.#terms.tickSizeE8);
    const half = halfSpreadPpm / 1e6;
    const isBuy = draw() < 0.5;
    const ticks = isBuy
      ? Math.ceil((indexE8 * (1 + half)) / tick)
      : Math.max(Math.floor((indexE8 * (1 - half)) / tick), 1);
    const dollars = ((SMALLEST_DOLLARS + SPREAD_DOLLARS * draw() ** 4) * weight) / 2;
    const lot = Number(this.#terms.lotBaseMinor) / 10 ** this.#terms.base.scale;
    return { ticks, lots: Math.max(Math.floor(dollars / ((indexE8 / 1e8) * lot)), 1) };
  }
}

/** Adds a minute to the last bar of a longer period, or begins the next. */
function joinInto(bars: PastBar[], minute: PastBar, period: Period): void {
  const openTimeMs = bucketStartMs(period, minute.openTimeMs);
  const last = bars.at(-1);
  if (last?.openTimeMs !== openTimeMs) {
    bars.push({ ...minute, openTimeMs });
    return;
  }
  last.high = Math.max(last.high, minute.high);
  last.low = Math.min(last.low, minute.low);
  last.close = minute.close;
  last.lots += minute.lots;
  last.tickLots += minute.tickLots;
}

/** The index within a minute: from open to close, and in between up to `lean` (−1 to 1) of the way to low or high. */
function pathOf({ open, high, low, close }: FeedCandle): (part: number, lean: number) => number {
  const [from, to, top, bottom] = [Number(open), Number(close), Number(high), Number(low)];
  return (part, lean) => {
    const straight = from + (to - from) * part;
    const reach = lean < 0 ? straight - bottom : top - straight;
    return straight + reach * lean * 4 * part * (1 - part);
  };
}

/** How often what comes independently, `mean` times on average, came this time. */
function poisson(mean: number, draw: () => number): number {
  const until = Math.exp(-mean);
  let count = 0;
  for (let product = draw(); product > until; product *= draw()) count += 1;
  return count;
}

/** Numbers from 0 up to 1, one after the other. */
function drawsOf(seed: number): () => number {
  let at = 0;
  return () => {
    at += 1;
    return hash32(seed, at) / 0x1_0000_0000;
  };
}
