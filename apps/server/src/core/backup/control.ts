/**
 * What is asked of a running server on its own machine: a copy of its embedded database (`npm run backup`), every check
 * of the reconciler at once (`npm run torture`), and what capabilities answer. By a Unix socket in a folder that only the server's user may enter: no
 * network reaches it, and who can enter the data folder can read the data anyway.
 */
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import readline from 'node:readline';
import { stateHashSteps } from '@fairlead/engine';
import type { Logger } from 'pino';
import type { Reconciler } from '../checks/reconciler.ts';
import { inTurns } from '../operations/in-turns.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Database } from '../store/database.ts';
import { DATABASE_FOLDER, PgliteDatabase } from '../store/embedded/database.ts';
import { FolderCopy } from '../store/embedded/folder-copy.ts';
import { Mutex } from '../store/mutex.ts';
import { BackupError } from './records.ts';

/** Longest path that every system takes for a socket (macOS: 104 bytes with the end mark). */
const SOCKET_PATH_BYTES_MAX = 103;

/** Holds the socket; locked by whoever makes a backup of an embedded database. */
export const controlFolderOf = (dataDir: string): string => path.join(dataDir, 'control');

/** Where a copy of the embedded database is made, within the data folder: one at a time. */
export const copyFolderOf = (dataDir: string): string => path.join(dataDir, 'backup.copy');

/** The copy, and what the running engine says it is a copy of. */
export interface DatabaseCopy {
  readonly stateHash: string;
  readonly lastSequence: number;
}

/** What the reconciler found in books, history and engine. */
export interface FullCheck {
  readonly lastSequence: number;
  /** `check of subject by difference`, none when all is well. */
  readonly drifts: readonly string[];
}

type Answer = DatabaseCopy | FullCheck | object | { readonly error: string };

/** What others than backups have asked for, by its word; what follows the word is given. */
export type Requests = Readonly<Record<string, (argument: string) => Promise<object>>>;

export interface Control {
  stop(): Promise<void>;
}

export interface ControlParts {
  readonly database: Database;
  readonly reconciler: Pick<Reconciler, 'checkEverything'>;
  readonly sequencer: Pick<Sequencer, 'atRest' | 'health'>;
  readonly dataDir: string;
  readonly requests: Requests;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** Answers such calls. Another process on the same data folder that answers already goes on doing so. */
export async function startControl(parts: ControlParts): Promise<Control> {
  const { dataDir, log } = parts;
  const place = socketPath(dataDir);
  if (Buffer.byteLength(place) > SOCKET_PATH_BYTES_MAX) {
    log.warn({ place }, 'the path of DATA_DIR is too long for a control socket');
    return { stop: async () => undefined };
  }
  const other = await connectTo(place);
  other?.destroy();
  if (other !== undefined) return { stop: async () => undefined };
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  chmodSync(path.dirname(place), 0o700);
  rmSync(place, { force: true });
  const turn = new Mutex();
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    readline.createInterface({ input: socket }).once('line', async (line) => {
      const answer = await turn.run(() => answerTo(line, parts));
      socket.end(`${JSON.stringify(answer)}\n`);
    });
  });
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, resolve);
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

async function answerTo(line: string, parts: ControlParts): Promise<Answer> {
  try {
    if (line === 'copy') return await copyDatabase(parts);
    if (line === 'check') return await checkAll(parts);
    const [word = '', argument = ''] = line.split(' ', 2);
    const asked = Object.hasOwn(parts.requests, word) ? parts.requests[word] : undefined;
    return (await asked?.(argument)) ?? { error: 'unknown request' };
  } catch (error) {
    parts.log.warn({ err: error, request: line }, 'a request of the control socket failed');
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function checkAll({ reconciler, sequencer }: ControlParts): Promise<FullCheck> {
  const results = await reconciler.checkEverything();
  return {
    lastSequence: sequencer.health().lastSequence,
    drifts: results
      .flatMap(({ drifts }) => drifts)
      .map(({ check, subject, difference }) => `${check} of ${subject} by ${difference}`),
  };
}

async function copyDatabase({
  database,
  sequencer,
  dataDir,
  log,
}: ControlParts): Promise<DatabaseCopy> {
  if (!(database instanceof PgliteDatabase)) throw new Error('the database is not an embedded one');
  const target = copyFolderOf(dataDir);
  await rm(target, { recursive: true, force: true });
  const copy = new FolderCopy(
    path.join(dataDir, DATABASE_FOLDER),
    path.join(target, DATABASE_FOLDER),
  );
  const startedAtMs = performance.now();
  await copy.copyAll();
  const restsAtMs = performance.now();
  const { held, lastSequence } = await sequencer.atRest(async (engine) => {
    await database.atRest(() => copy.copyChanges());
    return {
      held: engine.holdSnapshot(),
      lastSequence: sequencer.health().lastSequence,
    };
  });
  const times = {
    tookMs: Math.round(performance.now() - startedAtMs),
    restedMs: Math.round(performance.now() - restsAtMs),
  };
  const answer = { stateHash: await inTurns(stateHashSteps(held)), lastSequence };
  log.info({ ...answer, ...times }, 'the database was copied for a backup');
  return answer;
}

/** Asks the server that runs on this data folder for a copy; undefined where none answers. */
export const askForCopy = (dataDir: string): Promise<DatabaseCopy | undefined> =>
  ask<DatabaseCopy>(dataDir, 'copy');

/** Asks the server that runs on this data folder for every check; undefined where none answers. */
export const askForChecks = (dataDir: string): Promise<FullCheck | undefined> =>
  ask<FullCheck>(dataDir, 'check');

/** Asks the server that runs on this data folder; undefined where none answers. Throws BackupError with its refusal. */
export async function ask<Wanted>(dataDir: string, request: string): Promise<Wanted | undefined> {
  const socket = await connectTo(socketPath(dataDir));
  if (socket === undefined) return undefined;
  socket.write(`${request}\n`);
  let text = '';
  try {
    for await (const chunk of socket) text += String(chunk);
  } catch {
    text = '';
  }
  if (text === '') throw new BackupError('the server ended before it answered');
  const answer = JSON.parse(text) as Wanted | { readonly error: string };
  if (typeof answer === 'object' && answer !== null && 'error' in answer)
    throw new BackupError(`the server refused: ${answer.error}`);
  return answer as Wanted;
}

/** A connection; undefined where nobody listens. */
function connectTo(place: string): Promise<net.Socket | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect(place);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

const socketPath = (dataDir: string): string => path.join(controlFolderOf(dataDir), 'server.sock');
