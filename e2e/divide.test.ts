/**
 * docs/operating/divide.md, as its page says: an exchange that traded on PostgreSQL is stopped, backed up and divided; and
 * whoever forgets to stop it, or divides it twice, is told so.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  Cluster,
  POSTGRES_BINARIES,
} from '../apps/server/src/core/processes/test/cluster/clusters.ts';
import { inherited, RECORDED } from '../apps/server/test/support/spawned.ts';
import { blocksOf, commandsUnder } from './deploy/documents.ts';
import { call, indexPrice } from './support/api.ts';
import { FIRST_OPERATOR, newPerson, USDT } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const root = path.resolve(import.meta.dirname, '..');
const PAGE = 'docs/operating/divide.md';
const NAMES = ['futures', 'options', 'wealth'] as const;

describe.skipIf(POSTGRES_BINARIES === undefined)('the move from one engine to four', () => {
  let folder: string;
  let server: TestServer;
  let cluster: Cluster;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-divide-'));
    cluster = await Cluster.create(['wal_level = logical']);
    for (const name of ['spot', ...NAMES]) await cluster.query(`CREATE DATABASE ${name}`);
  });
  afterAll(async () => {
    await server?.stop();
    await cluster?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const urlFor = (name: string): string => `postgres://postgres@127.0.0.1:${cluster.port}/${name}`;
  const settings = () => ({
    ...{ DATABASE_URL: urlFor('spot'), FEED: RECORDED, BOTS: 'false' },
    ...FIRST_OPERATOR,
  });

  /** As the page has it, with the databases of this test in the place of its own. */
  const filled = (text: string): string =>
    text
      .replaceAll(/'postgres:\S+\/fairlead_(\w+)'/g, (_, name: string) => `'${urlFor(name)}'`)
      .replaceAll('./backups', path.join(folder, 'backups'));

  /** Line by line as at a prompt, which goes on after what failed. */
  async function run(text: string): Promise<{ readonly code: number; readonly said: string }> {
    const child = spawn('bash', ['--norc', '-c', text], {
      cwd: root,
      env: { ...inherited, HOME: process.env['HOME'], DATA_DIR: folder, ...settings() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (said += String(chunk)));
    const [code] = (await once(child, 'close')) as [number];
    return { code, said };
  }

  test('goes as the page says', async () => {
    const [move = ''] = commandsUnder(PAGE, 'The move');
    expect(blocksOf(PAGE).map(({ language }) => language)).toEqual(['sql', 'sh']);
    server = await startServer({ ...settings(), RATE_LIMIT_FACTOR: '1000' }, { folder });
    await indexPrice(server.url, 'BTC/USDT');
    const { token } = await newPerson(server.url);
    await call(server.url, 'faucet', { currency_id: USDT, amount: '5000' }, token);
    for (const to_account of ['contract', 'option', 'trust'])
      await call(
        server.url,
        'transfer',
        { from_account: 'coin', to_account, currency_id: USDT, amount: '900' },
        token,
      );
    const order = { symbol: 'BTC/USDT', side: 'long', type: 'market', lots: '1', multiple: '10' };
    await call(server.url, 'openPosition', order, token);

    const served = await run(filled(move));
    expect(served.said).toMatch(
      /^Refused\. DATABASE_URL: .*stop every engine, standby and gateway/m,
    );
    expect(served.code).toBe(1);
    await server.end();
    const unsaved = await run(filled(move).replace(folder, '/dev/null'));
    expect(unsaved.code).not.toBe(0);
    expect(unsaved.said).not.toMatch(/Divided|divided/);
    const { code, said } = await run(filled(move));
    expect([code, said]).toEqual([0, expect.stringContaining('read back and found whole')]);
    expect(said).toMatch(/^Divided as [\w-]{36}; every engine was made from its tables/m);
    for (const name of ['spot', ...NAMES])
      expect(said).toMatch(
        new RegExp(`^${name}: [1-9]\\d* accounts, state \\w+, numbers after`, 'm'),
      );
    expect((await run(filled(move).replace(/^npm run backup.*$/m, ''))).said).toMatch(
      /^It is divided already, as [\w-]{36}: nothing was changed\.$/m,
    );
    expect((await run('npm run divide')).said).toMatch(
      /^Refused\. DATABASE_URL_FUTURES: must be the URL of a PostgreSQL database/m,
    );
    // A start, two backups, and a page's commands by npm.
  }, 300_000);
});
