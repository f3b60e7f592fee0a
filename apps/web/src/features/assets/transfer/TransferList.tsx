import type { useApiPages } from '@fairlead/calls';
import { Listing, LoadingRows } from '@fairlead/calls';
import type { TransferRecord } from '@fairlead/contract';
import {
  Badge,
  buttonLook,
  CoinMark,
  EmptyState,
  formatDate,
  List,
  ListRow,
  Note,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';
import { useCurrencies } from '../use-wallet.ts';

/** What was moved between the accounts, newest first. */
export function TransferList({ pages }: { pages: ReturnType<typeof useApiPages<'transfers'>> }) {
  const t = useTranslations('assets');
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
          {items.map((transfer) => (
            <Row key={transfer.id} transfer={transfer} />
          ))}
        </List>
      )}
    </Listing>
  );
}

function Row({ transfer }: { transfer: TransferRecord }) {
  const t = useTranslations('assets');
  const locale = useLocale();
  const { byId } = useCurrencies();
  const { status, reason } = transfer;
  const name = byId.get(transfer.currency_id)?.name ?? `#${transfer.currency_id}`;
  const time = formatDate(transfer.time, 'full', locale);
  const number = t('record.number', { id: String(transfer.id) });
  const isDone = status === 'done';
  return (
    <>
      <ListRow
        leading={<CoinMark code={name} />}
        title={t('move.pair', {
          from: t(`account.${transfer.from_account}`),
          to: t(`account.${transfer.to_account}`),
        })}
        caption={isDone ? time : `${number} · ${time}`}
        value={
          <>
            <Amount value={tidy(transfer.amount)} />{' '}
            <span className="text-12 font-body text-muted">{name}</span>
          </>
        }
        valueCaption={isDone ? number : <StatusBadge status={status} />}
      />
      {reason !== undefined && (
        <div className="gutter pb-3">
          <Note kind="warn">{t('move.cameBack', { reason })}</Note>
        </div>
      )}
    </>
  );
}

function StatusBadge({ status }: { status: 'on_the_way' | 'returned' }) {
  const t = useTranslations('assets.move');
  if (status === 'on_the_way') return <Badge kind="brand">{t('onTheWay')}</Badge>;
  return <Badge kind="bad">{t('returned')}</Badge>;
}
