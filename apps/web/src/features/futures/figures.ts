/**
 * A position's figures at a price, from its own terms as the server sent them: profit or loss, margin ratio, and what a
 * close would come to. The formulas are the engine's.
 */
import type { Position } from '@fairlead/contract';
import {
  capOf,
  closeOutcome,
  estimateOfHeld,
  type HeldPosition,
  marginRatioPpm,
  netPnlAt,
  partAmounts,
  positionFees,
  positionNotional,
  profitCapThreshold,
  quoteScale,
  sizeOfLots,
  waitingHold,
} from '@fairlead/formula';
import {
  type AmountMinor,
  amountMinor,
  decimalsOf,
  divCeil,
  divFloor,
  formatDecimal,
  PPM_ONE,
  PRICE_SCALE,
  type PriceE8,
  parseDecimal,
  priceE8,
  RATE_SCALE,
  ratePpm,
} from '@fairlead/units';

export interface HeldFigures extends HeldPosition {
  readonly quoteScale: number;
  readonly cap: AmountMinor;
  /** Paid; of a waiting one what it will be at its limit. */
  readonly openFee: AmountMinor;
}

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
  const base = decimalsOf(position.lot_size);
  const margin = readAmount(position.margin, quote);
  const marginAdded = readAmount(position.margin_added ?? '0', quote);
  return {
    baseMinor: sizeOfLots(position.lots, readAmount(position.lot_size, base)),
    scale: quoteScale({ base, quote }),
    side: position.side,
    openPrice,
    margin,
    marginAdded,
    maintenance: readAmount(position.maintenance ?? '0', quote),
    profitCapMultiple: position.profit_cap,
    closeFeePpm: ratePpm(closeFee),
    quoteScale: quote,
    cap: capOf({ margin, marginAdded, profitCapMultiple: position.profit_cap }),
    openFee: readAmount(position.open_fee, quote),
  };
}

export interface LiveFigures {
  /** Of the price, before fees: at most the cap, at least −margin, as the server counts it. */
  readonly gross: AmountMinor;
  /** What closing now would cost. */
  readonly closeFee: AmountMinor;
  /** What closing now would have brought in all: after the fees of opening and close. */
  readonly net: AmountMinor;
  /** Of the margin, in ppm, rounded down: after fees. */
  readonly sharePpm: bigint;
  /** Closed at a million; undefined when nothing of the margin is left. */
  readonly ratioPpm: bigint | undefined;
  readonly equity: AmountMinor;
}

export function liveFigures(held: HeldFigures, price: PriceE8): LiveFigures {
  const { realisedPnl: gross, closeFee } = closeOutcome(held, price);
  const net = netPnlAt(held, price);
  const equity = amountMinor(held.margin + gross);
  return {
    gross,
    closeFee,
    net,
    sharePpm: held.margin === 0n ? 0n : divFloor(net * PPM_ONE, held.margin),
    ratioPpm: marginRatioPpm(held.maintenance, equity),
    equity,
  };
}

export interface CloseEstimate {
  /** Before fees. */
  readonly gross: AmountMinor;
  /** Of the opening, which is paid, and of the close. */
  readonly fees: AmountMinor;
  readonly net: AmountMinor;
  /** What comes back to the account: margin and result, less the fee. */
  readonly back: AmountMinor;
}

/** What a close at a price would come to. */
export function closeEstimate(held: HeldFigures, price: PriceE8): CloseEstimate {
  const { realisedPnl, closeFee } = closeOutcome(held, price);
  return {
    gross: realisedPnl,
    fees: positionFees({ openFee: held.openFee, closeFee }),
    net: netPnlAt(held, price),
    back: amountMinor(held.margin + realisedPnl - closeFee),
  };
}

/**
 * So many lots of a holding one, as closing them will split them off: margin to the unit, the opening fee, whose rate a
 * position does not tell, by its share. All of it for as many as are held; undefined where a rate is unreadable.
 */
export function partFigures(
  position: Position,
  held: HeldFigures,
  lots: number,
): HeldFigures | undefined {
  if (lots >= position.lots) return held;
  const rate = parseDecimal(position.maintenance_rate, RATE_SCALE);
  if (rate === undefined || lots < 1) return undefined;
  const lotBaseMinor = readAmount(position.lot_size, decimalsOf(position.lot_size));
  const restFee = divCeil(held.openFee * BigInt(position.lots - lots), BigInt(position.lots));
  const { part } = partAmounts(
    {
      lotBaseMinor,
      scale: held.scale,
      openPrice: held.openPrice,
      multiple: position.multiple,
      maintenanceRatePpm: ratePpm(rate),
      openFeePpm: ratePpm(0n),
    },
    { ...held, lots: position.lots, marginAdded: held.marginAdded ?? amountMinor(0n) },
    lots,
  );
  const { margin, marginAdded, maintenance } = part;
  return {
    ...held,
    baseMinor: sizeOfLots(lots, lotBaseMinor),
    margin,
    marginAdded,
    maintenance,
    cap: capOf({ margin, marginAdded, profitCapMultiple: held.profitCapMultiple }),
    openFee: amountMinor(held.openFee - restFee),
  };
}

/** The estimate of its liquidation with so much more margin; undefined where no price liquidates it then. */
export function liquidationWith(
  position: Position,
  held: HeldFigures,
  more: AmountMinor,
): PriceE8 | undefined {
  const rate = parseDecimal(position.maintenance_rate, RATE_SCALE);
  if (rate === undefined) return undefined;
  const marginAdded = amountMinor((held.marginAdded ?? 0n) + more);
  return estimateOfHeld({ ...held, marginAdded }, position.multiple, ratePpm(rate));
}

/** The most that can be added: until the margin is what it was worth when it opened. */
export const marginLeft = (held: HeldFigures): AmountMinor =>
  amountMinor(positionNotional(held, held.openPrice) - held.margin);

/** What a waiting one freezes, as decimal text: margin and fee at its limit, a short's cushion too. */
export function waitingHoldText(position: Position, held: HeldFigures): string {
  const hold = waitingHold(position.side, held);
  return formatDecimal(hold, held.quoteScale);
}

/** Where it has won all it may; undefined where no price is that low. */
export function capPrice(held: HeldFigures): PriceE8 | undefined {
  const price = profitCapThreshold(held);
  return price <= 0n ? undefined : priceE8(price);
}

export interface Totals {
  readonly margin: AmountMinor;
  /** After fees, were all closed now. */
  readonly net: AmountMinor;
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
  let [margin, gross, net, maintenance] = [0n, 0n, 0n, 0n];
  for (const { held, price } of positions) {
    margin += held.margin;
    gross += closeOutcome(held, price).realisedPnl;
    net += netPnlAt(held, price);
    maintenance += held.maintenance;
  }
  const equity = amountMinor(margin + gross);
  return {
    margin: amountMinor(margin),
    net: amountMinor(net),
    equity,
    maintenance: amountMinor(maintenance),
    riskPpm: marginRatioPpm(amountMinor(maintenance), equity),
  };
}
