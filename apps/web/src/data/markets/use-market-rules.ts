/** The exact terms of a market, as far as its quotation and its currencies are known. */
import { useApi } from '@fairlead/calls';
import type { CurrencyInfo } from '@fairlead/contract';
import { type MarketRules, marketRules } from './market-rules.ts';
import { useQuotation } from './quotations.ts';

const CURRENCIES_FRESH_MS = 300_000;

const scaleOf = (currencies: readonly CurrencyInfo[] | undefined, id: number | undefined) =>
  currencies?.find((currency) => currency.currency_id === id)?.scale;

export function useMarketRules(symbol: string): MarketRules | undefined {
  const market = useQuotation(symbol);
  const currencies = useApi('currencies', {}, { freshForMs: CURRENCIES_FRESH_MS }).data;
  const baseScale = scaleOf(currencies, market?.currency_id);
  const quoteScale = scaleOf(currencies, market?.legal_id);
  if (market === undefined || baseScale === undefined || quoteScale === undefined) return undefined;
  return marketRules(market, { baseScale, quoteScale });
}
