import type { ColdSpendView, ColdStatus } from '@fairlead/contract';
import { Badge, type BadgeKind, formatDate } from '@fairlead/ui';
import { formatMoney } from '../../books/amounts.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { coldTexts as t } from './texts.ts';

const KINDS: Readonly<Record<ColdStatus, BadgeKind>> = {
  signing: 'wait',
  signed: 'wait',
  sent: 'brand',
  confirmed: 'good',
  cancelled: 'plain',
  expired: 'plain',
  failed: 'bad',
};

export const StatusBadge = ({ status }: { status: ColdStatus }) => (
  <Badge kind={KINDS[status]}>{t.statuses[status]}</Badge>
);

/** The two ends, by which a known address is told. */
const shortAddress = (address: string): string => `${address.slice(0, 10)}…${address.slice(-6)}`;

export const columns: readonly Column<ColdSpendView>[] = [
  { id: 'id', header: t.columns.id, card: 'none', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'amount',
    header: t.columns.amount,
    card: 'title',
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
  {
    id: 'address',
    header: t.columns.address,
    spare: 'first',
    cell: ({ address }) => <span className="font-mono text-12">{shortAddress(address)}</span>,
  },
  {
    id: 'signed',
    header: t.columns.signed,
    cell: ({ signed, required }) => t.signedOf(signed.length, required),
  },
  { id: 'by', header: t.columns.by, spare: 'second', cell: ({ proposed_by: by }) => by },
  {
    id: 'status',
    header: t.columns.status,
    card: 'end',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: 'time',
    header: t.columns.time,
    align: 'end',
    spare: 'second',
    cell: ({ time }) => formatDate(time, 'dayMinute', 'en'),
  },
];
