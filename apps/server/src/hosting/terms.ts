/** Products of locked funds as operators write them ↔ as the engine keeps them, and the treasury that pays them. */

import { type HostingTermsView, ProblemError, type Treasury } from '@fairlead/contract';
import { type Currency, type HostingProduct, isHostingProductValid } from '@fairlead/engine';
import { amountMinor, DAY_MS, RATE_SCALE, ratePpm } from '@fairlead/units';
import { Decimals } from '../core/http/fields/decimals.ts';
import { amountText, rateText, shortDecimal } from '../core/http/figures.ts';
import type { Database } from '../core/store/database.ts';
import { termsProblem } from '../core/terms/refusal.ts';
import type { Say } from '../core/texts/texts.ts';
import { balancesOf } from '../ledger/index.ts';
import type { Terms } from '../market/index.ts';
import { type HostingProductState, interestDue, interestSold } from './queries.ts';

const HOUSE = 0;

export function hostingTermsView(product: HostingProduct, { scale }: Currency): HostingTermsView {
  const text = (amount: bigint) => shortDecimal(amount, scale);
  return {
    id: product.productId,
    currency_id: product.currencyId,
    days: product.days,
    min_amount: text(product.minMinor),
    max_amount: text(product.maxMinor),
    capacity: text(product.capacityMinor),
    daily_yield: rateText(product.dailyYieldPpm),
    damages_rate: rateText(product.damagesRatePpm),
    is_open: product.isOpen,
  };
}

/** Reads a product; throws field errors for what the currency cannot express, and `terms_invalid`. */
export function readHostingTermsView(
  input: HostingTermsView,
  terms: Terms,
  say: Say,
): HostingProduct {
  const currency = terms.currency(input.currency_id);
  if (currency === undefined)
    throw new ProblemError('validation_failed', {
      fields: { 'terms.currency_id': say('fields.currency') },
    });
  const decimals = new Decimals(say);
  const amount = (field: 'min_amount' | 'max_amount' | 'capacity') =>
    amountMinor(decimals.read(`terms.${field}`, input[field], currency.scale));
  const rate = (field: 'daily_yield' | 'damages_rate') =>
    ratePpm(decimals.read(`terms.${field}`, input[field], RATE_SCALE));
  const product: HostingProduct = {
    productId: input.id,
    currencyId: currency.currencyId,
    days: input.days,
    minMinor: amount('min_amount'),
    maxMinor: amount('max_amount'),
    capacityMinor: amount('capacity'),
    dailyYieldPpm: rate('daily_yield'),
    damagesRatePpm: rate('damages_rate'),
    isOpen: input.is_open,
  };
  decimals.check();
  if (!isHostingProductValid(product))
    throw termsProblem('hosting', input, {
      say,
      prefix: 'terms.',
      context: { scaleOf: () => currency.scale },
    });
  return product;
}

/** The treasury of each currency that has a product or money in it, by currency. */
export async function treasuries(
  {
    books,
    terms,
    clock,
  }: { readonly books: Database; readonly terms: Terms; readonly clock: { now(): number } },
  products: readonly HostingProductState[],
): Promise<Treasury[]> {
  const nowMs = clock.now();
  const due = await interestDue(books, nowMs + DAY_MS);
  const bought = await interestSold(books, nowMs - DAY_MS);
  const balances = (await balancesOf(books, HOUSE)).filter(
    ({ account }) => account === 'yield_treasury',
  );
  const currencyIds = new Set([
    ...products.map(({ currencyId }) => currencyId),
    ...balances.map(({ currencyId }) => currencyId),
  ]);
  return [...currencyIds]
    .sort((left, right) => left - right)
    .map((currencyId) => {
      const currency = terms.knownCurrency(currencyId);
      const balance = balances.find((each) => each.currencyId === currencyId);
      const sold = products.filter((each) => each.currencyId === currencyId);
      const [total, promised] = [balance?.total ?? 0n, balance?.frozen ?? 0n];
      const text = (amount: bigint) => amountText(amountMinor(amount), currency);
      return {
        currency_id: currencyId,
        currency: currency.name,
        total: text(total),
        promised: text(promised),
        available: text(total - promised),
        principal: text(sold.reduce((sum, { principal }) => sum + principal, 0n)),
        orders: sold.reduce((sum, { orders }) => sum + orders, 0),
        due_24h: text(due.get(currencyId) ?? 0n),
        sold_24h: text(bought.get(currencyId) ?? 0n),
      };
    });
}
