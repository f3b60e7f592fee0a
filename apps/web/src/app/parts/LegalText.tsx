import { Failed, useApi } from '@fairlead/calls';
import type { LegalSlug } from '@fairlead/contract';
import { Article, formatDate, Note, Skeleton } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';

const FRESH_FOR_MS = 60_000;

/** A legal text as its operator wrote it; what only holds its place says so first. */
export function LegalText({ slug }: { slug: LegalSlug }) {
  const t = useTranslations('guidance.legal');
  const common = useTranslations('common');
  const locale = useLocale();
  const query = useApi('legal', { slug }, { freshForMs: FRESH_FOR_MS });
  const { data, error } = query;
  if (data === undefined && error !== null) return <Failed query={query} />;
  if (data === undefined)
    return (
      <div role="status" aria-busy="true" className="grid gap-3 pt-2">
        <span className="fl-sr">{common('loading')}</span>
        <Skeleton height={32} className="mb-2" />
        <Skeleton />
        <Skeleton width="85%" />
        <Skeleton className="mt-3" />
        <Skeleton width="60%" />
      </div>
    );
  return (
    <>
      {data.is_placeholder && <Note kind="warn">{t('placeholder')}</Note>}
      {data.updated_at !== undefined && (
        <p className="text-12 text-muted">
          {t('since', { date: formatDate(data.updated_at, 'date', locale) })}
        </p>
      )}
      <Article body={data.body} />
    </>
  );
}
