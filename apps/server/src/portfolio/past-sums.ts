/**
 * Sums of postings by day, of days that are over: they never change, so they are read once, a month at a time, and kept.
 * A heavy trader's year is a hundred thousand postings; the embedded database must not do others out of its time for them.
 */
import type { Reads } from '../core/store/database.ts';
import type { CalendarDay } from './calendar-days.ts';
import { type PostingSum, type PricedCurrency, postingSums } from './queries.ts';

/** What was stamped before a day's end is in the tables by then, or never: a commit takes seconds. */
const SETTLED_AFTER_MS = 600_000;
const DAYS_AT_ONCE = 31;
/** Sums kept of all users together, some 100 bytes each. */
const KEPT_MAX = 200_000;
/** A day without any counts too. */
const DAY_WEIGHT = 1;

interface Kept {
  /** By the start of the day. */
  readonly days: Map<number, readonly PostingSum[]>;
  weight: number;
}

export interface PastQuery {
  readonly owner: number;
  /** Names the calendar that the days are of. */
  readonly zone: string;
  /** Days in a row, oldest first. */
  readonly days: readonly CalendarDay[];
  readonly priced: readonly PricedCurrency[];
  readonly nowMs: number;
}

export class PastSums {
  readonly #reads: Reads;
  /** The one used longest ago comes first. */
  readonly #kept = new Map<string, Kept>();
  readonly #keptMax: number;
  #weight = 0;

  constructor(reads: Reads, keptMax = KEPT_MAX) {
    this.#reads = reads;
    this.#keptMax = keptMax;
  }

  /** Sums of those of the days that are over, by place among them, and how many days that is. */
  async read(query: PastQuery): Promise<{ readonly count: number; readonly sums: PostingSum[] }> {
    const { owner, zone, days, nowMs } = query;
    const over = days.filter(({ endMs }) => endMs <= nowMs - SETTLED_AFTER_MS);
    const key = `${owner} ${zone}`;
    const known = this.#kept.get(key)?.days;
    const found = new Map(over.map(({ startMs }) => [startMs, known?.get(startMs)]));
    const missing = over.filter(({ startMs }) => found.get(startMs) === undefined);
    for (const part of inParts(missing))
      for (const [startMs, sums] of await this.#readPart(query, part)) found.set(startMs, sums);
    this.#keep(key, found);
    const sums = over.flatMap(({ startMs }, span) =>
      (found.get(startMs) ?? []).map((sum) => ({ ...sum, span })),
    );
    return { count: over.length, sums };
  }

  async #readPart(
    { owner, priced }: PastQuery,
    part: readonly CalendarDay[],
  ): Promise<Map<number, PostingSum[]>> {
    const toMs = part.at(-1)?.endMs ?? 0;
    const startsMs = part.map(({ startMs }) => startMs);
    const sums = await postingSums(this.#reads, owner, { startsMs, toMs, priced });
    const bySpan = Map.groupBy(sums, ({ span }) => span);
    return new Map(startsMs.map((startMs, span) => [startMs, bySpan.get(span) ?? []]));
  }

  #keep(key: string, found: ReadonlyMap<number, readonly PostingSum[] | undefined>): void {
    const kept = this.#kept.get(key) ?? { days: new Map(), weight: 0 };
    this.#weight -= kept.weight;
    for (const [startMs, sums] of found) if (sums !== undefined) kept.days.set(startMs, sums);
    kept.weight = 0;
    for (const sums of kept.days.values()) kept.weight += sums.length + DAY_WEIGHT;
    this.#weight += kept.weight;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    for (const [oldest, { weight }] of this.#kept) {
      if (this.#weight <= this.#keptMax) break;
      this.#weight -= weight;
      this.#kept.delete(oldest);
    }
  }
}

/** Days in a row, at most a month each. */
function inParts(days: readonly CalendarDay[]): CalendarDay[][] {
  const parts: CalendarDay[][] = [];
  for (const day of days) {
    const part = parts.at(-1);
    const goesOn = part?.at(-1)?.endMs === day.startMs && part.length < DAYS_AT_ONCE;
    if (goesOn) part.push(day);
    else parts.push([day]);
  }
  return parts;
}
