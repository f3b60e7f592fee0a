import { Skeleton, SkeletonCard } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { CHART_HEIGHT } from './chart-scale.ts';

/** Of the heights of chart and ticket, so that nothing jumps. */
export function DeskLoading() {
  const t = useTranslations('common');
  return (
    <div className="gutter grid gap-3">
      <Skeleton height={CHART_HEIGHT - 16} className="rounded-12" />
      <SkeletonCard label={t('loading')} height={320} lines={5} />
    </div>
  );
}
