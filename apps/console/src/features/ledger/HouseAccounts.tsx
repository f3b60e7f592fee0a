import { useApi } from '@fairlead/calls';
import { Link } from 'react-router';
import { formatBalance } from '../../books/amounts.ts';
import { bookTexts } from '../../books/texts.ts';
import { type Column, DataTable } from '../../lists/DataTable.tsx';
import { ledgerTexts } from './texts.ts';

const t = ledgerTexts.houseTable;
const POLL_MS = 10_000;

interface HouseBalance {
  readonly id: number;
  readonly account: string;
  readonly currency: string;
  readonly currencyId: number;
  readonly total: string;
}

const columns: readonly Column<HouseBalance>[] = [
  {
    id: 'account',
    header: t.columns.account,
    card: 'title',
    cell: ({ account }) => (
      <span className="con-what">
        <span className="font-medium">
          {bookTexts.house(bookTexts.houseAccounts[account] ?? account)}
        </span>
        <small>{ledgerTexts.houseMeaning[account]}</small>
      </span>
    ),
  },
  { id: 'currency', header: t.columns.currency, cell: ({ currency }) => currency },
  {
    id: 'total',
    header: t.columns.total,
    align: 'end',
    cell: ({ total }) => <b>{formatBalance(total)}</b>,
  },
  {
    id: 'entries',
    header: t.entries,
    align: 'end',
    card: 'end',
    cell: ({ account, currencyId }) => (
      <Link className="con-link" to={`/ledger?account=house:${account}&currency=${currencyId}`}>
        {t.entries}
      </Link>
    ),
  },
];

/** Every house account that holds something, by account and currency. */
export function HouseAccounts() {
  const { data, ...rest } = useApi('balanceSheet', {}, { pollMs: POLL_MS });
  const balances = data?.currencies
    .flatMap(({ currency, currency_id, house }) =>
      house.map(({ account, total }) => ({ account, total, currency, currencyId: currency_id })),
    )
    .toSorted((left, right) => left.account.localeCompare(right.account))
    .map((balance, index) => ({ id: index + 1, ...balance }));
  return (
    <div className="pt-3">
      <DataTable
        label={ledgerTexts.tabs.house}
        columns={columns}
        query={{ ...rest, data: balances }}
        rowId={({ id }) => id}
        empty={t.empty}
      />
    </div>
  );
}
