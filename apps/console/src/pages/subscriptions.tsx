import type { RecordStatus } from '@fairlead/contract';
import { formatDate, Tabs } from '@fairlead/ui';
import { type ItemOf, useApi } from '../data/use-api.ts';
import { PageFrame } from '../parts/PageFrame.tsx';
import { StatusBadge } from '../parts/StatusBadge.tsx';
import { type Column, DataTable } from '../table/DataTable.tsx';
import { useFilters } from '../table/use-filters.ts';
import { sharedTexts } from '../texts/shared.ts';
import { subscriptionTexts as t } from '../texts/subscriptions.ts';

type Row = ItemOf<'operatorSubscriptions'>;

const DEFAULTS = { status: 'under_review' } as const;
const STATUSES = ['under_review', 'passed', 'rejected'] as const;
const PAGE_LIMIT = 50;
const POLL_MS = 4_000;

const columns: readonly Column<Row>[] = [
  { id: 'id', header: t.id, card: 'title', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'status',
    header: t.status,
    card: 'end',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'time',
    header: t.time,
    align: 'end',
    cell: ({ time }) => formatDate(time, 'dayMinute', 'en'),
  },
];

/** Empty while no offering is open. */
export function Page() {
  const { values, page, set, setPage } = useFilters(DEFAULTS);
  const status = readStatus(values.status);
  const request = { status, page, limit: PAGE_LIMIT };
  const query = useApi('operatorSubscriptions', request, { pollMs: POLL_MS, keepPrevious: true });
  return (
    <PageFrame title={t.title} sub={t.sub}>
      <Tabs
        label={t.status}
        value={status}
        items={STATUSES.map((value) => ({ value, label: sharedTexts.statuses[value] }))}
        onValueChange={(value) => set({ status: value })}
      />
      <DataTable
        label={t.title}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        empty={status === 'under_review' ? t.empty : t.emptyStatus}
        onPage={setPage}
      />
    </PageFrame>
  );
}

const readStatus = (text: string): RecordStatus =>
  STATUSES.find((status) => status === text) ?? 'under_review';
