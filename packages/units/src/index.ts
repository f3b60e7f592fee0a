export { assert, assertNever, InvariantError } from './assert.ts';
export { DECIMAL_TEXT, formatDecimal, isDecimalText, parseDecimal } from './decimal-text.ts';
export {
  type AmountMinor,
  absolute,
  amountMinor,
  bigintOf,
  divCeil,
  divExact,
  divFloor,
  maximum,
  minimum,
  PPM_ONE,
  type PriceE8,
  type PriceTicks,
  priceE8,
  priceTicks,
  type QuantityLots,
  quantityLots,
  type RatePpm,
  ratePpm,
} from './integer.ts';
