/** How much of what the house may stand for is in use, and what is near its limit; exact. */

import type { Exposure } from '@fairlead/contract';
import { isZeroDecimal } from '@fairlead/units';
import { sumOf } from '../../books/amounts.ts';
import { inUse, isNear, type Use } from '../../books/UseBar.tsx';

export type CurrencyExposure = Exposure['currencies'][number];
export type MarketExposure = Exposure['markets'][number];

/** Notional of everything that counts into a market's limit: what waits takes none of it until it opens. */
export const openInterest = ({
  long_notional,
  short_notional,
}: MarketExposure): string | undefined => sumOf([long_notional, short_notional]);

/** The pay-outs of all open orders: the limit is on their sum, though one side only can win. */
export const payouts = ({ rise_payout, fall_payout }: MarketExposure): string | undefined =>
  sumOf([rise_payout, fall_payout]);

/** What is the house's own: escrow belongs to users until delivery. */
export const houseSum = (currency: CurrencyExposure): string | undefined =>
  sumOf([currency.contract_house, currency.insurance_fund, currency.option_house]);

export interface Near {
  readonly kind: 'interest' | 'payouts' | 'contractHouse' | 'optionHouse' | 'insuranceEmpty';
  /** A symbol or a currency. */
  readonly of: string;
  readonly use: Use | undefined;
}

/** What is near its limit, the nearest first; an empty insurance fund before all. */
export function nearLimits({ currencies, markets }: Exposure): readonly Near[] {
  const all: Near[] = [];
  for (const each of currencies) {
    const isEmpty = isZeroDecimal(each.insurance_fund);
    if (isEmpty) all.push({ kind: 'insuranceEmpty', of: each.currency, use: undefined });
    all.push(
      {
        kind: 'contractHouse',
        of: each.currency,
        use: inUse(each.contract_reserved, each.contract_house),
      },
      {
        kind: 'optionHouse',
        of: each.currency,
        use: inUse(each.option_reserved, each.option_house),
      },
    );
  }
  for (const each of markets)
    all.push(
      { kind: 'interest', of: each.symbol, use: inUse(openInterest(each), each.max_open_interest) },
      { kind: 'payouts', of: each.symbol, use: inUse(payouts(each), each.max_exposure) },
    );
  return all
    .filter(({ kind, use }) => kind === 'insuranceEmpty' || isNear(use))
    .toSorted((left, right) => (right.use?.permille ?? 9_999) - (left.use?.permille ?? 9_999));
}

const MARKET_SUMS = ['long_notional', 'short_notional', 'waiting_notional'] as const;
const OPTION_SUMS = ['rise_payout', 'fall_payout'] as const;

/** Sums over markets of one quote currency; other currencies cannot be added. */
export function sumsOf(markets: readonly MarketExposure[], currency: string) {
  const own = markets.filter(({ symbol }) => symbol.split('/')[1] === currency);
  const sums = [...MARKET_SUMS, ...OPTION_SUMS].map(
    (name) => [name, sumOf(own.map((market) => market[name]))] as const,
  );
  return {
    ...(Object.fromEntries(sums) as Record<
      (typeof MARKET_SUMS)[number] | (typeof OPTION_SUMS)[number],
      string | undefined
    >),
    positions: own.reduce((count, { positions }) => count + positions, 0),
    option_orders: own.reduce((count, { option_orders }) => count + option_orders, 0),
    markets: own,
  };
}
