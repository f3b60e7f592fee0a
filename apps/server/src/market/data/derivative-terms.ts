/** Copies of the terms of futures and options as last committed, for reading. */
import type { Changes, FuturesTerms, OptionCurrency, OptionTerms } from '@fairlead/engine';

export type DerivativeTermsChanges = {
  readonly [Rows in 'futuresTerms' | 'optionTerms' | 'optionCurrencies']: Readonly<Changes[Rows]>;
};

export class DerivativeTerms {
  readonly #futures = new Map<number, FuturesTerms>();
  readonly #options = new Map<number, OptionTerms>();
  readonly #optionCurrencies = new Map<number, OptionCurrency>();

  /** Takes over rows of a snapshot or of a committed batch. */
  apply({ futuresTerms, optionTerms, optionCurrencies }: DerivativeTermsChanges): void {
    for (const terms of futuresTerms) this.#futures.set(terms.marketId, terms);
    for (const terms of optionTerms) this.#options.set(terms.marketId, terms);
    for (const currency of optionCurrencies)
      this.#optionCurrencies.set(currency.currencyId, currency);
  }

  /** Takes over another's rows; what was sold once has terms for ever. */
  adopt(other: DerivativeTerms): void {
    this.apply({
      futuresTerms: other.allFutures(),
      optionTerms: other.allOptions(),
      optionCurrencies: other.optionCurrencies(),
    });
  }

  futures(marketId: number): FuturesTerms | undefined {
    return this.#futures.get(marketId);
  }

  /** By market. */
  allFutures(): readonly FuturesTerms[] {
    return byMarket(this.#futures);
  }

  options(marketId: number): OptionTerms | undefined {
    return this.#options.get(marketId);
  }

  /** By market. */
  allOptions(): readonly OptionTerms[] {
    return byMarket(this.#options);
  }

  optionCurrency(currencyId: number): OptionCurrency | undefined {
    return this.#optionCurrencies.get(currencyId);
  }

  /** By id. */
  optionCurrencies(): readonly OptionCurrency[] {
    return [...this.#optionCurrencies.values()].sort(
      (left, right) => left.currencyId - right.currencyId,
    );
  }
}

const byMarket = <Row extends { readonly marketId: number }>(
  rows: ReadonlyMap<number, Row>,
): Row[] => [...rows.values()].sort((left, right) => left.marketId - right.marketId);
