import { EXPORTS, routes } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { isReversed, requestOf, TABLES } from './model.ts';

const form = { what: 'deposits', from: '2026-11-01', to: '2026-11-21', status: 'passed' } as const;

test('the tables are those of the contract', () => {
  expect([...TABLES].sort()).toEqual([...EXPORTS].sort());
});

test.each(TABLES)('what is asked of %s is what the contract takes', (what) => {
  const request = requestOf({ ...form, what });
  expect(routes.exportRows.request.safeParse(request).success).toBe(true);
});

test('days count from their first moment to their last', () => {
  const { from, to } = requestOf({ ...form, to: form.from });
  expect(Number(to) - Number(from)).toBe(86_400_000 - 1);
});

test('what a table does not have is not asked for', () => {
  expect(requestOf({ ...form, what: 'balance_sheet' })).toEqual({ what: 'balance_sheet' });
  expect(requestOf({ ...form, what: 'orders' })).not.toHaveProperty('status');
});

test('a last day before the first is seen before it is sent', () => {
  expect(isReversed({ ...form, to: '2026-10-31' })).toBe(true);
  expect(isReversed({ ...form, to: '2026-11-01' })).toBe(false);
  expect(isReversed({ ...form, to: '' })).toBe(false);
});
