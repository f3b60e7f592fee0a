/** What deposits are worth in USDT at the fresh index, against the settings' amounts. */
import type { Currency } from '@fairlead/engine';
import { divCeil, PRICE_SCALE } from '@fairlead/units';

/** Worth is counted in 10^-6 USDT. */
const VALUE_SCALE = 6;
const VALUE_ONE = 10n ** BigInt(VALUE_SCALE);

/** What says what a deposit is worth. */
export interface OriginNeeds {
  readonly terms: { knownCurrency(currencyId: number): Currency };
  readonly marketData: { usdtPrice(currencyId: number): bigint | undefined };
}

export interface Deposit {
  readonly currencyId: number;
  readonly amount: bigint;
}

/** Worth so much in USDT, rounded up; also what has no index. */
export function isWorth(
  { currencyId, amount }: Deposit,
  usdt: number,
  needs: OriginNeeds,
): boolean {
  const price = needs.marketData.usdtPrice(currencyId);
  if (price === undefined) return true;
  return divCeil(amount * price, unitOf(currencyId, needs)) >= BigInt(usdt) * VALUE_ONE;
}

/** The most of a currency that is worth less; undefined where there is no index, or nothing is worth less. */
export function mostBelow(
  currencyId: number,
  usdt: number,
  needs: OriginNeeds,
): bigint | undefined {
  const price = needs.marketData.usdtPrice(currencyId);
  if (price === undefined || price === 0n || usdt <= 0) return undefined;
  return ((BigInt(usdt) * VALUE_ONE - 1n) * unitOf(currencyId, needs)) / price;
}

/** An amount times a price, by this, is a worth. */
const unitOf = (currencyId: number, { terms }: OriginNeeds): bigint =>
  10n ** BigInt(terms.knownCurrency(currencyId).scale + PRICE_SCALE - VALUE_SCALE);
