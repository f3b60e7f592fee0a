import { Listing, type ListQuery, LoadingRows, useApiPages } from '@fairlead/calls';
import { EmptyState, formatDate, List, ListRow } from '@fairlead/ui';
import { Children, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../app/parts/Amount.tsx';
import { tidy } from '../../data/tidy.ts';

const DECIMALS = 2;

export interface FriendListProps {
  currency: string;
  action: ReactNode;
}

/** Whom one has invited: since when, the fees they paid, and what came of it. */
export function FriendList({ currency, action }: FriendListProps) {
  const t = useTranslations('promotion');
  const locale = useLocale();
  const pages = useApiPages('invitees', {});
  return (
    <PagesOf
      pages={pages}
      label={t('friends')}
      none={t('noFriends')}
      action={action}
      row={({ account, joined_at, fees, rebate }, index) => (
        <ListRow
          // Masked names may be alike; the list only grows.
          key={`${joined_at} ${index}`}
          title={<span className="font-medium">{account}</span>}
          caption={t('joined', { time: formatDate(joined_at, 'date', locale) })}
          value={
            <>
              <Amount value={rebate} decimals={DECIMALS} isSigned /> {currency}
            </>
          }
          valueCaption={t.rich('ofFees', {
            amount: () => <Amount value={fees} decimals={DECIMALS} />,
          })}
        />
      )}
    />
  );
}

/** What each fee of a friend brought, in the currency of the fee, and whether it is paid. */
export function RebateList({ action }: { action: ReactNode }) {
  const t = useTranslations('promotion');
  const locale = useLocale();
  const pages = useApiPages('rebates', {});
  return (
    <PagesOf
      pages={pages}
      label={t('rebates')}
      none={t('noRebates')}
      action={action}
      row={({ id, from_account, currency, amount, status, time }) => (
        <ListRow
          key={id}
          title={<span className="font-medium">{from_account}</span>}
          caption={formatDate(time, 'dayMinute', locale)}
          value={
            <>
              <Amount value={tidy(amount)} isSigned /> {currency}
            </>
          }
          valueCaption={t(`rebateStatus.${status}`)}
        />
      )}
    />
  );
}

interface PagesOfProps<Item> {
  pages: ListQuery<Item>;
  label: string;
  /** What is said of an empty list, and the way out of it. */
  none: string;
  action: ReactNode;
  row: (item: Item, index: number) => ReactNode;
}

/** A list that grows as one scrolls, in each of its states. */
function PagesOf<Item>({ pages, label, none, action, row }: PagesOfProps<Item>) {
  return (
    <Listing
      query={pages}
      loading={<LoadingRows mark={false} />}
      empty={<EmptyState action={action}>{none}</EmptyState>}
    >
      {(items) => <List label={label}>{Children.toArray(items.map(row))}</List>}
    </Listing>
  );
}
