/**
 * Folders that a drill, a recovery or the doctor works in, under the system's temporary one (TMPDIR). Each is locked for as long as its process
 * lives: what a killed one left, a whole exchange that anybody who becomes its owner could read, is removed by the next.
 */
import { existsSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { StartRefusedError } from '../store/database.ts';
import { type FolderLock, lockAnyFolder } from '../store/embedded/folder-lock.ts';

const NAME = /^fairlead-(?:doctor-copy|drill|recovery)-[0-9A-Za-z]{6}$/;

export interface Scratch {
  readonly folder: string;
  /** Removes it with all that is in it. */
  remove(): Promise<void>;
}

/** An empty folder of this process's own; `owners` beside it: uids that it gives its folders to. */
export async function makeScratch(
  kind: 'doctor-copy' | 'drill' | 'recovery',
  owners: readonly number[],
): Promise<Scratch> {
  await removeAbandoned(owners);
  for (;;) {
    const folder = await mkdtemp(path.join(os.tmpdir(), `fairlead-${kind}-`));
    const lock = await lockIfFree(folder);
    // Another drill that begins just now may have taken it for one that was left.
    if (lock === undefined) continue;
    if (existsSync(folder)) return scratchOf(folder, lock);
    await lock.release();
  }
}

const scratchOf = (folder: string, lock: FolderLock): Scratch => ({
  folder,
  remove: async () => {
    await rm(folder, { recursive: true, force: true });
    await lock.release();
  },
});

async function removeAbandoned(owners: readonly number[]): Promise<void> {
  const own = new Set([process.getuid?.(), ...owners]);
  for (const name of await readdir(os.tmpdir())) {
    if (!NAME.test(name)) continue;
    const folder = path.join(os.tmpdir(), name);
    const found = await lstat(folder).catch(() => undefined);
    // The temporary folder is everybody's: what others made or may write is theirs.
    if (!found?.isDirectory() || (found.mode & 0o077) !== 0) continue;
    if (process.getuid !== undefined && !own.has(found.uid)) continue;
    const lock = await lockIfFree(folder);
    if (lock === undefined) continue;
    // What cannot be removed now is tried again by the next.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    await lock.release();
  }
}

/** Undefined where another process has it, or it is gone. */
async function lockIfFree(folder: string): Promise<FolderLock | undefined> {
  try {
    return await lockAnyFolder(folder);
  } catch (error) {
    if (error instanceof StartRefusedError || !existsSync(folder)) return undefined;
    throw error;
  }
}
