/**
 * The bars of one market and kind that are still moving. A tick touches the running minute only; longer bars
 * are joined from the minutes that ended and the running one when somebody looks, so that a trade costs the
 * same whatever the number of periods.
 */
import { MINUTE_MS, maximum, minimum } from '@fairlead/units';
import {
  BASE_PERIODS,
  type Bar,
  type BasePeriod,
  joinBars,
  SERIES_PERIODS,
  type SeriesPeriod,
  seriesStartMs,
  widenBar,
} from './bar.ts';
import type { Tick } from './trade-tick.ts';

type Longer = Exclude<SeriesPeriod, '1m'>;
const LONGER = SERIES_PERIODS.filter((period): period is Longer => period !== '1m');

/** A bar to be written: key of its row within the series. */
export interface UnsavedBar {
  readonly period: BasePeriod;
  readonly bar: Bar;
}

export class BarSeries {
  #minute: Bar | undefined;
  #isMinuteSaved = true;
  /** What the minutes before the running one made of each longer bucket. */
  readonly #ended = new Map<Longer, Bar>();
  /** The bar before the current one, of each period: the last that ended. */
  readonly #previous = new Map<SeriesPeriod, Bar>();
  #unsaved: UnsavedBar[] = [];

  /** Takes over bars that were stored: the running minute, and longer bars without it. */
  resume(bars: ReadonlyMap<SeriesPeriod, Bar>): void {
    this.#minute = bars.get('1m');
    for (const period of LONGER) {
      const bar = bars.get(period);
      if (bar !== undefined) this.#ended.set(period, bar);
    }
  }

  /** Ticks come in the order of their times; one that is late counts in the running minute. */
  add(tick: Tick): void {
    const openTimeMs = Math.floor(tick.timeMs / MINUTE_MS) * MINUTE_MS;
    const { price } = tick;
    const minute = this.#minute;
    this.#isMinuteSaved = false;
    if (minute !== undefined && openTimeMs <= minute.openTimeMs) {
      this.#minute = {
        openTimeMs: minute.openTimeMs,
        open: minute.open,
        high: maximum(minute.high, price),
        low: minimum(minute.low, price),
        close: price,
        volumeE18: minute.volumeE18 + tick.volumeE18,
        turnoverE18: minute.turnoverE18 + tick.turnoverE18,
        source: minute.source,
      };
      return;
    }
    if (minute !== undefined) this.#endMinute(minute, openTimeMs);
    const { volumeE18, turnoverE18, source } = tick;
    const prices = { open: price, high: price, low: price, close: price };
    this.#minute = { openTimeMs, ...prices, volumeE18, turnoverE18, source };
  }

  /** The bar of the bucket that the last tick fell in. */
  current(period: SeriesPeriod): Bar | undefined {
    const minute = this.#minute;
    if (period === '1m') return minute;
    const ended = this.#ended.get(period);
    if (minute === undefined) return ended;
    const wide = widenBar(minute, period);
    return ended?.openTimeMs === wide.openTimeMs ? joinBars(ended, minute) : wide;
  }

  /** The last bar that ended since the start. */
  previous(period: SeriesPeriod): Bar | undefined {
    return this.#previous.get(period);
  }

  /** Bars to be written since the last call: those that ended, and the current ones. */
  takeUnsaved(): UnsavedBar[] {
    const unsaved = this.#unsaved;
    this.#unsaved = [];
    if (this.#isMinuteSaved) return unsaved;
    this.#isMinuteSaved = true;
    for (const period of BASE_PERIODS) {
      const bar = this.current(period);
      if (bar !== undefined) unsaved.push({ period, bar });
    }
    return unsaved;
  }

  #endMinute(minute: Bar, nextTimeMs: number): void {
    this.#unsaved.push({ period: '1m', bar: minute });
    this.#previous.set('1m', minute);
    for (const period of LONGER) {
      const bar = this.current(period) ?? widenBar(minute, period);
      this.#ended.set(period, bar);
      if (seriesStartMs(period, nextTimeMs) === bar.openTimeMs) continue;
      this.#previous.set(period, bar);
      if (period === '15m' || period === '1d') this.#unsaved.push({ period, bar });
    }
  }
}
