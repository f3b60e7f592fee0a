import type { OperatorSubscription } from '@fairlead/contract';
import { formatDate, formatShare, Money, Thread, type ThreadStep } from '@fairlead/ui';
import { Link } from 'react-router';
import { formatExact, formatMoney, formatSignedExact } from '../../books/amounts.ts';
import { StatusBadge } from '../../parts/cells.tsx';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Background } from '../../queue/Background.tsx';
import { RecordPanel } from '../../queue/RecordPanel.tsx';
import type { OpenQueue } from '../../queue/use-queue.ts';
import { decidedBy, SubscriptionActs } from './SubscriptionActs.tsx';
import { subscriptionTexts as t } from './texts.ts';

type Row = OperatorSubscription;

/** One subscription: who asks for how much, what it costs, and what can be done. */
export const SubscriptionPanel = ({ row: listed, queue }: { row: Row; queue: OpenQueue<Row> }) => (
  <RecordPanel
    name="subscriptions"
    row={listed}
    queue={queue}
    title={t.panel(listed.id)}
    badge={({ status }) => <StatusBadge status={status} />}
    isLeased={isOpen}
    decidedBy={decidedBy}
    acts={(row) => isOpen(row) && <SubscriptionActs row={row} queue={queue} />}
  >
    {(row) => (
      <>
        <p className="text-12 text-muted">{t.subscribed}</p>
        <p>
          <Money
            value={formatExact(row.amount).replaceAll(',', '')}
            unit={row.currency}
            size={28}
          />
        </p>
        {isOpen(row) && <p className="text-muted">{t.frozen}</p>}
        <div className="mt-3">
          <Facts facts={factsOf(row)} />
        </div>
        <hr />
        <Background queue="subscriptions" row={row} />
        <hr />
        <Thread steps={stepsOf(row)} />
        <p className="con-links mt-4">
          <Link to={`/offerings?open=${row.offering_id}`}>{t.offeringLink}</Link>
          <Link to={`/ledger?tab=holds&user=${row.user_id}`}>{t.holdsLink}</Link>
        </p>
      </>
    )}
  </RecordPanel>
);

const isOpen = ({ status }: Row): boolean => status === 'under_review';

function factsOf(row: Row): readonly Fact[] {
  const f = t.facts;
  const time = (ms: number) => formatDate(ms, 'dayMinute', 'en');
  const money = (amount: string) => formatMoney(amount, row.payment_currency);
  const facts: Fact[] = [
    [f.user, `${row.user}, ${row.user_id}`],
    [f.offering, t.offering(row.currency, row.offering_id)],
    [f.price, money(row.issue_price)],
    [f.paid, money(row.paid)],
  ];
  if (row.unlocks_at !== undefined) facts.push([f.unlocks, time(row.unlocks_at)]);
  if (row.accumulated_return !== undefined)
    facts.push([
      f.accumulated,
      `${formatSignedExact(row.accumulated_return)} ${row.payment_currency}`,
    ]);
  if (row.total_return !== undefined) facts.push([f.total, formatShare(row.total_return)]);
  if (row.operator !== undefined) facts.push([f.operator, row.operator]);
  if (row.reason !== undefined) facts.push([f.reason, row.reason]);
  return facts;
}

function stepsOf(row: Row): readonly ThreadStep[] {
  const time = (ms: number | undefined) => formatDate(ms, 'dayMinute', 'en');
  const paid = formatMoney(row.paid, row.payment_currency);
  const first: ThreadStep = {
    id: 'asked',
    title: t.steps.asked(paid),
    at: time(row.time),
    state: 'done',
  };
  if (row.status === 'rejected')
    return [
      first,
      {
        id: 'decided',
        title: t.steps.rejected,
        state: 'bad',
        ...(row.reason !== undefined && { detail: row.reason }),
      },
    ];
  if (row.status === 'under_review')
    return [
      first,
      { id: 'decided', title: t.steps.decide, at: t.steps.you, state: 'now' },
      { id: 'release', title: t.steps.release, state: 'later' },
    ];
  return [
    first,
    { id: 'decided', title: t.steps.passed(paid), state: 'done' },
    {
      id: 'release',
      title: row.released ? t.steps.release : t.steps.locked,
      at: time(row.unlocks_at),
      state: row.released ? 'done' : 'now',
    },
  ];
}
