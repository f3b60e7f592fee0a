/** Steps of several products. Goal: each is followed by its own numbers, and one that is away holds up no other. */
import type { Step, StepProduct } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { StepFollowers } from './step-followers.ts';

const PLACE = 1_000_000_000_000;
const step = (product: StepProduct, number: number, previous: number): Step => ({
  ...(product !== 'spot' && { product }),
  ...{ number, previous, time: 0, events: [] },
});

function follow(numbers = {}) {
  const heard: string[] = [];
  const asked: [number, StepProduct | undefined][] = [];
  let gaps = 0;
  const followers = new StepFollowers({
    read: async (after, product) => {
      asked.push([after, product]);
      const steps = [step(product ?? 'spot', after + 1, after)];
      return { steps, number: after + 1, has_more: false };
    },
    onStep: ({ product = 'spot', number }) => heard.push(`${product} ${number % PLACE}`),
    onGap: () => {
      gaps += 1;
    },
    numbers,
  });
  return { followers, heard, asked, gaps: () => gaps };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

test('numbers of one product say nothing of another', async () => {
  const { followers, heard, asked } = follow();
  await followers.begin({ spot: 7, futures: PLACE + 3 });
  followers.take(step('futures', PLACE + 4, PLACE + 2));
  followers.take(step('spot', 8, 7));
  followers.take(step('futures', PLACE + 4, PLACE + 2));
  await settled();
  expect(heard).toEqual(['futures 4', 'spot 8']);
  expect(asked).toEqual([]);
});

test('what was kept of each is gone on from, and what is missing is read of its product', async () => {
  const { followers, heard, asked } = follow({ spot: 5, options: 2 * PLACE + 1 });
  await followers.begin({ spot: 5, options: 2 * PLACE + 2 });
  await settled();
  expect(asked).toEqual([[2 * PLACE + 1, 'options']]);
  expect(heard).toEqual(['options 2']);
});

test('one that was away at the login is read once it tells something; of one that is not known yet that is a gap', async () => {
  const { followers, heard, asked, gaps } = follow({ futures: PLACE + 1 });
  await followers.begin({ spot: 1 });
  followers.take(step('futures', PLACE + 3, PLACE + 2));
  await settled();
  expect(asked).toEqual([[PLACE + 1, 'futures']]);
  expect([heard, gaps()]).toEqual([['futures 2', 'futures 3'], 0]);
  followers.take(step('wealth', 3 * PLACE + 9, 3 * PLACE + 8));
  await settled();
  expect([heard.at(-1), gaps()]).toEqual(['wealth 9', 1]);
});
