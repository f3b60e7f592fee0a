/**
 * Futures in lots, isolated margin, in the quote currency: margin, fees, profit and loss, and the prices at which a
 * position closes by itself. Every amount comes from one exact product of size, price and scale, divided once; what a
 * user pays rounds up, what one is owed rounds down, so sub-units stay with the house.
 */
import {
  type AmountMinor,
  amountMinor,
  assert,
  divCeil,
  divFloor,
  maximum,
  minimum,
  PPM_ONE,
  type PriceE8,
  priceE8,
  type RatePpm,
} from '@fairlead/units';

/** Quote minor units of one base minor unit at a price of 10^-8: an exact fraction, in lowest terms. */
export interface QuoteScale {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** How much base a position is about, and how its worth is counted. */
export interface PositionSize {
  /** lots × lot size, in base minor units. */
  readonly baseMinor: AmountMinor;
  readonly scale: QuoteScale;
}

export type FuturesSide = 'long' | 'short';

/** A position as far as its profit goes. */
export interface OpenedPosition extends PositionSize {
  readonly side: FuturesSide;
  readonly openPrice: PriceE8;
}

/** A position as far as its end goes. */
export interface HeldPosition extends OpenedPosition {
  /** All of it, with what was added. */
  readonly margin: AmountMinor;
  /** Of the margin, what was added since the opening: it bears losses, and the cap does not count it. */
  readonly marginAdded?: AmountMinor;
  readonly maintenance: AmountMinor;
  readonly profitCapMultiple: number;
  readonly closeFeePpm: RatePpm;
}

/** What a close comes to, before anybody pays. */
export interface CloseOutcome {
  /** Of the price: at least −margin, at most the cap. */
  readonly realisedPnl: AmountMinor;
  /** The loss beyond the margin. */
  readonly deficit: AmountMinor;
  /** Taken from what is left, and never more than that. */
  readonly closeFee: AmountMinor;
}

const PRICE_DECIMALS = 8;
/** A waiting short may open above its limit; this much more than it needs there is frozen. */
const WAITING_CUSHION_PPM = 10_000n;

/** 10^quoteScale ÷ 10^(8 + baseScale), in lowest terms: only twos and fives can be shared. */
export function quoteScale(scales: { base: number; quote: number }): QuoteScale {
  const shift = scales.quote - PRICE_DECIMALS - scales.base;
  return shift >= 0
    ? { numerator: 10n ** BigInt(shift), denominator: 1n }
    : { numerator: 1n, denominator: 10n ** BigInt(-shift) };
}

/** lots × lot size. Exact. */
export function sizeOfLots(lots: number, lotBaseMinor: AmountMinor): AmountMinor {
  return amountMinor(BigInt(lots) * lotBaseMinor);
}

/** What a position is worth at a price, rounded up: limits and open interest count it. */
export function positionNotional(size: PositionSize, price: PriceE8): AmountMinor {
  return share(size, price, { of: 1n, per: 1n });
}

/** notional ÷ multiple, rounded up: at least one minor unit (F13). */
export function positionMargin(size: PositionSize, price: PriceE8, multiple: number): AmountMinor {
  return share(size, price, { of: 1n, per: BigInt(multiple) });
}

/** Opening notional × rate, rounded up. A rate of maintenance, or of a fee. */
export function notionalShare(size: PositionSize, price: PriceE8, rate: RatePpm): AmountMinor {
  return share(size, price, { of: rate, per: PPM_ONE });
}

/** The part of a fee that feeds the insurance fund, rounded down. */
export function insuranceShare(fee: AmountMinor, rate: RatePpm): AmountMinor {
  return amountMinor(divFloor(fee * rate, PPM_ONE));
}

/** The most that a position may win: the house keeps it ready. */
export function profitCap(margin: AmountMinor, profitCapMultiple: number): AmountMinor {
  return amountMinor(margin * BigInt(profitCapMultiple));
}

/** The most that a held position may win: added margin lifts it by nothing, so that nobody buys a greater promise. */
export function capOf({
  margin,
  marginAdded,
  profitCapMultiple,
}: Pick<HeldPosition, 'margin' | 'marginAdded' | 'profitCapMultiple'>): AmountMinor {
  return profitCap(amountMinor(margin - (marginAdded ?? 0n)), profitCapMultiple);
}

/** What a waiting position freezes: margin and fee at its limit, a short 1 % more (rounded up), since it may open higher. */
export function waitingHold(
  side: FuturesSide,
  { margin, openFee }: { readonly margin: AmountMinor; readonly openFee: AmountMinor },
): AmountMinor {
  const need = margin + openFee;
  if (side === 'long') return amountMinor(need);
  return amountMinor(need + divCeil(need * WAITING_CUSHION_PPM, PPM_ONE));
}

/** What opening prices are made of beside the index. */
export interface SpreadTerms {
  readonly halfSpreadPpm: RatePpm;
  /** Prices are whole multiples of it, in 10^-8 quote per base. */
  readonly priceStepE8: bigint;
}

/** The finest step there is: prices are integers of 10^-8. */
const STEP_FINEST = 1n;
/** A step is at most this part of half the spread, so that rounding never costs more than a tenth of it. */
const STEPS_PER_HALF_SPREAD = 10n;

/** The coarsest step at an index: a tenth of half the spread, and never finer than the finest, which rounds nothing further. */
export function coarsestStep(index: PriceE8, halfSpreadPpm: RatePpm): bigint {
  const most = divFloor(index * halfSpreadPpm, STEPS_PER_HALF_SPREAD * PPM_ONE);
  return most < STEP_FINEST ? STEP_FINEST : most;
}

/** Whether a step is at most a tenth of half the spread at an index. The finest always is: nothing is rounded further. */
export const isStepFine = ({ halfSpreadPpm, priceStepE8 }: SpreadTerms, index: PriceE8): boolean =>
  priceStepE8 <= coarsestStep(index, halfSpreadPpm);

/**
 * The step that openings round on: the agreed one while it is fine enough for the index, else the finest. However coarse
 * a step is or becomes by a fall of the price, no opening is beyond index ± half spread ± a tenth of it.
 */
const openingStep = (spread: SpreadTerms, index: PriceE8): bigint =>
  isStepFine(spread, index) ? spread.priceStepE8 : STEP_FINEST;

/** What a long opens at: the index plus half the spread, rounded up to the step. */
export function askPrice(index: PriceE8, spread: SpreadTerms): PriceE8 {
  return roundedAsk(index, { ...spread, priceStepE8: openingStep(spread, index) });
}

/** What a short opens at: the index less half the spread, rounded down to the step; 0 below one step. */
export function bidPrice(index: PriceE8, spread: SpreadTerms): PriceE8 {
  return roundedBid(index, { ...spread, priceStepE8: openingStep(spread, index) });
}

/** As `askPrice`, on any step: how openings rounded before futures had a step of their own. */
export function roundedAsk(index: PriceE8, { halfSpreadPpm, priceStepE8 }: SpreadTerms): PriceE8 {
  const steps = divCeil(index * (PPM_ONE + halfSpreadPpm), PPM_ONE * priceStepE8);
  return priceE8(steps * priceStepE8);
}

/** As `bidPrice`, on any step. */
export function roundedBid(index: PriceE8, { halfSpreadPpm, priceStepE8 }: SpreadTerms): PriceE8 {
  const steps = divFloor(index * (PPM_ONE - halfSpreadPpm), PPM_ONE * priceStepE8);
  return priceE8(steps * priceStepE8);
}

/** Profit or loss of the price alone, rounded down on either side of zero; not bounded by margin or cap. */
export function positionPnl(position: OpenedPosition, price: PriceE8): AmountMinor {
  const { baseMinor, scale, openPrice, side } = position;
  const rise = side === 'long' ? price - openPrice : openPrice - price;
  return amountMinor(divFloor(baseMinor * rise * scale.numerator, scale.denominator));
}

/** What closing at a price comes to. */
export function closeOutcome(position: HeldPosition, price: PriceE8): CloseOutcome {
  const { margin, closeFeePpm } = position;
  const pnl = positionPnl(position, price);
  const bounded = minimum<bigint>(pnl, capOf(position));
  const realisedPnl = maximum<bigint>(bounded, -margin);
  const fee = notionalShare(position, price, closeFeePpm);
  return {
    realisedPnl: amountMinor(realisedPnl),
    deficit: amountMinor(maximum<bigint>(0n, -pnl - margin)),
    closeFee: amountMinor(minimum<bigint>(fee, margin + realisedPnl)),
  };
}

/** What a position came to: the result of the price, and what opening and closing it cost. */
export interface PositionResult {
  /** Before fees. */
  readonly realisedPnl: AmountMinor;
  readonly openFee: AmountMinor;
  readonly closeFee: AmountMinor;
}

/** What the fees of a position come to. */
export function positionFees({
  openFee,
  closeFee,
}: Pick<PositionResult, 'openFee' | 'closeFee'>): AmountMinor {
  return amountMinor(openFee + closeFee);
}

/**
 * What a position brought or cost its owner in all: the result of the price less both fees. Every figure of a result is
 * this one; `realisedPnl` alone is shown only beside it, as the result before fees.
 */
export function netPnl(result: PositionResult): AmountMinor {
  return amountMinor(result.realisedPnl - positionFees(result));
}

/** What closing a held position at a price would bring or cost in all, with the opening fee that is paid already. */
export function netPnlAt(
  position: HeldPosition & { readonly openFee: AmountMinor },
  price: PriceE8,
): AmountMinor {
  return netPnl({ ...closeOutcome(position, price), openFee: position.openFee });
}

/** Whether what is left is no more than the maintenance margin: the rule of liquidation. */
export function isLiquidated(position: HeldPosition, price: PriceE8): boolean {
  return position.maintenance >= position.margin + positionPnl(position, price);
}

/** Whether a position has won all that it may. */
export function isCapped(position: HeldPosition, price: PriceE8): boolean {
  return positionPnl(position, price) >= capOf(position);
}

/**
 * The exact price from which on `isLiquidated` holds: at it and below for a long, at it and above for a short. A long's
 * may be 0 or less: then no price liquidates it.
 */
export function liquidationThreshold(position: HeldPosition): bigint {
  const { margin, maintenance, openPrice, side } = position;
  // ⌊x⌋ ≤ maintenance − margin is x < maintenance − margin + 1, for the exact profit x.
  const fall = distance(position, margin - maintenance - 1n, divFloor) + 1n;
  return side === 'long' ? openPrice - fall : openPrice + fall;
}

/** The exact price from which on `isCapped` holds: at it and above for a long, at it and below for a short. */
export function profitCapThreshold(position: HeldPosition): bigint {
  const { openPrice, side } = position;
  const rise = distance(position, capOf(position), divCeil);
  return side === 'long' ? openPrice + rise : openPrice - rise;
}

/** open × (1 ∓ 1/multiple ± rate), rounded towards the open price: what screens call the liquidation price. */
export function liquidationEstimate(
  { side, openPrice }: Pick<OpenedPosition, 'side' | 'openPrice'>,
  multiple: number,
  rate: RatePpm,
): PriceE8 {
  const times = BigInt(multiple);
  const whole = times * PPM_ONE;
  const away = PPM_ONE - times * rate;
  return side === 'long'
    ? priceE8(divCeil(openPrice * (whole - away), whole))
    : priceE8(divFloor(openPrice * (whole + away), whole));
}

/**
 * Maintenance ÷ what is left of the margin, in ppm, rounded down: 1,000,000 or more exactly when the position is to be
 * liquidated. Undefined when nothing is left.
 */
export function marginRatioPpm(maintenance: AmountMinor, equity: AmountMinor): bigint | undefined {
  return equity <= 0n ? undefined : divFloor(maintenance * PPM_ONE, equity);
}

/** The exact notional × of ÷ per, rounded up. */
function share(
  { baseMinor, scale }: PositionSize,
  price: PriceE8,
  { of, per }: { readonly of: bigint; readonly per: bigint },
): AmountMinor {
  assert(baseMinor > 0n && price > 0n, 'a position has a size and a price');
  return amountMinor(divCeil(baseMinor * price * scale.numerator * of, scale.denominator * per));
}

/** How far the price moves for an amount. */
function distance(
  { baseMinor, scale }: PositionSize,
  amount: bigint,
  divide: (numerator: bigint, denominator: bigint) => bigint,
): bigint {
  return divide(amount * scale.denominator, baseMinor * scale.numerator);
}
