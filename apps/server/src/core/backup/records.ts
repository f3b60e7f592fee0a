/**
 * What a backup says, in order: how it begins, every table's rows, every uploaded file, how it ends. Each record is
 * a kind, a length and as many bytes: a note is JSON, rows are whole lines of COPY's text format. The same records
 * go into a file or straight into another database.
 */
import { createHash, hash } from 'node:crypto';
import type { BulkSequence, BulkTable } from '../store/bulk-tables.ts';

/** A backup or restore that cannot go on; the message is the line to show. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Of the records' layout. A later program reads earlier ones. */
export const FORMAT_VERSION = 1;

export interface LandedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

export interface Begin {
  readonly section: 'begin';
  readonly format: number;
  readonly createdAtMs: number;
  readonly mode: 'demo' | 'real';
  readonly migrations: readonly LandedMigration[];
  readonly tables: readonly BulkTable[];
  readonly sequences: readonly BulkSequence[];
}

/** How many, and a digest that does not depend on their order. */
export interface Tally {
  readonly count: number;
  readonly sha256: string;
}

export interface End {
  readonly section: 'end';
  readonly tables: Readonly<Record<string, Tally>>;
  readonly files: Tally;
  /** Uploads whose bytes were gone when they were to be read: deleted after the moment of the backup. */
  readonly missingFiles: number;
  readonly lastSequence: number;
  /** Of an engine made from these tables. */
  readonly stateHash: string;
}

export type Note =
  | Begin
  | { readonly section: 'table'; readonly name: string }
  /** An uploaded file as it lies on the disk: encrypted. */
  | { readonly section: 'file'; readonly name: string; readonly bytes: number }
  | End;

export type BackupRecord =
  | { readonly kind: 'note'; readonly note: Note }
  /** Rows of the table, or bytes of the file, of the note before. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

const NOTE = 1;
const BYTES = 2;
const HEAD_BYTES = 5;
/** A piece of a table is a few megabytes; what says more is not a backup. */
const RECORD_BYTES_MAX = 512 * 1024 * 1024;

export async function* encodeRecords(
  records: AsyncIterable<BackupRecord>,
): AsyncGenerator<Uint8Array> {
  for await (const record of records) {
    const isNote = record.kind === 'note';
    const payload = isNote ? Buffer.from(JSON.stringify(record.note)) : record.bytes;
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt8(isNote ? NOTE : BYTES, 0);
    head.writeUInt32BE(payload.length, 1);
    yield head;
    yield payload;
  }
}

export async function* decodeRecords(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<BackupRecord> {
  let parts: Buffer[] = [];
  let held = 0;
  let wanted = HEAD_BYTES;
  let kind: number | undefined;
  for await (const chunk of source) {
    parts.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    held += chunk.length;
    while (held >= wanted) {
      const [first] = parts;
      const whole = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
      const taken = whole.subarray(0, wanted);
      parts = [whole.subarray(wanted)];
      held -= wanted;
      if (kind === undefined) {
        kind = taken.readUInt8(0);
        wanted = taken.readUInt32BE(1);
        if ((kind !== NOTE && kind !== BYTES) || wanted > RECORD_BYTES_MAX)
          throw new BackupError('this is not a backup that this version can read');
      } else {
        yield kind === NOTE
          ? { kind: 'note', note: JSON.parse(taken.toString('utf8')) as Note }
          : { kind: 'bytes', bytes: taken };
        kind = undefined;
        wanted = HEAD_BYTES;
      }
    }
  }
  if (held > 0 || kind !== undefined) throw new BackupError('the backup ends within a record');
}

/**
 * Adds up the SHA-256 of each item, modulo 2^256: whoever reads the same items in another order gets the same. It finds
 * accidents; against forgery there is the seal.
 */
export class RunningTally {
  #count = 0;
  #sum = 0n;

  /** Each line of COPY is a row. */
  addLines(lines: Uint8Array): void {
    let start = 0;
    while (start < lines.length) {
      const end = lines.indexOf(10, start);
      if (end < 0) throw new BackupError('a piece of a table ends within a row');
      this.add(hash('sha256', lines.subarray(start, end), 'hex'));
      start = end + 1;
    }
  }

  /** One item by its SHA-256 in hexadecimal digits. */
  add(digest: string): void {
    this.#count += 1;
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${digest}`));
  }

  get value(): Tally {
    return { count: this.#count, sha256: this.#sum.toString(16).padStart(64, '0') };
  }
}

/** Digest of one uploaded file, its name included. */
export class FileDigest {
  readonly #hash = createHash('sha256');

  constructor(name: string) {
    this.#hash.update(`${name}\0`);
  }

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  get hex(): string {
    return this.#hash.digest('hex');
  }
}
