import { formatDate, ListRow } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../app/Amount.tsx';
import { tidy } from '../../data/tidy.ts';
import { useApiPages } from '../../data/use-api.ts';
import { PagesOf } from './PagesOf.tsx';

/** What each fee of a friend brought, in the currency of the fee, and whether it is paid. */
export function RebateList({ action }: { action: ReactNode }) {
  const t = useTranslations('promotion');
  const locale = useLocale();
  const pages = useApiPages('rebates', {});
  return (
    <PagesOf pages={pages} label={t('rebates')} none={t('noRebates')} action={action}>
      {pages.items?.map(({ id, from_account, currency, amount, status, time }) => (
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
      ))}
    </PagesOf>
  );
}
