/** What a first start publishes: announcements, a banner, help articles, in all languages. */
import type { Language } from '@fairlead/contract';
import type { NewsCategory, NewsDraft } from '../../store/news-queries.ts';
import type { ArticleKey, Articles } from './news/articles.ts';
import { en } from './news/en.ts';
import { esp } from './news/esp.ts';
import { hk } from './news/hk.ts';
import { jp } from './news/jp.ts';
import { kr } from './news/kr.ts';
import { th } from './news/th.ts';
import { zh } from './news/zh.ts';

const LANGUAGE_ARTICLES: Readonly<Record<Language, Articles>> = { en, jp, kr, esp, zh, hk, th };

interface SeedArticle extends Omit<NewsDraft, 'publishedAtMs'> {
  readonly key: ArticleKey;
  /** Says something that is true of test funds only. */
  readonly isDemoOnly: boolean;
}

const article = (key: ArticleKey, category: NewsCategory, isDemoOnly = false): SeedArticle => ({
  key,
  category,
  isDemoOnly,
  texts: Object.fromEntries(
    Object.entries(LANGUAGE_ARTICLES).map(([language, articles]) => [language, articles[key]]),
  ),
});

/** The last of a category is its newest. */
export const SEED_NEWS: readonly SeedArticle[] = [
  article('security', 'help'),
  article('index', 'help'),
  article('accounts', 'help'),
  article('refused', 'help'),
  article('orders', 'help'),
  article('start', 'help'),
  article('promise', 'notice'),
  article('welcome', 'notice', true),
  article('practise', 'banner', true),
];
