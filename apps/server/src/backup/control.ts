/**
 * How `npm run backup` asks a running server for a copy of its embedded database: by a Unix socket in a folder that only
 * the server's user may enter. No network reaches it; who can write to the data folder can read the data anyway.
 */
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import readline from 'node:readline';
import type { Logger } from 'pino';
import type { Sequencer } from '../sequencer/sequencer.ts';
import { FolderCopy } from '../store/folder-copy.ts';
import { Mutex } from '../store/mutex.ts';
import { DATABASE_FOLDER, PgliteDatabase } from '../store/pglite-database.ts';
import { BackupError } from './backup-error.ts';

const ASK = 'copy';
/** Longest path that every system takes for a socket (macOS: 104 bytes with the end mark). */
const SOCKET_PATH_BYTES_MAX = 103;

/** Where a copy of the embedded database is made, within the data folder: one at a time. */
export const copyFolderOf = (dataDir: string): string => path.join(dataDir, 'backup.copy');

/** The copy, and what the running engine says it is a copy of. */
export interface DatabaseCopy {
  readonly stateHash: string;
  readonly lastSequence: number;
}

type ControlAnswer = DatabaseCopy | { readonly error: string };

export interface Control {
  stop(): Promise<void>;
}

export interface ControlParts {
  readonly database: unknown;
  readonly sequencer: Pick<Sequencer, 'atRest' | 'health'>;
  readonly dataDir: string;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** Answers such calls; nothing to answer where the database is not an embedded one. */
export async function startControl(parts: ControlParts): Promise<Control> {
  const { database, dataDir, log } = parts;
  if (!(database instanceof PgliteDatabase)) return { stop: async () => undefined };
  const place = socketPath(dataDir);
  if (Buffer.byteLength(place) > SOCKET_PATH_BYTES_MAX) {
    log.warn({ place }, 'the path of DATA_DIR is too long for backups while the server runs');
    return { stop: async () => undefined };
  }
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  chmodSync(path.dirname(place), 0o700);
  rmSync(place, { force: true });
  const turn = new Mutex();
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    readline.createInterface({ input: socket }).once('line', async (line) => {
      const answer = await turn.run(() => answerTo(line, { ...parts, database }));
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
      }),
  };
}

async function answerTo(
  line: string,
  parts: ControlParts & { readonly database: PgliteDatabase },
): Promise<ControlAnswer> {
  if (line !== ASK) return { error: 'unknown request' };
  try {
    const startedAtMs = Date.now();
    const copy = await copyDatabase(parts);
    const tookMs = Date.now() - startedAtMs;
    parts.log.info({ ...copy, tookMs }, 'the database was copied for a backup');
    return copy;
  } catch (error) {
    parts.log.warn({ err: error }, 'the database could not be copied for a backup');
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function copyDatabase({
  database,
  sequencer,
  dataDir,
}: ControlParts & { readonly database: PgliteDatabase }): Promise<DatabaseCopy> {
  const target = copyFolderOf(dataDir);
  await rm(target, { recursive: true, force: true });
  const copy = new FolderCopy(
    path.join(dataDir, DATABASE_FOLDER),
    path.join(target, DATABASE_FOLDER),
  );
  await copy.copyAll();
  return sequencer.atRest(async (engine) => {
    await database.atRest(() => copy.copyChanges());
    return { stateHash: String(engine.stateHash()), lastSequence: sequencer.health().lastSequence };
  });
}

/** Asks the server that runs on this data folder; undefined where none answers. */
export async function askForCopy(dataDir: string): Promise<DatabaseCopy | undefined> {
  const socket = net.connect(socketPath(dataDir));
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
  } catch {
    return undefined;
  }
  socket.write(`${ASK}\n`);
  let text = '';
  try {
    for await (const chunk of socket) text += String(chunk);
  } catch {
    throw new BackupError('the server ended while it copied its database');
  }
  const answer = (text === '' ? { error: 'no answer' } : JSON.parse(text)) as ControlAnswer;
  if ('error' in answer) throw new BackupError(`the server made no copy: ${answer.error}`);
  return answer;
}

const socketPath = (dataDir: string): string => path.join(dataDir, 'control', 'backup.sock');
