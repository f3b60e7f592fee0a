/** Trigger orders as the oracle takes them: what each freezes, when each is due, and the order that comes of it. */
import type {
  Market,
  PlaceOrder,
  PlaceTrailing,
  PlaceTrigger,
  Reject,
  Side,
} from '@fairlead/engine';
import type { QuantityLots } from '@fairlead/units';
import type { NaiveTrade, NaiveTrigger } from './naive-order.ts';
import {
  bandAround,
  isDisplaySound,
  isFreshAt,
  isShownEnough,
  type NaiveIndex,
  type NaiveMoment,
  TWO_POW_53,
} from './naive-terms.ts';

const PPM = 1_000_000n;

type Waiting = Pick<NaiveTrigger, 'side' | 'triggerKind' | 'triggerBy' | 'triggerPrice'> &
  Partial<Pick<NaiveTrigger, 'trailPpm' | 'bestPrice'>>;

/** An order that waits, with the price that it waits for. */
export type NaiveWaiting = Pick<PlaceTrigger, 'side' | 'triggerBy' | 'order'> &
  Pick<NaiveTrigger, 'triggerKind' | 'triggerPrice'>;

/** Where a stop stands that follows a price at a distance: on the whole tick that is no nearer. */
export function trailed(side: Side, trailPpm: bigint, best: bigint): bigint {
  const exact = best * (side === 'sell' ? PPM - trailPpm : PPM + trailPpm);
  const down = exact / PPM;
  return side === 'buy' && down * PPM < exact ? down + 1n : down;
}

/** The best of a sell is the highest whole tick that a price has reached, of a buy the lowest. */
function bestOf(side: Side, priceE8: bigint, { tickSizeE8 }: Market): bigint {
  const down = priceE8 / tickSizeE8;
  return side === 'buy' && down * tickSizeE8 < priceE8 ? down + 1n : down;
}

export type Trail = Pick<
  NaiveTrigger,
  'triggerKind' | 'triggerPrice' | 'trailPpm' | 'activationPrice' | 'bestPrice' | 'bestAtMs'
>;

/** How a trailing stop begins. */
export function beginOf(
  {
    side,
    triggerBy,
    trailPpm,
    activationPrice,
  }: Pick<PlaceTrailing, 'side' | 'triggerBy' | 'trailPpm' | 'activationPrice'>,
  market: Market,
  { index, timeMs }: NaiveMoment,
): Trail | Reject {
  const isSound = trailPpm >= 1_000n && trailPpm <= 200_000n && trailPpm % 100n === 0n;
  if (!isSound) return 'price_out_of_range';
  const isKnown = index?.price !== undefined && isFreshAt(index, timeMs);
  if (activationPrice === undefined && !isKnown) return 'price_stale';
  const first =
    activationPrice === undefined
      ? bestOf(side, index?.price ?? 0n, market)
      : BigInt(activationPrice);
  if (first < 1n) return 'price_out_of_range';
  const triggerPrice = trailed(side, trailPpm, first);
  if (triggerPrice < 1n) return 'price_out_of_range';
  const isFollowing = activationPrice === undefined && triggerBy === 'index';
  return {
    triggerKind: 'trailing_stop',
    triggerPrice,
    trailPpm,
    activationPrice: activationPrice === undefined ? undefined : first,
    bestPrice: isFollowing ? first : undefined,
    bestAtMs: isFollowing ? index?.timeMs : undefined,
  };
}

/** A price as what trails takes it: begins there, or goes along. */
export function follow(
  trigger: NaiveTrigger,
  { priceE8, atMs }: { readonly priceE8: bigint; readonly atMs: number },
  market: Market,
): void {
  const { side, trailPpm, activationPrice, bestPrice } = trigger;
  if (trailPpm === undefined) return;
  const price = bestOf(side, priceE8, market);
  const isBeyond = (other: bigint | undefined, isOver: boolean): boolean =>
    other === undefined ||
    (side === 'sell' ? price > other : price < other) ||
    (isOver && price === other);
  const isTaken =
    bestPrice === undefined ? isBeyond(activationPrice, true) : isBeyond(bestPrice, false);
  if (!isTaken) return;
  trigger.bestPrice = price;
  trigger.bestAtMs = atMs;
  trigger.triggerPrice = trailed(side, trailPpm, price);
}

/** Whether the index is there already where one begins to follow it. */
export function isBegunAt(
  {
    side,
    triggerBy,
    activationPrice,
  }: Pick<NaiveTrigger, 'side' | 'triggerBy'> & Pick<Trail, 'activationPrice'>,
  market: Market,
  index: NaiveIndex | undefined,
): boolean {
  if (activationPrice === undefined || triggerBy !== 'index') return false;
  const now = bestOf(side, index?.price ?? 0n, market);
  return side === 'sell' ? now >= activationPrice : now <= activationPrice;
}

/** What it freezes, or the refusal. */
export function checkTrigger(
  command: NaiveWaiting,
  market: Market,
  { index, timeMs }: NaiveMoment,
): bigint | Reject {
  const hold = holdOf(command, market);
  if (typeof hold === 'string') return hold;
  const isByIndex = command.triggerBy === 'index';
  if (isByIndex && !isFreshAt(index, timeMs)) return 'price_stale';
  const { triggerPrice } = command;
  if (command.order.type === 'limit') {
    const price = BigInt(command.order.price);
    const around = triggerPrice * market.tickSizeE8;
    const [lowest, highest] = bandAround(around, market.limitBandPpm, market);
    if (price < lowest || price > highest) return 'price_out_of_band';
  }
  return isByIndex && isReachedBy(command, market, { index, trades: [] }) ? 'price_reached' : hold;
}

/** What is wrong with its size whatever it waits for. */
export function checkSize({ order }: Pick<PlaceTrigger, 'order'>): Reject | undefined {
  if (order.type === 'market' && order.size.by === 'amount') {
    return order.size.amount <= 0n ? 'amount_not_positive' : undefined;
  }
  const quantity = order.type === 'limit' ? order.quantity : sizeOf(order);
  if (quantity < 1) return 'quantity_out_of_range';
  const isShown = order.type !== 'limit' || isDisplaySound(order);
  return isShown ? undefined : 'quantity_out_of_range';
}

/** What one freezes that waits for its price, or why it cannot be. */
export function holdOf(
  { triggerPrice, side, order }: NaiveWaiting,
  market: Market,
): bigint | Reject {
  const { tickLotQuoteMinor, lotBaseMinor, minNotionalMinor } = market;
  if (order.type === 'market' && order.size.by === 'amount') {
    const { amount } = order.size;
    if (triggerPrice < 1) return 'price_out_of_range';
    if (side === 'sell') return 'quantity_out_of_range';
    return amount < minNotionalMinor ? 'below_minimum' : amount;
  }
  const quantity = BigInt(order.type === 'limit' ? order.quantity : sizeOf(order));
  if (triggerPrice < 1) return 'price_out_of_range';
  const around = triggerPrice * market.tickSizeE8;
  const [, highest] = bandAround(around, market.marketBandPpm, market);
  const isLimit = order.type === 'limit';
  if (isLimit && order.price < 1) return 'price_out_of_range';
  const worst = isLimit ? BigInt(order.price) : highest;
  if (worst * quantity >= TWO_POW_53) return 'quantity_out_of_range';
  const worth = (isLimit ? worst : triggerPrice) * quantity * tickLotQuoteMinor;
  if (worth < minNotionalMinor) return 'below_minimum';
  if (isLimit && !isShownEnough(order, market)) return 'display_too_small';
  return side === 'buy' ? worst * quantity * tickLotQuoteMinor : quantity * lotBaseMinor;
}

/** Whether the index, or one of the trades, is at the trigger price or beyond. */
export function isReachedBy(
  { side, triggerKind, triggerBy, triggerPrice, trailPpm, bestPrice }: Waiting,
  { tickSizeE8 }: Market,
  {
    index,
    trades,
  }: { readonly index: NaiveIndex | undefined; readonly trades: readonly NaiveTrade[] },
): boolean {
  // A trailing stop that has not begun waits for that.
  if (trailPpm !== undefined && bestPrice === undefined) return false;
  const isDown = (side === 'sell') === (triggerKind !== 'take_profit');
  const prices =
    triggerBy === 'last' ? trades.map(({ price }) => price * tickSizeE8) : [index?.price];
  return prices.some((price) => {
    if (price === undefined) return false;
    const at = triggerPrice * tickSizeE8;
    return isDown ? price <= at : price >= at;
  });
}

/** What it becomes: of a limit as little is shown as was asked for, or as its market lets by then. */
export function orderOfTrigger(
  { owner, marketId, side, order, expiresAtMs }: NaiveTrigger,
  market: Market,
): PlaceOrder {
  const base = { kind: 'place_order', owner, marketId, side } as const;
  if (order.type === 'market') return { ...base, ...order };
  const { display, ...limit } = order;
  const isKept = expiresAtMs !== undefined && ['gtc', 'post_only'].includes(order.timeInForce);
  let shown = display;
  while (shown !== undefined && shown < order.quantity) {
    if (isShownEnough({ ...order, display: shown }, market)) break;
    shown = (shown + 1) as QuantityLots;
  }
  if (shown !== undefined && shown > order.quantity) shown = order.quantity;
  return {
    ...base,
    ...limit,
    ...(shown !== undefined && { display: shown }),
    ...(isKept && { expiresAtMs }),
  };
}

const sizeOf = (order: Extract<PlaceTrigger['order'], { type: 'market' }>): number =>
  order.size.by === 'quantity' ? order.size.quantity : 0;

/** As it is kept: who goes where it meets its owner's is said only where it is not the one that comes. */
export function keptOrder<Order extends PlaceTrigger['order']>(order: Order): Order {
  const { selfTrade, ...rest } = order;
  const isUsual = selfTrade === undefined || selfTrade === 'expire_taker';
  return (isUsual ? rest : order) as Order;
}
