import type { PostingRecord } from '@fairlead/contract';
import { formatDate, KeyValues } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { DetailSheet } from '../../../app/parts/DetailSheet.tsx';
import { tidy } from '../../../data/tidy.ts';
import { SignedAmount } from './RecordRow.tsx';

export interface RecordSheetProps {
  record: PostingRecord | undefined;
  currency: (currencyId: number) => string;
  onClose: () => void;
}

/** One posting with everything that is known of it. */
export function RecordSheet({ record, currency, onClose }: RecordSheetProps) {
  const t = useTranslations('assets');
  return (
    <DetailSheet thing={record} title={({ kind }) => t(`record.kinds.${kind}`)} onClose={onClose}>
      {(shown) => <Figures record={shown} currency={currency(shown.currency_id)} />}
    </DetailSheet>
  );
}

function Figures({ record, currency }: { record: PostingRecord; currency: string }) {
  const t = useTranslations('assets');
  const locale = useLocale();
  const { correction } = record;
  const note =
    record.note === '' || correction !== undefined
      ? []
      : [{ label: t('record.note'), value: record.note }];
  return (
    <>
      <p className="pb-4 text-28 font-strong">
        <SignedAmount value={record.amount} unit={currency} />
      </p>
      <KeyValues
        className="pb-4"
        rows={[
          { label: t('record.account'), value: t(`accountTitle.${record.account}`) },
          {
            label: t('record.balance'),
            value: <Amount value={tidy(record.balance)} unit={currency} />,
          },
          { label: t('record.time'), value: formatDate(record.time, 'full', locale) },
          { label: t('record.id'), value: <span className="tnum">{record.id}</span> },
          ...note,
          ...(correction === undefined
            ? []
            : [
                { label: t('record.reason'), value: correction.reason },
                {
                  label: t('record.entry'),
                  value: <span className="tnum">{correction.entry_id}</span>,
                },
              ]),
          ...(correction === undefined || correction.operators.length === 0
            ? []
            : [
                {
                  label: t('record.operators'),
                  value: <span className="tnum">{correction.operators.join(', ')}</span>,
                },
              ]),
        ]}
      />
    </>
  );
}
