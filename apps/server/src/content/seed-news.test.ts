import { readdirSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { readArticle } from '../core/texts/articles.ts';
import { newsOfTheSoftware } from './seed-news.ts';

const english = path.resolve(import.meta.dirname, '../../texts/en');

test('every article that is a file comes with the software, in every language', () => {
  const news = newsOfTheSoftware();
  const files = ['help', 'news'].flatMap((folder) => readdirSync(path.join(english, folder)));
  expect(news.map(({ key }) => `${key}.md`).sort()).toEqual(files.sort());
  for (const { texts } of news) expect(Object.keys(texts)).toEqual([...LANGUAGES]);
});

test('a head has the names that are asked for, and text after it', () => {
  const names = ['title', 'summary'] as const;
  const { title, body } = readArticle('en', 'help/receipts.md', names);
  expect(title).toBe('Receipts: check us');
  expect(body).not.toMatch(/^(---|\n)|\n$/);
  expect(() => readArticle('en', 'help/receipts.md', ['title'])).toThrow(
    'en/help/receipts.md needs a head of title',
  );
});
