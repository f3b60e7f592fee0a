/**
 * Publishing what is owed to a quarter of a million users, and to a million: time, memory of the whole process at its peak, whether the thread that
 * serves requests ever stands still, and what one user's proof then takes. On PostgreSQL, from pages to published roots.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { verifyLiabilityProof } from '@fairlead/receipt';
import { Secrets } from '../apps/server/src/core/operations/secrets.ts';
import type { Database } from '../apps/server/src/core/store/database.ts';
import { openDatabase } from '../apps/server/src/core/store/open-database.ts';
import { Liabilities } from '../apps/server/src/liabilities/liabilities.ts';
import type { Measurement } from './run.ts';
import { createDatabase } from './support/databases.ts';

/** A quarter first: memory that is bounded is not four times as much for four times the users. */
const SIZES = [250_000, 1_000_000] as const;
const PROOFS = 200;
const MIB = 2 ** 20;
const SAMPLE_MS = 20;
/** Kinds of accounts are codes in an account's id: coin is 1 (docs/internals/ledger.md). */
const ACCOUNT_ID = '(owner * 32 + 1) * 32768 + 3';

export async function run(): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const users of SIZES) rows.push(...(await runOf(users)));
  return rows;
}

async function runOf(users: number): Promise<Measurement[]> {
  const postgres = await createDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'fairlead-bench-'));
  const database = await openDatabase({ databaseUrl: postgres.url, nowMs: Date.now() });
  try {
    await fill(database, users);
    return await measure(database, { dataDir, users });
  } finally {
    await database.close();
    await postgres.drop();
    await rm(dataDir, { recursive: true });
  }
}

/** Users with USDT each, as the ledger would have them. */
async function fill(database: Database, users: number): Promise<void> {
  const steps = 20;
  await database.query(`INSERT INTO currencies VALUES (3, 'USDT', 'Tether', 6, true)`);
  for (let step = 0; step < steps; step += 1) {
    const owners = `generate_series($1::bigint, $2::bigint) AS owner`;
    const range = [(step * users) / steps + 1, ((step + 1) * users) / steps];
    await database.query(`INSERT INTO owners (owner_id) SELECT owner FROM ${owners}`, range);
    await database.query(
      `INSERT INTO balances SELECT ${ACCOUNT_ID}, owner, 'coin', 3, owner * 1000, 0 FROM ${owners}`,
      range,
    );
  }
  await database.query(
    `INSERT INTO balances SELECT 524291, 0, 'external', 3, -sum(total_minor), 0 FROM balances`,
  );
  await database.query('ANALYZE owners, balances');
}

async function measure(
  database: Database,
  { dataDir, users }: { readonly dataDir: string; readonly users: number },
): Promise<Measurement[]> {
  const liabilities = new Liabilities({
    database,
    clock: { now: () => Date.now() },
    secrets: new Secrets('a secret of the measurement, long enough'),
    log: { info: () => undefined, error: () => undefined },
    dataDir,
    everyHours: 0,
  });
  globalThis.gc?.();
  const beforeBytes = process.memoryUsage().rss;
  let peakBytes = beforeBytes;
  const sampling = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
  }, SAMPLE_MS);
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const startedAt = performance.now();
  const snapshot = await liabilities.take();
  const seconds = (performance.now() - startedAt) / 1000;
  delays.disable();
  clearInterval(sampling);
  const [tree] = snapshot.trees;
  if (tree?.leaves !== users) throw new Error('the tree has another number of leaves');
  const name = `liabilities of ${users.toLocaleString('en')} users, PostgreSQL`;
  return [
    {
      name: `${name}: published in`,
      value: `${seconds.toFixed(1)} s`,
      note: 'from the first page read to the published root, leaves stored',
    },
    {
      name: `${name}: memory at the peak`,
      value: `+${Math.round((peakBytes - beforeBytes) / MIB)} MiB`,
      note: `of the whole process, from ${Math.round(beforeBytes / MIB)} MiB; worker and its start included`,
    },
    {
      name: `${name}: the serving thread stood still for`,
      value: `p99 ${(delays.percentile(99) / 1e6).toFixed(0)} ms, at most ${(delays.max / 1e6).toFixed(0)} ms`,
      note: 'delay of its event loop meanwhile; 5 ms are the resolution',
    },
    await measureProofs(liabilities, users),
  ];
}

async function measureProofs(liabilities: Liabilities, users: number): Promise<Measurement> {
  await liabilities.proofOf(1);
  const startedAt = performance.now();
  for (let count = 1; count <= PROOFS; count += 1)
    await liabilities.proofOf(1 + Math.floor((count * users) / (PROOFS + 1)));
  const milliseconds = (performance.now() - startedAt) / PROOFS;
  const proof = await liabilities.proofOf(users);
  const { isRight } = await verifyLiabilityProof(proof, { owner: users });
  if (!isRight) throw new Error('a proof is wrong');
  return {
    name: `one user’s proof among ${users.toLocaleString('en')}`,
    value: `${milliseconds.toFixed(1)} ms`,
    note: `${proof.paths[0]?.siblings.length} steps; leaf's part hashed anew`,
  };
}
