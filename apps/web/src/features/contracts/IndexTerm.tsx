import { formatDate, formatPrice, Live, SectionHead, Sheet } from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { type LiveIndex, originOf } from '../../data/live/live-index.ts';
import { useConfig } from '../../data/use-config.ts';

export interface IndexTermProps {
  index: LiveIndex;
  isStale: boolean;
  /** Of the index that is shown; said when it is old. */
  atMs: number | undefined;
  decimals: number;
}

/** What the price is and whether it is live; a tap shows the quotes that the last sample was made of. */
export function IndexTerm({ index, isStale, atMs, decimals }: IndexTermProps) {
  const t = useTranslations('contract');
  const common = useTranslations('common');
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const origin = originOf(useConfig().data?.feed, index.sources);
  const live =
    origin === undefined
      ? t('index')
      : origin.kind === 'median'
        ? t('median', { count: origin.count })
        : t(origin.kind);
  const old =
    atMs === undefined ? t('noPrice') : t('asOf', { time: formatDate(atMs, 'time', locale) });
  return (
    <>
      <button
        type="button"
        className="hit h-6 text-start"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Live stale={isStale}>{isStale ? old : live}</Live>
      </button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={t('index')} closeLabel={common('close')}>
        <p className="text-secondary">{t('indexDetail')}</p>
        {index.sources && <IndexSources sources={index.sources} decimals={decimals} />}
      </Sheet>
    </>
  );
}

interface IndexSourcesProps {
  sources: NonNullable<LiveIndex['sources']>;
  decimals: number;
}

/** The quotes of the last sample, each with its own time. */
function IndexSources({ sources, decimals }: IndexSourcesProps) {
  const t = useTranslations('contract');
  const locale = useLocale();
  return (
    <section className="-mx-4 mt-3">
      <SectionHead title={t('sources')} note={t('sourcesNote')} />
      {sources.length === 0 ? (
        <p className="gutter text-secondary">{t('noSources')}</p>
      ) : (
        <dl className="gutter">
          {sources.map(({ venue, host, price, time }) => (
            <div key={venue} className="flex min-h-8 items-center gap-3">
              <dt className="flex-1 text-secondary">
                {venue === 'simulated' || venue === 'replay' ? (
                  t(venue)
                ) : (
                  <>
                    {venue}
                    {host !== undefined && (
                      <span className="block text-12 break-all text-muted">{host}</span>
                    )}
                  </>
                )}
              </dt>
              <dd className="font-medium">{formatPrice(price, decimals)}</dd>
              <dd className="w-16 text-end text-12 text-muted">
                {formatDate(time, 'time', locale)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
