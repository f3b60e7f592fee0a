/** Whether terms of futures may be taken: wrong ones are refused as a whole. */
import type { PriceE8 } from '@fairlead/units';
import { AMOUNT_MAX, DERIVATIVE_PRICE_MAX, OFFERS_MAX, SAFE_MAX } from '../limits.ts';
import { isLess, isMore, isOther } from '../state/shown-terms.ts';
import { areFuturesBounded } from '../terms-bounds.ts';
import type { Agreement } from './agreement.ts';
import type { ShownFutures } from './commands.ts';
import type { FuturesTerms, MultipleTerms } from './terms.ts';

/** `index` is the market's last price, by which the step is measured; before the first sample there is none. */
export function areFuturesTermsValid(terms: FuturesTerms, index?: PriceE8): boolean {
  return (
    isWithin(terms.lotBaseMinor, 1n, AMOUNT_MAX) &&
    isCount(terms.lotsMin, SAFE_MAX) &&
    isCount(terms.lotsMax, SAFE_MAX) &&
    terms.openFeePpm >= 0n &&
    terms.closeFeePpm >= 0n &&
    terms.insuranceSharePpm >= 0n &&
    terms.halfSpreadPpm >= 0n &&
    isCount(terms.profitCapMultiple, SAFE_MAX) &&
    isWithin(terms.priceStepE8, 1n, DERIVATIVE_PRICE_MAX) &&
    areFuturesBounded(terms, index) &&
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

/** The greatest cap is an amount, so that all that a position may win can be kept ready. */
const isMultipleValid = (
  { profitCapMultiple }: FuturesTerms,
  { multiple, notionalMaxMinor }: MultipleTerms,
): boolean =>
  isWithin(notionalMaxMinor, 1n, AMOUNT_MAX) &&
  notionalMaxMinor * BigInt(profitCapMultiple) <= AMOUNT_MAX * BigInt(multiple);

function isCount(value: number, highest: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= highest;
}

function isWithin(value: bigint, lowest: bigint, highest: bigint): boolean {
  return value >= lowest && value <= highest;
}

/** A lot that means more or less than was shown is another order than the one asked for. */
export function isWorseFutures(
  terms: Agreement,
  {
    openFeePpm,
    closeFeePpm,
    halfSpreadPpm,
    maintenanceRatePpm,
    profitCapMultiple,
    lotBaseMinor,
  }: ShownFutures = {},
): boolean {
  return (
    isMore(terms.openFeePpm, openFeePpm) ||
    isMore(terms.closeFeePpm, closeFeePpm) ||
    isMore(terms.halfSpreadPpm, halfSpreadPpm) ||
    isMore(terms.maintenanceRatePpm, maintenanceRatePpm) ||
    isLess(terms.profitCapMultiple, profitCapMultiple) ||
    isOther(terms.lotBaseMinor, lotBaseMinor)
  );
}
