import type { OperatorWithdrawal } from '@fairlead/contract';
import { Badge, type BadgeKind, Icon } from '@fairlead/ui';
import { HOUR_MS, MINUTE_MS } from '@fairlead/units';
import { formatExact } from '../../books/amounts.ts';
import { serverNow } from '../../data/use-config.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { checksColumn } from '../../queue/Checks.tsx';
import { amountColumn, decidedColumn, idColumn, Signed, userColumn } from '../../queue/columns.tsx';
import { type Tab, urgencyOf } from './tabs.ts';
import { withdrawalTexts as t } from './texts.ts';

type Row = OperatorWithdrawal;

/** Whole minutes in words; of a negative time, of its size. */
export const durationOf = (ms: number): string =>
  sharedTexts.duration(Math.floor(Math.abs(ms) / MINUTE_MS));

/** Within how many hours this user was promised an answer. */
export const promisedHours = ({ due_at, time }: Row): number =>
  Math.round((due_at - time) / HOUR_MS);

export const SEND_KINDS: Readonly<Record<Row['send_state'], BadgeKind>> = {
  idle: 'wait',
  signed: 'brand',
  unknown: 'bad',
  failed: 'bad',
  sent: 'good',
  refunded: 'plain',
};

export const verifiedOf = (row: Row): string => {
  if (row.advanced_verification === 'verified') return t.verified.both;
  return row.basic_verification === 'verified' ? t.verified.basic : t.verified.none;
};

function TimeLeft({ row }: { row: Row }) {
  const now = serverNow();
  const urgency = urgencyOf(row, now);
  const text = durationOf(row.due_at - now);
  if (urgency === 'calm') return <span className="text-muted">{text}</span>;
  return (
    <span className="con-late">
      <Icon name="warn" size={16} />
      {urgency === 'overdue' ? t.overdue(text) : text}
    </span>
  );
}

function SignedBy({ row }: { row: Row }) {
  const done = row.approvals.length;
  return <Signed done={done} text={t.signedOf(done, row.approvals_needed)} />;
}

const common: readonly Column<Row>[] = [
  idColumn(t.columns.id),
  userColumn(t.columns.user),
  amountColumn(t.columns.amount),
  {
    id: 'value',
    header: t.columns.value,
    align: 'end',
    spare: 'second',
    cell: ({ value }) => <span className="text-muted">{formatExact(value)}</span>,
  },
  {
    id: 'network',
    header: t.columns.network,
    cell: ({ chain }) => sharedTexts.chains[chain] ?? chain,
  },
];

const review: readonly Column<Row>[] = [
  ...common,
  checksColumn,
  { id: 'signed', header: t.columns.signed, cell: (row) => <SignedBy row={row} /> },
  {
    id: 'left',
    header: t.columns.left,
    align: 'end',
    card: 'end',
    cell: (row) => <TimeLeft row={row} />,
  },
];

const decided: readonly Column<Row>[] = [
  ...common,
  {
    id: 'state',
    header: t.columns.state,
    card: 'end',
    cell: ({ status, send_state }) =>
      status === 'rejected' && send_state !== 'refunded' ? (
        <Badge kind="bad">{sharedTexts.statuses.rejected}</Badge>
      ) : (
        <Badge kind={SEND_KINDS[send_state]}>{t.badges[send_state]}</Badge>
      ),
  },
  decidedColumn(t.columns.when),
];

/** Under review the time left counts, afterwards what became of it. */
export const columnsOf = (tab: Tab): readonly Column<Row>[] =>
  tab === 'under_review' ? review : decided;
