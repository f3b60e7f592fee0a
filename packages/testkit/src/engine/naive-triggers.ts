/** Trigger orders as the oracle takes them: what each freezes, when each is due, and the order that comes of it. */
import type { Market, PlaceOrder, PlaceTrigger, Reject } from '@fairlead/engine';
import type { NaiveTrade, NaiveTrigger } from './naive-order.ts';
import {
  bandAround,
  isFreshAt,
  type NaiveIndex,
  type NaiveMoment,
  TWO_POW_53,
} from './naive-terms.ts';

type Waiting = Pick<NaiveTrigger, 'side' | 'triggerKind' | 'triggerBy' | 'triggerPrice'>;

/** What it freezes, or the refusal. */
export function checkTrigger(
  command: PlaceTrigger,
  market: Market,
  { index, timeMs }: NaiveMoment,
): bigint | Reject {
  const hold = holdOf(command, market);
  if (typeof hold === 'string') return hold;
  const isByIndex = command.triggerBy === 'index';
  if (isByIndex && !isFreshAt(index, timeMs)) return 'price_stale';
  const triggerPrice = BigInt(command.triggerPrice);
  if (command.order.type === 'limit') {
    const price = BigInt(command.order.price);
    const around = triggerPrice * market.tickSizeE8;
    const [lowest, highest] = bandAround(around, market.limitBandPpm, market);
    if (price < lowest || price > highest) return 'price_out_of_band';
  }
  const waiting = { ...command, triggerPrice };
  return isByIndex && isReachedBy(waiting, market, { index, trades: [] }) ? 'price_reached' : hold;
}

function holdOf({ triggerPrice, side, order }: PlaceTrigger, market: Market): bigint | Reject {
  const { tickLotQuoteMinor, lotBaseMinor, minNotionalMinor } = market;
  if (order.type === 'market' && order.size.by === 'amount') {
    const { amount } = order.size;
    if (amount <= 0n) return 'amount_not_positive';
    if (triggerPrice < 1) return 'price_out_of_range';
    if (side === 'sell') return 'quantity_out_of_range';
    return amount < minNotionalMinor ? 'below_minimum' : amount;
  }
  const quantity = BigInt(order.type === 'limit' ? order.quantity : sizeOf(order));
  if (quantity < 1n) return 'quantity_out_of_range';
  if (triggerPrice < 1) return 'price_out_of_range';
  const around = BigInt(triggerPrice) * market.tickSizeE8;
  const [, highest] = bandAround(around, market.marketBandPpm, market);
  const isLimit = order.type === 'limit';
  if (isLimit && order.price < 1) return 'price_out_of_range';
  const worst = isLimit ? BigInt(order.price) : highest;
  if (worst * quantity >= TWO_POW_53) return 'quantity_out_of_range';
  const worth = (isLimit ? worst : BigInt(triggerPrice)) * quantity * tickLotQuoteMinor;
  if (worth < minNotionalMinor) return 'below_minimum';
  return side === 'buy' ? worst * quantity * tickLotQuoteMinor : quantity * lotBaseMinor;
}

/** Whether the index, or one of the trades, is at the trigger price or beyond. */
export function isReachedBy(
  { side, triggerKind, triggerBy, triggerPrice }: Waiting,
  { tickSizeE8 }: Market,
  {
    index,
    trades,
  }: { readonly index: NaiveIndex | undefined; readonly trades: readonly NaiveTrade[] },
): boolean {
  const isDown = (side === 'sell') === (triggerKind === 'stop');
  const prices =
    triggerBy === 'last' ? trades.map(({ price }) => price * tickSizeE8) : [index?.price];
  return prices.some((price) => {
    if (price === undefined) return false;
    const at = triggerPrice * tickSizeE8;
    return isDown ? price <= at : price >= at;
  });
}

export function orderOfTrigger({ owner, marketId, side, order }: NaiveTrigger): PlaceOrder {
  return { kind: 'place_order', owner, marketId, side, ...order };
}

const sizeOf = (order: Extract<PlaceTrigger['order'], { type: 'market' }>): number =>
  order.size.by === 'quantity' ? order.size.quantity : 0;
