/** What the check of the past reads: receipts with samples, rows and entries, a bounded step at a time. */
import { GENESIS_HASH } from '@fairlead/receipt';
import type { Queryable } from '../core/store/database.ts';
import { readCut } from '../core/store/history-cut.ts';
import { POSITION_COLUMNS, type PositionRecord } from '../futures/index.ts';
import { OPTION_COLUMNS, type OptionRecord } from '../options/index.ts';
import { TRIGGER_COLUMNS, type TriggerRecord } from '../spot/index.ts';
import { type ConvertedLegRecord, conversionsOf } from './past-conversion-queries.ts';
import { RECEIPT_COLUMNS, type ReceiptRecord, type SampleRecord } from './record.ts';

export interface PastReceipt extends ReceiptRecord {
  readonly subject_id: bigint;
}

export interface PastEntry {
  readonly reason: string;
  readonly reference: string;
  readonly time_ms: bigint;
  readonly postings: readonly PastPosting[];
}

export interface PastPosting {
  readonly owner: number;
  readonly account: string;
  readonly currency: number;
  /** Minor units, decimal text. */
  readonly amount: string;
}

/** What a step of receipts is compared with. */
export interface PastStep {
  readonly receipts: readonly PastReceipt[];
  /** The id and hash before the first, which may be where the engine's numbers begin; absent where there is none. */
  readonly previous: { readonly receipt_id: bigint; readonly hash: string } | undefined;
  /** By `market time`. */
  readonly samples: ReadonlyMap<string, SampleRecord>;
  /** By id. */
  readonly options: ReadonlyMap<bigint, OptionRecord>;
  readonly positions: ReadonlyMap<bigint, PositionRecord>;
  readonly triggers: ReadonlyMap<bigint, TriggerRecord>;
  /** By the order of the leg. */
  readonly conversions: ReadonlyMap<bigint, ConvertedLegRecord>;
  /** By `reason reference`. */
  readonly entries: ReadonlyMap<string, PastEntry>;
  readonly currencies: ReadonlyMap<string, { readonly currencyId: number; readonly scale: number }>;
  /** Entries from this time on are there; earlier ones may be in an archive. */
  readonly historyFromMs: number;
  /** Receipts up to this one are in the chain of another engine, and this one's chain begins behind it; 0 where it is all. */
  readonly beginsAfter: bigint;
  /** Decimals of each market's base currency. */
  readonly baseScales: ReadonlyMap<number, number>;
}

/** Reasons of entries that a receipt stands for. */
const RECEIPT_REASONS = [
  'option_purchase',
  'option_delivery',
  'futures_open',
  'futures_close',
] as const;

/**
 * Receipts after an id, at most so many, with all that they are compared with. No transaction: what a receipt stands
 * for is committed with it and never changes, so whatever is read after it is there.
 */
export async function readPastStep(
  source: Queryable,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<PastStep> {
  const receipts = await source.query<PastReceipt>(
    `SELECT ${RECEIPT_COLUMNS}, subject_id FROM receipts
     WHERE receipt_id > $1 ORDER BY receipt_id LIMIT $2`,
    [after, limit],
  );
  const [first, last] = [receipts[0], receipts.at(-1)];
  if (first === undefined || last === undefined) return EMPTY;
  const [previous] = await source.query<{ receipt_id: bigint; hash: string }>(
    `(SELECT receipt_id, hash FROM receipts WHERE receipt_id < $1 ORDER BY receipt_id DESC LIMIT 1)
     UNION ALL SELECT after_id, $2::text FROM number_beginnings WHERE after_id < $1
     ORDER BY receipt_id DESC LIMIT 1`,
    [first.receipt_id, GENESIS_HASH],
  );
  const range = [first.receipt_id, last.receipt_id];
  return {
    receipts,
    previous,
    samples: await samplesOf(source, range),
    options: await optionsOf(source, receipts),
    positions: await positionsOf(source, receipts),
    triggers: await triggersOf(source, receipts),
    conversions: await conversionsOf(source, receipts),
    entries: await entriesOf(source, receipts),
    // After the entries: what was cut meanwhile is not missed.
    historyFromMs: (await readCut(source)).beforeMs,
    beginsAfter: await beginsAfter(source),
    ...(await scalesOf(source)),
  };
}

const EMPTY: PastStep = {
  receipts: [],
  previous: undefined,
  samples: new Map(),
  options: new Map(),
  positions: new Map(),
  triggers: new Map(),
  conversions: new Map(),
  entries: new Map(),
  historyFromMs: 0,
  beginsAfter: 0n,
  currencies: new Map(),
  baseScales: new Map(),
};

async function beginsAfter(source: Queryable): Promise<bigint> {
  const [row] = await source.query<{ after_id: bigint }>('SELECT after_id FROM number_beginnings');
  return row?.after_id ?? 0n;
}

export const pastSampleKey = (marketId: number, timeMs: number | bigint): string =>
  `${marketId} ${timeMs}`;

async function samplesOf(
  source: Queryable,
  range: readonly bigint[],
): Promise<Map<string, SampleRecord>> {
  const rows = await source.query<SampleRecord>(
    `SELECT sample.market_id, sample.sample_time_ms, sample.price_e8, sample.sources::text FROM (
       SELECT DISTINCT market_id, unnest(sample_times_ms) AS sample_time_ms FROM receipts
       WHERE receipt_id BETWEEN $1 AND $2
     ) AS used, LATERAL (
       SELECT * FROM index_samples WHERE index_samples.market_id = used.market_id
         AND index_samples.sample_time_ms = used.sample_time_ms LIMIT 1
     ) AS sample`,
    range,
  );
  return new Map(rows.map((row) => [pastSampleKey(row.market_id, row.sample_time_ms), row]));
}

type Subject = 'option' | 'position' | 'trigger' | 'conversion' | 'none';

function subjectOf({ kind }: PastReceipt): Subject {
  if (kind === 'purchase' || kind === 'delivery') return 'option';
  if (kind === 'loss') return 'none';
  return kind === 'trigger' || kind === 'conversion' ? kind : 'position';
}

const subjectsOf = (receipts: readonly PastReceipt[], subject: Subject): bigint[] => [
  ...new Set(
    receipts
      .filter((receipt) => subjectOf(receipt) === subject)
      .map((receipt) => receipt.subject_id),
  ),
];

async function triggersOf(source: Queryable, receipts: readonly PastReceipt[]) {
  const rows = await source.query<TriggerRecord>(
    `SELECT ${TRIGGER_COLUMNS} FROM trigger_orders WHERE trigger_id = ANY($1)`,
    [subjectsOf(receipts, 'trigger')],
  );
  return new Map(rows.map((row) => [row.trigger_id, row]));
}

async function optionsOf(source: Queryable, receipts: readonly PastReceipt[]) {
  const rows = await source.query<OptionRecord>(
    `SELECT ${OPTION_COLUMNS} FROM option_orders WHERE option_id = ANY($1)`,
    [subjectsOf(receipts, 'option')],
  );
  return new Map(rows.map((row) => [row.option_id, row]));
}

async function positionsOf(source: Queryable, receipts: readonly PastReceipt[]) {
  const rows = await source.query<PositionRecord>(
    `SELECT ${POSITION_COLUMNS} FROM positions WHERE position_id = ANY($1)`,
    [subjectsOf(receipts, 'position')],
  );
  return new Map(rows.map((row) => [row.position_id, row]));
}

/** Postings carry their entry's time, so of the monthly partitions only the one of that time is looked into. */
async function entriesOf(
  source: Queryable,
  receipts: readonly PastReceipt[],
): Promise<Map<string, PastEntry>> {
  const references = [...new Set(receipts.map((receipt) => String(receipt.subject_id)))];
  const rows = await source.query<PastEntry>(
    `SELECT reason, reference, entry.time_ms, (
       SELECT coalesce(json_agg(json_build_object('owner', owner_id, 'account', account,
         'currency', currency_id, 'amount', amount_minor::text)), '[]'::json)
       FROM postings WHERE postings.entry_id = entry.entry_id AND postings.time_ms = entry.time_ms
     ) AS postings
     FROM journal_entries AS entry
     WHERE reference = ANY($1) AND reason IN (${RECEIPT_REASONS.map((reason) => `'${reason}'`).join(', ')})`,
    [references],
  );
  return new Map(rows.map((row) => [`${row.reason} ${row.reference}`, row]));
}

async function scalesOf(source: Queryable): Promise<Pick<PastStep, 'currencies' | 'baseScales'>> {
  const currencies = await source.query<{ currency_id: number; name: string; scale: number }>(
    'SELECT currency_id, name, scale FROM currencies',
  );
  const bases = await source.query<{ market_id: number; scale: number }>(
    `SELECT market_id, scale FROM markets JOIN currencies ON currency_id = base_currency_id`,
  );
  return {
    currencies: new Map(
      currencies.map((row) => [row.name, { currencyId: row.currency_id, scale: row.scale }]),
    ),
    baseScales: new Map(bases.map((row) => [row.market_id, row.scale])),
  };
}

/** Something that happened and has no receipt of its own; `lastId` is where the next page begins after. */
export interface WithoutReceipt {
  readonly lastId: number | undefined;
  readonly subjects: readonly string[];
}

interface PageRecord {
  readonly last_id: bigint | null;
  readonly subjects: readonly string[] | null;
}

/** Whether a receipt is there, or is of before this engine began: then it is in the chain of the one that it came from. */
const isSealed = (name: string, id: string): string =>
  `(${name}.receipt_id IS NOT NULL OR coalesce(${id} <= (SELECT after_id FROM number_beginnings), false))`;

/** What a page of rows says of itself, compared with the receipts that they name, in one statement. */
const ORPHANS = {
  options: `WITH page AS MATERIALIZED (
      SELECT * FROM option_orders WHERE option_id > $1 ORDER BY option_id LIMIT $2
    )
    SELECT max(option_id) AS last_id, json_agg('option ' || option_id)
      FILTER (WHERE NOT ${isSealed('bought', 'purchase_receipt_id')}
        OR (status = 'settled') <> ${isSealed('delivered', 'delivery_receipt_id')})
      AS subjects
    FROM page
    LEFT JOIN receipts AS bought ON bought.receipt_id = purchase_receipt_id
      AND bought.kind = 'purchase' AND bought.subject_id = option_id
    LEFT JOIN receipts AS delivered ON delivered.receipt_id = delivery_receipt_id
      AND delivered.kind = 'delivery' AND delivered.subject_id = option_id`,
  positions: `WITH page AS MATERIALIZED (
      SELECT * FROM positions WHERE position_id > $1 ORDER BY position_id LIMIT $2
    )
    SELECT max(position_id) AS last_id, json_agg('position ' || position_id)
      FILTER (WHERE (status IN ('holding', 'closed')) <> ${isSealed('opened', 'open_receipt_id')}
        OR (status = 'closed') <> ${isSealed('ended', 'close_receipt_id')}) AS subjects
    FROM page
    LEFT JOIN receipts AS opened ON opened.receipt_id = open_receipt_id
      AND opened.kind = 'open' AND opened.subject_id = coalesce(part_of, position_id)
    LEFT JOIN receipts AS ended ON ended.receipt_id = close_receipt_id
      AND ended.kind NOT IN ('open', 'margin', 'purchase', 'delivery', 'loss', 'trigger', 'conversion') AND ended.subject_id = position_id`,
  conversions: `WITH page AS MATERIALIZED (
      SELECT * FROM conversions WHERE conversion_id > $1 ORDER BY conversion_id LIMIT $2
    )
    SELECT max(conversion_id) AS last_id, json_agg('conversion ' || conversion_id)
      FILTER (WHERE (sale_receipt_id IS NOT NULL AND NOT ${isSealed('sale', 'sale_receipt_id')})
        OR (purchase_receipt_id IS NOT NULL AND NOT ${isSealed('bought', 'purchase_receipt_id')})) AS subjects
    FROM page
    LEFT JOIN receipts AS sale ON sale.receipt_id = sale_receipt_id
      AND sale.kind = 'conversion' AND sale.subject_id = sale_order_id
    LEFT JOIN receipts AS bought ON bought.receipt_id = purchase_receipt_id
      AND bought.kind = 'conversion' AND bought.subject_id = purchase_order_id`,
  entries: `SELECT (SELECT least($1 + $2, entry_id) FROM journal_entries
        WHERE entry_id > $1 ORDER BY entry_id DESC LIMIT 1) AS last_id,
      json_agg(entry.reason || ' ' || entry.reference) FILTER (WHERE NOT CASE entry.reason
        WHEN 'trade' THEN trade_id IS NOT NULL
        WHEN 'option_purchase' THEN option_id IS NOT NULL
        WHEN 'option_delivery' THEN delivery_receipt_id IS NOT NULL
        WHEN 'futures_open' THEN open_receipt_id IS NOT NULL
        ELSE close_receipt_id IS NOT NULL END) AS subjects
    FROM (
      SELECT reason, reference, time_ms,
        CASE WHEN reference ~ '^[0-9]{1,18}$' THEN reference::bigint END AS id
      FROM journal_entries WHERE entry_id > $1 AND entry_id <= $1 + $2
        AND reason IN ('option_purchase', 'option_delivery', 'futures_open', 'futures_close', 'trade')
    ) AS entry
    LEFT JOIN trades ON trade_id = id AND trades.time_ms = entry.time_ms AND reason = 'trade'
    LEFT JOIN option_orders ON option_id = id AND reason IN ('option_purchase', 'option_delivery')
    LEFT JOIN positions ON position_id = id AND reason IN ('futures_open', 'futures_close')`,
} as const;

export type OrphanKind = keyof typeof ORPHANS;

/** Rows or entries after an id that no receipt stands for. `limit` counts rows; of entries it is a range of ids. */
export async function readWithoutReceipt(
  source: Queryable,
  kind: OrphanKind,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<WithoutReceipt> {
  const from = kind === 'entries' ? Math.max(after, (await readCut(source)).entryId) : after;
  const [row] = await source.query<PageRecord>(ORPHANS[kind].replaceAll('$1', '$1::bigint'), [
    from,
    limit,
  ]);
  return {
    lastId: row?.last_id == null ? undefined : Number(row.last_id),
    subjects: row?.subjects ?? [],
  };
}

/**
 * Published heads of a range of counts that the chain does not have: of its own table, of liabilities, of what was
 * given to others. A count that a loss receipt names as left out is none of them: that it is gone is what the receipt
 * says, and whoever has the head sees both.
 */
export async function readFalseHeads(
  source: Queryable,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<WithoutReceipt> {
  const [row] = await source.query<PageRecord>(
    // From the next one that there is: numbers leave out millions after a loss or a restore.
    `WITH begin AS (
       SELECT coalesce(least(
         (SELECT min(receipt_id) FROM receipt_heads WHERE receipt_id > $1::bigint),
         (SELECT min(receipt_id) FROM head_publications WHERE receipt_id > $1::bigint),
         (SELECT min(receipts_count) FROM liability_snapshots WHERE receipts_count > $1::bigint)
       ) - 1, $1::bigint) AS after
     ), head AS MATERIALIZED (
       SELECT receipt_id AS count, hash, 'settlement/heads' AS place FROM receipt_heads, begin
       WHERE receipt_id > after AND receipt_id <= after + $2
       UNION ALL
       SELECT receipt_id, hash, target FROM head_publications, begin
       WHERE receipt_id > after AND receipt_id <= after + $2
       UNION ALL
       SELECT receipts_count, receipts_hash, 'liabilities ' || snapshot_id
       FROM liability_snapshots, begin
       WHERE receipts_count > after AND receipts_count <= after + $2
     )
     SELECT least((SELECT after FROM begin) + $2, greatest(0,
         (SELECT max(receipt_id) FROM receipt_heads),
         (SELECT max(receipt_id) FROM head_publications),
         (SELECT max(receipts_count) FROM liability_snapshots))) AS last_id,
       json_agg('head ' || head.count || ' of ' || place) FILTER (WHERE receipts.receipt_id IS NULL
         AND NOT EXISTS (SELECT FROM receipts AS loss WHERE loss.kind = 'loss'
           AND (loss.terms->>'receipt_from')::bigint <= head.count
           AND (loss.terms->>'receipt_to')::bigint >= head.count)) AS subjects
     FROM head
     LEFT JOIN receipts ON receipts.receipt_id = head.count AND receipts.hash = head.hash`,
    [after, limit],
  );
  const lastId = row?.last_id == null ? undefined : Number(row.last_id);
  return {
    lastId: lastId !== undefined && lastId > after ? lastId : undefined,
    subjects: row?.subjects ?? [],
  };
}

/** Where the check in the background goes on. */
export interface PastPlace {
  readonly beganAtMs: number;
  readonly phase: string;
  readonly lastId: number;
}

export async function readPastPlace(source: Queryable): Promise<PastPlace | undefined> {
  const [row] = await source.query<{ began_at_ms: bigint; phase: string; last_id: bigint }>(
    'SELECT began_at_ms, phase, last_id FROM past_check',
  );
  return (
    row && { beganAtMs: Number(row.began_at_ms), phase: row.phase, lastId: Number(row.last_id) }
  );
}

export async function writePastPlace(
  target: Queryable,
  { beganAtMs, phase, lastId }: PastPlace,
  nowMs: number,
): Promise<void> {
  await target.query(
    `INSERT INTO past_check (began_at_ms, phase, last_id, updated_at_ms) VALUES ($1, $2, $3, $4)
     ON CONFLICT (is_only) DO UPDATE SET began_at_ms = excluded.began_at_ms, phase = excluded.phase,
       last_id = excluded.last_id, updated_at_ms = excluded.updated_at_ms`,
    [beganAtMs, phase, lastId, nowMs],
  );
}
