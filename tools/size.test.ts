/** The build keeps its size budgets. `npm test` builds first; alone: `npx vite build apps/web`. */
import { expect, test } from 'vitest';
import { measure } from './size.ts';

const rows = measure();

test.each(rows)('$name stays within $budgetKb kB gzip', ({ kb, budgetKb }) => {
  expect(kb).toBeLessThanOrEqual(budgetKb);
});

test('every kind of budget was measured', () => {
  for (const kind of ['initial JavaScript', 'CSS', 'language en', 'route index/index', 'chart'])
    expect(rows.map(({ name }) => name)).toContain(kind);
});
