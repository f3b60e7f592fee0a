/** Options as the wire shows them: orders, delivery times, what they are paid in. */

import type { OptionOrder, OptionTimeView, PayableCurrency } from '@fairlead/contract';
import type { Currency, OptionCurrency, OptionRow, OptionTime } from '@fairlead/engine';
import { optionIncome, windowSeconds } from '@fairlead/formula';
import type { AmountMinor, PriceE8 } from '@fairlead/units';
import { amountText, indexText, rateText, shortDecimal } from '../core/http/figures.ts';
import type { MarketData } from '../market/data/index.ts';
import type { Terms } from '../market/index.ts';

/** What an order is shown by beside its row. */
export interface OptionSurroundings {
  readonly terms: Terms;
  readonly nowMs: number;
  /** The market's index now; undefined without a fresh one. */
  readonly indexPrice: PriceE8 | undefined;
}

export function optionView(
  option: OptionRow,
  { terms, nowMs, indexPrice }: OptionSurroundings,
): OptionOrder {
  const currency = terms.knownCurrency(option.currencyId);
  const market = terms.knownMarket(option.marketId);
  const { outcome, result, deliveryPrice, paid, profit, settledAtMs, deliveryReceiptId } = option;
  const { shortfall, wouldBe } = option;
  const isOpen = option.status === 'open';
  return {
    id: option.optionId,
    symbol: market.symbol,
    direction: option.direction,
    currency_id: option.currencyId,
    currency: currency.name,
    amount: amountText(option.stake, currency),
    fee: amountText(option.fee, currency),
    seconds: option.seconds,
    window_seconds: option.windowMs / 1_000,
    payout_ratio: rateText(option.payoutRatioPpm),
    expected_income: amountText(optionIncome(option), currency),
    purchase_price: indexText(option.strike, market),
    ...(isOpen && indexPrice !== undefined && { current_price: indexText(indexPrice, market) }),
    ...(deliveryPrice !== undefined && { delivery_price: indexText(deliveryPrice, market) }),
    purchased_at: option.purchasedAtMs,
    delivers_at: option.deliversAtMs,
    ...(settledAtMs !== undefined && { settled_at: settledAtMs }),
    remaining_ms: isOpen ? Math.max(0, option.deliversAtMs - nowMs) : 0,
    status: option.status,
    ...(result !== undefined && { result }),
    ...(outcome !== undefined && { outcome }),
    ...(shortfall !== undefined && { shortfall }),
    ...(wouldBe !== undefined && { would_be: wouldBe }),
    ...(paid !== undefined && { paid: amountText(paid, currency) }),
    ...(profit !== undefined && { profit: amountText(profit, currency) }),
    purchase_receipt_id: option.purchaseReceiptId,
    ...(deliveryReceiptId !== undefined && { receipt_id: deliveryReceiptId }),
  };
}

/** Shows orders by the server's clock and the present index. */
export const optionViewer =
  ({
    terms,
    marketData,
    clock,
  }: {
    readonly terms: Terms;
    readonly marketData: MarketData;
    readonly clock: { now(): number };
  }) =>
  (option: OptionRow): OptionOrder =>
    optionView(option, {
      terms,
      nowMs: clock.now(),
      indexPrice: marketData.indexPrice(terms.knownMarket(option.marketId).symbol)?.price,
    });

export const optionTimeView = (time: OptionTime, quote: Currency): OptionTimeView => ({
  seconds: time.seconds,
  payout_ratio: rateText(time.payoutRatioPpm),
  min_amount: shortDecimal(time.minMinor, quote.scale),
  max_amount: shortDecimal(time.maxMinor, quote.scale),
  window_seconds: windowSeconds(time.seconds),
});

/** `available` of guests is undefined. */
export const payableCurrencyView = (
  { feePpm, presets }: OptionCurrency,
  currency: Currency,
  available: AmountMinor | undefined,
): PayableCurrency => ({
  currency_id: currency.currencyId,
  name: currency.name,
  ...(available !== undefined && { available: amountText(available, currency) }),
  fee_rate: rateText(feePpm),
  amounts: presets.map((preset) => shortDecimal(preset, currency.scale)),
});
