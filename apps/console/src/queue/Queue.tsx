import { useApi } from '@fairlead/calls';
import type { RequestOf } from '@fairlead/contract';
import { MINUTE_MS } from '@fairlead/units';
import type { ComponentType, ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { type Counts, serverNow, useCounts } from '../data/use-config.ts';
import { type Column, DataTable, type DataTableProps } from '../lists/DataTable.tsx';
import {
  type Asked,
  askedBy,
  FilterFields,
  type FilterSet,
  recordFilter,
} from '../lists/filters.tsx';
import { TabBar } from '../lists/TabBar.tsx';
import { readId, useFilters } from '../lists/use-filters.ts';
import { PageFrame } from '../parts/PageFrame.tsx';
import { sharedTexts } from '../parts/texts.ts';
import { QUEUES, type QueueName, type ReadsOf, type RowOf, useReviewer } from './queues.ts';
import { queueTexts } from './texts.ts';
import { type OpenQueue, useQueue } from './use-queue.ts';

const PAGE_LIMIT = 50;
const POLL_MS = 4_000;

interface PageOf<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}

export interface QueueProps<Name extends QueueName, Tab extends string, Set extends FilterSet> {
  readonly name: Name;
  /** From what waits on to what became of it. */
  readonly tabs: readonly Tab[];
  readonly texts: {
    readonly titles: Readonly<Record<Tab, string>>;
    readonly tabs: Readonly<Record<Tab, string>>;
    readonly tabsLabel: string;
    /** Under the title; under that of what waits stands how much. */
    readonly lead: Readonly<Partial<Record<Tab, string>>>;
    readonly empty: Readonly<Record<Tab, string>>;
  };
  /** In which tab a record stands. */
  readonly tabOf: (row: RowOf<Name>) => Tab;
  /** What a tab asks the server for. */
  readonly asks: (tab: Tab) => Partial<RequestOf<ReadsOf<Name>>>;
  readonly filters: Set;
  readonly columns: (tab: Tab) => readonly Column<RowOf<Name>>[];
  readonly Panel: ComponentType<{ row: RowOf<Name>; queue: OpenQueue<RowOf<Name>> }>;
  /** Whether an open record gives way to the next one chosen; false where each look is counted. */
  readonly follows: boolean;
  /** What stands behind a tab's name; by default what waits behind the first one's. */
  readonly countOf?: (tab: Tab, counts: Counts | undefined) => number | undefined;
  readonly toneOf?: DataTableProps<RowOf<Name>>['toneOf'];
  /** What all that waits comes to, where it is known. */
  readonly sumOf?: (page: PageOf<RowOf<Name>>) => string | undefined;
  /** How long the oldest has waited, in words. */
  readonly ageOf?: (ms: number, oldest: RowOf<Name>) => string;
  readonly actions?: (tab: Tab, asked: Asked<Set>) => ReactNode;
}

const minutesOf = (ms: number): string =>
  sharedTexts.duration(Math.max(0, Math.floor(ms / MINUTE_MS)));

/** A page of records that wait for a decision, then of what became of them; one of them beside the list. */
export function Queue<
  Name extends QueueName,
  const Tab extends string,
  const Set extends FilterSet,
>(props: QueueProps<Name, Tab, Set>) {
  const { name, tabs, texts, filters: set, countOf, actions, Panel } = props;
  const [waits] = tabs;
  const names = Object.fromEntries(['tab', 'no', ...Object.keys(set)].map((each) => [each, '']));
  const filters = useFilters(names);
  const chosen = tabs.find((each) => each === filters.values['tab']) ?? (waits as Tab);
  const asked = askedBy(set, filters.values);
  const one = recordFilter.read(filters.values['no'] ?? '');
  // Tab, filters and paging make up the request; the type cannot see that. A number is looked for in all tabs.
  const request = {
    ...(one === undefined ? props.asks(chosen) : { id: one }),
    ...asked,
    page: filters.page,
    limit: PAGE_LIMIT,
  } as unknown as RequestOf<ReadsOf<Name>>;
  const answer = useApi(QUEUES[name].reads as ReadsOf<Name>, request, {
    pollMs: POLL_MS,
    keepPrevious: true,
  });
  const query = { ...answer, data: answer.data as (PageOf<RowOf<Name>> & Paging) | undefined };
  const rows = answer.isPlaceholderData ? undefined : query.data?.list;
  const [found] = one === undefined ? [] : (rows ?? []);
  const tab = found === undefined ? chosen : props.tabOf(found);
  const queue = useQueue(rows, {
    scope: JSON.stringify(request),
    follows: props.follows,
    asked: useAskedRecord(),
  });
  const { mayDecide } = useReviewer();
  const counts = useCounts();
  const countOn = countOf ?? ((each) => (each === waits ? counts?.[name] : undefined));
  const { openRow } = queue;
  return (
    <PageFrame
      title={texts.titles[tab]}
      sub={tab === waits && one === undefined ? summaryOf(query.data, props) : texts.lead[tab]}
      actions={actions?.(tab, asked)}
      panel={openRow && <Panel key={openRow.id} row={openRow} queue={queue} />}
      foot={<QueueFoot mayDecide={mayDecide && tab === waits} />}
    >
      <TabBar
        tabs={tabs}
        texts={texts}
        value={tab}
        countOf={(each) => countOn(each, counts)}
        onTab={(to) => filters.set({ tab: to === waits ? '' : to, no: '' })}
      />
      <FilterFields set={{ no: recordFilter, ...set }} filters={filters} />
      <DataTable
        label={texts.titles[tab]}
        columns={props.columns(tab)}
        query={query}
        rowId={({ id }) => id}
        choice={queue.choice}
        empty={one === undefined ? texts.empty[tab] : queueTexts.noSuch}
        onPage={filters.setPage}
        {...(props.toneOf && { toneOf: props.toneOf })}
      />
    </PageFrame>
  );
}

/** `?open=17` in the address, of this visit. */
function useAskedRecord() {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const id = readId(params.get('open') ?? '');
  return id === undefined ? undefined : { id, visit: `${key} ${id}` };
}

interface Paging {
  readonly page: number;
  readonly limit: number;
}

/** "12 waiting, 48,274.87 USDT in all, oldest 51 min". */
function summaryOf<Row extends { readonly time: number }>(
  page: PageOf<Row> | undefined,
  {
    sumOf,
    ageOf = minutesOf,
  }: {
    sumOf?: (page: PageOf<Row>) => string | undefined;
    ageOf?: (ms: number, oldest: Row) => string;
  },
): string {
  if (page === undefined) return '\u00a0';
  const sum = sumOf?.(page);
  const [oldest] = page.list.toSorted((one, other) => one.time - other.time);
  return [
    queueTexts.waiting(page.total),
    ...(sum === undefined ? [] : [queueTexts.sum(sum)]),
    ...(oldest === undefined ? [] : [queueTexts.oldest(ageOf(serverNow() - oldest.time, oldest))]),
  ].join(', ');
}

const foot = queueTexts.foot;

/** What the keys do in a queue. */
function QueueFoot({ mayDecide }: { mayDecide: boolean }) {
  return (
    <>
      <span>
        <kbd>J</kbd>
        <kbd>K</kbd> {foot.move}
      </span>
      <span>
        <kbd>Enter</kbd> {foot.open}
      </span>
      {mayDecide && (
        <>
          <span>
            <kbd>A</kbd> {foot.approve}
          </span>
          <span>
            <kbd>R</kbd> {foot.reject}
          </span>
        </>
      )}
      <span>{foot.audited}</span>
    </>
  );
}
