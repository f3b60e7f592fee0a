/** The server as a process: what it says at its start, one line for each start it refuses, and how it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');

interface Run {
  readonly child: ChildProcess;
  /** Standard output and error so far. */
  output(): string;
  /** Resolves when the output has this. */
  said(words: string): Promise<void>;
  readonly ended: Promise<number | null>;
}

let folder: string;
let port: number;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-start-'));
  port = await freePort();
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function start(environment: Readonly<Record<string, string>> = {}): Run {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      LOG_LEVEL: 'info',
      BOTS: 'false',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let written = '';
  const listeners = new Set<() => void>();
  const take = (chunk: unknown): void => {
    written += String(chunk);
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      running.delete(child);
      resolve(code);
      for (const listener of listeners) listener();
    });
  });
  const said = (words: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (written.includes(words)) resolve();
        else if (child.exitCode !== null)
          reject(new Error(`it ended without "${words}":\n${written}`));
        else return;
        listeners.delete(look);
      };
      listeners.add(look);
      look();
    });
  return { child, output: () => written, said, ended };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function refusalOf(environment: Readonly<Record<string, string>>): Promise<string> {
  const run = start(environment);
  expect(await run.ended).toBe(1);
  const lines = run
    .output()
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{'));
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

/** What alarms and dashboard ask for and a server does not tell. */
function unknownFigures(figures: string): string[] {
  const told = new Set<string>();
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
    expect(await refusalOf({ DATA_DIR: dataDir, PORT: 'http' })).toBe(
      'Fairlead cannot start. PORT: "http" is not a whole number from 0 to 65535',
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  test('is told without the secret in it', async () => {
    const line = await refusalOf({ DATABASE_URL: 'mysql://root:canary@127.0.0.1/x' });
    expect(line).toMatch(/^Fairlead cannot start\. DATABASE_URL: /);
    expect(line).not.toContain('canary');
  });
});

// One story, because a first start takes seconds: start, refuse a second process, stop, start again.
test('a first start, a second process, a stop and another start', async () => {
  const first = start();
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

  expect(await refusalOf({ PORT: String(await freePort()) })).toContain('another process is using');
  // The port is asked for first: nothing was set up for nothing.
  const elsewhere = path.join(folder, 'elsewhere');
  expect(await refusalOf({ DATA_DIR: elsewhere })).toBe(
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
  expect(await refusalOf(real)).toContain('demo mode');

  const second = start();
  await second.said('Fairlead is ready at');
  expect(second.output()).not.toContain('First operator');
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
}, 180_000);
