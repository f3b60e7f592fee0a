import type { NewsItem } from '@fairlead/contract';
import { Button, EmptyState, ErrorState, Icon, List, SkeletonRows } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { errorText } from '../../data/error-text.ts';
import type { useApiPages } from '../../data/use-api.ts';

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
          <a key={item.id} className="fl-row" href={href(detailPath, { id: item.id })}>
            <span className="fl-row-main py-1.5">
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 flex-1 text-16 font-medium text-balance">
                  {isNew?.(item) && (
                    <span className="mr-2 inline-block size-2 rounded-full bg-brand-fill align-middle">
                      <span className="fl-sr">{t('new')}</span>
                    </span>
                  )}
                  {item.title}
                </span>
                {note && <span className="text-12 whitespace-nowrap text-muted">{note(item)}</span>}
              </span>
              <span className="mt-0.5 line-clamp-2 text-secondary">{item.summary}</span>
            </span>
            <Icon name="chevronRight" className="fl-chevron" />
          </a>
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
