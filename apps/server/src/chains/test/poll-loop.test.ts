import { describe, expect, test } from 'vitest';
import { PollLoop } from '../poll-loop.ts';

/** A loop whose timers are run by hand. */
function loopOf(answers: readonly (boolean | Error)[]) {
  const waits: number[] = [];
  const failures: number[] = [];
  let due: (() => void) | undefined;
  let turn = 0;
  const loop = new PollLoop({
    everyMs: 1_000,
    poll: async () => {
      const answer = answers[turn] ?? false;
      turn += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    schedule: (delayMs, run) => {
      waits.push(delayMs);
      due = run;
      return () => {
        due = undefined;
      };
    },
    onFailure: (_error, count) => failures.push(count),
  });
  const elapse = async () => {
    const run = due;
    due = undefined;
    run?.();
    // The loop asks for its next turn once the poll has ended.
    while (due === undefined && run !== undefined) await Promise.resolve();
  };
  return { loop, waits, failures, elapse, isWaiting: () => due !== undefined };
}

describe('a loop of polls', () => {
  test('goes on at once while there is more, else after its pace', async () => {
    const { loop, waits, elapse } = loopOf([true, true, false]);
    loop.start();
    for (let turn = 0; turn < 4; turn += 1) await elapse();
    expect(waits).toEqual([0, 0, 0, 1_000, 1_000]);
    await loop.stop();
  });

  test('waits longer after each failure, five minutes at most, and recovers', async () => {
    const failing = Array.from({ length: 12 }, () => new Error('down'));
    const { loop, waits, failures, elapse } = loopOf([...failing, false]);
    loop.start();
    for (let turn = 0; turn < 13; turn += 1) await elapse();
    expect(waits.slice(1, 4)).toEqual([2_000, 4_000, 8_000]);
    expect(waits[12]).toBe(300_000);
    expect(waits[13]).toBe(1_000);
    expect(failures).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    await loop.stop();
  });

  test('nothing runs after a stop', async () => {
    const { loop, elapse, isWaiting } = loopOf([]);
    loop.start();
    await elapse();
    await loop.stop();
    expect(isWaiting()).toBe(false);
  });
});
