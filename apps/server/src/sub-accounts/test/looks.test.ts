/** How often what a sub-account may open is looked up, and that its commands keep their order meanwhile. */
import { subAccountOf } from '@fairlead/engine';
import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../../test/support/test-sequencer.ts';
import { SUB_ACCOUNT_FRESH_MS } from '../../core/http/limits.ts';
import { SubAccounts } from '../sub-accounts.ts';

const SUB = subAccountOf(7, 1);

/** Each question to the database waits until it is answered here. */
let questions: PromiseWithResolvers<object[]>[];
let clock: FakeClock;
let accounts: SubAccounts;

beforeEach(() => {
  questions = [];
  clock = new FakeClock();
  const query = () => {
    const question = Promise.withResolvers<object[]>();
    questions.push(question);
    return question.promise;
  };
  accounts = new SubAccounts({ database: { query } as never, clock, sequencer: {} as never });
});

const answer = async (at: number, products: readonly string[] = ['spot']): Promise<void> => {
  questions[at]?.resolve([
    { sub_account_id: BigInt(SUB), main_id: 7n, name: 'Grid', products, created_at_ms: 1n },
  ]);
  await questions[at]?.promise;
};

test('those who ask while it is looked up go on in their order, whichever answer is slower', async () => {
  const done: number[] = [];
  const asked = [0, 1, 2].map(async (at) => {
    await accounts.productsOf(SUB);
    done.push(at);
  });
  // The first question is answered last.
  for (const at of [...questions.keys()].toReversed()) await answer(at);
  await Promise.all(asked);
  expect([done, questions.length]).toEqual([[0, 1, 2], 1]);
});

test('it is looked up anew before it is stale, and nobody waits for that', async () => {
  const first = accounts.productsOf(SUB);
  await answer(0);
  expect(await first).toEqual(['spot']);
  clock.nowMs += SUB_ACCOUNT_FRESH_MS - 1;
  for (let time = 0; time < 3; time += 1) expect(accounts.productsOf(SUB)).toEqual(['spot']);
  expect(questions).toHaveLength(2);
  // Where it takes longer than that, all wait for the one that is under way.
  clock.nowMs += 1;
  const waiting = accounts.productsOf(SUB);
  expect(waiting).toBeInstanceOf(Promise);
  await answer(1, ['futures']);
  expect([await waiting, questions.length]).toEqual([['futures'], 2]);
  expect(accounts.productsOf(SUB)).toEqual(['futures']);
});

test('one that failed is said to who waits, and asked again by the next', async () => {
  const failed = accounts.productsOf(SUB);
  questions[0]?.reject(new Error('away'));
  await expect(failed).rejects.toThrow('away');
  const again = accounts.productsOf(SUB);
  await answer(1);
  expect(await again).toEqual(['spot']);
});
