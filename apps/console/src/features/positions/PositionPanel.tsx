import { formatDate, formatShare } from '@fairlead/ui';
import { Link } from 'react-router';
import { formatExact, formatMoney } from '../../books/amounts.ts';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { plain } from '../../terms/decimals.ts';
import { type PositionRow, PositionState, Result, Side } from './columns.tsx';
import { Receipts } from './Receipts.tsx';
import { positionTexts as t } from './texts.ts';

/** One position: what was agreed, where it stands, and its receipts. Nothing here can be changed. */
export function PositionPanel({ row, onClose }: { row: PositionRow; onClose: () => void }) {
  return (
    <Panel title={t.panel.position(row.id)} badge={<PositionState row={row} />} onClose={onClose}>
      <Facts facts={factsOf(row)} />
      <hr />
      <h3>{t.receipts}</h3>
      <Receipts
        receipts={[
          [t.receiptKinds.open, row.open_receipt_id],
          [
            t.receiptKinds.close,
            row.receipt_id === row.open_receipt_id ? undefined : row.receipt_id,
          ],
        ]}
      />
      <p className="con-links mt-4">
        <Link to={`/ledger?account=user:${row.user_id}:contract&reference=${row.id}`}>
          {t.inLedger}
        </Link>
      </p>
    </Panel>
  );
}

const price = (value: string | undefined): string | undefined => value && formatExact(value);
const moment = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : formatDate(ms, 'full', 'en');

/** Facts with a value, and those that say by a dash that there is none. */
function factsOf(row: PositionRow): readonly Fact[] {
  const f = t.facts;
  const money = (value: string | undefined) => value && formatMoney(value, row.currency);
  const isHolding = row.status === 'holding';
  const when = (isShown: boolean, ...facts: readonly Fact[]) => (isShown ? facts : []);
  return [
    [
      f.user,
      <Link key="user" className="con-link" to={`/users?open=${row.user_id}`}>
        {row.user_id}
      </Link>,
    ],
    [f.market, row.symbol],
    [f.side, <Side key="side" {...row} />],
    [f.type, t.types[row.type]],
    [f.size, t.lots(row.lots, `${plain(row.lot_size)} ${row.symbol.split('/')[0]}`)],
    [f.margin, money(row.margin)],
    ...when(row.price !== undefined, [f.limit, price(row.price)]),
    ...when(row.status !== 'waiting' && row.status !== 'cancelled', [
      f.openPrice,
      price(row.open_price),
    ]),
    ...when(row.close_price !== undefined, [f.closePrice, price(row.close_price)]),
    ...when(
      isHolding,
      [f.index, price(row.current_price)],
      [f.liquidation, price(row.liquidation_price)],
      [f.maintenance, money(row.maintenance)],
      [f.ratio, row.margin_ratio && formatShare(row.margin_ratio, 2)],
      [f.pnl, <Result key="pnl" value={row.unrealised_pnl} currency={row.currency} />],
    ),
    ...when(
      isHolding || row.status === 'waiting',
      [f.takeProfit, price(row.take_profit)],
      [f.stopLoss, price(row.stop_loss)],
    ),
    ...when(row.realised_pnl !== undefined, [
      f.realised,
      <Result key="realised" value={row.realised_pnl} currency={row.currency} />,
    ]),
    [f.openFee, money(row.open_fee)],
    ...when(row.status === 'closed', [f.closeFee, money(row.close_fee)]),
    ...when(row.net_pnl !== undefined, [
      isHolding ? f.netNow : f.net,
      <Result key="net" value={row.net_pnl} currency={row.currency} />,
    ]),
    ...when(/[1-9]/.test(row.insurance_paid ?? ''), [f.insurance, money(row.insurance_paid)]),
    [f.created, moment(row.created_at)],
    ...when(row.opened_at !== undefined, [f.opened, moment(row.opened_at)]),
    ...when(row.closed_at !== undefined, [f.closed, moment(row.closed_at)]),
  ];
}
