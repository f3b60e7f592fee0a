import { formatDate, formatShare } from '@fairlead/ui';
import { Link } from 'react-router';
import { formatExact, formatMoney } from '../../books/amounts.ts';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Direction, type OptionRow, OptionState, Result } from './columns.tsx';
import { Receipts } from './Receipts.tsx';
import { positionTexts as t } from './texts.ts';

/** One option order: what was agreed, what came of it, and its receipts. Nothing here can be changed. */
export function OptionPanel({ row, onClose }: { row: OptionRow; onClose: () => void }) {
  return (
    <Panel title={t.panel.option(row.id)} badge={<OptionState row={row} />} onClose={onClose}>
      <Facts facts={factsOf(row)} />
      <hr />
      <h3>{t.receipts}</h3>
      <Receipts
        receipts={[
          [t.receiptKinds.purchase, row.purchase_receipt_id],
          [t.receiptKinds.delivery, row.receipt_id],
        ]}
      />
      <p className="con-links mt-4">
        <Link to={`/ledger?account=user:${row.user_id}:option&reference=${row.id}`}>
          {t.inLedger}
        </Link>
      </p>
    </Panel>
  );
}

function factsOf(row: OptionRow): readonly Fact[] {
  const f = t.facts;
  const money = (value: string | undefined) => value && formatMoney(value, row.currency);
  const isSettled = row.status === 'settled';
  const facts: Fact[] = [
    [
      f.user,
      <Link key="user" className="con-link" to={`/users?open=${row.user_id}`}>
        {row.user_id}
      </Link>,
    ],
    [f.market, row.symbol],
    [f.direction, <Direction key="direction" {...row} />],
    [f.seconds, t.seconds(row.seconds)],
    [f.stake, money(row.amount)],
    [f.fee, money(row.fee)],
    [f.payout, formatShare(row.payout_ratio, 0)],
    [f.strike, formatExact(row.purchase_price)],
    [f.bought, formatDate(row.purchased_at, 'full', 'en')],
    [f.delivers, formatDate(row.delivers_at, 'full', 'en')],
  ];
  if (row.shortfall !== undefined)
    facts.push(
      [f.shortfall, t.shortfalls[row.shortfall]],
      [f.wouldBe, row.would_be === undefined ? t.wouldBeNone : t.results[row.would_be]],
    );
  if (isSettled)
    facts.push(
      [f.delivery, row.delivery_price && formatExact(row.delivery_price)],
      [f.paid, money(row.paid)],
      [f.profit, <Result key="profit" value={row.profit} currency={row.currency} />],
      [f.settled, row.settled_at && formatDate(row.settled_at, 'full', 'en')],
    );
  else facts.push([f.index, row.current_price && formatExact(row.current_price)]);
  return facts;
}
