import type { OperatorWithdrawal } from '@fairlead/contract';
import { Tabs } from '@fairlead/ui';
import { useApi } from '../data/use-api.ts';
import { serverNow, useCounts } from '../data/use-config.ts';
import { columnsOf, durationOf } from '../features/withdrawals/columns.tsx';
import { sumOfValues } from '../features/withdrawals/summary.ts';
import {
  countOf,
  readTab,
  TAB_NAMES,
  TABS,
  type Tab,
  urgencyOf,
} from '../features/withdrawals/tabs.ts';
import { WithdrawalPanel } from '../features/withdrawals/WithdrawalPanel.tsx';
import { formatExact } from '../parts/amount.ts';
import { PageFrame } from '../parts/PageFrame.tsx';
import { CsvButton } from '../queue/CsvButton.tsx';
import { CustodyFilters } from '../queue/CustodyFilters.tsx';
import { QueueFoot } from '../queue/QueueFoot.tsx';
import { useCustodyFilters } from '../queue/use-custody-filters.ts';
import { useQueue } from '../queue/use-queue.ts';
import { useReviewer } from '../queue/use-reviewer.ts';
import { DataTable } from '../table/DataTable.tsx';
import { queueTexts } from '../texts/queue.ts';
import { withdrawalTexts as t } from '../texts/withdrawals.ts';

const POLL_MS = 4_000;
const TONES = { calm: undefined, late: 'warn', overdue: 'bad' } as const;

/** Withdrawals: those under review by time left, then what became of them. */
export function Page() {
  const filters = useCustodyFilters();
  const tab = readTab(filters.values.tab);
  const request = { ...TABS[tab], ...filters.request, ...filters.paging };
  const query = useApi('operatorWithdrawals', request, { pollMs: POLL_MS, keepPrevious: true });
  const scope = JSON.stringify(request);
  const rows = query.isPlaceholderData ? undefined : query.data?.list;
  const queue = useQueue(rows, { scope, follows: true });
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
            what: 'withdrawals',
            status: TABS[tab].status,
            ...(from !== undefined && { from }),
            ...(to !== undefined && { to }),
          }}
        />
      }
      panel={
        queue.openRow && (
          <WithdrawalPanel key={queue.openRow.id} row={queue.openRow} queue={queue} />
        )
      }
      foot={<QueueFoot mayDecide={mayDecide && tab === 'under_review'} />}
    >
      <Tabs
        label={t.tabsLabel}
        value={tab}
        items={TAB_NAMES.map((value) => ({
          value,
          label: `${t.tabs[value]} ${countOf(value, counts) || ''}`.trim(),
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
        toneOf={(row) => TONES[urgencyOf(row, serverNow())]}
      />
    </PageFrame>
  );
}

interface SummaryProps {
  page: { readonly list: readonly OperatorWithdrawal[]; readonly total: number } | undefined;
}

/** "12 waiting, 48,274.87 USDT in all, oldest 51 min of 12 h"; the sum only where all are on this page. */
function Summary({ page }: SummaryProps) {
  if (page === undefined) return '\u00a0';
  const { list, total } = page;
  const parts: string[] = [queueTexts.waiting(total)];
  const sum = list.length === total && total > 0 ? sumOfValues(list) : undefined;
  if (sum !== undefined) parts.push(queueTexts.sum(formatExact(sum)));
  const oldest = Math.min(...list.map(({ time }) => time));
  if (Number.isFinite(oldest))
    parts.push(queueTexts.oldest(t.of12h(durationOf(serverNow() - oldest))));
  return parts.join(', ');
}
