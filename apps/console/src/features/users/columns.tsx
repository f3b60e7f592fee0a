import type { OperatorUser } from '@fairlead/contract';
import { Badge, formatDate, Tag } from '@fairlead/ui';
import type { Column } from '../../lists/DataTable.tsx';
import { userTexts as t } from './texts.ts';

/** Frozen, held or neither: word, icon and colour. */
export function StateBadge({ user }: { user: OperatorUser }) {
  if (user.is_frozen)
    return (
      <Badge kind="bad" icon="lock">
        {t.states.frozen}
      </Badge>
    );
  if (user.withdrawal_hold !== undefined) return <Badge kind="wait">{t.held}</Badge>;
  return <Badge kind="good">{t.states.active}</Badge>;
}

function verifiedOf(user: OperatorUser): string {
  if (user.advanced_verification === 'verified') return t.verified.advanced;
  return user.basic_verification === 'verified' ? t.verified.basic : t.verified.none;
}

export const columns: readonly Column<OperatorUser>[] = [
  { id: 'id', header: t.columns.id, card: 'title', cell: ({ id }) => <b>{id}</b> },
  { id: 'account', header: t.columns.account, cell: ({ account }) => account },
  {
    id: 'nickname',
    header: t.columns.nickname,
    spare: 'second',
    cell: ({ nickname, is_bot, is_partner }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {nickname}
        {is_bot && <Tag>{t.bot}</Tag>}
        {is_partner && <Tag kind="brand">{t.partner}</Tag>}
      </span>
    ),
  },
  {
    id: 'verified',
    header: t.columns.verified,
    spare: 'second',
    cell: (user) => (
      <span className={verifiedOf(user) === t.verified.none ? 'text-muted' : undefined}>
        {verifiedOf(user)}
      </span>
    ),
  },
  {
    id: 'state',
    header: t.columns.state,
    card: 'end',
    cell: (user) => <StateBadge user={user} />,
  },
  {
    id: 'seen',
    header: t.columns.seen,
    align: 'end',
    spare: 'first',
    cell: ({ last_seen_at }) => formatDate(last_seen_at, 'dayMinute', 'en'),
  },
  {
    id: 'registered',
    header: t.columns.registered,
    align: 'end',
    spare: 'first',
    cell: ({ created_at }) => (
      <span className="text-muted">{formatDate(created_at, 'date', 'en')}</span>
    ),
  },
];
