/** The server as a process: what it says at its start, one line for each start it refuses, and how it ends. */
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  freePort,
  refusalOf,
  type Spawned,
  spawnServer,
} from '../../../../test/support/spawned.ts';

const root = path.resolve(import.meta.dirname, '../../../../../..');

let folder: string;
let port: number;
const running: Spawned[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-start-'));
  port = await freePort();
});
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const environmentOf = (environment: Readonly<Record<string, string>>) => ({
  PORT: String(port),
  DATA_DIR: path.join(folder, 'data'),
  LOG_LEVEL: 'info',
  BOTS: 'false',
  ...environment,
});

async function start(environment: Readonly<Record<string, string>> = {}): Promise<Spawned> {
  const server = await spawnServer(environmentOf(environment));
  running.push(server);
  return server;
}

const refusal = (environment: Readonly<Record<string, string>>): Promise<string> =>
  refusalOf({ ...environmentOf(environment), LOG_LEVEL: 'warn' });

/** What gateways tell (core/processes/test/redis-away.test.ts). */
const OF_GATEWAYS = ['fairlead_engine_known', 'fairlead_engine_calls_waiting'];
/** What is told where lists are read at replicas (core/processes/test/cluster/replica-lists.test.ts). */
const OF_READS = ['fairlead_reads_outlive_primary'];

/** What alarms and dashboard ask for and a server does not tell. */
function unknownFigures(figures: string): string[] {
  const told = new Set<string>([...OF_GATEWAYS, ...OF_READS]);
  for (const [, name = '', type] of figures.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
    told.add(name);
    if (type !== 'histogram') continue;
    for (const part of ['bucket', 'sum', 'count']) told.add(`${name}_${part}`);
  }
  const asked = ['deploy/prometheus/rules.yml', 'deploy/grafana/fairlead.json'].flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return [...text.matchAll(/\b(?:fairlead|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
  });
  expect(asked.length).toBeGreaterThan(60);
  return [...new Set(asked)].filter((name) => !told.has(name));
}

describe('a wrong setting', () => {
  test('is one line, exit code 1, and nothing is created', async () => {
    const dataDir = path.join(folder, 'untouched');
    expect(await refusal({ DATA_DIR: dataDir, PORT: 'http' })).toBe(
      'Fairlead cannot start. PORT: "http" is not a whole number from 0 to 65535',
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  test('so is a brand that cannot be worn, of a gateway too', async () => {
    const dataDir = path.join(folder, 'unworn');
    for (const role of [{}, { ROLE: 'gateway' }])
      expect(
        await refusalOf({ ...role, DATA_DIR: dataDir, BRAND: path.join(folder, 'none') }),
      ).toBe(`Fairlead cannot start. BRAND: "${path.join(folder, 'none')}" is not a folder`);
    const undrawable = path.join(folder, 'undrawable');
    await cp(path.join(root, 'deploy/brand-sample'), undrawable, { recursive: true });
    const icon =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="a" id="b"/></svg>';
    await writeFile(path.join(undrawable, 'icon.svg'), icon);
    expect(await refusalOf({ DATA_DIR: dataDir, BRAND: undrawable })).toMatch(
      /^Fairlead cannot start\. BRAND: icon\.svg cannot be drawn: .*redefined$/,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  test('is told without the secret in it', async () => {
    const line = await refusal({ DATABASE_URL: 'mysql://root:canary@127.0.0.1/x' });
    expect(line).toMatch(/^Fairlead cannot start\. DATABASE_URL: /);
    expect(line).not.toContain('canary');
  });
});

// One story, because a first start takes seconds: start, refuse a second process, stop, start again.
test('a first start, a second process, a stop and another start', async () => {
  const first = await start();
  await first.said('First operator: owner with the password');
  expect(first.output()).toContain(
    `Fairlead is ready at http://127.0.0.1:${port} (demo, simulated`,
  );
  expect(first.output()).toMatch(/^Storage: embedded PGlite, fsync/m);
  const password = /with the password (\S+) \(shown only now\)/.exec(first.output())?.[1] ?? '';
  expect(password).toMatch(/^[A-Za-z0-9_-]{24}$/);
  const response = await fetch(`http://127.0.0.1:${port}/api/operator/login`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'owner', password }),
  });
  expect(response.status).toBe(200);

  const figures = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(unknownFigures(await figures.text())).toEqual([]);

  expect(await refusal({ PORT: String(await freePort()) })).toContain('another process is using');
  // The port is asked for first: nothing was set up for nothing.
  const elsewhere = path.join(folder, 'elsewhere');
  expect(await refusal({ DATA_DIR: elsewhere })).toBe(
    `Fairlead cannot start. PORT: 127.0.0.1:${port} is in use by another process`,
  );
  expect(existsSync(elsewhere)).toBe(false);

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(first.output()).toContain('"msg":"stopping"');
  expect(first.output()).not.toContain('"level":"error"');

  const real = {
    DEMO: 'false',
    FEED: 'live:kraken',
    SECRET_KEY: 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH',
  };
  expect(await refusal(real)).toContain('demo mode');

  const second = await start();
  await second.said('Fairlead is ready at');
  expect(second.output()).not.toContain('First operator');
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
}, 600_000);
