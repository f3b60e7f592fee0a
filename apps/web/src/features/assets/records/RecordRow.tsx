import type { PostingRecord } from '@fairlead/contract';
import { CoinMark, formatDate, formatSigned, ListRow, Masked } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { useSetting } from '../../../data/account/settings.ts';
import { tidy } from '../../../data/tidy.ts';

export interface RecordRowProps {
  record: PostingRecord;
  /** The currency's name; its id until that is known. */
  currency: string;
  /** Under a day's heading the hour is enough. */
  time: 'minute' | 'dayMinute';
  onOpen: (record: PostingRecord) => void;
}

/** What a posting did: in with a plus, out with a minus. */
export function RecordRow({ record, currency, time, onOpen }: RecordRowProps) {
  const t = useTranslations('assets');
  const locale = useLocale();
  return (
    <ListRow
      leading={<CoinMark code={currency} />}
      title={t(`record.kinds.${record.kind}`)}
      caption={`${formatDate(record.time, time, locale)} · ${t(`account.${record.account}`)}`}
      value={<SignedAmount value={record.amount} unit={currency} />}
      valueCaption={<Balance value={record.balance} />}
      onClick={() => onOpen(record)}
    />
  );
}

function Balance({ value }: { value: string }) {
  const t = useTranslations('assets.record');
  return t.rich('balanceAfter', { amount: () => <Amount value={tidy(value)} /> });
}

/** A signed amount; hidden, not even its sign tells anything. */
export function SignedAmount({ value, unit }: { value: string; unit: string }) {
  const t = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  const isIn = !value.startsWith('-');
  return (
    <Masked masked={isHidden} label={t('hidden')}>
      <span className={`tnum ${isIn ? 'text-rise' : ''}`}>
        {formatSigned(tidy(value))} <span className="text-12 font-body text-muted">{unit}</span>
      </span>
    </Masked>
  );
}
