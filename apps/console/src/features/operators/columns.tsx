import type { Operator } from '@fairlead/contract';
import { Badge, formatDate, Tag } from '@fairlead/ui';
import { useMe } from '../../data/use-config.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { factorOf } from './model.ts';
import { operatorTexts as t } from './texts.ts';

export const OperatorBadge = ({ isActive }: { isActive: boolean }) => (
  <Badge kind={isActive ? 'good' : 'plain'}>{isActive ? t.states.active : t.states.stopped}</Badge>
);

function Name({ row }: { row: Operator }) {
  const me = useMe().data;
  return (
    <span className="inline-flex items-center gap-2">
      <b>{row.name}</b>
      {me?.id === row.id && <Tag kind="brand">{t.you}</Tag>}
      {row.needs_confirmation === true && <Tag kind="warn">{t.unconfirmed}</Tag>}
    </span>
  );
}

export const columns: readonly Column<Operator>[] = [
  { id: 'name', header: t.columns.name, card: 'title', cell: (row) => <Name row={row} /> },
  {
    id: 'role',
    header: t.columns.role,
    cell: ({ role }) => (
      <>
        {sharedTexts.roles[role]}{' '}
        <small className="max-wide:hidden" data-spare="first">
          {t.roles[role]}
        </small>
      </>
    ),
  },
  {
    id: 'factor',
    header: t.columns.factor,
    spare: 'second',
    cell: (row) => factorOf(row) ?? <span className="text-warn">{t.factorOff}</span>,
  },
  {
    id: 'state',
    header: t.columns.state,
    card: 'end',
    cell: ({ is_active }) => <OperatorBadge isActive={is_active} />,
  },
  {
    id: 'seen',
    header: t.columns.seen,
    align: 'end',
    spare: 'second',
    cell: ({ last_seen_at }) => formatDate(last_seen_at, 'dayMinute', 'en'),
  },
  {
    id: 'created',
    header: t.columns.created,
    align: 'end',
    spare: 'first',
    cell: ({ created_at }) => (
      <span className="text-muted">{formatDate(created_at, 'date', 'en')}</span>
    ),
  },
];
