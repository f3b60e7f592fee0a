/** Whether terms of futures may be taken: wrong ones are refused as a whole. */
import { isStepFine } from '@fairlead/formula';
import { PPM_ONE, type PriceE8 } from '@fairlead/units';
import type { FuturesTerms, MultipleTerms } from '../derivative-terms.ts';
import { AMOUNT_MAX, DERIVATIVE_PRICE_MAX, MULTIPLE_MAX, OFFERS_MAX, SAFE_MAX } from '../limits.ts';
import { areFuturesBounded } from '../terms-bounds.ts';

/** None of its amounts has a bound that depends on the currency. */
const NO_AMOUNTS = 0;

/** `index` is the market's last price, by which the step is measured; before the first sample there is none. */
export function areFuturesTermsValid(terms: FuturesTerms, index?: PriceE8): boolean {
  return (
    isWithin(terms.lotBaseMinor, 1n, AMOUNT_MAX) &&
    isCount(terms.lotsMin, SAFE_MAX) &&
    isCount(terms.lotsMax, SAFE_MAX) &&
    terms.lotsMin <= terms.lotsMax &&
    terms.openFeePpm >= 0n &&
    terms.closeFeePpm >= 0n &&
    terms.insuranceSharePpm >= 0n &&
    terms.halfSpreadPpm >= 0n &&
    isCount(terms.profitCapMultiple, SAFE_MAX) &&
    isWithin(terms.priceStepE8, 1n, DERIVATIVE_PRICE_MAX) &&
    (index === undefined || isStepFine(terms, index)) &&
    areFuturesBounded(terms, NO_AMOUNTS) &&
    isWithin(terms.openInterestMaxMinor, 1n, AMOUNT_MAX) &&
    isCount(terms.positionsMax, SAFE_MAX) &&
    areMultiplesValid(terms)
  );
}

function areMultiplesValid(terms: FuturesTerms): boolean {
  const { multiples } = terms;
  if (multiples.length < 1 || multiples.length > OFFERS_MAX) return false;
  const isAscending = multiples.every(({ multiple }, at) => {
    const before = multiples[at - 1];
    return before === undefined || before.multiple < multiple;
  });
  return isAscending && multiples.every((each) => isMultipleValid(terms, each));
}

/**
 * Margin is at least twice the maintenance, and a spread, with a tenth of it for the step, does not liquidate what it opens. The greatest cap is an
 * amount, so that all that a position may win can be kept ready.
 */
function isMultipleValid(
  { halfSpreadPpm, profitCapMultiple }: FuturesTerms,
  { multiple, maintenanceRatePpm, notionalMaxMinor }: MultipleTerms,
): boolean {
  if (!isCount(multiple, MULTIPLE_MAX) || multiple < 2) return false;
  const times = BigInt(multiple);
  return (
    isWithin(maintenanceRatePpm, 1n, PPM_ONE) &&
    2n * maintenanceRatePpm * times <= PPM_ONE &&
    (10n * maintenanceRatePpm + 11n * halfSpreadPpm) * times < 10n * PPM_ONE &&
    isWithin(notionalMaxMinor, 1n, AMOUNT_MAX) &&
    notionalMaxMinor * BigInt(profitCapMultiple) <= AMOUNT_MAX * times
  );
}

function isCount(value: number, highest: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= highest;
}

function isWithin(value: bigint, lowest: bigint, highest: bigint): boolean {
  return value >= lowest && value <= highest;
}
