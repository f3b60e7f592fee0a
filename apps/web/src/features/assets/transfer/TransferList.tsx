import type { useApiPages } from '@fairlead/calls';
import { Listing, LoadingRows } from '@fairlead/calls';
import { buttonLook, CoinMark, EmptyState, formatDate, List, ListRow } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';
import { useCurrencies } from '../use-wallet.ts';

/** What was moved between the accounts, newest first. */
export function TransferList({ pages }: { pages: ReturnType<typeof useApiPages<'transfers'>> }) {
  const t = useTranslations('assets');
  const locale = useLocale();
  const { byId } = useCurrencies();
  const nothing = (
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
    <Listing query={pages} loading={<LoadingRows count={8} />} empty={nothing}>
      {(items) => (
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
      )}
    </Listing>
  );
}
