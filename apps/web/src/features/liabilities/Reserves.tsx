import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { ReservesView, ReserveView } from '@fairlead/contract';
import {
  Address,
  Button,
  formatAmount,
  formatDate,
  ListRow,
  Note,
  SectionHead,
} from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { DetailSheet } from '../../app/parts/DetailSheet.tsx';
import { useCopy } from '../../data/use-copy.ts';

/** What the house says it holds, beside what it owes; each address with the message that its key signed. */
export function Reserves() {
  const t = useTranslations('liabilities.reserves');
  const reserves = useApi('reserves', {});
  return (
    <section className="pt-5">
      <SectionHead title={t('title')} note={t('note')} />
      {reserves.data !== undefined && <Listed reserves={reserves.data} />}
      {reserves.data === undefined && (
        <Pending query={reserves} loading={<LoadingRows count={2} mark={false} />} />
      )}
    </section>
  );
}

function Listed({ reserves: { list, compared } }: { reserves: ReservesView }) {
  const t = useTranslations('liabilities.reserves');
  const [openId, setOpenId] = useState<number>();
  if (list.length === 0) return <p className="gutter text-secondary">{t('none')}</p>;
  const named = new Set(list.map(({ currency }) => currency));
  return (
    <>
      {compared
        .filter(({ currency }) => named.has(currency))
        .map(({ currency, liabilities, reserves, is_covered: isCovered }) => (
          <ListRow
            key={currency}
            size={52}
            title={currency}
            caption={t('owed', { amount: formatAmount(liabilities) })}
            value={<span className="tnum">{formatAmount(reserves)}</span>}
            valueCaption={
              <span className={isCovered ? 'text-good' : 'text-bad'}>
                {t(isCovered ? 'covered' : 'short')}
              </span>
            }
          />
        ))}
      {list.map((reserve) => (
        <ReserveRow key={reserve.id} reserve={reserve} onOpen={() => setOpenId(reserve.id)} />
      ))}
      <ReserveSheet
        reserve={list.find(({ id }) => id === openId)}
        onClose={() => setOpenId(undefined)}
      />
    </>
  );
}

function useBalanceWords(): (reserve: ReserveView) => string {
  const t = useTranslations('liabilities.reserves');
  const locale = useLocale();
  return ({ ended_at: endedAt, balance_source: source, balance_at: balanceAt }) => {
    if (endedAt !== undefined) return t('ended', { time: formatDate(endedAt, 'day', locale) });
    if (source === undefined) return t('unknown');
    return t(source, { time: formatDate(balanceAt, 'dayMinute', locale) });
  };
}

function ReserveRow({ reserve, onOpen }: { reserve: ReserveView; onOpen: () => void }) {
  const words = useBalanceWords();
  const { address, currency, balance } = reserve;
  return (
    <ListRow
      title={
        <span className="font-mono text-14">{`${address.slice(0, 8)}…${address.slice(-6)}`}</span>
      }
      caption={words(reserve)}
      value={<span className="tnum">{formatAmount(balance, undefined, currency)}</span>}
      chevron
      onClick={onOpen}
    />
  );
}

function ReserveSheet({
  reserve,
  onClose,
}: {
  reserve: ReserveView | undefined;
  onClose: () => void;
}) {
  const t = useTranslations('liabilities.reserves');
  const words = useBalanceWords();
  const copy = useCopy();
  return (
    <DetailSheet
      thing={reserve}
      title={() => t('address')}
      footer={({ address, message, signature }) => (
        <Button
          size={48}
          block
          icon="copy"
          onClick={() => void copy([address, message, signature].join('\n'))}
        >
          {t('copyAll')}
        </Button>
      )}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <Address value={shown.address} />
          <p className="pt-1 text-12 text-muted">{words(shown)}</p>
          <h3 className="pt-4 font-strong">{t('message')}</h3>
          <p className="break-words text-secondary">{shown.message}</p>
          <h3 className="pt-4 font-strong">{t('signature')}</h3>
          <p className="font-mono text-12 break-all text-secondary">{shown.signature}</p>
          <Note kind="info" className="my-4">
            {t('howTo')}
          </Note>
        </>
      )}
    </DetailSheet>
  );
}
