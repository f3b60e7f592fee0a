/**
 * The embedded database: whether a start with these settings would take it. A server that runs on it answers for it; otherwise
 * a copy is looked at, because opening it writes to it. Nobody is kept out of it meanwhile.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeScratch } from '../core/backup/scratch.ts';
import type { Config } from '../core/config/config.ts';
import { refuseSecret } from '../core/operations/deployment.ts';
import { StartRefusedError } from '../core/store/database.ts';
import { DATABASE_FOLDER, openPglite, refuseMoved } from '../core/store/embedded/database.ts';
import { FolderCopy } from '../core/store/embedded/folder-copy.ts';
import { isLocked } from '../core/store/embedded/folder-lock.ts';
import { refuseOpenFolder } from '../core/store/embedded/private-folder.ts';
import { isEmpty, refuseLostFolder } from '../core/store/exchange-mark.ts';
import { askKept, type Kept, readKept, refuseMode } from '../demo/index.ts';
import { bad, type Finding, good, left, note, type Subject, wordsOf } from './finding.ts';

const ABOUT = 'database';
const BACKUP_PAGE = 'docs/operating/backup.md';

export async function lookAtFolder({ config }: Subject): Promise<Finding[]> {
  const { dataDir, uploadsDir, isDemo } = config;
  const place = path.join(dataDir, DATABASE_FOLDER);
  try {
    if (fs.existsSync(dataDir)) refuseOpenFolder(dataDir);
    refuseMoved(dataDir);
    refuseLostFolder({ dataDir, uploadsDir }, place);
  } catch (error) {
    if (!(error instanceof StartRefusedError)) throw error;
    return [bad(ABOUT, wordsOf(error), `put it right (${BACKUP_PAGE})`)];
  }
  const isThere = fs.existsSync(place);
  const said = isThere ? `embedded, in ${place}` : 'embedded; the first start makes it';
  const kind = isDemo
    ? good(ABOUT, said)
    : note(ABOUT, said, 'use PostgreSQL for real money (docs/operating/deploy.md)');
  return isThere ? [kind, await lookWithin(config)] : [kind];
}

async function lookWithin(config: Config): Promise<Finding> {
  const { dataDir } = config;
  const isUsed = await isLocked(dataDir);
  const whose = isUsed ? 'of a server that runs on it' : 'as a start would find it';
  let kept: Kept | undefined;
  try {
    kept = isUsed ? await askKept(dataDir) : await readCopy(dataDir);
  } catch (error) {
    const why = wordsOf(error);
    if (error instanceof StartRefusedError) return bad(ABOUT, why, `put it right (${BACKUP_PAGE})`);
    return left(ABOUT, `${whose}, it could not be looked at: ${why}`);
  }
  if (kept === undefined)
    return isUsed
      ? left(ABOUT, 'a process uses it that does not say whose exchange it is')
      : good(ABOUT, 'no exchange in it yet');
  try {
    refuseMode(kept.mode, config);
    refuseSecret(kept, config);
    return good(ABOUT, `${whose}: of this mode, and of this SECRET_KEY`);
  } catch (error) {
    return bad(ABOUT, `${wordsOf(error)} (${whose})`, 'put it right: a start is refused as it is');
  }
}

/** Undefined where no exchange is in it yet. */
async function readCopy(dataDir: string): Promise<Kept | undefined> {
  // For this user alone; what a doctor that was killed left of it goes with the next.
  const scratch = await makeScratch('doctor-copy', []);
  // The scratch folder is locked; the database locks its own.
  const folder = path.join(scratch.folder, 'data');
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
    const source = path.join(dataDir, DATABASE_FOLDER);
    refuseWithoutRoom(source, folder);
    await new FolderCopy(source, path.join(folder, DATABASE_FOLDER)).copyAll();
    const database = await openPglite({ folder, onWorkerExit: () => undefined });
    try {
      return (await isEmpty(database)) ? undefined : await readKept(database);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof StartRefusedError)) throw error;
    throw new StartRefusedError(error.message.replaceAll(folder, dataDir));
  } finally {
    await scratch.remove();
  }
}

/** A copy must not fill the disk of those that are looked at. */
function refuseWithoutRoom(source: string, target: string): void {
  const files = fs.readdirSync(source, { recursive: true, withFileTypes: true });
  const sizeBytes = files
    .filter((file) => file.isFile())
    .reduce((sum, file) => sum + fs.statSync(path.join(file.parentPath, file.name)).size, 0);
  const { bavail, bsize } = fs.statfsSync(target);
  if (sizeBytes * 2 > bavail * bsize)
    throw new Error(`no room for a copy of ${Math.ceil(sizeBytes / 1e6)} MB in ${os.tmpdir()}`);
}
