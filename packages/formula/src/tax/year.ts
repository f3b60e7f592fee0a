/** A year's figures: sums of lines, so that the lines of a figure explain it to the unit. */
import type { Lot } from './lots.ts';
import type { TaxFigure, TaxLine } from './movement.ts';
import { costOf, type Holding, quantityOf } from './tax-ledger.ts';
import type { Valuation } from './valuation.ts';

/** The lines of one figure and currency, summed up. */
export interface TaxSum {
  readonly figure: TaxFigure;
  readonly currencyId: number;
  readonly quantity: bigint;
  /** Of lines that have one: of disposals the proceeds. */
  readonly value: bigint;
  /** Of disposals: what they had cost. */
  readonly cost: bigint;
  readonly count: number;
  /** Lines that are in no sum of values, for want of a price or of a cost. */
  readonly missing: number;
}

/** What a line adds to its figure: a disposal its gain, all else its value. Undefined where that is not known. */
export function figureOf(line: Pick<TaxLine, 'figure' | 'value' | 'gain'>): bigint | undefined {
  return line.figure === 'gains' ? line.gain : line.value;
}

/** By figure and currency, in the order in which they first came. */
export class YearSums {
  readonly #sums = new Map<string, { -readonly [Name in keyof TaxSum]: TaxSum[Name] }>();

  add(line: TaxLine): void {
    const { figure, currencyId, quantity } = line;
    const key = `${figure} ${currencyId}`;
    const empty = { figure, currencyId, quantity: 0n, value: 0n, cost: 0n, count: 0, missing: 0 };
    const sum = this.#sums.get(key) ?? empty;
    this.#sums.set(key, sum);
    sum.quantity += quantity;
    sum.count += 1;
    if (figureOf(line) === undefined) {
      sum.missing += 1;
      return;
    }
    sum.value += line.value ?? 0n;
    if (figure === 'gains') sum.cost += line.cost ?? 0n;
  }

  list(): TaxSum[] {
    return [...this.#sums.values()];
  }
}

/** What of a currency is there at the end, what it had cost, and what selling it at the day's price would have gained. */
export interface UnrealisedHolding {
  readonly currencyId: number;
  readonly quantity: bigint;
  readonly lots: readonly Lot[];
  readonly cost: bigint | undefined;
  readonly value: bigint | undefined;
  readonly unrealised: bigint | undefined;
}

export function unrealisedOf(
  { currencyId, lots }: Holding,
  valuation: Valuation,
  day: number,
): UnrealisedHolding {
  const quantity = quantityOf(lots);
  const cost = costOf(lots);
  const value = valuation.valueOn(currencyId, quantity, day);
  const isKnown = cost !== undefined && value !== undefined;
  return {
    currencyId,
    quantity,
    lots,
    cost,
    value,
    unrealised: isKnown ? value - cost : undefined,
  };
}
