import type { OperatorSubscription } from '@fairlead/contract';
import { formatDate, Icon, MISSING, Tag } from '@fairlead/ui';
import { MINUTE_MS } from '@fairlead/units';
import { formatExact } from '../../books/amounts.ts';
import { serverNow, useMe } from '../../data/use-config.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { StatusBadge, UserCell } from '../../parts/cells.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import type { Status } from '../../queue/queues.ts';
import { subscriptionTexts as t } from './texts.ts';

type Row = OperatorSubscription;

/** Who has it open right now. */
function OpenBy({ row: { open_by } }: { row: Row }) {
  const me = useMe().data?.id;
  if (open_by === undefined) return <span className="text-muted">{MISSING}</span>;
  if (open_by.operator_id === me) return <span className="text-muted">{t.you}</span>;
  return (
    <span className="con-late">
      <Icon name="eye" size={16} />
      {open_by.operator}
    </span>
  );
}

const waitedFor = ({ time }: Row): string =>
  sharedTexts.duration(Math.max(0, Math.floor((serverNow() - time) / MINUTE_MS)));

const common: readonly Column<Row>[] = [
  { id: 'id', header: t.columns.id, card: 'none', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'user',
    header: t.columns.user,
    spare: 'second',
    cell: ({ user, user_id }) => <UserCell user={user} id={user_id} />,
  },
  {
    id: 'amount',
    header: t.columns.amount,
    align: 'end',
    card: 'title',
    cell: ({ amount, currency }) => (
      <>
        <b>{formatExact(amount)}</b> <small>{currency}</small>
      </>
    ),
  },
  {
    id: 'paid',
    header: t.columns.paid,
    align: 'end',
    cell: ({ paid, payment_currency }) => (
      <>
        {formatExact(paid)} <small>{payment_currency}</small>
      </>
    ),
  },
  {
    id: 'price',
    header: t.columns.price,
    align: 'end',
    spare: 'first',
    cell: ({ issue_price }) => <span className="text-muted">{formatExact(issue_price)}</span>,
  },
];

const review: readonly Column<Row>[] = [
  ...common,
  { id: 'openBy', header: t.columns.openBy, spare: 'second', cell: (row) => <OpenBy row={row} /> },
  {
    id: 'waiting',
    header: t.columns.waiting,
    align: 'end',
    card: 'end',
    cell: (row) => <span className="text-muted">{waitedFor(row)}</span>,
  },
];

const decided: readonly Column<Row>[] = [
  ...common,
  {
    id: 'decidedBy',
    header: t.columns.decidedBy,
    spare: 'second',
    cell: ({ operator }) => operator ?? MISSING,
  },
  {
    id: 'status',
    header: t.columns.status,
    card: 'end',
    cell: ({ status, released }) =>
      released ? <Tag>{t.columns.released}</Tag> : <StatusBadge status={status} />,
  },
  {
    id: 'time',
    header: t.columns.time,
    align: 'end',
    spare: 'first',
    cell: ({ time }) => formatDate(time, 'dayMinute', 'en'),
  },
];

export const columnsOf = (tab: Status): readonly Column<Row>[] =>
  tab === 'under_review' ? review : decided;
