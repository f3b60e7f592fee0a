/** Conversions as their table holds them, and back. */
import type { ConversionRow } from '@fairlead/engine';
import { amount, int4, int8, price, type RecordOf, tableOf } from '../../core/store/table.ts';

export const CONVERSIONS = tableOf<ConversionRow>()({
  name: 'conversions',
  keys: { conversionId: int8('conversion_id') },
  fixed: {
    owner: int8('owner_id'),
    fromCurrencyId: int4('from_currency_id'),
    toCurrencyId: int4('to_currency_id'),
    spent: amount('spent_minor'),
    received: amount('received_minor'),
    quotedReceived: amount('quoted_received_minor'),
    saleOrderId: int8('sale_order_id'),
    saleReceiptId: int8('sale_receipt_id'),
    saleIndex: price('sale_index_e8'),
    purchaseOrderId: int8('purchase_order_id'),
    purchaseReceiptId: int8('purchase_receipt_id'),
    purchaseIndex: price('purchase_index_e8'),
    planId: int8('plan_id'),
    dueMs: int8('due_ms'),
    timeMs: int8('time_ms'),
  },
});

export const CONVERSION_COLUMNS = CONVERSIONS.columns;
export type ConversionRecord = RecordOf<typeof CONVERSIONS>;
export const toConversion = CONVERSIONS.toRow;
