/** Whatever of the stream is lost or comes twice, a follower ends with what was committed, each batch once. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommittedBatch } from '../sequencer/submission.ts';
import { Follower } from './follower.ts';
import type { PublishedMessage, Told } from './messages.ts';
import { Names } from './names.ts';
import { Sealer } from './sealer.ts';

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
          log: { warn: () => undefined },
          retake: async () => {
            copies = [...committed];
            makeGood();
            return sequence;
          },
          onLeader: makeGood,
          onTold: makeGood,
        },
        0,
      );
      follower.onCommitted(({ lastSequence }) => copies.push(lastSequence));
      const say = async (message: PublishedMessage, arrives: string) => {
        const entry = { id: '1-1', bytes: sealer.seal(names.batches, message) };
        const times = arrives === 'never' ? 0 : arrives === 'twice' ? 2 : 1;
        for (let count = 0; count < times; count += 1) await follower.take(entry);
      };
      const commit = async (commands: number, arrives: string) => {
        const previous = sequence;
        sequence += commands;
        committed = [...committed, sequence];
        const batch = { firstSequence: previous + 1, lastSequence: sequence } as CommittedBatch;
        await say({ kind: 'batch', previous, batch }, arrives);
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

test('who begins in the middle of an epoch misses nothing by that', async () => {
  const follower = new Follower();
  let retaken = 0;
  follower.begin(
    {
      sealer,
      names,
      log: { warn: () => undefined },
      retake: async () => {
        retaken += 1;
        return 10;
      },
      onLeader: () => undefined,
      onTold: () => undefined,
    },
    10,
  );
  const entry = (number: number) => ({
    id: '1-1',
    bytes: sealer.seal(names.batches, { kind: 'told', epoch: 4, number, told: ENDED }),
  });
  await follower.take(entry(57));
  await follower.take(entry(58));
  expect(retaken).toBe(0);
  await follower.take(entry(60));
  expect(retaken).toBe(1);
});
