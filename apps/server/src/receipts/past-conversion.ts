/** What the receipt of a conversion's leg and its rows both say. */
import { formatDecimal } from '@fairlead/units';
import type { ConvertedLegRecord } from './past-conversion-queries.ts';
import type { Pair } from './past-pairs.ts';
import { type PastReceipt, type PastStep, pastSampleKey } from './past-queries.ts';

/** Of a leg what is not in lots, with the row that holds the legs together. */
export function conversionPairs(
  receipt: PastReceipt,
  row: ConvertedLegRecord,
  step: PastStep,
): Pair[] {
  const { own, terms } = receipt;
  const scale = (name: string): number => {
    const currency = step.currencies.get(String(own[name]));
    if (currency === undefined) throw new Error('its currency is not known');
    return currency.scale;
  };
  const feeScale = scale(terms['side'] === 'buy' ? 'base_currency' : 'quote_currency');
  const isSale = row.sale_order_id === row.order_id;
  const text = (minor: bigint | null, decimals: number) =>
    minor === null ? undefined : formatDecimal(minor, decimals);
  const isLast = terms['leg'] === terms['legs'];
  const sample = step.samples.get(pastSampleKey(receipt.market_id, receipt.sample_times[0] ?? 0));
  return [
    ['owner', own['owner'], row.owner_id],
    ['owner', own['owner'], row.conversion_owner_id],
    ['owner', own['owner'], receipt.owner_id],
    ['order', own['order'], row.order_id],
    ['market', receipt.market_id, row.market_id],
    ['side', terms['side'], row.side],
    ['amount', own['amount'], text(row.filled_amount_minor, scale('quote_currency'))],
    ['fee', own['fee'], text(row.fee_minor, feeScale)],
    ['conversion', own['conversion'], row.conversion_id],
    ['receipt', receipt.receipt_id, isSale ? row.sale_receipt_id : row.purchase_receipt_id],
    ['index', sample?.price_e8, isSale ? row.sale_index_e8 : row.purchase_index_e8],
    ['plan', own['plan'], row.plan_id],
    ['due', own['due'], row.due_ms],
    ...(isLast
      ? ([
          ['received', own['received'], text(row.received_minor, feeScale)],
          ['quoted', own['quoted'], text(row.quoted_received_minor, feeScale)],
        ] as const)
      : []),
  ];
}
