/** What the orders of a list must be for one another, what each needs, and the rows that they begin as. */
import {
  type AmountMinor,
  amountMinor,
  priceTicks,
  type QuantityLots,
  quantityLots,
} from '@fairlead/units';
import type { Reject, Stamp } from '../../command.ts';
import type { TradedMarket } from '../../market/traded-market.ts';
import type { ListLeg, PlaceList, PlaceOrder, TriggeredOrder } from '../commands.ts';
import { mayRest, timeInForceOf } from '../resting.ts';
import type { OrderRow, TriggerRow } from '../rows.ts';
import {
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
  if (first.side !== second.side || second.trigger?.kind !== 'stop') return true;
  if (first.trigger?.kind === 'stop') return true;
  if (first.trigger === undefined && !mayRest(first)) return true;
  const [profit, stop] = [first.trigger?.price ?? first.price ?? 0, second.trigger.price];
  return first.side === 'sell' ? profit <= stop : profit >= stop;
}

/** A plain one is a limit; a size is needed unless it follows from what it is behind. */
function isLegSound(leg: ListLeg, working: PlaceOrder | undefined): boolean {
  const isLimit = leg.type === 'limit';
  if (isLimit !== (leg.price !== undefined)) return false;
  if (!isLimit && (leg.trigger === undefined || leg.timeInForce === 'post_only')) return false;
  const isAtOnce = leg.trigger === undefined && working === undefined;
  if (leg.display !== undefined && !isAtOnce) return false;
  return leg.quantity !== undefined || (working !== undefined && isSizeKnown(working));
}

/** What sells at once may sell less than was asked for, and what buys that back must say how much. */
const isSizeKnown = (working: PlaceOrder): boolean => working.side === 'buy' || mayRest(working);

interface Checking {
  readonly market: TradedMarket;
  /** Whether it is placed behind another: where the price is by then nobody knows. */
  readonly isBehind: boolean;
  readonly timeMs: number;
}

/** What one of them needs, or the code it is refused with. One whose size is not known yet is checked but for that. */
export function legHold(
  leg: ListLeg,
  { market, isBehind, timeMs }: Checking,
): AmountMinor | Reject {
  const waiting = waitingOf(leg);
  const bad = sizeProblem(waiting);
  if (bad !== undefined) return bad;
  const hold = triggerHold(waiting, market);
  const isUnsized = leg.quantity === undefined && hold === 'below_minimum';
  if (typeof hold === 'string' && !isUnsized) return hold;
  const isByIndex = leg.trigger?.by === 'index' && !isBehind;
  if (isByIndex && !market.index.isFresh(timeMs)) return 'price_stale';
  if (isOutOfBand(waiting, market)) return 'price_out_of_band';
  if (leg.trigger !== undefined && !isBehind && isReached(waiting, market)) return 'price_reached';
  return typeof hold === 'string' ? amountMinor(0n) : hold;
}

/** As a trigger order; a plain one as if it waited for its limit. */
function waitingOf(leg: ListLeg): Waiting {
  const { side, type, timeInForce, price, trigger, quantity = ONE_LOT } = leg;
  const order: TriggeredOrder =
    type === 'limit'
      ? { type, timeInForce, price: price ?? priceTicks(0), quantity }
      : { type, timeInForce, size: { by: 'quantity', quantity } };
  return {
    side,
    triggerBy: trigger?.by ?? 'last',
    triggerKind: trigger?.kind ?? 'fill',
    triggerPrice: trigger?.price ?? price ?? priceTicks(0),
    order,
  };
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
  { command, listId, market: { terms }, stamp, entered }: LegFacts,
): TriggerRow {
  const { side, triggerBy, triggerKind, triggerPrice } = waitingOf(leg);
  const { type, price, clientOrderId } = leg;
  return {
    ...{ triggerId, listId, side, triggerKind, triggerBy, triggerPrice, type },
    owner: command.owner,
    marketId: command.marketId,
    timeInForce: timeInForceOf(leg),
    ...(price !== undefined && { price }),
    quantity: leg.quantity ?? sizeBehind(entered),
    ...(clientOrderId !== undefined && { clientOrderId }),
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
