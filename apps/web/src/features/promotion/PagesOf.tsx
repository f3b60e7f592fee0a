import { EmptyState, ErrorState, List, SkeletonRows } from '@fairlead/ui';
import { Children, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { MoreRows } from '../../app/MoreRows.tsx';
import { errorText } from '../../data/error-text.ts';

export interface PagesOfProps {
  pages: {
    readonly items: readonly unknown[] | undefined;
    readonly error: Error | null;
    readonly hasMore: boolean;
    readonly isLoadingMore: boolean;
    readonly more: () => void;
    readonly refetch: () => Promise<unknown>;
  };
  label: string;
  /** What is said of an empty list, and the way out of it. */
  none: string;
  action: ReactNode;
  children: ReactNode;
}

/** A list that grows as one scrolls, in each of its states. */
export function PagesOf({ pages, label, none, action, children }: PagesOfProps) {
  const common = useTranslations('common');
  if (pages.items === undefined) {
    return pages.error ? (
      <ErrorState onRetry={() => void pages.refetch()} retryLabel={common('retry')}>
        {errorText(pages.error)}
      </ErrorState>
    ) : (
      <SkeletonRows label={common('loading')} mark={false} />
    );
  }
  if (pages.items.length === 0) return <EmptyState action={action}>{none}</EmptyState>;
  return (
    <>
      <List label={label}>{Children.toArray(children)}</List>
      <MoreRows hasMore={pages.hasMore} isLoading={pages.isLoadingMore} onMore={pages.more} />
    </>
  );
}
