/** What the orders of a list must be for one another, and what each needs, as the oracle reads the rules. */
import type { ListKind, ListLeg, Market, PlaceList, PlaceOrder, Reject } from '@fairlead/engine';
import { maximum, type PriceTicks, type QuantityLots } from '@fairlead/units';
import type { NaiveOrder, NaiveTrigger } from './naive-order.ts';
import { bandAround, isDearer, isExpiryAhead, isFreshAt, type NaiveMoment } from './naive-terms.ts';
import {
  beginOf,
  checkSize,
  holdOf,
  isBegunAt,
  isReachedBy,
  keptOrder,
  type Trail,
  trailed,
} from './naive-triggers.ts';

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
    ['stop', 'trailing_stop'].includes(second.trigger.kind) &&
    (first.trigger === undefined ? mayWait(first) : first.trigger.kind === 'take_profit');
  const [profit, stop] = [pricesOf(first), pricesOf(second)];
  const isApart =
    stop === undefined || (first.side === 'sell' ? (profit ?? 0n) > stop : (profit ?? 0n) < stop);
  if (!isPair || !isApart) return undefined;
  return working === undefined ? 'oco' : 'otoco';
}

/** Where one stands when it is placed; of one that trails only with an activation. */
function pricesOf({ side, price, trigger }: ListLeg): bigint | undefined {
  if (trigger === undefined) return BigInt(price ?? 0);
  if (trigger.kind !== 'trailing_stop') return BigInt(trigger.price);
  const { trailPpm, activationPrice } = trigger;
  const isSound = trailPpm >= 1_000n && trailPpm <= 200_000n && trailPpm % 100n === 0n;
  return activationPrice === undefined || !isSound
    ? undefined
    : trailed(side, trailPpm, BigInt(activationPrice));
}

function isSound(leg: ListLeg, working: PlaceOrder | undefined): boolean {
  if (leg.type === 'limit' && leg.price === undefined) return false;
  if (leg.type === 'market') {
    if (leg.price !== undefined) return false;
    if (leg.trigger === undefined && working === undefined) return false;
    if (leg.timeInForce === 'post_only') return false;
  }
  if (leg.display !== undefined && (leg.quantity === undefined || !mayWait(leg))) return false;
  if (leg.quantity !== undefined) return true;
  return working !== undefined && (working.side === 'buy' || mayWait(working));
}

/** What a leg is placed by: the market, what it is behind, and the moment. */
export interface NaivePlacing {
  readonly market: Market;
  readonly working: PlaceOrder | undefined;
  readonly moment: NaiveMoment;
}

type Stand = Pick<NaiveTrigger, 'triggerBy'> & Trail;

/** What it waits for: a price, the best one less a distance, or nothing but a fill. */
export function standOf(
  { side, trigger, price }: ListLeg,
  { market, working, moment }: NaivePlacing,
): Stand | Reject {
  if (trigger?.kind === 'trailing_stop') {
    const trail = beginOf({ ...trigger, side, triggerBy: trigger.by }, market, moment);
    return typeof trail === 'string' ? trail : { triggerBy: trigger.by, ...trail };
  }
  const nothing = { trailPpm: undefined, activationPrice: undefined };
  const plain = { ...nothing, bestPrice: undefined, bestAtMs: undefined };
  if (trigger !== undefined) {
    const triggerPrice = BigInt(trigger.price);
    return { ...plain, triggerBy: trigger.by, triggerKind: trigger.kind, triggerPrice };
  }
  const fill = { ...plain, triggerBy: 'last', triggerKind: 'fill' } as const;
  if (price !== undefined) return { ...fill, triggerPrice: BigInt(price) };
  if (working?.type === 'limit') return { ...fill, triggerPrice: BigInt(working.price) };
  const index = moment.index?.price;
  if (index === undefined) return 'price_stale';
  const now = index / market.tickSizeE8;
  return { ...fill, triggerPrice: now < 1n ? 1n : now };
}

/** What it becomes. */
export function orderOfLeg(leg: ListLeg, size: number): NaiveTrigger['order'] {
  const { timeInForce, price = 0 as PriceTicks, display, selfTrade } = leg;
  const quantity = leg.quantity ?? (size as QuantityLots);
  const own = selfTrade === undefined ? {} : { selfTrade };
  return keptOrder(
    leg.type === 'limit'
      ? {
          ...{ type: 'limit', timeInForce, price, quantity, ...own },
          ...(display !== undefined && { display }),
        }
      : { type: 'market', timeInForce, size: { by: 'quantity', quantity }, ...own },
  );
}

/** What the one needs that needs most, or why one of them cannot be. */
export function checkLegs(
  { working, legs, shownFeePpm }: PlaceList,
  market: Market,
  moment: NaiveMoment,
): bigint | Reject {
  const needs: bigint[] = [];
  for (const leg of legs) {
    const need = needOf(leg, { market, working, moment });
    if (typeof need === 'string') return need;
    needs.push(need);
  }
  const isTooDear = (leg: ListLeg): boolean =>
    isDearer({ ...leg, ...(shownFeePpm !== undefined && { shownFeePpm }) }, market);
  if (legs.some(isTooDear)) return 'terms_changed';
  return needs.reduce((most, each) => maximum(most, each), 0n);
}

/** Behind another nobody knows where the price is when it is placed. */
function needOf(leg: ListLeg, placing: NaivePlacing): bigint | Reject {
  const { market, working, moment } = placing;
  if (!isExpiryAhead(leg.expiresAtMs, moment.timeMs)) return 'expiry_out_of_range';
  const order = orderOfLeg(leg, 1);
  const bad = checkSize({ order });
  if (bad !== undefined) return bad;
  const stand = standOf(leg, placing);
  if (typeof stand === 'string') return stand;
  const waiting = { side: leg.side, order, ...stand };
  const need = holdOf(waiting, market);
  const mayBeMore = leg.quantity === undefined && need === 'below_minimum';
  if (typeof need === 'string' && !mayBeMore) return need;
  const isByIndex = leg.trigger?.by === 'index' && working === undefined;
  if (isByIndex && !isFreshAt(moment.index, moment.timeMs)) return 'price_stale';
  if (order.type === 'limit') {
    const around = waiting.triggerPrice * market.tickSizeE8;
    const [lowest, highest] = bandAround(around, market.limitBandPpm, market);
    const price = BigInt(order.price);
    if (price < lowest || price > highest) return 'price_out_of_band';
  }
  const isThere =
    waiting.trailPpm === undefined
      ? isReachedBy(waiting, market, { ...moment, trades: [] })
      : isBegunAt(waiting, market, moment.index);
  if (isByIndex && isThere) return 'price_reached';
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
    ...(first.selfTrade !== undefined && { selfTrade: first.selfTrade }),
    ...(first.expiresAtMs !== undefined && { expiresAtMs: first.expiresAtMs }),
    ...(shownFeePpm !== undefined && { shownFeePpm }),
  };
  return order;
}

export const legsBehind = ({ working, legs }: PlaceList): readonly ListLeg[] =>
  legs.filter(({ trigger }) => working !== undefined || trigger !== undefined);

export const sizeOf = (order: Extract<NaiveTrigger['order'], { type: 'market' }>): number =>
  order.size.by === 'quantity' ? order.size.quantity : 0;

/** Of one whose size followed from another's, a price that was in range for less. */
export function reasonOf(code: Reject): string {
  if (code === 'expiry_out_of_range') return 'expired';
  return code === 'price_out_of_range' ? 'quantity_out_of_range' : code;
}
