/** Another Redis, of the test's own, which keeps nothing. */
import { spawn } from 'node:child_process';
import os from 'node:os';
import { vi } from 'vitest';
import { closeRedis, openRedis } from '../../src/processes/redis.ts';
import { freePort } from './spawned.ts';

export interface OwnRedis {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startRedis(): Promise<OwnRedis> {
  const port = await freePort();
  const settings = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'no' };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn('redis-server', flags, { cwd: os.tmpdir(), stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  const stop = (): Promise<void> => {
    child.kill('SIGKILL');
    return ended;
  };
  const url = `redis://127.0.0.1:${port}`;
  try {
    await vi.waitFor(async () => closeRedis(await openRedis({ url, onError: () => undefined })), {
      timeout: 30_000,
      interval: 50,
    });
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
