/**
 * Durable orders per second through sequencer and store, without HTTP: limit orders with idempotency keys
 * of 200 traders, half of which trade at once, every answer awaited, on PostgreSQL and on PGlite.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Command, Engine } from '@fairlead/engine';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, priceTicks, quantityLots } from '@fairlead/units';
import { AgreedTerms } from '../apps/server/src/core/checks/agreed-terms.ts';
import { Secrets } from '../apps/server/src/core/operations/secrets.ts';
import { fingerprint } from '../apps/server/src/core/sequencer/fingerprint.ts';
import { type Sequencer, startSequencer } from '../apps/server/src/core/sequencer/sequencer.ts';
import type { Database } from '../apps/server/src/core/store/database.ts';
import { openDatabase } from '../apps/server/src/core/store/open-database.ts';
import {
  openPostgres,
  type PostgresDatabase,
} from '../apps/server/src/core/store/postgres/database.ts';
import { EXCHANGE_TABLES } from '../apps/server/src/tables.ts';

export interface Measurement {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

const TRADERS = 200;
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

async function seed(sequencer: Sequencer): Promise<void> {
  const commands: Command[] = [
    { kind: 'configure_currency', currency: BTC },
    { kind: 'configure_currency', currency: USDT },
    { kind: 'configure_market', market: { ...BTC_USDT, openOrdersMax: 10_000 } },
    {
      kind: 'index_tick',
      marketId: BTC_USDT.marketId,
      sampleTimeMs: Date.now() - 1_000,
      price: priceE8(100_00000000n),
    },
  ];
  for (let owner = 1; owner <= TRADERS; owner += 1) {
    commands.push({ kind: 'open_account', owner });
    for (const { currencyId } of [BTC, USDT]) {
      commands.push({
        kind: 'post_entry',
        reason: 'faucet',
        reference: `bench:${owner}:${currencyId}`,
        currencyId,
        amount: amountMinor(10n ** 15n),
        source: { house: 'external' },
        target: { owner, account: 'coin' },
      });
    }
  }
  for (const result of await Promise.all(commands.map((command) => sequencer.run(command)))) {
    if (!result.ok) throw new Error(`the bench's seed was refused: ${result.reject}`);
  }
}

/** Every second order takes what the one before it made. */
function orderPlacer(sequencer: Sequencer): () => Promise<void> {
  let count = 0;
  return async () => {
    count += 1;
    const owner = 1 + (count % TRADERS);
    const side = count % 2 === 0 ? 'buy' : 'sell';
    const body = { symbol: 'BTC/USDT', side, type: 'limit', price: '100.00', quantity: '0.010' };
    const { status } = await sequencer.submit({
      command: {
        kind: 'place_order',
        owner,
        marketId: BTC_USDT.marketId,
        side,
        type: 'limit',
        timeInForce: 'gtc',
        price: priceTicks(10_000),
        quantity: quantityLots(10),
      },
      idempotency: {
        owner,
        key: randomUUID(),
        route: 'coin/trade',
        fingerprint: fingerprint('coin/trade', body),
      },
      render: (result) => ({
        status: result.ok ? 200 : 400,
        body: `{"type":"ok","code":1,"message":{"order":${JSON.stringify(result, textOfBigint)}}}`,
      }),
    });
    if (status !== 200) throw new Error(`the bench's order was refused: ${status}`);
  };
}

const textOfBigint = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;

/** Runs `task` so many times by so many callers, each waiting for its answer; latencies in ms. */
async function inParallel(
  times: number,
  callers: number,
  task: () => Promise<void>,
): Promise<number[]> {
  const latencies: number[] = [];
  let left = times;
  const call = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      await task();
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return latencies;
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
