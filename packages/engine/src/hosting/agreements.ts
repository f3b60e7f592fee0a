/** What hosting orders were bought under (Y3). Many share one, so each is kept once, by a number. */
import { assert } from '@fairlead/units';
import type { HostingRow } from './rows.ts';

export type HostingAgreement = Pick<
  HostingRow,
  'productId' | 'currencyId' | 'days' | 'dailyYieldPpm' | 'damagesRatePpm'
>;

export class HostingAgreements {
  readonly #list: HostingAgreement[] = [];
  readonly #byText = new Map<string, number>();

  /** The number of the one that is kept for all that say the same; of a row only what it agreed on. */
  number(wanted: HostingAgreement): number {
    const { productId, currencyId, days, dailyYieldPpm, damagesRatePpm } = wanted;
    const text = [productId, currencyId, days, dailyYieldPpm, damagesRatePpm].join();
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const added = this.#list.length;
    this.#list.push({ productId, currencyId, days, dailyYieldPpm, damagesRatePpm });
    this.#byText.set(text, added);
    return added;
  }

  at(number: number): HostingAgreement {
    const agreement = this.#list[number];
    assert(agreement !== undefined, 'an order was bought under something');
    return agreement;
  }
}
