import type { LiabilitySnapshotView } from '@fairlead/contract';
import { formatDate, ListRow, SectionHead } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';

const LIABILITIES_PATH = 'pages/settlement/liabilities';

export interface PublishedBeforeProps {
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
