import { expect, test } from 'vitest';
import { type AreaCode, findAreaCodes, usualAreaCode } from './area-codes.ts';

const list: readonly AreaCode[] = [
  { area_code: '49', country: 'DE', name: 'Germany' },
  { area_code: '81', country: 'JP', name: 'Japan' },
  { area_code: '1', country: 'US', name: 'United States' },
  { area_code: '852', country: 'HK', name: 'Hong Kong' },
];

test("the browser's country comes first, then the language's", () => {
  expect(usualAreaCode({ list, language: 'jp', tags: ['de-DE', 'en-US'] }).country).toBe('DE');
  expect(usualAreaCode({ list, language: 'jp', tags: ['en', 'fr-FR'] }).country).toBe('JP');
  expect(usualAreaCode({ list, language: 'hk', tags: ['no tag'] }).country).toBe('HK');
});

test('before the list is there the language decides', () => {
  const area = usualAreaCode({ list: undefined, language: 'th', tags: ['de-DE'] });
  expect(area.area_code).toBe('66');
});

test('a country is found by name, key or number', () => {
  const names = (search: string) => findAreaCodes(list, search).map(({ country }) => country);
  expect(names(' ger')).toEqual(['DE']);
  expect(names('us')).toEqual(['US']);
  expect(names('+8')).toEqual(['JP', 'HK']);
  expect(names('85')).toEqual(['HK']);
  expect(names('xyz')).toEqual([]);
  expect(names('')).toHaveLength(4);
});
