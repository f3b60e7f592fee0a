/** Numbers that were given out and that the tables lack although they have every command. */
import type { Queryable } from '../store/database.ts';

export type NumberKind = 'order' | 'trade' | 'entry' | 'receipt';

export interface MissingNumbers {
  readonly kind: NumberKind;
  /** The last that the tables have. */
  readonly afterId: number;
  /** The last that somebody saw. */
  readonly seenId: number;
  /** Numbers go on after this one. */
  readonly givenTo: number;
}

/** Notes them, and moves what is given next beyond. Only whoever has the writer's lock may call. */
export async function noteMissing(
  writer: Queryable,
  missing: readonly MissingNumbers[],
  nowMs: number,
): Promise<void> {
  const beyond = (kind: NumberKind): number =>
    missing.find((each) => each.kind === kind)?.givenTo ?? 0;
  await writer.query(
    `WITH moved AS (
       UPDATE leader SET last_order_id = greatest(last_order_id, $6),
         last_trade_id = greatest(last_trade_id, $7), last_entry_id = greatest(last_entry_id, $8)
     )
     INSERT INTO missing_numbers (kind, after_id, seen_id, given_to, found_at_ms)
     SELECT kind, after_id, seen_id, given_to, $5::bigint
     FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
       AS found (kind, after_id, seen_id, given_to)
     ON CONFLICT DO NOTHING`,
    [
      missing.map(({ kind }) => kind),
      missing.map(({ afterId }) => afterId),
      missing.map(({ seenId }) => seenId),
      missing.map(({ givenTo }) => givenTo),
      nowMs,
      ...[beyond('order'), beyond('trade'), beyond('entry')],
    ],
  );
}

/** After which receipts go on where some are missing, or an engine began to count behind the first; 0 otherwise. */
export async function receiptsGivenTo(source: Queryable): Promise<number> {
  const [row] = await source.query<{ given_to: bigint }>(
    `SELECT given_to FROM (
       SELECT given_to FROM missing_numbers WHERE kind = 'receipt'
       UNION ALL SELECT after_id FROM number_beginnings
     ) AS given ORDER BY given_to DESC LIMIT 1`,
  );
  return Number(row?.given_to ?? 0);
}

/**
 * Those that count still. Missing receipts do until they are there again; other numbers until trading was stopped for a
 * drift since they were found, which every check and two operators end.
 */
export async function missingNow(source: Queryable): Promise<MissingNumbers[]> {
  const rows = await source.query<{
    kind: NumberKind;
    after_id: bigint;
    seen_id: bigint;
    given_to: bigint;
  }>(
    `SELECT kind, after_id, seen_id, given_to FROM missing_numbers AS missing
     WHERE CASE WHEN kind = 'receipt'
       THEN NOT EXISTS (SELECT FROM receipts WHERE receipt_id = missing.seen_id)
       ELSE NOT EXISTS (SELECT FROM trading WHERE since_ms >= missing.found_at_ms
         OR (mode = 'cancel_only' AND cause = 'drift')) END
     ORDER BY kind, after_id LIMIT 100`,
  );
  return rows.map((row) => ({
    kind: row.kind,
    afterId: Number(row.after_id),
    seenId: Number(row.seen_id),
    givenTo: Number(row.given_to),
  }));
}

/** The database in which operators decide, and for whom: a product whose engine is its own. */
export interface Resumes {
  readonly home: Queryable;
  readonly product: string;
}

/**
 * The newest declared loss, where nothing says that its stop was ended: since a loss there is a row of trading, and it is
 * open only by a resume that two passed, or that the one operator of a demo asked for. Undefined where all is as it must be.
 */
export async function unresumedLoss(
  source: Queryable,
  resumes?: Resumes,
): Promise<number | undefined> {
  const loss = await newestLoss(source);
  if (loss === undefined || loss.is_stopped) return undefined;
  const isResumed = loss.has_row && (await wasResumed(resumes, source, loss.time_ms));
  return isResumed ? undefined : Number(loss.receipt_id);
}

/** Whether it is stopped and a loss is among what for: a drift that was found too takes its cause's place, and ends nothing. */
export async function isStoppedForLoss(source: Queryable, resumes?: Resumes): Promise<boolean> {
  const loss = await newestLoss(source);
  if (loss === undefined || !loss.is_stopped) return false;
  return !(await wasResumed(resumes, source, loss.time_ms));
}

interface NewestLoss {
  readonly receipt_id: bigint;
  readonly time_ms: bigint;
  readonly has_row: boolean;
  readonly is_stopped: boolean;
}

async function newestLoss(source: Queryable): Promise<NewestLoss | undefined> {
  const [loss] = await source.query<NewestLoss>(
    `SELECT receipt_id, time_ms, EXISTS (SELECT FROM trading) AS has_row,
       EXISTS (SELECT FROM trading WHERE mode = 'cancel_only') AS is_stopped
     FROM receipts WHERE kind = 'loss' ORDER BY receipt_id DESC LIMIT 1`,
  );
  return loss;
}

async function wasResumed(
  resumes: Resumes | undefined,
  own: Queryable,
  sinceMs: bigint,
): Promise<boolean> {
  const [row] = await (resumes?.home ?? own).query<{ is_resumed: boolean }>(
    `SELECT EXISTS (SELECT FROM proposals WHERE kind = 'resume_trading' AND status = 'passed'
         AND payload->>'product' IS NOT DISTINCT FROM $2::text
         AND (decided_at_ms >= $1::bigint OR (payload->>'since')::bigint >= $1::bigint))
       OR EXISTS (SELECT FROM audit_log WHERE action = 'trading.resumed'
         AND detail->>'product' IS NOT DISTINCT FROM $2::text AND time_ms >= $1::bigint) AS is_resumed`,
    [sinceMs, resumes?.product ?? null],
  );
  return row?.is_resumed === true;
}
