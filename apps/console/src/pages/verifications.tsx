import { Tabs } from '@fairlead/ui';
import { useApi } from '../data/use-api.ts';
import { serverNow, useCounts } from '../data/use-config.ts';
import {
  columnsOf,
  type Row,
  readTab,
  TAB_NAMES,
  type Tab,
} from '../features/verifications/columns.tsx';
import { VerificationPanel } from '../features/verifications/VerificationPanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { QueueFoot } from '../queue/QueueFoot.tsx';
import { useQueue } from '../queue/use-queue.ts';
import { useReviewer } from '../queue/use-reviewer.ts';
import { DataTable } from '../table/DataTable.tsx';
import { FilterBar, SelectFilter, TextFilter } from '../table/FilterBar.tsx';
import { readId, useFilters } from '../table/use-filters.ts';
import { queueTexts } from '../texts/queue.ts';
import { sharedTexts } from '../texts/shared.ts';
import { tableTexts } from '../texts/table.ts';
import { verificationTexts as t } from '../texts/verifications.ts';

const DEFAULTS = { tab: '', level: '', user: '' } as const;
const LEVELS = ['basic', 'advanced'] as const;
const PAGE_LIMIT = 50;
const POLL_MS = 4_000;
const MINUTE_MS = 60_000;

/** Verifications: those under review the oldest first. A record opens by Enter or a click, never by passing by. */
export function Page() {
  const { values, page, set, setPage } = useFilters(DEFAULTS);
  const tab = readTab(values.tab);
  const level = LEVELS.find((name) => name === values.level);
  const userId = readId(values.user);
  const request = {
    status: tab,
    page,
    limit: PAGE_LIMIT,
    ...(level !== undefined && { level }),
    ...(userId !== undefined && { user_id: userId }),
  };
  const query = useApi('operatorVerifications', request, { pollMs: POLL_MS, keepPrevious: true });
  const rows = query.isPlaceholderData ? undefined : query.data?.list;
  const queue = useQueue(rows, { scope: JSON.stringify(request), follows: false });
  const { mayDecide } = useReviewer();
  const counts = useCounts();
  return (
    <PageFrame
      title={t.titles[tab]}
      sub={tab === 'under_review' ? <Summary page={query.data} /> : t.lead[tab]}
      panel={
        queue.openRow && (
          <VerificationPanel key={queue.openRow.id} row={queue.openRow} queue={queue} />
        )
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
              ? `${t.tabs[value]} ${counts.verifications}`
              : t.tabs[value],
        }))}
        onValueChange={(value: Tab) => set({ tab: value === 'under_review' ? '' : value })}
      />
      <FilterBar
        isFiltered={values.level !== '' || values.user !== ''}
        onClear={() => set({ level: '', user: '' })}
      >
        <SelectFilter
          label={t.level}
          value={values.level}
          options={LEVELS.map((name) => [name, t.levels[name]] as const)}
          onChange={(value) => set({ level: value })}
        />
        <TextFilter
          label={tableTexts.user}
          inputMode="numeric"
          maxLength={15}
          value={values.user}
          onChange={(value) => set({ user: value })}
        />
      </FilterBar>
      <DataTable
        label={t.titles[tab]}
        columns={columnsOf(tab)}
        query={query}
        rowId={({ id }) => id}
        choice={queue.choice}
        empty={t.empty[tab]}
        onPage={setPage}
      />
    </PageFrame>
  );
}

function Summary({
  page,
}: {
  page: { readonly list: readonly Row[]; readonly total: number } | undefined;
}) {
  if (page === undefined) return '\u00a0';
  const oldest = Math.min(...page.list.map(({ time }) => time));
  const waiting = queueTexts.waiting(page.total);
  if (!Number.isFinite(oldest)) return waiting;
  const minutes = Math.max(0, Math.floor((serverNow() - oldest) / MINUTE_MS));
  return `${waiting}, ${queueTexts.oldest(sharedTexts.duration(minutes))}`;
}
