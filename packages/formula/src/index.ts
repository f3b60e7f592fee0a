export { feeAmount } from './fee.ts';
export {
  averagePrice,
  type FilledAmounts,
  priceFromText,
  priceText,
  quantityFromText,
  quantityText,
} from './grid-text.ts';
export { type HoldCost, holdCost, type MarketUnits } from './hold-cost.ts';
export {
  amountOf,
  baseAmount,
  type IndexScale,
  indexNotional,
  notionalAmount,
} from './notional.ts';
export { type PriceBand, priceBand } from './price-band.ts';
