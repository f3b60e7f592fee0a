/** Rise/fall options of all markets: what is offered, what is open, and what changed in the running batch. */

import { ChangedRows } from '../table/changed-rows.ts';
import { compareOptions, OptionMarket } from './market.ts';
import type { OptionChanges, OptionRow, OptionSnapshot } from './rows.ts';
import type { OptionCurrency, OptionTerms } from './terms.ts';

export class Options {
  readonly #markets = new Map<number, OptionMarket>();
  readonly #currencies = new Map<number, OptionCurrency>();
  readonly #changed = new ChangedRows<OptionRow>();
  readonly #changedTerms = new ChangedRows<OptionTerms>();
  readonly #changedCurrencies = new ChangedRows<OptionCurrency>();

  /** The options of a market that the engine knows. */
  market(marketId: number): OptionMarket {
    const known = this.#markets.get(marketId);
    if (known !== undefined) return known;
    const added = new OptionMarket(marketId);
    this.#markets.set(marketId, added);
    return added;
  }

  /** In the order of their ids. */
  markets(): OptionMarket[] {
    return [...this.#markets.values()].sort((left, right) => left.marketId - right.marketId);
  }

  currency(currencyId: number): OptionCurrency | undefined {
    return this.#currencies.get(currencyId);
  }

  setTerms(terms: OptionTerms): void {
    this.market(terms.marketId).terms = terms;
    this.#changedTerms.set(terms.marketId, terms);
  }

  setCurrency(currency: OptionCurrency): void {
    this.#currencies.set(currency.currencyId, currency);
    this.#changedCurrencies.set(currency.currencyId, currency);
  }

  /** An open order; settled ones are in the tables only. */
  find(optionId: number): OptionRow | undefined {
    for (const market of this.#markets.values()) {
      const row = market.find(optionId);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  open(row: OptionRow): void {
    this.market(row.marketId).add(row);
    this.#changed.set(row.optionId, row);
  }

  /** Takes note of the last state of an order that was taken out of its market's queue. */
  noteSettled(row: OptionRow): void {
    this.#changed.set(row.optionId, row);
  }

  /** Takes out all orders of all markets that are due at or before a time, in the order in which they are. */
  takeAllDue(timeMs: number): OptionRow[] {
    const due: OptionRow[] = [];
    for (const market of this.#markets.values()) {
      for (let row = market.takeDue(timeMs); row !== undefined; row = market.takeDue(timeMs)) {
        due.push(row);
      }
    }
    return due.sort(compareOptions);
  }

  /** Open orders, by id. */
  rows(): OptionRow[] {
    const rows = this.markets().flatMap((market) => [...market.rows()]);
    return rows.sort((left, right) => left.optionId - right.optionId);
  }

  takeChanges(): OptionChanges {
    return {
      optionTerms: this.#changedTerms.take(),
      optionCurrencies: this.#changedCurrencies.take(),
      options: this.#changed.take(),
    };
  }

  snapshot(): OptionSnapshot {
    const markets = this.markets();
    const currencies = [...this.#currencies.values()];
    return {
      optionTerms: markets.flatMap(({ terms }) => (terms === undefined ? [] : [terms])),
      optionCurrencies: currencies.sort((left, right) => left.currencyId - right.currencyId),
      options: this.rows(),
      windowSamples: markets.flatMap((market) => market.windowSamples()),
    };
  }

  check(): void {
    for (const market of this.#markets.values()) market.check();
  }
}
