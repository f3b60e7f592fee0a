import { type LoadedQuery, useApi } from '@fairlead/calls';
import type { Quotation } from '@fairlead/contract';
import { type AmountMinor, amountMinor, parseDecimal } from '@fairlead/units';
import { useMemo } from 'react';
import { decimalsOf } from '../../data/markets/market-rules.ts';
import { useQuotation } from '../../data/markets/quotations.ts';
import { type OptionRules, optionRules } from './option-rules.ts';

const TERMS_FRESH_MS = 30_000;
const CURRENCIES_FRESH_MS = 300_000;

/** Data are undefined until known, and where none are sold. */
export interface OptionTerms extends LoadedQuery<OptionRules> {
  readonly isPending: boolean;
}

/** What options of a market are sold under. */
export function useOptionTerms(market: Quotation): OptionTerms {
  const { symbol, legal_id, option } = market;
  const times = useApi('optionTimes', { symbol }, { freshForMs: TERMS_FRESH_MS });
  const payable = useApi('payableCurrencies', {}, { freshForMs: TERMS_FRESH_MS });
  const currencies = useApi('currencies', {}, { freshForMs: CURRENCIES_FRESH_MS });
  const scale = currencies.data?.find(({ currency_id }) => currency_id === legal_id)?.scale;
  const rules = useMemo(() => {
    if (times.data === undefined || payable.data === undefined || scale === undefined)
      return undefined;
    return optionRules({
      market: { symbol, legal_id, option },
      times: times.data,
      currencies: payable.data,
      scale,
    });
  }, [symbol, legal_id, option, times.data, payable.data, scale]);
  const queries = [times, payable, currencies];
  return {
    data: rules,
    isPending: queries.some(({ isPending }) => isPending),
    error: queries.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { data, refetch } of queries) if (data === undefined) void refetch();
    },
  };
}

/** In the option account. Nothing there counts as nothing, an unread wallet as unknown. */
export function useOptionFunds(rules: OptionRules | undefined): AmountMinor | undefined {
  const wallet = useApi('wallet', {}).data;
  if (wallet === undefined || rules === undefined) return undefined;
  const account = wallet.accounts.find((one) => one.account === 'option');
  const balance = account?.balances.find(({ currency_id }) => currency_id === rules.currencyId);
  const value = parseDecimal(balance?.available ?? '0', rules.scale);
  return value === undefined ? undefined : amountMinor(value);
}

const TICK_DEFAULT = '0.01';

/** Decimals that a market's prices are shown with: those of its tick. */
export const useDecimals = (symbol: string): number =>
  decimalsOf(useQuotation(symbol)?.tick_size ?? TICK_DEFAULT);
