/**
 * Q14, as processes of their own: an engine that is set wrongly neither ends a healthy leader nor leads where no gateway hears
 * it, and one that is set rightly takes over. The three tests follow one another on one deployment.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  canDeploy,
  Deployment,
  data,
  register,
} from '../../../../test/support/deployment-fixture.ts';
import { type Spawned, spawnServer } from '../../../../test/support/spawned.ts';
import type { Database } from '../../store/database.ts';
import { leaderSigns } from '../../store/leader-queries.ts';
import { openPostgres } from '../../store/postgres/database.ts';
import { readLeader } from '../../store/snapshot-reader.ts';
import { type OwnRedis, startRedis } from './own-redis.ts';

const STANDBY = 'waits as a standby';
const TIMEOUT_MS = 240_000;
const PATIENCE = { timeout: 120_000, interval: 100 };
/** Four times as long as a standby waits. */
const BEATS = 20;

describe.skipIf(!canDeploy)('a candidate (PostgreSQL, Redis)', () => {
  const running: Spawned[] = [];
  let deployment: Deployment;
  let database: Database;
  let otherRedis: OwnRedis;
  let gateway: Spawned;
  let leader: Spawned;
  let deaf: Spawned;
  const start = async (
    role: 'engine' | 'gateway',
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Spawned> => {
    const server = await spawnServer({
      ...deployment.environment,
      LOG_LEVEL: 'warn',
      ...environment,
      ROLE: role,
    });
    running.push(server);
    return server;
  };
  const epoch = async () => (await readLeader(database)).epoch;
  const beat = async () => (await leaderSigns(database))?.beat ?? 0;
  const isServed = async () => {
    const response = await fetch(`${gateway.address}/health/ready`);
    return JSON.parse(await response.text()).engine;
  };
  /** When a candidate last looked who is there. */
  const lookedAt = async () => {
    const [row] = await database.query<{ looked_at: Date }>(
      `SELECT max(query_start) AS looked_at FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'SELECT DISTINCT session.application_name%'`,
    );
    return Number(row?.looked_at);
  };

  beforeAll(async () => {
    deployment = await Deployment.open();
    otherRedis = await startRedis();
    database = await openPostgres({ url: deployment.databaseUrl });
    leader = await start('engine');
    await leader.said('is ready');
    gateway = await start('gateway');
    await gateway.said('is ready');
  }, TIMEOUT_MS);
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    await database?.close();
    await otherRedis?.stop();
    await deployment?.remove();
  }, TIMEOUT_MS);

  test(
    'Q14: with another secret says so in one line and ends; the leader goes on',
    async () => {
      const before = { epoch: await epoch(), beat: await beat() };
      const secret = randomBytes(32).toString('base64url');
      for (const role of ['engine', 'gateway'] as const) {
        const wrong = await start(role, { SECRET_KEY: secret });
        expect(await wrong.ended).toBe(1);
        expect(wrong.output().trim().split('\n')).toEqual([
          expect.stringMatching(/^Fairlead cannot start\. SECRET_KEY: .* another secret/),
        ]);
      }
      await expect.poll(beat, PATIENCE).toBeGreaterThan(before.beat);
      expect(await epoch()).toBe(before.epoch);
      await register(gateway);
    },
    TIMEOUT_MS,
  );

  test(
    'Q14: with another Redis only complains, and does not lead when the leader is killed',
    async () => {
      const before = { epoch: await epoch(), beat: await beat() };
      deaf = await start('engine', { REDIS_URL: otherRedis.url });
      await deaf.said('this engine does not lead');
      expect((await fetch(`${deaf.address}/health/ready`)).status).toBe(503);
      await expect.poll(beat, PATIENCE).toBeGreaterThan(before.beat + BEATS);
      expect(await epoch()).toBe(before.epoch);
      await register(gateway);

      leader.child.kill('SIGKILL');
      await leader.ended;
      await expect.poll(() => leaderSigns(database), PATIENCE).toBeUndefined();
      for (let looks = 0; looks < 3; looks += 1) {
        const last = await lookedAt();
        await expect.poll(lookedAt, PATIENCE).toBeGreaterThan(last);
      }
      expect(await leaderSigns(database)).toBeUndefined();
      expect(await epoch()).toBe(before.epoch);
      // Gateways are there and hear nobody, until one comes that they hear.
      leader = await start('engine');
      await leader.said('is ready');
      expect(await epoch()).toBe(before.epoch + 1);
      await expect.poll(isServed, PATIENCE).toBe('present');
      await register(gateway);
      expect(deaf.output()).not.toMatch(/is ready|waits as a standby/);
    },
    TIMEOUT_MS,
  );

  test(
    'Q14: that is set rightly takes over after a kill and after a pause',
    async () => {
      const before = await epoch();
      const second = await start('engine');
      await second.said(STANDBY);
      leader.child.kill('SIGKILL');
      await second.said('is ready');
      expect(await epoch()).toBe(before + 1);

      const third = await start('engine');
      await third.said(STANDBY);
      // At once: the third one has heard nothing yet but what is left in Redis.
      second.child.kill('SIGSTOP');
      await third.said('is ready');
      second.child.kill('SIGCONT');
      expect(await second.ended).toBe(70);
      expect(await epoch()).toBe(before + 2);
      await expect.poll(isServed, PATIENCE).toBe('present');
      await register(gateway);
      expect(await data(gateway, 'quotations')).not.toHaveLength(0);
      expect(deaf.output()).not.toMatch(/is ready|waits as a standby/);
    },
    TIMEOUT_MS,
  );
});
