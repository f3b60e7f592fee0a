import { expect, test } from 'vitest';
import { NOTHING_OPEN, type QueueEvent, type QueueState, queueReducer } from './model.ts';

const IDS = [10, 20, 30] as const;

const after = (
  events: readonly QueueEvent[],
  { follows = true, from = NOTHING_OPEN }: { follows?: boolean; from?: QueueState } = {},
): QueueState => events.reduce((state, event) => queueReducer(state, event, { follows }), from);

test('an open record follows the choice', () => {
  expect(
    after([
      { kind: 'open', id: 10 },
      { kind: 'select', id: 20 },
    ]),
  ).toEqual({
    selectedId: 20,
    openId: 20,
    step: 'view',
  });
});

test('where each look is counted the record closes in place of following', () => {
  const state = after(
    [
      { kind: 'open', id: 10 },
      { kind: 'select', id: 20 },
    ],
    { follows: false },
  );
  expect(state).toEqual({ selectedId: 20, openId: undefined, step: 'view' });
});

test('in the middle of a decision no key leads to another record', () => {
  const state = after([
    { kind: 'open', id: 10 },
    { kind: 'begin', step: 'approve' },
    { kind: 'select', id: 20 },
  ]);
  expect(state).toEqual({ selectedId: 10, openId: 10, step: 'approve' });
});

test('nothing begins without an open record', () => {
  const state = after([
    { kind: 'select', id: 10 },
    { kind: 'begin', step: 'approve' },
  ]);
  expect(state.step).toBe('view');
});

test('back leaves the form first, then the record', () => {
  const form = after([
    { kind: 'open', id: 10 },
    { kind: 'begin', step: 'reject' },
  ]);
  const record = after([{ kind: 'back' }], { from: form });
  expect(record).toEqual({ selectedId: 10, openId: 10, step: 'view' });
  expect(after([{ kind: 'back' }], { from: record }).openId).toBeUndefined();
});

test.each([
  ['the next row', 10, 20],
  ['the row before when it was the last', 30, 20],
] as const)('after a decision %s is open', (_which, decided, next) => {
  const state = after([
    { kind: 'open', id: decided },
    { kind: 'decided', id: decided, ids: IDS },
  ]);
  expect(state).toEqual({ selectedId: next, openId: next, step: 'view' });
});

test('after the only record nothing is open', () => {
  const state = after([
    { kind: 'open', id: 10 },
    { kind: 'decided', id: 10, ids: [10] },
  ]);
  expect(state).toEqual(NOTHING_OPEN);
});

test('after a decision the next row is chosen but not opened where each look is counted', () => {
  const state = after(
    [
      { kind: 'open', id: 10 },
      { kind: 'decided', id: 10, ids: IDS },
    ],
    {
      follows: false,
    },
  );
  expect(state).toEqual({ selectedId: 20, openId: undefined, step: 'view' });
});

test('a late answer about a record that is no longer open moves nothing', () => {
  const open = after([{ kind: 'open', id: 20 }]);
  expect(after([{ kind: 'decided', id: 10, ids: IDS }], { from: open })).toBe(open);
});

test('a record that leaves the list while it is open stays open', () => {
  const open = after([{ kind: 'open', id: 20 }]);
  expect(after([{ kind: 'listed', before: IDS, now: [10, 30] }], { from: open })).toBe(open);
});

test('a chosen row that leaves the list gives way to the row in its place', () => {
  const chosen = after([{ kind: 'select', id: 20 }]);
  const listed = (now: readonly number[]) =>
    after([{ kind: 'listed', before: IDS, now }], { from: chosen }).selectedId;
  expect(listed([10, 30])).toBe(30);
  expect(listed([10])).toBe(10);
  expect(listed([])).toBeUndefined();
});
