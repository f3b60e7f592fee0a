/**
 * What an order or a trade is worth. A market's tick × lot is a whole number of quote minor units, so
 * price × quantity is exact and nothing here rounds, but for the value at an index price.
 */
import {
  type AmountMinor,
  amountMinor,
  bigintOf,
  divFloor,
  type PriceE8,
  type PriceTicks,
  type QuantityLots,
} from '@fairlead/units';

/**
 * `count` times a whole unit: ticks × lots times the quote minor units of one lot at one tick, or lots
 * times the base minor units of one lot. Exact; the count is a safe integer.
 */
export function amountOf(count: number, unitMinor: AmountMinor): AmountMinor {
  return amountMinor(bigintOf(count) * unitMinor);
}

/** Price × quantity in quote minor units. Price × quantity stays below 2^53: the engine's limits see to it. */
export function notionalAmount(
  price: PriceTicks,
  quantity: QuantityLots,
  tickLotQuoteMinor: AmountMinor,
): AmountMinor {
  return amountMinor(BigInt(price) * BigInt(quantity) * tickLotQuoteMinor);
}

/** A quantity in base minor units. */
export function baseAmount(quantity: QuantityLots, lotBaseMinor: AmountMinor): AmountMinor {
  return amountOf(quantity, lotBaseMinor);
}

/** What turns an index price into quote minor units. */
export interface IndexScale {
  readonly tickSizeE8: bigint;
  readonly tickLotQuoteMinor: AmountMinor;
}

/** A quantity's worth at an index price in quote minor units, rounded down. */
export function indexNotional(
  quantity: QuantityLots,
  price: PriceE8,
  scale: IndexScale,
): AmountMinor {
  const product = BigInt(quantity) * price * scale.tickLotQuoteMinor;
  return amountMinor(divFloor(product, scale.tickSizeE8));
}
