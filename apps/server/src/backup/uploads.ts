/** Where uploaded files lie, by the rules of services/files-vault.ts. */
import path from 'node:path';
import { BackupError } from './backup-error.ts';

/** A name comes from a table or a file, so it is checked before it becomes a path. */
export function pathOfUpload(folder: string, name: string): string {
  if (!/^[0-9a-f]{32}$/.test(name)) throw new BackupError('an uploaded file has an unknown name');
  return path.join(folder, name.slice(0, 2), name);
}

export const uploadsIn = (dataDir: string): string => path.join(dataDir, 'uploads');
