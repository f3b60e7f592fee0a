import type { TaxYear } from './tax-year.ts';

const KEPT_FOR_MS = 60_000;
/** Entries and lots kept of all years together, of some 500 bytes each. */
const KEPT_MAX = 100_000;

interface Kept {
  readonly newest: number;
  readonly year: TaxYear;
}

/** Years that were worked out, for a minute: the pages of one report and the parts of one file are of the same. */
export class KeptYears {
  /** The one made longest ago comes first. */
  readonly #kept = new Map<string, Kept>();
  readonly #weightMax: number;

  constructor(weightMax = KEPT_MAX) {
    this.#weightMax = weightMax;
  }

  /** If it is not too old and its owner has no entry behind `newest`. */
  find(key: string, newest: number, nowMs: number): TaxYear | undefined {
    const kept = this.#kept.get(key);
    return kept?.newest === newest && isFresh(kept, nowMs) ? kept.year : undefined;
  }

  /** Lets go of all that are too old, and of the oldest where they are too many. */
  add(key: string, kept: Kept, nowMs: number): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    let weight = 0;
    for (const [each, other] of this.#kept)
      if (isFresh(other, nowMs)) weight += weightOf(other.year);
      else this.#kept.delete(each);
    for (const [oldest, { year }] of this.#kept) {
      if (weight <= this.#weightMax) break;
      weight -= weightOf(year);
      this.#kept.delete(oldest);
    }
  }

  get size(): number {
    return this.#kept.size;
  }
}

const isFresh = ({ year }: Kept, nowMs: number): boolean => year.asOfMs > nowMs - KEPT_FOR_MS;

function weightOf({ applied, opening, closing }: TaxYear): number {
  const lots = [...opening, ...closing].reduce((sum, holding) => sum + holding.lots.length, 0);
  return 1 + applied.length + lots;
}
