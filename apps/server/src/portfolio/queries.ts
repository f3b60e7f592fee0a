/**
 * What an owner's accounts held at past moments, and what came and went between them, by index probes on the owner's own
 * rows: the cost is that of the postings since the first moment. Prices are those of the index's one-minute candles.
 */
import type { EntryReason, PositionRow } from '@fairlead/engine';
import { PRICE_SCALE, type PriceE8, parseDecimal, priceE8 } from '@fairlead/units';
import type { Queryable } from '../core/store/database.ts';
import { POSITION_COLUMNS, type PositionRecord, toPosition } from '../futures/index.ts';

/** A moment that nothing comes after. */
const NEVER_MS = Number.MAX_SAFE_INTEGER;

/** All reads through `run` see the same state of the tables. */
export const AS_OF_ONE_MOMENT = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY';

/** When an owner's first posting was. */
export async function firstPostingMs(
  source: Queryable,
  owner: number,
): Promise<number | undefined> {
  const [row] = await source.query<{ time_ms: bigint }>(
    `SELECT time_ms FROM postings WHERE owner_id = $1 AND owner_id <> 0
     ORDER BY entry_id, ordinal LIMIT 1`,
    [owner],
  );
  return row && Number(row.time_ms);
}

/** The index market that says what a currency is worth. */
export interface PricedCurrency {
  readonly currencyId: number;
  readonly marketId: number;
}

/** Postings of one account in one span that are alike. */
export interface PostingSum {
  /** Place of the span among the given starts, from 0. */
  readonly span: number;
  readonly accountId: number;
  readonly currencyId: number;
  readonly reason: EntryReason;
  /** A deposit that its chain took back. */
  readonly isReversal: boolean;
  /** Whether the postings add to the account. */
  readonly isIn: boolean;
  readonly amount: bigint;
  readonly count: number;
  /** Σ amount × price × 10^8, each at its own time; trades and transfers are not priced. */
  readonly turnoverE8: bigint;
  /** How many of them had a price. */
  readonly pricedCount: number;
}

export interface SumsQuery {
  /** Where spans begin: each ends with the next. */
  readonly startsMs: readonly number[];
  /** Where the last span ends; without it the last span has no end. */
  readonly toMs?: number;
  readonly priced: readonly PricedCurrency[];
}

/** Sums of an owner's postings from the first start on. */
export async function postingSums(
  source: Queryable,
  owner: number,
  { startsMs, toMs = NEVER_MS, priced }: SumsQuery,
): Promise<PostingSum[]> {
  const rows = await source.query<{
    span: number;
    account_id: bigint;
    currency_id: number;
    reason: EntryReason;
    is_reversal: boolean;
    is_in: boolean;
    amount: string;
    count: bigint;
    turnover_e8: string | null;
    priced_count: bigint;
  }>(
    `SELECT span, account_id, currency_id, reason, is_reversal, is_in,
       sum(amount_minor)::text AS amount, count(*) AS count,
       trunc(sum(amount_minor * price) * 100000000)::text AS turnover_e8,
       count(price) AS priced_count
     FROM (
       SELECT width_bucket(postings.time_ms, $2::bigint[]) AS span, account_id,
         postings.currency_id, reason, amount_minor, amount_minor > 0 AS is_in,
         reason = 'correction' AND reference LIKE 'reversal:%' AS is_reversal,
         -- Only what needs a price is looked up: trades are most of all postings.
         CASE WHEN market_id IS NOT NULL AND reason NOT IN ('trade', 'transfer', 'division') THEN (
           SELECT close FROM candles
           WHERE candles.market_id = priced.market_id AND kind = 'index' AND period = '1m'
             AND open_time_ms <= postings.time_ms
           ORDER BY open_time_ms DESC LIMIT 1
         ) END AS price
       FROM postings JOIN journal_entries USING (entry_id)
       LEFT JOIN unnest($4::integer[], $5::integer[]) AS priced (currency_id, market_id)
         ON priced.currency_id = postings.currency_id
       WHERE owner_id = $1 AND owner_id <> 0 AND postings.time_ms >= $3
         AND postings.time_ms < $6
     ) AS moved
     GROUP BY span, account_id, currency_id, reason, is_reversal, is_in`,
    [
      owner,
      startsMs,
      startsMs[0] ?? 0,
      priced.map(({ currencyId }) => currencyId),
      priced.map(({ marketId }) => marketId),
      toMs,
    ],
  );
  return rows.map((row) => ({
    span: row.span - 1,
    accountId: Number(row.account_id),
    currencyId: row.currency_id,
    reason: row.reason,
    isReversal: row.is_reversal,
    isIn: row.is_in,
    amount: BigInt(row.amount),
    count: Number(row.count),
    turnoverE8: BigInt(row.turnover_e8 ?? 0),
    pricedCount: Number(row.priced_count),
  }));
}

/** Open within (after, until]: at each of the given moments whose place lies there. */
export interface OpenSpan {
  readonly after: number;
  readonly until: number;
}

const spanSql = (from: string, to: string): string =>
  `width_bucket(${from}, $2::bigint[]) AS after, width_bucket(coalesce(${to}, ${NEVER_MS}), $2::bigint[]) AS until`;

/** An owner's positions that were open at one of the moments at least. Places of moments count from 1. */
export async function positionsOpenAt(
  source: Queryable,
  owner: number,
  momentsMs: readonly number[],
): Promise<(OpenSpan & { readonly position: PositionRow })[]> {
  const rows = await source.query<PositionRecord & OpenSpan>(
    `SELECT * FROM (
       SELECT ${POSITION_COLUMNS}, ${spanSql('opened_at_ms', 'closed_at_ms')} FROM positions
       WHERE owner_id = $1 AND opened_at_ms IS NOT NULL
     ) AS opened WHERE until > after ORDER BY position_id`,
    [owner, momentsMs],
  );
  return rows.map((row) => ({ after: row.after, until: row.until, position: toPosition(row) }));
}

/** Stakes and fees of an owner's options that were open at one of the moments at least. */
export async function stakesOpenAt(
  source: Queryable,
  owner: number,
  momentsMs: readonly number[],
): Promise<(OpenSpan & { readonly currencyId: number; readonly amount: bigint })[]> {
  const rows = await source.query<OpenSpan & { currency_id: number; amount: string }>(
    `SELECT after, until, currency_id, sum(cost_minor)::text AS amount FROM (
       SELECT currency_id, stake_minor + fee_minor AS cost_minor,
         ${spanSql('purchased_at_ms', 'settled_at_ms')}
       FROM option_orders WHERE owner_id = $1
     ) AS bought WHERE until > after GROUP BY after, until, currency_id`,
    [owner, momentsMs],
  );
  return rows.map(({ currency_id, amount, ...span }) => ({
    ...span,
    currencyId: currency_id,
    amount: BigInt(amount),
  }));
}

/** Currencies that an owner got by a subscription. */
export async function subscribedCurrencies(
  source: Queryable,
  owner: number,
): Promise<ReadonlySet<number>> {
  const rows = await source.query<{ currency_id: number }>(
    `SELECT DISTINCT currency_id FROM subscriptions WHERE owner_id = $1 AND status = 'passed'`,
    [owner],
  );
  return new Set(rows.map((row) => row.currency_id));
}

/** Prices of one market at moments, in their order. */
export type MomentPrices = readonly (PriceE8 | undefined)[];

/** The close of each index's last minute that began before each moment. */
export async function indexPricesAt(
  source: Queryable,
  marketIds: readonly number[],
  momentsMs: readonly number[],
): Promise<ReadonlyMap<number, MomentPrices>> {
  const rows = await source.query<{ market_id: number; place: bigint; close: string }>(
    `SELECT markets.market_id, moments.place, round(price.close, 8)::text AS close
     FROM unnest($1::integer[]) AS markets (market_id)
     CROSS JOIN unnest($2::bigint[]) WITH ORDINALITY AS moments (time_ms, place),
     LATERAL (
       SELECT close FROM candles
       WHERE candles.market_id = markets.market_id AND kind = 'index' AND period = '1m'
         AND open_time_ms < moments.time_ms
       ORDER BY open_time_ms DESC LIMIT 1
     ) AS price`,
    [marketIds, momentsMs],
  );
  const prices = new Map(
    marketIds.map((id) => [id, new Array<PriceE8 | undefined>(momentsMs.length)]),
  );
  for (const { market_id, place, close } of rows) {
    const price = parseDecimal(close, PRICE_SCALE);
    if (price !== undefined) prices.get(market_id)?.splice(Number(place) - 1, 1, priceE8(price));
  }
  return prices;
}
