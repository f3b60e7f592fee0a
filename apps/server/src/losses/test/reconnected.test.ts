/**
 * A server that lost its connection and makes another, as after each failover. Goal: before it goes on it knows what others saw,
 * so that a database which lost their commits is found then, and not with the next beat or never. Method: a real PostgreSQL with
 * numbers noted in it that its tables are behind; the writer's session is ended.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createDatabase,
  dropDatabase,
  hasPostgres,
  urlOf,
} from '../../../test/support/postgres-server.ts';
import { RECORDED, type Spawned, spawnServer } from '../../../test/support/spawned.ts';
import type { Database } from '../../core/store/database.ts';
import { WRITER_LOCK } from '../../core/store/leader-queries.ts';
import { migrate } from '../../core/store/migrator.ts';
import { openPostgres } from '../../core/store/postgres/database.ts';
import { writeSetting } from '../../core/store/settings-queries.ts';

describe.skipIf(!hasPostgres)('a server whose connection ended', () => {
  let scratch: string;
  let name: string;
  let database: Database;
  let server: Spawned;
  beforeAll(async () => {
    scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-reconnected-'));
    name = await createDatabase();
    database = await openPostgres({ url: urlOf(name) });
    await migrate(database);
    const settings = { DATABASE_URL: urlOf(name), DATA_DIR: scratch, DEMO: 'true' };
    server = await spawnServer({ ...settings, BOTS: 'false', FEED: RECORDED });
    await server.said('Fairlead is ready at');
  });
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    await database.close();
    await dropDatabase(name);
    fs.rmSync(scratch, { recursive: true, force: true });
  });

  const endWriter = () =>
    database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE locktype = 'advisory' AND granted AND objid = $1 AND database =
         (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [WRITER_LOCK],
    );

  test('goes on where nobody saw more, and finds that commits are lost where somebody did', async () => {
    await endWriter();
    await server.said('the state was taken from the tables again, and all goes on');
    expect(server.output()).not.toContain('the database lost commits');
    const numbers = ['sequence', 'orderId', 'tradeId', 'entryId', 'receiptId'];
    const seen = Object.fromEntries(numbers.map((each) => [each, 2 ** 40]));
    const value = JSON.stringify({ epoch: 0, timeMs: 0, ...seen });
    await writeSetting(database, 'restored', { value, nowMs: Date.now() });
    await endWriter();
    await server.said('the database lost commits');
  });
});
