/** Whether an offering may be taken: a wrong one is refused as a whole, nothing is corrected silently. */
import { quoteScale, subscriptionCost } from '@fairlead/formula';
import { DAY_MS } from '@fairlead/units';
import { AMOUNT_MAX, OFFERING_ID_MAX, OFFERING_TIME_MAX_MS } from '../limits.ts';
import { isMore } from '../state/shown-terms.ts';
import type { Currency } from '../terms.ts';
import { isOfferingBounded } from '../terms-bounds.ts';
import type { ShownOffering } from './commands.ts';
import type { Offering } from './terms.ts';

/** The currency that is sold and the one it is paid in are given apart, since their scales belong to the check. */
export function isOfferingValid(offering: Offering, sold: Currency, payment: Currency): boolean {
  return (
    isIntegerWithin(offering.offeringId, 1, OFFERING_ID_MAX) &&
    isOfferingBounded(offering) &&
    sold.currencyId !== payment.currencyId &&
    typeof offering.isOpen === 'boolean' &&
    areTimesValid(offering) &&
    areAmountsValid(offering, sold, payment)
  );
}

/** When what is bought now is released. */
export function unlockTimeMs({ launchesAtMs, lockupDays }: Offering): number {
  return launchesAtMs + lockupDays * DAY_MS;
}

function areTimesValid({ startsAtMs, closesAtMs, launchesAtMs }: Offering): boolean {
  return (
    isIntegerWithin(startsAtMs, 1, OFFERING_TIME_MAX_MS) &&
    isIntegerWithin(closesAtMs, 1, OFFERING_TIME_MAX_MS) &&
    isIntegerWithin(launchesAtMs, 1, OFFERING_TIME_MAX_MS)
  );
}

/** Who buys all of it can still pay with what the ledger can hold. */
function areAmountsValid(offering: Offering, sold: Currency, payment: Currency): boolean {
  const { totalMinor, minMinor, issuePrice } = offering;
  const areInRange = isAmount(issuePrice) && isAmount(totalMinor) && isAmount(minMinor);
  if (!areInRange) return false;
  const scale = quoteScale({ base: sold.scale, quote: payment.scale });
  return subscriptionCost(totalMinor, issuePrice, scale) <= AMOUNT_MAX;
}

const isAmount = (amount: bigint): boolean => amount >= 1n && amount <= AMOUNT_MAX;

function isIntegerWithin(value: number, lowest: number, highest: number): boolean {
  return Number.isInteger(value) && value >= lowest && value <= highest;
}

export function isWorseOffering(
  terms: Offering,
  { issuePrice, lockupDays, launchesAtMs }: ShownOffering = {},
): boolean {
  return (
    isMore(terms.issuePrice, issuePrice) ||
    isMore(terms.lockupDays, lockupDays) ||
    isMore(terms.launchesAtMs, launchesAtMs)
  );
}
