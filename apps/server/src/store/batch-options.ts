/** The part of a batch that options have: terms, what they are paid in, and the orders. */
import type { OptionCurrency, OptionRow, OptionTerms } from '@fairlead/engine';
import type { BatchEncoder } from './batch-encoder.ts';
import { presetsJson, timesJson } from './option-record.ts';
import {
  COPY_OPTION_ORDERS,
  UPDATE_OPTION_ORDERS,
  UPSERT_OPTION_CURRENCIES,
  UPSERT_OPTION_TERMS,
} from './option-statements.ts';

export function encodeOptionTerms(encoder: BatchEncoder, rows: readonly OptionTerms[]): void {
  encoder.execute(UPSERT_OPTION_TERMS, () => {
    encoder.int8Column(rows, (row) => row.marketId);
    encoder.textColumn(rows, (row) => timesJson(row.times));
    encoder.int8Column(rows, (row) => row.exposureMaxMinor);
    encoder.int8Column(rows, (row) => row.ordersMax);
    encoder.textColumn(rows, (row) => String(row.isOpen));
  });
}

export function encodeOptionCurrencies(
  encoder: BatchEncoder,
  rows: readonly OptionCurrency[],
): void {
  encoder.execute(UPSERT_OPTION_CURRENCIES, () => {
    encoder.int8Column(rows, (row) => row.currencyId);
    encoder.int8Column(rows, (row) => row.feePpm);
    encoder.textColumn(rows, (row) => presetsJson(row.presets));
    encoder.textColumn(rows, (row) => String(row.isOpen));
  });
}

/** Orders bought in this batch are copied, the others are settled: an id is its command's sequence. */
export function encodeOptions(
  encoder: BatchEncoder,
  rows: readonly OptionRow[],
  previousSequence: number,
): void {
  const bought = rows.filter(({ optionId }) => optionId > previousSequence);
  if (bought.length > 0) encodeBought(encoder, bought);
  if (bought.length === rows.length) return;
  const settled = rows.filter(({ optionId }) => optionId <= previousSequence);
  encoder.execute(UPDATE_OPTION_ORDERS, () => {
    encoder.int8Column(settled, (row) => row.optionId);
    encoder.textColumn(settled, (row) => row.status);
    encoder.textColumn(settled, (row) => row.outcome);
    encoder.textColumn(settled, (row) => row.result);
    encoder.int8Column(settled, (row) => row.deliveryPrice);
    encoder.int8Column(settled, (row) => row.paid);
    encoder.int8Column(settled, (row) => row.profit);
    encoder.int8Column(settled, (row) => row.deliveryReceiptId);
    encoder.int8Column(settled, (row) => row.settledAtMs);
    encoder.textColumn(settled, (row) => row.shortfall);
    encoder.textColumn(settled, (row) => row.wouldBe);
  });
}

function encodeBought(encoder: BatchEncoder, rows: readonly OptionRow[]): void {
  encoder.copy(COPY_OPTION_ORDERS, rows, (row) => {
    encoder.int8(row.optionId);
    encoder.int8(row.owner);
    encoder.int4(row.marketId);
    encoder.int4(row.currencyId);
    encoder.text(row.direction);
    encoder.int4(row.seconds);
    encoder.int8(row.stake);
    encoder.int8(row.fee);
    encoder.int8(row.feePpm);
    encoder.int8(row.payoutRatioPpm);
    encoder.int8(row.payout);
    encoder.int8(row.strike);
    encoder.int8(row.purchasedAtMs);
    encoder.int8(row.deliversAtMs);
    encoder.int8(row.windowMs);
    encoder.text(row.status);
    encoder.text(row.outcome);
    encoder.text(row.result);
    encoder.int8(row.deliveryPrice);
    encoder.int8(row.paid);
    encoder.int8(row.profit);
    encoder.int8(row.purchaseReceiptId);
    encoder.int8(row.deliveryReceiptId);
    encoder.int8(row.settledAtMs);
    encoder.text(row.shortfall);
    encoder.text(row.wouldBe);
  });
}
