import { formatDate, ListRow, SectionHead } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { useApi } from '../../data/use-api.ts';

/** How often the ledger says something that no owner of a balance did. */
export function Corrections() {
  const t = useTranslations('liabilities.corrections');
  const locale = useLocale();
  const { data } = useApi('corrections', {});
  if (data === undefined) return null;
  const rows = [
    ['operators', data.count],
    ['refunds', data.refunds],
    ['reversals', data.reversals],
  ] as const;
  const note = data.last_at && t('last', { time: formatDate(data.last_at, 'dayMinute', locale) });
  return (
    <section className="pt-5">
      <SectionHead title={t('title')} {...(note !== undefined && { note })} />
      {rows.map(([name, count]) => (
        <ListRow
          key={name}
          size={52}
          title={t(name)}
          value={<span className="tnum">{count}</span>}
        />
      ))}
      <p className="gutter pt-1 text-12 text-muted">{t('explained')}</p>
    </section>
  );
}
