/** One product's database of four is lost and comes back from its backup: that engine lost commits, and the others know what it was sent. */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Deployment, data, onCluster } from '../../../test/support/deployment-fixture.ts';
import { hasRedis } from '../../../test/support/redis-server.ts';
import { inherited, SHORT_LIVED } from '../../../test/support/spawned.ts';
import { Cluster, POSTGRES_BINARIES } from '../../core/processes/test/cluster/clusters.ts';
import { Trader } from './trader.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');
const UNIT = 1_000_000n;

const CAN_RUN = hasRedis && POSTGRES_BINARIES !== undefined;

describe.runIf(CAN_RUN)('a backup of one engine of four (PostgreSQL, Redis)', () => {
  let cluster: Cluster;
  let deployment: Deployment;
  let backups: string;

  beforeAll(async () => {
    cluster = await Cluster.create(['max_connections = 120']);
    deployment = await Deployment.openDivided(onCluster(cluster));
    backups = await mkdtemp(path.join(os.tmpdir(), 'fairlead-backups-'));
  }, 600_000);
  afterAll(async () => {
    await deployment?.remove();
    await cluster?.remove();
    await rm(backups, { recursive: true, force: true });
  });

  /** As its script runs it; gives what it said, or its refusal. */
  function command(...args: readonly string[]): Promise<string> {
    const child = spawn(process.execPath, [...SHORT_LIVED, 'apps/server/src/backup.ts', ...args], {
      cwd: root,
      env: {
        ...inherited,
        HOME: process.env['HOME'],
        ...deployment.environment,
        LOG_LEVEL: 'warn',
        ROLE: 'engine',
      },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (said += String(chunk)));
    return new Promise((resolve) => child.once('close', () => resolve(said)));
  }

  async function empty(url: string): Promise<void> {
    const name = new URL(url).pathname.slice(1);
    await cluster.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await cluster.query(`CREATE DATABASE ${name}`);
  }

  test('is restored into its own database beside the folder that is there, and what it had been sent since comes again', async () => {
    const engine = await deployment.engine();
    const trader = await Trader.register(deployment, [engine]);
    await trader.fund('500');
    expect(await command('backup', '--to', backups)).toContain('found whole');
    const [file = ''] = await readdir(path.join(backups, 'futures'));
    await trader.move('coin', 'contract', '7');
    await trader.arrives('futures', 507n * UNIT);
    await engine.stop();

    const from = ['restore', '--from', path.join(backups, 'futures', file), '--engine'];
    expect(await command(...from, 'nothing')).toContain('there is no engine nothing');
    expect(await command(...from, 'futures')).toMatch(/not empty|holds/);
    await empty(deployment.booksUrl('futures'));
    expect(await command(...from, 'futures', '--drill')).toContain('The drill went well');
    expect(await command(...from, 'futures')).toContain('and checked it');
    expect(await trader.totalIn('futures')).toBe(500n * UNIT);
    expect(await trader.totalIn('wealth')).toBe(500n * UNIT);

    const again = await deployment.engine();
    await trader.arrives('futures', 507n * UNIT);
    const { losses } = await data(again, 'config');
    expect(losses?.map(({ product }) => product)).toEqual(['futures']);
  }, 600_000);
});
