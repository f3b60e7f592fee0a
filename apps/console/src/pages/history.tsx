import { useApi } from '../data/use-api.ts';
import { columns } from '../features/history/columns.tsx';
import { VersionPanel } from '../features/history/VersionPanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { FilterBar, SelectFilter, TextFilter } from '../table/FilterBar.tsx';
import { useFilters } from '../table/use-filters.ts';
import { useOpenRow } from '../table/use-open-row.ts';
import { historyTexts as t } from '../texts/history.ts';

const DEFAULTS = { subject: '' } as const;
const PAGE_LIMIT = 50;
const KINDS = Object.entries(t.subjects);

/** Versions of all terms: who, when, before and after. */
export function Page() {
  const { values, page, set, setPage } = useFilters(DEFAULTS);
  const { subject } = values;
  const request = { page, limit: PAGE_LIMIT, ...(subject !== '' && { subject }) };
  const query = useApi('termsHistory', request, { keepPrevious: true });
  const row = useOpenRow();
  const openRow = query.data?.list.find(({ id }) => id === row.openId);
  const kind = KINDS.find(([name]) => name === subject)?.[0] ?? '';
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      panel={openRow && <VersionPanel key={openRow.id} row={openRow} onClose={row.close} />}
    >
      <FilterBar isFiltered={subject !== ''} onClear={() => set({ subject: '' })}>
        <SelectFilter
          label={t.subject}
          value={kind}
          options={KINDS}
          onChange={(value) => set({ subject: value })}
        />
        <TextFilter
          label={t.startsWith}
          maxLength={60}
          className="con-long"
          value={subject}
          onChange={(value) => set({ subject: value })}
        />
      </FilterBar>
      <DataTable
        label={t.title}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        choice={row.choice}
        empty={subject === '' ? t.emptyAll : t.empty}
        onPage={setPage}
      />
    </PageFrame>
  );
}
