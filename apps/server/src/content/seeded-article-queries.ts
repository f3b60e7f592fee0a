/** Which articles came with the software: by name, with a digest of the texts as they were written. */
import type { Queryable } from '../core/store/database.ts';
import type { NewsText } from './news-queries.ts';

export interface SeededArticle {
  readonly key: string;
  /** As it was last written by a start. */
  readonly textsHash: string;
  /** What is there now; undefined when an operator deleted it. */
  readonly news: StoredArticle | undefined;
}

export interface StoredArticle {
  readonly newsId: number;
  readonly texts: Readonly<Record<string, NewsText>>;
}

const TEXTS = `(
  SELECT json_object_agg(lang, json_build_object('title', title, 'summary', summary, 'body', body))
  FROM news_translations WHERE news_translations.news_id = news.news_id) AS texts`;

interface SeededRecord {
  readonly article_key: string;
  readonly texts_hash: string;
  readonly news_id: bigint | null;
  readonly texts: Readonly<Record<string, NewsText>> | null;
}

/** All of them; a few dozen. */
export async function seededArticles(source: Queryable): Promise<SeededArticle[]> {
  const rows = await source.query<SeededRecord>(
    `SELECT article_key, texts_hash, news.news_id, ${TEXTS}
     FROM seeded_articles LEFT JOIN news ON news.news_id = seeded_articles.news_id`,
  );
  return rows.map(({ article_key, texts_hash, news_id, texts }) => ({
    key: article_key,
    textsHash: texts_hash,
    news: news_id === null ? undefined : { newsId: Number(news_id), texts: texts ?? {} },
  }));
}

/** Before articles had names: the oldest, which are those a first start wrote. */
export async function oldestArticles(source: Queryable, limit: number): Promise<StoredArticle[]> {
  const rows = await source.query<{ news_id: bigint; texts: StoredArticle['texts'] | null }>(
    `SELECT news_id, ${TEXTS} FROM news ORDER BY news_id LIMIT $1`,
    [limit],
  );
  return rows.map(({ news_id, texts }) => ({ newsId: Number(news_id), texts: texts ?? {} }));
}

/** Notes that an article of this name was written; without an id, that there is to be none. */
export async function noteSeeded(
  transaction: Queryable,
  key: string,
  seeded: { readonly newsId: number | undefined; readonly textsHash: string },
): Promise<void> {
  await transaction.query(
    `INSERT INTO seeded_articles VALUES ($1, $2, $3)
     ON CONFLICT (article_key) DO UPDATE SET news_id = $2, texts_hash = $3`,
    [key, seeded.newsId ?? null, seeded.textsHash],
  );
}

/** Gives an article its topic where it has none. */
export async function settleTopic(
  transaction: Queryable,
  newsId: number,
  topic: string,
): Promise<void> {
  await transaction.query('UPDATE news SET topic = $2 WHERE news_id = $1 AND topic IS NULL', [
    newsId,
    topic,
  ]);
}
