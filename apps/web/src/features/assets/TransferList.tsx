import {
  buttonLook,
  CoinMark,
  EmptyState,
  ErrorState,
  formatDate,
  List,
  ListRow,
  SkeletonRows,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../app/Amount.tsx';
import { MoreRows } from '../../app/MoreRows.tsx';
import { href } from '../../app/navigation.ts';
import { errorText } from '../../data/error-text.ts';
import { tidy } from '../../data/tidy.ts';
import type { useApiPages } from '../../data/use-api.ts';
import { useCurrencies } from './use-wallet.ts';

/** What was moved between the accounts, newest first. */
export function TransferList({ pages }: { pages: ReturnType<typeof useApiPages<'transfers'>> }) {
  const t = useTranslations('assets');
  const common = useTranslations('common');
  const locale = useLocale();
  const { byId } = useCurrencies();
  const { items } = pages;
  if (items === undefined) {
    if (pages.error === null) return <SkeletonRows label={common('loading')} count={8} />;
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
            <a {...buttonLook({ size: 36 })} href={href('pages/assets/transfer/index')}>
              {t('transfer')}
            </a>
          }
        >
          {t('move.empty')}
        </EmptyState>
      </div>
    );
  return (
    <>
      <List label={t('move.history')}>
        {items.map((transfer) => {
          const name = byId.get(transfer.currency_id)?.name ?? `#${transfer.currency_id}`;
          return (
            <ListRow
              key={transfer.id}
              leading={<CoinMark code={name} />}
              title={t('move.pair', {
                from: t(`account.${transfer.from_account}`),
                to: t(`account.${transfer.to_account}`),
              })}
              caption={formatDate(transfer.time, 'full', locale)}
              value={
                <>
                  <Amount value={tidy(transfer.amount)} />{' '}
                  <span className="text-12 font-body text-muted">{name}</span>
                </>
              }
              valueCaption={t('record.number', { id: String(transfer.id) })}
            />
          );
        })}
      </List>
      <MoreRows hasMore={pages.hasMore} isLoading={pages.isLoadingMore} onMore={pages.more} />
    </>
  );
}
