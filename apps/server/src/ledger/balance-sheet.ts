/** What is owed to users, what the house has, and what lies outside, per currency: the sum is zero, always. */

import type { ResponseOf } from '@fairlead/contract';
import type { Currency } from '@fairlead/engine';
import type { Reconciler } from '../core/checks/reconciler.ts';
import { amountText } from '../core/http/figures.ts';
import type { Reads } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import { type AccountSum, accountSums, receivableSums } from './explorer-queries.ts';

type Sheet = ResponseOf<'balanceSheet'>;

/** The sheet of all currencies with balances, by currency. */
export async function balanceSheet({
  reads,
  terms,
  clock,
  reconciler,
}: {
  readonly reads: Reads;
  readonly terms: Terms;
  readonly clock: { now(): number };
  readonly reconciler: Reconciler;
}): Promise<Sheet> {
  const sums = await accountSums(reads);
  const receivables = await receivableSums(reads);
  const byCurrency = Map.groupBy(sums, ({ currencyId }) => currencyId);
  const checked = reconciler.results.get('quick');
  return {
    time: clock.now(),
    ...(checked !== undefined && { checked_at: checked.atMs }),
    is_sound: reconciler.isSound,
    currencies: [...byCurrency].map(([currencyId, accounts]) =>
      currencySheet(terms.knownCurrency(currencyId), accounts, receivables.get(currencyId) ?? 0n),
    ),
  };
}

const sumOf = (accounts: readonly AccountSum[]): bigint =>
  accounts.reduce((sum, { total }) => sum + total, 0n);

function currencySheet(
  currency: Currency,
  accounts: readonly AccountSum[],
  receivables: bigint,
): Sheet['currencies'][number] {
  const text = (amount: bigint) => amountText(amount, currency);
  const users = accounts.filter(({ isHouse }) => !isHouse);
  const house = accounts.filter(({ isHouse }) => isHouse);
  const named = (wanted: string) => sumOf(house.filter(({ account }) => account === wanted));
  return {
    currency_id: currency.currencyId,
    currency: currency.name,
    liabilities: users.map(({ account, total, frozen }) => ({
      account,
      total: text(total),
      frozen: text(frozen),
    })),
    liabilities_total: text(sumOf(users)),
    house: house.map(({ account, total }) => ({ account, total: text(total) })),
    in_transit: text(named('withdrawals_in_transit') + named('deposits_in_transit')),
    receivables: text(receivables),
    custody: text(-named('external')),
    sum: text(sumOf(accounts)),
  };
}
