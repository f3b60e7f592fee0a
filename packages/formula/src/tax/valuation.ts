/** What an amount was worth on a day, in minor units of the account's currency. */
import { DAY_MS, divFloor, type PriceE8 } from '@fairlead/units';

export interface Prices {
  /** Price of one whole unit on a UTC day (days since 1970), in the currency that all are priced in; undefined: there was none. */
  priceOn(currencyId: number, day: number): PriceE8 | undefined;
  /** Decimals of a currency. */
  scaleOf(currencyId: number): number;
}

/** The UTC day of a moment. */
export const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

export class Valuation {
  readonly #prices: Prices;
  readonly currencyId: number;

  constructor(prices: Prices, currencyId: number) {
    this.#prices = prices;
    this.currencyId = currencyId;
  }

  /**
   * amount × price ÷ price of the account's currency, rounded down by its size, so that what comes and what goes are rounded
   * alike. Undefined where either had no price that day.
   */
  valueOn(currencyId: number, amount: bigint, day: number): bigint | undefined {
    if (currencyId === this.currencyId || amount === 0n) return amount;
    const price = this.#prices.priceOn(currencyId, day);
    const account = this.#prices.priceOn(this.currencyId, day);
    if (price === undefined || account === undefined || account === 0n) return undefined;
    const [own, theirs] = [this.#one(this.currencyId), this.#one(currencyId)];
    const size = divFloor((amount < 0n ? -amount : amount) * price * own, theirs * account);
    return amount < 0n ? -size : size;
  }

  #one(currencyId: number): bigint {
    return 10n ** BigInt(this.#prices.scaleOf(currencyId));
  }
}
