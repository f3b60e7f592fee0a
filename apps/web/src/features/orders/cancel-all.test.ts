import { expect, test } from 'vitest';
import { order } from '../../../test/order.ts';
import { cancelAllWaiting } from './cancel-all.ts';

const PAGE = 100;

/** An exchange with so many open orders, of which some are never cancelled. */
function exchange(count: number, { stubborn = [] as readonly number[], failsAt = 0 } = {}) {
  let open = Array.from({ length: count }, (_, index) => count - index);
  let calls = 0;
  return {
    left: () => open,
    waiting: async () => ({
      list: open.slice(0, PAGE).map((id) => order({ id })),
      ...{ page: 1, limit: PAGE, total: open.length },
    }),
    cancel: async (ids: readonly number[]) => {
      calls += 1;
      if (calls === failsAt) return undefined;
      const results = ids.map((id) =>
        stubborn.includes(id)
          ? ({ type: 'error', code: 0, error: 'order_not_open', message: 'Not open' } as const)
          : ({ type: 'ok', code: 1, message: { order: order({ id }) } } as const),
      );
      open = open.filter((id) => !ids.includes(id) || stubborn.includes(id));
      return { results };
    },
  };
}

test('goes on until none is left', async () => {
  const given = exchange(250);
  expect(await cancelAllWaiting(given)).toEqual({ done: 250, refused: 0, isWhole: true });
  expect(given.left()).toEqual([]);
});

test('tries each once, and says what was refused', async () => {
  const given = exchange(130, { stubborn: [5, 120] });
  expect(await cancelAllWaiting(given)).toEqual({ done: 128, refused: 2, isWhole: true });
});

test('says that others may be left where it came to no end', async () => {
  const given = exchange(250, { failsAt: 2 });
  expect(await cancelAllWaiting(given)).toEqual({ done: 100, refused: 0, isWhole: false });
  const hidden = exchange(250, { stubborn: Array.from({ length: PAGE }, (_, at) => 250 - at) });
  expect(await cancelAllWaiting(hidden)).toMatchObject({ done: 0, isWhole: false });
});
