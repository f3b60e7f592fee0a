import { Skeleton } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

/** As high as what comes. */
export function LoadingPortfolio() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-busy="true" className="gutter pt-1">
      <span className="fl-sr">{t('loading')}</span>
      <Skeleton width={110} height={14} />
      <Skeleton width={220} height={32} className="mt-3" />
      <Skeleton width={160} height={14} className="mt-3" />
      <Skeleton height={150} className="mt-3" />
      <Skeleton height={36} className="mt-3" />
      <Skeleton width={140} height={16} className="mt-8" />
      <Skeleton height={120} className="mt-3" />
    </div>
  );
}
