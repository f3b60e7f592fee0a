import type { ItemOf } from '@fairlead/calls';
import type { CurrencyInfo, HostingStatus } from '@fairlead/contract';
import { Badge, type BadgeKind, formatDate, formatExactShare } from '@fairlead/ui';
import { formatExact } from '../../books/amounts.ts';
import { inUse, UseBar } from '../../books/UseBar.tsx';
import type { Column } from '../../lists/DataTable.tsx';
import { CurrencyCell, UserLink } from '../../parts/cells.tsx';
import type { Product } from './model.ts';
import { hostingTexts as t } from './texts.ts';

export type Order = ItemOf<'operatorHostingOrders'>;
type Currencies = ReadonlyMap<number, CurrencyInfo> | undefined;

export const nameOf = (currencies: Currencies, id: number): string =>
  currencies?.get(id)?.name ?? String(id);

/** Whole amounts without ".00". */
const short = (amount: string): string => formatExact(amount).replace(/\.00$/, '');

/** All decimals of a rate: "0.004" → "0.40%", "0.000125" → "0.0125%". */
export const saleBadge = (isOpen: boolean) => (
  <Badge kind={isOpen ? 'good' : 'plain'}>{isOpen ? t.onSale : t.notOnSale}</Badge>
);

/** Columns with the currencies' names; make them once for a list of currencies. */
export const productColumns = (currencies: Currencies): readonly Column<Product>[] => [
  { id: 'id', header: t.order.id, card: 'none', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'product',
    header: t.columns.product,
    card: 'title',
    cell: ({ currency_id, days }) => (
      <CurrencyCell name={nameOf(currencies, currency_id)}>
        <small>{t.days(days)}</small>
      </CurrencyCell>
    ),
  },
  { id: 'state', header: t.columns.state, card: 'end', cell: ({ is_open }) => saleBadge(is_open) },
  {
    id: 'yield',
    header: t.columns.yield,
    align: 'end',
    cell: ({ daily_yield }) => formatExactShare(daily_yield),
  },
  {
    id: 'bounds',
    header: t.columns.bounds,
    align: 'end',
    spare: 'first',
    cell: ({ min_amount, max_amount }) => t.to(short(min_amount), short(max_amount)),
  },
  {
    id: 'damages',
    header: t.columns.damages,
    align: 'end',
    spare: 'first',
    cell: ({ damages_rate }) => formatExactShare(damages_rate),
  },
  {
    id: 'hosting',
    header: t.columns.hosting,
    align: 'end',
    cell: ({ hosting, currency_id }) => (
      <>
        {formatExact(hosting)} <small>{nameOf(currencies, currency_id)}</small>
      </>
    ),
  },
  {
    id: 'capacity',
    header: t.columns.capacity,
    align: 'end',
    spare: 'second',
    cell: ({ hosting, capacity }) => <UseBar use={inUse(hosting, capacity)} />,
  },
  {
    id: 'orders',
    header: t.columns.orders,
    align: 'end',
    spare: 'first',
    cell: ({ orders }) => orders.toLocaleString('en'),
  },
];

const STATE_KINDS: Readonly<Record<HostingStatus, BadgeKind>> = {
  hosting: 'brand',
  completed: 'good',
  redeemed: 'plain',
};

export const OrderState = ({ status }: { status: HostingStatus }) => (
  <Badge kind={STATE_KINDS[status]}>{t.states[status]}</Badge>
);

export const orderColumns: readonly Column<Order>[] = [
  { id: 'id', header: t.order.id, card: 'none', cell: ({ id }) => <b>{id}</b> },
  { id: 'user', header: t.order.user, cell: ({ user_id }) => <UserLink id={user_id} /> },
  {
    id: 'product',
    header: t.order.product,
    spare: 'second',
    cell: ({ currency, days }) => t.product(currency, days),
  },
  {
    id: 'amount',
    header: t.order.amount,
    align: 'end',
    card: 'title',
    cell: ({ amount, currency }) => (
      <>
        <b>{formatExact(amount)}</b> <small>{currency}</small>
      </>
    ),
  },
  {
    id: 'earned',
    header: t.order.earned,
    align: 'end',
    spare: 'first',
    cell: ({ earned, expected_total }) =>
      t.earnedOf(formatExact(earned), formatExact(expected_total)),
  },
  {
    id: 'left',
    header: t.order.left,
    align: 'end',
    cell: ({ remaining_days, days }) => t.earnedOf(String(remaining_days), String(days)),
  },
  {
    id: 'state',
    header: t.order.state,
    card: 'end',
    cell: ({ status }) => <OrderState status={status} />,
  },
  {
    id: 'time',
    header: t.order.time,
    align: 'end',
    spare: 'second',
    cell: ({ paid_at }) => (
      <span className="text-muted">{formatDate(paid_at, 'dayMinute', 'en')}</span>
    ),
  },
];
