import type { OperatorSubscription } from '@fairlead/contract';
import { formatDate, Icon, MISSING, Tag } from '@fairlead/ui';
import { formatExact } from '../../books/amounts.ts';
import { useMe } from '../../data/use-config.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { StatusBadge } from '../../parts/cells.tsx';
import { checksColumn } from '../../queue/Checks.tsx';
import { amountColumn, idColumn, userColumn, waitingColumn } from '../../queue/columns.tsx';
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

const common: readonly Column<Row>[] = [
  idColumn(t.columns.id),
  { ...userColumn(t.columns.user), spare: 'second' },
  amountColumn(t.columns.amount),
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
  checksColumn,
  { id: 'openBy', header: t.columns.openBy, spare: 'second', cell: (row) => <OpenBy row={row} /> },
  waitingColumn(t.columns.waiting),
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
