import { useApi } from '../../data/use-api.ts';
import { DayFilter, FilterBar, SelectFilter, TextFilter } from '../../table/FilterBar.tsx';
import { auditTexts as t } from '../../texts/audit.ts';
import { tableTexts } from '../../texts/table.ts';

export const AUDIT_FILTERS = { operator: '', action: '', subject: '', from: '', to: '' } as const;
export type AuditFilterValues = Readonly<Record<keyof typeof AUDIT_FILTERS, string>>;

export interface AuditFiltersProps {
  values: AuditFilterValues;
  isFiltered: boolean;
  set: (values: Partial<AuditFilterValues>) => void;
}

/** By whom, what, on what and when. */
export function AuditFilters({ values, isFiltered, set }: AuditFiltersProps) {
  const operators = useApi('operators', {});
  return (
    <FilterBar isFiltered={isFiltered} onClear={() => set(AUDIT_FILTERS)}>
      <SelectFilter
        label={t.filters.operator}
        value={values.operator}
        options={(operators.data ?? []).map(({ id, name }) => [String(id), name] as const)}
        onChange={(operator) => set({ operator })}
      />
      <TextFilter
        label={t.filters.action}
        maxLength={60}
        value={values.action}
        onChange={(action) => set({ action })}
      />
      <TextFilter
        label={t.filters.subject}
        maxLength={120}
        value={values.subject}
        onChange={(subject) => set({ subject })}
      />
      <DayFilter
        label={tableTexts.from}
        value={values.from}
        onChange={(value) => set({ from: value })}
      />
      <DayFilter label={tableTexts.to} value={values.to} onChange={(value) => set({ to: value })} />
    </FilterBar>
  );
}
