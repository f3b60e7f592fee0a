import { useApi } from '@fairlead/calls';
import { askedBy, FilterFields, userFilter } from '../../lists/filters.tsx';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { tabsOf } from '../../lists/TabBar.tsx';
import { useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { columns } from './columns.tsx';
import { HoldPanel } from './HoldPanel.tsx';
import { holdTexts as t } from './texts.ts';

const FILTERS = { user: userFilter };
const DEFAULTS = { tab: '', user: '' } as const;
const PAGE_LIMIT = 50;
const POLL_MS = 15_000;

/** What stands by time left, what is asked against it, and how holds ended. */
export function Page() {
  const filters = useFilters(DEFAULTS);
  const tabs = tabsOf(['open', 'appealed', 'ended'], filters, t);
  const record = useRecord();
  const request = {
    state: tabs.value,
    page: filters.page,
    limit: PAGE_LIMIT,
    ...askedBy(FILTERS, filters.values),
  };
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      tabs={tabs}
      record={record}
      list={listed({
        label: t.title,
        columns,
        query: useApi('operatorHolds', request, { pollMs: POLL_MS, keepPrevious: true }),
        rowId: ({ id }) => id,
        empty: t.empty[tabs.value],
        onPage: filters.setPage,
        panel: (row) => row && <HoldPanel key={row.id} row={row} onClose={record.close} />,
      })}
    >
      <FilterFields set={FILTERS} filters={filters} />
    </ListPage>
  );
}
