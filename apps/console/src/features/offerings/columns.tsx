import { Badge, type BadgeKind, formatDate, Icon } from '@fairlead/ui';
import { formatExact } from '../../books/amounts.ts';
import { inUse, UseBar } from '../../books/UseBar.tsx';
import type { Column } from '../../lists/DataTable.tsx';
import { CurrencyCell } from '../../parts/cells.tsx';
import { type Currencies, missingSupply, nameOf, type Offering } from './model.ts';
import { offeringTexts as t } from './texts.ts';

const STATE_KINDS: Readonly<Record<Offering['status'], BadgeKind>> = {
  upcoming: 'wait',
  subscribing: 'good',
  sold_out: 'plain',
  redeeming: 'brand',
};

/** An offering that is on sale by the clock and closed by an operator says so. */
export const OfferingState = ({ row: { status, is_open } }: { row: Offering }) =>
  is_open || status === 'redeeming' ? (
    <Badge kind={STATE_KINDS[status]}>{t.states[status]}</Badge>
  ) : (
    <Badge kind="plain">{t.closed}</Badge>
  );

interface SupplyProps {
  row: Offering;
  currencies: Currencies;
  isShort: boolean;
}

function Supply({ row, currencies, isShort }: SupplyProps) {
  return (
    <span className={isShort ? 'con-late' : undefined}>
      {isShort && <Icon name="warn" size={16} />}
      {formatExact(row.supply)} <small>{nameOf(currencies, row.currency_id)}</small>
    </span>
  );
}

/** Columns with the currencies' names; make them once for a list of currencies and of offerings. */
export const offeringColumns = (
  currencies: Currencies,
  offerings: readonly Offering[],
): readonly Column<Offering>[] => [
  { id: 'id', header: t.columns.id, card: 'none', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'offering',
    header: t.columns.offering,
    card: 'title',
    cell: ({ currency_id }) => <CurrencyCell name={nameOf(currencies, currency_id)} />,
  },
  { id: 'state', header: t.columns.state, card: 'end', cell: (row) => <OfferingState row={row} /> },
  {
    id: 'price',
    header: t.columns.price,
    align: 'end',
    spare: 'first',
    cell: ({ issue_price, payment_currency_id }) => (
      <>
        {formatExact(issue_price)} <small>{nameOf(currencies, payment_currency_id)}</small>
      </>
    ),
  },
  {
    id: 'soldAmount',
    header: t.columns.soldAmount,
    align: 'end',
    spare: 'first',
    cell: ({ sold }) => formatExact(sold),
  },
  {
    id: 'sold',
    header: t.columns.sold,
    align: 'end',
    cell: ({ sold, total }) => <UseBar use={inUse(sold, total)} isCalm />,
  },
  {
    id: 'review',
    header: t.columns.review,
    align: 'end',
    cell: ({ under_review }) => formatExact(under_review),
  },
  {
    id: 'proceeds',
    header: t.columns.proceeds,
    align: 'end',
    spare: 'second',
    cell: ({ proceeds, payment_currency_id }) => (
      <>
        {formatExact(proceeds)} <small>{nameOf(currencies, payment_currency_id)}</small>
      </>
    ),
  },
  {
    id: 'supply',
    header: t.columns.supply,
    align: 'end',
    spare: 'first',
    cell: (row) => (
      <Supply
        row={row}
        currencies={currencies}
        isShort={missingSupply(row, offerings) !== undefined}
      />
    ),
  },
  {
    id: 'closes',
    header: t.columns.closes,
    align: 'end',
    spare: 'first',
    cell: ({ closes_at }) => (
      <span className="text-muted">{formatDate(closes_at, 'dayMinute', 'en')}</span>
    ),
  },
];
