/**
 * What a conversion comes to as the published book stands. Nothing is set aside for it and nobody stands behind it but the book:
 * its bounds are what the caller may send along, and the engine keeps to those. What icebergs hide is not counted on.
 */
import { ProblemError } from '@fairlead/contract';
import { amountOf, feeAmount, indexNotional, priceBand } from '@fairlead/formula';
import {
  type AmountMinor,
  amountMinor,
  divCeil,
  divFloor,
  PPM_ONE,
  type PriceE8,
  quantityLots,
  type RatePpm,
} from '@fairlead/units';
import type { MarketTerms } from '../../market/index.ts';

/** Best first. */
type Levels = readonly (readonly [ticks: number, lots: number])[];

/** A market as it stands. */
export interface QuotedMarket {
  readonly market: MarketTerms;
  readonly bids: Levels;
  readonly asks: Levels;
  readonly index: PriceE8;
}

export interface QuotedLeg {
  readonly market: MarketTerms;
  readonly side: 'buy' | 'sell';
  readonly index: PriceE8;
  /** What is spent: lots of a sale, the amount of a purchase. */
  readonly lots: number;
  readonly budget?: AmountMinor;
  readonly best: number;
  /** The worst that it meets as the book stands. */
  readonly last: number;
  /** Of the other side. */
  readonly opposite: number | undefined;
  readonly worst: number;
  readonly notional: AmountMinor;
  readonly base: AmountMinor;
  readonly fee: AmountMinor;
  /** After the fee, as the book stands, and in the worst case that is not refused. */
  readonly received: AmountMinor;
  readonly receivedLeast: AmountMinor;
}

/** Throws where the engine would refuse it too. */
export function quoteSale(at: QuotedMarket, lots: number, tolerance: RatePpm): QuotedLeg {
  const { market, index, bids, asks } = at;
  const sold = quantityLots(lots);
  if (lots < 1 || indexNotional(sold, index, market) < market.minNotionalMinor)
    throw new ProblemError('below_minimum');
  const band = priceBand(index, market.marketBandPpm, market.tickSizeE8);
  const walked = walkLots(bids, lots, (price) => price >= band.lowest);
  const worst = Number(divFloor(BigInt(walked.last) * (PPM_ONE - tolerance), PPM_ONE));
  const bound = Math.max(worst, band.lowest, 1);
  const notional = amountOf(walked.tickLots, market.tickLotQuoteMinor);
  const least = amountOf(bound * lots, market.tickLotQuoteMinor);
  return {
    ...{ market, side: 'sell', index, lots, worst: bound, notional },
    best: walked.best,
    last: walked.last,
    opposite: asks[0]?.[0],
    base: amountOf(lots, market.lotBaseMinor),
    ...receiving(market, { amount: notional, least, lots }),
  };
}

/** By an amount, of which at least so much is there; throws likewise. */
export function quotePurchase(
  at: QuotedMarket,
  { budget, least }: { readonly budget: AmountMinor; readonly least: AmountMinor },
  tolerance: RatePpm,
): QuotedLeg {
  const { market, index, bids, asks } = at;
  if (least < market.minNotionalMinor) throw new ProblemError('below_minimum');
  const band = priceBand(index, market.marketBandPpm, market.tickSizeE8);
  const unit = market.tickLotQuoteMinor;
  const walked = walkBudget(asks, divFloor(budget, unit), (price) => price <= band.highest);
  const worst = Number(divCeil(BigInt(walked.last) * (PPM_ONE + tolerance), PPM_ONE));
  const bound = Math.min(worst, band.highest);
  const lotsLeast = Number(divFloor(divFloor(least, unit), BigInt(bound)));
  if (lotsLeast < 1) throw new ProblemError('below_minimum');
  const base = amountOf(walked.lots, market.lotBaseMinor);
  return {
    ...{ market, side: 'buy', index, lots: walked.lots, budget, worst: bound, base },
    best: walked.best,
    last: walked.last,
    opposite: bids[0]?.[0],
    notional: amountOf(walked.tickLots, unit),
    ...receiving(market, {
      amount: base,
      least: amountOf(lotsLeast, market.lotBaseMinor),
      lots: lotsLeast,
    }),
  };
}

/** Less the fee, which is rounded up with each fill: of a lot at least. */
function receiving(
  { takerFeePpm }: MarketTerms,
  { amount, least, lots }: { amount: AmountMinor; least: AmountMinor; lots: number },
): Pick<QuotedLeg, 'fee' | 'received' | 'receivedLeast'> {
  const fee = feeAmount(amount, takerFeePpm);
  const atLeast = takerFeePpm === 0n ? least : least - feeAmount(least, takerFeePpm) - BigInt(lots);
  return {
    fee,
    received: amountMinor(amount - fee),
    receivedLeast: amountMinor(atLeast > 0n ? atLeast : 0n),
  };
}

interface Walked {
  readonly best: number;
  readonly last: number;
  readonly lots: number;
  readonly tickLots: number;
}

function walkLots(levels: Levels, wanted: number, isWithin: (price: number) => boolean): Walked {
  let [left, tickLots, last] = [wanted, 0, 0];
  for (const [price, there] of levels) {
    if (left === 0 || !isWithin(price)) break;
    const lots = Math.min(left, there);
    left -= lots;
    tickLots += lots * price;
    last = price;
  }
  if (left > 0) throw new ProblemError('would_not_fill');
  return { best: levels[0]?.[0] ?? last, last, lots: wanted, tickLots };
}

function walkBudget(levels: Levels, budget: bigint, isWithin: (price: number) => boolean): Walked {
  let [left, lots, last, isSpent] = [budget, 0, 0, false];
  for (const [price, there] of levels) {
    if (!isWithin(price)) break;
    const affordable = divFloor(left, BigInt(price));
    isSpent = affordable <= BigInt(there);
    const taken = isSpent ? Number(affordable) : there;
    if (taken > 0) last = price;
    lots += taken;
    left -= BigInt(taken) * BigInt(price);
    if (isSpent) break;
  }
  if (!isSpent && (lots === 0 || left >= BigInt(last))) throw new ProblemError('would_not_fill');
  if (lots === 0) throw new ProblemError('below_minimum');
  return { best: levels[0]?.[0] ?? last, last, lots, tickLots: Number(budget - left) };
}

/** How much less is received than spent, both at the index. */
export function costPpm(legs: readonly QuotedLeg[]): bigint {
  const [first, last] = [legs[0], legs.at(-1)];
  if (first === undefined || last === undefined) return 0n;
  const spent = first.side === 'sell' ? atIndex(first, first.base) : first.notional;
  const received = last.side === 'buy' ? atIndex(last, last.received) : last.received;
  return spent === 0n ? 0n : divCeil((spent - received) * PPM_ONE, spent);
}

const atIndex = ({ market, index }: QuotedLeg, base: AmountMinor): bigint =>
  baseAtIndex(market, { base, index });

/** What an amount of base is worth at an index, in quote: by units of the grid, whichever holds. */
export const baseAtIndex = (
  { tickLotQuoteMinor, tickSizeE8, lotBaseMinor }: MarketTerms,
  { base, index }: { readonly base: bigint; readonly index: PriceE8 },
): bigint => divFloor(base * index * tickLotQuoteMinor, tickSizeE8 * lotBaseMinor);
