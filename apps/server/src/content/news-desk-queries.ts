/** Articles as operators write them: all languages, published or not. */
import type { HelpTopic } from '@fairlead/contract';
import type { Database, Queryable } from '../core/store/database.ts';
import { Conditions, type Page, type PageRequest, readPage } from '../core/store/pages.ts';
import {
  insertNews,
  type NewsCategory,
  type NewsDraft,
  type NewsText,
  replaceTexts,
} from './news-queries.ts';

export interface DeskArticle extends NewsDraft {
  readonly newsId: number;
}

interface DeskRecord {
  readonly news_id: bigint;
  readonly category: NewsCategory;
  readonly cover: string | null;
  readonly topic: HelpTopic | null;
  readonly published_at_ms: bigint;
  readonly texts: Readonly<Record<string, NewsText>>;
}

const COLUMNS = `news_id, category, cover, topic, published_at_ms, (
  SELECT json_object_agg(lang, json_build_object('title', title, 'summary', summary, 'body', body))
  FROM news_translations WHERE news_translations.news_id = news.news_id) AS texts`;

/** All articles, the newest first. */
export function deskPage(
  source: Queryable,
  filter: { readonly category: NewsCategory | undefined },
  request: PageRequest,
): Promise<Page<DeskArticle>> {
  return readPage<DeskRecord, DeskArticle>(
    source,
    {
      columns: COLUMNS,
      from: 'news',
      where: new Conditions().add('category =', filter.category),
      orderBy: 'published_at_ms DESC, news_id DESC',
    },
    request,
    (row) => ({
      newsId: Number(row.news_id),
      category: row.category,
      ...(row.cover !== null && { cover: row.cover }),
      ...(row.topic !== null && { topic: row.topic }),
      publishedAtMs: Number(row.published_at_ms),
      texts: row.texts,
    }),
  );
}

/** Adds an article, or replaces one but for its cover; undefined when there is none of the id. */
export function saveArticle(
  database: Database,
  newsId: number | undefined,
  draft: NewsDraft,
): Promise<number | undefined> {
  return database.transaction(async (transaction) => {
    if (newsId === undefined) return insertNews(transaction, draft);
    const rows = await transaction.query(
      `UPDATE news SET category = $2, published_at_ms = $3, topic = $4
       WHERE news_id = $1 RETURNING news_id`,
      [newsId, draft.category, draft.publishedAtMs, draft.topic ?? null],
    );
    if (rows.length === 0) return undefined;
    await replaceTexts(transaction, newsId, draft.texts);
    return newsId;
  });
}

/** Takes an article away; false when there is none of the id. */
export async function deleteArticle(source: Queryable, newsId: number): Promise<boolean> {
  const rows = await source.query('DELETE FROM news WHERE news_id = $1 RETURNING news_id', [
    newsId,
  ]);
  return rows.length > 0;
}
