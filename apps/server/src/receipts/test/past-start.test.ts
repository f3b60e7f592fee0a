/**
 * Q9: the attack on a stopped exchange, and the process that starts on it: it says so and takes no new order, before it
 * serves anybody.
 */

import { spawn } from 'node:child_process';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { HOUR_MS } from '@fairlead/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeClock } from '../../../test/support/fixture.ts';
import { freePort, inherited, RECORDED, SHORT_LIVED } from '../../../test/support/spawned.ts';
import { openDatabase } from '../../core/store/open-database.ts';
import { ask, buyer, startOptionServer } from '../../options/test/fixture.ts';
import { DerivativeStory } from './receipt-story.ts';
import { rewritePast } from './rewrite-past.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'fairlead-past-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const open = () => openDatabase({ dataFolder: dataDir, nowMs: Date.now() });

/** Four options of one second, all won; gives the seconds that they were delivered by. */
async function tradeThenStop(): Promise<readonly number[]> {
  const clock = new FakeClock();
  clock.nowMs = Math.floor((Date.now() - HOUR_MS) / 1_000) * 1_000;
  const database = await open();
  const opened = {
    database,
    openAnother: () => Promise.resolve(database),
    remove: () => database.close(),
  };
  const server = await startOptionServer({ clock, opened });
  const story = new DerivativeStory(server.sequencer, clock);
  const alice = await buyer(server);
  const asked = [];
  for (let order = 0; order < 4; order += 1) asked.push(await ask(server, alice));
  await story.tick('100.00');
  for (const { answer } of asked) expect((await answer).type).toBe('ok');
  await story.ticks(34, '101.00');
  const { list } = await server.data('receipts', {});
  expect(list.filter(({ result }) => result['result'] === 'win')).toHaveLength(4);
  const delivery = list.find(({ kind }) => kind === 'delivery');
  await server.stop();
  return delivery?.samples.map(({ time }) => time) ?? [];
}

/** Starts the server as a process, and ends it once it serves; what it wrote, and what it said of trading. */
async function startOnce(): Promise<{ readonly output: string; readonly config: string }> {
  const port = await freePort();
  const child = spawn(process.execPath, [...SHORT_LIVED, 'apps/server/src/main.ts'], {
    cwd: root,
    env: {
      ...inherited,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      BOTS: 'false',
      FEED: RECORDED,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve) => {
    const take = (chunk: unknown): void => {
      output += String(chunk);
      if (output.includes(`:${port}`)) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('close', () => resolve());
  });
  const config = await fetch(`http://127.0.0.1:${port}/api/config`).then(
    (response) => response.text(),
    (error: Error) => error.message,
  );
  child.kill('SIGTERM');
  await ended;
  return { output, config };
}

test('Q9: a process that starts on a rewritten past says so and takes no new order', async () => {
  const timesMs = await tradeThenStop();
  expect(timesMs).toHaveLength(5);
  const honest = await startOnce();
  expect(honest.output).not.toContain('do not add up');
  // It serves: an answer that is none would not hold the word either.
  expect(honest.config).toContain('"demo":true');
  expect(honest.config).not.toContain('cancel_only');

  const database = await open();
  await rewritePast(database, { timesMs, price: '99', hasRows: true, hasLedger: false });
  await database.close();
  const { output, config } = await startOnce();
  expect(output).toContain('the books do not add up');
  expect(output).toContain('option_delivery posted 175.000000 to user, should be 0.000000');
  expect(config).toContain('"cancel_only":true');
  // Three starts of a whole server, on a machine that may be busy.
}, 600_000);

test('Q10: an older copy under another name is a loss all the same', async () => {
  const place = path.join(dataDir, 'database');
  const older = path.join(dataDir, 'older');
  await cp(place, older, { recursive: true });
  await startOnce();
  await rm(place, { recursive: true });
  await rename(older, place);
  const database = await open();
  await database.query(`UPDATE settings SET value = '"another"' WHERE key = 'deployment'`);
  await database.close();
  const { output, config } = await startOnce();
  expect(output).toContain('the database lost commits');
  expect(config).toContain('"losses":[{');
}, 600_000);

test('Q9: a change of one balance alone starts in cancel-only, with the drift named', async () => {
  const database = await open();
  await database.query(
    `UPDATE balances SET total_minor = total_minor + 1000 WHERE account_id =
       (SELECT max(account_id) FROM balances WHERE account = 'option' AND owner_id <> 0)`,
  );
  await database.close();
  const { output, config } = await startOnce();
  expect(output).toMatch(/currency_sum \d+ 1000.*the books do not add up/);
  expect(config).toContain('"cancel_only":true');
}, 600_000);
