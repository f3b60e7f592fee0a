/**
 * A position's figures at a price, from its own terms as the server sent them: profit or loss, margin ratio, and what a
 * close would come to. The formulas are the engine's.
 */
import type { Position } from '@fairlead/contract';
import {
  closeOutcome,
  type HeldPosition,
  marginRatioPpm,
  profitCapThreshold,
  quoteScale,
  sizeOfLots,
  waitingHold,
} from '@fairlead/formula';
import {
  type AmountMinor,
  amountMinor,
  divFloor,
  formatDecimal,
  PPM_ONE,
  type PriceE8,
  parseDecimal,
  priceE8,
  ratePpm,
} from '@fairlead/units';
import { pnlAt } from './stops.ts';

export interface HeldFigures extends HeldPosition {
  readonly quoteScale: number;
  readonly cap: AmountMinor;
}

const scaleOf = (text: string): number => text.split('.')[1]?.length ?? 0;
const PRICE_SCALE = 8;
const RATE_SCALE = 6;

/** A decimal price of the wire; undefined where it is missing, unreadable or not positive. */
export function readPrice(text: string | undefined): PriceE8 | undefined {
  const value = text === undefined ? undefined : parseDecimal(text, PRICE_SCALE);
  return value === undefined || value <= 0n ? undefined : priceE8(value);
}

const readAmount = (text: string, scale: number): AmountMinor =>
  amountMinor(parseDecimal(text, scale) ?? 0n);

/**
 * A holding position, or a waiting one as it would be at its limit; undefined without a price. `quote` is the scale of
 * its currency. A lot's own decimals serve as the base's: size × price is the same fraction.
 */
export function figuresOf(position: Position, quote: number): HeldFigures | undefined {
  const openPrice = readPrice(position.open_price ?? position.price);
  const closeFee = parseDecimal(position.close_fee_rate, RATE_SCALE);
  if (openPrice === undefined || closeFee === undefined) return undefined;
  const base = scaleOf(position.lot_size);
  const margin = readAmount(position.margin, quote);
  return {
    baseMinor: sizeOfLots(position.lots, readAmount(position.lot_size, base)),
    scale: quoteScale({ base, quote }),
    side: position.side,
    openPrice,
    margin,
    maintenance: readAmount(position.maintenance ?? '0', quote),
    profitCapMultiple: position.profit_cap,
    closeFeePpm: ratePpm(closeFee),
    quoteScale: quote,
    cap: amountMinor(margin * BigInt(position.profit_cap)),
  };
}

export interface LiveFigures {
  /** Of the price, before fees: at most the cap, at least −margin, as the server counts it. */
  readonly pnl: AmountMinor;
  /** Of the margin, in ppm, rounded down. */
  readonly sharePpm: bigint;
  /** Closed at a million; undefined when nothing of the margin is left. */
  readonly ratioPpm: bigint | undefined;
  readonly equity: AmountMinor;
}

export function liveFigures(held: HeldFigures, price: PriceE8): LiveFigures {
  const pnl = closeOutcome(held, price).realisedPnl;
  const equity = amountMinor(held.margin + pnl);
  return {
    pnl,
    sharePpm: held.margin === 0n ? 0n : divFloor(pnl * PPM_ONE, held.margin),
    ratioPpm: marginRatioPpm(held.maintenance, equity),
    equity,
  };
}

export interface CloseEstimate {
  readonly pnl: AmountMinor;
  readonly fee: AmountMinor;
  /** What comes back to the account: margin and result, less the fee. */
  readonly back: AmountMinor;
}

/** What a close at a price would come to. */
export function closeEstimate(held: HeldFigures, price: PriceE8): CloseEstimate {
  const { realisedPnl, closeFee } = closeOutcome(held, price);
  return {
    pnl: realisedPnl,
    fee: closeFee,
    back: amountMinor(held.margin + realisedPnl - closeFee),
  };
}

/** Won or lost at a stop, no more than the cap and the margin. */
export const stopPnl = (held: HeldFigures, price: PriceE8): AmountMinor =>
  pnlAt(held, price, { margin: held.margin, cap: held.cap });

/** What a waiting one freezes, as decimal text: margin and fee at its limit, a short's cushion too. */
export function waitingHoldText(position: Position, held: HeldFigures): string {
  const openFee = readAmount(position.open_fee, held.quoteScale);
  const hold = waitingHold(position.side, { margin: held.margin, openFee });
  return formatDecimal(hold, held.quoteScale);
}

/** Where it has won all it may; undefined where no price is that low. */
export function capPrice(held: HeldFigures): PriceE8 | undefined {
  const price = profitCapThreshold(held);
  return price <= 0n ? undefined : priceE8(price);
}

export interface Totals {
  readonly margin: AmountMinor;
  readonly pnl: AmountMinor;
  readonly equity: AmountMinor;
  readonly maintenance: AmountMinor;
  /** Sum of maintenance ÷ sum of equity; undefined when nothing is left. */
  readonly riskPpm: bigint | undefined;
}

interface Priced {
  readonly held: HeldFigures;
  readonly price: PriceE8;
}

/** All of them together. They must be of one currency. */
export function totalsOf(positions: readonly Priced[]): Totals {
  let [margin, pnl, maintenance] = [0n, 0n, 0n];
  for (const { held, price } of positions) {
    margin += held.margin;
    pnl += closeOutcome(held, price).realisedPnl;
    maintenance += held.maintenance;
  }
  const equity = amountMinor(margin + pnl);
  return {
    margin: amountMinor(margin),
    pnl: amountMinor(pnl),
    equity,
    maintenance: amountMinor(maintenance),
    riskPpm: marginRatioPpm(amountMinor(maintenance), equity),
  };
}
