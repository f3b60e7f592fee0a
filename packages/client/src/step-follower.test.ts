/**
 * Steps over lost connections. Goal: whatever was cut, lost, repeated or told while it was read, what a listener hears is what one
 * that was never cut hears; and what cannot be had is said.
 */
import type { Step } from '@fairlead/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StepFollower, type StepsRead } from './step-follower.ts';

/** A server's history of one user, told to whoever is connected. */
class History {
  readonly steps: Step[] = [];
  sequence = 0;
  keptAfter = 0;

  add(passed: number): Step {
    const previous = this.steps.at(-1)?.number ?? 0;
    this.sequence += passed;
    const step = { number: this.sequence, previous, time: 0, events: [] };
    this.steps.push(step);
    return step;
  }

  read(after: number, limit = 2): StepsRead {
    const { sequence } = this;
    if (after < this.keptAfter)
      return { steps: [], number: sequence, has_more: false, gap: 'removed' };
    const found = this.steps.filter(({ number }) => number > after);
    const steps = found.slice(0, limit);
    const hasMore = found.length > limit;
    return { steps, number: hasMore ? (steps.at(-1)?.number ?? 0) : sequence, has_more: hasMore };
  }
}

interface Listening {
  readonly follower: StepFollower;
  readonly heard: number[];
  gaps: number;
}

function listen(history: History, read = async (after: number) => history.read(after)): Listening {
  const heard: number[] = [];
  const listening: Listening = {
    heard,
    gaps: 0,
    follower: new StepFollower({
      read,
      onStep: ({ number }) => heard.push(number),
      onGap: () => {
        listening.gaps += 1;
      },
    }),
  };
  return listening;
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

type Act =
  | { readonly kind: 'step'; readonly passed: number }
  | { readonly kind: 'cut' | 'join' | 'rest' };

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('step' as const), passed: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constantFrom('cut' as const, 'join' as const, 'rest' as const) }),
  ),
  { maxLength: 60 },
);

describe('a listener that is cut off at random', () => {
  test('hears what one that never was hears, in that order, each once', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (drawn) => {
        const history = new History();
        const { follower, heard } = listen(history);
        await follower.begin(0);
        let isConnected = true;
        let begun: Promise<void> | undefined;
        for (const act of drawn) {
          if (act.kind === 'step') {
            const step = history.add(act.passed);
            if (isConnected) follower.take(step);
          } else if (act.kind === 'cut' && isConnected) {
            isConnected = false;
            follower.pause();
          } else if (act.kind === 'join' && !isConnected) {
            isConnected = true;
            // What comes while it reads comes between.
            begun = follower.begin(history.sequence);
          } else if (act.kind === 'rest') await settled();
        }
        await begun;
        if (!isConnected) await follower.begin(history.sequence);
        await settled();
        expect(heard).toEqual(history.steps.map(({ number }) => number));
      }),
      { numRuns: 500 },
    );
  });
});

test('what comes before the login is answered waits, and what was told is not told again', async () => {
  const history = new History();
  const { follower, heard } = listen(history);
  const first = history.add(3);
  const second = history.add(1);
  follower.take(second);
  expect(heard).toEqual([]);
  await follower.begin(first.number);
  expect(heard).toEqual([second.number]);
  follower.take(second);
  expect(heard).toEqual([second.number]);
});

test('goes on from a number that was kept', async () => {
  const history = new History();
  const numbers = [history.add(3), history.add(2), history.add(2)].map(({ number }) => number);
  const heard: number[] = [];
  const follower = new StepFollower({
    read: async (after) => history.read(after),
    onStep: ({ number }) => heard.push(number),
    onGap: () => {},
    number: numbers[0],
  });
  await follower.begin(history.sequence);
  expect(heard).toEqual(numbers.slice(1));
});

test('says what was removed, and goes on behind it', async () => {
  const history = new History();
  const listening = listen(history);
  await listening.follower.begin(history.add(1).number);
  listening.follower.pause();
  history.add(5);
  history.keptAfter = history.sequence;
  await listening.follower.begin(history.sequence);
  expect(listening.gaps).toBe(1);
  const next = history.add(1);
  listening.follower.take(next);
  expect(listening.heard).toEqual([next.number]);
});

test('a read that fails is said, and asks no more than once for a step', async () => {
  const history = new History();
  let reads = 0;
  const listening = listen(history, async () => {
    reads += 1;
    throw new Error('away');
  });
  await listening.follower.begin(0);
  history.add(1);
  listening.follower.take(history.add(1));
  await settled();
  expect(listening.gaps).toBe(1);
  const next = history.add(1);
  listening.follower.take(next);
  expect(listening.heard).toEqual([next.number]);
  expect(reads).toBe(1);
});

test('a read that fails with nothing waiting goes on from the login, and tells nothing of before over what is reread', async () => {
  const history = new History();
  let isAway = true;
  const asked: number[] = [];
  const listening = listen(history, async (after) => {
    asked.push(after);
    if (isAway) throw new Error('away');
    return history.read(after);
  });
  await listening.follower.begin(0);
  listening.follower.pause();
  for (let count = 0; count < 3; count += 1) history.add(2);
  await listening.follower.begin(history.sequence);
  expect(listening).toMatchObject({ gaps: 1, heard: [] });
  expect(listening.follower.number).toBe(history.sequence);
  const next = history.add(2);
  listening.follower.take(next);
  await settled();
  expect(listening.heard).toEqual([next.number]);
  listening.follower.pause();
  isAway = false;
  const later = history.add(2);
  await listening.follower.begin(history.sequence);
  expect(listening.heard).toEqual([next.number, later.number]);
  expect(asked).toEqual([0, next.number]);
});

test('an answer that has nothing of what is missing is no reason to ask for ever', async () => {
  const history = new History();
  let reads = 0;
  const listening = listen(history, async (after) => {
    reads += 1;
    return { steps: [], number: after, has_more: true };
  });
  await listening.follower.begin(0);
  history.add(1);
  const step = history.add(1);
  listening.follower.take(step);
  await settled();
  expect(reads).toBe(1);
  expect(listening.gaps).toBe(1);
  expect(listening.heard).toEqual([step.number]);
});
