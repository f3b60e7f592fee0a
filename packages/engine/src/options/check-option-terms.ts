/** Whether terms of options may be taken: wrong ones are refused as a whole, nothing is corrected silently. */
import { optionPayout } from '@fairlead/formula';
import type { OptionCurrency, OptionTerms, OptionTime } from '../derivative-terms.ts';
import { AMOUNT_MAX, OFFERS_MAX, OPTION_SECONDS_MAX, OPTION_SECONDS_MIN } from '../limits.ts';
import { areOptionsBounded, isOptionCurrencyBounded } from '../terms-bounds.ts';

/** None of its amounts has a bound that depends on the currency. */
const NO_AMOUNTS = 0;

export function areOptionTermsValid(terms: OptionTerms): boolean {
  const { times, exposureMaxMinor, ordersMax, isOpen } = terms;
  return (
    times.length >= 1 &&
    times.length <= OFFERS_MAX &&
    times.every(isTimeValid) &&
    times.every((time, at) => time.seconds > (times[at - 1]?.seconds ?? 0)) &&
    isAmount(exposureMaxMinor) &&
    Number.isInteger(ordersMax) &&
    ordersMax >= 1 &&
    areOptionsBounded(terms, NO_AMOUNTS) &&
    typeof isOpen === 'boolean'
  );
}

export function isOptionCurrencyValid(currency: OptionCurrency): boolean {
  const { feePpm, presets, isOpen } = currency;
  return (
    feePpm >= 0n &&
    isOptionCurrencyBounded(currency) &&
    presets.length <= OFFERS_MAX &&
    presets.every(isAmount) &&
    presets.every((preset, at) => preset > (presets[at - 1] ?? 0n)) &&
    typeof isOpen === 'boolean'
  );
}

/** Whoever is right wins something, with the smallest stake too, and at most the stake. */
function isTimeValid({ seconds, payoutRatioPpm, minMinor, maxMinor }: OptionTime): boolean {
  return (
    Number.isInteger(seconds) &&
    seconds >= OPTION_SECONDS_MIN &&
    seconds <= OPTION_SECONDS_MAX &&
    payoutRatioPpm >= 1n &&
    isAmount(minMinor) &&
    isAmount(maxMinor) &&
    minMinor <= maxMinor &&
    optionPayout(minMinor, payoutRatioPpm) >= 1n
  );
}

const isAmount = (amount: bigint): boolean => amount >= 1n && amount <= AMOUNT_MAX;
