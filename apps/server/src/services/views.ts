/** Committed rows as the wire shows them: each view names what it lets out, so nothing else leaves. */
import type {
  AccountName,
  Balance,
  Order,
  PostingRecord,
  TransferRecord,
} from '@fairlead/contract';
import type { Currency, OrderRow, TransferRow } from '@fairlead/engine';
import { averagePrice, priceText, quantityText } from '@fairlead/formula';
import { type AmountMinor, amountMinor, divFloor, formatDecimal } from '@fairlead/units';
import type { Correction } from '../store/correction-queries.ts';
import type { PostingView } from '../store/ledger-queries.ts';
import { correctionNote, correctionView } from './correction-views.ts';
import { PRICE_SCALE, rateText, tickDecimals } from './figures.ts';
import type { Terms } from './terms.ts';
import type { Say } from './texts.ts';

/** Writes an amount with all decimals of its currency. */
export const amountText = (amount: bigint, currency: Pick<Currency, 'scale'>): string =>
  formatDecimal(amount, currency.scale);

/** An order, in the tick and lot it was placed with. */
export function orderView(order: OrderRow, terms: Terms): Order {
  const market = terms.knownMarket(order.marketId);
  const { base, quote } = market;
  const { tickSizeE8, lotBaseMinor } = terms.gridOfOrder(order.marketId, order.orderId);
  const filledBase = amountMinor(BigInt(order.filledQuantity) * lotBaseMinor);
  const average = averagePrice({
    quoteMinor: order.filledAmount,
    quoteScale: quote.scale,
    baseMinor: filledBase,
    baseScale: base.scale,
  });
  const received = order.side === 'buy' ? base : quote;
  return {
    id: order.orderId,
    ...(order.clientOrderId !== undefined && { client_order_id: order.clientOrderId }),
    symbol: market.symbol,
    side: order.side,
    type: order.type,
    time_in_force: order.timeInForce,
    ...(order.price !== undefined && { price: priceText(order.price, tickSizeE8) }),
    ...(order.quantity !== undefined && {
      quantity: quantityText(order.quantity, lotBaseMinor, base.scale),
    }),
    ...(order.amount !== undefined && { amount: amountText(order.amount, quote) }),
    filled_quantity: quantityText(order.filledQuantity, lotBaseMinor, base.scale),
    filled_amount: amountText(order.filledAmount, quote),
    ...(average !== undefined && { average_price: averageText(average, tickSizeE8) }),
    fee: amountText(order.fee, received),
    fee_currency: received.name,
    ...(order.makerFeePpm !== undefined && { maker_fee_rate: rateText(order.makerFeePpm) }),
    ...(order.takerFeePpm !== undefined && { taker_fee_rate: rateText(order.takerFeePpm) }),
    status: order.status,
    ...(order.cancelReason !== undefined && { cancel_reason: order.cancelReason }),
    created_at: order.createdAtMs,
    updated_at: order.updatedAtMs,
  };
}

/** Two decimals more than the tick has, the rest cut off. */
function averageText(average: bigint, tickSizeE8: bigint): string {
  const shown = Math.min(tickDecimals(tickSizeE8) + 2, PRICE_SCALE);
  return formatDecimal(divFloor(average, 10n ** BigInt(PRICE_SCALE - shown)), shown);
}

export interface BalanceParts {
  readonly total: AmountMinor;
  readonly frozen: AmountMinor;
  /** Worth in the convert currency; absent without an index. */
  readonly converted?: string;
}

export function balanceView(currency: Currency, parts: BalanceParts): Balance {
  return {
    currency_id: currency.currencyId,
    name: currency.name,
    available: amountText(parts.total - parts.frozen, currency),
    frozen: amountText(parts.frozen, currency),
    total: amountText(parts.total, currency),
    ...(parts.converted !== undefined && { converted: parts.converted }),
  };
}

export function transferView(transfer: TransferRow, terms: Terms): TransferRecord {
  return {
    id: transfer.transferId,
    from_account: transfer.source satisfies AccountName,
    to_account: transfer.target satisfies AccountName,
    currency_id: transfer.currencyId,
    amount: amountText(transfer.amount, terms.knownCurrency(transfer.currencyId)),
    time: transfer.timeMs,
  };
}

/** A posting. House reasons (capital) never touch a user's account. */
export function postingView(
  posting: PostingView,
  terms: Terms,
  say: Say,
  correction?: Correction,
): PostingRecord {
  const currency = terms.knownCurrency(posting.currencyId);
  const kind = posting.reason === 'capital' ? 'correction' : posting.reason;
  return {
    id: posting.postingId,
    account: posting.account,
    currency_id: posting.currencyId,
    kind,
    amount: amountText(posting.amount, currency),
    balance: amountText(posting.balance, currency),
    note:
      correction === undefined
        ? say(`records.${kind}`, { reference: posting.reference })
        : correctionNote(correction, say),
    ...(correction !== undefined && { correction: correctionView(correction, say) }),
    time: posting.timeMs,
  };
}
