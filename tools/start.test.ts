/** `npm start` in a clone: a port in use is said before anything is installed or built, and these say how far they are. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
const taken = createServer();
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'fairlead-clone-'));
  // A clone with nothing in it that could be installed.
  mkdirSync(path.join(folder, 'tools'));
  for (const name of readdirSync(import.meta.dirname).filter((each) => each.endsWith('.mjs')))
    copyFileSync(path.join(import.meta.dirname, name), path.join(folder, 'tools', name));
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  port = (taken.address() as AddressInfo).port;
});
afterAll(async () => {
  await new Promise((resolve) => taken.close(resolve));
  rmSync(folder, { recursive: true });
});

function start(environment: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/start.mjs'], {
    cwd: folder,
    env: { PATH: '', ...environment },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

test('a port in use is one line and exit code 1, from the environment or from .env', () => {
  const refused = {
    status: 1,
    said: `Fairlead cannot start. PORT: 127.0.0.1:${port} is in use by another process\n`,
  };
  expect(start({ PORT: String(port) })).toEqual(refused);
  writeFileSync(path.join(folder, '.env'), `PORT=${port}\n`);
  expect(start({})).toEqual(refused);
});

test('a free one goes on to the install', () => {
  writeFileSync(path.join(folder, '.env'), '');
  expect(start({ PORT: '0' }).said).toContain('package-lock.json');
});

/** An npm and a Node that do nothing, in a clone with nothing to build. */
function makeEmpty(): void {
  const places = ['node_modules/.bin', 'programs', 'apps/web', 'apps/console'];
  const packages = ['ui', 'calls', 'client', 'contract', 'receipt', 'formula', 'units'];
  for (const place of [...places, ...packages.map((name) => `packages/${name}`)])
    mkdirSync(path.join(folder, place), { recursive: true });
  for (const program of ['programs/npm', 'node_modules/.bin/node'])
    writeFileSync(path.join(folder, program), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  writeFileSync(path.join(folder, 'package-lock.json'), '{}');
}

test('install and build say what they do; at a terminal with the seconds, until each is done', () => {
  makeEmpty();
  const PATH = `${path.join(folder, 'programs')}:/usr/bin:/bin`;
  const command = [process.execPath, 'tools/start.mjs', '--build'];
  const options = { cwd: folder, env: { PATH }, encoding: 'utf8' } as const;
  const steps = ['Installing dependencies', 'Building the app', 'Building the console'];
  const [node = '', ...args] = command;
  const piped = spawnSync(node, args, options);
  expect([piped.status, piped.stderr]).toEqual([0, steps.map((step) => `${step} …\n`).join('')]);
  rmSync(path.join(folder, 'node_modules/.cache'), { recursive: true });
  const shown = spawnSync('script', ['-qec', command.join(' '), '/dev/null'], options);
  expect(shown.status).toBe(0);
  for (const step of steps) {
    expect(shown.stdout).toContain(`\r\u001b[K${step} … 0 s`);
    expect(shown.stdout).toMatch(new RegExp(`${step}: done in \\d+ s\r\n`));
  }
  writeFileSync(path.join(folder, 'programs/npm'), '#!/bin/sh\necho no network\nexit 1\n');
  rmSync(path.join(folder, 'node_modules/.cache'), { recursive: true });
  const failed = spawnSync(node, args, options);
  expect(failed.status).toBe(1);
  expect(failed.stderr).toContain('no network');
  expect(failed.stderr).toContain('npm install failed');
});
