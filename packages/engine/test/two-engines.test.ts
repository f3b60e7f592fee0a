/** Growth past one engine: transfers between accounts that two engines keep (docs/internals/growth.md). */
import { describe, expect, test } from 'vitest';
import { type Flaw, TwoEnginesStory } from './two-engines-story.ts';

const SEEDS = 60;
const STEPS = 250;

function tell(seed: number, flaw?: Flaw): TwoEnginesStory {
  const story = new TwoEnginesStory(seed, flaw);
  for (let step = 0; step < STEPS; step += 1) story.step();
  story.settle();
  return story;
}

describe('transfers between two engines', () => {
  test('lose and double nothing, whatever the network and the engines do', () => {
    const outcomes = new Map<string, number>();
    for (let seed = 1; seed <= SEEDS; seed += 1)
      for (const [what, count] of tell(seed).outcomes)
        outcomes.set(what, (outcomes.get(what) ?? 0) + count);
    // Each thing that may happen did.
    for (const what of [
      'lost',
      'repeated',
      'answer lost',
      'died',
      'out ok',
      'out insufficient_balance',
      'in ok',
      'in account_not_found',
      'back',
      'done',
    ])
      expect(outcomes.get(what) ?? 0, what).toBeGreaterThan(10);
  });

  test.each<Flaw>([
    'refusal_is_forgotten',
    'id_of_each_attempt',
    'back_after_a_timeout',
    'answer_before_commit',
    'outbox_beside_the_transaction',
  ])('a protocol in which %s is found', (flaw) => {
    const isFound = (seed: number) => {
      try {
        tell(seed, flaw);
        return false;
      } catch {
        return true;
      }
    };
    expect(Array.from({ length: SEEDS }, (_, at) => at + 1).some(isFound)).toBe(true);
  });
});
