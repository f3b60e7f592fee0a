/** Quotes and conversions as the wire shows them. */
import type { Conversion, ConversionLeg, ConversionQuote } from '@fairlead/contract';
import type { ConversionRow, OrderRow, Value } from '@fairlead/engine';
import { amountOf, averagePrice, priceText, quantityText, worseThanPpm } from '@fairlead/formula';
import {
  divCeil,
  formatDecimal,
  PPM_ONE,
  PRICE_SCALE,
  type PriceE8,
  priceE8,
  priceTicks,
  quantityLots,
} from '@fairlead/units';
import { amountText, indexText, rateText } from '../../core/http/figures.ts';
import type { Terms } from '../../market/index.ts';
import { orderView } from '../views.ts';
import type { WholeConversion } from './queries.ts';
import { baseAtIndex, costPpm, type QuotedLeg } from './quote.ts';

/** Ten seconds: long enough to read it, and short enough that the book has seldom gone beyond its bounds. */
const HELD_MS = 10_000;

type ConvertedLeg = Conversion['legs'][number];

function legView(leg: QuotedLeg): ConversionLeg {
  const { market, side, index, best, opposite } = leg;
  const { base, quote, tickSizeE8 } = market;
  const average =
    averagePrice({
      ...{ quoteMinor: leg.notional, quoteScale: quote.scale },
      ...{ baseMinor: leg.base, baseScale: base.scale },
    }) ?? index;
  const received = side === 'buy' ? base : quote;
  const price = (ticks: number) => priceText(priceTicks(ticks), tickSizeE8);
  const slippage = worseThanPpm(side, {
    price: average,
    than: priceE8(BigInt(best) * tickSizeE8),
  });
  return {
    ...{ symbol: market.symbol, side },
    ...(leg.budget === undefined
      ? { quantity: quantityText(quantityLots(leg.lots), market.lotBaseMinor, base.scale) }
      : { amount: amountText(leg.budget, quote) }),
    best_price: price(best),
    average_price: formatDecimal(average, PRICE_SCALE),
    worst_price: price(leg.worst),
    index_price: indexText(index, market),
    slippage_rate: rateText(slippage > 0n ? slippage : 0n),
    index_spread_rate: rateText(worseThanPpm(side, { price: average, than: index })),
    ...(opposite !== undefined && {
      book_spread_rate: rateText(apartPpm(BigInt(best), BigInt(opposite))),
    }),
    fee_rate: rateText(market.takerFeePpm),
    fee: amountText(leg.fee, received),
    fee_currency: received.name,
  };
}

/** Of the middle between both. */
function apartPpm(one: bigint, other: bigint): bigint {
  const apart = one > other ? one - other : other - one;
  return divCeil(apart * 2n * PPM_ONE, one + other);
}

export function quoteView(
  legs: readonly QuotedLeg[],
  terms: Terms,
  {
    from_currency_id: from,
    to_currency_id: to,
    nowMs,
  }: { from_currency_id: number; to_currency_id: number; nowMs: number },
): ConversionQuote {
  const [source, target] = [terms.knownCurrency(from), terms.knownCurrency(to)];
  const [first, last] = [legs[0], legs.at(-1)];
  if (first === undefined || last === undefined) throw new TypeError('a quote has a leg');
  return {
    from_currency: source.name,
    to_currency: target.name,
    spends: amountText(first.side === 'sell' ? first.base : first.notional, source),
    receives: amountText(last.received, target),
    receives_at_least: amountText(last.receivedLeast, target),
    cost_rate: rateText(costPpm(legs)),
    legs: legs.map(legView),
    quoted_at: nowMs,
    expires_at: nowMs + HELD_MS,
  };
}

/** What was given and what came, after all fees. */
export function conversionView(value: Value, terms: Terms) {
  if (value.kind !== 'conversion') throw new TypeError(`a conversion answered ${value.kind}`);
  const { orders } = value;
  const [first, last] = [orders[0], orders.at(-1)];
  if (first === undefined || last === undefined) throw new TypeError('a conversion has an order');
  return {
    orders: orders.map((order) => orderView(order, terms)),
    receipts: [...value.receiptIds],
    spent: first.side === 'sell' ? baseText(first, terms) : quoteText(first, terms),
    received:
      last.side === 'buy' ? baseText(last, terms, last.fee) : quoteText(last, terms, last.fee),
  };
}

/** One that is done, from its row and its orders. */
export function convertedView({ row, orders }: WholeConversion, terms: Terms): Conversion {
  const [source, target] = [
    terms.knownCurrency(row.fromCurrencyId),
    terms.knownCurrency(row.toCurrencyId),
  ];
  return {
    ...{ id: row.conversionId, at: row.timeMs },
    ...{ from_currency: source.name, to_currency: target.name },
    spent: amountText(row.spent, source),
    received: amountText(row.received, target),
    ...(row.quotedReceived !== undefined && { quoted: amountText(row.quotedReceived, target) }),
    cost_rate: rateText(convertedCostPpm(row, terms, orders)),
    legs: orders.map((order) => convertedLeg(row, order, terms)),
    ...(row.planId !== undefined && { plan_id: row.planId }),
  };
}

function convertedLeg(row: ConversionRow, order: OrderRow, terms: Terms): ConvertedLeg {
  const market = terms.knownMarket(order.marketId);
  const { base, quote } = market;
  const [index, receiptId] =
    order.orderId === row.saleOrderId
      ? [row.saleIndex, row.saleReceiptId]
      : [row.purchaseIndex, row.purchaseReceiptId];
  if (index === undefined || receiptId === undefined)
    throw new TypeError('a leg has its index and its receipt');
  const { lotBaseMinor } = terms.gridOfOrder(order.marketId, order.orderId);
  const average =
    averagePrice({
      ...{ quoteMinor: order.filledAmount, quoteScale: quote.scale },
      ...{ baseMinor: amountOf(order.filledQuantity, lotBaseMinor), baseScale: base.scale },
    }) ?? index;
  const received = order.side === 'buy' ? base : quote;
  return {
    ...{ symbol: market.symbol, side: order.side, order_id: order.orderId },
    average_price: formatDecimal(average, PRICE_SCALE),
    index_price: indexText(index, market),
    index_spread_rate: rateText(worseThanPpm(order.side, { price: average, than: index })),
    ...{ fee: amountText(order.fee, received), fee_currency: received.name },
    receipt_id: receiptId,
  };
}

/** How much less was received than spent, both at the index of that moment. */
function convertedCostPpm(
  { spent, received, saleIndex, purchaseIndex }: ConversionRow,
  terms: Terms,
  orders: readonly OrderRow[],
): bigint {
  const worthOf = (order: OrderRow | undefined, base: bigint, index: PriceE8 | undefined) => {
    if (order === undefined || index === undefined) return base;
    return baseAtIndex(terms.knownMarket(order.marketId), { base, index });
  };
  const given = worthOf(orders[0], spent, saleIndex);
  const came = worthOf(orders.at(-1), received, purchaseIndex);
  return given === 0n ? 0n : divCeil((given - came) * PPM_ONE, given);
}

function baseText(order: OrderRow, terms: Terms, less = 0n): string {
  const { lotBaseMinor } = terms.gridOfOrder(order.marketId, order.orderId);
  const base = BigInt(order.filledQuantity) * lotBaseMinor - less;
  return amountText(base, terms.knownMarket(order.marketId).base);
}

const quoteText = (order: OrderRow, terms: Terms, less = 0n): string =>
  amountText(order.filledAmount - less, terms.knownMarket(order.marketId).quote);
