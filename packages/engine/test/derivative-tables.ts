/** What a store would keep of futures, options and receipts, with the constraints that its tables have. */
import type {
  Changes,
  FuturesTerms,
  IndexRow,
  OptionCurrency,
  OptionRow,
  OptionTerms,
  PositionRow,
  ReceiptRow,
  Snapshot,
} from '@fairlead/engine';
import { expect } from 'vitest';

type DerivativeSnapshot = Pick<
  Snapshot,
  'futuresTerms' | 'optionTerms' | 'optionCurrencies' | 'positions' | 'options' | 'windowSamples'
>;

export class DerivativeTables {
  readonly #futuresTerms = new Map<number, FuturesTerms>();
  readonly #optionTerms = new Map<number, OptionTerms>();
  readonly #optionCurrencies = new Map<number, OptionCurrency>();
  readonly #positions = new Map<number, PositionRow>();
  readonly #options = new Map<number, OptionRow>();
  readonly #samples: IndexRow[] = [];
  readonly #receipts: ReceiptRow[] = [];

  commit(changes: Changes): void {
    for (const terms of changes.futuresTerms) this.#futuresTerms.set(terms.marketId, terms);
    for (const terms of changes.optionTerms) this.#optionTerms.set(terms.marketId, terms);
    for (const row of changes.optionCurrencies) this.#optionCurrencies.set(row.currencyId, row);
    expectUnique(changes.positions.map(({ positionId }) => positionId));
    expectUnique(changes.options.map(({ optionId }) => optionId));
    for (const row of changes.positions) this.#setPosition(row);
    for (const row of changes.options) this.#setOption(row);
    this.#samples.push(...changes.index);
    for (const row of changes.receipts) {
      this.#receipts.push(row);
      expect(row.receiptId).toBe(this.#receipts.length);
    }
    expect(changes.counters.receiptId).toBe(this.#receipts.length);
  }

  snapshot(): DerivativeSnapshot {
    const positions = this.positions().filter(({ status }) => isLive(status));
    const options = this.options().filter(({ status }) => status === 'open');
    return {
      futuresTerms: [...this.#futuresTerms.values()],
      optionTerms: [...this.#optionTerms.values()],
      optionCurrencies: [...this.#optionCurrencies.values()],
      positions,
      options,
      windowSamples: this.#windowSamples(options),
    };
  }

  /** By id, as they last were. */
  positions(): PositionRow[] {
    return [...this.#positions.values()].sort((left, right) => left.positionId - right.positionId);
  }

  /** By id, as they last were. */
  options(): OptionRow[] {
    return [...this.#options.values()].sort((left, right) => left.optionId - right.optionId);
  }

  /** The first has the id 1. */
  receipts(): readonly ReceiptRow[] {
    return this.#receipts;
  }

  /** Every sample that was ever taken, in the order in which they came. */
  samples(): readonly IndexRow[] {
    return this.#samples;
  }

  /** A trigger refuses a change of what is over. */
  #setPosition(row: PositionRow): void {
    const known = this.#positions.get(row.positionId);
    expect(known === undefined || isLive(known.status)).toBe(true);
    this.#positions.set(row.positionId, row);
  }

  #setOption(row: OptionRow): void {
    expect(this.#options.get(row.optionId)?.status ?? 'open').toBe('open');
    this.#options.set(row.optionId, row);
  }

  #windowSamples(open: readonly OptionRow[]): IndexRow[] {
    const rows = this.#samples.filter(({ marketId, sampleTimeMs }) =>
      open.some(
        (option) =>
          option.marketId === marketId && sampleTimeMs >= option.deliversAtMs - option.windowMs,
      ),
    );
    return rows.sort(
      (left, right) => left.marketId - right.marketId || left.sampleTimeMs - right.sampleTimeMs,
    );
  }
}

const isLive = (status: PositionRow['status']): boolean =>
  status === 'waiting' || status === 'holding';

function expectUnique(keys: readonly number[]): void {
  expect(new Set(keys).size).toBe(keys.length);
}
