/**
 * What a demo holds: `npm run bench -- memory`, by name only. A first start as `npm start` makes it, bots and all, on the
 * embedded database and on PostgreSQL, measured when it has served for a minute; of the server, and of `npm start`'s own
 * process beside it. `MEMORY_MINUTES=120 MEMORY_FILE=/tmp/soak.csv npm run bench -- memory` goes on with the embedded one
 * and a visitor who looks and trades, and writes a line a minute; `MEMORY_FROM=/tmp/soak.csv npm run bench -- memory` judges
 * such a file, be it that of a run that is still on its way.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, inherited } from '../apps/server/test/support/spawned.ts';
import { call, indexPrice, registerUser } from '../e2e/support/api.ts';
import type { Measurement } from './run.ts';
import { createDatabase } from './support/databases.ts';
import { memoryOf, treeOf } from './support/memory.ts';

const MINUTE_MS = 60_000;
const MINUTES = Number(process.env['MEMORY_MINUTES'] ?? 1);
const FILE = process.env['MEMORY_FILE'];
const FROM = process.env['MEMORY_FROM'];
/** MiB after a minute and after a day. */
const AIMS = { embedded: 450, PostgreSQL: 250 } as const;
const DAY_HOURS = 24;
/** Between two of a visitor's rounds. */
const VISIT_EVERY_MS = 5_000;
const READY_MAX_MS = 240_000;
const SYMBOL = 'BTC/USDT';
const MIB = 2 ** 20;
/** A slope needs more than what collections of garbage swing by. */
const SLOPE_MINUTES_MIN = 30;

const root = path.resolve(import.meta.dirname, '..');

export async function run(): Promise<Measurement[]> {
  if (FROM !== undefined) return judge(readSamples(FROM));
  if (MINUTES > 1) return soak();
  const postgres = await createDatabase();
  try {
    return [
      ...(await measure('embedded', {})),
      ...(await measure('PostgreSQL', { DATABASE_URL: postgres.url })),
    ];
  } finally {
    await postgres.drop();
  }
}

interface Started {
  readonly url: string;
  readonly folder: string;
  /** Of `npm start`'s own process. */
  readonly starterId: number;
  /** Of the server. */
  readonly serverId: number;
  stop(): Promise<void>;
}

/** A first start in a folder of its own, by the script that `npm start` runs; resolves when it is ready. */
async function start(environment: Readonly<Record<string, string>>): Promise<Started> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-memory-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: root,
    env: {
      ...inherited,
      HOME: process.env['HOME'],
      PORT: String(port),
      DATA_DIR: folder,
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  // Cut short it leaves no process either.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  void ended.then(() => process.off('exit', kill));
  const deadline = Date.now() + READY_MAX_MS;
  while (!(await fetch(`${url}/health/ready`).catch(() => undefined))?.ok) {
    if (child.exitCode === null && Date.now() < deadline) await wait(250);
    else {
      await stop();
      throw new Error('the server did not become ready');
    }
  }
  const starterId = child.pid ?? 0;
  const [, serverId = 0] = treeOf(starterId);
  return { url, folder, starterId, serverId, stop };
}

async function measure(
  kind: keyof typeof AIMS,
  environment: Readonly<Record<string, string>>,
): Promise<Measurement[]> {
  const started = await start(environment);
  try {
    await wait(MINUTE_MS);
    const tree = treeOf(started.serverId);
    const { rss, pss } = memoryOf(tree);
    const starter = memoryOf([started.starterId]);
    return [
      {
        name: `demo a minute after its first start, ${kind}`,
        value: `${rss.toFixed(0)} MiB resident`,
        note: `Pss ${pss.toFixed(0)}; ${await heapOf(started.url)}; aim ${AIMS[kind]}; the process that npm start is, beside it: ${starter.rss.toFixed(0)}`,
      },
    ];
  } finally {
    await started.stop();
  }
}

async function heapOf(url: string): Promise<string> {
  const { heap, external } = await figuresOf(url);
  return `heap of the serving thread ${heap.toFixed(0)}, buffers ${external.toFixed(0)}`;
}

async function figuresOf(url: string): Promise<{ heap: number; external: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN) / MIB;
  return {
    heap: figure('nodejs_heap_size_total_bytes'),
    external: figure('nodejs_external_memory_bytes'),
  };
}

/** A line of the file: minutes since it was ready, and MiB. */
interface Sample {
  readonly minutes: number;
  readonly rss: number;
  readonly pss: number;
  readonly heap: number;
  readonly external: number;
  /** Of the data folder without its write-ahead log. */
  readonly data: number;
  readonly wal: number;
  /** A visitor's calls that failed so far. */
  readonly failed: number;
}
const COLUMNS = ['minutes', 'rss', 'pss', 'heap', 'external', 'data', 'wal', 'failed'] as const;

async function soak(): Promise<Measurement[]> {
  const file = FILE ?? path.join(os.tmpdir(), `fairlead-memory-${process.pid}.csv`);
  writeFileSync(file, `${COLUMNS.join(',')}\n`);
  process.stderr.write(`a line a minute in ${file}\n`);
  const started = await start({});
  const beganMs = Date.now();
  const visitor = startVisitor(started.url);
  try {
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      await wait(Math.max(beganMs + minute * MINUTE_MS - Date.now(), 0));
      const sample: Sample = {
        minutes: (Date.now() - beganMs) / MINUTE_MS,
        ...memoryOf(treeOf(started.serverId)),
        ...(await figuresOf(started.url)),
        ...sizesOf(started.folder),
        failed: visitor.failed(),
      };
      if (sample.rss === 0) throw new Error(`the server ended after ${minute} minutes`);
      appendFileSync(file, `${COLUMNS.map((name) => sample[name].toFixed(1)).join(',')}\n`);
    }
    return judge(readSamples(file));
  } finally {
    await visitor.stop();
    await started.stop();
  }
}

/** Somebody who looks at a market every few seconds, and places and cancels an order each time. */
function startVisitor(url: string): { failed(): number; stop(): Promise<void> } {
  const stopping = new AbortController();
  let failed = 0;
  async function visit(token: string): Promise<void> {
    await (await fetch(`${url}/`)).text();
    await call(url, 'candles', { symbol: SYMBOL, period: '15m', limit: '300' });
    await call(url, 'deal', { symbol: SYMBOL });
    await call(url, 'wallet', {}, token);
    const [whole = ''] = (await indexPrice(url, SYMBOL)).split('.');
    // Below what the demo's taker sells to.
    const price = String(Math.floor(Number(whole) * 0.95));
    const order = { symbol: SYMBOL, side: 'buy', type: 'limit', price, quantity: '0.001' };
    const placed = await call(url, 'placeOrder', order, token);
    await call(url, 'cancelOrder', { order_id: String(placed.order.id) }, token);
    await call(url, 'orders', {}, token);
  }
  async function loop(): Promise<void> {
    const token = await registerUser(url, 'visitor@example.org');
    await call(url, 'faucet', { currency_id: '3', amount: '10000' }, token);
    while (!stopping.signal.aborted) {
      await visit(token).catch(() => (failed += 1));
      await wait(VISIT_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const running = loop();
  return {
    failed: () => failed,
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

function sizesOf(folder: string): { data: number; wal: number } {
  let [data, wal] = [0, 0];
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const place = path.join(entry.parentPath, entry.name);
    // What is being removed meanwhile has no size.
    const size = statSync(place, { throwIfNoEntry: false })?.size ?? 0;
    if (place.includes(`${path.sep}pg_wal${path.sep}`)) wal += size;
    else data += size;
  }
  return { data: data / MIB, wal: wal / MIB };
}

function readSamples(file: string): Sample[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const cells = line.split(',').map(Number);
    return Object.fromEntries(COLUMNS.map((name, at) => [name, cells[at]])) as unknown as Sample;
  });
}

/** The second half's slope, where caches that fill are full, taken on to a day. */
function judge(samples: readonly Sample[]): Measurement[] {
  const last = samples.at(-1);
  if (last === undefined || last.minutes < SLOPE_MINUTES_MIN)
    return [
      { name: 'soak', value: `not judged before it has ${SLOPE_MINUTES_MIN} minutes`, note: '' },
    ];
  const half = samples.filter(({ minutes }) => minutes > last.minutes / 2);
  const hours = last.minutes / 60;
  const rows: Measurement[] = (['rss', 'heap', 'data'] as const).map((name) => {
    const slope = slopePerHour(half, name);
    const named = { rss: 'resident', heap: 'heap of the serving thread', data: 'data folder' };
    const at = [0, 0.25, 0.5, 0.75].map((part) => samples[Math.floor(samples.length * part)]);
    const way = [...at, last].map((sample) => sample?.[name].toFixed(0)).join(' → ');
    return {
      name: `soak of ${hours.toFixed(1)} hours, ${named[name]}`,
      value: `${slope.toFixed(1)} MiB an hour over its second half`,
      note: `${way} MiB, at most ${Math.max(...samples.map((each) => each[name])).toFixed(0)}`,
    };
  });
  const slope = Math.max(slopePerHour(half, 'rss'), 0);
  const dayMib = mean(half.map(({ rss }) => rss)) + slope * (DAY_HOURS - hours * 0.75);
  const isWithin = dayMib <= AIMS.embedded;
  return [
    ...rows,
    {
      name: 'soak: after a day, were its slope to last',
      value: `${dayMib.toFixed(0)} MiB: ${isWithin ? 'within' : 'beyond'} the aim of ${AIMS.embedded}`,
      note: `${last.failed} of a visitor's rounds failed; write-ahead log ${last.wal.toFixed(0)} MiB`,
    },
  ];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** By least squares. */
function slopePerHour(samples: readonly Sample[], name: 'rss' | 'heap' | 'data'): number {
  const [middle, level] = [
    mean(samples.map(({ minutes }) => minutes)),
    mean(samples.map((each) => each[name])),
  ];
  let [over, under] = [0, 0];
  for (const sample of samples) {
    over += (sample.minutes - middle) * (sample[name] - level);
    under += (sample.minutes - middle) ** 2;
  }
  return under === 0 ? 0 : (over / under) * 60;
}
