import { useApi } from '@fairlead/calls';
import type { RequestOf } from '@fairlead/contract';
import { formatDate, Note } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { Panel } from '../parts/Panel.tsx';
import { Outcome } from './Decide.tsx';
import {
  QUEUES,
  type QueueName,
  type ReadsOf,
  type Reviewer,
  type RowOf,
  useReviewer,
} from './queues.ts';
import { queueTexts } from './texts.ts';
import { type OpenBy, useLease } from './use-lease.ts';
import type { OpenQueue } from './use-queue.ts';

export interface RecordPanelProps<Name extends QueueName> {
  name: Name;
  /** As it was last listed. */
  row: RowOf<Name>;
  queue: OpenQueue<RowOf<Name>>;
  title: string;
  badge: (row: RowOf<Name>) => ReactNode;
  isWide?: boolean;
  /** Whether others are told that it is open; by default always. */
  isLeased?: (row: RowOf<Name>) => boolean;
  /** Names of who approved or decided, as far as known. */
  decidedBy: (row: RowOf<Name>) => readonly string[];
  /** What can be done, for who may decide. */
  acts: (row: RowOf<Name>, reviewer: Reviewer) => ReactNode;
  children: (row: RowOf<Name>, reviewer: Reviewer) => ReactNode;
}

/** One record of a queue beside its list: who else has it open, what it is, and what can be done with it. */
export function RecordPanel<Name extends QueueName>(props: RecordPanelProps<Name>) {
  const { name, row: listed, queue, title, badge, isWide = false, isLeased, acts } = props;
  const reviewer = useReviewer();
  const became = useBecame(name, listed, queue.isGone);
  const row = became.row ?? listed;
  const isOn = reviewer.mayDecide && !queue.isGone && isLeased?.(row) !== false;
  const lease = useLease(name, row.id, isOn);
  const foot = () => {
    if (!reviewer.mayDecide) return <Note>{queueTexts.readsOnly}</Note>;
    if (!queue.isGone) return acts(row, reviewer);
    return <Outcome names={props.decidedBy(row)} isLooking={became.isLooking} />;
  };
  return (
    <Panel title={title} badge={badge(row)} onClose={queue.close} isWide={isWide} footer={foot()}>
      <OpenByNote openBy={lease ?? row.open_by} me={reviewer.id} />
      {props.children(row, reviewer)}
    </Panel>
  );
}

/** Somebody else has the record open. */
function OpenByNote({ openBy, me }: { openBy: OpenBy | undefined; me: number | undefined }) {
  if (openBy === undefined || openBy.operator_id === me) return null;
  return (
    <Note kind="warn" className="mb-4">
      {queueTexts.openBy(openBy.operator, formatDate(openBy.since, 'minute', 'en'))}
    </Note>
  );
}

const LOOKED_THROUGH = 100;

/** What became of a record that left its list: looked up among its user's own. */
function useBecame<Name extends QueueName>(
  name: Name,
  record: { readonly id: number; readonly user_id: number },
  isOn: boolean,
): { readonly row: RowOf<Name> | undefined; readonly isLooking: boolean } {
  // All take the same filter; the type cannot see that.
  const request = { user_id: record.user_id, page: 1, limit: LOOKED_THROUGH } as RequestOf<
    ReadsOf<Name>
  >;
  const { data, isPending } = useApi(QUEUES[name].reads as ReadsOf<Name>, request, {
    enabled: isOn,
  });
  const list = (data as { readonly list: readonly RowOf<Name>[] } | undefined)?.list;
  return {
    row: isOn ? list?.find(({ id }) => id === record.id) : undefined,
    isLooking: isOn && isPending,
  };
}
