import type { ItemOf } from '@fairlead/calls';
import type { ResponseOf } from '@fairlead/contract';
import { MISSING, Tag } from '@fairlead/ui';
import type { Column } from '../../lists/DataTable.tsx';
import { countryName } from '../../parts/country.ts';
import { checksColumn } from '../../queue/Checks.tsx';
import { decidedColumn, idColumn, userColumn, waitingColumn } from '../../queue/columns.tsx';
import type { Status } from '../../queue/queues.ts';
import { verificationTexts as t } from './texts.ts';

export type Row = ItemOf<'operatorVerifications'>;
/** The opened record, unmasked. */
export type Detail = ResponseOf<'verificationDetail'>;

const common: readonly Column<Row>[] = [
  idColumn(t.columns.id),
  {
    id: 'name',
    header: t.columns.name,
    card: 'title',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  { ...userColumn(t.columns.user), spare: 'second' },
  {
    id: 'level',
    header: t.columns.level,
    cell: ({ level }) => (
      <Tag kind={level === 'advanced' ? 'brand' : 'plain'}>{t.levels[level]}</Tag>
    ),
  },
  {
    id: 'country',
    header: t.columns.country,
    spare: 'second',
    cell: ({ country }) => countryName(country) || MISSING,
  },
];

const review: readonly Column<Row>[] = [
  ...common,
  checksColumn,
  {
    id: 'openBy',
    header: t.columns.openBy,
    spare: 'second',
    card: 'none',
    cell: ({ open_by }) => <span className="text-muted">{open_by?.operator ?? MISSING}</span>,
  },
  waitingColumn(t.columns.waiting),
];

const decided: readonly Column<Row>[] = [
  ...common,
  {
    id: 'by',
    header: t.columns.by,
    spare: 'second',
    cell: ({ decided_by }) => decided_by ?? MISSING,
  },
  { ...decidedColumn(t.columns.when), card: 'end' },
];

export const columnsOf = (tab: Status): readonly Column<Row>[] =>
  tab === 'under_review' ? review : decided;
