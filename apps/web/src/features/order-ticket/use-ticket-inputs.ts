import { useApi } from '@fairlead/calls';
import type { CurrencyInfo, Quotation, Wallet } from '@fairlead/contract';
import { priceFromText, quantityFromText } from '@fairlead/formula';
import { type AmountMinor, amountMinor, parseDecimal, priceE8 } from '@fairlead/units';
import { useMemo, useRef } from 'react';
import { type MarketRules, marketRules } from '../../data/markets/market-rules.ts';
import { stateOf } from '../../data/markets/standstills.ts';
import type { BookLevel } from './estimate.ts';
import type { TicketInputs } from './model.ts';

type WireLevel = readonly [price: string, quantity: string];

/** The book in ticks and lots; a level off the grid is left out. */
function levelsOf(
  levels: readonly WireLevel[] | undefined,
  rules: MarketRules | undefined,
): BookLevel[] {
  if (levels === undefined || rules === undefined) return [];
  return levels.flatMap(([priceText, lotsText]) => {
    const price = priceFromText(priceText, rules.tickSizeE8);
    const quantity = quantityFromText(lotsText, rules.lotBaseMinor, rules.baseScale);
    return price === undefined || quantity === undefined ? [] : [{ price, quantity }];
  });
}

const isSameLevel = (one: BookLevel, other: BookLevel | undefined): boolean =>
  one.price === other?.price && one.quantity === other.quantity;

/** The levels that were there before, where they are the same: a book changes mostly behind its best. */
function useSameLevels(levels: readonly BookLevel[]): readonly BookLevel[] {
  const before = useRef(levels);
  const isSame =
    levels.length === before.current.length &&
    levels.every((level, at) => isSameLevel(level, before.current[at]));
  if (!isSame) before.current = levels;
  return before.current;
}

/** Of the coin account; nothing there counts as nothing, an unread wallet as unknown. */
function availableOf(
  wallet: Wallet | undefined,
  currencyId: number,
  scale: number,
): AmountMinor | undefined {
  if (wallet === undefined) return undefined;
  const account = wallet.accounts.find((one) => one.account === 'coin');
  const balance = account?.balances.find((one) => one.currency_id === currencyId);
  const value = parseDecimal(balance?.available ?? '0', scale);
  return value === undefined ? undefined : amountMinor(value);
}

const scaleOf = (
  currencies: readonly CurrencyInfo[] | undefined,
  id: number | undefined,
): number | undefined => currencies?.find((currency) => currency.currency_id === id)?.scale;

const CURRENCIES_FRESH_MS = 300_000;

export interface TicketSources {
  readonly market: Quotation | undefined;
  readonly book:
    | { readonly bids: readonly WireLevel[]; readonly asks: readonly WireLevel[] }
    | undefined;
  readonly isStale: boolean;
  /** Levels to read from each side: one is enough where nothing is estimated. */
  readonly depth: number;
}

/** Market, currencies, wallet and book as the ticket's model takes them. */
export function useTicketInputs({ market, book, isStale, depth }: TicketSources): TicketInputs {
  const currencies = useApi('currencies', {}, { freshForMs: CURRENCIES_FRESH_MS }).data;
  const wallet = useApi('wallet', {}).data;
  const baseScale = scaleOf(currencies, market?.currency_id);
  const quoteScale = scaleOf(currencies, market?.legal_id);
  const terms =
    market &&
    JSON.stringify([
      market.tick_size,
      market.lot_size,
      market.min_notional,
      market.maker_fee,
      market.taker_fee,
      market.market_band,
      market.limit_band,
    ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a quotation changes ten times a second, its terms hardly ever
  const rules = useMemo(() => {
    if (market === undefined || baseScale === undefined || quoteScale === undefined)
      return undefined;
    return marketRules(market, { baseScale, quoteScale });
  }, [market?.symbol, terms, baseScale, quoteScale]);
  const bids = useSameLevels(
    useMemo(() => levelsOf(book?.bids.slice(0, depth), rules), [book, rules, depth]),
  );
  const asks = useSameLevels(
    useMemo(() => levelsOf(book?.asks.slice(0, depth), rules), [book, rules, depth]),
  );
  const index = market?.is_stale ? undefined : market?.index_price;
  const indexE8 = index === undefined ? undefined : parseDecimal(index, 8);
  const indexPrice = indexE8 === undefined || indexE8 <= 0n ? undefined : priceE8(indexE8);
  const lastPrice =
    rules && market?.last_price ? priceFromText(market.last_price, rules.tickSizeE8) : undefined;
  const state = market === undefined ? 'open' : stateOf(market, 'spot');
  const base = availableOf(wallet, market?.currency_id ?? 0, baseScale ?? 0);
  const quote = availableOf(wallet, market?.legal_id ?? 0, quoteScale ?? 0);
  // One object until something in it changes, so that the ticket is not drawn again with each change of the book.
  return useMemo(
    () => ({
      ...{ rules, state, bids, asks, lastPrice, indexPrice, isStale },
      available: { base, quote },
    }),
    [rules, state, bids, asks, lastPrice, indexPrice, isStale, base, quote],
  );
}
