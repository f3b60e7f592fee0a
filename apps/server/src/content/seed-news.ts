/** What comes with the software: announcements, a banner, help articles, in all languages; texts are files. */
import { type HelpTopic, LANGUAGES } from '@fairlead/contract';
import { readArticle } from '../core/texts/articles.ts';
import type { NewsCategory } from './news-queries.ts';
import type { SeedArticle } from './seed-articles.ts';

interface SeedNews extends SeedArticle {
  /** Says something that is true of test funds only. */
  readonly isDemoOnly: boolean;
}

const article = (key: string, category: NewsCategory, isDemoOnly = false): SeedNews => {
  const file = `${category === 'help' ? 'help' : 'news'}/${key}.md`;
  return {
    key,
    category,
    isDemoOnly,
    texts: Object.fromEntries(
      LANGUAGES.map((language) => [language, readArticle(language, file, ['title', 'summary'])]),
    ),
  };
};

/** Links between articles name them by these keys. */
const help = (topic: HelpTopic, keys: readonly string[]): readonly SeedNews[] =>
  keys.map((key) => ({ ...article(key, 'help'), topic }));

/** Reads the files. The last of a category is its newest, which its readers see first. */
export const newsOfTheSoftware = (): readonly SeedNews[] => [
  ...help('account', ['chat', 'alerts', 'verification', 'security']),
  ...help('earn', ['referral', 'newcoins', 'locked']),
  ...help('contracts', ['receipts', 'options', 'futures']),
  ...help('trading', ['index', 'refused', 'orders']),
  ...help('money', ['fees', 'withdrawals', 'deposits']),
  ...help('start', ['tax', 'portfolio', 'accounts', 'start']),
  article('promise', 'notice'),
  article('welcome', 'notice', true),
  article('practise', 'banner', true),
];
