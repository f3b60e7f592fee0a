import { useApi } from '@fairlead/calls';
import type { Office } from '@fairlead/contract';
import type { Column } from '../../lists/DataTable.tsx';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { useRecord } from '../../lists/use-record.ts';
import { OfficePanel } from './OfficePanel.tsx';
import { officeTexts as t } from './texts.ts';

const columns: readonly Column<Office>[] = [
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

/** Offices of the operator; one of them beside the list. */
export function Page() {
  const record = useRecord();
  const query = useApi('operatorOffices', {});
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      record={record}
      add={{ act: 'saveOffice', label: t.add }}
      className="pt-3"
      list={listed({
        label: t.listLabel,
        columns,
        query,
        rowId: ({ id }) => id,
        empty: t.none,
        panel: (office) => <OfficePanel office={office} onClose={record.close} />,
      })}
    />
  );
}
