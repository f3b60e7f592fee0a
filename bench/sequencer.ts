/**
 * Durable orders per second through sequencer and store, without HTTP: limit orders with idempotency keys
 * of 200 traders, half of which trade at once, every answer awaited, on PostgreSQL and on PGlite.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Engine } from '@fairlead/engine';
import { AgreedTerms } from '../apps/server/src/core/checks/agreed-terms.ts';
import { Secrets } from '../apps/server/src/core/operations/secrets.ts';
import { startSequencer } from '../apps/server/src/core/sequencer/sequencer.ts';
import type { Database } from '../apps/server/src/core/store/database.ts';
import { openDatabase } from '../apps/server/src/core/store/open-database.ts';
import {
  openPostgres,
  type PostgresDatabase,
} from '../apps/server/src/core/store/postgres/database.ts';
import { EXCHANGE_TABLES } from '../apps/server/src/tables.ts';
import { inParallel, orderPlacer, seed } from './support/orders.ts';

export interface Measurement {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

const POSTGRES_URL = 'postgres://postgres@127.0.0.1:5432';
const WARM_UP_ORDERS = 5_000;
const ORDERS = 60_000;

export async function run(): Promise<Measurement[]> {
  return [...(await onPostgres()), ...(await onPglite())];
}

async function onPostgres(): Promise<Measurement[]> {
  const name = `fairlead_bench_${randomUUID().replaceAll('-', '')}`;
  let server: PostgresDatabase;
  try {
    server = await openPostgres({ url: `${POSTGRES_URL}/postgres` });
  } catch {
    return [{ name: 'sequencer on PostgreSQL', value: 'skipped', note: 'no server on port 5432' }];
  }
  await server.query(`CREATE DATABASE ${name}`);
  try {
    const databaseUrl = `${POSTGRES_URL}/${name}`;
    return await measure(await openDatabase({ databaseUrl, nowMs: Date.now() }), 'PostgreSQL');
  } finally {
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.close();
  }
}

async function onPglite(): Promise<Measurement[]> {
  const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-bench-'));
  try {
    const database = await openDatabase({ dataFolder, nowMs: Date.now() });
    return await measure(database, 'PGlite');
  } finally {
    fs.rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function measure(database: Database, label: string): Promise<Measurement[]> {
  let batches = 0;
  const commits: number[] = [];
  const sequencer = await startSequencer({
    tables: EXCHANGE_TABLES,
    database,
    clock: { now: () => Date.now() },
    createEngine: (snapshot) => new Engine(snapshot),
    agreed: new AgreedTerms(new Secrets('a secret of the bench, 32 characters')),
    reports: {
      batchCommitted({ commitMs }) {
        batches += 1;
        commits.push(commitMs);
      },
    },
  });
  try {
    await seed(sequencer);
    const place = orderPlacer(sequencer);
    await inParallel(WARM_UP_ORDERS, 1_000, place);
    const measurements: Measurement[] = [];
    for (const clients of [1, 64, 256, 1_000]) {
      const orders = clients === 1 ? 1_000 : clients === 64 ? ORDERS / 3 : ORDERS;
      batches = 0;
      commits.length = 0;
      const before = await writtenBytes(database);
      const startedAt = performance.now();
      const latencies = await inParallel(orders, clients, place);
      const perSecond = Math.round((orders / (performance.now() - startedAt)) * 1_000);
      const after = await writtenBytes(database);
      measurements.push({
        name: `sequencer on ${label}, ${clients} callers`,
        value: `${perSecond} orders/s`,
        note:
          `${Math.round(orders / batches)} a batch, answer p50 ${quantile(latencies, 0.5)} ms, ` +
          `p99 ${quantile(latencies, 0.99)} ms, commit p50 ${quantile(commits, 0.5)} ms; an order ` +
          `writes ${Math.round((after.log - before.log) / orders)} bytes of log and keeps ` +
          `${Math.round((after.tables - before.tables) / orders)} of tables`,
      });
    }
    return measurements;
  } finally {
    await sequencer.stop();
    await database.close();
  }
}

/** Of the write-ahead log, which is the server's whole, and of all tables with their indexes. */
async function writtenBytes(database: Database): Promise<{ log: number; tables: number }> {
  const [row] = await database.query<{ log: string; tables: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS log,
            pg_database_size(current_database())::text AS tables`,
  );
  return { log: Number(row?.log), tables: Number(row?.tables) };
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((left, right) => left - right);
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, value, note } of await run()) {
    process.stdout.write(`${name.padEnd(44)} ${value.padStart(16)}  ${note ?? ''}\n`);
  }
}
