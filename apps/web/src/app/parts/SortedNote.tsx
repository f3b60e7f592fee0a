import { Failed } from '@fairlead/calls';
import { formatNumber } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import type { Whole } from './use-whole.ts';

/** What is said of a list: how many of how many it sorts, or narrows. */
export type Sorted = Pick<Whole<unknown>, 'total' | 'onAll' | 'isLoading' | 'failed'> & {
  readonly shown: number;
};

/** "The newest 100 of 340. Load all"; nothing where all are here. */
export function SortedNote({ shown, total, onAll, isLoading, failed }: Sorted) {
  const t = useTranslations('common');
  if (failed !== undefined) return <Failed query={failed} />;
  if (shown >= total) return null;
  return (
    <p className="gutter flex min-h-9 flex-wrap items-center gap-x-2 text-12 text-muted">
      <span>
        {t('newestOf', { shown: formatNumber(String(shown)), total: formatNumber(String(total)) })}
      </span>
      <button
        type="button"
        className="hit min-h-9 font-medium text-brand disabled:text-disabled"
        aria-busy={isLoading}
        disabled={isLoading}
        onClick={onAll}
      >
        {t('loadAll')}
      </button>
    </p>
  );
}

/** Two lists that stand in one table. */
export const both = (one: Sorted, other: Sorted): Sorted => ({
  shown: one.shown + other.shown,
  total: one.total + other.total,
  onAll: () => {
    one.onAll();
    other.onAll();
  },
  isLoading: one.isLoading || other.isLoading,
  failed: one.failed ?? other.failed,
});
