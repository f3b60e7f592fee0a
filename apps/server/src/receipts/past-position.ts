/** What receipts of a position's life say, against its row. */
import { formatDecimal, formatRate } from '@fairlead/units';
import type { PositionRecord } from '../futures/index.ts';
import { type Pair, price, scaleOf } from './past-pairs.ts';
import type { PastReceipt, PastStep } from './past-queries.ts';

export function positionPairs(receipt: PastReceipt, row: PositionRecord, step: PastStep): Pair[] {
  const { own, terms, result, kind } = receipt;
  const { currencyId, scale } = scaleOf(receipt, step);
  const amount = (minor: bigint | null) => (minor === null ? null : formatDecimal(minor, scale));
  const lot = formatDecimal(BigInt(row.lot_base_minor), step.baseScales.get(row.market_id) ?? 0);
  const agreed: Pair[] = [
    ['owner', own['owner'], row.owner_id],
    ['market', receipt.market_id, row.market_id],
    ['currency', currencyId, row.currency_id],
    ['lot_size', own['lot_size'], lot],
    ['side', terms['side'], row.side],
    ['multiple', terms['multiple'], row.multiple],
    ['maintenance_rate', terms['maintenance_rate'], formatRate(row.maintenance_rate_ppm)],
    ['close_fee_rate', terms['close_fee_rate'], formatRate(row.close_fee_ppm)],
    ['profit_cap', terms['profit_cap'], row.profit_cap_multiple],
  ];
  const amounts: Pair[] = [
    ['lots', own['lots'], row.lots],
    ['margin', own['margin'], amount(row.margin_minor)],
    ['margin_added', own['margin_added'], amount(row.margin_added_minor)],
    ['maintenance', own['maintenance'], amount(row.maintenance_minor)],
  ];
  const openFee: Pair = ['open_fee', own['open_fee'], amount(row.open_fee_minor)];
  // A position that was changed later is not as it was then: its last change and its end say what it is.
  const isLast = (row.change_receipt_id ?? row.open_receipt_id) === receipt.receipt_id;
  if (kind === 'margin')
    return [
      ...agreed,
      ...(isLast ? [...amounts, openFee] : []),
      ['open_receipt', terms['open_receipt'], row.open_receipt_id],
      ['open_price', price(receipt.strike_e8), price(row.open_price_e8)],
    ];
  if (kind === 'open')
    return [
      ...agreed,
      ...(isLast ? [...amounts, openFee] : []),
      ['open_price', result['open_price'], price(row.open_price_e8)],
      ['limit_price', terms['limit_price'], price(row.price_e8)],
      ['receipt', receipt.receipt_id, row.open_receipt_id],
      ['opened_at', receipt.time_ms, row.opened_at_ms],
    ];
  return [
    ...agreed,
    ...amounts,
    ['part_of', own['part_of'], row.part_of],
    ['changed_receipt', terms['changed_receipt'], row.change_receipt_id],
    ['open_receipt', terms['open_receipt'], row.open_receipt_id],
    ['open_price', price(receipt.strike_e8), price(row.open_price_e8)],
    ['status', 'closed', row.status],
    ['close_price', result['close_price'], price(row.close_price_e8)],
    ['close_reason', kind === 'close' ? 'user' : kind, row.close_reason],
    ['realised_pnl', own['realised_pnl'], amount(row.realised_pnl_minor)],
    ['close_fee', own['close_fee'], amount(row.close_fee_minor)],
    ['insurance_paid', own['insurance_paid'], amount(row.insurance_paid_minor)],
    ['receipt', receipt.receipt_id, row.close_receipt_id],
    ['closed_at', receipt.time_ms, row.closed_at_ms],
  ];
}
