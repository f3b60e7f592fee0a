/**
 * Once for each run of these tests: a server's first start, with its ninety days of candles, is done here and
 * stopped. Each test's server begins with a copy of its folder. kill-derivatives.test.ts has a first start of its own.
 */
import { rm } from 'node:fs/promises';
import process from 'node:process';
import { FIRST_OPERATOR } from './people.ts';
import { PREPARED, startServer } from './server.ts';

/** Vitest calls this before the first test file. */
export async function setup(): Promise<void> {
  const server = await startServer({ BOTS: 'false', ...FIRST_OPERATOR }, { isFirst: true });
  await server.end();
  process.env[PREPARED] = server.folder;
}

/** Vitest calls this after the last one. */
export async function teardown(): Promise<void> {
  const folder = process.env[PREPARED];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
