import type { Result } from '../result.ts';
import { DONE, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { areOptionTermsValid, isOptionCurrencyValid } from './check-terms.ts';
import type { ConfigureOptionCurrency, ConfigureOptions } from './commands.ts';

/** Adds or changes a market's options. Open orders keep the terms of their purchase (F12). */
export function configureOptions(state: EngineState, { terms }: ConfigureOptions): Result {
  if (!state.markets.has(terms.marketId)) return reject('market_not_found');
  if (!areOptionTermsValid(terms)) return reject('terms_invalid');

  // From here on the command must succeed.
  state.options.setTerms({ ...terms, times: terms.times.map((time) => ({ ...time })) });
  return DONE;
}

/** Adds or changes a currency in which options are paid. */
export function configureOptionCurrency(
  state: EngineState,
  { currency }: ConfigureOptionCurrency,
): Result {
  if (!state.currencies.has(currency.currencyId)) return reject('currency_not_found');
  if (!isOptionCurrencyValid(currency)) return reject('terms_invalid');

  // From here on the command must succeed.
  state.options.setCurrency({ ...currency, presets: [...currency.presets] });
  return DONE;
}
