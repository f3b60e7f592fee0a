/**
 * Ten thousand options due in the same second: what the tick costs that settles them, in the engine alone, and through
 * sequencer and store with their receipts sealed, until it is committed; on PostgreSQL and on PGlite.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BuyOption, type Command, Engine, type IndexTick } from '@fairlead/engine';
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, priceE8, ratePpm } from '@fairlead/units';
import { startSequencer } from '../apps/server/src/core/sequencer/sequencer.ts';
import type { Database } from '../apps/server/src/core/store/database.ts';
import { openDatabase } from '../apps/server/src/core/store/open-database.ts';
import {
  openPostgres,
  type PostgresDatabase,
} from '../apps/server/src/core/store/postgres/database.ts';
import { EXCHANGE_TABLES } from '../apps/server/src/tables.ts';
import type { Measurement } from './run.ts';

const COUNT = 10_000;
const OWNERS = 200;
const PASSES = 5;
const START_MS = 1_700_000_000_000;
const SECONDS = 30;
const POSTGRES_URL = 'postgres://postgres@127.0.0.1:5432';
const usdt = (whole: number) => amountMinor(BigInt(whole) * 1_000_000n);

export async function run(): Promise<Measurement[]> {
  return [engineAlone(), ...(await onPostgres()), ...(await onPglite())];
}

/** The samples of the delivery time, of which the last makes all orders due. */
function* ticks(): Generator<IndexTick> {
  for (let second = 1; second <= SECONDS; second += 1) yield tickAt(second);
}

function tickAt(second: number): IndexTick {
  const sampleTimeMs = START_MS + second * 1_000;
  const price = priceE8(10_000_000_000n + BigInt(second % 3) * 1_000_000n);
  return { kind: 'index_tick', marketId: 1, sampleTimeMs, quotedAtMs: sampleTimeMs, price };
}

function engineAlone(): Measurement {
  const passes = Array.from({ length: PASSES }, enginePass).sort((left, right) => left - right);
  const median = passes[PASSES >> 1] ?? 0;
  return {
    name: `${COUNT.toLocaleString('en')} deliveries due in one second, engine`,
    value: `${median.toFixed(0)} ms CPU`,
    note: `${((median / COUNT) * 1_000).toFixed(1)} µs each with entry, postings and receipt; rows taken`,
  };
}

/** How long the settling tick and its rows take, in ms of this thread's own time. */
function enginePass(): number {
  const engine = new Engine();
  let sequence = 0;
  const execute = (command: Command, timeMs: number): void => {
    sequence += 1;
    const result = engine.execute(command, { sequence, timeMs });
    if (!result.ok) throw new Error(`${command.kind} was refused: ${result.reject}`);
  };
  for (const command of beginning()) execute(command, START_MS);
  for (const command of purchases()) execute(command, START_MS);
  engine.takeChanges();
  let elapsed = 0;
  for (const tick of ticks()) {
    const startedAt = process.threadCpuUsage();
    execute(tick, tick.sampleTimeMs);
    const { options } = engine.takeChanges();
    const { user, system } = process.threadCpuUsage(startedAt);
    if (options.length === COUNT) elapsed = (user + system) / 1_000;
  }
  if (elapsed === 0) throw new Error('all orders were due at once');
  return elapsed;
}

async function onPostgres(): Promise<Measurement[]> {
  const name = `fairlead_bench_${randomUUID().replaceAll('-', '')}`;
  let server: PostgresDatabase;
  try {
    server = await openPostgres({ url: `${POSTGRES_URL}/postgres` });
  } catch {
    return [{ name: 'deliveries on PostgreSQL', value: 'skipped', note: 'no server on port 5432' }];
  }
  await server.query(`CREATE DATABASE ${name}`);
  try {
    const databaseUrl = `${POSTGRES_URL}/${name}`;
    return [await measure(await openDatabase({ databaseUrl, nowMs: START_MS }), 'PostgreSQL')];
  } finally {
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.close();
  }
}

async function onPglite(): Promise<Measurement[]> {
  const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-bench-'));
  try {
    return [await measure(await openDatabase({ dataFolder, nowMs: START_MS }), 'PGlite')];
  } finally {
    fs.rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function measure(database: Database, label: string): Promise<Measurement> {
  const clock = { nowMs: START_MS };
  const sequencer = await startSequencer({
    tables: EXCHANGE_TABLES,
    database,
    clock: { now: () => clock.nowMs },
    createEngine: (snapshot) => new Engine(snapshot),
  });
  const runAll = async (commands: Iterable<Command>): Promise<void> => {
    const results = await Promise.all([...commands].map((command) => sequencer.run(command)));
    for (const result of results) if (!result.ok) throw new Error(`refused: ${result.reject}`);
  };
  try {
    await runAll(beginning());
    const boughtAt = performance.now();
    await runAll(purchases());
    const bought = performance.now() - boughtAt;
    let settled = 0;
    for (const tick of ticks()) {
      clock.nowMs = tick.sampleTimeMs;
      const startedAt = performance.now();
      const sources = [{ venue: 'bench', price: '100.00000000', time: tick.sampleTimeMs }];
      const sampleSources = JSON.stringify({ sources, dropped: [] });
      const result = await sequencer.run(tick, { sampleSources });
      if (!result.ok) throw new Error(`the tick was refused: ${result.reject}`);
      settled = performance.now() - startedAt;
    }
    const rows = await database.query<{ settled: bigint; receipts: bigint }>(
      `SELECT (SELECT count(*) FROM option_orders WHERE status = 'settled') AS settled,
        (SELECT count(*) FROM receipts WHERE kind = 'delivery') AS receipts`,
    );
    if (Number(rows[0]?.settled) !== COUNT || Number(rows[0]?.receipts) !== COUNT)
      throw new Error('all orders are settled, each with its receipt');
    return {
      name: `${COUNT.toLocaleString('en')} deliveries due in one second, ${label}`,
      value: `${(settled / 1_000).toFixed(2)} s`,
      note:
        `from tick to commit, receipts sealed; buying them took ${(bought / 1_000).toFixed(1)} s ` +
        `(${Math.round((COUNT / bought) * 1_000)}/s)`,
    };
  } finally {
    await sequencer.stop();
    await database.close();
  }
}

function* beginning(): Generator<Command> {
  yield { kind: 'configure_currency', currency: BTC };
  yield { kind: 'configure_currency', currency: USDT };
  yield { kind: 'configure_market', market: BTC_USDT };
  yield {
    kind: 'configure_options',
    terms: {
      marketId: BTC_USDT.marketId,
      times: [
        {
          seconds: SECONDS,
          payoutRatioPpm: ratePpm(750_000n),
          minMinor: usdt(10),
          maxMinor: usdt(5_000),
        },
      ],
      exposureMaxMinor: usdt(10_000_000),
      ordersMax: COUNT / OWNERS,
      isOpen: true,
    },
  };
  yield {
    kind: 'configure_option_currency',
    currency: { currencyId: 3, feePpm: ratePpm(10_000n), presets: [], isOpen: true },
  };
  yield capital('house', { house: 'option_house' }, 10_000_000);
  for (let owner = 1; owner <= OWNERS; owner += 1) {
    yield { kind: 'open_account', owner };
    yield capital(`${owner}`, { owner, account: 'option' }, 10_000);
  }
  yield tickAt(0);
}

function capital(
  reference: string,
  target: { house: 'option_house' } | { owner: number; account: 'option' },
  amount: number,
): Command {
  return {
    kind: 'post_entry',
    reason: 'capital',
    reference,
    currencyId: USDT.currencyId,
    amount: usdt(amount),
    source: { house: 'external' },
    target,
  };
}

function* purchases(): Generator<BuyOption> {
  for (let at = 0; at < COUNT; at += 1) {
    yield {
      kind: 'buy_option',
      owner: 1 + (at % OWNERS),
      marketId: BTC_USDT.marketId,
      currencyId: USDT.currencyId,
      direction: at % 3 === 0 ? 'rise' : 'fall',
      seconds: SECONDS,
      stake: usdt(10 + (at % 90)),
    };
  }
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, value, note } of await run()) {
    process.stdout.write(`${name.padEnd(52)} ${value.padStart(9)}  ${note ?? ''}\n`);
  }
  process.exit(0);
}
