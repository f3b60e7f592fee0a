import type { OperatorHold } from '@fairlead/contract';
import { Badge, formatDate, MISSING } from '@fairlead/ui';
import type { Column } from '../../lists/DataTable.tsx';
import { idColumn } from '../../queue/columns.tsx';
import { holdTexts as t } from './texts.ts';

/** Standing, asked against, or how it ended. */
export function HoldBadge({ row }: { row: OperatorHold }) {
  if (row.end !== undefined) return <Badge kind="plain">{t.ends[row.end]}</Badge>;
  const isAsked = row.appeal !== undefined && row.appeal.answer === undefined;
  return <Badge kind={isAsked ? 'bad' : 'wait'}>{isAsked ? t.tabs.appealed : t.tabs.open}</Badge>;
}

export const columns: readonly Column<OperatorHold>[] = [
  idColumn(t.columns.id),
  {
    id: 'what',
    header: t.columns.what,
    card: 'title',
    cell: ({ kind, record_id: record, reason }) => (
      <span className="con-what">
        <span className="font-medium">{t.of(t.kinds[kind], record)}</span>
        <small>{reason}</small>
      </span>
    ),
  },
  {
    id: 'user',
    header: t.columns.user,
    spare: 'second',
    cell: ({ user, user_id: id }) => `${user}, ${id}`,
  },
  {
    id: 'by',
    header: t.columns.by,
    spare: 'first',
    cell: ({ placed_by: by }) => by ?? MISSING,
  },
  {
    id: 'left',
    header: t.columns.left,
    align: 'end',
    cell: ({ ends_at: ends, ended_at: ended }) => formatDate(ended ?? ends, 'dayMinute', 'en'),
  },
  {
    id: 'state',
    header: t.columns.state,
    card: 'end',
    cell: (row) => <HoldBadge row={row} />,
  },
];
