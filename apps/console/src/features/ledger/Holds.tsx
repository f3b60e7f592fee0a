import { type ItemOf, useApi } from '@fairlead/calls';
import { formatDate } from '@fairlead/ui';
import { Link } from 'react-router';
import { formatExact } from '../../books/amounts.ts';
import { type Column, DataTable } from '../../lists/DataTable.tsx';
import { askedBy, currencyFilter, FilterFields, idFilter } from '../../lists/filters.tsx';
import { tableTexts } from '../../lists/texts.ts';
import type { Filters } from '../../lists/use-filters.ts';
import { ledgerTexts } from './texts.ts';

const t = ledgerTexts.holds;
type Hold = ItemOf<'ledgerHolds'>;
/** Each numbers its records by itself. */
const KINDS = Object.keys(t.kinds);
const PAGE_LIMIT = 50;
const USER_LENGTH_MAX = 10;
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

/** Of what the address filters by, this list looks at these two. */
const FILTERS = {
  user: idFilter('user_id', tableTexts.user, USER_LENGTH_MAX),
  currency: currencyFilter,
};

export interface HoldsProps {
  filters: Filters<'user' | 'currency'>;
}

/** What is frozen, and for what. */
export function Holds({ filters }: HoldsProps) {
  const request = { page: filters.page, limit: PAGE_LIMIT, ...askedBy(FILTERS, filters.values) };
  return (
    <>
      <FilterFields set={FILTERS} filters={filters} />
      <DataTable
        label={ledgerTexts.tabs.holds}
        columns={columns}
        query={useApi('ledgerHolds', request, { keepPrevious: true, pollMs: POLL_MS })}
        rowId={({ kind, id }) => id * KINDS.length + KINDS.indexOf(kind)}
        empty={t.empty}
        onPage={filters.setPage}
      />
    </>
  );
}
