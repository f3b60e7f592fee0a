/** The last 24 hours of one market and kind, minute by minute. */
import { DAY_MS, MINUTE_MS, maximum, minimum, type PriceE8 } from '@fairlead/units';
import { type Bar, joinBars } from '../candles/bar.ts';
import type { Tick } from '../candles/trade-tick.ts';

export interface DayFigures {
  /** The price 24 hours ago: the last one then known. Absent when nothing was known yet. */
  readonly open: PriceE8 | undefined;
  /** The first price within the window. */
  readonly first: PriceE8 | undefined;
  readonly high: PriceE8 | undefined;
  readonly low: PriceE8 | undefined;
  readonly volumeE18: bigint;
  readonly turnoverE18: bigint;
  /** Some of it is a demo's made-up past. */
  readonly isSimulated: boolean;
}

/** Minutes that begin at or after `now − 24 h` count; sums are exact and kept as minutes come and go. */
export class RollingDay {
  #minutes: Bar[] = [];
  /** The last close before the window. */
  #before: PriceE8 | undefined;
  #volumeE18 = 0n;
  #turnoverE18 = 0n;
  /** Undefined when the extremes have to be looked for again. */
  #extremes: { high: PriceE8; low: PriceE8 } | undefined;

  /** Takes stored minutes, ascending, and the last price known before them. */
  load(minutes: readonly Bar[], before: PriceE8 | undefined): void {
    this.#minutes = [...minutes];
    this.#before = before;
    this.#extremes = undefined;
    this.#volumeE18 = minutes.reduce((sum, { volumeE18 }) => sum + volumeE18, 0n);
    this.#turnoverE18 = minutes.reduce((sum, { turnoverE18 }) => sum + turnoverE18, 0n);
  }

  add({ timeMs, price, volumeE18, turnoverE18, source }: Tick): void {
    const last = this.#minutes.at(-1);
    const openTimeMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
    const prices = { open: price, high: price, low: price, close: price };
    const bar: Bar = { openTimeMs, ...prices, volumeE18, turnoverE18, source };
    if (last !== undefined && openTimeMs <= last.openTimeMs) {
      this.#minutes[this.#minutes.length - 1] = joinBars(last, bar);
    } else this.#minutes.push(bar);
    this.#volumeE18 += volumeE18;
    this.#turnoverE18 += turnoverE18;
    if (this.#extremes !== undefined) {
      const { high, low } = this.#extremes;
      this.#extremes = { high: maximum(high, price), low: minimum(low, price) };
    }
  }

  figures(nowMs: number): DayFigures {
    this.#forget(nowMs - DAY_MS);
    const extremes = this.#findExtremes();
    return {
      open: this.#before,
      first: this.#minutes[0]?.open,
      high: extremes?.high,
      low: extremes?.low,
      volumeE18: this.#volumeE18,
      turnoverE18: this.#turnoverE18,
      // What is made up lies before everything else.
      isSimulated: this.#minutes[0]?.source === 'simulated',
    };
  }

  /** The close of each of the hours that end at `nowMs`, oldest first; an hour without any has the one before. */
  hourlyCloses(nowMs: number, hours: number): PriceE8[] {
    const closes: PriceE8[] = [];
    let at = 0;
    let close = this.#before;
    for (let hour = hours - 1; hour >= 0; hour -= 1) {
      const endMs = nowMs - hour * 3_600_000;
      for (; (this.#minutes[at]?.openTimeMs ?? endMs) < endMs; at += 1) {
        close = this.#minutes[at]?.close;
      }
      if (close !== undefined) closes.push(close);
    }
    return closes;
  }

  #forget(fromMs: number): void {
    let count = 0;
    for (const minute of this.#minutes) {
      if (minute.openTimeMs >= fromMs) break;
      count += 1;
      this.#before = minute.close;
      this.#volumeE18 -= minute.volumeE18;
      this.#turnoverE18 -= minute.turnoverE18;
    }
    if (count === 0) return;
    this.#minutes.splice(0, count);
    this.#extremes = undefined;
  }

  #findExtremes(): { high: PriceE8; low: PriceE8 } | undefined {
    if (this.#extremes !== undefined) return this.#extremes;
    const [first] = this.#minutes;
    if (first === undefined) return undefined;
    let { high, low } = first;
    for (const minute of this.#minutes) {
      high = maximum(high, minute.high);
      low = minimum(low, minute.low);
    }
    this.#extremes = { high, low };
    return this.#extremes;
  }
}
