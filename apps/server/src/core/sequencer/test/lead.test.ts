/** Who waits for the lead while the database fails over. The database is a list of what its tries come to. */
import { describe, expect, test, vi } from 'vitest';
import { seenElsewhere } from '../../processes/engine-side.ts';
import {
  type Database,
  DatabaseAwayError,
  type OpenWriterOptions,
  StartRefusedError,
  type WriterConnection,
} from '../../store/database.ts';
import { Lead, type LeadParts, takeLead } from '../lead.ts';
import type { SequencerOptions } from '../options.ts';
import { NOTHING_SEEN } from '../seen.ts';

const writer = {} as WriterConnection;
type Try = (options: OpenWriterOptions) => WriterConnection;

const waitsAndFails =
  (error: Error): Try =>
  ({ onWaiting }) => {
    onWaiting?.();
    throw error;
  };
const fails =
  (error: Error): Try =>
  () => {
    throw error;
  };

function lead(tries: readonly Try[], signal?: AbortSignal) {
  const left = [...tries];
  const onWaitingForLock = vi.fn();
  const database = {
    openWriter: async (options: OpenWriterOptions) => (left.shift() ?? (() => writer))(options),
  } as unknown as Database;
  const options = { database, onWaitingForLock, ...(signal && { signal }) };
  return { taken: takeLead(options as unknown as SequencerOptions), left, onWaitingForLock };
}

describe('who connects again', () => {
  test('asks what others saw, as far as it can be told', async () => {
    const readSeen = vi.fn(async () => []);
    const again = {
      lost: new Promise(() => {}),
      query: vi.fn().mockRejectedValue(new Error('end')),
    };
    const first = { lost: new Promise(() => {}), close: async () => undefined };
    const parts = {
      options: { database: { openWriter: async () => again }, readSeen },
      writer: first,
      epoch: { epoch: 1, nonce: 'n' },
      seen: NOTHING_SEEN,
    };
    const leading = new Lead(parts as unknown as LeadParts);
    await expect(leading.reopen(new AbortController().signal)).rejects.toThrow('end');
    expect(readSeen).toHaveBeenCalledWith(again, true);
  });

  test('is told what is known here while the others cannot be asked; who starts is not', async () => {
    const side = { readSeen: () => Promise.reject(new Error('away')) };
    await expect(seenElsewhere(side, true)).resolves.toEqual([]);
    await expect(seenElsewhere(side, false)).rejects.toThrow('away');
    const there = { readSeen: async () => [NOTHING_SEEN] };
    for (const isAgain of [true, false])
      await expect(seenElsewhere(there, isAgain)).resolves.toEqual([NOTHING_SEEN]);
    await expect(seenElsewhere(undefined, false)).resolves.toEqual([]);
  });
});

describe('who would lead', () => {
  test('goes on waiting at the next primary when the one it waits at goes', async () => {
    const away = new DatabaseAwayError('Connection terminated unexpectedly');
    const { taken, left, onWaitingForLock } = lead([
      waitsAndFails(away),
      fails(new DatabaseAwayError('no primary')),
      waitsAndFails(away),
    ]);
    await expect(taken).resolves.toBe(writer);
    expect(left).toEqual([]);
    expect(onWaitingForLock).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['a database that was never there', fails(new DatabaseAwayError('gone'))],
    ['what is no matter of time', waitsAndFails(new StartRefusedError('loose commits'))],
    ['a fault', waitsAndFails(new TypeError('ours'))],
  ])('ends by %s', async (_, first) => {
    const { taken, left } = lead([first, () => writer]);
    await expect(taken).rejects.toThrow();
    expect(left).toHaveLength(1);
  });

  test('is stopped while it waits for a primary', async () => {
    const stop = new AbortController();
    const { taken } = lead(
      [
        (options) => {
          setImmediate(() => stop.abort());
          return waitsAndFails(new DatabaseAwayError('gone'))(options);
        },
      ],
      stop.signal,
    );
    await expect(taken).rejects.toThrow('aborted');
  });
});
