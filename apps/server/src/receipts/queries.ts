/** The chain of receipts: what a reload goes on from, receipts with their samples, and published heads. */
import type { ReceiptFields } from '@fairlead/engine';
import { CHAIN_IDS, CHAINS_MAX } from '@fairlead/receipt';
import { readVoidSamples } from '../core/store/clock-queries.ts';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import {
  RECEIPT_COLUMNS,
  type ReceiptRecord,
  type SampleRecord,
  type StoredReceipt,
  type StoredSample,
  toReceipt,
  toSample,
} from './record.ts';

/** Where the chain stands. */
export interface ChainHead {
  /** 0 before the first receipt. */
  readonly receiptId: number;
  readonly hash: string;
}

/** What a sealer of receipts goes on from. */
export interface ReceiptChain {
  /** Undefined before the first receipt. */
  readonly head: ChainHead | undefined;
  /** The last id that was given out, where that is beyond the head. */
  readonly lastId?: number;
  /** All that the engine's next receipts may name, each market's in the order of time. */
  readonly samples: readonly StoredSample[];
}

/** Losses that are told of: whoever has more of them has read the chain. */
const LOSSES_MAX = 20;

const SAMPLE_COLUMNS =
  'sample.market_id, sample.sample_time_ms, sample.price_e8, sample.sources::text';

/** The last receipt; undefined before the first. */
export async function readChainHead(source: Queryable): Promise<ChainHead | undefined> {
  const [row] = await source.query<{ receipt_id: bigint; hash: string }>(
    'SELECT receipt_id, hash FROM receipts ORDER BY receipt_id DESC LIMIT 1',
  );
  return row && { receiptId: Number(row.receipt_id), hash: row.hash };
}

/** The last receipt of each engine's chain that has any, in the order of chains. */
export async function readChainHeads(source: Queryable): Promise<ChainHead[]> {
  const begins = Array.from({ length: CHAINS_MAX }, (_, place) => place * CHAIN_IDS);
  const rows = await source.query<{ receipt_id: bigint; hash: string }>(
    `SELECT last.receipt_id, last.hash FROM unnest($1::bigint[]) AS begins (after_id), LATERAL (
       SELECT receipt_id, hash FROM receipts
       WHERE receipt_id > after_id AND receipt_id <= after_id + $2::bigint
       ORDER BY receipt_id DESC LIMIT 1
     ) AS last ORDER BY last.receipt_id`,
    [begins, CHAIN_IDS],
  );
  return rows.map((row) => ({ receiptId: Number(row.receipt_id), hash: row.hash }));
}

/** What the chain has at these counts; those beyond its end are left out. */
export async function hashesAt(source: Queryable, counts: readonly number[]): Promise<ChainHead[]> {
  const rows = await source.query<{ receipt_id: bigint; hash: string }>(
    'SELECT receipt_id, hash FROM receipts WHERE receipt_id = ANY($1) ORDER BY receipt_id',
    [counts],
  );
  return rows.map((row) => ({ receiptId: Number(row.receipt_id), hash: row.hash }));
}

/** What the chain says in place of a head that somebody kept; undefined where it has that head, or names it as lost. */
export async function otherThan(source: Queryable, head: ChainHead): Promise<string | undefined> {
  const [row] = await source.query<{ hash: string | null; is_lost: boolean }>(
    `SELECT (SELECT hash FROM receipts WHERE receipt_id = $1::bigint) AS hash,
       EXISTS (SELECT FROM receipts WHERE kind = 'loss'
         AND (terms->>'receipt_from')::bigint <= $1::bigint
         AND (terms->>'receipt_to')::bigint >= $1::bigint) AS is_lost`,
    [head.receiptId],
  );
  if (row?.hash === head.hash || row?.is_lost === true) return undefined;
  return row?.hash ?? 'nothing';
}

/** Samples that something which is open will name. */
export interface AwaitedSamples {
  /** Those that open options may yet be settled by. */
  readonly windows: readonly StoredSample[];
  /** And those that orders will name which reached their price. */
  readonly all: readonly StoredSample[];
}

/** Of each market from the first on. By market and time, as many as the windows are long and not as many as there are orders. */
export async function readAwaitedSamples(source: Queryable): Promise<AwaitedSamples> {
  const windows = await source.query<{
    market_id: number;
    from_ms: bigint;
    options_from_ms: bigint | null;
  }>(
    `SELECT market_id, min(from_ms) AS from_ms, min(options_from_ms) AS options_from_ms FROM (
       SELECT market_id, delivers_at_ms - window_ms AS from_ms,
         delivers_at_ms - window_ms AS options_from_ms FROM option_orders
         WHERE status = 'open' AND keeps_account('option')
       UNION ALL
       SELECT market_id, sample_time_ms, NULL FROM trigger_backlogs WHERE sample_time_ms IS NOT NULL
     ) AS first GROUP BY market_id ORDER BY market_id`,
  );
  const begins = new Map(
    windows.map(({ market_id, options_from_ms: from }) => [
      market_id,
      from === null ? Infinity : Number(from),
    ]),
  );
  const all = await samplesSince(source, windows);
  const isOfWindow = ({ marketId, timeMs }: StoredSample) =>
    timeMs >= (begins.get(marketId) ?? Infinity);
  return { windows: all.filter(isOfWindow), all };
}

/** Those that count. */
async function samplesSince(
  source: Queryable,
  windows: readonly { readonly market_id: number; readonly from_ms: bigint }[],
): Promise<StoredSample[]> {
  const samples: StoredSample[] = [];
  // One question a market, so that each is a range of the primary key that the planner knows.
  for (const { market_id, from_ms } of windows) {
    const rows = await source.query<SampleRecord>(
      `SELECT ${SAMPLE_COLUMNS} FROM index_samples AS sample
       WHERE market_id = $1 AND sample_time_ms >= $2 ORDER BY sample_time_ms`,
      [market_id, from_ms],
    );
    samples.push(...rows.map(toSample));
  }
  const voided = new Set((await readVoidSamples(source)).map(nameOf));
  return voided.size === 0
    ? samples
    : samples.filter(
        ({ marketId, timeMs }) => !voided.has(nameOf({ marketId, sampleTimeMs: timeMs })),
      );
}

const nameOf = (sample: { readonly marketId: number; readonly sampleTimeMs: number }): string =>
  `${sample.marketId} ${sample.sampleTimeMs}`;

/** The last sample of each market that counts, by market. */
export async function readLastSamples(source: Queryable): Promise<StoredSample[]> {
  const rows = await source.query<SampleRecord>(
    `SELECT ${SAMPLE_COLUMNS} FROM markets, LATERAL (
       SELECT * FROM index_samples WHERE index_samples.market_id = markets.market_id
         AND NOT EXISTS (SELECT FROM void_samples AS void
           WHERE void.market_id = markets.market_id
             AND void.sample_time_ms = index_samples.sample_time_ms)
       ORDER BY sample_time_ms DESC LIMIT 1
     ) AS sample
     ORDER BY sample.market_id`,
  );
  return rows.map(toSample);
}

/** Receipts in the order of the chain, and each sample that any of them used once. */
export interface ReceiptsRead {
  readonly receipts: readonly StoredReceipt[];
  readonly samples: readonly StoredSample[];
}

/** At most `limit` receipts from an id on. */
export async function receiptsFrom(
  source: Queryable,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<ReceiptsRead> {
  const records = await source.query<ReceiptRecord>(
    `SELECT ${RECEIPT_COLUMNS} FROM receipts WHERE receipt_id >= $1 ORDER BY receipt_id LIMIT $2`,
    [from, limit],
  );
  const last = records.at(-1);
  if (last === undefined) return { receipts: [], samples: [] };
  // One look into the primary key for each second that was used: samples are millions, and in monthly partitions.
  const samples = await source.query<SampleRecord>(
    `SELECT ${SAMPLE_COLUMNS} FROM (
       SELECT DISTINCT market_id, unnest(sample_times_ms) AS sample_time_ms FROM receipts
       WHERE receipt_id BETWEEN $1 AND $2
     ) AS used, LATERAL (
       SELECT * FROM index_samples WHERE index_samples.market_id = used.market_id
         AND index_samples.sample_time_ms = used.sample_time_ms LIMIT 1
     ) AS sample`,
    [from, last.receipt_id],
  );
  return { receipts: records.map(toReceipt), samples: samples.map(toSample) };
}

/** A loss that was declared, as its receipt has it. */
export interface DeclaredLoss {
  readonly receiptId: number;
  readonly timeMs: number;
  readonly terms: ReceiptFields;
}

/** Newest first. */
export async function readLosses(source: Queryable): Promise<DeclaredLoss[]> {
  const rows = await source.query<Pick<ReceiptRecord, 'receipt_id' | 'time_ms' | 'terms'>>(
    `SELECT receipt_id, time_ms, terms FROM receipts WHERE kind = 'loss'
     ORDER BY receipt_id DESC LIMIT ${LOSSES_MAX}`,
  );
  return rows.map(({ receipt_id, time_ms, terms }) => ({
    receiptId: Number(receipt_id),
    timeMs: Number(time_ms),
    terms,
  }));
}

export interface PublishedHead {
  readonly timeMs: number;
  readonly receiptId: number;
  readonly hash: string;
}

/** Publishes where the chain stands, if it grew since; never earlier than the head before. */
export async function publishHead(target: Queryable, nowMs: number): Promise<void> {
  await target.query(
    `INSERT INTO receipt_heads (receipt_id, time_ms, hash)
     SELECT last.receipt_id, greatest($1, before.time_ms), last.hash
     FROM (SELECT receipt_id, hash FROM receipts ORDER BY receipt_id DESC LIMIT 1) AS last
     LEFT JOIN (
       SELECT receipt_id, time_ms FROM receipt_heads ORDER BY receipt_id DESC LIMIT 1
     ) AS before ON true
     WHERE last.receipt_id > coalesce(before.receipt_id, 0)`,
    [nowMs],
  );
}

/** Heads as they were published, newest first. */
export function headsPage(source: Queryable, request: PageRequest): Promise<Page<PublishedHead>> {
  return readPage<{ receipt_id: bigint; time_ms: bigint; hash: string }, PublishedHead>(
    source,
    {
      columns: 'receipt_id, time_ms, hash',
      from: 'receipt_heads',
      where: new Conditions(),
      orderBy: 'receipt_id DESC',
    },
    request,
    (row) => ({
      timeMs: Number(row.time_ms),
      receiptId: Number(row.receipt_id),
      hash: row.hash,
    }),
  );
}

/** Selects the subjects of the last receipts of some kinds; `$1` is how many are looked at, `$2` since when in ms. */
export const latestSubjects = (...kinds: readonly ReceiptFields['kind'][]): string => `
  SELECT subject_id FROM (SELECT kind, subject_id, time_ms FROM receipts
    ORDER BY receipt_id DESC LIMIT $1) AS latest
  WHERE time_ms >= $2 AND kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
