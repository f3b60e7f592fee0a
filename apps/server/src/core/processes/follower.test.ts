/** Whatever of the stream is lost or comes twice, a follower ends with what was committed, each batch once. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Seen } from '../sequencer/seen.ts';
import type { CommittedBatch } from '../sequencer/submission.ts';
import { Sealer } from './calls/sealer.ts';
import { Follower } from './follower.ts';
import type { PublishedMessage, Told } from './messages.ts';
import { Names } from './names.ts';

const SEED = 20_270_115;
const names = new Names('test');
const sealer = new Sealer(new Uint8Array(32));
const ENDED: Told = { name: 'session_ended', event: { userId: 1, sessionKey: 'k' } };

/** What an engine does next, and what becomes of its word. */
const zStep = fc.record({
  does: fc.constantFrom('batch', 'batch', 'batch', 'told', 'takeover'),
  commands: fc.integer({ min: 1, max: 5 }),
  arrives: fc.constantFrom('once', 'once', 'once', 'twice', 'never'),
});

const seenUpTo = (sequence: number): Seen => ({
  ...{ epoch: 1, sequence, timeMs: 0, orderId: 0, tradeId: 0, entryId: 0, receiptId: 0 },
});

function batchMessage(previous: number, sequence: number): PublishedMessage {
  const changes = { counters: seenUpTo(sequence) };
  const batch = { firstSequence: previous + 1, lastSequence: sequence, changes };
  return {
    kind: 'batch',
    previous,
    deployment: 'a',
    batch: batch as unknown as CommittedBatch,
  };
}

test('copies are the committed batches, and nothing told is missed unnoticed', async () => {
  const story = fc.array(zStep, { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      let committed: number[] = [];
      let copies: number[] = [];
      let [sequence, epoch, number] = [0, 1, 0];
      /** Events that followers may rely on not to have missed: heard, or made good by reading the tables. */
      let unheard = 0;
      const follower = new Follower();
      const makeGood = () => {
        unheard = 0;
      };
      follower.begin(
        {
          sealer,
          names,
          log: { warn: () => undefined, error: () => undefined },
          retake: async () => {
            copies = [...committed];
            makeGood();
            return sequence;
          },
          onLeader: makeGood,
          onTold: makeGood,
        },
        seenUpTo(0),
      );
      follower.onCommitted(({ lastSequence }) => copies.push(lastSequence));
      const say = async (message: PublishedMessage, arrives: string) => {
        const entry = { id: '1-1', bytes: sealer.seal(names.batches, message) };
        const times = arrives === 'never' ? 0 : arrives === 'twice' ? 2 : 1;
        for (let count = 0; count < times; count += 1) await follower.takeEntry(entry);
      };
      const commit = async (commands: number, arrives: string) => {
        const previous = sequence;
        sequence += commands;
        committed = [...committed, sequence];
        await say(batchMessage(previous, sequence), arrives);
      };
      const tell = async (arrives: string) => {
        number += 1;
        unheard += 1;
        await say({ kind: 'told', epoch, number, told: ENDED }, arrives);
      };
      const lead = async () => {
        epoch += 1;
        number = 0;
        await say({ kind: 'leader', epoch, sequence }, 'once');
      };
      await lead();
      for (const { does, commands, arrives } of steps) {
        if (does === 'batch') await commit(commands, arrives);
        else if (does === 'told') await tell(arrives);
        else await lead();
      }
      // The next of each shows what was lost before.
      await commit(1, 'once');
      await tell('once');
      expect(copies).toEqual(committed);
      expect(follower.health().lastSequence).toBe(sequence);
      expect(unheard).toBe(0);
    }),
    { numRuns: 300, seed: SEED },
  );
});

test('Q11: a gateway that has seen more than the tables drops its copies, and takes what is declared', async () => {
  const follower = new Follower();
  const applied: number[] = [];
  let retaken = 0;
  const parts = {
    sealer,
    names,
    log: { warn: () => undefined, error: () => undefined },
    retake: async () => {
      retaken += 1;
      return 118;
    },
    onLeader: () => undefined,
    onTold: () => undefined,
  };
  follower.begin(parts, seenUpTo(130));
  follower.onCommitted(({ lastSequence }) => applied.push(lastSequence));
  const say = (message: PublishedMessage) =>
    follower.takeEntry({ id: '1-1', bytes: sealer.seal(names.batches, message) });
  await say(batchMessage(130, 137));
  await follower.dropCopies();
  expect(retaken).toBe(1);
  expect(follower.health().lastSequence).toBe(118);
  // What it saw stays known, for whoever leads next.
  expect(follower.seen?.sequence).toBe(137);
  await say(batchMessage(118, 1_000_138));
  expect(applied).toEqual([137, 1_000_138]);
});

test('who begins in the middle of an epoch misses nothing by that', async () => {
  const follower = new Follower();
  let retaken = 0;
  follower.begin(
    {
      sealer,
      names,
      log: { warn: () => undefined, error: () => undefined },
      retake: async () => {
        retaken += 1;
        return 10;
      },
      onLeader: () => undefined,
      onTold: () => undefined,
    },
    seenUpTo(10),
  );
  const entry = (number: number) => ({
    id: '1-1',
    bytes: sealer.seal(names.batches, { kind: 'told', epoch: 4, number, told: ENDED }),
  });
  await follower.takeEntry(entry(57));
  await follower.takeEntry(entry(58));
  expect(retaken).toBe(0);
  await follower.takeEntry(entry(60));
  expect(retaken).toBe(1);
});
