import type { CurrencyInfo } from '@fairlead/contract';
import { Chip, formatDate, Icon, Select } from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { CurrencyFilter } from '../CurrencyFilter.tsx';
import { ACCOUNTS } from '../model.ts';
import { DateSheet } from './DateSheet.tsx';
import { dayStart, KINDS, type RecordFilter } from './record-filter.ts';

const ALL = 'all';

export interface RecordFiltersProps {
  filter: RecordFilter;
  currencies: readonly CurrencyInfo[];
  onFilter: (filter: RecordFilter) => void;
}

/** Account, coin, kind and days, in one row that scrolls. */
export function RecordFilters({ filter, currencies, onFilter }: RecordFiltersProps) {
  const t = useTranslations('assets.record');
  const account = useTranslations('assets.account');
  const common = useTranslations('common');
  const shared = { size: 36, labelHidden: true, closeLabel: common('close') } as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone
    <div
      role="group"
      aria-label={t('filters')}
      className="filter-row gutter relative flex gap-1.5 overflow-x-auto py-1 *:flex-none"
    >
      <Select
        {...shared}
        label={t('account')}
        placeholder={t('account')}
        value={filter.account}
        options={[
          { value: ALL, label: t('allAccounts') },
          ...ACCOUNTS.map((value) => ({ value, label: account(value) })),
        ]}
        onValueChange={(value) =>
          onFilter({ ...filter, account: ACCOUNTS.find((one) => one === value) })
        }
      />
      <CurrencyFilter
        currencies={currencies}
        value={filter.currencyId}
        onChoose={(currencyId) => onFilter({ ...filter, currencyId })}
      />
      <Select
        {...shared}
        label={t('kind')}
        placeholder={t('kind')}
        value={filter.kind}
        options={[
          { value: ALL, label: t('allKinds') },
          ...KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
        ]}
        onValueChange={(value) => onFilter({ ...filter, kind: KINDS.find((one) => one === value) })}
      />
      <DateChip filter={filter} onFilter={onFilter} />
    </div>
  );
}

function DateChip({ filter, onFilter }: Omit<RecordFiltersProps, 'currencies'>) {
  const t = useTranslations('assets.record');
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const day = (text: string | undefined) =>
    text === undefined ? '…' : formatDate(dayStart(text)?.getTime(), 'day', locale);
  const isChosen = filter.from !== undefined || filter.to !== undefined;
  const range =
    filter.from === filter.to ? day(filter.from) : `${day(filter.from)} – ${day(filter.to)}`;
  return (
    <div>
      <Chip pressed={isChosen} onClick={() => setOpen(true)}>
        {isChosen ? range : <span className="text-muted">{t('dates')}</span>}
        <Icon name="chevronDown" size={16} className="text-muted" />
      </Chip>
      <DateSheet
        isOpen={isOpen}
        onOpenChange={setOpen}
        from={filter.from}
        to={filter.to}
        onApply={(days) => onFilter({ ...filter, ...days })}
      />
    </div>
  );
}
