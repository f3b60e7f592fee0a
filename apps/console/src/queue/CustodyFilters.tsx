import { CurrencyFilter, DayFilter, FilterBar, TextFilter } from '../table/FilterBar.tsx';
import { tableTexts as t } from '../texts/table.ts';
import type { useCustodyFilters } from './use-custody-filters.ts';

export function CustodyFilters({ filters }: { filters: ReturnType<typeof useCustodyFilters> }) {
  const { values, set } = filters;
  const { currency, user, from, to } = values;
  return (
    <FilterBar
      isFiltered={[currency, user, from, to].some((value) => value !== '')}
      onClear={() => set({ currency: '', user: '', from: '', to: '' })}
    >
      <CurrencyFilter value={currency} onChange={(value) => set({ currency: value })} />
      <TextFilter
        label={t.user}
        inputMode="numeric"
        maxLength={15}
        value={user}
        onChange={(value) => set({ user: value })}
      />
      <DayFilter label={t.from} value={from} onChange={(value) => set({ from: value })} />
      <DayFilter label={t.to} value={to} onChange={(value) => set({ to: value })} />
    </FilterBar>
  );
}
