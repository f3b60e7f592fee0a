/** Cost bases, gains and income of one owner: `@fairlead/formula/tax`. Pure; docs/internals/tax.md has the formulas. */
export { BeancountWriter, type BeancountYear, commodityOf } from './files/beancount.ts';
export { COINTRACKING_HEAD, coinTrackingRows } from './files/cointracking.ts';
export { KOINLY_HEAD, koinlyRows } from './files/koinly.ts';
export { PLAIN_HEAD, plainRows } from './files/plain.ts';
export type { FileCell, FileWords } from './files/words.ts';
export { type Lot, Lots, TAX_METHODS, type TaxMethod } from './lots.ts';
export {
  type Applied,
  type CurrencyAmount,
  type Movement,
  netChanges,
  TAX_FIGURES,
  type TaxFigure,
  type TaxLine,
} from './movement.ts';
export { MOVEMENT_RULES, type MovementReason, type MovementRule, ruleOf } from './rules.ts';
export {
  DEPOSIT_COSTS,
  type DepositCost,
  type Holding,
  type StatedCost,
  TaxLedger,
} from './tax-ledger.ts';
export { dayOf, type Prices, Valuation } from './valuation.ts';
export { figureOf, type TaxSum, type UnrealisedHolding, unrealisedOf, YearSums } from './year.ts';
