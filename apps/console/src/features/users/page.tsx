import { useApi } from '@fairlead/calls';
import { SelectFilter } from '../../lists/FilterBar.tsx';
import {
  askedBy,
  type Filter,
  FilterFields,
  isNarrowed,
  textFilter,
} from '../../lists/filters.tsx';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { columns } from './columns.tsx';
import { userTexts as t } from './texts.ts';
import { UserPanel } from './UserPanel.tsx';

const PAGE_LIMIT = 50;
const stateFilter: Filter<'is_frozen', boolean> = {
  param: 'is_frozen',
  read: (text) => (text === '' ? undefined : text === 'frozen'),
  field: (props) => <SelectFilter label={t.state} options={Object.entries(t.states)} {...props} />,
};
const FILTERS = {
  query: textFilter('query', { label: t.search, maxLength: 254, className: 'con-long' }),
  state: stateFilter,
};
const DEFAULTS = { query: '', state: '' } as const;

/** Users, masked; one of them beside the list. */
export function Page() {
  const filters = useFilters(DEFAULTS);
  const record = useRecord();
  const request = { page: filters.page, limit: PAGE_LIMIT, ...askedBy(FILTERS, filters.values) };
  const { openId } = record;
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      record={record}
      list={{
        ...listed({
          label: t.title,
          columns,
          query: useApi('operatorUsers', request, { keepPrevious: true }),
          rowId: ({ id }) => id,
          empty: isNarrowed(FILTERS, filters.values) ? t.empty : t.emptyAll,
          onPage: filters.setPage,
          toneOf: ({ is_frozen }) => (is_frozen ? 'bad' : undefined),
        }),
        // A link opens whoever it names, listed or not.
        panel: () => openId !== undefined && <UserPanel id={openId} onClose={record.close} />,
      }}
    >
      <FilterFields set={FILTERS} filters={filters} />
    </ListPage>
  );
}
