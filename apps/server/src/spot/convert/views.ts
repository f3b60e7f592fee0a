/** Quotes and conversions as the wire shows them. */
import type { ConversionLeg, ConversionQuote } from '@fairlead/contract';
import type { OrderRow, Value } from '@fairlead/engine';
import { averagePrice, priceText, quantityText } from '@fairlead/formula';
import {
  divCeil,
  formatDecimal,
  PPM_ONE,
  PRICE_SCALE,
  priceTicks,
  quantityLots,
} from '@fairlead/units';
import { amountText, indexText, rateText } from '../../core/http/figures.ts';
import type { Terms } from '../../market/index.ts';
import { orderView } from '../views.ts';
import { costPpm, type QuotedLeg } from './quote.ts';

/** Ten seconds: long enough to read it, and short enough that the book has seldom gone beyond its bounds. */
const HELD_MS = 10_000;

/** How much dearer a purchase, or cheaper a sale, than something it is held against. */
function worsePpm(side: 'buy' | 'sell', price: bigint, than: bigint): bigint {
  const worse = side === 'buy' ? price - than : than - price;
  return divCeil(worse * PPM_ONE, than);
}

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
  const slippage = worsePpm(side, average, BigInt(best) * tickSizeE8);
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
    index_spread_rate: rateText(worsePpm(side, average, index)),
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
    spent: first.side === 'sell' ? baseText(first, terms) : quoteText(first, terms),
    received:
      last.side === 'buy' ? baseText(last, terms, last.fee) : quoteText(last, terms, last.fee),
  };
}

function baseText(order: OrderRow, terms: Terms, less = 0n): string {
  const { lotBaseMinor } = terms.gridOfOrder(order.marketId, order.orderId);
  const base = BigInt(order.filledQuantity) * lotBaseMinor - less;
  return amountText(base, terms.knownMarket(order.marketId).base);
}

const quoteText = (order: OrderRow, terms: Terms, less = 0n): string =>
  amountText(order.filledAmount - less, terms.knownMarket(order.marketId).quote);
