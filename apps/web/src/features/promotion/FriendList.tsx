import { formatDate, ListRow } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../app/Amount.tsx';
import { useApiPages } from '../../data/use-api.ts';
import { PagesOf } from './PagesOf.tsx';

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
    <PagesOf pages={pages} label={t('friends')} none={t('noFriends')} action={action}>
      {pages.items?.map(({ account, joined_at, fees, rebate }, index) => (
        <ListRow
          // Masked names may be alike; the list only grows.
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells two friends apart
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
      ))}
    </PagesOf>
  );
}
