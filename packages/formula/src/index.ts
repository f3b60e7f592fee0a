export { feeAmount } from './fee.ts';
export {
  askPrice,
  bidPrice,
  type CloseOutcome,
  closeOutcome,
  type FuturesSide,
  type HeldPosition,
  insuranceShare,
  isCapped,
  isLiquidated,
  liquidationEstimate,
  liquidationThreshold,
  marginRatioPpm,
  notionalShare,
  type OpenedPosition,
  type PositionSize,
  positionMargin,
  positionNotional,
  positionPnl,
  profitCap,
  profitCapThreshold,
  type QuoteScale,
  quoteScale,
  sizeOfLots,
  waitingHold,
} from './futures.ts';
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
  HOSTING_DAY_MS,
  type HostedDays,
  type HostingRedemption,
  type HostingTerms,
  hostingDayInterest,
  hostingDaysDue,
  hostingDueAtMs,
  hostingEarned,
  hostingExpectedReturn,
  hostingInterest,
  hostingRedemption,
} from './hosting.ts';
export {
  type IndexQuorum,
  indexQuorum,
  QUOTE_AHEAD_MAX_MS,
  QUOTE_FRESH_MS,
  type QuorumRefusal,
} from './index-quorum.ts';
export {
  amountOf,
  baseAmount,
  type IndexScale,
  indexNotional,
  notionalAmount,
} from './notional.ts';
export {
  accumulatedReturn,
  expectedReturn,
  subscriptionCost,
  totalReturn,
} from './offering.ts';
export {
  breakEvenRate,
  deliveryOutcome,
  deliveryPrice,
  expectedSamples,
  hasQuorum,
  type OptionAmounts,
  type OptionDirection,
  type OptionOutcome,
  type OptionResult,
  optionCost,
  optionFee,
  optionIncome,
  optionPaid,
  optionPayout,
  optionResult,
  type WindowSum,
  windowSeconds,
} from './options.ts';
export {
  currencyValue,
  dayProfit,
  momentValue,
  NO_FLOWS,
  type PortfolioFlows,
  type PortfolioMoment,
  type PortfolioProfit,
  type ProfitParts,
  returnRate,
  totalProfit,
  turnoverValue,
  VALUE_SCALE,
} from './portfolio.ts';
export { type PriceBand, priceBand } from './price-band.ts';
export { rebateAmount, referralLevel } from './referral.ts';
export { isPriceMoved, SHOWN_PRICE_WORSE_MAX_PPM } from './shown-price.ts';
export { areTermsWithin, boundWords, isShareWithin, isTermWithin } from './term-bounds.ts';
export {
  type NumberRule,
  type ProductRules,
  type RowsRule,
  rulesOf,
  TERM_RULES,
  type TermClass,
  type TermName,
  type TermRule,
  type TermsProduct,
  type TermUnit,
} from './term-rules.ts';
