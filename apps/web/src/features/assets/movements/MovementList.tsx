import type { ListQuery } from '@fairlead/calls';
import { Listing } from '@fairlead/calls';
import { Button, buttonLook, EmptyState, List } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';

export interface MovementListProps<Item> {
  kind: 'deposits' | 'withdrawals';
  pages: ListQuery<Item>;
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
  const nothing = (
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
    <Listing query={pages} empty={nothing}>
      {(items) => <List label={t(`tabs.${kind}`)}>{items.map(row)}</List>}
    </Listing>
  );
}
