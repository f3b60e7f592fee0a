/**
 * A part of a position, and what is left: the rest is what its own lots come to at the open price, the part is the
 * whole less the rest. So each sum of the two is the whole's to the unit, however it rounds.
 */
import {
  type AmountMinor,
  amountMinor,
  assert,
  divFloor,
  type PriceE8,
  priceE8,
  type RatePpm,
} from '@fairlead/units';
import {
  type HeldPosition,
  liquidationEstimate,
  notionalShare,
  type PositionSize,
  positionMargin,
  type QuoteScale,
  sizeOfLots,
} from './futures.ts';

/** What a position was opened under, as far as its amounts follow from it. */
export interface SplitTerms {
  readonly lotBaseMinor: AmountMinor;
  readonly scale: QuoteScale;
  readonly openPrice: PriceE8;
  readonly multiple: number;
  readonly maintenanceRatePpm: RatePpm;
  readonly openFeePpm: RatePpm;
}

/** What a held position is made of. */
export interface HeldAmounts {
  readonly lots: number;
  /** All of it, with what was added. */
  readonly margin: AmountMinor;
  readonly marginAdded: AmountMinor;
  readonly maintenance: AmountMinor;
  readonly openFee: AmountMinor;
}

/**
 * Splits some lots off. Of added margin the part's share is rounded down, so the rest's protection never shrinks by
 * rounding. Lots are from 1 to one less than all.
 */
export function partAmounts(
  terms: SplitTerms,
  whole: HeldAmounts,
  lots: number,
): { readonly part: HeldAmounts; readonly rest: HeldAmounts } {
  assert(lots >= 1 && lots < whole.lots, 'a part is less than the whole');
  const restLots = whole.lots - lots;
  const { openPrice, lotBaseMinor, scale } = terms;
  const size: PositionSize = { baseMinor: sizeOfLots(restLots, lotBaseMinor), scale };
  const added = amountMinor(divFloor(whole.marginAdded * BigInt(lots), BigInt(whole.lots)));
  const restAdded = amountMinor(whole.marginAdded - added);
  const rest: HeldAmounts = {
    lots: restLots,
    margin: amountMinor(positionMargin(size, openPrice, terms.multiple) + restAdded),
    marginAdded: restAdded,
    maintenance: notionalShare(size, openPrice, terms.maintenanceRatePpm),
    openFee: notionalShare(size, openPrice, terms.openFeePpm),
  };
  const part: HeldAmounts = {
    lots,
    margin: amountMinor(whole.margin - rest.margin),
    marginAdded: added,
    maintenance: amountMinor(whole.maintenance - rest.maintenance),
    openFee: amountMinor(whole.openFee - rest.openFee),
  };
  return { part, rest };
}

/**
 * What screens call the liquidation price of a held position: the estimate of its opening, moved away by what was added
 * to its margin (towards the open price by rounding). Undefined where no price liquidates it any more.
 */
export function estimateOfHeld(
  position: Pick<HeldPosition, 'side' | 'openPrice' | 'marginAdded' | 'baseMinor' | 'scale'>,
  multiple: number,
  rate: RatePpm,
): PriceE8 | undefined {
  const { side, baseMinor, scale, marginAdded } = position;
  const estimate = liquidationEstimate(position, multiple, rate);
  const moved = (marginAdded ?? 0n) * scale.denominator;
  const per = baseMinor * scale.numerator;
  const price = side === 'long' ? estimate - divFloor(moved, per) : estimate + divFloor(moved, per);
  return price > 0n ? priceE8(price) : undefined;
}
