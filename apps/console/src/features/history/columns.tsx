import { formatDate } from '@fairlead/ui';
import { useCurrencies } from '../../data/use-config.ts';
import type { Column } from '../../table/DataTable.tsx';
import { historyTexts as t } from '../../texts/history.ts';
import { subjectWords, type Version, versionChanges } from './model.ts';

function Changed({ row }: { row: Version }) {
  const changes = versionChanges(row, useCurrencies()) ?? [];
  if (row.before === undefined) return <span className="text-muted">{t.first}</span>;
  const [first, ...more] = changes;
  if (first === undefined) return <span className="text-muted">{t.same}</span>;
  return t.fields(first.label, more.length);
}

export const columns: readonly Column<Version>[] = [
  { id: 'id', header: t.columns.id, card: 'none', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'subject',
    header: t.columns.subject,
    card: 'title',
    cell: ({ subject }) => <span className="font-medium">{subjectWords(subject)}</span>,
  },
  { id: 'what', header: t.columns.what, cell: (row) => <Changed row={row} /> },
  {
    id: 'by',
    header: t.columns.by,
    cell: ({ operator }) => operator ?? <span className="text-muted">{t.server}</span>,
  },
  {
    id: 'time',
    header: t.columns.time,
    align: 'end',
    card: 'end',
    cell: ({ time }) => formatDate(time, 'dayMinute', 'en'),
  },
];
