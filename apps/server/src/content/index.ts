/** What other capabilities may use of content. */
export { countPlaceholders } from './legal.ts';
export { plainLine } from './news-desk.ts';
export { findArticle, insertNews, type NewsText, newsPage } from './news-queries.ts';
export { seedArticles } from './seed-articles.ts';
export { newsOfTheSoftware } from './seed-news.ts';
