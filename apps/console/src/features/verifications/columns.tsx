import type { ItemOf } from '@fairlead/calls';
import type { ResponseOf } from '@fairlead/contract';
import { formatDate, MISSING, Tag } from '@fairlead/ui';
import { MINUTE_MS } from '@fairlead/units';
import { serverNow } from '../../data/use-config.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { UserCell } from '../../parts/cells.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import type { Status } from '../../queue/queues.ts';
import { verificationTexts as t } from './texts.ts';

export type Row = ItemOf<'operatorVerifications'>;
/** The opened record, unmasked. */
export type Detail = ResponseOf<'verificationDetail'>;

/** Where the browser's own names know a country's code. */
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code;

const common: readonly Column<Row>[] = [
  { id: 'id', header: t.columns.id, card: 'none', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'name',
    header: t.columns.name,
    card: 'title',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    id: 'user',
    header: t.columns.user,
    spare: 'second',
    cell: ({ user, user_id }) => <UserCell user={user} id={user_id} />,
  },
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
  {
    id: 'openBy',
    header: t.columns.openBy,
    spare: 'second',
    card: 'none',
    cell: ({ open_by }) => <span className="text-muted">{open_by?.operator ?? MISSING}</span>,
  },
  {
    id: 'waiting',
    header: t.columns.waiting,
    align: 'end',
    card: 'end',
    cell: ({ time }) => (
      <span className="text-muted">
        {sharedTexts.duration(Math.max(0, Math.floor((serverNow() - time) / MINUTE_MS)))}
      </span>
    ),
  },
];

const decided: readonly Column<Row>[] = [
  ...common,
  {
    id: 'by',
    header: t.columns.by,
    spare: 'second',
    cell: ({ decided_by }) => decided_by ?? MISSING,
  },
  {
    id: 'when',
    header: t.columns.when,
    align: 'end',
    card: 'end',
    cell: ({ decided_at }) => formatDate(decided_at, 'dayMinute', 'en'),
  },
];

export const columnsOf = (tab: Status): readonly Column<Row>[] =>
  tab === 'under_review' ? review : decided;
