import type { BalanceSheet } from '@fairlead/contract';
import { CoinMark } from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';
import { formatBalance, formatExact } from '../../books/amounts.ts';
import { SumMark } from '../../books/Postings.tsx';
import type { Column } from '../../lists/DataTable.tsx';
import { houseTotal } from './model.ts';
import { balanceTexts as t } from './texts.ts';

/** Nothing is muted, so that something stands out. */
const Quiet = ({ amount }: { amount: string }) => (
  <span className={isZeroDecimal(amount) ? 'text-muted' : undefined}>{formatBalance(amount)}</span>
);

export const columns: readonly Column<BalanceSheet>[] = [
  {
    id: 'currency',
    header: t.columns.currency,
    card: 'title',
    cell: ({ currency }) => (
      <span className="inline-flex items-center gap-2">
        <CoinMark code={currency} size={24} />
        <b>{currency}</b>
      </span>
    ),
  },
  {
    id: 'users',
    header: t.columns.users,
    align: 'end',
    cell: ({ liabilities_total }) => <b>{formatExact(liabilities_total)}</b>,
  },
  {
    id: 'house',
    header: t.columns.house,
    align: 'end',
    spare: 'second',
    cell: (sheet) => formatBalance(houseTotal(sheet) ?? ''),
  },
  {
    id: 'transit',
    header: t.columns.transit,
    align: 'end',
    spare: 'first',
    cell: ({ in_transit }) => <Quiet amount={in_transit} />,
  },
  {
    id: 'receivables',
    header: t.columns.receivables,
    align: 'end',
    spare: 'first',
    cell: ({ receivables }) => <Quiet amount={receivables} />,
  },
  {
    id: 'custody',
    header: t.columns.custody,
    align: 'end',
    cell: ({ custody }) => formatBalance(custody),
  },
  {
    id: 'sum',
    header: t.columns.sum,
    align: 'end',
    card: 'end',
    cell: ({ sum }) => <SumMark sum={sum} />,
  },
];
