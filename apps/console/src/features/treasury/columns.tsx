import type { TreasuryLine } from '@fairlead/contract';
import { CHAINS } from '@fairlead/contract/constants';
import { Badge, formatDate, MISSING } from '@fairlead/ui';
import { formatExact } from '../../books/amounts.ts';
import type { Column } from '../../lists/DataTable.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { treasuryTexts as t } from './texts.ts';

/** A number for each currency on each network, which stays the same. */
export const rowId = ({ currency_id: id, chain }: TreasuryLine): number =>
  id * CHAINS.length + CHAINS.indexOf(chain);

export const chainName = (chain: string): string => sharedTexts.chains[chain] ?? chain;

/** The worst of it. */
function StandingBadge({ line }: { line: TreasuryLine }) {
  const { state, standing, short } = line;
  if (short !== undefined) return <Badge kind="bad">{t.short}</Badge>;
  if (standing === 'below' || standing === 'above')
    return <Badge kind="bad">{t.standings[standing]}</Badge>;
  if (state !== 'fresh')
    return <Badge kind={state === 'unwatched' ? 'plain' : 'wait'}>{t.states[state]}</Badge>;
  return standing === undefined ? (
    <Badge kind="plain">{t.noLimits}</Badge>
  ) : (
    <Badge kind="good">{t.standings[standing]}</Badge>
  );
}

export const columns: readonly Column<TreasuryLine>[] = [
  {
    id: 'currency',
    header: t.columns.currency,
    card: 'title',
    cell: ({ currency, chain }) => (
      <>
        <b>{currency}</b> <span className="text-muted">{chainName(chain)}</span>
      </>
    ),
  },
  {
    id: 'hot',
    header: t.columns.hot,
    align: 'end',
    cell: ({ hot }) => (hot === undefined ? MISSING : formatExact(hot)),
  },
  {
    id: 'limits',
    header: t.columns.limits,
    align: 'end',
    spare: 'second',
    cell: ({ limits }) =>
      limits === undefined
        ? MISSING
        : t.range(formatExact(limits.minimum), formatExact(limits.maximum)),
  },
  {
    id: 'waiting',
    header: t.columns.waiting,
    align: 'end',
    cell: ({ waiting }) => formatExact(waiting.amount),
  },
  {
    id: 'standing',
    header: t.columns.standing,
    card: 'end',
    cell: (line) => <StandingBadge line={line} />,
  },
  {
    id: 'time',
    header: t.columns.time,
    align: 'end',
    spare: 'first',
    cell: ({ measured_at: time }) =>
      time === undefined ? MISSING : formatDate(time, 'dayMinute', 'en'),
  },
];
