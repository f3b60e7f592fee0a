import type { ItemOf } from '@fairlead/calls';
import { Badge, type BadgeKind, formatDate, formatShare, MISSING, Tag } from '@fairlead/ui';
import { formatExact, formatSignedExact } from '../../books/amounts.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { ReceiptLink, UserLink } from '../../parts/cells.tsx';
import { positionTexts as t } from './texts.ts';

export type PositionRow = ItemOf<'operatorPositions'>;
export type OptionRow = ItemOf<'operatorOptionOrders'>;

const STATE_KINDS: Readonly<Record<PositionRow['status'] | OptionRow['status'], BadgeKind>> = {
  waiting: 'wait',
  holding: 'brand',
  closed: 'plain',
  cancelled: 'plain',
  open: 'brand',
  settled: 'plain',
};
const RESULT_KINDS: Readonly<Record<NonNullable<OptionRow['result']>, BadgeKind>> = {
  win: 'good',
  lose: 'bad',
  flat: 'plain',
  refunded: 'plain',
};

export const Side = ({ side, multiple }: Pick<PositionRow, 'side' | 'multiple'>) => (
  <Tag kind={side === 'long' ? 'rise' : 'fall'}>{t.sideMultiple(t.sides[side], multiple)}</Tag>
);
export const Direction = ({ direction }: Pick<OptionRow, 'direction'>) => (
  <Tag kind={direction}>{t.sides[direction]}</Tag>
);

export const PositionState = ({ row }: { row: PositionRow }) => {
  const isForced = row.close_reason === 'liquidation';
  const reason = row.close_reason && (t.reasons[row.close_reason] ?? row.close_reason);
  return (
    <Badge kind={isForced ? 'bad' : STATE_KINDS[row.status]}>
      {reason ?? t.states[row.status]}
    </Badge>
  );
};

export const OptionState = ({ row }: { row: OptionRow }) =>
  row.result === undefined ? (
    <Badge kind={STATE_KINDS[row.status]}>{t.states[row.status]}</Badge>
  ) : (
    <Badge kind={RESULT_KINDS[row.result]}>{t.results[row.result]}</Badge>
  );

/** A gain or loss with its currency; a dash while there is none. */
export const Result = ({ value, currency }: { value: string | undefined; currency: string }) =>
  value === undefined ? (
    <span className="text-muted">{MISSING}</span>
  ) : (
    <>
      <b className={value.startsWith('-') ? 'text-fall' : /[1-9]/.test(value) ? 'text-rise' : ''}>
        {formatSignedExact(value)}
      </b>{' '}
      <small>{currency}</small>
    </>
  );

const number = { id: 'id', header: t.columns.id, card: 'none' } as const;

export const positionColumns: readonly Column<PositionRow>[] = [
  { ...number, cell: ({ id }) => <b>{id}</b> },
  { id: 'user', header: t.columns.user, cell: ({ user_id }) => <UserLink id={user_id} /> },
  {
    id: 'market',
    header: t.columns.market,
    card: 'title',
    cell: ({ symbol }) => <span className="font-medium">{symbol}</span>,
  },
  { id: 'side', header: t.columns.side, cell: (row) => <Side {...row} /> },
  {
    id: 'size',
    header: t.columns.size,
    align: 'end',
    spare: 'first',
    cell: ({ lots }) => lots.toLocaleString('en'),
  },
  {
    id: 'price',
    header: t.columns.price,
    align: 'end',
    spare: 'first',
    cell: ({ open_price, price, status }) =>
      open_price === undefined && price !== undefined && status === 'waiting' ? (
        <span className="text-muted">{t.waitsFor(formatExact(price))}</span>
      ) : (
        formatExact(open_price)
      ),
  },
  {
    id: 'result',
    header: t.columns.result,
    align: 'end',
    cell: ({ net_pnl, currency }) => <Result value={net_pnl} currency={currency} />,
  },
  {
    id: 'ratio',
    header: t.columns.ratio,
    align: 'end',
    spare: 'second',
    cell: ({ margin_ratio }) => formatShare(margin_ratio, 1),
  },
  {
    id: 'state',
    header: t.columns.state,
    card: 'end',
    cell: (row) => <PositionState row={row} />,
  },
  {
    id: 'time',
    header: t.columns.time,
    align: 'end',
    spare: 'first',
    cell: ({ updated_at }) => (
      <span className="text-muted">{formatDate(updated_at, 'dayMinute', 'en')}</span>
    ),
  },
  {
    id: 'receipt',
    header: t.columns.receipt,
    align: 'end',
    spare: 'second',
    cell: ({ receipt_id }) => <ReceiptLink id={receipt_id} />,
  },
];

export const optionColumns: readonly Column<OptionRow>[] = [
  { ...number, cell: ({ id }) => <b>{id}</b> },
  { id: 'user', header: t.columns.user, cell: ({ user_id }) => <UserLink id={user_id} /> },
  {
    id: 'market',
    header: t.columns.market,
    card: 'title',
    cell: ({ symbol, seconds }) => (
      <>
        <span className="font-medium">{symbol}</span>{' '}
        <span className="text-muted">{t.seconds(seconds)}</span>
      </>
    ),
  },
  { id: 'direction', header: t.columns.direction, cell: (row) => <Direction {...row} /> },
  {
    id: 'stake',
    header: t.columns.stake,
    align: 'end',
    cell: ({ amount, currency }) => (
      <>
        {formatExact(amount)} <small>{currency}</small>
      </>
    ),
  },
  {
    id: 'strike',
    header: t.columns.strike,
    align: 'end',
    spare: 'first',
    cell: ({ purchase_price }) => formatExact(purchase_price),
  },
  {
    id: 'delivery',
    header: t.columns.delivery,
    align: 'end',
    spare: 'first',
    cell: ({ delivery_price, current_price }) => formatExact(delivery_price ?? current_price),
  },
  {
    id: 'result',
    header: t.columns.result,
    align: 'end',
    cell: ({ profit, currency }) => <Result value={profit} currency={currency} />,
  },
  { id: 'state', header: t.columns.state, card: 'end', cell: (row) => <OptionState row={row} /> },
  {
    id: 'time',
    header: t.columns.time,
    align: 'end',
    spare: 'first',
    cell: ({ purchased_at }) => (
      <span className="text-muted">{formatDate(purchased_at, 'dayMinute', 'en')}</span>
    ),
  },
  {
    id: 'receipt',
    header: t.columns.receipt,
    align: 'end',
    spare: 'second',
    cell: ({ receipt_id, purchase_receipt_id }) => (
      <ReceiptLink id={receipt_id ?? purchase_receipt_id} />
    ),
  },
];
