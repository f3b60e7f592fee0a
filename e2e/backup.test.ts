/**
 * Backed up while it trades, restored on another machine, moved to PostgreSQL: after each step the same keys have the same
 * answers, the chain of receipts goes on, and pictures open (cases.md I13, O11).
 */
import { type SpawnSyncReturns, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Receipt } from '@fairlead/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createDatabase,
  dropDatabase,
  hasPostgres,
  urlOf,
} from '../apps/server/test/support/postgres-server.ts';
import { inherited, SHORT_LIVED } from '../apps/server/test/support/spawned.ts';
import { call, indexPrice, send } from './support/api.ts';
import {
  FIRST,
  FIRST_OPERATOR,
  logInOperator,
  newPerson,
  PASSWORD,
  type Person,
  USDT,
} from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const root = path.resolve(import.meta.dirname, '..');
const SETTINGS = { RATE_LIMIT_FACTOR: '1000', BOTS: 'false', ...FIRST_OPERATOR };
const BACKUP_KEY = 'lighthouse keepers count the lamps twice a night';

let source: TestServer;
let elsewhere: string;
let backups: string;
let trader: Person;
const others: TestServer[] = [];

beforeAll(async () => {
  elsewhere = await mkdtemp(path.join(os.tmpdir(), 'fairlead-elsewhere-'));
  backups = await mkdtemp(path.join(os.tmpdir(), 'fairlead-backups-'));
  source = await startServer(SETTINGS);
  await indexPrice(source.url, 'BTC/USDT');
  trader = await newPerson(source.url);
});

afterAll(async () => {
  for (const server of [source, ...others]) await server?.stop();
  for (const folder of [elsewhere, backups]) await rm(folder, { recursive: true, force: true });
});

/** Runs one of the three commands as its script does. */
function command(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Pick<SpawnSyncReturns<string>, 'status' | 'stdout' | 'stderr'>> {
  const child = spawn(process.execPath, [...SHORT_LIVED, 'apps/server/src/backup.ts', ...args], {
    cwd: root,
    env: { ...inherited, HOME: process.env['HOME'], BACKUP_KEY, ...environment },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  return new Promise((resolve) =>
    child.once('close', (status) => resolve({ status, stdout, stderr })),
  );
}

async function done(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const { status, stdout, stderr } = await command(args, environment);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
}

interface Kept {
  readonly key: string;
  readonly request: Readonly<Record<string, string>>;
  readonly answer: unknown;
}

async function bid(url: string): Promise<Kept> {
  const key = randomUUID();
  const request = {
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    price: '60000',
    quantity: '0.001',
  };
  const { envelope } = await send(url, 'placeOrder', request, { token: trader.token, key });
  expect(envelope).toMatchObject({ type: 'ok' });
  return { key, request, answer: envelope };
}

/** The same key gets the same answer, what is new gets new numbers, and the books add up. */
async function expectGoesOn(url: string, kept: readonly Kept[]): Promise<Kept> {
  const { token } = trader;
  for (const { key, request, answer } of kept)
    expect((await send(url, 'placeOrder', request, { token, key })).envelope).toEqual(answer);
  const orders = await call(url, 'orders', { limit: '100' }, token);
  const next = await bid(url);
  const ids = orders.list.map(({ id }) => id);
  const { order } = (next.answer as { message: { order: { id: number } } }).message;
  expect(order.id).toBeGreaterThan(Math.max(...ids));
  const owner = await logInOperator(url, FIRST);
  expect((await call(url, 'queueCounts', {}, owner.token)).is_sound).toBe(true);
  return next;
}

/** Opens a position, whose receipt names the one before it. */
async function receipt(url: string): Promise<Receipt> {
  const { token } = trader;
  await indexPrice(url, 'BTC/USDT');
  const order = { symbol: 'BTC/USDT', side: 'long', type: 'market', lots: '1', multiple: '10' };
  await call(url, 'openPosition', order, token);
  const { list } = await call(url, 'receipts', {}, token);
  const last = list.at(-1);
  if (last === undefined) throw new Error('the opening has a receipt');
  return last;
}

const lastOrderOf = async (url: string): Promise<number> =>
  Math.max(...(await call(url, 'orders', { limit: '100' }, trader.token)).list.map(({ id }) => id));

/** Of any receipt of the public chain. */
async function hashOf(url: string, id: number): Promise<string | undefined> {
  const { list } = await call(url, 'receipts', { from: String(id), limit: '1' });
  return list.find((each) => each.id === id)?.hash;
}

test('an exchange goes on from its backup, and from the move of that to PostgreSQL', async () => {
  const { url } = source;
  await call(url, 'faucet', { currency_id: USDT, amount: '5000' }, trader.token);
  const move = { from_account: 'coin', to_account: 'contract', currency_id: USDT, amount: '2000' };
  await call(url, 'transfer', move, trader.token);
  const first = await receipt(url);
  const before = await bid(url);

  // Online: orders are placed all the while.
  let isDone = false;
  const placed = (async () => {
    let count = 0;
    for (; !isDone && count < 40; count += 1) await bid(url);
    return count;
  })();
  const said = await done(['backup', '--to', backups], { DATA_DIR: source.folder });
  isDone = true;
  expect(await placed).toBeGreaterThan(0);
  expect(said).toContain('read back and found whole');
  const [name = ''] = await readdir(backups);
  expect(await readdir(backups)).toHaveLength(1);
  const [, sequence = ''] = /Sequence (\d+)/.exec(said) ?? [];
  expect(name).toMatch(new RegExp(`-${sequence}\\.backup$`));
  expect(await readdir(source.folder)).not.toContain('backup.copy');
  await source.kill();

  const file = path.join(backups, name);
  expect(await command(['restore', '--from', file], { DATA_DIR: source.folder })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('not empty'),
  });
  expect(
    await command(['restore', '--from', file], { DATA_DIR: elsewhere, BACKUP_KEY: '' }),
  ).toMatchObject({ status: 1, stderr: expect.stringContaining('BACKUP_KEY') });
  expect(await done(['restore', '--from', file], { DATA_DIR: elsewhere })).toContain(
    `Sequence ${sequence}`,
  );
  const restored = await startServer(SETTINGS, { folder: elsewhere });
  others.push(restored);
  // Nobody knows what was answered after the backup: numbers go on beyond all that it can have been, and nothing opens yet.
  const owner = await logInOperator(restored.url, FIRST);
  const { losses = [], cancel_only: isStopped } = await call(restored.url, 'config');
  expect([losses.length, isStopped]).toEqual([1, true]);
  expect(losses[0]?.sequence_from).toBe(Number(sequence) + 1);
  // Nobody knows whose access ended after the backup: everybody's has, and whoever has the password logs in again.
  expect((await send(restored.url, 'orders', {}, { token: trader.token })).envelope).toMatchObject({
    error: 'not_logged_in',
  });
  const login = { account_type: 'email', account: trader.email, password: PASSWORD };
  trader = { ...trader, token: (await call(restored.url, 'login', login)).token };
  const last = await lastOrderOf(restored.url);
  await call(restored.url, 'resumeTrading', { reason: 'restored and compared' }, owner.token);
  const after = await expectGoesOn(restored.url, [before]);
  expect(await lastOrderOf(restored.url)).toBeGreaterThan(last + 1_000_000);
  const second = await receipt(restored.url);
  expect(second.id).toBeGreaterThan(first.id + 1_000_000);
  expect(second.previous_hash).toBe(await hashOf(restored.url, losses[0]?.receipt_id ?? 0));
  await restored.end();

  if (!hasPostgres) return;
  const database = await createDatabase();
  try {
    const DATABASE_URL = urlOf(database);
    await done(['move-to-postgres'], { DATA_DIR: elsewhere, DATABASE_URL });
    expect(
      await command(['restore', '--from', file], { DATA_DIR: elsewhere, DATABASE_URL }),
    ).toMatchObject({ status: 1, stderr: expect.stringContaining('not empty') });
    const moved = await startServer({ ...SETTINGS, DATABASE_URL }, { folder: elsewhere });
    others.push(moved);
    await expectGoesOn(moved.url, [before, after]);
    expect((await receipt(moved.url)).previous_hash).toBe(second.hash);
    await moved.end();
    // Without the setting it would be a second exchange.
    await expect(startServer(SETTINGS, { folder: elsewhere })).rejects.toThrow(
      'was moved to PostgreSQL',
    );
  } finally {
    await dropDatabase(database);
  }
  // Ten starts, two restores and a move, one after another.
}, 600_000);
