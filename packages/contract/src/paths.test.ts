import { expect, test } from 'vitest';
import { routeEntries } from './catalogue.ts';
import { ROUTE_PATHS } from './paths.ts';

test('the table for browsers says what the catalogue says, in its order', () => {
  const fromCatalogue = routeEntries.map(([name, { method, path, isMoney }]) => [
    name,
    isMoney ? [method, path, 'money'] : [method, path],
  ]);
  expect(Object.entries(ROUTE_PATHS)).toEqual(fromCatalogue);
});
