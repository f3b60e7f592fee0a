import { Skeleton, SkeletonRows } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

/** Of the height of what comes. */
export function LoadingLiabilities() {
  const t = useTranslations('common');
  return (
    <>
      <div className="gutter pb-6" aria-hidden="true">
        <Skeleton height={76} className="rounded-12" />
      </div>
      <SkeletonRows label={t('loading')} count={5} />
    </>
  );
}
