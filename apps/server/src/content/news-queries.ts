/** Announcements, banners and help articles in the reader's language, or in English. */
import type { HelpTopic } from '@fairlead/contract';
import type { Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';

export type NewsCategory = 'notice' | 'banner' | 'help';

export interface NewsSummary {
  readonly newsId: number;
  readonly title: string;
  readonly summary: string;
  readonly cover?: string;
  readonly publishedAtMs: number;
  readonly topic?: HelpTopic;
  /** Of an article that came with the software. */
  readonly key?: string;
}

export interface NewsArticle extends Omit<NewsSummary, 'summary' | 'cover'> {
  /** Markdown, not yet sanitised. */
  readonly body: string;
}

export interface NewsDraft {
  readonly category: NewsCategory;
  readonly cover?: string;
  readonly topic?: HelpTopic;
  readonly publishedAtMs: number;
  /** By language; "en" must be there. */
  readonly texts: Readonly<Record<string, NewsText>>;
}

export interface NewsText {
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

interface NewsRecord {
  readonly news_id: bigint;
  readonly cover: string | null;
  readonly topic: HelpTopic | null;
  readonly article_key: string | null;
  readonly published_at_ms: bigint;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

/** `own` is the reader's language, `fallback` English; a text in neither is not listed. */
const fromNews = (languageParameter: string): string => `news
  LEFT JOIN news_translations AS own ON own.news_id = news.news_id AND own.lang = ${languageParameter}
  JOIN news_translations AS fallback ON fallback.news_id = news.news_id AND fallback.lang = 'en'
  LEFT JOIN seeded_articles ON seeded_articles.news_id = news.news_id`;

const COLUMNS = `news.news_id, cover, topic, article_key, published_at_ms, coalesce(own.title, fallback.title) AS title,
  coalesce(own.summary, fallback.summary) AS summary, coalesce(own.body, fallback.body) AS body`;

/** Without case, and without the accents that few type. */
const folded = (sql: string): string =>
  `translate(lower(${sql}), 'ÁÉÍÓÚÜÑáéíóúüñ', 'aeiouunaeiouun')`;
const ACCENTS: Readonly<Record<string, string>> = {
  á: 'a',
  é: 'e',
  í: 'i',
  ó: 'o',
  ú: 'u',
  ü: 'u',
  ñ: 'n',
};

/** Words of one search; more than these narrow nothing down. */
const SEARCH_WORDS_MAX = 5;

/**
 * Patterns for LIKE, one a word. Chinese, Japanese and Thai put no spaces between words, so what is asked for is
 * looked for as a part of the text, not as a word of it.
 */
function searchPatterns(query: string): readonly string[] {
  const words = query
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[áéíóúüñ]/g, (letter) => ACCENTS[letter] ?? letter)
    .split(/\s+/)
    .filter((word) => word !== '');
  return words
    .slice(0, SEARCH_WORDS_MAX)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`);
}

const TITLE = folded('coalesce(own.title, fallback.title)');
const SUMMARY = folded('coalesce(own.summary, fallback.summary)');
const ALL_TEXT = folded(`concat_ws(' ', coalesce(own.title, fallback.title),
  coalesce(own.summary, fallback.summary), coalesce(own.body, fallback.body))`);

/** What was published in a category by `nowMs`, newest first; of a search, those that say it in their title first. */
export function newsPage(
  source: Queryable,
  {
    category,
    lang,
    nowMs,
    query = '',
    topic,
  }: {
    readonly category: NewsCategory;
    readonly lang: string;
    readonly nowMs: number;
    readonly query?: string | undefined;
    readonly topic?: HelpTopic | undefined;
  },
  request: PageRequest,
): Promise<Page<NewsSummary>> {
  const where = new Conditions()
    .add('category =', category)
    .add('published_at_ms <=', nowMs)
    // Always true; it carries the language to the join.
    .add("'' <>", lang);
  const patterns = searchPatterns(query);
  for (const pattern of patterns) where.add(`${ALL_TEXT} LIKE`, pattern);
  where.add('topic =', topic);
  // The fourth value is the first word. Of titles that have it the shortest is most about it.
  const best =
    patterns.length > 0
      ? `CASE WHEN ${TITLE} LIKE $4 THEN length(${TITLE}) END, ${SUMMARY} LIKE $4 DESC, `
      : '';
  return readPage<NewsRecord, NewsSummary>(
    source,
    {
      columns: COLUMNS,
      from: fromNews('$3'),
      where,
      orderBy: `${best}published_at_ms DESC, news.news_id DESC`,
    },
    request,
    (row) => ({
      newsId: Number(row.news_id),
      title: row.title,
      summary: row.summary,
      ...(row.cover !== null && { cover: row.cover }),
      publishedAtMs: Number(row.published_at_ms),
      ...groupOf(row),
    }),
  );
}

const groupOf = ({ topic, article_key }: NewsRecord) => ({
  ...(topic !== null && { topic }),
  ...(article_key !== null && { key: article_key }),
});

/** One published article, by its id or by the name it came with. */
export async function findArticle(
  source: Queryable,
  {
    newsId,
    key,
    lang,
    nowMs,
  }: {
    readonly newsId: number | undefined;
    readonly key: string | undefined;
    readonly lang: string;
    readonly nowMs: number;
  },
): Promise<NewsArticle | undefined> {
  const [row] = await source.query<NewsRecord>(
    `SELECT ${COLUMNS} FROM ${fromNews('$3')}
     WHERE (news.news_id = $1 OR article_key = $4) AND published_at_ms <= $2 LIMIT 1`,
    [newsId ?? null, nowMs, lang, key ?? null],
  );
  if (row === undefined) return undefined;
  const { title, body } = row;
  return {
    newsId: Number(row.news_id),
    title,
    body,
    publishedAtMs: Number(row.published_at_ms),
    ...groupOf(row),
  };
}

/** Adds an article with its translations; run it in a transaction. */
export async function insertNews(transaction: Queryable, draft: NewsDraft): Promise<number> {
  const [row] = await transaction.query<{ news_id: bigint }>(
    `INSERT INTO news (category, cover, published_at_ms, topic) VALUES ($1, $2, $3, $4)
     RETURNING news_id`,
    [draft.category, draft.cover ?? null, draft.publishedAtMs, draft.topic ?? null],
  );
  const newsId = Number(row?.news_id ?? 0n);
  await insertTexts(transaction, newsId, draft.texts);
  return newsId;
}

/** Puts other texts in place of an article's. */
export async function replaceTexts(
  transaction: Queryable,
  newsId: number,
  texts: NewsDraft['texts'],
): Promise<void> {
  await transaction.query('DELETE FROM news_translations WHERE news_id = $1', [newsId]);
  await insertTexts(transaction, newsId, texts);
}

async function insertTexts(
  transaction: Queryable,
  newsId: number,
  texts: NewsDraft['texts'],
): Promise<void> {
  for (const [lang, { title, summary, body }] of Object.entries(texts)) {
    await transaction.query('INSERT INTO news_translations VALUES ($1, $2, $3, $4, $5)', [
      newsId,
      lang,
      title,
      summary,
      body,
    ]);
  }
}
