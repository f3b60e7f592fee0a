import { expect, test } from 'vitest';
import { routeEntries } from '../catalogue.ts';
import { OPERATOR_ROUTE_PATHS } from './operator-paths.ts';
import { ROUTE_PATHS } from './paths.ts';

test('the tables for browsers say what the catalogue says, in its order', () => {
  const fromCatalogue = routeEntries.map(
    ([name, { method, path, isMoney, takesKey }]) =>
      [name, isMoney || takesKey ? [method, path, 'money'] : [method, path]] as const,
  );
  const isOperators = ([, [, path]]: (typeof fromCatalogue)[number]) =>
    path?.startsWith('operator/') ?? false;
  expect(Object.entries(ROUTE_PATHS)).toEqual(fromCatalogue.filter((each) => !isOperators(each)));
  expect(Object.entries(OPERATOR_ROUTE_PATHS)).toEqual(fromCatalogue.filter(isOperators));
});
