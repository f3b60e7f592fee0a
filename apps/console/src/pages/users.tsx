import { useApi } from '../data/use-api.ts';
import { columns } from '../features/users/columns.tsx';
import { UserPanel } from '../features/users/UserPanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { FilterBar, SelectFilter, TextFilter } from '../table/FilterBar.tsx';
import { useFilters } from '../table/use-filters.ts';
import { useOpenRow } from '../table/use-open-row.ts';
import { userTexts as t } from '../texts/users.ts';

const DEFAULTS = { query: '', state: '' } as const;
const PAGE_LIMIT = 50;

/** Users, masked; one of them beside the list. */
export function Page() {
  const { values, page, set, setPage } = useFilters(DEFAULTS);
  const row = useOpenRow();
  const isFiltered = values.query !== '' || values.state !== '';
  const request = {
    page,
    limit: PAGE_LIMIT,
    ...(values.query !== '' && { query: values.query }),
    ...(values.state !== '' && { is_frozen: values.state === 'frozen' }),
  };
  const query = useApi('operatorUsers', request, { keepPrevious: true });
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      panel={
        row.openId !== undefined && (
          <UserPanel key={row.openId} id={row.openId} onClose={row.close} />
        )
      }
    >
      <FilterBar isFiltered={isFiltered} onClear={() => set({ query: '', state: '' })}>
        <TextFilter
          label={t.search}
          maxLength={254}
          className="con-long"
          value={values.query}
          onChange={(value) => set({ query: value })}
        />
        <SelectFilter
          label={t.state}
          value={values.state}
          options={[
            ['frozen', t.states.frozen],
            ['active', t.states.active],
          ]}
          onChange={(value) => set({ state: value })}
        />
      </FilterBar>
      <DataTable
        label={t.title}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        choice={row.choice}
        empty={isFiltered ? t.empty : t.emptyAll}
        onPage={setPage}
        toneOf={({ is_frozen }) => (is_frozen ? 'bad' : undefined)}
      />
    </PageFrame>
  );
}
