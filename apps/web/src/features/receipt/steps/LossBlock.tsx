import type { Receipt } from '@fairlead/contract';
import { formatDate, KeyValues } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { numberOf } from '../check/fields.ts';
import { Step } from './Step.tsx';

/** What a declared loss says: no price and no amount, but what was answered and is not in the books. */
export function LossBlock({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('receipt');
  const locale = useLocale();
  const { terms, time } = receipt;
  const seen = (what: 'sequence' | 'receipt') => {
    const [first = 0, last = 0] = ['from', 'seen'].map((end) => numberOf(terms, `${what}_${end}`));
    return last < first
      ? t('loss.none')
      : t('loss.range', { first: String(first), last: String(last) });
  };
  const moment = (name: string) => formatDate(numberOf(terms, name), 'full', locale);
  return (
    <section className="gutter pt-4" aria-label={t('kind.loss')}>
      <p className="flex flex-wrap justify-between gap-x-3 text-12 text-muted">
        <span>{t('kind.loss')}</span>
        <time>{formatDate(time, 'full', locale)}</time>
      </p>
      <h2 className="mt-1.5 text-16 font-strong">{t('loss.title')}</h2>
      <KeyValues
        size={12}
        className="mt-2"
        rows={[
          { label: t('loss.commands'), value: seen('sequence') },
          { label: t('loss.receipts'), value: seen('receipt') },
          { label: t('loss.from'), value: moment('time_from') },
          { label: t('loss.to'), value: moment('time_to') },
        ]}
      />
      <p className="mt-3 text-12 text-muted">{t('loss.lead')}</p>
    </section>
  );
}

/** The numbers that nothing uses any more. */
export function LossStep({ number, receipt }: { number: number; receipt: Receipt }) {
  const t = useTranslations('receipt.loss');
  const { terms } = receipt;
  const numberText = (name: string) => String(numberOf(terms, name) ?? '');
  return (
    <Step number={number} title={t('rule')}>
      <p className="text-12 text-muted">
        {t('ruleDetail', {
          firstCommand: numberText('sequence_from'),
          lastCommand: numberText('sequence_to'),
          firstReceipt: numberText('receipt_from'),
          lastReceipt: numberText('receipt_to'),
        })}
      </p>
    </Step>
  );
}
