/** How the oracle cancels, and changes what a trigger order waits for, or becomes. */
import type { AmendTrigger, CancelOrder, Market, Reject } from '@fairlead/engine';
import { NaiveLists } from './naive-lists.ts';
import type { NaiveOrder, NaiveTrigger } from './naive-order.ts';
import { bandAround, isFreshAt } from './naive-terms.ts';
import { checkSize, holdOf, isReachedBy } from './naive-triggers.ts';

export abstract class NaiveAmending extends NaiveLists {
  protected cancel({ owner, order, onlyFilled }: CancelOrder): NaiveOrder | Reject {
    if (!this.owners.has(owner)) return 'account_not_found';
    const found = this.findToCancel(owner, order, onlyFilled);
    return typeof found === 'string' ? found : this.close(found, 'user');
  }

  /** One that may be cancelled by what was filled of it. */
  protected findToCancel(
    owner: number,
    wanted: CancelOrder['order'],
    onlyFilled: CancelOrder['onlyFilled'],
  ): NaiveOrder | Reject {
    const found = this.find(owner, wanted);
    if (typeof found === 'string' || onlyFilled === undefined) return found;
    const isUntouched = found.filledQuantity === 0n;
    return isUntouched === (onlyFilled === 'nothing') ? found : 'cancel_restricted';
  }

  protected amendTrigger(command: AmendTrigger, timeMs: number): Reject | NaiveTrigger {
    const { owner, marketId, trigger: wanted, price, triggerPrice, quantity } = command;
    const market = this.markets.get(marketId);
    if (!this.owners.has(owner)) return 'account_not_found';
    if (market === undefined) return 'market_not_found';
    if (market.state !== 'open') return 'market_closed';
    const found = this.triggers.find((trigger) =>
      'triggerId' in wanted
        ? trigger.triggerId === wanted.triggerId
        : trigger.clientOrderId === wanted.clientOrderId && trigger.owner === owner,
    );
    if (found === undefined) {
      const wasGivenOut =
        'triggerId' in wanted && wanted.triggerId >= 1 && wanted.triggerId <= this.lastOrderId;
      return wasGivenOut ? 'order_not_open' : 'order_not_found';
    }
    if (found.owner !== owner || found.marketId !== marketId) return 'order_not_found';
    if ((found.expiresAtMs ?? Infinity) <= timeMs) return 'order_not_open';
    const list = this.everyList.get(found.listId ?? 0);
    if (list?.status === 'open') return 'order_in_list';
    const { order } = found;
    const size = sizeOf(order);
    const isFill = found.triggerKind === 'fill';
    const next = BigInt((isFill ? price : triggerPrice) ?? found.triggerPrice);
    const after = { ...found, order: changed(order, command), triggerPrice: next };
    if (list?.status === 'pending' && this.#areCrossed(list.firstId, list.secondId, after))
      return 'list_invalid';
    if (quantity !== undefined && (size === undefined || quantity > size))
      return 'quantity_out_of_range';
    const bad = checkSize(after);
    if (bad !== undefined) return bad;
    const isFixed = found.triggerKind === 'stop' || found.triggerKind === 'take_profit';
    if (price !== undefined && order.type !== 'limit') return 'price_out_of_range';
    if (triggerPrice !== undefined && !isFixed) return 'price_out_of_range';
    const needed = holdOf(after, market);
    if (typeof needed === 'string') return needed;
    const refused = this.#pricesRefused(found, after, { market, timeMs });
    if (refused !== undefined) return refused;
    const hold = found.status === 'pending' ? 0n : needed;
    if (hold - found.hold > this.available(owner, market, found.side))
      return 'insufficient_balance';
    if (!isOther(found, after)) return found;
    if (found.status === 'waiting' && next !== found.triggerPrice) {
      this.lastOrderId += 1;
      found.sinceId = this.lastOrderId;
    }
    return Object.assign(found, { order: after.order, triggerPrice: next, hold });
  }

  #pricesRefused(
    before: NaiveTrigger,
    after: NaiveTrigger,
    { market, timeMs }: { readonly market: Market; readonly timeMs: number },
  ): Reject | undefined {
    const index = this.index.get(market.marketId);
    const isMoved = before.triggerPrice !== after.triggerPrice;
    const waitsAnew = isMoved && before.status === 'waiting';
    const isByIndex = before.triggerBy === 'index';
    if (waitsAnew && isByIndex && !isFreshAt(index, timeMs)) return 'price_stale';
    if (!isMoved && priceOf(before) === priceOf(after)) return undefined;
    if (after.order.type === 'limit') {
      const around = after.triggerPrice * market.tickSizeE8;
      const [lowest, highest] = bandAround(around, market.limitBandPpm, market);
      const price = BigInt(after.order.price);
      if (price < lowest || price > highest) return 'price_out_of_band';
    }
    const isThere = isByIndex && isReachedBy(after, market, { index, trades: [] });
    if (waitsAnew && isThere) return 'price_reached';
    const { type, timeInForce } = after.order;
    const isTaker = type === 'market' || timeInForce === 'ioc' || timeInForce === 'fok';
    const most = ({ makerFeePpm, takerFeePpm }: NaiveTrigger['rates']): bigint => {
      if (isTaker) return takerFeePpm;
      const isMaker = timeInForce === 'post_only' || makerFeePpm > takerFeePpm;
      return isMaker ? makerFeePpm : takerFeePpm;
    };
    return most(market) > most(before.rates) ? 'terms_changed' : undefined;
  }

  /** Whether of two the one would not take a profit where the other stops a loss. */
  #areCrossed(firstId: number, secondId: number | undefined, after: NaiveTrigger): boolean {
    const priceAt = (id: number | undefined): bigint | undefined => {
      const leg = id === after.triggerId ? after : this.everyTrigger.get(id ?? 0);
      const isUnknown = leg?.trailPpm !== undefined && leg.activationPrice === undefined;
      return isUnknown ? undefined : leg?.triggerPrice;
    };
    const [profit, stop] = [priceAt(firstId), priceAt(secondId)];
    if (profit === undefined || stop === undefined) return false;
    return after.side === 'sell' ? profit <= stop : profit >= stop;
  }
}

const sizeOf = (order: NaiveTrigger['order']): number | undefined => {
  if (order.type === 'limit') return order.quantity;
  return order.size.by === 'quantity' ? order.size.quantity : undefined;
};

const priceOf = ({ order }: NaiveTrigger): number | undefined =>
  order.type === 'limit' ? order.price : undefined;

const isOther = (before: NaiveTrigger, after: NaiveTrigger): boolean =>
  before.triggerPrice !== after.triggerPrice ||
  priceOf(before) !== priceOf(after) ||
  sizeOf(before.order) !== sizeOf(after.order);

/** Of less no more is shown than there is. */
function changed(
  order: NaiveTrigger['order'],
  { price, quantity }: AmendTrigger,
): NaiveTrigger['order'] {
  if (order.type === 'market') {
    if (quantity === undefined || order.size.by === 'amount') return order;
    return { ...order, size: { by: 'quantity', quantity } };
  }
  const size = quantity ?? order.quantity;
  const isShown = order.display !== undefined && order.display > size;
  return {
    ...order,
    quantity: size,
    ...(price !== undefined && { price }),
    ...(isShown && { display: size }),
  };
}
