import { Tabs } from '@fairlead/ui';
import { useApi } from '../data/use-api.ts';
import { useCounts } from '../data/use-config.ts';
import { columnsOf, readTab, TAB_NAMES, type Tab } from '../features/proposals/columns.tsx';
import { ProposalPanel } from '../features/proposals/ProposalPanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useFilters } from '../table/use-filters.ts';
import { useOpenRow } from '../table/use-open-row.ts';
import { proposalTexts as t } from '../texts/proposals.ts';

const DEFAULTS = { tab: '' } as const;
const PAGE_LIMIT = 50;
const POLL_MS = 4_000;

/** What waits for a second operator, then what was decided. */
export function Page() {
  const { values, page, set, setPage } = useFilters(DEFAULTS);
  const tab = readTab(values.tab);
  const request = { status: tab, page, limit: PAGE_LIMIT };
  const query = useApi('proposals', request, { pollMs: POLL_MS, keepPrevious: true });
  const row = useOpenRow();
  const counts = useCounts();
  const openRow = query.data?.list.find(({ id }) => id === row.openId);
  return (
    <PageFrame
      title={t.title}
      sub={t.sub}
      panel={
        openRow && (
          <ProposalPanel key={openRow.id} row={openRow} onClose={row.close} onDecided={row.close} />
        )
      }
    >
      <Tabs
        label={t.tabsLabel}
        value={tab}
        items={TAB_NAMES.map((value) => ({
          value,
          label: value === 'open' && counts ? `${t.tabs.open} ${counts.proposals}` : t.tabs[value],
        }))}
        onValueChange={(value: Tab) => {
          row.close();
          set({ tab: value === 'open' ? '' : value });
        }}
      />
      <DataTable
        label={t.title}
        columns={columnsOf(tab)}
        query={query}
        rowId={({ id }) => id}
        choice={row.choice}
        empty={t.empty[tab]}
        onPage={setPage}
        toneOf={({ failure }) => (failure === undefined ? undefined : 'bad')}
      />
    </PageFrame>
  );
}
