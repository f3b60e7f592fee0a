import type { OperatorSubscription } from '@fairlead/contract';
import { Tabs } from '@fairlead/ui';
import { useApi } from '../data/use-api.ts';
import { serverNow, useCounts, useCurrencies } from '../data/use-config.ts';
import { columnsOf, readTab, TAB_NAMES, type Tab } from '../features/subscriptions/columns.tsx';
import { SubscriptionPanel } from '../features/subscriptions/SubscriptionPanel.tsx';
import { PageFrame } from '../parts/PageFrame.tsx';
import { QueueFoot } from '../queue/QueueFoot.tsx';
import { useQueue } from '../queue/use-queue.ts';
import { useReviewer } from '../queue/use-reviewer.ts';
import { DataTable } from '../table/DataTable.tsx';
import { FilterBar, SelectFilter, TextFilter } from '../table/FilterBar.tsx';
import { readId, useFilters } from '../table/use-filters.ts';
import { queueTexts } from '../texts/queue.ts';
import { sharedTexts } from '../texts/shared.ts';
import { subscriptionTexts as t } from '../texts/subscriptions.ts';

const DEFAULTS = { tab: '', offering: '', user: '' } as const;
const PAGE_LIMIT = 50;
const POLL_MS = 4_000;
const MINUTE_MS = 60_000;

/** Subscriptions: those under review the oldest first, then what became of them. */
export function Page() {
  const { values, page, set, setPage } = useFilters(DEFAULTS);
  const tab = readTab(values.tab);
  const offeringId = readId(values.offering);
  const userId = readId(values.user);
  const request = {
    status: tab,
    page,
    limit: PAGE_LIMIT,
    ...(offeringId !== undefined && { offering_id: offeringId }),
    ...(userId !== undefined && { user_id: userId }),
  };
  const query = useApi('operatorSubscriptions', request, { pollMs: POLL_MS, keepPrevious: true });
  const rows = query.isPlaceholderData ? undefined : query.data?.list;
  const queue = useQueue(rows, { scope: JSON.stringify(request), follows: true });
  const { mayDecide } = useReviewer();
  const counts = useCounts();
  return (
    <PageFrame
      title={t.titles[tab]}
      sub={tab === 'under_review' ? <Summary page={query.data} /> : t.lead[tab]}
      panel={
        queue.openRow && (
          <SubscriptionPanel key={queue.openRow.id} row={queue.openRow} queue={queue} />
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
              ? `${t.tabs[value]} ${counts.subscriptions}`
              : t.tabs[value],
        }))}
        onValueChange={(value: Tab) => set({ tab: value === 'under_review' ? '' : value })}
      />
      <Filters values={values} onFilter={set} />
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

interface FiltersProps {
  values: Readonly<Record<'offering' | 'user', string>>;
  onFilter: (values: Partial<Record<'offering' | 'user', string>>) => void;
}

function Filters({ values, onFilter }: FiltersProps) {
  const offerings = useApi('operatorOfferings', {});
  const currencies = useCurrencies();
  return (
    <FilterBar
      isFiltered={values.offering !== '' || values.user !== ''}
      onClear={() => onFilter({ offering: '', user: '' })}
    >
      <SelectFilter
        label={t.filters.offering}
        value={values.offering}
        options={(offerings.data ?? []).map(({ id, currency_id }) => {
          const name = currencies?.get(currency_id)?.name ?? String(currency_id);
          return [String(id), t.offering(name, id)] as const;
        })}
        onChange={(offering) => onFilter({ offering })}
      />
      <TextFilter
        label={t.filters.user}
        inputMode="numeric"
        maxLength={15}
        value={values.user}
        onChange={(user) => onFilter({ user })}
      />
    </FilterBar>
  );
}

interface SummaryProps {
  page: { readonly list: readonly OperatorSubscription[]; readonly total: number } | undefined;
}

function Summary({ page }: SummaryProps) {
  if (page === undefined) return '\u00a0';
  const oldest = Math.min(...page.list.map(({ time }) => time));
  const waiting = queueTexts.waiting(page.total);
  if (!Number.isFinite(oldest)) return waiting;
  const minutes = Math.max(0, Math.floor((serverNow() - oldest) / MINUTE_MS));
  return `${waiting}, ${queueTexts.oldest(sharedTexts.duration(minutes))}`;
}
