/**
 * Which exchange a data folder belongs to. The database has an id, and the folder a note of it, so that a start on
 * a folder that has lost its database, or beside a database that is another's, does not begin a second exchange
 * under the users of the first (docs/operating/backup.md).
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { type Queryable, StartRefusedError } from './database.ts';
import { DATABASE_FOLDER } from './embedded/database.ts';
import { syncFolder } from './embedded/durable-node-fs.ts';
import { isProbe } from './embedded/private-folder.ts';
import { AGREED_MARK, LISTS_AGREED_MARK, readSetting, settleSetting } from './settings-queries.ts';

const MARK_FILE = 'exchange-id';
/** What a process knows of its own past (core/sequencer/high-water.ts). */
export const HIGH_WATER_FILE = 'high-water.json';
const SETTING = 'exchange_id';
const ID = /^[0-9a-f-]{36}$/;

export interface ExchangeFolders {
  readonly dataDir: string;
  readonly uploadsDir: string;
}

/** The id that a folder notes; undefined when it notes none. */
export function readMark(dataDir: string): string | undefined {
  try {
    const text = fs.readFileSync(path.join(dataDir, MARK_FILE), 'utf8').trim();
    return ID.test(text) ? text : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Refuses a new embedded database where one was: `databaseFolder` is not there, other things are. */
export function refuseLostFolder(folders: ExchangeFolders, databaseFolder: string): void {
  if (!fs.existsSync(databaseFolder) && heldExchange(folders)) throw lost(folders.dataDir);
}

/** Refuses a database that is not the one the folder knows. Before its schema is touched. */
export async function refuseOtherDatabase(
  database: Queryable,
  folders: ExchangeFolders,
): Promise<void> {
  const mark = readMark(folders.dataDir);
  const id = await readExchangeId(database);
  if (mark !== undefined && id !== undefined && mark !== id)
    throw new StartRefusedError(
      `DATA_DIR: ${folders.dataDir} belongs to another exchange than the database; set the DATA_DIR and DATABASE_URL that belong together, or see docs/operating/backup.md`,
    );
  const isLost =
    mark !== undefined ? id === undefined : heldExchange(folders) && (await isEmpty(database));
  if (!isLost) return;
  if (fs.existsSync(path.join(folders.dataDir, DATABASE_FOLDER)))
    throw new StartRefusedError(
      `DATA_DIR: ${folders.dataDir} holds an exchange in its embedded database, and DATABASE_URL names an empty one; move it there with npm run move-to-postgres (docs/operating/backup.md), or use an empty folder for a new exchange`,
    );
  throw lost(folders.dataDir);
}

/** The id of the database, which is given one where it has none. */
export async function exchangeIdOf(database: Queryable, nowMs: number): Promise<string> {
  const value = JSON.stringify(randomUUID());
  return String(await settleSetting(database, SETTING, { value, nowMs }));
}

/** Gives the database its id where it has none, and notes it in the folder. */
export async function settleMark(
  database: Queryable,
  dataDir: string,
  nowMs: number,
): Promise<void> {
  const id = await exchangeIdOf(database, nowMs);
  if (readMark(dataDir) !== id) writeMark(dataDir, id);
}

/** After a restore, which makes the folder that of the exchange in the backup: notes its id, or that it has none yet. */
export async function adoptExchange(database: Queryable, dataDir: string): Promise<void> {
  const id = await readExchangeId(database);
  // Numbers that another exchange gave out in this folder say nothing of the one in the backup.
  if (readMark(dataDir) !== id) fs.rmSync(path.join(dataDir, HIGH_WATER_FILE), { force: true });
  else await forgetAgreed(database, dataDir);
  if (id !== undefined) writeMark(dataDir, id);
  else fs.rmSync(path.join(dataDir, MARK_FILE), { force: true });
}

/** A backup of before digests were made has none, and one of before those of lists none of these: the next start makes them. */
async function forgetAgreed(database: Queryable, dataDir: string): Promise<void> {
  const place = path.join(dataDir, HIGH_WATER_FILE);
  if (!fs.existsSync(place)) return;
  const isBegun = (await readSetting(database, AGREED_MARK)) !== undefined;
  if (isBegun && (await readSetting(database, LISTS_AGREED_MARK)) !== undefined) return;
  const kept = JSON.parse(fs.readFileSync(place, 'utf8')) as object;
  const forgotten = { ...(!isBegun && { isAgreedBegun: false }), areListsAgreed: false };
  const text = JSON.stringify({ ...kept, ...forgotten });
  fs.writeFileSync(place, `${text}\n`, { mode: 0o600, flush: true });
}

function writeMark(dataDir: string, id: string): void {
  const place = path.join(dataDir, MARK_FILE);
  // Several processes begin on one folder at once.
  const unfinished = `${place}.${process.pid}.unfinished`;
  fs.writeFileSync(unfinished, `${id}\n`, { mode: 0o600, flush: true });
  fs.renameSync(unfinished, place);
  syncFolder(dataDir);
}

const lost = (dataDir: string): StartRefusedError =>
  new StartRefusedError(
    `DATA_DIR: ${dataDir} held an exchange whose database is gone; restore it as docs/operating/backup.md says, or use an empty folder for a new one`,
  );

/** Whether there are traces of an exchange: its note, or pictures of its users. */
function heldExchange({ dataDir, uploadsDir }: ExchangeFolders): boolean {
  return readMark(dataDir) !== undefined || hasEntries(uploadsDir);
}

const hasEntries = (folder: string): boolean =>
  fs.existsSync(folder) && fs.readdirSync(folder).some((name) => !isProbe(name));

async function readExchangeId(database: Queryable): Promise<string | undefined> {
  if (await isEmpty(database)) return undefined;
  const id = await readSetting(database, SETTING);
  return typeof id === 'string' ? id : undefined;
}

/** Whether no exchange was ever set up in it. */
export async function isEmpty(database: Queryable): Promise<boolean> {
  const [row] = await database.query<{ has_settings: boolean }>(
    "SELECT to_regclass('settings') IS NOT NULL AS has_settings",
  );
  if (row?.has_settings !== true) return true;
  return (await readSetting(database, 'mode')) === undefined;
}
