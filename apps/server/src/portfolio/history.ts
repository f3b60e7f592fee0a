/**
 * The history that a portfolio is made of, read at one moment of the tables: what accounts held, what was open and what
 * came and went between moments (docs/internals/portfolio.md).
 */
import type { BalanceRow, Currency } from '@fairlead/engine';
import type { Reads } from '../core/store/database.ts';
import { balancesOf, CONVERT_CURRENCY, type Passage, passagesAt } from '../ledger/index.ts';
import type { Terms } from '../market/index.ts';
import type { CalendarDay } from './calendar-days.ts';
import type { PastSums } from './past-sums.ts';
import {
  AS_OF_ONE_MOMENT,
  firstPostingMs,
  indexPricesAt,
  type MomentPrices,
  type OpenSpan,
  type PostingSum,
  type PricedCurrency,
  positionsOpenAt,
  postingSums,
  stakesOpenAt,
  subscribedCurrencies,
} from './queries.ts';

/** Later than anything in the tables. */
const LAST_MS = Number.MAX_SAFE_INTEGER - 1;

/** Where currencies are priced: their index markets against the convert currency. */
export function pricedCurrencies(terms: Terms): PricedCurrency[] {
  return terms
    .markets()
    .flatMap(({ marketId, base, quote }) =>
      quote.name === CONVERT_CURRENCY ? [{ currencyId: base.currencyId, marketId }] : [],
    );
}

/** Whether values can be in a currency: in the one that all are priced in, or in one that has a price. */
export const isMeasure = ({ name, currencyId }: Currency, terms: Terms): boolean =>
  name === CONVERT_CURRENCY ||
  pricedCurrencies(terms).some((priced) => priced.currencyId === currencyId);

/** What accounts held at moments: the first at the start of the first span, each next one at a span's end. */
function totalsAt(
  balances: readonly BalanceRow[],
  sums: readonly PostingSum[],
  spans: number,
): readonly ReadonlyMap<number, bigint>[] {
  const later = new Map(balances.map(({ accountId, total }) => [accountId, total as bigint]));
  const moments = [new Map(later)];
  const bySpan = Map.groupBy(sums, ({ span }) => span);
  for (let span = spans - 1; span >= 0; span -= 1) {
    for (const { accountId, amount } of bySpan.get(span) ?? [])
      later.set(accountId, (later.get(accountId) ?? 0n) - amount);
    moments.unshift(new Map(later));
  }
  return moments;
}

/** Places of moments count from 1. */
export const isOpenAt = ({ after, until }: OpenSpan, place: number): boolean =>
  after < place && place <= until;

export interface PortfolioHistory {
  /** Days from the first posting on; the last one is not over. */
  readonly days: readonly CalendarDay[];
  /** Totals by account at each day's start and, last, now. */
  readonly totals: readonly ReadonlyMap<number, bigint>[];
  readonly currencyOf: ReadonlyMap<number, number>;
  readonly sums: readonly PostingSum[];
  readonly positions: Awaited<ReturnType<typeof positionsOpenAt>>;
  readonly stakes: Awaited<ReturnType<typeof stakesOpenAt>>;
  /** What was between two accounts at one of the moments. */
  readonly onTheWay: readonly Passage[];
  readonly subscribed: ReadonlySet<number>;
  /** By market, at each moment. */
  readonly prices: ReadonlyMap<number, MomentPrices>;
  readonly priced: ReadonlyMap<number, number>;
}

/** Whose history, over which days, and what is known of days that are over. */
export interface HistoryQuery {
  readonly owner: number;
  readonly zone: string;
  readonly asked: readonly CalendarDay[];
  readonly past: PastSums;
}

/** Reads it; undefined for an owner who never had anything. */
export async function readHistory(
  {
    reads,
    terms,
    clock,
  }: { readonly reads: Reads; readonly terms: Terms; readonly clock: { now(): number } },
  { owner, zone, asked, past }: HistoryQuery,
): Promise<PortfolioHistory | undefined> {
  const firstMs = await firstPostingMs(reads, owner);
  const days = firstMs === undefined ? [] : asked.filter(({ endMs }) => endMs > firstMs);
  if (days.length === 0) return undefined;
  const priced = pricedCurrencies(terms);
  const over = await past.read({ owner, zone, days, priced, nowMs: clock.now() });
  const startsMs = days.map(({ startMs }) => startMs);
  const now = await readNow(reads, { owner, startsMs, over, priced });
  const { balances, positions } = now;
  const held = new Set(balances.map(({ currencyId }) => currencyId));
  const marketIds = new Set([
    ...priced.filter(({ currencyId }) => held.has(currencyId)).map(({ marketId }) => marketId),
    ...positions.map(({ position }) => position.marketId),
  ]);
  return {
    ...now,
    days,
    totals: totalsAt(balances, now.sums, days.length),
    currencyOf: new Map(balances.map(({ accountId, currencyId }) => [accountId, currencyId])),
    prices: await indexPricesAt(reads, [...marketIds], [...startsMs, LAST_MS]),
    priced: new Map(priced.map(({ currencyId, marketId }) => [currencyId, marketId])),
  };
}

interface Reading {
  readonly owner: number;
  readonly startsMs: readonly number[];
  readonly over: Awaited<ReturnType<PastSums['read']>>;
  readonly priced: readonly PricedCurrency[];
}

/** What is there now, and the postings of the days that are not over, as of one moment. */
function readNow(reads: Reads, { owner, startsMs, over, priced }: Reading) {
  return reads.transaction(async (source) => {
    await source.query(AS_OF_ONE_MOMENT);
    const momentsMs = [...startsMs, LAST_MS];
    const sums = await postingSums(source, owner, { startsMs: startsMs.slice(over.count), priced });
    return {
      balances: await balancesOf(source, owner),
      sums: [...over.sums, ...sums.map((sum) => ({ ...sum, span: sum.span + over.count }))],
      positions: await positionsOpenAt(source, owner, momentsMs),
      stakes: await stakesOpenAt(source, owner, momentsMs),
      onTheWay: await passagesAt(source, owner, momentsMs),
      subscribed: await subscribedCurrencies(source, owner),
    };
  });
}
