import { useApi } from '@fairlead/calls';
import { useCounts } from '../../data/use-config.ts';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { tabsOf } from '../../lists/TabBar.tsx';
import { useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { columnsOf } from './columns.tsx';
import { ProposalPanel } from './ProposalPanel.tsx';
import { proposalTexts as t } from './texts.ts';

const DEFAULTS = { tab: '' } as const;
const PAGE_LIMIT = 50;
const POLL_MS = 4_000;

/** What waits for a second operator, then what was decided. */
export function Page() {
  const filters = useFilters(DEFAULTS);
  const tabs = tabsOf(['open', 'passed', 'rejected'], filters, t);
  const record = useRecord();
  const counts = useCounts();
  const request = { status: tabs.value, page: filters.page, limit: PAGE_LIMIT };
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      tabs={{ ...tabs, countOf: (tab) => (tab === 'open' ? counts?.proposals : undefined) }}
      record={record}
      list={listed({
        label: t.title,
        columns: columnsOf(tabs.value),
        query: useApi('proposals', request, { pollMs: POLL_MS, keepPrevious: true }),
        rowId: ({ id }) => id,
        empty: t.empty[tabs.value],
        onPage: filters.setPage,
        toneOf: ({ failure }) => (failure === undefined ? undefined : 'bad'),
        panel: (row) => row && <ProposalPanel row={row} onClose={record.close} />,
      })}
    />
  );
}
