import type { useApiPages } from '@fairlead/calls';
import { Listing, LoadingRows } from '@fairlead/calls';
import type { NewsItem } from '@fairlead/contract';
import { Button, EmptyState, List } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
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
  const { hasMore, isLoadingMore, more } = pages;
  return (
    <Listing
      query={pages}
      loading={<LoadingRows count={5} mark={false} />}
      empty={
        <div className="pt-16">
          <EmptyState>{emptyText}</EmptyState>
        </div>
      }
      end={
        hasMore && (
          <div className="grid justify-items-center py-4">
            <Button size={44} busy={isLoadingMore} onClick={more}>
              {t('more')}
            </Button>
          </div>
        )
      }
    >
      {(items) => (
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
      )}
    </Listing>
  );
}
