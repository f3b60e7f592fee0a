import type { SweepState, SweepView } from '@fairlead/contract';
import { Badge, type BadgeKind, formatDate } from '@fairlead/ui';
import { formatMoney } from '../../books/amounts.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { sweepTexts as t } from './texts.ts';

const KINDS: Readonly<Record<SweepState, BadgeKind>> = {
  signed: 'wait',
  sent: 'good',
  failed: 'bad',
};

export const StateBadge = ({ state }: { state: SweepState }) => (
  <Badge kind={KINDS[state]}>{t.states[state]}</Badge>
);

export const chainName = (chain: string): string => sharedTexts.chains[chain] ?? chain;

export const columns: readonly Column<SweepView>[] = [
  { id: 'id', header: t.columns.id, card: 'none', cell: ({ id }) => <b>{id}</b> },
  {
    id: 'amount',
    header: t.columns.amount,
    card: 'title',
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
  { id: 'to', header: t.columns.to, cell: ({ to }) => t.to[to] },
  { id: 'from', header: t.columns.from, spare: 'first', cell: ({ sources }) => t.sources(sources) },
  { id: 'chain', header: t.columns.chain, cell: ({ chain }) => chainName(chain) },
  {
    id: 'state',
    header: t.columns.state,
    card: 'end',
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    id: 'time',
    header: t.columns.time,
    align: 'end',
    spare: 'second',
    cell: ({ time }) => formatDate(time, 'dayMinute', 'en'),
  },
];
