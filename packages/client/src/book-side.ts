/** One side of a replica: levels best first, and how far down they are known. */
import { isZeroDecimal } from '@fairlead/units';

/** Price and quantity as the wire writes them. */
export type BookLevel = readonly [price: string, quantity: string];

/** Compares two non-negative decimal strings by value. */
export function compareDecimals(left: string, right: string): number {
  const [leftWhole = '', leftFraction = ''] = left.split('.');
  const [rightWhole = '', rightFraction = ''] = right.split('.');
  if (leftWhole.length !== rightWhole.length) return leftWhole.length - rightWhole.length;
  if (leftWhole !== rightWhole) return leftWhole < rightWhole ? -1 : 1;
  const digits = Math.max(leftFraction.length, rightFraction.length);
  const leftDigits = leftFraction.padEnd(digits, '0');
  const rightDigits = rightFraction.padEnd(digits, '0');
  if (leftDigits === rightDigits) return 0;
  return leftDigits < rightDigits ? -1 : 1;
}

export class BookSide {
  #levels: BookLevel[] = [];
  /** The last price of a snapshot that was cut off: of what lies beyond nothing is known. */
  #knownTo: string | undefined;
  readonly #isBefore: (left: string, right: string) => boolean;

  constructor(side: 'bids' | 'asks') {
    this.#isBefore =
      side === 'bids'
        ? (left, right) => compareDecimals(left, right) > 0
        : (left, right) => compareDecimals(left, right) < 0;
  }

  /** Best first. The list is never changed later: a new one takes its place. */
  get levels(): readonly BookLevel[] {
    return this.#levels;
  }

  /** Whether levels beyond the last are unknown. */
  get isCutOff(): boolean {
    return this.#knownTo !== undefined;
  }

  load(levels: readonly BookLevel[], levelsMax: number): void {
    this.#levels = [...levels];
    this.#knownTo = levels.length >= levelsMax ? levels.at(-1)?.[0] : undefined;
  }

  apply(changes: readonly BookLevel[]): void {
    if (changes.length === 0) return;
    const levels = [...this.#levels];
    for (const level of changes) {
      const [price, quantity] = level;
      if (this.#knownTo !== undefined && this.#isBefore(this.#knownTo, price)) continue;
      const at = this.#placeOf(levels, price);
      const isThere = at < levels.length && compareDecimals(levels[at]?.[0] ?? '', price) === 0;
      if (isZeroDecimal(quantity)) {
        if (isThere) levels.splice(at, 1);
      } else levels.splice(at, isThere ? 1 : 0, level);
    }
    this.#levels = levels;
  }

  /** The first place whose price does not come before `price`. */
  #placeOf(levels: readonly BookLevel[], price: string): number {
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const [at] = levels[middle] as BookLevel;
      if (this.#isBefore(at, price)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
