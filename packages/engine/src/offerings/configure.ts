import type { Stamp } from '../command.ts';
import type { Result } from '../result.ts';
import { DONE, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import type { Market } from '../terms.ts';
import { isOfferingValid } from './check-terms.ts';
import type { ConfigureOffering } from './commands.ts';
import type { OfferingRow } from './rows.ts';
import type { Offering } from './terms.ts';

/** Adds or changes an offering, of a currency that is not traded before its launch. */
export function configureOffering(
  state: EngineState,
  { offering }: ConfigureOffering,
  { timeMs }: Stamp,
): Result {
  const sold = state.currencies.get(offering.currencyId);
  const payment = state.currencies.get(offering.paymentCurrencyId);
  if (sold === undefined || payment === undefined) return reject('currency_not_found');
  if (!isOfferingValid(offering, sold, payment)) return reject('terms_invalid');
  const known = state.offerings.offering(offering.offeringId);
  if (known !== undefined && !canBecome(known, offering)) return reject('terms_invalid');
  const isEarly = timeMs < offering.launchesAtMs && isTraded(state, offering.currencyId);
  if (isEarly) return reject('terms_invalid');

  // From here on the command must succeed.
  state.offerings.setTerms({ ...offering });
  return DONE;
}

/** Whether a market must not open yet, because what it trades is not launched or not all given out (N2). */
export function isBeforeLaunch(
  { offerings }: EngineState,
  { baseCurrencyId, quoteCurrencyId }: Market,
  { timeMs }: Stamp,
): boolean {
  return (
    offerings.isPending(baseCurrencyId, timeMs) || offerings.isPending(quoteCurrencyId, timeMs)
  );
}

/**
 * Its currencies stay. What was sold was sold at a price and with a launch, so they stay too; that nothing is released
 * before sales are over follows, and with it that all an owner has is counted.
 */
function canBecome(known: OfferingRow, offering: Offering): boolean {
  const isSame =
    known.currencyId === offering.currencyId &&
    known.paymentCurrencyId === offering.paymentCurrencyId;
  if (!isSame || known.soldMinor === 0n) return isSame;
  return (
    known.issuePrice === offering.issuePrice &&
    known.launchesAtMs === offering.launchesAtMs &&
    known.soldMinor <= offering.totalMinor
  );
}

function isTraded(state: EngineState, currencyId: number): boolean {
  return [...state.markets.values()].some(
    ({ terms }) =>
      terms.state === 'open' &&
      (terms.baseCurrencyId === currencyId || terms.quoteCurrencyId === currencyId),
  );
}
