/** A user's locked funds in all: sums of the orders' own rows, each currency exactly, together at the index. */

import type { ResponseOf } from '@fairlead/contract';
import { hostingDayInterest, hostingDueAtMs } from '@fairlead/formula';
import { DAY_MS, formatDecimal } from '@fairlead/units';
import { amountText } from '../core/http/figures.ts';
import { CONVERT_CURRENCY, CONVERT_SCALE, worth } from '../ledger/index.ts';
import type { HostingNeeds } from './needs.ts';
import { type HostingSums, hostingSums, nextHosting } from './queries.ts';

export async function hostingReport(
  context: HostingNeeds,
  userId: number,
): Promise<ResponseOf<'hostingReport'>> {
  const { books, terms, clock } = context;
  const sums = await hostingSums(books, userId, Math.floor(clock.now() / DAY_MS));
  const next = await nextHosting(books, userId);
  const total = (pick: (row: HostingSums) => bigint): string =>
    formatDecimal(
      sums.reduce((sum, row) => sum + (worth(context, row.currencyId, pick(row)) ?? 0n), 0n),
      CONVERT_SCALE,
    );
  const nextDay = next && next.postedDays + 1;
  const nextCurrency = next && terms.knownCurrency(next.currencyId);
  return {
    currency: CONVERT_CURRENCY,
    principal: total(({ principal }) => principal),
    earned_today: total(({ earnedOnDay }) => earnedOnDay),
    earned_total: total(({ earned }) => earned),
    orders: sums.reduce((sum, { orders }) => sum + orders, 0),
    ...(next !== undefined &&
      nextDay !== undefined &&
      nextCurrency !== undefined && {
        next_at: hostingDueAtMs(next.paidAtMs, nextDay),
        next_amount: amountText(
          hostingDayInterest(next.interest, nextDay, next.days),
          nextCurrency,
        ),
        next_currency: nextCurrency.name,
      }),
    by_currency: sums.map((row) => {
      const currency = terms.knownCurrency(row.currencyId);
      return {
        currency_id: row.currencyId,
        currency: currency.name,
        principal: amountText(row.principal, currency),
        earned_today: amountText(row.earnedOnDay, currency),
        earned_total: amountText(row.earned, currency),
        orders: row.orders,
      };
    }),
  };
}
