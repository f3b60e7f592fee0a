/** Servers as processes of their own, which can be killed and paused. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import process from 'node:process';

const root = path.resolve(import.meta.dirname, '../../../..');

export interface Spawned {
  readonly address: string;
  readonly child: ChildProcess;
  output(): string;
  /** Resolves when the output has this. */
  said(words: string): Promise<void>;
  readonly ended: Promise<number | null>;
}

export async function spawnServer(environment: Readonly<Record<string, string>>): Promise<Spawned> {
  const port = await freePort();
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...environment, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const take = (chunk: unknown): void => {
    written += String(chunk);
    tell();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      resolve(code);
      tell();
    });
  });
  const said = (words: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (written.includes(words)) resolve();
        else if (child.exitCode !== null || child.signalCode !== null)
          reject(new Error(`it ended without "${words}":\n${written}`));
        else return;
        listeners.delete(look);
      };
      listeners.add(look);
      look();
    });
  return { address: `http://127.0.0.1:${port}`, child, output: () => written, said, ended };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
