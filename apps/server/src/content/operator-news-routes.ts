/** Announcements, banners and help articles as operators write them. */

import { ProblemError } from '@fairlead/contract';
import { act } from '../core/acts/acts.ts';
import type { Handlers } from '../core/http/handler.ts';
import type { ContentNeeds } from './needs.ts';
import { newsView, readTranslations } from './news-desk.ts';
import { deleteArticle, deskPage, saveArticle } from './news-desk-queries.ts';

type Names = 'operatorNews' | 'saveNews' | 'deleteNews';

export function operatorNewsHandlers(context: ContentNeeds): Pick<Handlers, Names> {
  const { database } = context;
  return {
    operatorNews: async ({ input: { category, ...paging } }) => {
      const page = await deskPage(database, { category }, paging);
      return { ...page, list: page.list.map(newsView) };
    },
    saveNews: (call) => {
      const { id, category, published_at: publishedAtMs, translations, topic } = call.input;
      const group = category === 'help' && topic !== undefined ? { topic } : {};
      const texts = readTranslations(translations, call.say);
      const titles = Object.fromEntries(
        Object.entries(texts).map(([lang, { title }]) => [lang, title]),
      );
      const saved = {
        action: 'news.saved',
        subject: id === undefined ? 'news' : `news ${id}`,
        detail: { category, ...group, published_at: publishedAtMs, titles },
      };
      return act(context, call, saved, async () => {
        const draft = { category, ...group, publishedAtMs, texts };
        const newsId = await saveArticle(database, id, draft);
        if (newsId === undefined) throw new ProblemError('not_found');
        return { id: newsId };
      });
    },
    deleteNews: (call) => {
      const { id, reason } = call.input;
      const deleted = { action: 'news.deleted', subject: `news ${id}`, detail: { reason } };
      return act(context, call, deleted, async () => {
        if (!(await deleteArticle(database, id))) throw new ProblemError('not_found');
        return call.say('done.saved');
      });
    },
  };
}
