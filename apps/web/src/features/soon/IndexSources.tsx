import type { IndexMessage } from '@fairlead/contract';
import { formatDate, formatPrice, SectionHead } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';

export interface IndexSourcesProps {
  sources: IndexMessage['sources'];
  decimals: number;
}

/** The quotes that the sample was made of, each with its own time. */
export function IndexSources({ sources, decimals }: IndexSourcesProps) {
  const t = useTranslations('soon');
  const locale = useLocale();
  return (
    <section className="mt-3">
      <SectionHead title={t('sources')} note={t('sourcesNote')} />
      <dl className="gutter pb-2">
        {sources.map(({ venue, price, time }) => (
          <div key={venue} className="flex min-h-8 items-center gap-3">
            <dt className="flex-1 text-secondary">
              {venue === 'simulated' || venue === 'replay' ? t(venue) : venue}
            </dt>
            <dd className="font-medium">{formatPrice(price, decimals)}</dd>
            <dd className="w-16 text-right text-12 text-muted">
              {formatDate(time, 'time', locale)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
