import { useApi } from '@fairlead/calls';
import { Badge, formatDate } from '@fairlead/ui';
import { type Column, DataTable } from '../../lists/DataTable.tsx';
import { useOpenRow } from '../../lists/use-open-row.ts';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { LegalEditor } from './LegalEditor.tsx';
import { type LegalRow, placeholdersOf } from './model.ts';
import { legalTexts as t } from './texts.ts';

const columns: readonly Column<LegalRow & { readonly id: number }>[] = [
  {
    id: 'text',
    header: t.columns.text,
    card: 'title',
    cell: ({ slug }) => (
      <span>
        <span className="font-medium">{t.names[slug]}</span>{' '}
        <span className="text-12 text-muted">{t.where[slug]}</span>
      </span>
    ),
  },
  {
    id: 'languages',
    header: t.columns.languages,
    cell: (row) => {
      const { length } = row.texts;
      const missing = placeholdersOf(row);
      if (missing === 0) return <Badge kind="good">{t.written(length, length)}</Badge>;
      return <Badge kind="wait">{missing === length ? t.all : t.some(missing)}</Badge>;
    },
  },
  { id: 'version', header: t.columns.version, cell: ({ version }) => t.version(version) },
  {
    id: 'saved',
    header: t.columns.saved,
    align: 'end',
    card: 'end',
    cell: ({ updated_at }) =>
      updated_at === undefined ? '—' : formatDate(updated_at, 'dayMinute', 'en'),
  },
];

/** Legal texts with what is still a placeholder; one of them in the editor. */
export function Page() {
  const query = useApi('operatorLegal', {});
  const row = useOpenRow();
  const rows = query.data?.map((text, index) => ({ ...text, id: index + 1 }));
  const open = rows?.find(({ id }) => id === row.openId);
  if (open !== undefined)
    return <LegalEditor key={`${open.slug} ${open.version}`} row={open} onClose={row.close} />;
  return (
    <PageFrame title={t.title} sub={t.sub}>
      <div className="pt-3">
        <DataTable
          label={t.listLabel}
          columns={columns}
          query={{ ...query, data: rows }}
          rowId={({ id }) => id}
          choice={row.choice}
          empty={t.none}
        />
      </div>
    </PageFrame>
  );
}
