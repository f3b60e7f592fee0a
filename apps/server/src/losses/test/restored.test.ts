/**
 * The setting that a restore leaves, with numbers that no exchange gave out: whoever owns the database wrote them, or a disk
 * did. Goal: one line says so and the server starts; the highest that is believed leaves room for the loss that it declares.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECORDED, type Spawned, spawnServer } from '../../../test/support/spawned.ts';
import { openPglite } from '../../core/store/embedded/database.ts';
import { writeSetting } from '../../core/store/settings-queries.ts';

let scratch: string;
const running: Spawned[] = [];
beforeAll(() => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-restored-'));
});
afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL');
  fs.rmSync(scratch, { recursive: true, force: true });
});

async function startAndStop(): Promise<string> {
  const server = await spawnServer({ DATA_DIR: scratch, BOTS: 'false', FEED: RECORDED });
  running.push(server);
  await server.said('Fairlead is ready at');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  return server.output();
}

async function writeRestored(number: number): Promise<void> {
  const database = await openPglite({ folder: scratch });
  const names = ['sequence', 'orderId', 'tradeId', 'entryId', 'receiptId'];
  const numbers = Object.fromEntries(names.map((name) => [name, number]));
  const value = JSON.stringify({ epoch: 0, timeMs: 0, ...numbers });
  await writeSetting(database, 'restored', { value, nowMs: Date.now() });
  await database.close();
}

test('numbers that leave no room are ignored with one line; the highest others are a loss', async () => {
  await startAndStop();
  await writeRestored(9e15);
  const ignored = await startAndStop();
  expect(ignored.match(/it is ignored/g)).toHaveLength(1);
  expect(ignored).not.toContain('the database lost commits');
  await writeRestored(2 ** 52);
  const lost = await startAndStop();
  expect(lost).toContain('the database lost commits');
  expect(lost).not.toContain('it is ignored');
  // With numbers beyond it goes on.
  await startAndStop();
}, 600_000);
