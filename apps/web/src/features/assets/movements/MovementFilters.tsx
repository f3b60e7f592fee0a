import type { CurrencyInfo, RecordStatus } from '@fairlead/contract';
import { Chip, CoinMark, Select } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
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

const ALL = 'all';

/** Status as chips, coin as a choice, in one row that scrolls. */
export function MovementFilters({ filter, currencies, onFilter }: MovementFiltersProps) {
  const t = useTranslations('custody');
  const record = useTranslations('assets.record');
  const common = useTranslations('common');
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
      <Select
        size={36}
        labelHidden
        closeLabel={common('close')}
        label={record('currency')}
        placeholder={record('currency')}
        value={filter.currencyId === undefined ? undefined : String(filter.currencyId)}
        options={[
          { value: ALL, label: record('allCurrencies') },
          ...currencies.map(({ currency_id, name }) => ({
            value: String(currency_id),
            label: name,
            leading: <CoinMark code={name} size={20} />,
          })),
        ]}
        onValueChange={(value) =>
          onFilter({ ...filter, currencyId: value === ALL ? undefined : Number(value) })
        }
      />
    </div>
  );
}
