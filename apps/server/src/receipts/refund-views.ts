/** Options with too few samples as the wire counts them. */
import type { RefundCounts, Refunds } from '@fairlead/contract';
import type { RefundDay } from './refund-queries.ts';

/** Days that are told one by one; the total is of all. */
const DAYS_MAX = 30;

export function refundsView(days: readonly RefundDay[]): Refunds {
  const views = days.map((day) => ({ time: day.dayMs, ...countsView(day) }));
  const sum = (name: keyof RefundCounts) => views.reduce((total, view) => total + view[name], 0);
  return {
    total: {
      refunded: sum('refunded'),
      paid_as_win: sum('paid_as_win'),
      by_house: sum('by_house'),
      by_market: sum('by_market'),
      would_win: sum('would_win'),
      would_lose: sum('would_lose'),
      would_be_flat: sum('would_be_flat'),
    },
    days: views.slice(0, DAYS_MAX),
  };
}

const countsView = (day: RefundDay): RefundCounts => ({
  refunded: day.refunded,
  paid_as_win: day.paidAsWin,
  by_house: day.byHouse,
  by_market: day.byMarket,
  would_win: day.wouldWin,
  would_lose: day.wouldLose,
  would_be_flat: day.wouldBeFlat,
});
