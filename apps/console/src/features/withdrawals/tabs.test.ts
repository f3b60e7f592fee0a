import { HOUR_MS } from '@fairlead/units';
import { expect, test } from 'vitest';
import { urgencyOf } from './tabs.ts';

const due = { due_at: 12 * HOUR_MS, status: 'under_review' } as const;

test.each([
  ['asked just now', 0, 'calm'],
  ['a moment before ten hours', 10 * HOUR_MS - 1, 'calm'],
  ['after ten hours', 10 * HOUR_MS, 'late'],
  ['a moment before twelve hours', 12 * HOUR_MS - 1, 'late'],
  ['after twelve hours', 12 * HOUR_MS, 'overdue'],
] as const)('a withdrawal %s is %2$s', (_when, now, urgency) => {
  expect(urgencyOf(due, now)).toBe(urgency);
});

test('what is decided is not late any more', () => {
  expect(urgencyOf({ ...due, status: 'passed' }, 13 * HOUR_MS)).toBe('calm');
});
