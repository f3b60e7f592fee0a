/** Q9: what a start notes outside the database of the digests in it, by what its check found. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createDatabase,
  dropDatabase,
  hasPostgres,
  POSTGRES_TEMPLATE,
  urlOf,
} from '../../../../test/support/postgres-server.ts';
import { RECORDED } from '../../../../test/support/spawned.ts';
import { startServer } from '../../../server.ts';
import { loadConfig } from '../../config/config.ts';
import { createLog } from '../../http/log.ts';
import { HIGH_WATER_FILE } from '../../store/exchange-mark.ts';
import { openPostgres } from '../../store/postgres/database.ts';

describe.skipIf(!hasPostgres)('Q9: what a start notes of digests', () => {
  let folder: string;
  let database: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-noted-'));
    database = await createDatabase(process.env[POSTGRES_TEMPLATE]);
  });
  afterEach(async () => {
    await dropDatabase(database);
    await rm(folder, { recursive: true, force: true });
  });

  const file = () => path.join(folder, HIGH_WATER_FILE);
  const written = async () => JSON.parse(await readFile(file(), 'utf8'));

  /** Starts and stops a server; what it wrote beside the data. */
  async function noted() {
    const config = loadConfig({
      ...{ DATABASE_URL: urlOf(database), DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0' },
      ...{ BOTS: 'false', FEED: RECORDED, LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent' },
    });
    const onFatal = (cause: unknown) => expect.unreachable(String(cause));
    const server = await startServer({ config, log: createLog(config.logLevel), onFatal });
    await server.stop();
    const { isAgreedBegun, areListsAgreed } = await written();
    return { isAgreedBegun, areListsAgreed };
  }

  async function change(sql: string): Promise<void> {
    const opened = await openPostgres({ url: urlOf(database) });
    await opened.query(sql);
    await opened.close();
  }

  test('a start that found a difference does not note that all have theirs; the next that finds none does', async () => {
    const none = { isAgreedBegun: false, areListsAgreed: false };
    const all = { isAgreedBegun: true, areListsAgreed: true };
    expect(await noted()).toEqual(all);
    await writeFile(file(), JSON.stringify({ ...(await written()), ...none }));
    await change(`UPDATE settings SET value = '"not ours"' WHERE key = 'agreed_terms'`);
    expect(await noted()).toEqual(none);
    await change(`DELETE FROM settings WHERE key IN ('agreed_terms', 'agreed_lists')`);
    expect(await noted()).toEqual(all);
  });
});
