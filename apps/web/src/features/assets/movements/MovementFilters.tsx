import type { CurrencyInfo, RecordStatus } from '@fairlead/contract';
import { Chip } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { CurrencyFilter } from '../CurrencyFilter.tsx';
import { MONEY_STATUSES } from './movement-model.ts';

export interface MovementFilter {
  readonly status: RecordStatus | undefined;
  readonly currencyId: number | undefined;
}

export interface MovementFiltersProps {
  filter: MovementFilter;
  currencies: readonly CurrencyInfo[];
  onFilter: (filter: MovementFilter) => void;
}

/** Status as chips, coin as a choice, in one row that scrolls. */
export function MovementFilters({ filter, currencies, onFilter }: MovementFiltersProps) {
  const t = useTranslations('custody');
  const record = useTranslations('assets.record');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone
    <div
      role="group"
      aria-label={record('filters')}
      className="filter-row gutter relative flex gap-1.5 overflow-x-auto py-2 *:flex-none"
    >
      <Chip
        pressed={filter.status === undefined}
        onClick={() => onFilter({ ...filter, status: undefined })}
      >
        {t('anyStatus')}
      </Chip>
      {MONEY_STATUSES.map((status) => (
        <Chip
          key={status}
          pressed={filter.status === status}
          onClick={() => onFilter({ ...filter, status })}
        >
          {t(`status.${status}`)}
        </Chip>
      ))}
      <CurrencyFilter
        currencies={currencies}
        value={filter.currencyId}
        onChoose={(currencyId) => onFilter({ ...filter, currencyId })}
      />
    </div>
  );
}
