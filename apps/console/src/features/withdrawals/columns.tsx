import type { OperatorWithdrawal } from '@fairlead/contract';
import { Badge, type BadgeKind, formatDate, Icon } from '@fairlead/ui';
import { MINUTE_MS } from '@fairlead/units';
import { formatExact } from '../../books/amounts.ts';
import { serverNow } from '../../data/use-config.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { UserCell } from '../../parts/cells.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { type Tab, urgencyOf } from './tabs.ts';
import { withdrawalTexts as t } from './texts.ts';

type Row = OperatorWithdrawal;

/** Whole minutes in words; of a negative time, of its size. */
export const durationOf = (ms: number): string =>
  sharedTexts.duration(Math.floor(Math.abs(ms) / MINUTE_MS));

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

function Signed({ row }: { row: Row }) {
  const done = row.approvals.length;
  return (
    <span className={done > 0 ? 'font-medium text-brand' : 'text-muted'}>
      {t.signedOf(done, row.approvals_needed)}
    </span>
  );
}

const common: readonly Column<Row>[] = [
  { id: 'id', header: t.columns.id, card: 'none', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'user',
    header: t.columns.user,
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
    id: 'value',
    header: t.columns.value,
    align: 'end',
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
  {
    id: 'verified',
    header: t.columns.verified,
    card: 'none',
    spare: 'first',
    cell: verifiedOf,
  },
  { id: 'signed', header: t.columns.signed, cell: (row) => <Signed row={row} /> },
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
  {
    id: 'when',
    header: t.columns.when,
    align: 'end',
    cell: ({ decided_at }) => formatDate(decided_at, 'dayMinute', 'en'),
  },
];

/** Under review the time left counts, afterwards what became of it. */
export const columnsOf = (tab: Tab): readonly Column<Row>[] =>
  tab === 'under_review' ? review : decided;
