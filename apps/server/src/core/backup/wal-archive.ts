/**
 * An archive of base backups and WAL as `deploy/postgres/base-backup.sh` and `archive-wal.sh` keep it: `base-TIME-pgVERSION.packed`,
 * and of each file of WAL `NAME.packed` with the digest of what was packed in `NAME.sha256`.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { BackupError } from './records.ts';

export interface WalArchive {
  /** Folder of base backups. */
  readonly base: string;
  /** Folder of WAL. */
  readonly wal: string;
  /** A shell's words for the program that unpacks, from standard input to standard output. */
  readonly unpack: string;
}

export interface BaseBackup {
  readonly name: string;
  readonly file: string;
  /** When it was complete: any moment from then on can be recovered from it. */
  readonly completeAt: Temporal.Instant;
  /** Major version of PostgreSQL. */
  readonly version: number;
}

const BASE = /^(base-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2}\.\d{3})Z-pg(\d{2}))\.packed$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A moment as `--at` names it: ISO 8601 with its zone, to the microsecond. Throws BackupError. */
export function readMoment(text: string): Temporal.Instant {
  try {
    if (TIME.test(text)) return Temporal.Instant.from(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new BackupError(
    `--at: "${text}" is no time with its zone, such as 2026-11-25T13:08:25Z or 2026-11-25T14:08:25.5+01:00`,
  );
}

/** The newest base backup that was complete at that moment. Throws BackupError where there is none. */
export async function chooseBase({ base }: WalArchive, at: Temporal.Instant): Promise<BaseBackup> {
  const bases = (await namesIn(base, '--base')).flatMap((name) => baseOf(base, name));
  const [first] = bases;
  if (first === undefined) throw new BackupError(`--base: there is no base backup in ${base}`);
  const chosen = bases.findLast(({ completeAt }) => Temporal.Instant.compare(completeAt, at) <= 0);
  if (chosen === undefined)
    throw new BackupError(
      `--at: ${at} is before the first base backup, which was complete at ${first.completeAt}`,
    );
  return chosen;
}

function baseOf(folder: string, file: string): BaseBackup[] {
  const [, name = '', year, month, day, hour, minute, second, version] = BASE.exec(file) ?? [];
  if (version === undefined) return [];
  const completeAt = Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return [{ name, file: path.join(folder, file), completeAt, version: Number(version) }];
}

/** Names of whole segments, in the order of their timelines. */
export async function segmentsIn({ wal }: WalArchive): Promise<string[]> {
  return (await namesIn(wal, '--wal')).flatMap(
    (name) => /^([0-9A-F]{24})\.packed$/.exec(name)?.[1] ?? [],
  );
}

async function namesIn(folder: string, option: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${option}: ${folder} cannot be read (${error.code})`);
  });
  return names.sort();
}
