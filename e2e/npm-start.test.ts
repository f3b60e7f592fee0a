/** `npm start` as a supervisor or a person runs it: whoever ends npm has ended the server, and no process is left behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../apps/server/test/support/spawned.ts';
import { copyPrepared } from './support/server.ts';

const root = path.resolve(import.meta.dirname, '..');

test('a SIGTERM to npm alone stops the server', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-npm-'));
  // Its first start is over.
  await copyPrepared(folder);
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      BOTS: 'false',
    },
    stdio: 'ignore',
  });
  const ended = once(npm, 'exit');
  const health = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ status }) => status,
      () => 'nobody there',
    );
  try {
    await expect.poll(health, { timeout: 240_000 }).toBe(200);
    npm.kill('SIGTERM');
    await ended;
    await expect.poll(health, { timeout: 240_000 }).toBe('nobody there');
  } finally {
    npm.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
});
