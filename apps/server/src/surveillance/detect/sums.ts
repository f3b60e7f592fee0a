/** Sums that are asked for again and again, without going through all rows each time: a detector runs where orders are matched. */

import { placeOf } from '@fairlead/units';

/** Gives the sum of the values before a place. */
export function sumsBefore(values: readonly number[]): (place: number) => number {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return (place) => sums[place] ?? 0;
}

export interface Stamped {
  readonly timeMs: number;
  readonly lots: number;
}

/** Lots up to a time, of rows in any order. */
export class LotsByTime {
  readonly #rows: readonly Stamped[];
  readonly #sum: (place: number) => number;

  constructor(rows: readonly Stamped[]) {
    this.#rows = rows.toSorted((left, right) => left.timeMs - right.timeMs);
    this.#sum = sumsBefore(this.#rows.map(({ lots }) => lots));
  }

  /** Of rows before a time, and of it too. */
  upTo(timeMs: number): number {
    return this.#sum(placeOf(this.#rows, (row) => row.timeMs <= timeMs));
  }

  /** Of rows before a time. */
  before(timeMs: number): number {
    return this.#sum(placeOf(this.#rows, (row) => row.timeMs < timeMs));
  }
}

/**
 * Lots of a run of rows that came by, or ended before, a time: a tree over the rows, each of whose knots has its rows by time. A knot is
 * made when it is first asked, so that no one question waits for all of them.
 */
export class LotsOfRun {
  readonly #rows: readonly Stamped[];
  readonly #knots: LotsByTime[] = [];

  constructor(rows: readonly Stamped[]) {
    this.#rows = rows;
  }

  /** Sums what `of` says of the knots that make up the rows from one place up to, without, another. */
  sum(from: number, to: number, of: (knot: LotsByTime) => number): number {
    let lots = 0;
    let low = from + this.#rows.length;
    let high = to + this.#rows.length;
    for (; low < high; low >>= 1, high >>= 1) {
      if (low % 2 === 1) {
        lots += of(this.#knot(low));
        low += 1;
      }
      if (high % 2 === 1) {
        high -= 1;
        lots += of(this.#knot(high));
      }
    }
    return lots;
  }

  #knot(at: number): LotsByTime {
    const knot = this.#knots[at] ?? new LotsByTime(this.#under(at));
    this.#knots[at] = knot;
    return knot;
  }

  #under(at: number): readonly Stamped[] {
    if (at >= this.#rows.length) return [this.#rows[at - this.#rows.length] as Stamped];
    return [...this.#under(2 * at), ...this.#under(2 * at + 1)];
  }
}
