/** What operators passed alone, and on whose word there is money at whom. */

import type { HeldFor, LoneWordRow, VouchRow } from '@fairlead/engine';
import { WEEK_MS } from '@fairlead/units';
import { copies, upserts } from '../core/store/batch/table-writer.ts';
import type { Queryable } from '../core/store/database.ts';
import { rowsOf, type TablesPart } from '../core/store/exchange-tables.ts';
import { amount, flag, int8, type RecordOf, tableOf, text } from '../core/store/table.ts';

const LONE_WORDS = tableOf<LoneWordRow>()({
  name: 'lone_words',
  keys: { kind: text('kind'), recordId: int8('record_id'), operatorId: int8('operator_id') },
  fixed: {
    owner: int8('owner_id'),
    value: amount('value_minor'),
    timeMs: int8('time_ms'),
    heldFor: text('held_for'),
  },
});

const VOUCHES = tableOf<VouchRow>()({
  name: 'vouches',
  keys: { owner: int8('owner_id'), operatorId: int8('operator_id') },
  changing: { untilMs: int8('until_ms'), isOwn: flag('is_own') },
});

/** Of the week before a time, where the word was enough, oldest first. */
async function readLoneWords(source: Queryable, nowMs: number): Promise<LoneWordRow[]> {
  const rows = await source.query<RecordOf<typeof LONE_WORDS>>(
    `SELECT ${LONE_WORDS.columns} FROM lone_words
     WHERE held_for IS NULL AND time_ms > $1 ORDER BY time_ms`,
    [nowMs - WEEK_MS],
  );
  return rows.map(LONE_WORDS.toRow);
}

/** Those that bind after a time, by owner and operator. */
async function readVouches(source: Queryable, nowMs: number): Promise<VouchRow[]> {
  const rows = await source.query<RecordOf<typeof VOUCHES>>(
    `SELECT ${VOUCHES.columns} FROM vouches
     WHERE is_own OR until_ms > $1 ORDER BY owner_id, operator_id`,
    [nowMs],
  );
  return rows.map(VOUCHES.toRow);
}

export const loneWordTables = {
  writes: { acts: [rowsOf('loneWords', copies(LONE_WORDS)), rowsOf('vouches', upserts(VOUCHES))] },
  reads: { loneWords: readLoneWords, vouches: readVouches },
} satisfies TablesPart;

/** Words that were not enough since a time, by why. */
export async function heldWords(
  source: Queryable,
  sinceMs: number,
): Promise<ReadonlyMap<HeldFor, number>> {
  const rows = await source.query<{ readonly held_for: HeldFor; readonly count: bigint }>(
    `SELECT held_for, count(*) FROM lone_words
     WHERE held_for IS NOT NULL AND time_ms > $1 GROUP BY held_for`,
    [sinceMs],
  );
  return new Map(rows.map(({ held_for: heldFor, count }) => [heldFor, Number(count)]));
}

/** The largest sum that one operator passed alone since a time, of claims or of withdrawals, in 10^-6 USDT. */
export async function largestLoneSum(source: Queryable, sinceMs: number): Promise<bigint> {
  const [row] = await source.query<{ readonly largest: string | null }>(
    `SELECT max(sum)::text AS largest FROM (SELECT sum(value_minor) AS sum FROM lone_words
       WHERE held_for IS NULL AND time_ms > $1 GROUP BY kind, operator_id) AS sums`,
    [sinceMs],
  );
  return BigInt(row?.largest ?? 0);
}
