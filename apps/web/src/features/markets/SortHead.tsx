import { Icon } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import type { Sort, SortKey } from './model.ts';

export interface SortHeadProps {
  sort: Sort;
  onSort: (key: SortKey) => void;
}

/** The head of the columns; a tap on a word sorts by it, a second tap turns the order. */
export function SortHead({ sort, onSort }: SortHeadProps) {
  const t = useTranslations('markets');
  return (
    <div className="flex h-8 items-center gutter text-12 text-muted">
      <span className="flex flex-1 items-center gap-1">
        <Word sortKey="name" sort={sort} onSort={onSort} />
        <span aria-hidden="true">·</span>
        <Word sortKey="volume" sort={sort} onSort={onSort} />
      </span>
      <span className="roomy w-12 text-center" aria-hidden="true">
        {t('day')}
      </span>
      <span className="flex w-29 items-center justify-end gap-1">
        <Word sortKey="price" sort={sort} onSort={onSort} />
        <span aria-hidden="true">·</span>
        <Word sortKey="change" sort={sort} onSort={onSort} />
      </span>
    </div>
  );
}

function Word({ sortKey, sort, onSort }: SortHeadProps & { sortKey: SortKey }) {
  const t = useTranslations('markets');
  const isOn = sort.key === sortKey;
  const direction = sort.isDescending ? t('descending') : t('ascending');
  return (
    <button
      type="button"
      className={`hit flex h-8 items-center ${isOn ? 'font-medium text-text' : ''}`}
      aria-pressed={isOn}
      aria-label={t('sortBy', { column: t(sortKey), direction: isOn ? direction : '' })}
      onClick={() => onSort(sortKey)}
    >
      {t(sortKey)}
      {isOn && <Icon name={sort.isDescending ? 'chevronDown' : 'chevronUp'} size={14} />}
    </button>
  );
}
