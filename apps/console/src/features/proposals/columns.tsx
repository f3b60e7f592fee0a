import type { Proposal } from '@fairlead/contract';
import { Badge, formatDate, MISSING } from '@fairlead/ui';
import { useCurrencies } from '../../data/use-config.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { idColumn, waitingColumn } from '../../queue/columns.tsx';
import { subjectOf } from './model.ts';
import { proposalTexts as t } from './texts.ts';

type Tab = Proposal['status'];

/** The kind, and what it is about. */
function What({ row }: { row: Proposal }) {
  const currencies = useCurrencies();
  return (
    <span className="con-what">
      <span className="font-medium">{t.kinds[row.kind]}</span>
      <small>{subjectOf(row, currencies).brief}</small>
    </span>
  );
}

export function OutcomeBadge({ row }: { row: Proposal }) {
  if (row.status === 'open') return <Badge kind="wait">{t.tabs.open}</Badge>;
  if (row.status === 'rejected') return <Badge kind="bad">{t.outcomes.rejected}</Badge>;
  if (row.starts_at !== undefined && row.finished_at === undefined)
    return <Badge kind="wait">{t.upcoming}</Badge>;
  return row.failure === undefined ? (
    <Badge kind="good">{t.outcomes.done}</Badge>
  ) : (
    <Badge kind="bad" icon="warn">
      {t.outcomes.failed}
    </Badge>
  );
}

const common: readonly Column<Proposal>[] = [
  idColumn(t.columns.id),
  { id: 'what', header: t.columns.what, card: 'title', cell: (row) => <What row={row} /> },
  { id: 'by', header: t.columns.by, cell: ({ proposed_by }) => proposed_by },
];

const open: readonly Column<Proposal>[] = [...common, waitingColumn(t.columns.age)];

const decided: readonly Column<Proposal>[] = [
  ...common,
  {
    id: 'decidedBy',
    header: t.columns.decidedBy,
    spare: 'second',
    cell: ({ decided_by }) => decided_by ?? MISSING,
  },
  {
    id: 'outcome',
    header: t.columns.outcome,
    card: 'end',
    cell: (row) => <OutcomeBadge row={row} />,
  },
  {
    id: 'when',
    header: t.columns.when,
    align: 'end',
    spare: 'first',
    // What is announced counts from when it begins.
    cell: ({ decided_at, starts_at, finished_at }) =>
      starts_at !== undefined && finished_at === undefined
        ? `${t.startsAt} ${formatDate(starts_at, 'dayMinute', 'en')}`
        : `${t.decidedAt} ${formatDate(decided_at, 'dayMinute', 'en')}`,
  },
];

export const columnsOf = (tab: Tab): readonly Column<Proposal>[] =>
  tab === 'open' ? open : decided;
