import { formatDate } from '@fairlead/ui';
import { Link } from 'react-router';
import { type ItemOf, useApi } from '../../data/use-api.ts';
import { formatExact } from '../../parts/amount.ts';
import { type Column, DataTable } from '../../table/DataTable.tsx';
import { CurrencyFilter, FilterBar, TextFilter } from '../../table/FilterBar.tsx';
import { readId } from '../../table/use-filters.ts';
import { ledgerTexts } from '../../texts/ledger.ts';
import { tableTexts } from '../../texts/table.ts';

const t = ledgerTexts.holds;
type Hold = ItemOf<'ledgerHolds'>;
/** Each numbers its records by itself. */
const KINDS = Object.keys(t.kinds);
const PAGE_LIMIT = 50;
const POLL_MS = 10_000;

const columns: readonly Column<Hold>[] = [
  {
    id: 'kind',
    header: t.columns.kind,
    card: 'title',
    cell: ({ kind }) => <span className="font-medium">{t.kinds[kind]}</span>,
  },
  { id: 'id', header: t.columns.id, cell: ({ id }) => id },
  {
    id: 'user',
    header: t.columns.user,
    cell: ({ user_id }) => (
      <Link className="con-link" to={`/users?open=${user_id}`}>
        {user_id}
      </Link>
    ),
  },
  {
    id: 'amount',
    header: t.columns.amount,
    align: 'end',
    card: 'end',
    cell: ({ amount, currency }) => (
      <>
        <b>{formatExact(amount)}</b> <small>{currency}</small>
      </>
    ),
  },
  {
    id: 'time',
    header: t.columns.time,
    align: 'end',
    cell: ({ time }) => <span className="text-muted">{formatDate(time, 'dayMinute', 'en')}</span>,
  },
];

export interface HoldsProps {
  user: string;
  currency: string;
  page: number;
  onFilter: (values: { user?: string; currency?: string }) => void;
  onPage: (page: number) => void;
}

/** What is frozen, and for what. */
export function Holds({ user, currency, page, onFilter, onPage }: HoldsProps) {
  const userId = readId(user);
  const currencyId = readId(currency);
  const request = {
    page,
    limit: PAGE_LIMIT,
    ...(userId !== undefined && { user_id: userId }),
    ...(currencyId !== undefined && { currency_id: currencyId }),
  };
  const query = useApi('ledgerHolds', request, { keepPrevious: true, pollMs: POLL_MS });
  return (
    <>
      <FilterBar
        isFiltered={user !== '' || currency !== ''}
        onClear={() => onFilter({ user: '', currency: '' })}
      >
        <TextFilter
          label={tableTexts.user}
          inputMode="numeric"
          maxLength={10}
          value={user}
          onChange={(value) => onFilter({ user: value })}
        />
        <CurrencyFilter value={currency} onChange={(value) => onFilter({ currency: value })} />
      </FilterBar>
      <DataTable
        label={ledgerTexts.tabs.holds}
        columns={columns}
        query={query}
        rowId={({ kind, id }) => id * KINDS.length + KINDS.indexOf(kind)}
        empty={t.empty}
        onPage={onPage}
      />
    </>
  );
}
