/** Announcements, banners and help articles in the reader's language, or in English. */
import type { Queryable } from './database.ts';
import { Conditions, type Page, type PageRequest, readPage } from './pages.ts';

export type NewsCategory = 'notice' | 'banner' | 'help';

export interface NewsSummary {
  readonly newsId: number;
  readonly title: string;
  readonly summary: string;
  readonly cover?: string;
  readonly publishedAtMs: number;
}

export interface NewsArticle {
  readonly newsId: number;
  readonly title: string;
  /** Markdown, not yet sanitised. */
  readonly body: string;
  readonly publishedAtMs: number;
}

export interface NewsDraft {
  readonly category: NewsCategory;
  readonly cover?: string;
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
  readonly published_at_ms: bigint;
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

/** `own` is the reader's language, `fallback` English; a text in neither is not listed. */
const fromNews = (languageParameter: string): string => `news
  LEFT JOIN news_translations AS own ON own.news_id = news.news_id AND own.lang = ${languageParameter}
  JOIN news_translations AS fallback ON fallback.news_id = news.news_id AND fallback.lang = 'en'`;

const COLUMNS = `news.news_id, cover, published_at_ms, coalesce(own.title, fallback.title) AS title,
  coalesce(own.summary, fallback.summary) AS summary, coalesce(own.body, fallback.body) AS body`;

/** What was published in a category by `nowMs`, newest first. */
export function newsPage(
  source: Queryable,
  {
    category,
    lang,
    nowMs,
  }: {
    readonly category: NewsCategory;
    readonly lang: string;
    readonly nowMs: number;
  },
  request: PageRequest,
): Promise<Page<NewsSummary>> {
  const where = new Conditions()
    .add('category =', category)
    .add('published_at_ms <=', nowMs)
    // Always true; it carries the language to the join.
    .add("'' <>", lang);
  return readPage<NewsRecord, NewsSummary>(
    source,
    {
      columns: COLUMNS,
      from: fromNews('$3'),
      where,
      orderBy: 'published_at_ms DESC, news.news_id DESC',
    },
    request,
    (row) => ({
      newsId: Number(row.news_id),
      title: row.title,
      summary: row.summary,
      ...(row.cover !== null && { cover: row.cover }),
      publishedAtMs: Number(row.published_at_ms),
    }),
  );
}

/** One published article. */
export async function newsById(
  source: Queryable,
  {
    newsId,
    lang,
    nowMs,
  }: {
    readonly newsId: number;
    readonly lang: string;
    readonly nowMs: number;
  },
): Promise<NewsArticle | undefined> {
  const [row] = await source.query<NewsRecord>(
    `SELECT ${COLUMNS} FROM ${fromNews('$3')} WHERE news.news_id = $1 AND published_at_ms <= $2`,
    [newsId, nowMs, lang],
  );
  if (row === undefined) return undefined;
  const { title, body } = row;
  return { newsId: Number(row.news_id), title, body, publishedAtMs: Number(row.published_at_ms) };
}

/** Adds an article with its translations; run it in a transaction. */
export async function insertNews(transaction: Queryable, draft: NewsDraft): Promise<number> {
  const [row] = await transaction.query<{ news_id: bigint }>(
    'INSERT INTO news (category, cover, published_at_ms) VALUES ($1, $2, $3) RETURNING news_id',
    [draft.category, draft.cover ?? null, draft.publishedAtMs],
  );
  const newsId = row?.news_id ?? 0n;
  for (const [lang, { title, summary, body }] of Object.entries(draft.texts)) {
    await transaction.query('INSERT INTO news_translations VALUES ($1, $2, $3, $4, $5)', [
      newsId,
      lang,
      title,
      summary,
      body,
    ]);
  }
  return Number(newsId);
}
