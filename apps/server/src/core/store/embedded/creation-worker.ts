/**
 * The worker thread in which a new database is made, and which ends with it: two engines are started for that, whose memory
 * would stay with a thread that lives on.
 */
import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { DurableNodeFs, syncFolder, syncTree } from './durable-node-fs.ts';
import { type WorkerAnswer, wordsOf } from './messages.ts';
import { closeWithin } from './private-folder.ts';

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

const port = parentPort;
if (port === null) throw new Error('creation-worker runs as a worker thread only');
let answer: WorkerAnswer = { kind: 'ready' };
try {
  await createFolder(workerData as string);
} catch (error) {
  answer = { kind: 'refused', message: wordsOf(error) };
}
port.postMessage(answer);
