import { useApi } from '@fairlead/calls';
import type { LiabilitySnapshotView } from '@fairlead/contract';
import { CoinMark, formatAmount, formatDate, ListRow, SectionHead } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { HashButton } from '../../app/parts/HashButton.tsx';

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

const LIABILITIES_PATH = 'pages/settlement/liabilities';

interface PublishedBeforeProps {
  list: readonly LiabilitySnapshotView[];
  shownId: number;
  /** Seen on this device before, and the same. */
  same: readonly number[];
}

/** The publications, newest first; one that this device saw before says so. */
export function PublishedBefore({ list, shownId, same }: PublishedBeforeProps) {
  const t = useTranslations('liabilities.before');
  const locale = useLocale();
  return (
    <section className="pt-5">
      <SectionHead title={t('title')} note={t('note')} />
      {list.map(({ id, time, hash }) => (
        <ListRow
          key={id}
          size={52}
          title={t('entry', { id: String(id) })}
          caption={formatDate(time, 'dayMinute', locale)}
          value={<span className="font-mono text-12 text-muted">{`${hash.slice(0, 8)}…`}</span>}
          valueCaption={same.includes(id) ? t('same') : undefined}
          {...(id === shownId
            ? { middle: <span className="text-12 text-brand">{t('shown')}</span> }
            : { chevron: true, href: href(LIABILITIES_PATH, { id }) })}
        />
      ))}
    </section>
  );
}

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
