/** What the oracle asks of an order by its market's terms and index, as plainly as they are written down. */
import type { Market, PlaceLimitOrder, PlaceOrder, Reject } from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';
import { quantityOf } from './naive-order.ts';

export interface NaiveIndex {
  readonly timeMs: number;
  readonly price: bigint | undefined;
}

export interface NaiveMoment {
  readonly index: NaiveIndex | undefined;
  readonly timeMs: number;
}

export const TWO_POW_53 = 2n ** 53n;
const PPM = 1_000_000n;
const FRESH_MS = 10_000;

export const isFreshAt = (index: NaiveIndex | undefined, timeMs: number): boolean =>
  index?.price !== undefined && timeMs - index.timeMs <= FRESH_MS;

/** Only what may wait expires, at a time to come, within 366 days. */
export function isExpirySound(command: PlaceOrder, timeMs: number): boolean {
  if (command.type !== 'limit' || command.expiresAtMs === undefined) return true;
  const leftMs = command.expiresAtMs - timeMs;
  return leftMs > 0 && leftMs <= 366 * DAY_MS && ['gtc', 'post_only'].includes(command.timeInForce);
}

/** The same of what waits for a price, whatever it becomes. */
export const isExpiryAhead = (expiresAtMs: number | undefined, timeMs: number): boolean =>
  expiresAtMs === undefined || (expiresAtMs - timeMs > 0 && expiresAtMs - timeMs <= 366 * DAY_MS);

export function checkTerms(
  command: PlaceOrder,
  market: Market,
  { index, timeMs }: NaiveMoment,
): Reject | undefined {
  const isFresh = isFreshAt(index, timeMs);
  const price = index?.price ?? 0n;
  if (command.type === 'limit') {
    if (command.quantity < 1) return 'quantity_out_of_range';
    const isLarge = BigInt(command.price) * BigInt(command.quantity) >= TWO_POW_53;
    if (command.price >= 1 && isLarge) return 'quantity_out_of_range';
    if (!isDisplaySound(command)) return 'quantity_out_of_range';
    if (command.price < 1) return 'price_out_of_range';
    const notional = BigInt(command.price) * BigInt(command.quantity) * market.tickLotQuoteMinor;
    if (notional < market.minNotionalMinor) return 'below_minimum';
    if (!isShownEnough(command, market)) return 'display_too_small';
    const [lowest, highest] = bandAround(price, market.limitBandPpm, market);
    const isOutside = BigInt(command.price) < lowest || BigInt(command.price) > highest;
    return isFresh && isOutside ? 'price_out_of_band' : undefined;
  }
  if (command.size.by === 'amount') {
    if (command.size.amount <= 0n) return 'amount_not_positive';
    if (command.side === 'sell') return 'quantity_out_of_range';
    if (command.size.amount < market.minNotionalMinor) return 'below_minimum';
    return isFresh ? undefined : 'price_stale';
  }
  if (command.size.quantity < 1) return 'quantity_out_of_range';
  if (!isFresh) return 'price_stale';
  const [, highest] = bandAround(price, market.marketBandPpm, market);
  if (highest * BigInt(command.size.quantity) >= TWO_POW_53) return 'quantity_out_of_range';
  const worth = BigInt(command.size.quantity) * market.tickLotQuoteMinor * price;
  return worth < market.minNotionalMinor * market.tickSizeE8 ? 'below_minimum' : undefined;
}

type Shown = Pick<PlaceLimitOrder, 'display' | 'quantity' | 'timeInForce' | 'price'>;

/** Only what may wait shows a part of itself, from one lot to the whole. */
export function isDisplaySound({ display, quantity, timeInForce }: Shown): boolean {
  if (display === undefined) return true;
  return display >= 1 && display <= quantity && ['gtc', 'post_only'].includes(timeInForce);
}

/** In so many parts at most, each of the least that an order may be worth. */
export function isShownEnough(
  { price, display, quantity }: Shown,
  { tickLotQuoteMinor, minNotionalMinor, icebergPartsMax }: Market,
): boolean {
  if (display === undefined || display === quantity) return true;
  const worth = BigInt(price) * BigInt(display) * tickLotQuoteMinor;
  return worth >= minNotionalMinor && Math.ceil(quantity / display) <= icebergPartsMax;
}

/** Whether one of the rates that may be charged is above what was shown. */
export function isDearer(
  { type, timeInForce, shownFeePpm }: Pick<PlaceOrder, 'type' | 'timeInForce' | 'shownFeePpm'>,
  rates: Pick<Market, 'makerFeePpm' | 'takerFeePpm'>,
): boolean {
  if (shownFeePpm === undefined) return false;
  const isOnlyMaker = type === 'limit' && timeInForce === 'post_only';
  const isOnlyTaker = type === 'market' || timeInForce === 'ioc' || timeInForce === 'fok';
  return (
    (!isOnlyMaker && rates.takerFeePpm > shownFeePpm) ||
    (!isOnlyTaker && rates.makerFeePpm > shownFeePpm)
  );
}

/** What the order may cost at most, in the currency it pays with. */
export function costOf(command: PlaceOrder, market: Market, index: NaiveIndex | undefined): bigint {
  if (command.type === 'market' && command.size.by === 'amount') return command.size.amount;
  const quantity = command.type === 'limit' ? command.quantity : quantityOf(command);
  if (command.side === 'sell') return BigInt(quantity) * market.lotBaseMinor;
  return limitOf(command, market, index) * BigInt(quantity) * market.tickLotQuoteMinor;
}

/** The worst price the order takes. */
export function limitOf(
  command: PlaceOrder,
  market: Market,
  index: NaiveIndex | undefined,
): bigint {
  if (command.type === 'limit') return BigInt(command.price);
  const [lowest, highest] = bandAround(index?.price ?? 0n, market.marketBandPpm, market);
  return command.side === 'buy' ? highest : lowest;
}

/** The lowest and highest price in ticks that are not farther from a price than the band. */
export function bandAround(
  price: bigint,
  ppm: bigint,
  { tickSizeE8 }: Pick<Market, 'tickSizeE8'>,
): [bigint, bigint] {
  const unit = PPM * tickSizeE8;
  let lowest = (price * (PPM - ppm)) / unit;
  while (lowest < 1n || lowest * unit < price * (PPM - ppm)) lowest += 1n;
  return [lowest, (price * (PPM + ppm)) / unit];
}
