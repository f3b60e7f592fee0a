/**
 * What a running server says of its exchange to whoever holds its machine: by it a tool with other settings is refused as a
 * start with them would be. The embedded database is its server's alone, so nobody else can look.
 */
import { ask } from '../core/backup/control.ts';
import { type KeptSecret, readKeptSecret } from '../core/operations/deployment.ts';
import type { Queryable } from '../core/store/database.ts';
import { readMode } from './first-start.ts';

export const KEPT_REQUEST = 'kept';

export interface Kept extends KeptSecret {
  readonly mode: unknown;
}

export const readKept = async (database: Queryable): Promise<Kept> => ({
  mode: await readMode(database),
  ...(await readKeptSecret(database)),
});

/** Asks the server that runs on this data folder; undefined where none answers. Throws BackupError with its refusal. */
export const askKept = (dataDir: string): Promise<Kept | undefined> =>
  ask<Kept>(dataDir, KEPT_REQUEST);
