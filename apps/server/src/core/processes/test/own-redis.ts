/** Another Redis, of the test's own, which keeps nothing. */
import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';
import { vi } from 'vitest';
import { freePort } from '../../../../test/support/spawned.ts';
import { closeRedis, openRedis } from '../redis.ts';

export interface OwnRedis {
  readonly url: string;
  /** At once, as a crash: what it had is gone. */
  stop(): Promise<void>;
  /** Starts it again at the same address, empty. */
  start(): Promise<void>;
}

export async function startRedis(): Promise<OwnRedis> {
  const port = await freePort();
  const settings = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'no' };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();
  const stop = (): Promise<void> => {
    child?.kill('SIGKILL');
    return ended;
  };
  const start = async (): Promise<void> => {
    const started = spawn('redis-server', flags, { cwd: os.tmpdir(), stdio: 'ignore' });
    child = started;
    ended = new Promise<void>((resolve) => {
      started.once('error', () => resolve());
      started.once('exit', () => resolve());
    });
    try {
      await vi.waitFor(async () => closeRedis(await openRedis({ url, onError: () => undefined })), {
        timeout: 30_000,
        interval: 50,
      });
    } catch (error) {
      await stop();
      throw error;
    }
  };
  await start();
  return { url, start, stop };
}
