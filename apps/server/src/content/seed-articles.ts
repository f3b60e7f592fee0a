/**
 * Keeps the articles that come with the software in the tables, by name. A missing one is added, once: what an operator
 * deletes stays deleted. One that still reads as a start wrote it follows this version's texts; one that an operator
 * edited is the operator's from then on.
 */
import { createHash } from 'node:crypto';
import type { Queryable } from '../core/store/database.ts';
import { insertNews, type NewsDraft, replaceTexts } from './news-queries.ts';
import {
  noteSeeded,
  oldestArticles,
  type SeededArticle,
  seededArticles,
  settleTopic,
} from './seeded-article-queries.ts';

export interface SeedArticle extends Omit<NewsDraft, 'publishedAtMs'> {
  readonly key: string;
}

/** Digest of the texts of an article before articles had names, with the title that an edited one may still have. */
const UNNAMED: readonly (readonly [key: string, title: string, textsHash: string])[] = [
  [
    'security',
    'Keep your account safe',
    '2fdcbb249a22247c923653bc93b676cf48d6be7b867a5b9fa1c9161ee11c28da',
  ],
  [
    'index',
    'Index price, last price, charts',
    '5be63d560aff219adae34346708b18630cc1b1ef614849a44a5aaacd6844b652',
  ],
  [
    'accounts',
    'Four accounts, one you',
    '587c5accf1a99348b97f7344eec38c836ba60ffa5479395718403163dc1e6a70',
  ],
  [
    'refused',
    'Why was my order refused?',
    '02ca8f53e78818aed529601ed8720cf1b9705dc6989218a89886c981a27a7d95',
  ],
  [
    'orders',
    'Order types and fees',
    '958c614973228de18303b87db4cea5c003810f31b1194d20aeffc8bb3803a00e',
  ],
  ['start', 'Getting started', '9a9144536d559961888caebfc71ffaec28a71789ef4c44e880b2e48f0abecd2f'],
  [
    'promise',
    'What this exchange cannot do to you',
    '1cb78805ff009915fa76a36824f43c577d728a06d8880051568cb4e9c902eadf',
  ],
  [
    'welcome',
    'Welcome to the demo',
    '96eef706af9b07a6dbfdb4cb76f9315811f9137d7d1207e2750fa72e99ae0c84',
  ],
  [
    'practise',
    'Practise with test funds',
    '52028831b53ac68712883898347690d95fcb122f2e23e5644e7c47a30035c7d1',
  ],
];
/** They were the first rows of the table; an operator's own may stand between by now. */
const UNNAMED_ROWS_MAX = 200;

/** Whatever the order of the languages. */
export function textsHash(texts: NewsDraft['texts']): string {
  const rows = Object.entries(texts)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([lang, { title, summary, body }]) => [lang, title, summary, body]);
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
}

/** Brings the tables to these articles; the last one listed becomes the newest. */
export async function seedArticles(
  transaction: Queryable,
  {
    articles,
    isFirst,
    nowMs,
  }: {
    readonly articles: readonly SeedArticle[];
    readonly isFirst: boolean;
    readonly nowMs: number;
  },
): Promise<void> {
  let seeded = await seededArticles(transaction);
  if (seeded.length === 0 && !isFirst) {
    await nameOldArticles(transaction, articles);
    seeded = await seededArticles(transaction);
  }
  const byKey = new Map(seeded.map((each) => [each.key, each]));
  for (const [index, article] of articles.entries()) {
    const known = byKey.get(article.key);
    if (known !== undefined) {
      await follow(transaction, article, known);
      continue;
    }
    const publishedAtMs = nowMs - (articles.length - index) * 1_000;
    const newsId = await insertNews(transaction, { ...article, publishedAtMs });
    await noteSeeded(transaction, article.key, { newsId, textsHash: textsHash(article.texts) });
  }
}

async function follow(
  transaction: Queryable,
  { key, texts }: SeedArticle,
  { news, textsHash: written }: SeededArticle,
): Promise<void> {
  if (news === undefined) return;
  const wanted = textsHash(texts);
  if (written === wanted || textsHash(news.texts) !== written) return;
  await replaceTexts(transaction, news.newsId, texts);
  await noteSeeded(transaction, key, { newsId: news.newsId, textsHash: wanted });
}

/** A database from before articles had names: they are found by their texts, or by the title they came with. */
async function nameOldArticles(
  transaction: Queryable,
  articles: readonly SeedArticle[],
): Promise<void> {
  const rows = await oldestArticles(transaction, UNNAMED_ROWS_MAX);
  for (const [key, title, hash] of UNNAMED) {
    const found =
      rows.find(({ texts }) => textsHash(texts) === hash) ??
      rows.find(({ texts }) => texts['en']?.title === title);
    await noteSeeded(transaction, key, { newsId: found?.newsId, textsHash: hash });
    const topic = articles.find((article) => article.key === key)?.topic;
    if (found !== undefined && topic !== undefined)
      await settleTopic(transaction, found.newsId, topic);
  }
}
