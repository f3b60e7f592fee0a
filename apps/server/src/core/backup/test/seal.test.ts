/** Case I11, as far as there are files: a backup that is cut off, changed or put together anew is refused. Seed fixed. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BackupError,
  type BackupRecord,
  decodeRecords,
  encodeRecords,
  RunningTally,
} from '../records.ts';
import { openBytes, sealBytes } from '../seal.ts';

const KEY = 'one key of more than thirty-two characters';
const CHUNK = 256 * 1024;
const TAG = 16;

async function* inParts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

const seal = (bytes: Uint8Array, key?: string) => collect(sealBytes(inParts(bytes, 100_000), key));
const open = (sealed: Uint8Array, key?: string) => collect(openBytes(inParts(sealed, 70_001), key));

/** Bytes that are nowhere alike. */
function noise(bytes: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(bytes / 32) }, (_, at) =>
    createHash('sha256').update(`${at}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, bytes);
}

describe('a sealed file', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])(
    'of %i bytes opens to what was sealed',
    async (size) => {
      const bytes = noise(size);
      expect((await open(await seal(bytes, KEY), KEY)).equals(bytes)).toBe(true);
    },
  );

  it('shows nothing of what is in it, and is another each time', async () => {
    const bytes = Buffer.from('balance '.repeat(1000));
    const [one, other] = [await seal(bytes, KEY), await seal(bytes, KEY)];
    expect(one.includes('balance')).toBe(false);
    expect(one.equals(other)).toBe(false);
  });

  it('opens with its own key only, and says which kind it needs', async () => {
    const bytes = noise(10);
    const refusal = /BACKUP_KEY/;
    await expect(open(await seal(bytes, KEY), `${KEY}!`)).rejects.toThrow('another BACKUP_KEY');
    await expect(open(await seal(bytes, KEY))).rejects.toThrow('set BACKUP_KEY');
    await expect(open(await seal(bytes), KEY)).rejects.toThrow(refusal);
    expect(await open(await seal(bytes))).toEqual(bytes);
  });

  it('I11: with any bit flipped is refused', async () => {
    const sealed = await seal(noise(2 * CHUNK + 5_000), KEY);
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), fc.nat(7), async (at, bit) => {
        const damaged = Buffer.from(sealed);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
        await expect(open(damaged, KEY)).rejects.toThrow(BackupError);
      }),
      { seed: 11, numRuns: 40 },
    );
  });

  it('I11: cut off anywhere is refused, between two chunks too', async () => {
    const sealed = await seal(noise(2 * CHUNK + 5_000), KEY);
    const header = sealed.indexOf(10) + 1;
    const ends = [0, 1, header - 1, header, header + CHUNK + TAG, header + 2 * (CHUNK + TAG)];
    for (const end of [...ends, sealed.length - 1])
      await expect(open(sealed.subarray(0, end), KEY)).rejects.toThrow(BackupError);
  });

  it('I11: without one of its chunks, or with two of them changed over, is refused', async () => {
    const sealed = await seal(noise(3 * CHUNK + 5_000), KEY);
    const header = sealed.indexOf(10) + 1;
    const size = CHUNK + TAG;
    const [head, first, second, rest] = [
      sealed.subarray(0, header),
      sealed.subarray(header, header + size),
      sealed.subarray(header + size, header + 2 * size),
      sealed.subarray(header + 2 * size),
    ];
    await expect(open(Buffer.concat([head, second, rest]), KEY)).rejects.toThrow('damaged');
    await expect(open(Buffer.concat([head, second, first, rest]), KEY)).rejects.toThrow('damaged');
    await expect(open(Buffer.concat([sealed, rest]), KEY)).rejects.toThrow('damaged');
  });

  it('says so where it is none', async () => {
    for (const text of ['', 'PGDMP', '{"magic":"other"}\n', 'x'.repeat(5_000)])
      await expect(open(Buffer.from(text), KEY)).rejects.toThrow('this is not a backup');
  });
});

describe('records', () => {
  it('come back as they were, whatever the pieces that they travel in', async () => {
    const records: BackupRecord[] = [
      { kind: 'note', note: { section: 'table', name: 'orders' } },
      { kind: 'bytes', bytes: noise(3_000) },
      { kind: 'bytes', bytes: Buffer.alloc(0) },
      { kind: 'note', note: { section: 'file', name: 'ab', bytes: 3 } },
    ];
    async function* each(): AsyncGenerator<BackupRecord> {
      yield* records;
    }
    const encoded = await collect(encodeRecords(each()));
    for (const size of [1, 7, 1_000, 10_000]) {
      const decoded: BackupRecord[] = [];
      for await (const record of decodeRecords(inParts(encoded, size))) decoded.push(record);
      expect(decoded).toEqual(records);
    }
    const readCut = async (): Promise<void> => {
      for await (const _record of decodeRecords(inParts(encoded.subarray(0, -1), 100)));
    };
    await expect(readCut()).rejects.toThrow('ends within a record');
  });
});

describe('a tally', () => {
  const tallyOf = (...pieces: string[]) => {
    const tally = new RunningTally();
    for (const piece of pieces) tally.addLines(Buffer.from(piece));
    return tally.value;
  };

  it('is the same in any order and any pieces, and another for one row more, less or changed', () => {
    const whole = tallyOf('a\t1\nb\t2\nc\t3\n');
    expect(whole.count).toBe(3);
    expect(tallyOf('c\t3\n', 'a\t1\nb\t2\n')).toEqual(whole);
    for (const other of ['a\t1\nb\t2\n', 'a\t1\nb\t2\nc\t3\nc\t3\n', 'a\t1\nb\t3\nc\t2\n'])
      expect(tallyOf(other).sha256).not.toBe(whole.sha256);
  });

  it('knows the sum of one row: its SHA-256', () => {
    expect(tallyOf('abc\n').sha256).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
