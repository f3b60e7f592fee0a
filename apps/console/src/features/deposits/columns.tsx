import type { OperatorDeposit } from '@fairlead/contract';
import { formatDate, Tag } from '@fairlead/ui';
import { MINUTE_MS } from '@fairlead/units';
import { formatExact } from '../../books/amounts.ts';
import { serverNow } from '../../data/use-config.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { StatusBadge, UserCell } from '../../parts/cells.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import type { Status } from '../../queue/queues.ts';
import { depositTexts as t } from './texts.ts';

type Row = OperatorDeposit;

function Flags({ row }: { row: Row }) {
  return (
    <span className="inline-flex gap-1">
      {row.is_proof_repeated && <Tag kind="warn">{t.flags.repeated}</Tag>}
      {row.is_suspended && <Tag>{t.flags.suspended}</Tag>}
      {/[1-9]/.test(row.receivable) && <Tag kind="warn">{t.flags.receivable}</Tag>}
      {row.is_priority && <Tag kind="brand">{t.flags.priority}</Tag>}
    </span>
  );
}

function Signed({ row }: { row: Row }) {
  if (row.kind === 'chain') return <span className="text-muted">{t.byChain}</span>;
  const done = row.approvals.length;
  return (
    <span className={done > 0 ? 'font-medium text-brand' : 'text-muted'}>
      {t.signedOf(done, row.approvals_needed)}
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
  { id: 'kind', header: t.columns.kind, spare: 'second', cell: ({ kind }) => t.kinds[kind] },
];

const review: readonly Column<Row>[] = [
  ...common,
  { id: 'flags', header: t.columns.flags, spare: 'second', cell: (row) => <Flags row={row} /> },
  { id: 'signed', header: t.columns.signed, cell: (row) => <Signed row={row} /> },
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
    id: 'credited',
    header: t.columns.credited,
    spare: 'second',
    align: 'end',
    cell: ({ credited }) => formatExact(credited),
  },
  {
    id: 'status',
    header: t.tabsLabel,
    card: 'end',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'when',
    header: t.columns.when,
    align: 'end',
    cell: ({ decided_at }) => formatDate(decided_at, 'dayMinute', 'en'),
  },
];

export const columnsOf = (tab: Status): readonly Column<Row>[] =>
  tab === 'under_review' ? review : decided;
