/** The fee rates that orders were placed under. Nearly all share a pair, so each is kept once, by a number. */
import { assert, type RatePpm } from '@fairlead/units';

/** What fills of an order cost, of what they receive. A later change of the market's fees does not touch them. */
export interface OrderRates {
  readonly makerFeePpm: RatePpm;
  readonly takerFeePpm: RatePpm;
}

/** Rates are at most PPM_ONE, which is below it: two of them make one safe integer. */
const RATE_SPAN = 2 ** 20;

export class RatePairs {
  readonly #list: OrderRates[] = [];
  readonly #byKey = new Map<number, number>();

  /** The number of the one that is kept for all that say the same. */
  number({ makerFeePpm, takerFeePpm }: OrderRates): number {
    const key = Number(makerFeePpm) * RATE_SPAN + Number(takerFeePpm);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const added = this.#list.length;
    this.#list.push({ makerFeePpm, takerFeePpm });
    this.#byKey.set(key, added);
    return added;
  }

  at(number: number): OrderRates {
    const rates = this.#list[number];
    assert(rates !== undefined, 'an order was placed under something');
    return rates;
  }
}
