/**
 * Folders that only the server's own user may enter. What lies in them opens every account: the embedded database of
 * a demo holds its secret too. Windows has no such modes: there the folder's own rights must do.
 */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { StartRefusedError } from '../database.ts';

const FOLDER_MODE = 0o700;
/** What group and others may do. */
const OTHERS = 0o077;

const PROBE = '.probe-';

/** What a start of another process writes to see whether it may: it is gone in a moment. */
export const isProbe = (name: string): boolean => name.startsWith(PROBE);

const hasModes = process.platform !== 'win32';

/** Whatever this process writes from now on is its user's alone. Not in a worker thread, which shares the process's. */
export function writePrivately(): void {
  process.umask(OTHERS);
}

/**
 * Makes a folder of `setting` for this user alone, or takes one that is. One with something in it that others may
 * enter is refused with what to run: they may have read or changed it, which is for a person to judge.
 */
export function openPrivateFolder(folder: string, setting = 'DATA_DIR'): MadeFolder {
  let first: string | undefined;
  refuseUnusable(folder, setting, () => {
    first = fs.mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  });
  refuseOthersFolder(folder, setting);
  const isClosed =
    !isOpen(folder) || (fs.readdirSync(folder).length === 0 && close(folder, FOLDER_MODE));
  if (!isClosed) throw new StartRefusedError(openLine(folder, setting));
  const probe = path.join(folder, `${PROBE}${process.pid}`);
  refuseUnusable(folder, setting, () => {
    fs.writeFileSync(probe, 'written by a start\n', { mode: 0o600, flush: true });
    fs.rmSync(probe);
  });
  return { folder, ...(first !== undefined && { first }) };
}

/** A folder that was opened, and the first on its way that had to be made; absent where it was there. */
export interface MadeFolder {
  readonly folder: string;
  readonly first?: string;
}

/** Takes back what was made, as far as nothing is in it. */
export function removeMade({ folder, first }: MadeFolder): void {
  if (first === undefined) return;
  for (let place = folder; place.startsWith(first); place = path.dirname(place)) {
    try {
      fs.rmdirSync(place);
    } catch {
      return;
    }
  }
}

/** The same of a folder that is there, without making or closing anything. */
export function refuseOpenFolder(folder: string, setting = 'DATA_DIR'): void {
  refuseOthersFolder(folder, setting);
  if (isOpen(folder) && fs.readdirSync(folder).length > 0)
    throw new StartRefusedError(openLine(folder, setting));
}

const openLine = (folder: string, setting: string): string =>
  `${setting}: others than this user may enter ${folder}; run: chmod -R go= ${quoted(folder)}`;

/** A folder of somebody else's cannot be closed by this user, nor kept closed to its owner. */
function refuseOthersFolder(folder: string, setting: string): void {
  const own = process.getuid?.();
  const { uid } = fs.statSync(folder);
  if (own === undefined || own === 0 || own === uid) return;
  throw new StartRefusedError(
    `${setting}: ${folder} belongs to ${nameOfUser(uid)}, and this is ${nameOfUser(own)}: start as its owner, or have it given to this user (chown -R)`,
  );
}

/** As the machine's list of users has it. */
export function nameOfUser(uid: number): string {
  try {
    const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
    const fields = lines.map((line) => line.split(':'));
    return fields.find(([, , id]) => id === String(uid))?.[0] ?? `user ${uid}`;
  } catch {
    return `user ${uid}`;
  }
}

/** Runs what needs a folder of a setting. Throws StartRefusedError with what is wrong with the folder. */
export function refuseUnusable(folder: string, setting: string, use: () => void): void {
  try {
    use();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const why = whyUnusable(code);
    if (why === undefined) throw error;
    throw new StartRefusedError(`${setting}: ${folder}: ${why}`, { cause: error });
  }
}

/** What a folder or file is not good for, by the system's word for it; undefined for what is a fault. */
export function whyUnusable(code: string): string | undefined {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'this user may not write there';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'it is not a folder';
    case 'ENOENT':
      return 'there is no such place, and none can be made';
    case 'EROFS':
      return 'it is read-only, as a disk becomes that fails: see docs/operating/backup.md#a-damaged-database';
    case 'EIO':
      return 'its disk fails: see docs/operating/backup.md#a-damaged-database';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'there is no room left';
    default:
      return undefined;
  }
}

/** Takes from group and others what they may do to what is in a folder; to all that is below it unless told not to. */
export function closeWithin(folder: string, { isDeep = true } = {}): void {
  if (!hasModes) return;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    closeOne(place);
    if (isDeep && entry.isDirectory()) closeWithin(place);
  }
}

/** What another process on the folder has renamed or removed since it was listed needs nothing. */
function closeOne(place: string): void {
  try {
    if (isOpen(place)) fs.chmodSync(place, fs.statSync(place).mode & 0o7700);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

const isOpen = (place: string): boolean => hasModes && (fs.statSync(place).mode & OTHERS) !== 0;

/** Whether it could be closed: a folder of somebody else's cannot. */
function close(folder: string, mode: number): boolean {
  try {
    fs.chmodSync(folder, mode);
    return true;
  } catch {
    return false;
  }
}

/** As a shell takes it. */
const quoted = (place: string): string =>
  /^[\w./-]+$/.test(place) ? place : `'${place.replaceAll("'", String.raw`'\''`)}'`;
