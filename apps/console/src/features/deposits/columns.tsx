import type { OperatorDeposit } from '@fairlead/contract';
import { Tag } from '@fairlead/ui';
import { formatExact } from '../../books/amounts.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { StatusBadge } from '../../parts/cells.tsx';
import { checksColumn } from '../../queue/Checks.tsx';
import {
  amountColumn,
  decidedColumn,
  idColumn,
  Signed,
  userColumn,
  waitingColumn,
} from '../../queue/columns.tsx';
import type { Status } from '../../queue/queues.ts';
import { depositTexts as t } from './texts.ts';

type Row = OperatorDeposit;

function Flags({ row }: { row: Row }) {
  return (
    <span className="inline-flex gap-1">
      {row.is_proof_repeated && <Tag kind="warn">{t.flags.repeated}</Tag>}
      {row.is_suspended && (
        <Tag>{row.travel_rule === undefined ? t.flags.suspended : t.flags.origin}</Tag>
      )}
      {/[1-9]/.test(row.receivable) && <Tag kind="warn">{t.flags.receivable}</Tag>}
      {row.is_priority && <Tag kind="brand">{t.flags.priority}</Tag>}
    </span>
  );
}

function SignedBy({ row }: { row: Row }) {
  if (row.kind === 'chain') return <span className="text-muted">{t.byChain}</span>;
  const done = row.approvals.length;
  return <Signed done={done} text={t.signedOf(done, row.approvals_needed)} />;
}

const common: readonly Column<Row>[] = [
  idColumn(t.columns.id),
  { ...userColumn(t.columns.user), spare: 'second' },
  amountColumn(t.columns.amount),
  { id: 'kind', header: t.columns.kind, spare: 'second', cell: ({ kind }) => t.kinds[kind] },
];

const review: readonly Column<Row>[] = [
  ...common,
  { ...checksColumn, cell: (row) => row.kind !== 'chain' && checksColumn.cell(row) },
  { id: 'flags', header: t.columns.flags, spare: 'second', cell: (row) => <Flags row={row} /> },
  { id: 'signed', header: t.columns.signed, cell: (row) => <SignedBy row={row} /> },
  waitingColumn(t.columns.waiting),
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
  decidedColumn(t.columns.when),
];

export const columnsOf = (tab: Status): readonly Column<Row>[] =>
  tab === 'under_review' ? review : decided;
