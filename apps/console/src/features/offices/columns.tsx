import type { Office } from '@fairlead/contract';
import type { Column } from '../../table/DataTable.tsx';
import { officeTexts as t } from '../../texts/offices.ts';

export const columns: readonly Column<Office>[] = [
  {
    id: 'name',
    header: t.columns.name,
    card: 'title',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  { id: 'country', header: t.columns.country, card: 'end', cell: ({ country }) => country },
  {
    id: 'address',
    header: t.columns.address,
    cell: ({ address }) => <span className="con-cut">{address.split('\n').join(', ')}</span>,
  },
  {
    id: 'contact',
    header: t.columns.contact,
    cell: ({ phone, email }) => phone ?? email ?? '—',
  },
];
