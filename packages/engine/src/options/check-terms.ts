/** Whether terms of options may be taken: wrong ones are refused as a whole, nothing is corrected silently. */
import { AMOUNT_MAX, OFFERS_MAX } from '../limits.ts';
import { isLess, isMore } from '../state/shown-terms.ts';
import { areOptionsBounded, isOptionCurrencyBounded } from '../terms-bounds.ts';
import type { ShownOption } from './commands.ts';
import type { OptionCurrency, OptionTerms, OptionTime } from './terms.ts';

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
    areOptionsBounded(terms) &&
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

const isTimeValid = ({ minMinor, maxMinor }: OptionTime): boolean =>
  isAmount(minMinor) && isAmount(maxMinor);

const isAmount = (amount: bigint): boolean => amount >= 1n && amount <= AMOUNT_MAX;

export function isWorseOption(
  terms: Required<ShownOption>,
  { payoutRatioPpm, feePpm }: ShownOption = {},
): boolean {
  return isLess(terms.payoutRatioPpm, payoutRatioPpm) || isMore(terms.feePpm, feePpm);
}
