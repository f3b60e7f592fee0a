/**
 * What a commit costs PostgreSQL, by its name only: processor time of the writer's own session, write-ahead log and growth of
 * each table and index, an order, in batches as 256 and 1,000 callers make them. `COMMIT_SQL=file.sql` runs statements on the
 * new database first, to see what an index, a trigger or a setting costs. Use a server of its own (`BENCH_POSTGRES`): log is
 * counted by the server.
 */
import { readFileSync } from 'node:fs';
import { Engine } from '@fairlead/engine';
import { AgreedTerms } from '../apps/server/src/core/checks/agreed-terms.ts';
import { Secrets } from '../apps/server/src/core/operations/secrets.ts';
import { type Sequencer, startSequencer } from '../apps/server/src/core/sequencer/sequencer.ts';
import type { Database } from '../apps/server/src/core/store/database.ts';
import { openDatabase } from '../apps/server/src/core/store/open-database.ts';
import { EXCHANGE_TABLES } from '../apps/server/src/tables.ts';
import type { Measurement } from './run.ts';
import { cpuNs } from './support/cpu.ts';
import { createDatabase } from './support/databases.ts';
import { inParallel, orderPlacer, seed } from './support/orders.ts';

/** What is cached or made once (plans, first pages, pages of the log that begin anew) is not measured. */
const WARM_UP_ORDERS = 20_000;
const ORDERS = Number(process.env['COMMIT_ORDERS'] ?? 60_000);

/** At one moment; tables and indexes in bytes by name, months added up. */
interface Reading {
  readonly cpuNs: number;
  readonly logBytes: number;
  readonly relations: ReadonlyMap<string, number>;
}

export async function run(): Promise<Measurement[]> {
  const { url, drop } = await createDatabase();
  try {
    const database = await openDatabase({ databaseUrl: url, nowMs: Date.now() });
    const file = process.env['COMMIT_SQL'];
    if (file !== undefined) await database.query(readFileSync(file, 'utf8'));
    const batches = new BatchCosts();
    const sequencer = await startSequencer({
      tables: EXCHANGE_TABLES,
      database,
      clock: { now: () => Date.now() },
      createEngine: (snapshot) => new Engine(snapshot),
      agreed: new AgreedTerms(new Secrets('a secret of the bench, 32 characters')),
      reports: batches,
    });
    try {
      return await measure(database, sequencer, batches);
    } finally {
      await sequencer.stop();
      await database.close();
    }
  } finally {
    await drop();
  }
}

/** What each batch cost the session that wrote it, an order. Others who use the machine make some dear, not all. */
class BatchCosts {
  #writer: number | undefined;
  #lastNs = 0;
  #us: number[] = [];

  beginWith(writer: number): void {
    this.#writer = writer;
    this.#lastNs = cpuNs(writer);
    this.#us = [];
  }

  batchCommitted({ commands }: { readonly commands: number }): void {
    if (this.#writer === undefined) return;
    const ns = cpuNs(this.#writer);
    this.#us.push((ns - this.#lastNs) / commands / 1_000);
    this.#lastNs = ns;
  }

  get count(): number {
    return this.#us.length;
  }

  quantile(share: number): string {
    const sorted = this.#us.toSorted((left, right) => left - right);
    return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  }
}

async function measure(
  database: Database,
  sequencer: Sequencer,
  batches: BatchCosts,
): Promise<Measurement[]> {
  await seed(sequencer);
  const place = orderPlacer(sequencer);
  await inParallel(WARM_UP_ORDERS, 1_000, place);
  const writer = await writerOf(database);
  const measurements: Measurement[] = [];
  for (const callers of [256, 1_000]) {
    const before = await read(database, writer);
    batches.beginWith(writer);
    await inParallel(ORDERS, callers, place);
    const after = await read(database, writer);
    measurements.push(...rowsOf({ before, after, callers, batches }));
  }
  return measurements;
}

/** The session that writes batches: no other holds an advisory lock. */
async function writerOf(database: Database): Promise<number> {
  const rows = await database.query<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory'
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  const [first] = rows;
  if (first === undefined || rows.length > 1) throw new Error('there is one writer');
  return first.pid;
}

async function read(database: Database, writer: number): Promise<Reading> {
  const [log] = await database.query<{ bytes: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS bytes`,
  );
  const relations = await database.query<{ name: string; bytes: bigint }>(
    `SELECT regexp_replace(relname, '_([0-9]{4}_[0-9]{2}|default)', '') AS name,
       sum(pg_relation_size(oid))::int8 AS bytes
     FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')
     GROUP BY 1`,
  );
  return {
    cpuNs: cpuNs(writer),
    logBytes: Number(log?.bytes),
    relations: new Map(relations.map(({ name, bytes }) => [name, Number(bytes)])),
  };
}

function rowsOf({
  before,
  after,
  callers,
  batches,
}: {
  readonly before: Reading;
  readonly after: Reading;
  readonly callers: number;
  readonly batches: BatchCosts;
}): Measurement[] {
  const anOrder = (bytes: number) => Math.round(bytes / ORDERS);
  const grown = [...after.relations]
    .map(([name, bytes]) => ({ name, bytes: bytes - (before.relations.get(name) ?? 0) }))
    .filter(({ bytes }) => anOrder(bytes) > 0)
    .sort((left, right) => right.bytes - left.bytes);
  const total = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    {
      name: `commit on PostgreSQL, ${callers} callers`,
      value: `${((after.cpuNs - before.cpuNs) / ORDERS / 1_000).toFixed(1)} µs an order`,
      note:
        `processor time of the writer's session, of which batches took ${batches.quantile(0.1)} (p10), ` +
        `${batches.quantile(0.5)} (p50); ${anOrder(after.logBytes - before.logBytes)} bytes of log; ` +
        `${Math.round(ORDERS / batches.count)} orders a batch`,
    },
    {
      name: `commit on PostgreSQL, ${callers} callers: kept`,
      value: `${anOrder(total)} bytes an order`,
      note: grown.map(({ name, bytes }) => `${name} ${anOrder(bytes)}`).join(', '),
    },
  ];
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, value, note } of await run()) {
    process.stdout.write(`${name.padEnd(44)} ${value.padStart(18)}  ${note ?? ''}\n`);
  }
}
