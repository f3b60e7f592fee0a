import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, inherited, SHORT_LIVED } from '../../apps/server/test/support/spawned.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Names the folder of a first start that is over; prepare.ts sets it. */
export const PREPARED = 'FAIRLEAD_E2E_PREPARED';

/** A real server process with a folder, a port and prices of its own. */
export interface TestServer {
  readonly url: string;
  /** DATA_DIR. */
  readonly folder: string;
  /** Everything the process has written so far. */
  output(): string;
  /** SIGKILL, as a power cut would. The folder stays. */
  kill(): Promise<void>;
  /** Starts again on the same folder and port. */
  start(): Promise<void>;
  /** SIGTERM, waits for the end. The folder stays. Resolves with the exit code. */
  end(): Promise<number | null>;
  /** The same, and removes the folder. */
  stop(): Promise<number | null>;
}

export interface StartOptions {
  /** Whether it begins with nothing. */
  readonly isFirst?: boolean;
  /** A data folder that is there already. */
  readonly folder?: string;
  /** Flags of Node itself, in place of those of a server that lives for seconds. */
  readonly flags?: readonly string[];
}

/**
 * Starts `apps/server` on the embedded database; resolves when it is ready. Its data are those of the prepared
 * first start, if there is one and this is not to be a first start itself.
 */
export async function startServer(
  environment: Readonly<Record<string, string>> = {},
  { isFirst = false, folder: given, flags = SHORT_LIVED }: StartOptions = {},
): Promise<TestServer> {
  const folder = given ?? (await mkdtemp(path.join(os.tmpdir(), 'fairlead-e2e-')));
  if (!isFirst && given === undefined) await copyPrepared(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let written = '';
  let child: ChildProcess | undefined;

  const ended = (process_: ChildProcess) =>
    process_.exitCode !== null || process_.signalCode !== null
      ? Promise.resolve(process_.exitCode)
      : new Promise<number | null>((resolve) => process_.once('exit', (code) => resolve(code)));

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [...flags, 'apps/server/src/main.ts'], {
      cwd: root,
      env: {
        ...inherited,
        HOME: process.env['HOME'],
        PORT: String(port),
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    started.stdout.on('data', (chunk) => (written += String(chunk)));
    started.stderr.on('data', (chunk) => (written += String(chunk)));
    await ready(
      url,
      () => started.exitCode !== null,
      () => written,
    );
  }

  const end = async (): Promise<number | null> => {
    child?.kill('SIGTERM');
    return child === undefined ? null : ended(child);
  };

  const stop = async (): Promise<number | null> => {
    const code = await end();
    await rm(folder, { recursive: true, force: true });
    return code;
  };

  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    folder,
    output: () => written,
    start,
    kill: async () => {
      if (child === undefined) return;
      child.kill('SIGKILL');
      await ended(child);
    },
    end,
    stop,
  };
}

/** Fills a folder with the data of the prepared first start, if there is one. */
export async function copyPrepared(folder: string): Promise<void> {
  const prepared = process.env[PREPARED];
  if (prepared === undefined) return;
  // A socket is nobody's data, and stays where a process ended hard.
  await cp(prepared, folder, { recursive: true, filter: (file) => !file.endsWith('.sock') });
}

/** A first start makes ninety days of candles, on a machine that others use as well. */
const READY_MAX_MS = 240_000;

/** Asks for readiness until it is there; a process that ended first fails with what it wrote. */
async function ready(url: string, hasEnded: () => boolean, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_MAX_MS;
  while (Date.now() < deadline) {
    if (hasEnded()) break;
    const response = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the server did not become ready:\n${output()}`);
}
