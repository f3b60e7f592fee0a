/**
 * The worker thread in which PGlite lives: it computes on the thread that calls it, which must not be the
 * one that serves requests. Protocol messages come in, protocol messages go out, in order.
 */
import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { DURABLE_PARAMETERS, DurableNodeFs, LEAN_PARAMETERS } from './durable-node-fs.ts';
import { type WorkerAnswer, type WorkerRequest, type WorkerSetup, wordsOf } from './messages.ts';
import { closeWithin } from './private-folder.ts';

const setup = workerData as WorkerSetup;
const port = parentPort;
if (port === null) throw new Error('pglite-worker runs as a worker thread only');
const send = (answer: WorkerAnswer, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(answer, transfer);

/** As shipped, but with fsync: every parameter except `-F`. */
const durableParameters = (): string[] => [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...DURABLE_PARAMETERS,
  ...LEAN_PARAMETERS,
];

async function open(): Promise<PGlite> {
  if (setup.folder !== undefined) return openFolder(setup.folder, setup.isSyncHooked);
  const { template } = setup;
  if (template === undefined) return PGlite.create();
  return PGlite.create({ loadDataDir: new Blob([fs.readFileSync(template)]) });
}

async function openFolder(folder: string, isSyncHooked: boolean): Promise<PGlite> {
  // What an earlier version made was open to all.
  closeWithin(folder);
  const files = new DurableNodeFs(folder, isSyncHooked);
  const database = await openFiles(folder, files);
  await provesSync(database, files);
  return database;
}

/** The engine ends on files that it cannot read or write with nothing more than that it did. */
async function openFiles(folder: string, files: DurableNodeFs): Promise<PGlite> {
  try {
    return await PGlite.create({ fs: files, startParams: durableParameters() });
  } catch (error) {
    throw new Error(
      `DATA_DIR: the database in ${folder} cannot be opened (${wordsOf(error)}): it is damaged, or this user may not write it; see docs/operating/backup.md#a-damaged-database`,
    );
  }
}

/** Commits something and checks that syncs followed; otherwise this start has no durability to offer. */
async function provesSync(database: PGlite, files: DurableNodeFs): Promise<void> {
  const commits = 3;
  await database.exec('CREATE TABLE IF NOT EXISTS sync_test (at integer NOT NULL)');
  const before = files.syncCount;
  for (let at = 0; at < commits; at += 1)
    await database.exec(`INSERT INTO sync_test VALUES (${at})`);
  const synced = files.syncCount - before;
  await database.exec('TRUNCATE sync_test');
  const { rows } = await database.query<{ fsync: string }>('SHOW fsync');
  if (rows[0]?.fsync === 'on' && synced >= commits) return;
  throw new Error(
    `the embedded database does not sync: ${synced} syncs for ${commits} commits, fsync ${rows[0]?.fsync}`,
  );
}

/** Not by `execProtocolRawSync`, which parses what it gives as well, row by row, and keeps that for ever. */
async function exchange(database: PGlite, messages: Uint8Array): Promise<void> {
  const parts: Uint8Array[] = [];
  // What it passes is a view of its memory.
  const onRawData = (part: Uint8Array) => void parts.push(part.slice());
  await database.execProtocolRawStream(messages, { syncToFs: false, onRawData });
  const answer = parts.length === 1 && parts[0] ? parts[0] : new Uint8Array(Buffer.concat(parts));
  send({ kind: 'answer', bytes: answer }, [answer.buffer as ArrayBuffer]);
}

async function dump(database: PGlite, path: string): Promise<void> {
  const tarball = await database.dumpDataDir('none');
  fs.writeFileSync(path, new Uint8Array(await tarball.arrayBuffer()), { mode: 0o600 });
  send({ kind: 'answer', bytes: new Uint8Array() });
}

try {
  const database = await open();
  port.on('message', async (request: WorkerRequest) => {
    if (request.kind === 'exchange') await exchange(database, request.bytes);
    else if (request.kind === 'dump') await dump(database, request.path);
    else {
      await database.close();
      send({ kind: 'answer', bytes: new Uint8Array() });
      port.close();
    }
  });
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'refused', message: wordsOf(error) });
}
