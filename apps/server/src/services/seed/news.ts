/** What comes with the software: announcements, a banner, help articles, in all languages. */
import type { HelpTopic, Language } from '@fairlead/contract';
import type { NewsCategory } from '../../store/news-queries.ts';
import type { SeedArticle } from './articles.ts';
import type { HelpArticles } from './help/articles.ts';
import { en as enHelp } from './help/en.ts';
import { esp as espHelp } from './help/esp.ts';
import { hk as hkHelp } from './help/hk.ts';
import { jp as jpHelp } from './help/jp.ts';
import { kr as krHelp } from './help/kr.ts';
import { th as thHelp } from './help/th.ts';
import { zh as zhHelp } from './help/zh.ts';
import type { Articles } from './news/articles.ts';
import { en } from './news/en.ts';
import { esp } from './news/esp.ts';
import { hk } from './news/hk.ts';
import { jp } from './news/jp.ts';
import { kr } from './news/kr.ts';
import { th } from './news/th.ts';
import { zh } from './news/zh.ts';

type AllArticles = Articles & HelpArticles;
const LANGUAGE_ARTICLES: Readonly<Record<Language, AllArticles>> = {
  en: { ...en, ...enHelp },
  jp: { ...jp, ...jpHelp },
  kr: { ...kr, ...krHelp },
  esp: { ...esp, ...espHelp },
  zh: { ...zh, ...zhHelp },
  hk: { ...hk, ...hkHelp },
  th: { ...th, ...thHelp },
};

interface SeedNews extends SeedArticle {
  /** Says something that is true of test funds only. */
  readonly isDemoOnly: boolean;
}

const article = (key: keyof AllArticles, category: NewsCategory, isDemoOnly = false): SeedNews => ({
  key,
  category,
  isDemoOnly,
  texts: Object.fromEntries(
    Object.entries(LANGUAGE_ARTICLES).map(([language, articles]) => [language, articles[key]]),
  ),
});

const help = (topic: HelpTopic, keys: readonly (keyof AllArticles)[]): readonly SeedNews[] =>
  keys.map((key) => ({ ...article(key, 'help'), topic }));

/** The last of a category is its newest, which its readers see first. */
export const SEED_NEWS: readonly SeedNews[] = [
  ...help('account', ['chat', 'alerts', 'verification', 'security']),
  ...help('earn', ['referral', 'newcoins', 'locked']),
  ...help('contracts', ['receipts', 'options', 'futures']),
  ...help('trading', ['index', 'refused', 'orders']),
  ...help('money', ['fees', 'withdrawals', 'deposits']),
  ...help('start', ['portfolio', 'accounts', 'start']),
  article('promise', 'notice'),
  article('welcome', 'notice', true),
  article('practise', 'banner', true),
];
