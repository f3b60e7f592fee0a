/** Where uploaded files lie, by the rules of verification/files-vault.ts. */
import path from 'node:path';
import type { Queryable } from '../store/database.ts';
import { BackupError } from './records.ts';

/** A name comes from a table or a file, so it is checked before it becomes a path. */
export function pathOfUpload(folder: string, name: string): string {
  if (!/^[0-9a-f]{32}$/.test(name)) throw new BackupError('an uploaded file has an unknown name');
  return path.join(folder, name.slice(0, 2), name);
}

export const uploadsIn = (dataDir: string): string => path.join(dataDir, 'uploads');

/** Names of all files, read in steps. */
export async function* listFileNames(source: Queryable): AsyncGenerator<string> {
  for (let last = 0n; ; ) {
    const rows = await source.query<{ file_id: bigint; name: string }>(
      'SELECT file_id, name FROM files WHERE file_id > $1 ORDER BY file_id LIMIT 1000',
      [last],
    );
    for (const { name } of rows) yield name;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.file_id;
  }
}
