import { Button, buttonLook, EmptyState, ErrorState, List, SkeletonRows } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { MoreRows } from '../../../app/MoreRows.tsx';
import { href } from '../../../app/navigation.ts';
import { errorText } from '../../../data/error-text.ts';

interface Pages<Item> {
  readonly items: readonly Item[] | undefined;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly more: () => void;
  readonly refetch: () => unknown;
}

export interface MovementListProps<Item> {
  kind: 'deposits' | 'withdrawals';
  pages: Pages<Item>;
  /** A filter is set: an empty list is not an empty history. */
  isFiltered: boolean;
  onClear: () => void;
  row: (item: Item) => ReactNode;
}

const EMPTY = { deposits: 'noDeposits', withdrawals: 'noWithdrawals' } as const;
const ACTIONS = {
  deposits: { path: 'pages/assets/deposit/index', title: 'deposit' },
  withdrawals: { path: 'pages/assets/withdraw/index', title: 'withdraw' },
} as const;

/** Deposits or withdrawals, newest first, as far as one scrolls. */
export function MovementList<Item extends { readonly id: number }>({
  kind,
  pages,
  isFiltered,
  onClear,
  row,
}: MovementListProps<Item>) {
  const t = useTranslations('custody');
  const record = useTranslations('assets.record');
  const common = useTranslations('common');
  const { items } = pages;
  if (items === undefined) {
    if (pages.error === null) return <SkeletonRows label={common('loading')} count={6} />;
    return (
      <ErrorState onRetry={() => void pages.refetch()} retryLabel={common('retry')}>
        {errorText(pages.error)}
      </ErrorState>
    );
  }
  if (items.length === 0)
    return (
      <div className="pt-8">
        <EmptyState
          action={
            isFiltered ? (
              <Button size={36} onClick={onClear}>
                {record('clear')}
              </Button>
            ) : (
              <a {...buttonLook({ size: 36 })} href={href(ACTIONS[kind].path)}>
                {common(`title.${ACTIONS[kind].title}`)}
              </a>
            )
          }
        >
          {isFiltered ? record('noMatch') : t(EMPTY[kind])}
        </EmptyState>
      </div>
    );
  return (
    <>
      <List label={t(`tabs.${kind}`)}>{items.map(row)}</List>
      <MoreRows hasMore={pages.hasMore} isLoading={pages.isLoadingMore} onMore={pages.more} />
    </>
  );
}
