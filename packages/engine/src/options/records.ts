/** What the state's hash takes of options. */
import type { HashRecord } from '../state/hash-sum.ts';
import type { OptionRow, OptionSnapshot } from './rows.ts';
import type { OptionTerms } from './terms.ts';

export function optionRecords(snapshot: OptionSnapshot): HashRecord[] {
  const { optionTerms, optionCurrencies, options, windowSamples } = snapshot;
  return [
    ...optionTerms.map(termsRecord),
    ...optionCurrencies.map(({ currencyId, feePpm, presets, isOpen }): HashRecord => {
      return ['option_currency', currencyId, feePpm, isOpen, ...presets];
    }),
    ...options.map(optionRecord),
    ...windowSamples.map(({ marketId, sampleTimeMs, price, isMarketStale }): HashRecord => {
      return ['window_sample', marketId, sampleTimeMs, price, isMarketStale];
    }),
  ];
}

function termsRecord(terms: OptionTerms): HashRecord {
  const { marketId, exposureMaxMinor, ordersMax, isOpen, times } = terms;
  const fields = times.flatMap(({ seconds, payoutRatioPpm, minMinor, maxMinor }): HashRecord => {
    return [seconds, payoutRatioPpm, minMinor, maxMinor];
  });
  return ['option_terms', marketId, exposureMaxMinor, ordersMax, isOpen, ...fields];
}

/** Of an open order. */
function optionRecord(option: OptionRow): HashRecord {
  return [
    'option',
    option.optionId,
    option.owner,
    option.marketId,
    option.currencyId,
    option.direction,
    option.seconds,
    option.stake,
    option.fee,
    option.feePpm,
    option.payoutRatioPpm,
    option.payout,
    option.strike,
    option.purchasedAtMs,
    option.deliversAtMs,
    option.windowMs,
    option.purchaseReceiptId,
  ];
}
