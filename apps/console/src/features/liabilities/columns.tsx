import type { ReserveView, ResponseOf } from '@fairlead/contract';
import { formatDate } from '@fairlead/ui';
import { formatExact } from '../../books/amounts.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { liabilityTexts as t } from './texts.ts';

export type Snapshot = ResponseOf<'operatorLiabilities'>['list'][number];

const shortHash = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-4)}`;

/** Currencies that anybody has something of. */
const owed = ({ trees }: Snapshot) => trees.filter(({ leaves }) => leaves > 0);

const TOTALS_SHOWN = 3;

/** The first few; the record has them all. */
function Totals({ row }: { row: Snapshot }) {
  const trees = owed(row);
  const more = trees.length - TOTALS_SHOWN;
  return (
    <span className="grid justify-items-start">
      {trees.slice(0, TOTALS_SHOWN).map(({ currency, total }) => (
        <span key={currency}>{`${formatExact(total)} ${currency}`}</span>
      ))}
      {more > 0 && <span className="text-muted">{t.more(more)}</span>}
    </span>
  );
}

export const snapshotColumns: readonly Column<Snapshot>[] = [
  { id: 'id', header: t.columns.id, card: 'title', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'totals',
    header: t.columns.totals,
    cell: (row) => <Totals row={row} />,
  },
  {
    id: 'users',
    header: t.columns.users,
    align: 'end',
    spare: 'first',
    cell: ({ trees }) => trees.reduce((sum, { leaves }) => sum + leaves, 0),
  },
  {
    id: 'by',
    header: t.columns.by,
    spare: 'second',
    cell: ({ taken_by: by }) => by ?? <span className="text-muted">{t.schedule}</span>,
  },
  {
    id: 'hash',
    header: t.columns.hash,
    spare: 'first',
    cell: ({ hash }) => <span className="font-mono text-12">{shortHash(hash)}</span>,
  },
  {
    id: 'time',
    header: t.columns.time,
    align: 'end',
    card: 'end',
    cell: ({ time }) => formatDate(time, 'dayMinute', 'en'),
  },
];

/** Whose word a balance is; in words, since it is the point of the list. */
export function wordOf({ ended_at: endedAt, balance_source: source }: ReserveView): string {
  if (endedAt !== undefined) return t.reserves.ended;
  return source === undefined ? t.reserves.unknown : t.reserves.words[source];
}

export const reserveColumns: readonly Column<ReserveView>[] = [
  { id: 'id', header: t.reserves.columns.id, card: 'none', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'address',
    header: t.reserves.columns.address,
    card: 'title',
    cell: ({ address }) => (
      <span className="font-mono text-12">{`${address.slice(0, 10)}…${address.slice(-6)}`}</span>
    ),
  },
  {
    id: 'chain',
    header: t.reserves.columns.chain,
    spare: 'first',
    cell: ({ chain }) => sharedTexts.chains[chain] ?? chain,
  },
  { id: 'currency', header: t.reserves.columns.currency, cell: ({ currency }) => currency },
  {
    id: 'balance',
    header: t.reserves.columns.balance,
    align: 'end',
    card: 'end',
    cell: ({ balance }) => (balance === undefined ? t.reserves.unknown : formatExact(balance)),
  },
  {
    id: 'word',
    header: t.reserves.columns.word,
    cell: (row) => (
      <span className={row.balance_source === 'node' ? undefined : 'text-muted'}>
        {wordOf(row)}
      </span>
    ),
  },
  {
    id: 'time',
    header: t.reserves.columns.time,
    align: 'end',
    spare: 'second',
    cell: ({ time }) => formatDate(time, 'dayMinute', 'en'),
  },
];
