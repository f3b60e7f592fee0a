/** What operators passed alone, and on whose word there is money at whom. */
import type { HeldFor, LoneKind, LoneWordRow, VouchRow } from '@fairlead/engine';
import { amountMinor } from '@fairlead/units';
import type { BatchEncoder } from './batch-encoder.ts';
import type { Queryable } from './database.ts';
import { copy, upsert } from './statement-builders.ts';

const COPY_LONE_WORDS = copy('lone_words', [
  'kind',
  'record_id',
  'operator_id',
  'owner_id',
  'value_minor',
  'time_ms',
  'held_for',
]);

const UPSERT_VOUCHES = upsert(
  'vouches',
  [
    ['owner_id', 'bigint'],
    ['operator_id', 'bigint'],
    ['until_ms', 'bigint'],
    ['is_own', 'boolean'],
  ],
  { keys: 2 },
);

export function encodeLoneWords(encoder: BatchEncoder, rows: readonly LoneWordRow[]): void {
  encoder.copy(COPY_LONE_WORDS, rows, (row) => {
    encoder.text(row.kind);
    encoder.int8(row.recordId);
    encoder.int8(row.operatorId);
    encoder.int8(row.owner);
    encoder.int8(row.value);
    encoder.int8(row.timeMs);
    encoder.text(row.heldFor);
  });
}

export function encodeVouches(encoder: BatchEncoder, rows: readonly VouchRow[]): void {
  encoder.execute(UPSERT_VOUCHES, () => {
    encoder.int8Column(rows, (row) => row.owner);
    encoder.int8Column(rows, (row) => row.operatorId);
    encoder.int8Column(rows, (row) => row.untilMs);
    encoder.textColumn(rows, (row) => String(row.isOwn));
  });
}

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** Of the week before a time, where the word was enough, oldest first. */
export async function readLoneWords(source: Queryable, nowMs: number): Promise<LoneWordRow[]> {
  const rows = await source.query<{
    readonly kind: LoneKind;
    readonly record_id: bigint;
    readonly operator_id: bigint;
    readonly owner_id: bigint;
    readonly value_minor: bigint;
    readonly time_ms: bigint;
  }>(
    `SELECT kind, record_id, operator_id, owner_id, value_minor, time_ms FROM lone_words
     WHERE held_for IS NULL AND time_ms > $1 ORDER BY time_ms`,
    [nowMs - WEEK_MS],
  );
  return rows.map((row) => ({
    kind: row.kind,
    recordId: Number(row.record_id),
    operatorId: Number(row.operator_id),
    owner: Number(row.owner_id),
    value: amountMinor(row.value_minor),
    timeMs: Number(row.time_ms),
  }));
}

/** Those that bind after a time, by owner and operator. */
export async function readVouches(source: Queryable, nowMs: number): Promise<VouchRow[]> {
  const rows = await source.query<{
    readonly owner_id: bigint;
    readonly operator_id: bigint;
    readonly until_ms: bigint;
    readonly is_own: boolean;
  }>(
    `SELECT owner_id, operator_id, until_ms, is_own FROM vouches
     WHERE is_own OR until_ms > $1 ORDER BY owner_id, operator_id`,
    [nowMs],
  );
  return rows.map((row) => ({
    owner: Number(row.owner_id),
    operatorId: Number(row.operator_id),
    untilMs: Number(row.until_ms),
    isOwn: row.is_own,
  }));
}

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
