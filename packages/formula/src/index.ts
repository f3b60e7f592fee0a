export { feeAmount } from './fee.ts';
export {
  askPrice,
  bidPrice,
  type CloseOutcome,
  capOf,
  closeOutcome,
  coarsestStep,
  type FuturesSide,
  type HeldPosition,
  insuranceShare,
  isCapped,
  isLiquidated,
  isStepFine,
  liquidationEstimate,
  liquidationThreshold,
  marginRatioPpm,
  netPnl,
  netPnlAt,
  notionalShare,
  type OpenedPosition,
  type PositionResult,
  type PositionSize,
  positionFees,
  positionMargin,
  positionNotional,
  positionPnl,
  profitCap,
  profitCapThreshold,
  type QuoteScale,
  quoteScale,
  roundedAsk,
  roundedBid,
  type SpreadTerms,
  sizeOfLots,
  waitingHold,
} from './futures.ts';
export {
  estimateOfHeld,
  type HeldAmounts,
  partAmounts,
  type SplitTerms,
} from './futures-part.ts';
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
  isMarketStale,
  QUOTE_AHEAD_MAX_MS,
  QUOTE_FRESH_MS,
  type QuorumRefusal,
  type UnusedQuote,
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
  type DecidedOrder,
  type DeliveryDecision,
  type DeliveryFacts,
  deliveryDecision,
  deliveryOutcome,
  deliveryPrice,
  expectedSamples,
  hasQuorum,
  type OptionAmounts,
  type OptionDirection,
  type OptionOutcome,
  type OptionResult,
  type OptionShortfall,
  optionCost,
  optionFee,
  optionIncome,
  optionPaid,
  optionPayout,
  optionResult,
  REFUND_RULE,
  shortfallOf,
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
export {
  isPriceMoved,
  type PriceBand,
  priceBand,
  SHOWN_PRICE_WORSE_MAX_PPM,
  worseThanPpm,
} from './price-band.ts';
export { rebateAmount, referralLevel } from './referral.ts';
export {
  classifyTerms,
  type TermChange,
  type TermsValues,
  type TermsVerdict,
} from './terms/classify-terms.ts';
export {
  type MarketSetting,
  type Proposal,
  type ProposalRefusal,
  proposeFutures,
  proposeMarket,
  proposeOptions,
} from './terms/propose-terms.ts';
export { proposeHosting, proposeOffering } from './terms/propose-wealth.ts';
export {
  FUTURES_TEMPLATES,
  HOSTING_TEMPLATES,
  MARKET_TEMPLATES,
  OFFERING_TEMPLATES,
  OPTION_TEMPLATES,
} from './terms/templates.ts';
export {
  AMOUNT_MAX,
  boundWords,
  isShareWithin,
  isTermWithin,
  UNIT_SCALES,
} from './terms/term-bounds.ts';
export {
  figuresOf,
  isKeptBy,
  limitsOf,
  type TermFigures,
  termConflicts,
} from './terms/term-limits.ts';
export {
  FIGURE_SCALE,
  type LimitCode,
  type LimitContext,
  type LimitSense,
  TERM_RELATIONS,
  type TermConflict,
  type TermLimit,
  type TermRelation,
} from './terms/term-relations.ts';
export {
  type KeyRule,
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
} from './terms/term-rules.ts';
export { isTrailBounded, TRAIL_PPM, type Trailed, trailedPrice } from './trailing.ts';
