import { Tabs } from '@fairlead/ui';
import { useApi } from '../data/use-api.ts';
import { optionColumns, positionColumns } from '../features/positions/columns.tsx';
import { OptionPanel } from '../features/positions/OptionPanel.tsx';
import { PositionPanel } from '../features/positions/PositionPanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { FilterBar, SelectFilter, TextFilter } from '../table/FilterBar.tsx';
import { readId, useFilters } from '../table/use-filters.ts';
import { useOpenRow } from '../table/use-open-row.ts';
import { positionTexts as t } from '../texts/positions.ts';

const DEFAULTS = { tab: '', user: '', symbol: '', status: '' } as const;
const TABS = ['positions', 'options'] as const;
type Tab = (typeof TABS)[number];
const POSITION_STATES = ['holding', 'waiting', 'closed', 'cancelled'] as const;
const OPTION_STATES = ['open', 'settled'] as const;
const PAGE_LIMIT = 50;
const POLL_MS = 10_000;

/** What users have open and had in futures and options. */
export function Page() {
  const { values, page, set, setPage, isFiltered } = useFilters(DEFAULTS);
  const tab: Tab = values.tab === 'options' ? 'options' : 'positions';
  const row = useOpenRow();
  const userId = readId(values.user);
  const common = {
    page,
    limit: PAGE_LIMIT,
    ...(userId !== undefined && { user_id: userId }),
    ...(values.symbol !== '' && { symbol: values.symbol }),
  };
  const positionState = POSITION_STATES.find((state) => state === values.status);
  const optionState = OPTION_STATES.find((state) => state === values.status);
  const options = { keepPrevious: true, pollMs: POLL_MS };
  const positions = useApi(
    'operatorPositions',
    { ...common, ...(positionState !== undefined && { status: positionState }) },
    { ...options, enabled: tab === 'positions' },
  );
  const orders = useApi(
    'operatorOptionOrders',
    { ...common, ...(optionState !== undefined && { status: optionState }) },
    { ...options, enabled: tab === 'options' },
  );
  const position = positions.data?.list.find(({ id }) => id === row.openId);
  const order = orders.data?.list.find(({ id }) => id === row.openId);
  const isNarrowed = isFiltered && (values.user + values.symbol + values.status).length > 0;
  const table = {
    label: t.tabs[tab],
    rowId: ({ id }: { id: number }) => id,
    choice: row.choice,
    empty: isNarrowed ? t.empty[tab] : t.emptyAll[tab],
    onPage: setPage,
  };
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      panel={
        tab === 'positions'
          ? position && <PositionPanel key={position.id} row={position} onClose={row.close} />
          : order && <OptionPanel key={order.id} row={order} onClose={row.close} />
      }
    >
      <Tabs
        label={t.tabsLabel}
        value={tab}
        items={TABS.map((value) => ({ value, label: t.tabs[value] }))}
        onValueChange={(value) => {
          row.close();
          set({ tab: value === 'positions' ? '' : value, status: '' });
        }}
      />
      <Filters tab={tab} values={values} isNarrowed={isNarrowed} onFilter={set} />
      {tab === 'positions' ? (
        <DataTable {...table} columns={positionColumns} query={positions} />
      ) : (
        <DataTable {...table} columns={optionColumns} query={orders} />
      )}
    </PageFrame>
  );
}

interface FiltersProps {
  tab: Tab;
  values: Readonly<Record<'user' | 'symbol' | 'status', string>>;
  isNarrowed: boolean;
  onFilter: (values: Partial<Record<'user' | 'symbol' | 'status', string>>) => void;
}

function Filters({ tab, values, isNarrowed, onFilter }: FiltersProps) {
  const exposure = useApi('operatorExposure', {});
  const symbols = (exposure.data?.markets ?? []).map(({ symbol }) => [symbol, symbol] as const);
  const states = tab === 'positions' ? POSITION_STATES : OPTION_STATES;
  return (
    <FilterBar
      isFiltered={isNarrowed}
      onClear={() => onFilter({ user: '', symbol: '', status: '' })}
    >
      <TextFilter
        label={t.filters.user}
        inputMode="numeric"
        maxLength={15}
        value={values.user}
        onChange={(user) => onFilter({ user })}
      />
      <SelectFilter
        label={t.filters.market}
        value={values.symbol}
        options={symbols}
        onChange={(symbol) => onFilter({ symbol })}
      />
      <SelectFilter
        label={t.filters.state}
        value={values.status}
        options={states.map((state) => [state, t.states[state]] as const)}
        onChange={(status) => onFilter({ status })}
      />
    </FilterBar>
  );
}
