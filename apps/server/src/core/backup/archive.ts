/**
 * `npm run archive`: writes the history before a month into one file, reads it back and checks it, and only then cuts and
 * removes it. The server is stopped meanwhile. What stays adds up by opening balances (core/store/history-cut.ts).
 */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import {
  type ArchiveBegin,
  type ArchivedPosting,
  type ArchiveHasher,
  type ArchiveVerification,
  verifyArchive,
} from '@fairlead/receipt';
import { DAY_MS } from '@fairlead/units';
import { readChainHead } from '../../receipts/queries.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../store/database.ts';
import { openPglite } from '../store/embedded/database.ts';
import { syncFolder } from '../store/embedded/durable-node-fs.ts';
import {
  CUT_TABLES,
  cutHistory,
  dropMonthsBeforeCut,
  readCut,
  removeBeforeCut,
} from '../store/history-cut.ts';
import { reuseSpace } from '../store/maintenance.ts';
import { migrate } from '../store/migrator.ts';
import { openPostgres } from '../store/postgres/database.ts';
import { knownIn } from '../store/postgres/timelines.ts';
import { BackupError } from './records.ts';

const ROWS_PER_PAGE = 5_000;
/** Longer than sums of the last 30 days, appeals and corrections of the newest days look back. */
const KEPT_MIN_MS = 100 * DAY_MS;

export interface ArchiveOptions {
  /** First of a month, UTC. */
  readonly beforeMs: number;
  /** Folder of archives. */
  readonly to: string;
  readonly nowMs: number;
}

export interface Archived extends ArchiveVerification {
  readonly file: string;
}

/** `2026-01` as the first moment of that month. Throws BackupError where that is later than may go. */
export function archiveMonth(text: string | undefined, nowMs: number): number {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? [];
  if (year === undefined || month === undefined)
    throw new BackupError('before which month? --before YYYY-MM');
  const beforeMs = Date.UTC(Number(year), Number(month) - 1);
  const thisYearMs = Date.UTC(new Date(nowMs).getUTCFullYear(), 0);
  if (beforeMs > thisYearMs)
    throw new BackupError('this tax year stays: --before at most January of this year');
  if (beforeMs > nowMs - KEPT_MIN_MS)
    throw new BackupError('the last 100 days stay: archive later in the year');
  return beforeMs;
}

/** Opens the database of a stopped server as its owner, archives, and closes it. */
export async function archive(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: ArchiveOptions,
): Promise<Archived> {
  const database =
    config.databaseUrl === undefined
      ? await openPglite({ folder: config.dataDir })
      : await openPostgres({ url: config.databaseUrl, timelines: knownIn(config.dataDir) });
  try {
    await migrate(database);
    return await asOnlyWriter(database, () => archiveHistory(database, options));
  } finally {
    await database.close();
  }
}

/** Holds the writer's lock, so that no server begins meanwhile. */
async function asOnlyWriter<Answer>(
  database: Database,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const waiting = new AbortController();
  const writer = await database
    .openWriter({ signal: waiting.signal, onWaiting: () => waiting.abort() })
    .catch((error: unknown) => {
      if (!waiting.signal.aborted) throw error;
      throw new BackupError('a server runs on this database: stop it, and its standbys, first');
    });
  try {
    return await run();
  } finally {
    await writer.close();
  }
}

/** The same on a database that nobody else writes to. */
export async function archiveHistory(
  database: Database,
  { beforeMs, to, nowMs }: ArchiveOptions,
): Promise<Archived> {
  const from = await readCut(database);
  if (beforeMs <= from.beforeMs) throw new BackupError('what is before that is archived already');
  await refuseOnItsWay(database, beforeMs);
  const begin = await readBegin(database, beforeMs);
  if (begin.entries[0] === begin.entries[1]) throw new BackupError('there is nothing before that');
  const name = `fairlead-archive-${new Date(beforeMs).toISOString().slice(0, 7)}.ndjson.gz`;
  const file = path.join(to, name);
  if (existsSync(file)) throw new BackupError(`${file} is there already`);
  await mkdir(to, { recursive: true, mode: 0o700 });
  const unfinished = `${file}.unfinished`;
  try {
    const lines = Readable.from(sealedLines(database, begin));
    await pipeline(
      lines,
      createGzip(),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    const read = await readArchive(unfinished);
    const [fault] = read.faults;
    if (fault !== undefined || read.digest === undefined)
      throw new BackupError(`the file does not check, nothing was removed: ${fault}`);
    await rename(unfinished, file);
    syncFolder(to);
    await cutHistory(database, { beforeMs, nowMs, archive: { file: name, digest: read.digest } });
    await dropMonthsBeforeCut(database);
    while ((await removeBeforeCut(database, ROWS_PER_PAGE, nowMs)) > 0);
    await reuseSpace(database, CUT_TABLES);
    return { ...read, file };
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Reads an archive and checks it. */
export function readArchive(file: string): Promise<ArchiveVerification> {
  const input = createReadStream(file).pipe(createGunzip());
  return verifyArchive(createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }), hasher());
}

function hasher(): ArchiveHasher {
  const hash = createHash('sha256');
  return { add: (text) => void hash.update(text), hex: () => hash.copy().digest('hex') };
}

/** What a transfer between two engines is worth while it is on its way is what its entries say. */
async function refuseOnItsWay(database: Database, beforeMs: number): Promise<void> {
  const [open] = await database.query<{ transfer_id: bigint }>(
    `SELECT transfer_id FROM sent_transfers WHERE status = 'sent' AND time_ms < $1 LIMIT 1`,
    [beforeMs],
  );
  if (open === undefined) return;
  throw new BackupError(
    `transfer ${open.transfer_id} of before that is on its way yet: it must come to its engine first`,
  );
}

async function readBegin(database: Database, beforeMs: number): Promise<ArchiveBegin> {
  const { entryId, tradeId } = await readCut(database);
  const [last] = await database.query<{ entry_id: bigint | null; trade_id: bigint | null }>(
    `SELECT (SELECT max(entry_id) FROM journal_entries WHERE time_ms < $1) AS entry_id,
       (SELECT max(trade_id) FROM trades WHERE time_ms < $1) AS trade_id`,
    [beforeMs],
  );
  const head = await readChainHead(database);
  return {
    archive: 'fairlead',
    version: 1,
    before: beforeMs,
    entries: [entryId, Math.max(entryId, Number(last?.entry_id ?? 0))],
    trades: [tradeId, Math.max(tradeId, Number(last?.trade_id ?? 0))],
    ...(head !== undefined && { receipts: { count: head.receiptId, hash: head.hash } }),
  };
}

/** The lines with their ends, the last of which seals those before. */
async function* sealedLines(database: Database, begin: ArchiveBegin): AsyncGenerator<string> {
  const seal = hasher();
  let count = 0;
  for await (const line of linesOf(database, begin)) {
    count += 1;
    const text = `${line}\n`;
    seal.add(text);
    yield text;
  }
  yield `${JSON.stringify({ t: 'end', lines: count, sha256: seal.hex() })}\n`;
}

async function* linesOf(database: Database, begin: ArchiveBegin): AsyncGenerator<string> {
  yield JSON.stringify(begin);
  const openings = await database.query<{ account: string; balance: string }>(
    `SELECT account_id::text AS account, balance_minor::text AS balance FROM opening_balances
     ORDER BY account_id`,
  );
  for (const opening of openings) yield JSON.stringify({ t: 'opening', ...opening });
  yield* entryLines(database, begin.entries);
  const [fromTrade, toTrade] = begin.trades;
  const [fromEntry, toEntry] = begin.entries;
  const trades = { table: 'trades', id: 'trade_id', kind: 'trade', where: 'true' } as const;
  yield* rowLines(database, trades, [fromTrade, toTrade]);
  const transfers = { ...trades, table: 'transfers', id: 'transfer_id', kind: 'transfer' } as const;
  yield* rowLines(database, transfers, [fromEntry, toEntry]);
  const ended = `status <> 'waiting' AND updated_at_ms < ${begin.before}`;
  const orders = { table: 'orders', id: 'order_id', kind: 'order', where: ended } as const;
  yield* rowLines(database, orders, [0, Number.MAX_SAFE_INTEGER]);
}

interface EntryRecord {
  readonly id: bigint;
  readonly sequence: bigint;
  readonly reason: string;
  readonly reference: string;
  readonly time: bigint;
  readonly postings: readonly ArchivedPosting[] | null;
}

async function* entryLines(
  database: Database,
  [from, to]: readonly [number, number],
): AsyncGenerator<string> {
  for (let after = from; ; ) {
    const rows: EntryRecord[] = await database.query<EntryRecord>(
      `SELECT entry_id AS id, sequence, reason, reference, entry.time_ms AS time, (
         SELECT json_agg(json_build_array(account_id::text, owner_id, account, currency_id,
           amount_minor::text, balance_minor::text) ORDER BY ordinal)
         FROM postings WHERE postings.entry_id = entry.entry_id
           AND postings.time_ms = entry.time_ms) AS postings
       FROM journal_entries AS entry
       WHERE entry_id > $1 AND entry_id <= $2 ORDER BY entry_id LIMIT ${ROWS_PER_PAGE}`,
      [after, to],
    );
    for (const { id, sequence, time, reason, reference, postings } of rows) {
      const numbers = { id: Number(id), sequence: Number(sequence), time: Number(time) };
      yield JSON.stringify({ t: 'entry', ...numbers, reason, reference, postings: postings ?? [] });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PAGE) return;
    after = Number(last.id);
  }
}

interface Source {
  readonly table: 'trades' | 'transfers' | 'orders';
  readonly id: string;
  readonly kind: 'trade' | 'transfer' | 'order';
  readonly where: string;
}

/** Rows as PostgreSQL writes them as JSON: numbers of any size, to the digit. */
async function* rowLines(
  database: Database,
  { table, id, kind, where }: Source,
  [from, to]: readonly [number, number],
): AsyncGenerator<string> {
  for (let after = from; ; ) {
    const rows: { id: bigint; row: string }[] = await database.query<{ id: bigint; row: string }>(
      `SELECT ${id} AS id, row_to_json(${table})::text AS row FROM ${table}
       WHERE ${id} > $1 AND ${id} <= $2 AND ${where} ORDER BY ${id} LIMIT ${ROWS_PER_PAGE}`,
      [after, to],
    );
    for (const row of rows) yield `{"t":"${kind}","id":${row.id},"row":${row.row}}`;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PAGE) return;
    after = Number(last.id);
  }
}
