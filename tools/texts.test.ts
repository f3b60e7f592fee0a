/** All languages say the same things, as far as a machine can tell; what one lacks is said by name. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { COMING_TAGS, LANGUAGES, plainTag } from '@fairlead/contract/constants';
import { expect, test } from 'vitest';
import { hongKongOf } from '../apps/web/message-files.ts';
import { leftInEnglish, linesLeftInEnglish, notesOf } from './languages.ts';
import {
  differencesOfArticle,
  differencesOfMessages,
  parameterList,
  problemsOf,
  sharedTexts,
} from './texts.ts';

const root = path.resolve(import.meta.dirname, '..');

test('the types of the app’s texts are current (npm run texts)', () => {
  const [file, content] = parameterList();
  expect(readFileSync(path.join(root, file), 'utf8')).toBe(content);
});

test.each(LANGUAGES.map(plainTag))('nothing is missing in %s', (tag) => {
  expect(problemsOf(tag)).toEqual([]);
});

test.each(COMING_TAGS)(
  'what there is of %s, which is not offered yet, is as English has it',
  (tag) => {
    expect(
      problemsOf(tag).filter((problem) => !/ is missing$| has no [\w.]+$/.test(problem)),
    ).toEqual([]);
  },
);

test('a language that is not there is told every file that it needs', () => {
  const problems = problemsOf('eo');
  expect(problems).toContain('eo: packages/contract/src/wire/constants.ts has no line of it');
  expect(problems).toContain('eo: apps/web/src/i18n/eo/core.json is missing');
  expect(problems).toContain('eo: apps/server/texts/eo/messages.json is missing');
  expect(problems).toContain('eo: apps/server/texts/eo/help/deposits.md is missing');
});

test('what was left in English is found, names and terms of the market aside', () => {
  const english = new Map([
    ['a', 'Withdraw now'],
    ['b', '{size} MB'],
    ['c', '{amount}'],
    ['d', 'Spot'],
  ]);
  expect(leftInEnglish(english, english, 'es')).toEqual(['a']);
  expect(leftInEnglish(english, english, 'ja')).toEqual(['a', 'd']);
  const article = '# Deposits\n\nMoney comes in here.\n`npm run texts is said`\n';
  expect(linesLeftInEnglish(article, article)).toEqual(['Money comes in here.']);
});

test.each([...LANGUAGES.map(plainTag), ...COMING_TAGS])(
  'what %s may say in English is what it says so',
  (tag) => {
    const texts = sharedTexts(tag);
    expect(notesOf(tag).sameAsEnglish.filter((text) => !texts.has(text))).toEqual([]);
  },
);

test('a text that is missing, too many or takes something else is named', () => {
  const english = { title: { home: 'Home' }, of: '{count, plural, one {#} other {#}}', a: 'A' };
  const own = { title: {}, of: '{number}', a: 'A', b: 'B' };
  expect(differencesOfMessages(own, english)).toEqual([
    ' has no title.home',
    ' has b, which English has not',
    ': of takes number:value, English takes count:number',
  ]);
});

test('an article with another structure is named', () => {
  const english = '---\ntitle: A\n---\n\n## One\n[x](#/a)\n\n| a |\n|---|\n';
  expect(differencesOfArticle(english, english)).toEqual([]);
  expect(differencesOfArticle('---\ntitel: A\n---\n\n# One\n[x](#/b)\n\n| a |\n', english)).toEqual(
    [
      ' has other names in its head than English: titel, not title',
      ' has other headings than English: #, not ##',
      ' has other links than English: #/b, not #/a',
      ' has other rows of tables than English: |, not | |',
    ],
  );
});

test('Hong Kong’s words stand for those of the mainland, in its script', () => {
  expect(hongKongOf('余额不足，请先提现“{amount}”')).toBe('結餘不足，請先提款「{amount}」');
});
