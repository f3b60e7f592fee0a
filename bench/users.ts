/**
 * What a million users cost the engine's process: time from SIGKILL to ready and memory, with as many owners of three balances
 * each, beside a database with nobody; what whoever trades waits while the engine is compared with the tables; and what a
 * socket that hears one book costs. On PostgreSQL, which shares the machine.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Engine } from '@fairlead/engine';
import { Reconciler } from '../apps/server/src/core/checks/reconciler.ts';
import { inTurns } from '../apps/server/src/core/operations/in-turns.ts';
import type { CreateEngine } from '../apps/server/src/core/sequencer/ports.ts';
import { type Sequencer, startSequencer } from '../apps/server/src/core/sequencer/sequencer.ts';
import { openDatabase } from '../apps/server/src/core/store/open-database.ts';
import { EXCHANGE_TABLES } from '../apps/server/src/tables.ts';
import type { Spawned } from '../apps/server/test/support/spawned.ts';
import type { Measurement } from './run.ts';
import { type Deployed, withDeployment } from './support/deployed.ts';
import { startListeners } from './support/listeners.ts';
import { memoryOf } from './support/memory.ts';

const USERS = 1_000_000;
const FIRST_OWNER = 1_000_000;
/** Kinds of accounts are codes in an account's id (docs/internals/ledger.md): of coin 1, of contract 3. */
const BALANCES = [
  { account: 'coin', code: 1, currencyId: 3 },
  { account: 'coin', code: 1, currencyId: 1 },
  { account: 'contract', code: 3, currencyId: 3 },
] as const;
const SOCKETS = 5_000;

export const run = (): Promise<Measurement[]> => withDeployment('users', measure);

async function measure({ deployment, start, stop }: Deployed): Promise<Measurement[]> {
  const ready = async () => {
    const startedAt = performance.now();
    const server = await start('all');
    await server.said('is ready');
    const seconds = (performance.now() - startedAt) / 1_000;
    return { server, seconds, mib: residentMib(server) };
  };
  const first = await ready();
  await kill(first.server);
  const nobody = await ready();
  const socketKib = await memoryOfSocket(nobody.server);
  await kill(nobody.server);
  await fill(deployment.databaseUrl);
  const million = await ready();
  await stop([million.server]);
  const check = await measureCheck(deployment.databaseUrl);
  const count = USERS.toLocaleString('en');
  const bytes = ((million.mib - nobody.mib) * 2 ** 20) / USERS;
  return [
    {
      name: `from SIGKILL to ready with ${count} users of three balances`,
      value: `${million.seconds.toFixed(1)} s`,
      note: `${nobody.seconds.toFixed(1)} s with nobody; process start, reload, books and candles included`,
    },
    {
      name: `memory of the process with ${count} users of three balances`,
      value: `${Math.round(million.mib)} MiB`,
      note: `${Math.round(nobody.mib)} MiB with nobody; ${Math.round(bytes)} bytes a user`,
    },
    ...check,
    {
      name: 'memory of a socket that hears one book',
      value: `${socketKib.toFixed(1)} KiB`,
      note: `${SOCKETS.toLocaleString('en')} of them in one process`,
    },
  ];
}

/** Commands go on one after another while the check of every fifteen minutes runs. */
async function measureCheck(databaseUrl: string): Promise<Measurement[]> {
  const clock = { now: () => Date.now() };
  const database = await openDatabase({ databaseUrl, nowMs: clock.now() });
  const tables = EXCHANGE_TABLES;
  const createEngine: CreateEngine = (snapshot) => inTurns(Engine.restoreSteps(snapshot));
  const sequencer = await startSequencer({ tables, database, clock, createEngine });
  try {
    const reconciler = new Reconciler({ tables, database, sequencer, createEngine, clock });
    const delays = monitorEventLoopDelay({ resolution: 5 });
    let isChecking = true;
    const longest = longestCommand(sequencer, () => isChecking);
    delays.enable();
    const startedAt = performance.now();
    const { drifts } = await reconciler.checkEngine().finally(() => {
      isChecking = false;
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    delays.disable();
    if (drifts.length > 0) throw new Error('the engine differs from its tables');
    return [
      {
        name: 'the engine compared with the tables, a command waited at most',
        value: `${Math.round(await longest)} ms`,
        note: `the check takes ${seconds.toFixed(1)} s; the thread stood still for at most ${Math.round(delays.max / 1e6)} ms, p99 ${Math.round(delays.percentile(99) / 1e6)} ms`,
      },
    ];
  } finally {
    await sequencer.stop();
    await database.close();
  }
}

/** Milliseconds that the slowest of many commands took. */
async function longestCommand(sequencer: Sequencer, isGoingOn: () => boolean): Promise<number> {
  let longestMs = 0;
  for (let owner = FIRST_OWNER - 1; isGoingOn(); owner -= 1) {
    const startedAt = performance.now();
    await sequencer.run({ kind: 'open_account', owner });
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    await setTimeout(5);
  }
  return longestMs;
}

async function kill({ child, ended }: Spawned): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

async function memoryOfSocket(server: Spawned): Promise<number> {
  const before = residentMib(server);
  const plan = { url: server.address, channel: 'depth:ETH/USDT', count: SOCKETS };
  const listeners = await startListeners(plan);
  const after = residentMib(server);
  listeners.stop();
  return ((after - before) * 1_024) / SOCKETS;
}

const residentMib = ({ child }: Spawned): number => memoryOf([child.pid ?? 0]).rss;

/** As the ledger would have them: what all have is what came from outside. */
async function fill(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, nowMs: Date.now() });
  const steps = 500;
  const owners = 'generate_series($1::bigint, $2::bigint) AS owner';
  try {
    for (let step = 0; step < steps; step += 1) {
      const from = FIRST_OWNER + (step * USERS) / steps;
      const range = [from, from + USERS / steps - 1];
      await database.query(`INSERT INTO owners (owner_id) SELECT owner FROM ${owners}`, range);
      for (const { account, code, currencyId } of BALANCES)
        await database.query(
          `INSERT INTO balances SELECT (owner * 32 + ${code}) * 32768 + ${currencyId}, owner, '${account}', ${currencyId}, owner, 0
           FROM ${owners}`,
          range,
        );
    }
    const held = `${USERS}::bigint * (2 * ${FIRST_OWNER}::bigint + ${USERS - 1}) / 2`;
    for (const { currencyId } of BALANCES)
      await database.query(
        `UPDATE balances SET total_minor = total_minor - ${held}
         WHERE account = 'external' AND currency_id = $1`,
        [currencyId],
      );
    await database.query('ANALYZE owners, balances');
  } finally {
    await database.close();
  }
}
