import type { ItemOf } from '@fairlead/calls';
import { formatDate, formatExactShare } from '@fairlead/ui';
import type { Column } from '../../lists/DataTable.tsx';
import { UserCell } from '../../parts/cells.tsx';
import { referralTexts as t } from './texts.ts';

export type PartnerRow = ItemOf<'partners'>;
/** One level, with its place from 1. */
export interface LevelRow {
  readonly place: number;
  readonly needs: number;
  readonly ratio: string;
}

/** All decimals of a share: "0.2" → "20.00%", "0.123456" → "12.3456%". */
export const levelColumns: readonly Column<LevelRow>[] = [
  {
    id: 'level',
    header: t.columns.level,
    card: 'title',
    cell: ({ place }) => <b>{t.level(place)}</b>,
  },
  {
    id: 'needs',
    header: t.columns.needs,
    align: 'end',
    cell: ({ needs }) => needs.toLocaleString('en'),
  },
  {
    id: 'ratio',
    header: t.columns.ratio,
    align: 'end',
    card: 'end',
    cell: ({ ratio }) => formatExactShare(ratio),
  },
];

export const partnerColumns: readonly Column<PartnerRow>[] = [
  {
    id: 'user',
    header: t.partner.user,
    card: 'title',
    cell: ({ user, user_id }) => <UserCell user={user} id={user_id} />,
  },
  {
    id: 'ratio',
    header: t.partner.ratio,
    align: 'end',
    card: 'end',
    cell: ({ ratio }) => <b>{formatExactShare(ratio)}</b>,
  },
  {
    id: 'invitees',
    header: t.partner.invitees,
    align: 'end',
    cell: ({ invite_count }) => invite_count.toLocaleString('en'),
  },
  {
    id: 'since',
    header: t.partner.since,
    align: 'end',
    cell: ({ since }) => <span className="text-muted">{formatDate(since, 'date', 'en')}</span>,
  },
];
