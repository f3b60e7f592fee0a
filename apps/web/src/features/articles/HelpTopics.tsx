import { LoadingRows, Pending, type useApi } from '@fairlead/calls';
import type { NewsItem } from '@fairlead/contract';
import { HELP_TOPICS } from '@fairlead/contract/constants';
import { EmptyState, List } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { ArticleRow } from './ArticleRow.tsx';

const GROUPS = [...HELP_TOPICS, 'other'] as const;
const topicOf = ({ topic }: NewsItem): (typeof GROUPS)[number] => topic ?? 'other';

type Query = ReturnType<typeof useApi<'newsList'>>;

/** More than this nobody looks through; the search finds the rest. */
export const ARTICLES_MAX = 100;

/** All help articles by topic. */
export function HelpTopics({
  query,
}: {
  query: Pick<Query, 'data' | 'error' | 'refetch' | 'isFetching'>;
}) {
  const t = useTranslations('guidance.help.topics');
  const common = useTranslations('common');
  const { data, error, refetch, isFetching } = query;
  if (data === undefined)
    return (
      <Pending
        query={{ error, refetch, isFetching }}
        loading={<LoadingRows count={6} mark={false} />}
      />
    );
  if (data.list.length === 0)
    return (
      <div className="pt-16">
        <EmptyState>{common('noArticles')}</EmptyState>
      </div>
    );
  return GROUPS.map((topic) => {
    const items = data.list.filter((item) => topicOf(item) === topic);
    if (items.length === 0) return null;
    return (
      <section key={topic} aria-label={t(topic)}>
        <h2 className="fl-group">{t(topic)}</h2>
        <List label={t(topic)}>
          {items.map((item) => (
            <ArticleRow key={item.id} item={item} detailPath="pages/help/center/detail" />
          ))}
        </List>
      </section>
    );
  });
}
