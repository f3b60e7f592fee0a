/** All languages say the same things with the same parameters. A failure names every key that is missing. */
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@fairlead/contract/constants';
import { createTranslator } from 'use-intl/core';
import { describe, expect, test } from 'vitest';
import { parametersOf, pluralForms, pluralProblems, takenBy } from '../../test/icu.ts';
import { loadMessages } from './messages.ts';

type Texts = ReadonlyMap<string, string>;

function flatten(
  tree: object,
  path: readonly string[] = [],
  found = new Map<string, string>(),
): Texts {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set([...path, key].join('.'), value);
    else if (typeof value === 'object' && value !== null) flatten(value, [...path, key], found);
  }
  return found;
}

const reference = flatten(await loadMessages('en'));
const others = LANGUAGES.filter((language) => language !== 'en');
const textsOf = async (language: Language): Promise<Texts> => flatten(await loadMessages(language));

const keep = (chunks: string): string => chunks;

/** Values that every parameter takes: text, a count to a plural, a function to a tag. */
const sampleValues = (text: string): Record<string, string | number | typeof keep> =>
  Object.fromEntries(
    parametersOf(text).map((parameter) => {
      const [name = '', kind] = parameter.split(':');
      return [name, kind === 'tag' ? keep : kind === 'value' ? 'x' : 3];
    }),
  );

describe.each(others)('%s', (language) => {
  test('has every text of English', async () => {
    const texts = await textsOf(language);
    expect([...reference.keys()].filter((key) => !texts.has(key))).toEqual([]);
  });
  test('has nothing that English has not', async () => {
    const texts = await textsOf(language);
    expect([...texts.keys()].filter((key) => !reference.has(key))).toEqual([]);
  });
  test('uses the parameters of English', async () => {
    const texts = await textsOf(language);
    const different = [...texts].filter(([key, text]) => {
      const original = reference.get(key);
      return original !== undefined && `${takenBy(text)}` !== `${takenBy(original)}`;
    });
    expect(different).toEqual([]);
  });
});

test.each(LANGUAGES)('every text of %s can be shown', async (language) => {
  const messages = await loadMessages(language);
  const broken: string[] = [];
  const onError = (error: Error) => broken.push(error.message);
  const t = createTranslator({ locale: LANGUAGE_TAGS[language], messages, onError });
  // The keys are known only at run time here.
  const show = t.markup as unknown as (key: string, values: object) => string;
  for (const [key, text] of flatten(messages)) show(key, sampleValues(text));
  expect(broken).toEqual([]);
});

test.each(LANGUAGES)('plurals of %s have the forms that its grammar has', async (language) => {
  const texts = await textsOf(language);
  const tag = LANGUAGE_TAGS[language];
  const wrong = [...texts].flatMap(([key, text]) =>
    pluralProblems(text, tag).map((problem) => `${key}: ${problem}`),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['en', 'one other'],
  ['ja', 'other'],
  ['es', 'one other'],
  ['ar', 'zero one two few many other'],
  ['he', 'one two other'],
  ['ru', 'one few many other'],
  ['pl', 'one few many other'],
])('whole numbers in %s have the forms %s', (tag, forms) => {
  expect(pluralForms(tag).toSorted()).toEqual(forms.split(' ').toSorted());
});

test('a plural that lacks a form is found, in another one too', () => {
  const text = '{a, plural, =0 {none} one {# of {b, plural, other {#}}} other {#}}';
  expect(pluralProblems(text, 'ja')).toEqual(['a has one, which ja has not']);
  expect(pluralProblems(text, 'he')).toEqual(['b has no one', 'b has no two', 'a has no two']);
});

test('parameters are found in plurals and beside them', () => {
  expect(parametersOf('{a} of {count, plural, one {# {unit}} other {# {unit}s}}, {a}')).toEqual([
    'a:value',
    'count:plural',
    'unit:value',
  ]);
  expect(parametersOf('none')).toEqual([]);
});
