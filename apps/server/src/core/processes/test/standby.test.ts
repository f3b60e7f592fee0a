/** When a standby ends another engine's sessions, and when it keeps its hands off. On a real lock. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasPostgres } from '../../../../test/support/postgres-server.ts';
import { openTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import type { Database, WriterConnection } from '../../store/database.ts';
import { beginEpoch, leaderSigns } from '../../store/leader-queries.ts';
import { Sealer } from '../calls/sealer.ts';
import { Names } from '../names.ts';
import type { RedisClient } from '../redis.ts';
import { Standby } from '../standby.ts';

describe.skipIf(!hasPostgres)('a standby (PostgreSQL)', () => {
  let opened: TestDatabase;
  let own: Database;
  let writer: WriterConnection;
  let standby: Standby;
  let leader = '';
  let nowMs = 0;
  let isLost = false;
  beforeEach(async () => {
    opened = await openTestDatabase('postgres');
    own = await opened.openAnother();
    writer = await opened.database.openWriter();
    leader = opened.database.applicationName ?? '';
    isLost = false;
    await beginEpoch(writer, { nonce: 'of the leader' });
    void writer.lost.then(() => {
      isLost = true;
    });
    const redis = { sendCommand: () => new Promise(() => undefined) } as unknown as RedisClient;
    standby = new Standby({
      redis,
      sealer: new Sealer(new Uint8Array(32)),
      names: new Names('test'),
      database: own,
      sightings: { read: async () => ({ seen: undefined, processes: [leader] }) },
      log: { warn: () => undefined, error: () => undefined },
      now: () => nowMs,
    });
  });
  afterEach(async () => {
    standby.stop();
    await writer.close();
    await opened.remove();
  });

  const word = (beat: number, isReady = true) => ({ epoch: 1, process: leader, beat, isReady });
  const hear = async (passedMs: number, said: ReturnType<typeof word> | undefined) => {
    nowMs += passedMs;
    await standby.heard(said);
  };
  const isFree = async () => (await leaderSigns(own)) === undefined;

  test('ends all sessions of an engine that has said nothing new for two seconds', async () => {
    const other = opened.database.query('SELECT pg_sleep(4)').then(
      () => 'it went on',
      (error: Error) => error.message,
    );
    await hear(0, word(0));
    await hear(0, word(1));
    await hear(900, word(1));
    await hear(1_000, word(1));
    expect(await isFree()).toBe(false);
    await hear(200, word(1));
    await expect.poll(isFree).toBe(true);
    await expect.poll(() => isLost).toBe(true);
    expect(await other).toMatch(/terminating connection|Connection terminated/);
  });

  test('waits as long as it speaks, and half a minute where it was still starting', async () => {
    for (let beat = 1; beat < 10; beat += 1) await hear(1_500, word(beat));
    await hear(400, word(20, false));
    await hear(20_000, undefined);
    await hear(9_000, undefined);
    expect(await isFree()).toBe(false);
    await hear(2_000, undefined);
    await expect.poll(isFree).toBe(true);
  });

  test('does not end who took the lock meanwhile', async () => {
    await hear(0, word(0));
    await hear(0, word(1));
    await hear(1_200, word(1));
    // Another standby was faster: the lock is held by a session that nobody suspected.
    await writer.close();
    const third = await opened.openAnother();
    writer = await third.openWriter();
    await hear(1_000, word(1));
    await hear(1_000, word(1));
    expect(await isFree()).toBe(false);
  });
});
