import { useApi } from '@fairlead/calls';
import type { PostingRecord } from '@fairlead/contract';
import { List, SectionHead, SkeletonRows, TextLink } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { errorText } from '../../../data/calls/error-text.ts';
import type { Account } from '../model.ts';
import { useCurrencies } from '../use-wallet.ts';
import { RecordRow } from './RecordRow.tsx';
import { RecordSheet } from './RecordSheet.tsx';

const RECENT_RECORDS = 5;

/** The last few postings of an account, and the way to all. */
export function RecentRecords({ account }: { account: Account }) {
  const t = useTranslations('assets');
  const common = useTranslations('common');
  const [open, setOpen] = useState<PostingRecord>();
  const { byId } = useCurrencies();
  const records = useApi('records', { account, page: 1, limit: RECENT_RECORDS });
  const name = (currencyId: number) => byId.get(currencyId)?.name ?? `#${currencyId}`;
  return (
    <section aria-label={t('recent')}>
      <SectionHead
        title={t('recent')}
        end={
          <TextLink href={href('pages/assets/record', { account })} chevron>
            {t('all')}
          </TextLink>
        }
      />
      {records.data === undefined && records.error === null && (
        <SkeletonRows label={common('loading')} count={3} />
      )}
      {records.data === undefined && records.error !== null && (
        <p className="gutter py-4 text-muted">{errorText(records.error)}</p>
      )}
      {records.data?.list.length === 0 && (
        <p className="gutter py-6 text-center text-muted">{t('record.empty')}</p>
      )}
      <List label={t('recent')}>
        {records.data?.list.map((record) => (
          <RecordRow
            key={record.id}
            record={record}
            currency={name(record.currency_id)}
            time="dayMinute"
            onOpen={setOpen}
          />
        ))}
      </List>
      <RecordSheet record={open} currency={name} onClose={() => setOpen(undefined)} />
    </section>
  );
}
