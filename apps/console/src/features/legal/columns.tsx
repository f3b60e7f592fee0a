import { Badge, formatDate } from '@fairlead/ui';
import type { Column } from '../../table/DataTable.tsx';
import { legalTexts as t } from '../../texts/legal.ts';
import { type LegalRow, placeholdersOf } from './model.ts';

export const columns: readonly Column<LegalRow & { readonly id: number }>[] = [
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
