import type { NewsText } from '../../../store/news-queries.ts';

/** What a first start publishes, by name. */
export type ArticleKey = 'welcome' | 'promise' | 'practise' | 'refused' | 'accounts' | 'index';

/** A translation has every article; bodies are Markdown. */
export type Articles = Readonly<Record<ArticleKey, NewsText>>;
