/**
 * What an idle demo writes: `DISK_MINUTES=20 npm run bench -- disk`, by name only. A server as `npm start` starts it, bots
 * and all, on the embedded database, for so many minutes after a first start and a warm-up; its tables are measured while it
 * is down, before and after, and what stays of that once it is a day old is counted after the demo's own retention ran as of
 * then. WAL is how far its position moved: the files themselves are reused.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { openPglite } from '../apps/server/src/core/store/embedded/database.ts';
import { removeOld } from '../apps/server/src/demo/retention.ts';
import { startServer } from '../e2e/support/server.ts';
import type { Measurement } from './run.ts';

const MINUTES = Number(process.env['DISK_MINUTES'] ?? 10);
const WARM_UP_MS = 60_000;
const MINUTES_A_DAY = 1_440;
const TOMORROW_MS = 26 * 3_600_000;
const MB = 1e6;
/** Tables that write less in a day are left out of the rows. */
const SHOWN_BYTES_A_DAY = 0.1 * MB;

interface Sizes {
  readonly timeMs: number;
  readonly walBytes: number;
  readonly tables: ReadonlyMap<string, { readonly bytes: number; readonly rows: number }>;
}

export async function run(): Promise<Measurement[]> {
  const server = await startServer({ BOTS: 'true' }, { isFirst: true });
  try {
    await wait(WARM_UP_MS);
    await server.end();
    const before = await measure(server.folder);
    await server.start();
    const beganMs = Date.now();
    await wait(MINUTES * 60_000);
    await server.end();
    const ranMinutes = (Date.now() - beganMs) / 60_000;
    const after = await measure(server.folder);
    await ageByADay(server.folder);
    const aged = await measure(server.folder);
    return rowsOf({ before, after, aged, ranMinutes });
  } finally {
    await server.stop();
  }
}

/** What the server does each hour, as of tomorrow. */
async function ageByADay(folder: string): Promise<void> {
  const database = await openPglite({ folder });
  try {
    await removeOld(database, Date.now() + TOMORROW_MS);
  } finally {
    await database.close();
  }
}

/** Sizes with indexes and TOAST, months added up; rows are counted. */
async function measure(folder: string): Promise<Sizes> {
  const database = await openPglite({ folder });
  try {
    const [wal] = await database.query<{ bytes: string }>(
      `SELECT (pg_current_wal_lsn() - '0/0')::numeric AS bytes`,
    );
    const names = await database.query<{ name: string; bytes: bigint }>(
      `SELECT c.relname::text AS name, CASE c.relkind
         WHEN 'p' THEN (SELECT sum(pg_total_relation_size(relid))::int8 FROM pg_partition_tree(c.oid) WHERE isleaf)
         ELSE pg_total_relation_size(c.oid) END AS bytes
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
         AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
    );
    const tables = new Map<string, { bytes: number; rows: number }>();
    for (const { name, bytes } of names) {
      // Orders that wait are as many each day: they stay, and do not grow.
      const counted = name === 'orders' ? "orders WHERE status <> 'waiting'" : name;
      const [count] = await database.query<{ rows: bigint }>(
        `SELECT count(*) AS rows FROM ${counted}`,
      );
      tables.set(name, { bytes: Number(bytes ?? 0), rows: Number(count?.rows) });
    }
    return { timeMs: Date.now(), walBytes: Number(wal?.bytes), tables };
  } finally {
    await database.close();
  }
}

interface Run {
  readonly before: Sizes;
  readonly after: Sizes;
  /** With the same rows, less what is removed of them within a day. */
  readonly aged: Sizes;
  readonly ranMinutes: number;
}

function rowsOf({ before, after, aged, ranMinutes }: Run): Measurement[] {
  const aDay = (bytes: number) => (bytes * MINUTES_A_DAY) / ranMinutes;
  const grown = [...after.tables].map(([name, { bytes, rows }]) => {
    const was = before.tables.get(name) ?? { bytes: 0, rows: 0 };
    const grown = { name, bytes: bytes - was.bytes, rows: rows - was.rows };
    // Of a day's growth that part stays that a day later is still there.
    const isShrunk = (aged.tables.get(name)?.rows ?? rows) < rows;
    const stays = isShrunk && rows > 0 ? (aged.tables.get(name)?.rows ?? 0) / rows : 1;
    return { ...grown, staying: grown.bytes * stays };
  });
  const total = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  const staying = grown.reduce((sum, row) => sum + row.staying, 0);
  const shown = grown
    .filter(({ bytes }) => aDay(bytes) >= SHOWN_BYTES_A_DAY)
    .sort((left, right) => right.bytes - left.bytes);
  return [
    {
      name: 'idle demo: tables grow',
      value: `${(aDay(total) / MB).toFixed(0)} MB a day`,
      note: `measured over ${ranMinutes.toFixed(1)} minutes, before anything is old enough to be removed`,
    },
    {
      name: 'idle demo: of that stays when it is a day old',
      value: `${(aDay(staying) / MB).toFixed(0)} MB a day`,
      note: 'until it is 31 days old; candles for ever',
    },
    {
      name: 'idle demo: write-ahead log',
      value: `${(aDay(after.walBytes - before.walBytes) / MB).toFixed(0)} MB a day`,
      note: 'written, not kept',
    },
    ...shown.map(({ name, bytes, rows, staying: stays }) => ({
      name: `idle demo: ${name}`,
      value: `${(aDay(bytes) / MB).toFixed(1)} MB a day`,
      note: `${(aDay(stays) / MB).toFixed(1)} MB stay; ${((rows * 60) / ranMinutes).toFixed(0)} rows an hour${rows > 0 ? `, ${(bytes / rows).toFixed(0)} bytes each` : ''}`,
    })),
  ];
}
