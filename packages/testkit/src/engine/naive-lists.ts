/**
 * Lists of orders as the oracle has them: none is kept by what happened to it. Of each that something happened to it looks at its
 * orders as they are by then, and says what becomes of the others.
 */
import type { CancelList, ListLeg, PlaceList, Reject } from '@fairlead/engine';
import type { NaiveMove } from './naive-firing.ts';
import {
  atOnce,
  checkLegs,
  legsBehind,
  mayWait,
  orderOfLeg,
  shapeOf,
  sizeBehind,
  standOf,
} from './naive-legs.ts';
import type { NaiveOrder, NaiveTrigger } from './naive-order.ts';
import { type NaiveList, NaivePairs } from './naive-pairs.ts';

/** A list as it was, with orders of it. */
export interface NaiveListResult {
  readonly list: NaiveList;
  readonly orders: readonly NaiveOrder[];
  readonly triggers: readonly NaiveTrigger[];
}

const TAKEN_BACK = ['user', 'timer', 'operator', 'market_terms'];
/** A time that is over was that of all. */
const besideOpen = (reason: string): string =>
  reason === 'expired' ? reason : beside(reason, 'other_leg');
const beside = (reason: string, otherwise: string): string =>
  TAKEN_BACK.includes(reason) ? reason : otherwise;

export abstract class NaiveLists extends NaivePairs {
  /** All that there ever were, by id. */
  readonly everyList = new Map<number, NaiveList>();
  /** How many lists' orders the running command has placed. */
  protected placedNow = 0;

  protected placeList(command: PlaceList, timeMs: number): Reject | NaiveListResult {
    const { owner, marketId, working, legs } = command;
    const market = this.markets.get(marketId);
    if (!this.owners.has(owner)) return 'account_not_found';
    if (market === undefined) return 'market_not_found';
    if (market.state !== 'open') return 'market_closed';
    if (this.#isKnown(command)) return 'duplicate_client_order_id';
    const kind = shapeOf(command);
    if (kind === undefined) return 'list_invalid';
    const most = checkLegs(command, market, { index: this.index.get(marketId), timeMs });
    if (typeof most === 'string') return most;
    const places = legs.length + (working !== undefined && mayWait(working) ? 1 : 0);
    if (this.places(owner, marketId) + places > market.openOrdersMax) return 'too_many_orders';
    const isTrailing = legs.some(({ trigger }) => trigger?.kind === 'trailing_stop');
    if (isTrailing && this.trailing(owner, marketId) >= 10) return 'too_many_orders';
    const [first] = legs;
    if (first === undefined) throw new RangeError('a list has a first order');
    const isDear = working === undefined && most > this.available(owner, market, first.side);
    if (isDear) return 'insufficient_balance';
    const before = this.lastOrderId;
    const tradesBefore = this.trades.length;
    const order = atOnce(command);
    const listId = before + (order === undefined ? 1 : 2);
    const entering = { rates: market, isNew: true, timeMs, listId };
    const entered = order && this.enter(order, market, entering);
    if (typeof entered === 'string') return entered;
    const orders = entered === undefined ? [] : [{ ...entered }];
    const made = this.trades.slice(tradesBefore);
    const moves = made.length > 0 ? [this.traded(made, timeMs)] : [];
    if (this.lastOrderId < listId) this.lastOrderId = listId;
    const ids = legsBehind(command).map((leg) =>
      this.#addLeg(leg, { command, listId, entered, timeMs }),
    );
    const [firstId = 0, secondId] =
      working === undefined && entered !== undefined ? [entered.orderId, ...ids] : ids;
    const list: NaiveList = {
      ...{ listId, owner, marketId, kind, clientListId: command.clientListId, firstId, secondId },
      workingId: working === undefined ? undefined : entered?.orderId,
      status: 'pending',
      endReason: undefined,
      received: undefined,
      lateSinceMs: undefined,
    };
    this.everyList.set(listId, list);
    if (working !== undefined) this.happened.add(listId);
    else if (entered === undefined) moves.push(...this.placeLegs(list, timeMs));
    else this.link(list, entered, timeMs);
    moves.push(...this.settle(timeMs));
    const told = this.#told(list, orders, ids);
    this.fireWatched(market, timeMs, moves);
    return told;
  }

  protected cancelList({ owner, list: wanted }: CancelList, timeMs: number) {
    if (!this.owners.has(owner)) return 'account_not_found';
    const open = [...this.everyList.values()].filter(({ status }) => status !== 'done');
    const found = open.find((list) =>
      'listId' in wanted
        ? list.listId === wanted.listId
        : list.owner === owner && list.clientListId === wanted.clientListId,
    );
    const wasGivenOut =
      'listId' in wanted && wanted.listId >= 1 && wanted.listId <= this.lastOrderId;
    if (found === undefined) return wasGivenOut ? 'order_not_open' : 'order_not_found';
    if (found.owner !== owner) return 'order_not_found';
    this.end(found, 'user');
    const orders = [found.workingId, found.firstId].flatMap(
      (id) => this.orders.find(({ orderId }) => orderId === id) ?? [],
    );
    const { workingId, firstId, secondId } = found;
    for (const id of [workingId, firstId, secondId]) this.withdraw(id, 'user');
    this.settle(timeMs);
    return this.#told(found, orders, [firstId, secondId]);
  }

  /** The list of an order while one of its orders depends on another. */
  protected listOf({ listId }: NaiveOrder): NaiveList | undefined {
    const list = listId === undefined ? undefined : this.everyList.get(listId);
    return list?.status === 'done' ? undefined : list;
  }

  protected override mayBeOf(order: NaiveOrder, quantity: bigint): boolean {
    const list = this.listOf(order);
    if (list === undefined) return true;
    if (list.status === 'open') return false;
    // Only what sells what was bought follows from how much that is.
    const isFollowed = this.legs(list).every(({ side }) => side === 'sell');
    const before = order.quantity ?? 0n;
    return quantity === before || (order.side === 'buy' && isFollowed && quantity < before);
  }

  /** Sees to all lists that something happened to, one after the other; what their orders trade at once is a price for others. */
  protected override settle(timeMs: number): NaiveMove[] {
    const moves: NaiveMove[] = [];
    for (let [id] = this.happened; id !== undefined; [id] = this.happened) {
      this.happened.delete(id);
      const list = this.everyList.get(id);
      if (list?.status === 'pending') moves.push(...this.#settlePending(list, timeMs));
      else if (list?.status === 'open') this.#settleOpen(list);
    }
    return moves;
  }

  /** One whose price is reached goes on alone. */
  protected override leave({ triggerId, listId }: NaiveTrigger): void {
    const list = listId === undefined ? undefined : this.everyList.get(listId);
    if (list?.status !== 'open') return;
    this.end(list, 'triggered');
    this.withdraw(list.firstId === triggerId ? list.secondId : list.firstId, 'other_leg');
  }

  /** Those that should have been placed first: all of one moment, by id. */
  protected lateLists(): NaiveList[] {
    const late = [...this.everyList.values()].filter(
      ({ status, lateSinceMs }) => status === 'pending' && lateSinceMs !== undefined,
    );
    const firstMs = Math.min(...late.map(({ lateSinceMs = Infinity }) => lateSinceMs));
    return late
      .filter(({ lateSinceMs }) => lateSinceMs === firstMs)
      .sort((left, right) => left.listId - right.listId);
  }

  protected placeLate(timeMs: number): void {
    const { triggerRunFiresMax: max } = this.bounds;
    const moves = new Map<number, NaiveMove[]>();
    for (const list of this.lateLists().slice(0, max)) {
      if (list.status === 'done') continue;
      const made = [...this.placeLegs(list, timeMs), ...this.settle(timeMs)];
      moves.set(list.marketId, [...(moves.get(list.marketId) ?? []), ...made]);
    }
    for (const [marketId, each] of moves) {
      this.fireWatched(this.market(marketId), timeMs, each, max);
    }
  }

  #settlePending(list: NaiveList, timeMs: number): NaiveMove[] {
    const working = this.everyOrder.get(list.workingId ?? 0);
    if (working === undefined) throw new RangeError('what is pending is behind an order');
    const legs = this.legs(list);
    const isFilled = this.isFilled(working);
    if (list.lateSinceMs === undefined && (isFilled || working.status !== 'waiting')) {
      if (!isFilled) {
        const reason = working.cancelReason ?? 'remainder';
        this.end(list, reason);
        for (const leg of legs) {
          if (leg.status === 'pending') this.endTrigger(leg, beside(reason, 'working_ended'));
        }
        return [];
      }
      list.received = this.receivedBy(working);
      this.placedNow += 1;
      if (this.placedNow <= this.bounds.triggerFiresMax) return this.placeLegs(list, timeMs);
      list.lateSinceMs = timeMs;
      return [];
    }
    const gone = legs.find(({ status }) => status === 'cancelled');
    if (gone === undefined) return [];
    const reason = besideOpen(gone.cancelReason ?? 'user');
    this.end(list, reason);
    for (const id of [list.workingId, list.firstId, list.secondId]) this.withdraw(id, reason);
    return [];
  }

  /** What came at once counts with what it got, what waited only whole. */
  protected isFilled(order: NaiveOrder): boolean {
    if (order.status === 'completed') return true;
    const mayRest = order.price !== undefined && ['gtc', 'post_only'].includes(order.timeInForce);
    return !mayRest && order.filledQuantity > 0n && order.cancelReason === 'remainder';
  }

  protected receivedBy({ side, marketId, filledQuantity, fee }: NaiveOrder): bigint | undefined {
    if (side === 'sell') return undefined;
    return filledQuantity * this.market(marketId).lotBaseMinor - fee;
  }

  #settleOpen(list: NaiveList): void {
    const first = this.everyOrder.get(list.firstId);
    const isTaken = first !== undefined && first.filledQuantity > 0n;
    const isOver = first !== undefined && first.status !== 'waiting';
    const gone = this.legs(list).find(({ status }) => status === 'cancelled');
    if (!isTaken && !isOver && gone === undefined) return;
    const reason = isTaken
      ? 'filled'
      : ((isOver ? first.cancelReason : undefined) ?? besideOpen(gone?.cancelReason ?? 'user'));
    this.end(list, reason);
    if (!isTaken) this.withdraw(list.firstId, besideOpen(reason));
    this.withdraw(list.secondId, besideOpen(reason));
  }

  #addLeg(
    leg: ListLeg,
    facts: {
      readonly command: PlaceList;
      readonly listId: number;
      readonly entered: NaiveOrder | undefined;
      readonly timeMs: number;
    },
  ): number {
    const { command, listId, entered, timeMs } = facts;
    const { owner, marketId } = command;
    this.lastOrderId += 1;
    const market = this.market(marketId);
    const { makerFeePpm, takerFeePpm } = market;
    const moment = { index: this.index.get(marketId), timeMs };
    const stand = standOf(leg, { market, working: command.working, moment });
    if (typeof stand === 'string') throw new RangeError('a leg that was checked stands somewhere');
    const trigger: NaiveTrigger = {
      ...{ triggerId: this.lastOrderId, owner, marketId, listId, sinceId: undefined },
      ...{ side: leg.side, order: orderOfLeg(leg, sizeBehind(entered)) },
      ...stand,
      ...{ bestPrice: undefined, bestAtMs: undefined },
      ...{ clientOrderId: leg.clientOrderId, expiresAtMs: leg.expiresAtMs },
      rates: { makerFeePpm, takerFeePpm },
      hold: 0n,
      status: 'pending',
      cancelReason: undefined,
      orderId: undefined,
    };
    this.triggers.push(trigger);
    this.everyTrigger.set(trigger.triggerId, trigger);
    return trigger.triggerId;
  }

  #isKnown(command: PlaceList): boolean {
    const { owner, clientListId } = command;
    const isList = [...this.everyList.values()].some(
      (list) =>
        list.status !== 'done' && list.owner === owner && list.clientListId === clientListId,
    );
    if (clientListId !== undefined && isList) return true;
    const name = atOnce(command)?.clientOrderId;
    const isOrder = this.orders.some(
      (order) => order.owner === owner && order.clientOrderId === name,
    );
    if (name !== undefined && isOrder) return true;
    const names = legsBehind(command).flatMap(({ clientOrderId }) => clientOrderId ?? []);
    const isTrigger = names.some((each) =>
      this.triggers.some((trigger) => trigger.owner === owner && trigger.clientOrderId === each),
    );
    return isTrigger || new Set(names).size < names.length;
  }

  /** Those of its trigger orders that the command placed or took back, whatever became of them by then. */
  #told(
    list: NaiveList,
    orders: readonly NaiveOrder[],
    legIds: readonly (number | undefined)[],
  ): NaiveListResult {
    const legs = legIds.flatMap((id) => this.everyTrigger.get(id ?? 0) ?? []);
    return {
      list: { ...list },
      orders: orders.map((order) => ({ ...order })),
      triggers: legs.map((trigger) => ({ ...trigger })),
    };
  }
}
