/** What the receipts of a purchase and of a delivery say. Owner and amounts are only in `details`. */
import { expectedSamples, REFUND_RULE } from '@fairlead/formula';
import { assert, formatRate, type PriceE8, priceE8 } from '@fairlead/units';
import type { ReceiptFields } from '../changes.ts';
import type { Stamp } from '../command.ts';
import { addReceipt, amountTexts, priceText } from '../state/receipts.ts';
import type { EngineState } from '../state/state.ts';
import type { OptionRow } from './rows.ts';
import type { WindowSamples } from './sample-window.ts';

export type BoughtOption = Omit<OptionRow, 'purchaseReceiptId'>;

export interface PurchaseFacts {
  readonly shownPrice: PriceE8 | undefined;
  /** Of the sample whose price is the strike. */
  readonly sampleTimeMs: number;
  readonly stamp: Stamp;
}

/** Returns the receipt's id. */
export function addPurchaseReceipt(
  state: EngineState,
  order: BoughtOption,
  { shownPrice, sampleTimeMs, stamp }: PurchaseFacts,
): number {
  const shown = shownPrice === undefined ? {} : { shown_price: priceText(shownPrice) };
  return addReceipt(
    state,
    {
      kind: 'purchase',
      owner: order.owner,
      marketId: order.marketId,
      subjectId: order.optionId,
      terms: { ...termsOf(order), ...shown },
      strike: order.strike,
      sampleTimesMs: [sampleTimeMs],
      result: { purchased_at: order.purchasedAtMs, delivers_at: order.deliversAtMs },
      details: detailsOf(state, order),
    },
    stamp,
  );
}

interface DeliverySamples {
  readonly window: WindowSamples;
  /** All that were used: the window's, and the late one where it stands for them. */
  readonly sampleTimesMs: readonly number[];
  readonly stamp: Stamp;
}

/** Returns the receipt's id. */
export function addDeliveryReceipt(
  state: EngineState,
  order: OptionRow,
  { window, sampleTimesMs, stamp }: DeliverySamples,
): number {
  const { deliveryPrice, outcome, result, shortfall, wouldBe, paid } = order;
  assert(result !== undefined && paid !== undefined, 'a settled order has a result');
  return addReceipt(
    state,
    {
      kind: 'delivery',
      owner: order.owner,
      marketId: order.marketId,
      subjectId: order.optionId,
      terms: {
        ...termsOf(order),
        purchased_at: order.purchasedAtMs,
        delivers_at: order.deliversAtMs,
        purchase_receipt: order.purchaseReceiptId,
      },
      strike: order.strike,
      sampleTimesMs,
      result: {
        expected: expectedSamples(order.windowMs),
        valid: window.count,
        ...(shortfall === undefined ? {} : { market_stale: window.marketStale, shortfall }),
        ...(wouldBe === undefined ? {} : { would_be: wouldBe }),
        sum: priceText(priceE8(window.sum)),
        ...(deliveryPrice === undefined ? {} : { delivery_price: priceText(deliveryPrice) }),
        ...(outcome === undefined ? {} : { outcome }),
        result,
      },
      details: {
        ...detailsOf(state, order),
        paid: amountTexts(state, order.currencyId).text(paid),
      },
    },
    stamp,
  );
}

function termsOf(order: BoughtOption): ReceiptFields {
  return {
    direction: order.direction,
    seconds: order.seconds,
    window_seconds: order.windowMs / 1_000,
    payout_ratio: formatRate(order.payoutRatioPpm),
    fee_rate: formatRate(order.feePpm),
    refund_rule: REFUND_RULE,
  };
}

function detailsOf(state: EngineState, order: BoughtOption): ReceiptFields {
  const { name, text } = amountTexts(state, order.currencyId);
  return {
    owner: order.owner,
    order: order.optionId,
    currency: name,
    stake: text(order.stake),
    fee: text(order.fee),
  };
}
