import { Skeleton } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

/** Of the height of what comes. */
export function LoadingReceipt() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-busy="true" className="grid gap-3 gutter">
      <span className="fl-sr">{t('loading')}</span>
      <Skeleton height={76} className="rounded-12" />
      <Skeleton width="60%" height={20} className="mt-3" />
      <Skeleton />
      <Skeleton />
      <Skeleton />
      <Skeleton width="70%" height={20} className="mt-3" />
      <Skeleton height={96} className="rounded-12" />
    </div>
  );
}
