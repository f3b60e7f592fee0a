import type { ItemOf } from '@fairlead/calls';
import { Badge, type BadgeKind, formatDate, MISSING } from '@fairlead/ui';
import type { Column } from '../../lists/DataTable.tsx';
import { surveillanceTexts as t } from './texts.ts';

export type Row = ItemOf<'operatorFindings'>;

const KINDS: Readonly<Record<Row['state'], BadgeKind>> = {
  open: 'bad',
  looked: 'wait',
  asked: 'wait',
  dismissed: 'plain',
  acted: 'good',
};

export const StateOf = ({ row }: { row: Pick<Row, 'state'> }) => (
  <Badge kind={KINDS[row.state]}>{t.states[row.state]}</Badge>
);

export const columns: readonly Column<Row>[] = [
  { id: 'id', header: t.columns.id, card: 'none', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'rule',
    header: t.columns.rule,
    card: 'title',
    cell: ({ rule }) => <span className="font-medium">{t.rules[rule]}</span>,
  },
  { id: 'market', header: t.columns.market, cell: ({ symbol }) => symbol },
  {
    id: 'users',
    header: t.columns.users,
    cell: ({ users }) => (
      <span className="con-cut">{users.map(({ account }) => account).join(', ')}</span>
    ),
  },
  {
    id: 'evidence',
    header: t.columns.evidence,
    align: 'end',
    spare: 'second',
    cell: ({ orders, trades }) => t.evidence(orders, trades),
  },
  { id: 'state', header: t.columns.state, card: 'end', cell: (row) => <StateOf row={row} /> },
  {
    id: 'operator',
    header: t.columns.operator,
    spare: 'second',
    cell: ({ operator }) => operator ?? MISSING,
  },
  {
    id: 'found',
    header: t.columns.found,
    align: 'end',
    spare: 'first',
    cell: ({ found_at }) => formatDate(found_at, 'dayMinute', 'en'),
  },
];
