/**
 * Folders that only the server's own user may enter. What lies in them opens every account: the embedded database of
 * a demo holds its secret too. Windows has no such modes: there the folder's own rights must do.
 */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { StartRefusedError } from './database.ts';

const FOLDER_MODE = 0o700;
/** What group and others may do. */
const OTHERS = 0o077;

const hasModes = process.platform !== 'win32';

/** Whatever this process writes from now on is its user's alone. Not in a worker thread, which shares the process's. */
export function writePrivately(): void {
  process.umask(OTHERS);
}

/**
 * Makes a folder of `setting` for this user alone, or takes one that is. One with something in it that others may
 * enter is refused with what to run: they may have read or changed it, which is for a person to judge.
 */
export function openPrivateFolder(folder: string, setting = 'DATA_DIR'): void {
  fs.mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  if (!isOpen(folder)) return;
  if (fs.readdirSync(folder).length === 0 && close(folder, FOLDER_MODE)) return;
  throw new StartRefusedError(
    `${setting}: others than this user may enter ${folder}; run: chmod -R go= ${quoted(folder)}`,
  );
}

/** Takes from group and others what they may do to what is in a folder; to all that is below it unless told not to. */
export function closeWithin(folder: string, { isDeep = true } = {}): void {
  if (!hasModes) return;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    if (isOpen(place)) fs.chmodSync(place, fs.statSync(place).mode & 0o7700);
    if (isDeep && entry.isDirectory()) closeWithin(place);
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
