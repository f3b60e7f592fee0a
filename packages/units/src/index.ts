export { assert, assertNever, InvariantError } from './assert.ts';
export {
  type AmountMinor,
  amountMinor,
  absolute,
  divCeil,
  divExact,
  divFloor,
  maximum,
  minimum,
  type PriceE8,
  type PriceTicks,
  type QuantityLots,
  type RatePpm,
  priceE8,
  priceTicks,
  quantityLots,
  ratePpm,
  PPM_ONE,
} from './integer.ts';
export { formatDecimal, parseDecimal, isDecimalText, DECIMAL_TEXT } from './decimal-text.ts';
