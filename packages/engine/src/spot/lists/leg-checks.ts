/** What the orders of a list must be for one another, what each needs, and the rows that they begin as. */
import { isTrailBounded, trailedPrice } from '@fairlead/formula';
import {
  type AmountMinor,
  amountMinor,
  type PriceTicks,
  priceTicks,
  type QuantityLots,
  quantityLots,
} from '@fairlead/units';
import { indexTimeMs, type Reject, type Stamp } from '../../command.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import type { ListLeg, PlaceList, PlaceOrder, TriggeredOrder } from '../commands.ts';
import { isExpiryAhead } from '../expire-orders.ts';
import { mayRest, timeInForceOf } from '../resting.ts';
import type { OrderRow, TriggerRow } from '../rows.ts';
import { besideOf } from '../triggers/becoming.ts';
import { type Beginning, beginTrailing, isBegun } from '../triggers/trailing.ts';
import {
  indexRange,
  isOutOfBand,
  isReached,
  sizeProblem,
  triggerHold,
  type Waiting,
} from '../triggers/trigger-checks.ts';

const ONE_LOT = quantityLots(1);

/** Whether they are no list: of two that exclude each other one takes the profit, the other stops the loss. */
export function shapeProblem({ owner, marketId, working, legs }: PlaceList): boolean {
  const [first, second, third] = legs;
  if (first === undefined || third !== undefined) return true;
  if (working !== undefined && (working.owner !== owner || working.marketId !== marketId))
    return true;
  if (legs.some((leg) => !isLegSound(leg, working))) return true;
  if (second === undefined) return working === undefined;
  if (first.side !== second.side || !isStop(second) || isStop(first)) return true;
  if (first.trigger === undefined && !mayRest(first)) return true;
  return isWrongWay(first, second);
}

const isStop = ({ trigger }: ListLeg): boolean =>
  trigger?.kind === 'stop' || trigger?.kind === 'trailing_stop';

/** Whether the one would not take a profit where the other stops a loss. Where a distance begins that has no activation nobody knows. */
function isWrongWay(first: ListLeg, second: ListLeg): boolean {
  const [profit, stop] = [firstPrice(first), firstPrice(second)];
  return stop !== undefined && areCrossed(first.side, profit ?? 0, stop);
}

/** Of two that exclude each other: the profit's price, and the stop's. */
export const areCrossed = (side: ListLeg['side'], profit: number, stop: number): boolean =>
  side === 'sell' ? profit <= stop : profit >= stop;

/** Where it stands as it is placed, as far as that is known from it alone. */
function firstPrice({ side, price, trigger }: ListLeg): number | undefined {
  if (trigger === undefined) return price;
  if (trigger.kind !== 'trailing_stop') return trigger.price;
  const { trailPpm, activationPrice } = trigger;
  if (activationPrice === undefined || !isTrailBounded(trailPpm)) return undefined;
  return trailedPrice({ side, trailPpm, best: activationPrice });
}

/**
 * A plain one is a limit, or a market order alone behind another; a size is needed unless it follows from what it is behind, and
 * where a part of it is shown.
 */
function isLegSound(leg: ListLeg, working: PlaceOrder | undefined): boolean {
  const isLimit = leg.type === 'limit';
  if (isLimit !== (leg.price !== undefined)) return false;
  if (!isLimit && leg.timeInForce === 'post_only') return false;
  if (!isLimit && leg.trigger === undefined && working === undefined) return false;
  if (leg.display !== undefined && (leg.quantity === undefined || !mayRest(leg))) return false;
  return leg.quantity !== undefined || (working !== undefined && isSizeKnown(working));
}

/** What sells at once may sell less than was asked for, and what buys that back must say how much. */
const isSizeKnown = (working: PlaceOrder): boolean => working.side === 'buy' || mayRest(working);

interface Checking {
  readonly market: TradedMarket;
  /** What it is placed behind: where the price is by then nobody knows. */
  readonly working: PlaceOrder | undefined;
  readonly stamp: Stamp;
}

/** What one of them needs, or the code it is refused with. One whose size is not known yet is checked but for that. */
export function legHold(leg: ListLeg, checking: Checking): AmountMinor | Reject {
  const { market, working, stamp } = checking;
  if (!isExpiryAhead(leg.expiresAtMs, stamp)) return 'expiry_out_of_range';
  const order = orderOfLeg(leg);
  const bad = sizeProblem({ order });
  if (bad !== undefined) return bad;
  const stand = standOf(leg, checking);
  if (typeof stand === 'string') return stand;
  const waiting = { side: leg.side, order, ...stand };
  const hold = triggerHold(waiting, market);
  const isUnsized = leg.quantity === undefined && hold === 'below_minimum';
  if (typeof hold === 'string' && !isUnsized) return hold;
  const isBehind = working !== undefined;
  const isByIndex = leg.trigger?.by === 'index' && !isBehind;
  if (isByIndex && !market.index.isFresh(indexTimeMs(stamp))) return 'price_stale';
  if (isOutOfBand(waiting, market)) return 'price_out_of_band';
  if (leg.trigger !== undefined && !isBehind && isThere(waiting, market)) return 'price_reached';
  return typeof hold === 'string' ? amountMinor(0n) : hold;
}

/** Whether the index is there already, or where it begins to follow. */
const isThere = (waiting: Waiting & Stand, market: TradedMarket): boolean =>
  waiting.trailPpm === undefined
    ? isReached(waiting, market)
    : isBegun({ ...waiting, trailPpm: waiting.trailPpm }, market);

/** What it becomes; a size that is not known yet is one. */
function orderOfLeg(leg: ListLeg): TriggeredOrder {
  const { type, timeInForce, price, quantity = ONE_LOT, display } = leg;
  return type === 'limit'
    ? {
        ...{ type, timeInForce, price: price ?? priceTicks(0), quantity },
        ...(display !== undefined && { display }),
      }
    : { type, timeInForce, size: { by: 'quantity', quantity } };
}

type Stand = Pick<TriggerRow, 'triggerBy'> & Beginning;

/** What it waits for; a plain one is as if it waited for its limit, or for the price of what it is behind. */
function standOf(leg: ListLeg, { market, working, stamp }: Checking): Stand | Reject {
  const { side, price, trigger } = leg;
  if (trigger?.kind === 'trailing_stop') {
    const { by: triggerBy, trailPpm, activationPrice } = trigger;
    const trail = { side, triggerBy, trailPpm, ...(activationPrice && { activationPrice }) };
    const beginning = beginTrailing(trail, market, stamp);
    return typeof beginning === 'string' ? beginning : { triggerBy, ...beginning };
  }
  if (trigger !== undefined)
    return { triggerBy: trigger.by, triggerKind: trigger.kind, triggerPrice: trigger.price };
  const at = price ?? (working?.type === 'limit' ? working.price : priceNow(market));
  if (at === undefined) return 'price_stale';
  return { triggerBy: 'last', triggerKind: 'fill', triggerPrice: at };
}

/** The whole tick at the index. */
function priceNow({ index, terms }: TradedMarket): PriceTicks | undefined {
  if (index.price === undefined) return undefined;
  return priceTicks(Math.max(1, indexRange(index.price, terms.tickSizeE8).highest));
}

/** What the rows of a list's trigger orders follow from. */
export interface LegFacts {
  readonly command: PlaceList;
  readonly listId: number;
  readonly market: TradedMarket;
  readonly stamp: Stamp;
  readonly entered: OrderRow | undefined;
}

/** As it begins: pending. */
export function legRow(
  leg: ListLeg,
  triggerId: number,
  { command, listId, market, stamp, entered }: LegFacts,
): TriggerRow {
  const { terms } = market;
  const stand = standOf(leg, { market, working: command.working, stamp });
  if (typeof stand === 'string') throw new RangeError(`a list that was sound is ${stand}`);
  // It follows nothing before it is put up.
  const { bestPrice: _price, bestAtMs: _at, ...waits } = stand;
  const { type, side, price, clientOrderId } = leg;
  return {
    ...{ triggerId, listId, side, type },
    ...waits,
    owner: command.owner,
    marketId: command.marketId,
    timeInForce: timeInForceOf(leg),
    ...(price !== undefined && { price }),
    quantity: leg.quantity ?? sizeBehind(entered),
    ...(clientOrderId !== undefined && { clientOrderId }),
    ...besideOf(leg),
    makerFeePpm: terms.makerFeePpm,
    takerFeePpm: terms.takerFeePpm,
    hold: amountMinor(0n),
    status: 'pending',
    createdAtMs: stamp.timeMs,
    updatedAtMs: stamp.timeMs,
  };
}

/** As much as the working order is of while it waits; what comes at once and gets no more is of what it got. */
function sizeBehind(working: OrderRow | undefined): QuantityLots {
  if (working?.status === 'waiting' && working.quantity !== undefined) return working.quantity;
  return quantityLots(Math.max(1, working?.filledQuantity ?? 0));
}
