/** Options whose window had too few samples, counted: of committed rows, by an index of theirs alone. */

import type { OptionShortfall } from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';
import type { Queryable } from '../core/store/database.ts';

/** What was settled on one UTC day. */
export interface RefundDay {
  /** Its begin. */
  readonly dayMs: number;
  readonly refunded: number;
  readonly paidAsWin: number;
  readonly byHouse: number;
  readonly byMarket: number;
  readonly wouldWin: number;
  readonly wouldLose: number;
  readonly wouldBeFlat: number;
}

/** Newest first; days without any are left out. */
export async function refundDays(source: Queryable): Promise<RefundDay[]> {
  const rows = await source.query<Record<string, bigint>>(
    `SELECT settled_at_ms / ${DAY_MS} * ${DAY_MS} AS day_ms,
       count(*) FILTER (WHERE result = 'refunded') AS refunded,
       count(*) FILTER (WHERE result = 'win') AS paid_as_win,
       count(*) FILTER (WHERE shortfall = 'house') AS by_house,
       count(*) FILTER (WHERE shortfall = 'market') AS by_market,
       count(*) FILTER (WHERE would_be = 'win') AS would_win,
       count(*) FILTER (WHERE would_be = 'lose') AS would_lose,
       count(*) FILTER (WHERE would_be = 'flat') AS would_be_flat
     FROM option_orders WHERE result = 'refunded' OR shortfall IS NOT NULL
     GROUP BY 1 ORDER BY 1 DESC`,
  );
  const number = (row: Record<string, bigint>, name: string) => Number(row[name] ?? 0);
  return rows.map((row) => ({
    dayMs: number(row, 'day_ms'),
    refunded: number(row, 'refunded'),
    paidAsWin: number(row, 'paid_as_win'),
    byHouse: number(row, 'by_house'),
    byMarket: number(row, 'by_market'),
    wouldWin: number(row, 'would_win'),
    wouldLose: number(row, 'would_lose'),
    wouldBeFlat: number(row, 'would_be_flat'),
  }));
}

/** How many were settled from a time on, by whose doing their window fell short. */
export async function shortSince(
  source: Queryable,
  sinceMs: number,
): Promise<Record<OptionShortfall, number>> {
  const rows = await source.query<{ shortfall: OptionShortfall; count: bigint }>(
    `SELECT shortfall, count(*) FROM option_orders
     WHERE (result = 'refunded' OR shortfall IS NOT NULL) AND shortfall IS NOT NULL
       AND settled_at_ms >= $1 GROUP BY shortfall`,
    [sinceMs],
  );
  const counts = { house: 0, market: 0 };
  for (const { shortfall, count } of rows) counts[shortfall] = Number(count);
  return counts;
}
