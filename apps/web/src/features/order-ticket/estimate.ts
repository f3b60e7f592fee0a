/**
 * What a market order would do to the book as it is shown: price by price from the best, no further than the
 * band's edge, as matching does it. An estimate, because others trade meanwhile and a price may hold several
 * orders, each a fill with its own rounding of the fee. Out of scope: orders of one's own in the way.
 */
import { averagePrice, baseAmount, feeAmount, notionalAmount } from '@fairlead/formula';
import {
  type AmountMinor,
  amountMinor,
  divFloor,
  type PriceE8,
  type PriceTicks,
  type QuantityLots,
  quantityLots,
} from '@fairlead/units';
import type { MarketRules } from '../../data/markets/market-rules.ts';

export interface BookLevel {
  readonly price: PriceTicks;
  readonly quantity: QuantityLots;
}

/** What is asked for: lots, or the quote that a market buy spends. */
export type Wanted =
  | { readonly by: 'quantity'; readonly quantity: QuantityLots }
  | { readonly by: 'amount'; readonly amount: AmountMinor };

export interface MarketOrder {
  readonly side: 'buy' | 'sell';
  readonly wanted: Wanted;
  /** The worst price that may be taken. */
  readonly edge: PriceTicks;
}

export interface Estimate {
  readonly filled: QuantityLots;
  readonly baseMinor: AmountMinor;
  readonly quoteMinor: AmountMinor;
  /** In what is received, rounded up price by price. */
  readonly feeMinor: AmountMinor;
  /** What is received, less the fee. */
  readonly receivedMinor: AmountMinor;
  readonly average: PriceE8 | undefined;
  readonly best: PriceTicks | undefined;
  readonly worst: PriceTicks | undefined;
  /** Everything asked for is there within the band. */
  readonly isWhole: boolean;
}

/** Whole lots an amount buys at a price. */
export const affordableLots = (
  amount: AmountMinor,
  price: PriceTicks,
  tickLotQuoteMinor: AmountMinor,
): number => Number(divFloor(amount, BigInt(price) * tickLotQuoteMinor));

const isBeyond = (side: 'buy' | 'sell', price: number, edge: number): boolean =>
  side === 'buy' ? price > edge : price < edge;

/** Walks `levels`, the opposite side with the best price first. */
export function estimateMarketOrder(
  order: MarketOrder,
  levels: readonly BookLevel[],
  rules: MarketRules,
): Estimate {
  const { wanted, side, edge } = order;
  let lots = wanted.by === 'quantity' ? Number(wanted.quantity) : 0;
  let budget = wanted.by === 'amount' ? wanted.amount : amountMinor(0n);
  let filled = 0;
  let quote = 0n;
  let fee = 0n;
  let worst: PriceTicks | undefined;
  let isWhole = false;
  for (const level of levels) {
    if (isBeyond(side, level.price, edge)) break;
    if (wanted.by === 'amount') {
      lots = affordableLots(budget, level.price, rules.tickLotQuoteMinor);
      if (lots === 0) isWhole = filled > 0;
    }
    if (lots === 0) break;
    const taken = quantityLots(Math.min(lots, level.quantity));
    const notional = notionalAmount(level.price, taken, rules.tickLotQuoteMinor);
    const received = side === 'buy' ? baseAmount(taken, rules.lotBaseMinor) : notional;
    fee += feeAmount(received, rules.takerFeePpm);
    filled += taken;
    quote += notional;
    worst = level.price;
    lots -= taken;
    if (wanted.by === 'amount') budget = amountMinor(budget - notional);
  }
  if (wanted.by === 'quantity') isWhole = filled > 0 && lots === 0;
  else if (worst !== undefined && affordableLots(budget, worst, rules.tickLotQuoteMinor) === 0)
    isWhole = true;
  const baseMinor = baseAmount(quantityLots(filled), rules.lotBaseMinor);
  const quoteMinor = amountMinor(quote);
  return {
    filled: quantityLots(filled),
    baseMinor,
    quoteMinor,
    feeMinor: amountMinor(fee),
    receivedMinor: amountMinor((side === 'buy' ? baseMinor : quote) - fee),
    average: averagePrice({
      quoteMinor,
      quoteScale: rules.quoteScale,
      baseMinor,
      baseScale: rules.baseScale,
    }),
    best: filled > 0 ? levels[0]?.price : undefined,
    worst,
    isWhole,
  };
}
