import { routes } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { timeOf } from '../../parts/moment.ts';
import { draftOf, requestOf, textProblems, wrongLanguages } from './model.ts';

const english = { lang: 'en' as const, title: 'Maintenance', summary: '', body: 'On **Sunday**.' };
const article = {
  id: 4,
  category: 'notice' as const,
  published_at: 60_000,
  translations: [english],
};
const fallback = { category: 'help' as const, nowMs: 120_000 };

test('an article goes through the editor unchanged, and the contract takes it', () => {
  const request = requestOf(article.id, draftOf(article, fallback));
  expect(request).toMatchObject({ id: 4, category: 'notice', published_at: 60_000 });
  expect(JSON.parse(request.translations)).toEqual([english]);
  expect(routes.saveNews.request.safeParse(request).success).toBe(true);
});

test('a new one begins in the tab it was asked from, now, and needs English', () => {
  const draft = draftOf(undefined, fallback);
  expect([draft.category, timeOf(draft.published)]).toEqual(['help', 120_000]);
  expect(wrongLanguages(draft)).toEqual(['en']);
});

test('a language left empty is not sent, one half written is wrong', () => {
  const draft = draftOf(article, fallback);
  const half = {
    ...draft,
    texts: { ...draft.texts, jp: { title: '点検', summary: '', body: ' ' } },
  };
  expect(wrongLanguages(half)).toEqual(['jp']);
  expect(Object.keys(textProblems('jp', half.texts.jp))).toEqual(['body']);
});
