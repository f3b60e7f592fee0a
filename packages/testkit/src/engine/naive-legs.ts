/** What the orders of a list must be for one another, and what each needs, as the oracle reads the rules. */
import type { ListKind, ListLeg, Market, PlaceList, PlaceOrder, Reject } from '@fairlead/engine';
import { maximum, type PriceTicks, type QuantityLots } from '@fairlead/units';
import type { NaiveOrder, NaiveTrigger } from './naive-order.ts';
import { bandAround, isDearer, isFreshAt, type NaiveMoment } from './naive-terms.ts';
import { checkSize, holdOf, isReachedBy } from './naive-triggers.ts';

export const mayWait = ({ type, timeInForce }: Pick<PlaceOrder, 'type' | 'timeInForce'>): boolean =>
  type === 'limit' && (timeInForce === 'gtc' || timeInForce === 'post_only');

/** What kind of list it is; undefined where it is none. */
export function shapeOf({ owner, marketId, working, legs }: PlaceList): ListKind | undefined {
  const [first, second] = legs;
  const isOther = working && (working.owner !== owner || working.marketId !== marketId);
  if (isOther || !legs.every((leg) => isSound(leg, working))) return undefined;
  if (legs.length === 1 && working !== undefined) return 'oto';
  if (legs.length !== 2 || first === undefined || second?.trigger === undefined) return undefined;
  const isPair =
    first.side === second.side &&
    second.trigger.kind === 'stop' &&
    (first.trigger === undefined ? mayWait(first) : first.trigger.kind === 'take_profit');
  const profit = first.trigger?.price ?? first.price ?? 0;
  const stop = second.trigger.price;
  const isApart = first.side === 'sell' ? profit > stop : profit < stop;
  if (!isPair || !isApart) return undefined;
  return working === undefined ? 'oco' : 'otoco';
}

function isSound(leg: ListLeg, working: PlaceOrder | undefined): boolean {
  if (leg.type === 'limit' && leg.price === undefined) return false;
  if (leg.type === 'market') {
    if (leg.price !== undefined || leg.trigger === undefined) return false;
    if (leg.timeInForce === 'post_only') return false;
  }
  const isAtOnce = leg.trigger === undefined && working === undefined;
  if (leg.display !== undefined && !isAtOnce) return false;
  if (leg.quantity !== undefined) return true;
  return working !== undefined && (working.side === 'buy' || mayWait(working));
}

/** As a trigger order; a plain limit waits for nothing but a fill. */
export function waitingOf(
  leg: ListLeg,
  size: number,
): Pick<NaiveTrigger, 'side' | 'triggerKind' | 'triggerBy' | 'triggerPrice' | 'order'> {
  const { side, timeInForce, trigger, price = 0 as PriceTicks } = leg;
  const quantity = leg.quantity ?? (size as QuantityLots);
  return {
    side,
    triggerKind: trigger?.kind ?? 'fill',
    triggerBy: trigger?.by ?? 'last',
    triggerPrice: BigInt(trigger?.price ?? price),
    order:
      leg.type === 'limit'
        ? { type: 'limit', timeInForce, price, quantity }
        : { type: 'market', timeInForce, size: { by: 'quantity', quantity } },
  };
}

/** What the one needs that needs most, or why one of them cannot be. */
export function checkLegs(
  { working, legs, shownFeePpm }: PlaceList,
  market: Market,
  moment: NaiveMoment,
): bigint | Reject {
  const needs: bigint[] = [];
  for (const leg of legs) {
    const need = needOf(leg, market, working === undefined ? moment : undefined);
    if (typeof need === 'string') return need;
    needs.push(need);
  }
  const isTooDear = (leg: ListLeg): boolean =>
    isDearer({ ...leg, ...(shownFeePpm !== undefined && { shownFeePpm }) }, market);
  if (legs.some(isTooDear)) return 'terms_changed';
  return needs.reduce((most, each) => maximum(most, each), 0n);
}

/** Without a moment: where the price is when it is placed nobody knows. */
function needOf(leg: ListLeg, market: Market, moment: NaiveMoment | undefined): bigint | Reject {
  const waiting = waitingOf(leg, 1);
  const bad = checkSize(waiting);
  if (bad !== undefined) return bad;
  const need = holdOf(waiting, market);
  const mayBeMore = leg.quantity === undefined && need === 'below_minimum';
  if (typeof need === 'string' && !mayBeMore) return need;
  const isByIndex = leg.trigger?.by === 'index';
  if (moment && isByIndex && !isFreshAt(moment.index, moment.timeMs)) return 'price_stale';
  if (waiting.order.type === 'limit') {
    const around = waiting.triggerPrice * market.tickSizeE8;
    const [lowest, highest] = bandAround(around, market.limitBandPpm, market);
    const price = BigInt(waiting.order.price);
    if (price < lowest || price > highest) return 'price_out_of_band';
  }
  const isThere = moment && isByIndex && isReachedBy(waiting, market, { ...moment, trades: [] });
  if (isThere) return 'price_reached';
  return typeof need === 'string' ? 0n : need;
}

/** An order without a size of its own is of what came at once, or of all that may come. */
export function sizeBehind(working: NaiveOrder | undefined): number {
  if (working === undefined) return 1;
  if (working.status === 'waiting') return Number(working.quantity);
  return Math.max(1, Number(working.filledQuantity));
}

/** The order that enters the book with its list. */
export function atOnce({ working, legs, owner, marketId, shownFeePpm }: PlaceList) {
  const [first] = legs;
  if (working !== undefined) return working;
  if (first === undefined || first.trigger !== undefined) return undefined;
  const { price, quantity } = first;
  if (price === undefined || quantity === undefined) return undefined;
  const order: PlaceOrder = {
    ...({ kind: 'place_order', type: 'limit', owner, marketId, side: first.side } as const),
    timeInForce: first.timeInForce,
    price,
    quantity,
    ...(first.display !== undefined && { display: first.display }),
    ...(first.clientOrderId !== undefined && { clientOrderId: first.clientOrderId }),
    ...(shownFeePpm !== undefined && { shownFeePpm }),
  };
  return order;
}

export const legsBehind = ({ working, legs }: PlaceList): readonly ListLeg[] =>
  legs.filter(({ trigger }) => working !== undefined || trigger !== undefined);

export const sizeOf = (order: Extract<NaiveTrigger['order'], { type: 'market' }>): number =>
  order.size.by === 'quantity' ? order.size.quantity : 0;

/** Of one whose size followed from another's, a price that was in range for less. */
export const reasonOf = (code: Reject): string =>
  code === 'price_out_of_range' ? 'quantity_out_of_range' : code;
