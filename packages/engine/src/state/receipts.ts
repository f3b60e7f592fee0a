/**
 * Receipts of what happened at the index: ids are gapless and in the order in which things happened. The sequencer
 * seals them; here they are only said. How a value is written is said once, since their text is hashed.
 */
import {
  type AmountMinor,
  assert,
  formatDecimal,
  PRICE_SCALE,
  type PriceE8,
} from '@fairlead/units';
import type { ReceiptRow } from '../changes.ts';
import { indexTimeMs, type Stamp } from '../command.ts';
import type { EngineState } from './state.ts';

/** A receipt without what every one gets in the same way. */
export type ReceiptDraft = Omit<ReceiptRow, 'receiptId' | 'symbol' | 'timeMs'>;

/** Gives out a receipt of now and returns its id. */
export function addReceipt(state: EngineState, draft: ReceiptDraft, stamp: Stamp): number {
  const market = state.markets.get(draft.marketId);
  assert(market !== undefined, 'a receipt is of a known market');
  const receiptId = state.counters.receiptId + 1;
  state.counters.receiptId = receiptId;
  state.log.rows.receipts.push({
    ...draft,
    receiptId,
    symbol: market.terms.symbol,
    timeMs: indexTimeMs(stamp),
  });
  return receiptId;
}

/** With eight decimals. */
export const priceText = (price: PriceE8): string => formatDecimal(price, PRICE_SCALE);

/** Turns amounts of a currency into text with all its decimals, and names it. */
export function amountTexts(
  state: EngineState,
  currencyId: number,
): { readonly name: string; readonly text: (amount: AmountMinor) => string } {
  const currency = state.currencies.get(currencyId);
  assert(currency !== undefined, 'amounts are of a known currency');
  const { name, scale } = currency;
  return { name, text: (amount) => formatDecimal(amount, scale) };
}
