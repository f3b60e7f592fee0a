/** The build keeps its size budgets. `npm test` builds first; alone: `npx vite build apps/web`. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
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

test.each(['web', 'console'])('what is sent as text lies compressed beside itself: %s', (app) => {
  const folder = path.resolve(import.meta.dirname, `../apps/${app}/dist/assets`);
  const names = readdirSync(folder);
  const long = names.filter(
    (name) => /\.(js|css)$/.test(name) && statSync(path.join(folder, name)).size >= 2_048,
  );
  expect(long.length).toBeGreaterThan(0);
  for (const name of long) {
    expect(names).toContain(`${name}.br`);
    expect(names).toContain(`${name}.gz`);
  }
});
