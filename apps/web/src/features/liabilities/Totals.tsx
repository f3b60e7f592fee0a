import type { LiabilitySnapshotView } from '@fairlead/contract';
import { CoinMark, formatAmount, formatDate, ListRow, SectionHead } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { HashButton } from '../../app/HashButton.tsx';

/** What the house owes all its users, currency by currency, with the root that binds it. */
export function Totals({ snapshot }: { snapshot: LiabilitySnapshotView }) {
  const t = useTranslations('liabilities.totals');
  const locale = useLocale();
  const time = formatDate(snapshot.time, 'dayMinute', locale);
  const owed = snapshot.trees.filter(({ leaves }) => leaves > 0);
  return (
    <section className="pt-5">
      <SectionHead title={t('title')} note={t('note', { id: String(snapshot.id), time })} />
      {owed.length === 0 && <p className="gutter text-secondary">{t('none')}</p>}
      {owed.map(({ currency, total, leaves, root }) => (
        <ListRow
          key={currency}
          leading={<CoinMark code={currency} />}
          title={currency}
          caption={t('users', { count: leaves })}
          value={<span className="tnum">{formatAmount(total)}</span>}
          valueCaption={<HashButton hash={root} />}
        />
      ))}
    </section>
  );
}
