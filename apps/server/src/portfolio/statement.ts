/** A statement: opening, movements by kind, closing of each currency, exact to the unit. */

import {
  type PostingRecord,
  ProblemError,
  type RecordKind,
  type Statement,
} from '@fairlead/contract';
import { amountText } from '../core/http/figures.ts';
import type { Database, Reads } from '../core/store/database.ts';
import { PAGE_ROWS_MAX } from '../core/store/limits.ts';
import type { Say } from '../core/texts/texts.ts';
import {
  balancesOf,
  correctionsOf,
  passagesAt,
  postingsPage,
  postingView,
  recordKindOf,
} from '../ledger/index.ts';
import type { Terms } from '../market/index.ts';
import { type CalendarDay, type TimeZone, timeZone } from './calendar-days.ts';
import { pricedCurrencies } from './history.ts';
import type { PastSums } from './past-sums.ts';
import { AS_OF_ONE_MOMENT, firstPostingMs, type PostingSum, postingSums } from './queries.ts';

/** A leap year. */
const PERIOD_DAYS_MAX = 366;

export interface Period {
  /** Dates, both in it. */
  readonly from: string;
  readonly to: string;
  readonly time_zone: string;
}

/** A period's days in its zone; refused are dates that are none, the wrong order, and more than a year. */
export function periodDays({ from, to, time_zone }: Period, say: Say): readonly CalendarDay[] {
  const refuse = (field: string, key: Parameters<Say>[0]): never => {
    throw new ProblemError('validation_failed', { fields: { [field]: say(key) } });
  };
  if (!isDate(from)) refuse('from', 'fields.invalid');
  if (!isDate(to)) refuse('to', 'fields.invalid');
  if (to < from) refuse('to', 'fields.time_order');
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days > PERIOD_DAYS_MAX) refuse('to', 'fields.too_large');
  return timeZone(time_zone, say).daysOf(from, to);
}

/** "2026-02-30" has the form of a date and is none. */
function isDate(date: string): boolean {
  const timeMs = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(date);
}

/** When a period begins and, exclusive, ends. */
export function periodMs(days: readonly CalendarDay[]): { fromMs: number; toMs: number } {
  const [first, last] = [days[0], days.at(-1)];
  return { fromMs: first?.startMs ?? 0, toMs: last?.endMs ?? 0 };
}

export interface StatementQuery {
  readonly owner: number;
  readonly period: readonly CalendarDay[];
  readonly zone: TimeZone;
  readonly past: PastSums;
  readonly say: Say;
}

/** What moved since a period began: in it, and after it. */
async function movedSince(
  {
    reads,
    terms,
    clock,
  }: { readonly reads: Reads; readonly terms: Terms; readonly clock: { now(): number } },
  { owner, period, zone, past }: StatementQuery,
) {
  const nowMs = clock.now();
  const { fromMs, toMs } = periodMs(period);
  const firstMs = (await firstPostingMs(reads, owner)) ?? nowMs;
  const from = zone.dateAt(Math.max(fromMs, Math.min(firstMs, nowMs)));
  const days = zone.daysOf(from, zone.dateAt(nowMs));
  // What is kept of days is for portfolios too, which need prices.
  const priced = pricedCurrencies(terms);
  const over = await past.read({ owner, zone: zone.name, days, priced, nowMs });
  const restMs = days[over.count]?.startMs ?? Math.max(fromMs, days.at(-1)?.endMs ?? 0);
  const { balances, rest, passages } = await reads.transaction(async (source) => {
    await source.query(AS_OF_ONE_MOMENT);
    return {
      balances: await balancesOf(source, owner),
      rest: await postingSums(source, owner, {
        startsMs: [restMs, Math.max(restMs, toMs)],
        priced: [],
      }),
      passages: await passagesAt(source, owner, [toMs]),
    };
  });
  const isWithin = ({ span }: PostingSum) => (days[span]?.startMs ?? toMs) < toMs;
  const [within, after] = [
    [...over.sums.filter(isWithin), ...rest.filter(({ span }) => span === 0 && restMs < toMs)],
    [
      ...over.sums.filter((sum) => !isWithin(sum)),
      ...rest.filter(({ span }) => span === 1 || restMs >= toMs),
    ],
  ];
  return { balances, within, after, passages };
}

export async function statementOf(
  context: {
    readonly database: Database;
    readonly reads: Reads;
    readonly terms: Terms;
    readonly clock: { now(): number };
  },
  query: StatementQuery,
): Promise<Statement> {
  const { terms } = context;
  const { say } = query;
  const { fromMs, toMs } = periodMs(query.period);
  const { balances, within: moved, after, passages } = await movedSince(context, query);
  const currencies = terms.currencies().flatMap((currency) => {
    const { currencyId, name } = currency;
    const isOwn = (sum: PostingSum) => sum.currencyId === currencyId;
    const within = moved.filter(isOwn);
    const total = (list: readonly PostingSum[]): bigint =>
      list.reduce((sum, { amount }) => sum + amount, 0n);
    const now = balances
      .filter((row) => row.currencyId === currencyId)
      .reduce((sum, row) => sum + row.total, 0n);
    const closing = now - total(after.filter(isOwn));
    const opening = closing - total(within);
    const onTheWay = passages.reduce(
      (sum, { amount, ...passage }) => (passage.currencyId === currencyId ? sum + amount : sum),
      0n,
    );
    if (opening === 0n && closing === 0n && within.length === 0 && onTheWay === 0n) return [];
    const movements = movementsOf(within).map(({ kind, amount, count }) => ({
      kind,
      label: say(`kinds.${kind}`),
      amount: amountText(amount, currency),
      count,
    }));
    return [
      {
        currency_id: currencyId,
        name,
        opening: amountText(opening, currency),
        closing: amountText(closing, currency),
        ...(onTheWay > 0n && { on_the_way: amountText(onTheWay, currency) }),
        movements,
      },
    ];
  });
  const corrections = await correctionsIn(context, query);
  return {
    from: fromMs,
    to: toMs,
    currencies,
    ...(corrections.length > 0 && { corrections }),
  };
}

/** What moved and was no act of the owner, newest first, each as its record says it. */
async function correctionsIn(
  {
    database,
    reads,
    terms,
  }: { readonly database: Database; readonly reads: Reads; readonly terms: Terms },
  { owner, period, say }: StatementQuery,
): Promise<PostingRecord[]> {
  const { fromMs, toMs } = periodMs(period);
  const filter = { owner, isCorrecting: true, fromMs, toMs: toMs - 1 } as const;
  const { list } = await postingsPage(reads, filter, { page: 1, limit: PAGE_ROWS_MAX });
  const corrections = await correctionsOf(database, list);
  return list.flatMap((row) => {
    const correction = corrections.get(row.entryId);
    return correction === undefined ? [] : [postingView(row, terms, say, correction)];
  });
}

interface Movement {
  readonly kind: RecordKind;
  readonly amount: bigint;
  readonly count: number;
}

/** By kind, those with most postings first. */
function movementsOf(sums: readonly PostingSum[]): Movement[] {
  const kindOf = ({ reason }: PostingSum): RecordKind => recordKindOf(reason);
  return [...Map.groupBy(sums, kindOf)]
    .map(([kind, list]) => ({
      kind,
      amount: list.reduce((sum, { amount }) => sum + amount, 0n),
      count: list.reduce((sum, { count }) => sum + count, 0),
    }))
    .sort((left, right) => right.count - left.count || left.kind.localeCompare(right.kind));
}
