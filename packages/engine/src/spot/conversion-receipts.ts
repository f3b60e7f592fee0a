/**
 * What a conversion leaves behind: a receipt of each leg, by which its owner can show the bound that was agreed, the index of that
 * moment, the trades and the fee; and one row that holds the legs together.
 */
import { averagePrice, worseThanPpm } from '@fairlead/formula';
import {
  type AmountMinor,
  amountMinor,
  assert,
  formatRate,
  type PriceE8,
  priceE8,
} from '@fairlead/units';
import type { ReceiptFields } from '../changes.ts';
import type { Stamp } from '../command.ts';
import type { TradedMarket } from '../market/traded-market.ts';
import { addReceipt, amountTexts, priceText } from '../state/receipts.ts';
import type { EngineState } from '../state/state.ts';
import type { Convert } from './commands.ts';
import type { OrderRow, TradeRow } from './rows.ts';

/** A leg that was filled. */
export interface FilledLeg {
  readonly market: TradedMarket;
  readonly order: OrderRow;
  /** The worst price that was agreed to, in ticks. */
  readonly worst: number;
  /** Its own, in their order. */
  readonly trades: readonly TradeRow[];
}

/** Says what became of a conversion of one or two legs, the sale first; returns the receipt of each. */
export function noteConversion(
  state: EngineState,
  command: Convert,
  { legs, stamp }: { readonly legs: readonly FilledLeg[]; readonly stamp: Stamp },
): readonly number[] {
  const [first, last] = [legs[0], legs.at(-1)];
  assert(first !== undefined && last !== undefined, 'a conversion has a leg');
  const { orderId: conversionId } = first.order;
  const receipts = legs.map((leg, at) => {
    const isLast = at === legs.length - 1;
    return addLegReceipt(state, leg, {
      ...{ command, stamp, leg: at + 1, legs: legs.length },
      own: { conversion: conversionId, ...(isLast && quotedField(state, command, leg)) },
    });
  });
  const [saleLeg, purchaseLeg] = command.sale === undefined ? [undefined, first] : legs;
  const keptOf = (leg: FilledLeg | undefined) => {
    if (leg === undefined) return undefined;
    const receiptId = receipts[legs.indexOf(leg)];
    assert(receiptId !== undefined, 'a leg has its receipt');
    return { orderId: leg.order.orderId, receiptId, index: indexOf(leg.market) };
  };
  const [sale, purchase] = [keptOf(saleLeg), keptOf(purchaseLeg)];
  const { quotedReceived, plan } = command;
  state.log.rows.conversions.push({
    ...{ conversionId, owner: command.owner },
    fromCurrencyId: currencyOf(first, 'given'),
    toCurrencyId: currencyOf(last, 'received'),
    spent: first.order.side === 'sell' ? baseOf(first) : first.order.filledAmount,
    received: receivedOf(last),
    ...(quotedReceived !== undefined && { quotedReceived }),
    ...(sale !== undefined && {
      ...{ saleOrderId: sale.orderId, saleReceiptId: sale.receiptId, saleIndex: sale.index },
    }),
    ...(purchase !== undefined && {
      purchaseOrderId: purchase.orderId,
      purchaseReceiptId: purchase.receiptId,
      purchaseIndex: purchase.index,
    }),
    ...(plan !== undefined && { planId: plan.planId, dueMs: plan.dueMs }),
    timeMs: stamp.timeMs,
  });
  return receipts;
}

interface Said {
  readonly command: Convert;
  readonly stamp: Stamp;
  readonly leg: number;
  readonly legs: number;
  readonly own: ReceiptFields;
}

/** Returns the receipt's id. */
function addLegReceipt(state: EngineState, leg: FilledLeg, said: Said): number {
  const { market, order, worst, trades } = leg;
  const { command, stamp } = said;
  const { tickSizeE8, takerFeePpm } = market.terms;
  const ticksText = (ticks: number) => priceText(priceE8(BigInt(ticks) * tickSizeE8));
  const [first, last] = [trades[0], trades.at(-1)];
  assert(first !== undefined && last !== undefined, 'a leg was filled by trades');
  const average = averageOf(state, leg);
  const spread = worseThanPpm(order.side, { price: average, than: indexOf(market) });
  const { goodTillMs, shownFeePpm } = command;
  return addReceipt(
    state,
    {
      kind: 'conversion',
      owner: order.owner,
      marketId: order.marketId,
      subjectId: order.orderId,
      terms: {
        ...{ side: order.side, leg: said.leg, legs: said.legs },
        worst_price: ticksText(worst),
        fee_rate: formatRate(takerFeePpm),
        ...(shownFeePpm !== undefined && { shown_fee_rate: formatRate(shownFeePpm) }),
        ...(goodTillMs !== undefined && { expires_at: goodTillMs }),
      },
      sampleTimesMs: [market.index.sampleTimeMs],
      result: {
        ...{ first_trade: first.tradeId, last_trade: last.tradeId },
        best_price: ticksText(first.price),
        last_price: ticksText(last.price),
        average_price: priceText(average),
        index_spread_rate: formatRate(spread),
      },
      details: { ...detailsOf(state, leg), ...said.own, ...planFields(command) },
    },
    stamp,
  );
}

function detailsOf(state: EngineState, leg: FilledLeg): ReceiptFields {
  const { market, order } = leg;
  const base = amountTexts(state, market.terms.baseCurrencyId);
  const quote = amountTexts(state, market.terms.quoteCurrencyId);
  const received = order.side === 'buy' ? base : quote;
  return {
    ...{ owner: order.owner, order: order.orderId },
    ...{ base_currency: base.name, quote_currency: quote.name },
    quantity: base.text(baseOf(leg)),
    amount: quote.text(order.filledAmount),
    fee: received.text(order.fee),
    received: received.text(receivedOf(leg)),
  };
}

/** What its quote said would be received, of its last leg. */
function quotedField(
  state: EngineState,
  { quotedReceived }: Convert,
  leg: FilledLeg,
): ReceiptFields {
  if (quotedReceived === undefined) return {};
  return { quoted: amountTexts(state, currencyOf(leg, 'received')).text(quotedReceived) };
}

const planFields = ({ plan }: Convert): ReceiptFields =>
  plan === undefined ? {} : { plan: plan.planId, due: plan.dueMs };

const baseOf = ({ market, order }: FilledLeg): AmountMinor =>
  amountMinor(BigInt(order.filledQuantity) * market.terms.lotBaseMinor);

/** After its fee. */
const receivedOf = (leg: FilledLeg): AmountMinor =>
  amountMinor((leg.order.side === 'buy' ? baseOf(leg) : leg.order.filledAmount) - leg.order.fee);

function currencyOf({ market, order }: FilledLeg, which: 'given' | 'received'): number {
  const { baseCurrencyId, quoteCurrencyId } = market.terms;
  return (order.side === 'buy') === (which === 'received') ? baseCurrencyId : quoteCurrencyId;
}

function averageOf(state: EngineState, leg: FilledLeg): PriceE8 {
  const { baseCurrencyId, quoteCurrencyId } = leg.market.terms;
  const [base, quote] = [baseCurrencyId, quoteCurrencyId].map((id) => state.currencies.get(id));
  assert(base !== undefined && quote !== undefined, 'a market has its currencies');
  const average = averagePrice({
    ...{ quoteMinor: leg.order.filledAmount, quoteScale: quote.scale },
    ...{ baseMinor: baseOf(leg), baseScale: base.scale },
  });
  assert(average !== undefined, 'a leg was filled');
  return average;
}

/** What the leg was looked through with, so it is fresh. */
function indexOf({ index: { price } }: TradedMarket): PriceE8 {
  assert(price !== undefined, 'nothing is traded at the market without an index');
  return price;
}
