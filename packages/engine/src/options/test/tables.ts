/** What a store would keep of options and of the samples that settle them, with the constraints that its tables have. */
import type {
  Changes,
  IndexRow,
  OptionCurrency,
  OptionRow,
  OptionSnapshot,
  OptionTerms,
} from '@fairlead/engine';
import { expect } from 'vitest';
import { KeptRows } from '../../../test/kit/kept-rows.ts';

export class OptionTables {
  readonly #terms = new KeptRows<OptionTerms>(({ marketId }) => marketId);
  readonly #currencies = new KeptRows<OptionCurrency>(({ currencyId }) => currencyId);
  /** A trigger refuses a change of what is settled. */
  readonly #options = new KeptRows<OptionRow>(
    ({ optionId }) => optionId,
    (_, known) => expect(known?.status ?? 'open').toBe('open'),
  );
  readonly #samples: IndexRow[] = [];

  commit({ optionTerms, optionCurrencies, options, index }: Changes): void {
    this.#terms.commit(optionTerms);
    this.#currencies.commit(optionCurrencies);
    this.#options.commit(options);
    this.#samples.push(...index);
  }

  snapshot(): OptionSnapshot {
    const options = this.options().filter(({ status }) => status === 'open');
    return {
      optionTerms: this.#terms.list(),
      optionCurrencies: this.#currencies.list(),
      options,
      windowSamples: this.#windowSamples(options),
    };
  }

  /** By id, as they last were. */
  options(): OptionRow[] {
    return this.#options.sorted();
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
