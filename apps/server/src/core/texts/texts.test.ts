import { ERROR_CODES, LANGUAGES } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { CATALOGUES, languageOf, type TextKey, textsOf } from './texts.ts';

const { en } = CATALOGUES;
const keysOf = (messages: object, prefix = ''): string[] =>
  Object.entries(messages).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${prefix}${name}`] : keysOf(value as object, `${prefix}${name}.`),
  );
const at = (messages: object, key: string): string =>
  key
    .split('.')
    .reduce((part: unknown, name) => (part as Record<string, unknown>)[name], messages) as string;
/** What a branch of a select says is no name of a value: `{side, select, buy {Bought} other {Sold}}`. */
function parametersOf(text: string): string[] {
  const names: string[] = [];
  const kinds: ('argument' | 'branch')[] = [];
  for (const { index, 0: brace } of text.matchAll(/[{}]/g)) {
    if (brace === '}') kinds.pop();
    else if (kinds.at(-1) === 'argument') kinds.push('branch');
    else {
      kinds.push('argument');
      names.push(/^\w+/.exec(text.slice(index + 1))?.[0] ?? '');
    }
  }
  return [...new Set(names)].sort();
}

test('every error code has a sentence, and every sentence a code', () => {
  expect(Object.keys(en.errors).sort()).toEqual([...ERROR_CODES].sort());
});

describe.each(LANGUAGES)('%s', (language) => {
  const catalogue = CATALOGUES[language];

  test('has the keys of English, no more and no fewer', () => {
    expect(keysOf(catalogue)).toEqual(keysOf(en));
  });

  test('uses the same values in each sentence', () => {
    for (const key of keysOf(en))
      expect([key, parametersOf(at(catalogue, key))]).toEqual([key, parametersOf(at(en, key))]);
  });

  test('every sentence can be said', () => {
    const names = keysOf(en).flatMap((key) => parametersOf(at(en, key)));
    const values = Object.fromEntries(names.map((name) => [name, '7']));
    for (const key of keysOf(en)) {
      const text = textsOf(language)(key as TextKey, values);
      expect(text.trim()).not.toBe('');
      expect(text).not.toMatch(/[{}]/);
      // What cannot be said is shown by its key.
      expect(text).not.toBe(key);
    }
  });
});

test('the English messages of the specification stand as they are', () => {
  const say = textsOf('en');
  expect(say('errors.insufficient_balance')).toBe('Insufficient balance');
  expect(say('fields.balance_low')).toBe('sorry, your balance is running low');
  expect(say('errors.address_not_set')).toBe('please set withdraw address first');
  expect(say('fields.passwords_differ')).toBe('Password twice inconsistent');
});

test('Traditional Chinese is not Simplified Chinese in other clothes', () => {
  const { hk, zh } = CATALOGUES;
  const same = keysOf(en).filter((key) => at(hk, key) === at(zh, key));
  // Single words may be written alike.
  const letters = (key: string) => at(hk, key).match(/\p{Script=Han}/gu)?.length ?? 0;
  expect(same.filter((key) => letters(key) > 4)).toEqual([]);
});

test.each([
  ['jp', 'jp'],
  ['hk', 'hk'],
  [undefined, 'en'],
  ['', 'en'],
  ['ja', 'en'],
  ['__proto__', 'en'],
])('the mark %j is %s', (mark, language) => {
  expect(languageOf(mark)).toBe(language);
});
