/** `npm test -- futures`: the tests of one capability, wherever they lie, and no name passes that is none. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { capabilities, testsOf } from './capabilities.mjs';
import times from './test-times.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '..');

test('a capability has its tests in every project that has any of it', () => {
  const files = testsOf(['futures']);
  expect(files.get('packages')).toContain('packages/engine/src/futures/test/model.test.ts');
  expect(files.get('packages')).toContain('packages/formula/src/futures.test.ts');
  expect(files.get('server')).toContain('apps/server/src/futures/test/refusals.test.ts');
  expect(files.get('web')).toContain('apps/web/src/features/futures/futures-page.test.tsx');
  expect(files.get('e2e')).toEqual(['e2e/futures-changes.test.ts', 'e2e/futures.test.ts']);
  expect(files.get('server')?.join()).not.toContain('/options/');
});

test('several give the tests of each, once', () => {
  const count = (...names: string[]) => [...testsOf(names).values()].flat().length;
  expect(count('futures', 'options', 'futures')).toBe(count('options', 'futures'));
  expect(count('futures', 'options')).toBeGreaterThan(count('futures'));
});

test('another name is refused with those that there are', () => {
  expect(() => testsOf(['future'])).toThrow(
    /^no capability is called future; there are: .*futures/,
  );
  expect(capabilities()).toEqual(expect.arrayContaining(['chat', 'custody', 'futures', 'spot']));
});

test('the files whose times are remembered are there', () => {
  const gone = Object.keys(times).filter((file) => !existsSync(path.join(root, file)));
  expect(gone).toEqual([]);
});
