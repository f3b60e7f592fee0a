/**
 * What a disk holds after its power failed. Data of a file are certain up to its last sync; each later page of 4 kB is there or
 * not, as the seed says. Names, sizes and removals are journalled, as on ext4 and XFS: they come in their order, up to some
 * point at or after the last sync of anything. Out of reach: a disk that lies about a sync.
 */

/**
 * What a disk holds after its power failed. Data of a file are certain up to its last sync; each later page of 4 kB is there or
 * not, as the seed says. Names, sizes and removals are journalled, as on ext4 and XFS: they come in their order, up to some
 * point at or after the last sync of anything. Out of reach: a disk that lies about a sync.
 */
import fs, { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import type { Draw } from './draw.ts';

const PAGE_BYTES = 4_096;

interface Head {
  readonly does: string;
  readonly file: string;
  readonly to?: string;
  readonly size?: number;
  readonly position?: number;
  readonly bytes: number;
}

interface Operation extends Head {
  /** Where its bytes begin in the log. */
  readonly at: number;
}

export interface PowerLoss {
  /** The folder as it was when the server started, all of which is on the disk. Changed in place. */
  readonly folder: string;
  /** What recording-fs.mjs wrote. */
  readonly log: string;
  readonly draw: Draw;
  /** Whether syncs were promises only: then the rounds must find losses, or they would find none ever. */
  readonly isLying?: boolean;
}

/** Makes the folder what a restart after the power failure would find; gives how much was lost. */
export function losePower({ folder, log, draw, isLying = false }: PowerLoss): {
  readonly operations: number;
  readonly pagesLost: number;
} {
  const operations = readLog(log).filter(({ does }) => !(isLying && does === 'sync'));
  const lastSync = operations.findLastIndex(({ does }) => does === 'sync');
  // As many of the journalled operations after it as the seed says.
  const journalled = lastSync + 1 + draw.below(operations.length - lastSync);
  const certain = certainData(operations);
  const input = openSync(log, 'r');
  let pagesLost = 0;
  try {
    for (const [index, operation] of operations.entries()) {
      const place = path.join(folder, operation.file);
      if (operation.does === 'sync') continue;
      if (operation.does !== 'write') {
        if (index < journalled) applyName(folder, operation);
        continue;
      }
      // The file may be gone by now, or its creation lost.
      if (!fs.existsSync(place)) continue;
      const bytes = Buffer.alloc(operation.bytes);
      readSync(input, bytes, 0, bytes.length, operation.at);
      pagesLost += writePages(place, { operation, bytes, draw, isCertain: certain.has(index) });
    }
  } finally {
    closeSync(input);
  }
  return { operations: operations.length, pagesLost };
}

function readLog(log: string): Operation[] {
  const operations: Operation[] = [];
  const input = openSync(log, 'r');
  try {
    const length = Buffer.alloc(4);
    for (let at = 0; readSync(input, length, 0, 4, at) === 4; ) {
      const text = Buffer.alloc(length.readUInt32BE());
      // A record that the kill cut off is of something that was never done.
      if (readSync(input, text, 0, text.length, at + 4) < text.length) break;
      const head = JSON.parse(text.toString('utf8')) as Head;
      const begins = at + 4 + text.length;
      if (begins + head.bytes > fs.fstatSync(input).size) break;
      operations.push({ ...head, at: begins });
      at = begins + head.bytes;
    }
  } finally {
    closeSync(input);
  }
  return operations;
}

/** Writes that a later sync of their file, under whatever name, made certain. */
function certainData(operations: readonly Operation[]): Set<number> {
  const certain = new Set<number>();
  const pending = new Map<string, number[]>();
  for (const [index, { does, file, to }] of operations.entries()) {
    if (does === 'write') pending.set(file, [...(pending.get(file) ?? []), index]);
    if (does === 'sync') {
      for (const written of pending.get(file) ?? []) certain.add(written);
      pending.delete(file);
    }
    if (does === 'renameSync' && to !== undefined) {
      pending.set(to, pending.get(file) ?? []);
      pending.delete(file);
    }
    if (does === 'unlinkSync') pending.delete(file);
  }
  return certain;
}

function applyName(folder: string, { does, file, to, size }: Operation): void {
  const place = path.join(folder, file);
  switch (does) {
    case 'mkdirSync':
      fs.mkdirSync(place, { recursive: true });
      break;
    case 'rmdirSync':
      fs.rmSync(place, { recursive: true, force: true });
      break;
    case 'unlinkSync':
      fs.rmSync(place, { force: true });
      break;
    case 'create':
    case 'writeFileSync':
      fs.closeSync(fs.openSync(place, 'a'));
      break;
    case 'truncateSync':
      if (fs.existsSync(place)) fs.truncateSync(place, size ?? 0);
      break;
    case 'renameSync':
      if (fs.existsSync(place) && to !== undefined) fs.renameSync(place, path.join(folder, to));
      break;
    default:
      throw new Error(`an operation that the power failure does not know: ${does}`);
  }
}

/** Page by page, as a disk takes them; gives how many it did not take. */
function writePages(
  place: string,
  {
    operation,
    bytes,
    draw,
    isCertain,
  }: {
    readonly operation: Operation;
    readonly bytes: Buffer;
    readonly draw: Draw;
    readonly isCertain: boolean;
  },
): number {
  const output = openSync(place, 'r+');
  let lost = 0;
  try {
    const start = operation.position ?? 0;
    for (let at = 0; at < bytes.length; ) {
      const end = Math.min(bytes.length, at + PAGE_BYTES - ((start + at) % PAGE_BYTES));
      if (isCertain || draw.below(2) === 0) fs.writeSync(output, bytes, at, end - at, start + at);
      else lost += 1;
      at = end;
    }
  } finally {
    closeSync(output);
  }
  return lost;
}
