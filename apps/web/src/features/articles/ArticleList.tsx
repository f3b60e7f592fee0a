import type { NewsItem } from '@fairlead/contract';
import { Button, EmptyState, ErrorState, List, SkeletonRows } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { errorText } from '../../data/error-text.ts';
import type { useApiPages } from '../../data/use-api.ts';
import { ArticleRow } from './ArticleRow.tsx';

export interface ArticleListProps {
  label: string;
  pages: ReturnType<typeof useApiPages<'newsList'>>;
  /** Where one is read. */
  detailPath: string;
  emptyText: string;
  /** Above the title: a date, or nothing. */
  note?: (item: NewsItem) => string;
  isNew?: (item: NewsItem) => boolean;
}

/** Titles with their summaries, as many pages as asked for. */
export function ArticleList(props: ArticleListProps) {
  const { label, pages, detailPath, emptyText, note, isNew } = props;
  const t = useTranslations('common');
  const { items, error, hasMore, isLoadingMore, more, refetch } = pages;
  if (items === undefined) {
    if (error === null) return <SkeletonRows label={t('loading')} count={5} mark={false} />;
    return (
      <ErrorState onRetry={() => void refetch()} retryLabel={t('retry')}>
        {errorText(error)}
      </ErrorState>
    );
  }
  if (items.length === 0)
    return (
      <div className="pt-16">
        <EmptyState>{emptyText}</EmptyState>
      </div>
    );
  return (
    <>
      <List label={label}>
        {items.map((item) => (
          <ArticleRow
            key={item.id}
            item={item}
            detailPath={detailPath}
            note={note?.(item)}
            isNew={isNew?.(item) ?? false}
          />
        ))}
      </List>
      {hasMore && (
        <div className="grid justify-items-center py-4">
          <Button size={44} busy={isLoadingMore} onClick={more}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}
