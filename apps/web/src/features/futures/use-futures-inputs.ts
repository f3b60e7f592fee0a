import { type LoadedQuery, useApi } from '@fairlead/calls';
import type { FuturesDeal, Wallet } from '@fairlead/contract';
import { type AmountMinor, amountMinor, parseDecimal } from '@fairlead/units';
import { useMemo } from 'react';
import { stateOf } from '../../data/markets/standstills.ts';
import type { Contract } from '../../data/markets/use-contract.ts';
import { readPrice } from './figures.ts';
import type { TicketInputs } from './model.ts';
import { type FuturesRules, futuresRules, scaleOf } from './rules.ts';

const CURRENCIES_FRESH_MS = 300_000;
/** Terms change by two operators' consent, hardly ever; prices come over the socket. */
const TERMS_EVERY_MS = 60_000;

/** Of the contract account; nothing there counts as nothing, an unread wallet as unknown. */
function contractAvailable(
  wallet: Wallet | undefined,
  currencyId: number,
  scale: number,
): AmountMinor | undefined {
  if (wallet === undefined) return undefined;
  const account = wallet.accounts.find((one) => one.account === 'contract');
  const balance = account?.balances.find((one) => one.currency_id === currencyId);
  const value = parseDecimal(balance?.available ?? '0', scale);
  return value === undefined ? undefined : amountMinor(value);
}

/** What the contract account has of a currency; undefined until the wallet is known. */
export const useContractAvailable = (currencyId: number, scale: number): AmountMinor | undefined =>
  contractAvailable(useApi('wallet', {}).data, currencyId, scale);

/** A market's terms as exact integers, while they are asked for. */
export function useRules(symbol: string): FuturesRules | undefined {
  const deal = useApi('futuresDeal', { symbol }, { pollMs: TERMS_EVERY_MS }).data;
  const currencies = useApi('currencies', {}, { freshForMs: CURRENCIES_FRESH_MS }).data;
  const base = deal && scaleOf(currencies, deal.base);
  const quote = deal && scaleOf(currencies, deal.currency);
  return deal === undefined || base === undefined || quote === undefined
    ? undefined
    : futuresRules(deal, { base, quote });
}

/** The scales of all currencies by id: amounts are read in them. */
export function useScales(): ReadonlyMap<number, number> {
  const currencies = useApi('currencies', {}, { freshForMs: CURRENCIES_FRESH_MS }).data;
  return useMemo(
    () => new Map(currencies?.map(({ currency_id, scale }) => [currency_id, scale])),
    [currencies],
  );
}

/** What of an answer are terms: the prices in it change with every sample. */
const termsOf = (deal: FuturesDeal): string =>
  JSON.stringify([
    ...[deal.symbol, deal.price_step, deal.lot_size, deal.min_lots, deal.max_lots, deal.multiples],
    ...[deal.half_spread, deal.open_fee, deal.close_fee, deal.profit_cap, deal.limit_band],
  ]);

export interface FuturesTerms {
  readonly inputs: TicketInputs;
  readonly query: LoadedQuery<unknown>;
}

/** Terms, prices and money as the ticket's model takes them. */
export function useFuturesInputs({ symbol, market, index, isStale }: Contract): FuturesTerms {
  const isOffered = market?.contract === true;
  const query = useApi('futuresDeal', { symbol }, { enabled: isOffered, pollMs: TERMS_EVERY_MS });
  const currencies = useApi('currencies', {}, { freshForMs: CURRENCIES_FRESH_MS }).data;
  const wallet = useApi('wallet', {}).data;
  const deal = query.data;
  const base = deal && scaleOf(currencies, deal.base);
  const quote = deal && scaleOf(currencies, deal.currency);
  const terms = deal && termsOf(deal);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer has new prices each time, its terms hardly ever change
  const rules = useMemo(
    () =>
      deal === undefined || base === undefined || quote === undefined
        ? undefined
        : futuresRules(deal, { base, quote }),
    [terms, base, quote],
  );
  const isClosed = deal?.is_open === false && market?.state === 'open';
  return {
    inputs: {
      rules,
      state: isClosed ? 'closed' : market ? stateOf(market, 'futures') : 'open',
      available: rules && contractAvailable(wallet, rules.currencyId, rules.quoteScale),
      index: readPrice(index.price),
      isStale,
    },
    query,
  };
}
