/** What a tax report needs beside an owner's postings: day prices, fees, and the postings of single entries. */

import type { EntryReason } from '@fairlead/engine';
import { PRICE_SCALE, type PriceE8, parseDecimal, priceE8 } from '@fairlead/units';
import { ENGINE_NAMES, NUMBERS_APART } from '../../core/config/engines.ts';
import type { Queryable } from '../../core/store/database.ts';

export interface DayPrice {
  readonly marketId: number;
  readonly dayMs: number;
  readonly price: PriceE8;
}

/** The close of each index on each UTC day that has one. */
export async function dayPrices(
  source: Queryable,
  marketIds: readonly number[],
  [fromMs, toMs]: readonly [fromMs: number, toMs: number],
): Promise<DayPrice[]> {
  const rows = await source.query<{ market_id: number; open_time_ms: bigint; close: string }>(
    `SELECT market_id, open_time_ms, round(close, 8)::text AS close FROM candles
     WHERE market_id = ANY($1) AND kind = 'index' AND period = '1d'
       AND open_time_ms >= $2 AND open_time_ms < $3`,
    [marketIds, fromMs, toMs],
  );
  return rows.flatMap(({ market_id, open_time_ms, close }) => {
    const price = parseDecimal(close, PRICE_SCALE);
    return price === undefined
      ? []
      : [{ marketId: market_id, dayMs: Number(open_time_ms), price: priceE8(price) }];
  });
}

export interface EntryFee {
  readonly entryId: number;
  readonly currencyId: number;
  readonly amount: bigint;
}

/** What the house and an inviter kept in entries, of trades and withdrawals: a currency's is of whoever received it. */
export async function keptFees(
  source: Queryable,
  entryIds: readonly number[],
): Promise<EntryFee[]> {
  if (entryIds.length === 0) return [];
  const rows = await source.query<{ entry_id: bigint; currency_id: number; amount: string }>(
    `SELECT entry_id, currency_id, sum(amount_minor)::text AS amount FROM postings
     WHERE entry_id = ANY($1) AND owner_id = 0 AND account IN ('fees', 'referral_rebates')
     GROUP BY entry_id, currency_id`,
    [entryIds],
  );
  return rows.map(({ entry_id, currency_id, amount }) => ({
    entryId: Number(entry_id),
    currencyId: currency_id,
    amount: BigInt(amount),
  }));
}

/** Fees of an owner's closed positions, by id. */
export async function closeFees(
  source: Queryable,
  owner: number,
  positionIds: readonly number[],
): Promise<ReadonlyMap<number, bigint>> {
  if (positionIds.length === 0) return new Map();
  const rows = await source.query<{ position_id: bigint; close_fee_minor: bigint | null }>(
    `SELECT position_id, close_fee_minor FROM positions
     WHERE owner_id = $1 AND position_id = ANY($2)`,
    [owner, positionIds],
  );
  return new Map(rows.map((row) => [Number(row.position_id), row.close_fee_minor ?? 0n]));
}

/** Fees of an owner's options, by id, and whether they came back. */
export async function optionFees(
  source: Queryable,
  owner: number,
  optionIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly fee: bigint; readonly isRefunded: boolean }>> {
  if (optionIds.length === 0) return new Map();
  const rows = await source.query<{ option_id: bigint; fee_minor: bigint; result: string | null }>(
    `SELECT option_id, fee_minor, result FROM option_orders
     WHERE owner_id = $1 AND option_id = ANY($2)`,
    [owner, optionIds],
  );
  return new Map(
    rows.map(({ option_id, fee_minor, result }) => [
      Number(option_id),
      { fee: fee_minor, isRefunded: result === 'refunded' },
    ]),
  );
}

export interface EntryPosting {
  readonly entryId: number;
  readonly account: string;
  readonly currencyId: number;
  readonly amount: bigint;
  readonly reason: EntryReason;
  readonly reference: string;
}

/** Those of some entries that two of these owners have postings in. */
export async function movedAmong(
  source: Queryable,
  owners: readonly number[],
  entryIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (entryIds.length === 0) return new Set();
  const rows = await source.query<{ entry_id: bigint }>(
    `SELECT entry_id FROM postings
     WHERE owner_id = ANY($1::bigint[]) AND owner_id <> 0 AND entry_id = ANY($2)
     GROUP BY entry_id HAVING count(DISTINCT owner_id) > 1`,
    [owners, entryIds],
  );
  return new Set(rows.map(({ entry_id }) => Number(entry_id)));
}

/** Postings that these owners have in some entries, in their order. */
export async function postingsOfEntries(
  source: Queryable,
  owners: readonly number[],
  entryIds: readonly number[],
): Promise<EntryPosting[]> {
  if (entryIds.length === 0) return [];
  const rows = await source.query<{
    entry_id: bigint;
    account: string;
    currency_id: number;
    amount_minor: bigint;
    reason: EntryReason;
    reference: string;
  }>(
    `SELECT entry_id, account, currency_id, amount_minor, reason, reference
     FROM postings JOIN journal_entries USING (entry_id)
     WHERE owner_id = ANY($1::bigint[]) AND owner_id <> 0 AND entry_id = ANY($2)
     ORDER BY entry_id, ordinal`,
    [owners, entryIds],
  );
  return rows.map((row) => ({
    entryId: Number(row.entry_id),
    account: row.account,
    currencyId: row.currency_id,
    amount: row.amount_minor,
    reason: row.reason,
    reference: row.reference,
  }));
}

/** A number that rises with each of an owner's entries, in whichever engine's books: their newest ones together; 0 without any. */
export async function newestEntry(source: Queryable, owner: number): Promise<number> {
  const [row] = await source.query<{ newest: string }>(
    `SELECT coalesce(sum(last.entry_id - after_id), 0) AS newest
     FROM unnest($2::bigint[]) AS after_id, LATERAL (
       SELECT entry_id FROM postings WHERE owner_id = $1 AND owner_id <> 0
         AND entry_id > after_id AND entry_id <= after_id + $3
       ORDER BY entry_id DESC, ordinal DESC LIMIT 1) AS last`,
    [owner, ENGINE_NAMES.map((_, at) => at * NUMBERS_APART), NUMBERS_APART],
  );
  return Number(row?.newest ?? 0);
}
