/** What the house kept in fees and what was traded, by UTC day: counted on from the ledger, a bounded step at a time. */
import { DAY_MS } from '@fairlead/units';
import type { Database, Queryable } from '../core/store/database.ts';

/** Entries that one step reads, and steps of one run: a backlog is caught up over several runs. */
const STEP_ENTRIES = 50_000;
const STEPS_MAX = 20;

export const TRADED = 'traded';
/** What is no fee: what was traded, and what came in and went out of users' accounts. */
export const VOLUMES = [TRADED, 'futures', 'options', 'deposited', 'withdrawn'] as const;

interface DeskDaysNeeds {
  readonly database: Database;
  readonly clock: { now(): number };
}

/** Counts what was posted since the last run. The first one begins with what is posted after it. */
export async function countDeskDays(
  { database, clock }: DeskDaysNeeds,
  stepEntries = STEP_ENTRIES,
): Promise<void> {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const isBehind = await database.transaction((transaction) =>
      countStep(transaction, clock.now(), stepEntries),
    );
    if (!isBehind) return;
  }
}

/** Of users' accounts; a withdrawal that was given back is taken off, and a stake is counted with its fee. */
const MOVED = `SELECT posting.time_ms / ${DAY_MS} * ${DAY_MS}, moved.kind, currency_id, moved.sign * amount_minor
  FROM posting_rows AS posting JOIN journal_entries AS entry USING (entry_id)
  JOIN (VALUES ('deposit', 'deposited', 1), ('withdrawal', 'withdrawn', -1), ('option_purchase', 'options', -1))
    AS moved (reason, kind, sign) ON moved.reason = entry.reason
  WHERE owner_id <> 0 AND posting.entry_id > $1 AND posting.entry_id <= $2`;

/**
 * What positions were opened and closed for, at the price of each; parts that were closed since were opened with them.
 * An opening that cost nothing has no entry and is not counted.
 */
const FUTURES = `SELECT entry.time_ms / ${DAY_MS} * ${DAY_MS}, 'futures', position.currency_id,
    round((CASE entry.reason WHEN 'futures_open' THEN open_price_e8 * (lots +
        (SELECT coalesce(sum(part.lots), 0) FROM positions AS part WHERE part.part_of = position.position_id))
      ELSE close_price_e8 * lots END)::numeric * position.lot_base_minor
      / power(10::numeric, 8 + base.scale - quote.scale))
  FROM journal_entries AS entry JOIN positions AS position ON position_id = entry.reference::bigint
  JOIN markets USING (market_id) JOIN currencies AS base ON base.currency_id = base_currency_id
  JOIN currencies AS quote ON quote.currency_id = position.currency_id
  WHERE entry.reason IN ('futures_open', 'futures_close') AND entry_id > $1 AND entry_id <= $2
    AND entry.reference ~ '^[0-9]+$'`;

async function countStep(
  transaction: Queryable,
  nowMs: number,
  stepEntries: number,
): Promise<boolean> {
  const [last] = await transaction.query<{ entry_id: bigint | null }>(
    `SELECT greatest((SELECT max(entry_id) FROM posting_rows),
       (SELECT max(entry_id) FROM trade_postings)) AS entry_id`,
  );
  const lastId = last?.entry_id ?? 0n;
  await transaction.query(
    'INSERT INTO desk_cursor (entry_id, since_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [lastId, nowMs],
  );
  // Whoever counts at the same time waits here, and goes on from there.
  const [cursor] = await transaction.query<{ entry_id: bigint }>(
    'SELECT entry_id FROM desk_cursor FOR UPDATE',
  );
  const fromId = cursor?.entry_id ?? lastId;
  if (fromId >= lastId) return false;
  const aheadId = fromId + BigInt(stepEntries);
  const toId = aheadId < lastId ? aheadId : lastId;
  await transaction.query(
    `INSERT INTO desk_days
     SELECT day_ms, kind, currency_id, sum(amount_minor) FROM (
       SELECT posting.time_ms / ${DAY_MS} * ${DAY_MS} AS day_ms, entry.reason AS kind, currency_id,
         amount_minor
       FROM posting_rows AS posting JOIN journal_entries AS entry USING (entry_id)
       -- What operators move is no fee.
       WHERE account = 'fees' AND owner_id = 0 AND posting.entry_id > $1 AND posting.entry_id <= $2
         AND entry.reason NOT IN ('capital', 'correction')
       UNION ALL
       SELECT time_ms / ${DAY_MS} * ${DAY_MS}, part.kind, part.currency_id, part.amount_minor
       FROM trade_postings, LATERAL (VALUES
         ('trade', quote_currency_id, quote_fee_minor), ('trade', base_currency_id, base_fee_minor),
         ('${TRADED}', quote_currency_id, quote_minor)) AS part (kind, currency_id, amount_minor)
       WHERE entry_id > $1 AND entry_id <= $2 AND part.amount_minor <> 0
       UNION ALL ${MOVED} UNION ALL ${FUTURES}) AS parts
     GROUP BY day_ms, kind, currency_id
     ON CONFLICT (day_ms, kind, currency_id)
       DO UPDATE SET amount_minor = desk_days.amount_minor + EXCLUDED.amount_minor`,
    [fromId, toId],
  );
  await transaction.query('UPDATE desk_cursor SET entry_id = $1', [toId]);
  return toId < lastId;
}

export interface DeskSum {
  readonly kind: string;
  readonly currencyId: number;
  readonly today: bigint;
  readonly week: bigint;
}

/** Sums of the UTC day and of the seven days that end with it. */
export async function deskSums(source: Queryable, nowMs: number): Promise<DeskSum[]> {
  const todayMs = nowMs - (nowMs % DAY_MS);
  const rows = await source.query<{
    kind: string;
    currency_id: number;
    today: string;
    week: string;
  }>(
    `SELECT kind, currency_id, coalesce(sum(amount_minor) FILTER (WHERE day_ms = $1), 0)::text AS today,
       sum(amount_minor)::text AS week
     FROM desk_days WHERE day_ms > $1 - 7 * ${DAY_MS} AND day_ms <= $1
     GROUP BY kind, currency_id ORDER BY kind, currency_id`,
    [todayMs],
  );
  return rows.map((row) => ({
    kind: row.kind,
    currencyId: row.currency_id,
    today: BigInt(row.today),
    week: BigInt(row.week),
  }));
}

/** Since when it is counted; undefined before the first run. */
export async function countedSince(source: Queryable): Promise<number | undefined> {
  const [row] = await source.query<{ since_ms: bigint }>('SELECT since_ms FROM desk_cursor');
  return row === undefined ? undefined : Number(row.since_ms);
}
