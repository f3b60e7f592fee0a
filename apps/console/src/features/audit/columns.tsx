import type { AuditEntry } from '@fairlead/contract';
import { formatDate, MISSING } from '@fairlead/ui';
import type { Column } from '../../lists/DataTable.tsx';
import { auditTexts as t } from './texts.ts';

/** Refusals stand out: somebody tried what they may not. */
export const isRefused = ({ action }: Pick<AuditEntry, 'action'>): boolean =>
  action.endsWith('.refused');

export const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'id',
    header: t.columns.id,
    card: 'none',
    spare: 'first',
    cell: ({ id }) => <span className="text-muted">{id}</span>,
  },
  {
    id: 'time',
    header: t.columns.time,
    card: 'end',
    cell: ({ time }) => formatDate(time, 'full', 'en'),
  },
  {
    id: 'operator',
    header: t.columns.operator,
    cell: ({ operator }) => operator ?? <span className="text-muted">{t.server}</span>,
  },
  {
    id: 'action',
    header: t.columns.action,
    card: 'title',
    cell: (row) => (
      <span className={isRefused(row) ? 'con-mono text-bad' : 'con-mono'}>{row.action}</span>
    ),
  },
  {
    id: 'subject',
    header: t.columns.subject,
    wraps: true,
    cell: ({ subject }) => subject || MISSING,
  },
  {
    id: 'ip',
    header: t.columns.ip,
    align: 'end',
    spare: 'first',
    cell: ({ ip }) => <span className="text-muted">{ip ?? MISSING}</span>,
  },
];
