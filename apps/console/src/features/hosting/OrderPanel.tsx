import { formatDate, formatExactShare } from '@fairlead/ui';
import { Link } from 'react-router';
import { formatMoney } from '../../books/amounts.ts';
import { UserLink } from '../../parts/cells.tsx';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { type Order, OrderState } from './columns.tsx';
import { hostingTexts as t } from './texts.ts';

/** One hosting order: what was agreed, what it has earned, and what an early end costs. Nothing here can be changed. */
export function OrderPanel({ row, onClose }: { row: Order; onClose: () => void }) {
  return (
    <Panel
      title={t.orderPanel(row.id)}
      badge={<OrderState status={row.status} />}
      onClose={onClose}
    >
      <Facts facts={factsOf(row)} />
      {row.status !== 'completed' && (
        <>
          <hr />
          <h3>{row.status === 'hosting' ? t.ifRedeemed : t.redeemed}</h3>
          <Facts
            facts={[
              [t.facts.damages, formatMoney(row.damages, row.currency)],
              [t.facts.penalty, formatMoney(row.penalty, row.currency)],
              [t.facts.returned, formatMoney(row.redeemable_amount, row.currency)],
            ]}
          />
        </>
      )}
      <p className="con-links mt-4">
        <Link to={`/ledger?account=user:${row.user_id}:trust`}>{t.inLedger}</Link>
      </p>
    </Panel>
  );
}

function factsOf(row: Order): readonly Fact[] {
  const f = t.facts;
  const money = (amount: string) => formatMoney(amount, row.currency);
  const moment = (ms: number) => formatDate(ms, 'full', 'en');
  const facts: Fact[] = [
    [f.user, <UserLink key="user" id={row.user_id} />],
    [
      f.product,
      <Link key="product" className="con-link" to={`/hosting?open=${row.product_id}`}>
        {t.product(row.currency, row.days)}
      </Link>,
    ],
    [f.amount, money(row.amount)],
    [f.yield, formatExactShare(row.daily_yield)],
    [f.earned, money(row.earned)],
    [f.expected, money(row.expected_total)],
    [f.left, t.earnedOf(String(row.remaining_days), String(row.days))],
    [f.damagesRate, formatExactShare(row.damages_rate)],
    [f.bought, moment(row.paid_at)],
    [f.completes, moment(row.completes_at)],
  ];
  if (row.next_at !== undefined) facts.push([f.next, moment(row.next_at)]);
  if (row.next_amount !== undefined) facts.push([f.nextAmount, money(row.next_amount)]);
  if (row.completed_at !== undefined) facts.push([f.ended, moment(row.completed_at)]);
  return facts;
}
