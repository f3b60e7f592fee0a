/** Telling of commits. Goal: what fails of one keeps nobody else from being told, and what was told is known. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CommittedBatch } from '../../core/sequencer/submission.ts';
import { DatabaseAwayError } from '../../core/store/database.ts';
import { CommitNotices, type Told } from '../commit-notices.ts';
import type { Notice } from '../notice.ts';

interface Row {
  readonly id: number;
}

const noticeOf = ({ id }: Row): Notice => ({
  userId: id,
  kind: 'trigger_placed',
  params: { symbol: 'BTC/USDT', side: 'buy', price: '1', trigger: 'stop', receipt_id: '1' },
  key: `row:${id}`,
});

/** What is told when, with what fails and what waits. */
class Story {
  readonly told: number[] = [];
  readonly failing = new Map<number, Error>();
  readonly held = new Map<number, Promise<void>>();
  readonly reads: number[] = [];
  missed: readonly Row[] = [];
  readonly notices: CommitNotices<Row>;
  #commit: (batch: CommittedBatch) => void = () => {};

  constructor(more: Partial<Told<Row>> = {}) {
    const tell = async (userId: number): Promise<boolean> => {
      await this.held.get(userId);
      const failure = this.failing.get(userId);
      if (failure !== undefined) throw failure;
      this.told.push(userId);
      return true;
    };
    this.notices = new CommitNotices<Row>(
      {
        sequencer: {
          onCommitted: (listener) => {
            this.#commit = listener;
            return () => undefined;
          },
        },
        messages: { tell, tellAndMail: async (userId) => void (await tell(userId)) },
        log: { warn: () => undefined },
      },
      {
        name: 'rows',
        rowsOf: ({ orders }) => orders as unknown as readonly Row[],
        missedRows: async () => {
          this.reads.push(this.missed.length);
          return this.missed;
        },
        notices: (rows) => rows.map(noticeOf),
        ...more,
      },
    );
  }

  commit(lastSequence: number, ...ids: number[]): void {
    const changes = { orders: ids.map((id) => ({ id })) };
    this.#commit({ changes, lastSequence } as unknown as CommittedBatch);
  }

  async begun(): Promise<this> {
    this.notices.start();
    await this.notices.settled();
    return this;
  }
}

test('a notice that can never be told keeps no other from being told, now or later', async () => {
  const story = await new Story().begun();
  story.failing.set(2, new Error('no such column'));
  story.commit(1, 1, 2, 3);
  story.commit(2, 4);
  await story.notices.settled();
  expect(story.told).toEqual([1, 3, 4]);
  expect(story.reads).toEqual([0]);
  expect(story.notices.toldTo).toBe(2);
});

test('a row of which nothing can be said keeps nothing from being said of the others', async () => {
  const story = await new Story({
    notices: (rows) => {
      if (rows.some(({ id }) => id === 2)) throw new Error('no such market');
      return rows.map(noticeOf);
    },
  }).begun();
  story.commit(1, 1, 2, 3);
  await story.notices.settled();
  expect(story.told).toEqual([1, 3]);
  expect(story.notices.toldTo).toBe(1);
});

test('while the database is away nothing is passed over: it is read again when that is tried', async () => {
  const story = await new Story().begun();
  story.failing.set(2, new DatabaseAwayError('away'));
  story.commit(1, 1, 2, 3);
  await story.notices.settled();
  expect(story.told).toEqual([1]);
  expect(story.notices.toldTo).toBeUndefined();
  story.failing.clear();
  story.missed = [{ id: 2 }, { id: 3 }];
  story.notices.retry();
  await story.notices.settled();
  expect(story.told).toEqual([1, 2, 3]);
  story.notices.retry();
  await story.notices.settled();
  expect(story.reads).toEqual([0, 2]);
});

test('how far was told is known while more waits', async () => {
  const story = await new Story().begun();
  const { promise, resolve } = Promise.withResolvers<void>();
  story.held.set(3, promise);
  story.commit(10, 1);
  story.commit(11, 2);
  story.commit(12, 3);
  story.commit(13);
  while (story.told.length < 2) await turn();
  await turn();
  expect(story.notices.toldTo).toBe(11);
  resolve();
  await story.notices.settled();
  expect(story.notices.toldTo).toBe(13);
});

test('of what was missed each page is told before the next is read, and until then nothing counts as told', async () => {
  const seen: unknown[] = [];
  const story: Story = new Story({
    missedRows: async function* () {
      story.commit(5);
      yield [{ id: 1 }];
      seen.push([...story.told], story.notices.toldTo);
      yield [{ id: 2 }];
    },
  });
  await story.begun();
  expect(seen).toEqual([[1], undefined]);
  expect(story.told).toEqual([1, 2]);
  expect(story.notices.toldTo).toBe(5);
});
