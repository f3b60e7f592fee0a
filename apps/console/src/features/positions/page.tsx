import { useApi } from '@fairlead/calls';
import { SelectFilter } from '../../lists/FilterBar.tsx';
import {
  askedBy,
  choiceFilter,
  type Filter,
  type FilterFieldProps,
  FilterFields,
  isNarrowed,
  userFilter,
} from '../../lists/filters.tsx';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { tabsOf } from '../../lists/TabBar.tsx';
import { useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { optionColumns, positionColumns } from './columns.tsx';
import { OptionPanel } from './OptionPanel.tsx';
import { PositionPanel } from './PositionPanel.tsx';
import { positionTexts as t } from './texts.ts';

function SymbolFilter(props: FilterFieldProps) {
  const exposure = useApi('operatorExposure', {});
  const symbols = (exposure.data?.markets ?? []).map(({ symbol }) => [symbol, symbol] as const);
  return <SelectFilter label={t.filters.market} options={symbols} {...props} />;
}

const symbolFilter: Filter<'symbol', string> = {
  param: 'symbol',
  read: (text) => text || undefined,
  field: (props) => <SymbolFilter {...props} />,
};
const stateFilter = <State extends keyof typeof t.states>(...states: readonly State[]) =>
  choiceFilter('status', t.filters.state, t.states, states);
const FILTERS = {
  positions: {
    user: userFilter,
    symbol: symbolFilter,
    status: stateFilter('holding', 'waiting', 'closed', 'cancelled'),
  },
  options: { user: userFilter, symbol: symbolFilter, status: stateFilter('open', 'settled') },
};
const DEFAULTS = { tab: '', user: '', symbol: '', status: '' } as const;
const PAGE_LIMIT = 50;
const POLL_MS = 10_000;

/** What users have open and had in futures and options. */
export function Page() {
  const filters = useFilters(DEFAULTS);
  const { values, page, setPage } = filters;
  const tabs = tabsOf(['positions', 'options'], filters, t, { status: '' });
  const tab = tabs.value;
  const record = useRecord();
  const paging = { page, limit: PAGE_LIMIT };
  const options = { keepPrevious: true, pollMs: POLL_MS };
  const shared = {
    label: t.tabs[tab],
    rowId: ({ id }: { id: number }) => id,
    empty: isNarrowed(FILTERS[tab], values) ? t.empty[tab] : t.emptyAll[tab],
    onPage: setPage,
  };
  const lists = {
    positions: listed({
      ...shared,
      columns: positionColumns,
      query: useApi(
        'operatorPositions',
        { ...paging, ...askedBy(FILTERS.positions, values) },
        { ...options, enabled: tab === 'positions' },
      ),
      panel: (row) => row && <PositionPanel row={row} onClose={record.close} />,
    }),
    options: listed({
      ...shared,
      columns: optionColumns,
      query: useApi(
        'operatorOptionOrders',
        { ...paging, ...askedBy(FILTERS.options, values) },
        { ...options, enabled: tab === 'options' },
      ),
      panel: (row) => row && <OptionPanel row={row} onClose={record.close} />,
    }),
  };
  return (
    <ListPage title={t.title} sub={t.sub} tabs={tabs} record={record} list={lists[tab]}>
      <FilterFields set={FILTERS[tab]} filters={filters} />
    </ListPage>
  );
}
