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

/**
 * A day's recorded prices of one market. A first start with it has some hours of candles to make; the simulated walk has
 * ninety days of nine markets, which take seconds.
 */
export const RECORDED = `replay:BTC/USDT=${path.join(root, 'packages/testkit/data/btcusdt-1m-2020-03-12.csv.gz')}`;

/** What a server is given of this process: where programs are, and where code lies compiled. */
export const inherited = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

/**
 * Flags of Node for a server that lives for seconds. By default V8 compiles what the embedded database does often once more,
 * for speed: that takes a quarter of a start's processor time, of a first start a third, and pays in minutes only.
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only'];

/** Makes the command of a server another one that runs it. */
export type Wrap = (command: readonly string[]) => readonly string[];

/** At a terminal of its own, by `script` of util-linux. */
export const atTerminal: Wrap = (command) => ['script', '-qefc', command.join(' '), '/dev/null'];

export async function spawnServer(
  environment: Readonly<Record<string, string>>,
  wrap: Wrap = (command) => command,
): Promise<Spawned> {
  const { PORT: given = '0' } = environment;
  const port = given === '0' ? String(await freePort()) : given;
  const [command = '', ...args] = wrap([
    process.execPath,
    ...SHORT_LIVED,
    'apps/server/src/main.ts',
  ]);
  const child = spawn(command, args, {
    cwd: root,
    env: { ...inherited, LOG_LEVEL: 'warn', ...environment, PORT: port },
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
          reject(
            new Error(
              `it ended (${child.exitCode ?? child.signalCode}) without "${words}":\n${written}`,
            ),
          );
        else return;
        listeners.delete(look);
      };
      listeners.add(look);
      look();
    });
  return { address: `http://127.0.0.1:${port}`, child, output: () => written, said, ended };
}

/** The one line that a start is refused with. */
export async function refusalOf(
  environment: Readonly<Record<string, string>>,
  wrap?: Wrap,
): Promise<string> {
  const server = await spawnServer(environment, wrap);
  const code = await server.ended;
  const lines = server.output().trim().split('\n');
  if (code !== 1 || lines.length !== 1)
    throw new Error(`it ended with ${code}, and not in one line:\n${server.output()}`);
  return lines[0] ?? '';
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
