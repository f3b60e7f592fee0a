/**
 * The worker thread in which PGlite lives: it computes on the thread that calls it, which must not be the
 * one that serves requests. Protocol messages come in, protocol messages go out, in order.
 */
import fs from 'node:fs';
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { DURABLE_PARAMETERS, DurableNodeFs, syncFolder, syncTree } from './durable-node-fs.ts';
import type { WorkerAnswer, WorkerRequest, WorkerSetup } from './pglite-messages.ts';
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
];

async function open(): Promise<PGlite> {
  if (setup.folder !== undefined) return openFolder(setup.folder, setup.isSyncHooked);
  const { template } = setup;
  if (template === undefined) return PGlite.create();
  return PGlite.create({ loadDataDir: new Blob([fs.readFileSync(template)]) });
}

async function openFolder(folder: string, isSyncHooked: boolean): Promise<PGlite> {
  if (!fs.existsSync(folder)) await createFolder(folder);
  // What an earlier version made was open to all.
  else closeWithin(folder);
  const files = new DurableNodeFs(folder, isSyncHooked);
  const database = await PGlite.create({ fs: files, startParams: durableParameters() });
  await provesSync(database, files);
  return database;
}

/** Creates the database beside its place and moves it there whole: an interrupted start leaves nothing. */
async function createFolder(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  const database = await PGlite.create({ fs: new DurableNodeFs(unfinished, true) });
  await database.close();
  closeWithin(unfinished);
  syncTree(unfinished);
  fs.renameSync(unfinished, folder);
  syncFolder(`${folder}/..`);
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

function exchange(database: PGlite, messages: Uint8Array): void {
  const answer = database.execProtocolRawSync(messages);
  send({ kind: 'answer', bytes: answer }, [answer.buffer as ArrayBuffer]);
}

async function dump(database: PGlite, path: string): Promise<void> {
  const tarball = await database.dumpDataDir('none');
  fs.writeFileSync(path, new Uint8Array(await tarball.arrayBuffer()), { mode: 0o600 });
  send({ kind: 'answer', bytes: new Uint8Array() });
}

/** What stopped a start, in one line: the engine's own faults are plain objects. */
function wordsOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const said = inspect(error, { depth: 1, breakLength: Number.POSITIVE_INFINITY, compact: true });
  return `the embedded database cannot be opened: ${said.replaceAll(/\s+/g, ' ')}`;
}

try {
  const database = await open();
  port.on('message', async (request: WorkerRequest) => {
    if (request.kind === 'exchange') exchange(database, request.bytes);
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
