import type { OperatorDeposit } from '@fairlead/contract';
import { Tabs } from '@fairlead/ui';
import { useApi } from '../data/use-api.ts';
import { serverNow, useCounts } from '../data/use-config.ts';
import { columnsOf } from '../features/deposits/columns.tsx';
import { DepositPanel } from '../features/deposits/DepositPanel.tsx';
import { readTab, TAB_NAMES, type Tab } from '../features/deposits/model.ts';
import { PageFrame } from '../parts/PageFrame.tsx';
import { CsvButton } from '../queue/CsvButton.tsx';
import { CustodyFilters } from '../queue/CustodyFilters.tsx';
import { QueueFoot } from '../queue/QueueFoot.tsx';
import { useCustodyFilters } from '../queue/use-custody-filters.ts';
import { useQueue } from '../queue/use-queue.ts';
import { useReviewer } from '../queue/use-reviewer.ts';
import { DataTable } from '../table/DataTable.tsx';
import { depositTexts as t } from '../texts/deposits.ts';
import { queueTexts } from '../texts/queue.ts';
import { sharedTexts } from '../texts/shared.ts';

const POLL_MS = 4_000;
const MINUTE_MS = 60_000;

/** Deposits: claims under review with priority and the oldest first, then what became of them. */
export function Page() {
  const filters = useCustodyFilters();
  const tab = readTab(filters.values.tab);
  const request = { status: tab, ...filters.request, ...filters.paging };
  const query = useApi('operatorDeposits', request, { pollMs: POLL_MS, keepPrevious: true });
  const rows = query.isPlaceholderData ? undefined : query.data?.list;
  const queue = useQueue(rows, { scope: JSON.stringify(request), follows: true });
  const { mayDecide } = useReviewer();
  const counts = useCounts();
  const { from, to } = filters.request;
  return (
    <PageFrame
      title={t.titles[tab]}
      sub={tab === 'under_review' ? <Summary page={query.data} /> : t.lead[tab]}
      actions={
        <CsvButton
          request={{
            what: 'deposits',
            status: tab,
            ...(from !== undefined && { from }),
            ...(to !== undefined && { to }),
          }}
        />
      }
      panel={
        queue.openRow && <DepositPanel key={queue.openRow.id} row={queue.openRow} queue={queue} />
      }
      foot={<QueueFoot mayDecide={mayDecide && tab === 'under_review'} />}
    >
      <Tabs
        label={t.tabsLabel}
        value={tab}
        items={TAB_NAMES.map((value) => ({
          value,
          label:
            value === 'under_review' && counts
              ? `${t.tabs[value]} ${counts.deposits}`
              : t.tabs[value],
        }))}
        onValueChange={(value: Tab) => filters.set({ tab: value === 'under_review' ? '' : value })}
      />
      <CustodyFilters filters={filters} />
      <DataTable
        label={t.titles[tab]}
        columns={columnsOf(tab)}
        query={query}
        rowId={({ id }) => id}
        choice={queue.choice}
        empty={t.empty[tab]}
        onPage={filters.setPage}
        toneOf={toneOf}
      />
    </PageFrame>
  );
}

const toneOf = (row: OperatorDeposit): 'warn' | undefined =>
  row.status === 'under_review' && row.is_proof_repeated ? 'warn' : undefined;

interface SummaryProps {
  page: { readonly list: readonly OperatorDeposit[]; readonly total: number } | undefined;
}

function Summary({ page }: SummaryProps) {
  if (page === undefined) return '\u00a0';
  const oldest = Math.min(...page.list.map(({ time }) => time));
  const waiting = queueTexts.waiting(page.total);
  if (!Number.isFinite(oldest)) return waiting;
  const minutes = Math.max(0, Math.floor((serverNow() - oldest) / MINUTE_MS));
  return `${waiting}, ${queueTexts.oldest(sharedTexts.duration(minutes))}`;
}
