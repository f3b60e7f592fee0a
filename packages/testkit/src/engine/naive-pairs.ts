/** How the oracle places the orders of a list: one behind another, or two of which one cancels the other. */
import type { ListKind, Market, Reject } from '@fairlead/engine';
import { type PriceTicks, type QuantityLots, ratePpm } from '@fairlead/units';
import { NaiveFiring, type NaiveMove } from './naive-firing.ts';
import { reasonOf, sizeOf } from './naive-legs.ts';
import type { NaiveOrder, NaiveTrigger } from './naive-order.ts';
import { beginOf, holdOf, orderOfTrigger, type Trail } from './naive-triggers.ts';

export interface NaiveList {
  readonly listId: number;
  readonly owner: number;
  readonly marketId: number;
  readonly kind: ListKind;
  readonly clientListId: string | undefined;
  readonly workingId: number | undefined;
  firstId: number;
  readonly secondId: number | undefined;
  status: 'pending' | 'open' | 'done';
  endReason: string | undefined;
  /** What a working order that bought has received, when it was filled. */
  received: bigint | undefined;
  /** Since when its orders should have been placed. */
  lateSinceMs: number | undefined;
}

export abstract class NaivePairs extends NaiveFiring {
  protected placeLegs(list: NaiveList, timeMs: number): NaiveMove[] {
    const market = this.market(list.marketId);
    const [first, second] = this.legs(list);
    if (first === undefined) throw new RangeError('a list has a first order');
    if (market.state !== 'open') {
      for (const leg of [first, second]) if (leg) this.endTrigger(leg, 'market_closed');
      this.end(list, 'refused');
      return [];
    }
    if (first.triggerKind !== 'fill') {
      const isPutUp = this.putUp(list, first, { held: 0n, timeMs });
      this.pair(list, { first: isPutUp ? first : undefined, second, timeMs });
      return [];
    }
    this.triggers = this.triggers.filter((other) => other !== first);
    const before = this.trades.length;
    const sized = this.sized(list, first);
    const order = orderOfTrigger({ ...first, order: sized }, market);
    const entering = {
      ...{ rates: first.rates, isNew: false, timeMs },
      listId: second === undefined ? undefined : list.listId,
    };
    const isOver = (first.expiresAtMs ?? Infinity) <= timeMs;
    const entered = isOver ? 'expiry_out_of_range' : this.enter(order, market, entering);
    const made = this.trades.slice(before);
    const moves = made.length > 0 ? [this.traded(made, timeMs)] : [];
    if (typeof entered === 'string') {
      Object.assign(first, { status: 'cancelled', cancelReason: reasonOf(entered) });
      this.pair(list, { first: undefined, second, timeMs });
    } else {
      const { orderId } = entered;
      Object.assign(first, { status: 'triggered', orderId, order: sized });
      this.link(list, entered, timeMs);
    }
    return moves;
  }

  /** Puts the second beside an order of the book, unless something of that was filled already. */
  protected link(list: NaiveList, order: NaiveOrder, timeMs: number): void {
    const second = this.second(list);
    if (order.filledQuantity > 0n) {
      if (second !== undefined) this.endTrigger(second, 'other_leg');
      this.end(list, 'filled');
    } else
      this.pair(list, { first: order.status === 'cancelled' ? undefined : order, second, timeMs });
  }

  /** From here on one cancels the other, where both are there. */
  protected pair(
    list: NaiveList,
    {
      first,
      second,
      timeMs,
    }: {
      readonly first: NaiveOrder | NaiveTrigger | undefined;
      readonly second: NaiveTrigger | undefined;
      readonly timeMs: number;
    },
  ): void {
    const held = first === undefined ? 0n : this.heldBy(first);
    const isSecond = second !== undefined && this.putUp(list, second, { held, timeMs });
    if (first === undefined || !isSecond) {
      this.end(list, first !== undefined || isSecond ? 'placed' : 'refused');
      return;
    }
    list.firstId = 'orderId' in first && !('triggerId' in first) ? first.orderId : list.firstId;
    list.status = 'open';
    list.lateSinceMs = undefined;
  }

  protected heldBy(first: NaiveOrder | NaiveTrigger): bigint {
    if ('triggerId' in first) return first.hold;
    const { lotBaseMinor, tickLotQuoteMinor } = this.market(first.marketId);
    const left = (first.quantity ?? 0n) - first.filledQuantity;
    return left * (first.side === 'sell' ? lotBaseMinor : (first.price ?? 0n) * tickLotQuoteMinor);
  }

  /** Lets one wait for its price, with what it needs beyond what the other has frozen. */
  protected putUp(
    list: NaiveList,
    leg: NaiveTrigger,
    { held, timeMs }: { readonly held: bigint; readonly timeMs: number },
  ): boolean {
    const market = this.market(list.marketId);
    const order = this.sized(list, leg);
    const isEmpty = (order.type === 'limit' ? order.quantity : sizeOf(order)) === 0;
    if ((leg.expiresAtMs ?? Infinity) <= timeMs) {
      this.endTrigger(leg, 'expired');
      return false;
    }
    const begun = this.begun(leg, market, timeMs);
    if (typeof begun === 'string') {
      this.endTrigger(leg, reasonOf(begun));
      return false;
    }
    const { display: _, ...whole } = order as Extract<typeof order, { type: 'limit' }>;
    const plain = { ...leg, ...begun, order: whole };
    const needed = isEmpty ? 'quantity_out_of_range' : holdOf(plain, market);
    const lack = typeof needed === 'string' || needed < held ? 0n : needed - held;
    const isPayable = lack <= this.available(list.owner, market, leg.side);
    const refusal = typeof needed === 'string' ? reasonOf(needed) : 'insufficient_balance';
    if (typeof needed === 'string' || !isPayable) {
      this.endTrigger(leg, refusal);
      return false;
    }
    this.lastOrderId += 1;
    const since = { status: 'waiting', sinceId: this.lastOrderId };
    Object.assign(leg, { ...begun, order, hold: lack, ...since });
    return true;
  }

  /** One that trails follows from when it is put up. */
  protected begun(
    { side, triggerBy, trailPpm, activationPrice }: NaiveTrigger,
    market: Market,
    timeMs: number,
  ): Partial<Trail> | Reject {
    if (trailPpm === undefined) return {};
    const trail = {
      ...{ side, triggerBy, trailPpm: ratePpm(trailPpm) },
      ...(activationPrice !== undefined && {
        activationPrice: Number(activationPrice) as PriceTicks,
      }),
    };
    return beginOf(trail, market, { index: this.index.get(market.marketId), timeMs });
  }

  /** What sells what was bought sells no more than was received. */
  protected sized(
    { received, marketId }: NaiveList,
    { side, order }: NaiveTrigger,
  ): NaiveTrigger['order'] {
    const asked = BigInt(order.type === 'limit' ? order.quantity : sizeOf(order));
    if (side === 'buy' || received === undefined) return order;
    const there = received / this.market(marketId).lotBaseMinor;
    const quantity = Number(asked < there ? asked : there) as QuantityLots;
    return order.type === 'limit'
      ? { ...order, quantity }
      : { ...order, size: { by: 'quantity', quantity } };
  }

  protected withdraw(id: number | undefined, reason: string): void {
    for (const order of this.orders) if (order.orderId === id) this.close(order, reason);
    for (const trigger of this.triggers) {
      if (trigger.triggerId === id) this.endTrigger(trigger, reason);
    }
  }

  protected end(list: NaiveList, endReason: string): void {
    Object.assign(list, { status: 'done', endReason, lateSinceMs: undefined });
  }

  protected legs({ firstId, secondId }: NaiveList): NaiveTrigger[] {
    return [firstId, secondId].flatMap((id) => this.everyTrigger.get(id ?? 0) ?? []);
  }

  protected second({ secondId = 0 }: NaiveList): NaiveTrigger | undefined {
    return this.everyTrigger.get(secondId);
  }
}
