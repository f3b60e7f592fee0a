/**
 * How the oracle matches: no book, all waiting orders are filtered and sorted for each new one, and each trade moves money at
 * once.
 */
import type { AmendOrder, Market, PlaceOrder, Reject, Side } from '@fairlead/engine';
import type { PriceTicks, QuantityLots } from '@fairlead/units';
import { NaiveBooks } from './naive-books.ts';
import { comeAgain, displayOf, inQueue, shownOf } from './naive-iceberg.ts';
import { amountOf, type NaiveOrder, type NaiveTrade, quantityOf } from './naive-order.ts';
import {
  checkTerms,
  costOf,
  isDearer,
  isExpirySound,
  limitOf,
  type NaiveIndex,
} from './naive-terms.ts';

const PPM = 1_000_000n;

type NaiveRates = Pick<Market, 'makerFeePpm' | 'takerFeePpm'>;

export interface NaiveEntering {
  readonly rates: NaiveRates;
  /** Of one that takes a place of its own. */
  readonly isNew: boolean;
  readonly timeMs: number;
  /** The list that it is an order of. */
  readonly listId?: number | undefined;
}

interface Plan {
  readonly fills: readonly { readonly maker: NaiveOrder; readonly quantity: bigint }[];
  /** Its owner's own orders that make way. */
  readonly expired: readonly NaiveOrder[];
  /** Those whose time is over. */
  readonly over: readonly NaiveOrder[];
  readonly end: 'filled' | 'exhausted' | 'self_trade';
}

/** The lower 28 bits of an owner are the main account: its sub-accounts' orders are the same person's. */
const personOf = (owner: number): number => owner % 2 ** 28;

const isOver = ({ expiresAtMs = Infinity }: NaiveOrder, timeMs: number): boolean =>
  expiresAtMs <= timeMs;

export abstract class NaiveMatching extends NaiveBooks {
  readonly markets = new Map<number, Market>();
  readonly index = new Map<number, NaiveIndex>();
  orders: NaiveOrder[] = [];
  /** All that there ever were, by id. */
  readonly everyOrder = new Map<number, NaiveOrder>();
  /** Lists of whose orders something happened. */
  protected readonly happened = new Set<number>();
  trades: NaiveTrade[] = [];
  lastOrderId = 0;

  /** How many of an owner's orders wait in a market. */
  protected abstract places(owner: number, marketId: number): number;

  /** Whether an order's list lets it be amended to a quantity. */
  protected abstract mayBeOf(order: NaiveOrder, quantity: bigint): boolean;

  /** Price and quantity of each level of a side, best first. */
  depth(marketId: number, side: Side): [number, number][] {
    const levels = new Map<bigint, bigint>();
    for (const order of this.orders) {
      if (order.marketId !== marketId || order.side !== side) continue;
      const price = order.price ?? 0n;
      const left = shownOf(order);
      levels.set(price, (levels.get(price) ?? 0n) + left);
    }
    const sign = side === 'buy' ? -1 : 1;
    return [...levels]
      .map(([price, quantity]): [number, number] => [Number(price), Number(quantity)])
      .sort((left, right) => sign * (left[0] - right[0]));
  }

  protected enter(
    command: PlaceOrder,
    market: Market,
    { rates, isNew, timeMs, listId }: NaiveEntering,
  ): Reject | NaiveOrder {
    const index = this.index.get(market.marketId);
    if (!isExpirySound(command, timeMs)) return 'expiry_out_of_range';
    const refused = checkTerms(command, market, { index, timeMs });
    if (refused !== undefined) return refused;
    if (isDearer(command, rates)) return 'terms_changed';
    const mayRest = command.type === 'limit' && ['gtc', 'post_only'].includes(command.timeInForce);
    const isFull = this.places(command.owner, market.marketId) >= market.openOrdersMax;
    if (isNew && mayRest && isFull) return 'too_many_orders';
    const cost = costOf(command, market, index);
    if (cost > this.available(command.owner, market, command.side)) return 'insufficient_balance';

    const plan = this.#plan(command, market, timeMs);
    const isPostOnly = command.timeInForce === 'post_only';
    const isFillOrKill = command.timeInForce === 'fok';
    if (isPostOnly && (command.type === 'market' || this.#meets(command, market, timeMs))) {
      return 'would_not_fill';
    }
    if (isFillOrKill && plan.end !== 'filled') return 'would_not_fill';
    if (!mayRest && plan.fills.length === 0) return 'would_not_fill';
    return this.#apply(command, market, { plan, rates, listId });
  }

  /** The waiting orders that the order could trade with, in the order in which it would. */
  #makers(command: PlaceOrder, market: Market): NaiveOrder[] {
    const isBuy = command.side === 'buy';
    const limit = limitOf(command, market, this.index.get(market.marketId));
    return this.orders
      .filter((order) => order.marketId === market.marketId && order.side !== command.side)
      .filter((order) => (isBuy ? (order.price ?? 0n) <= limit : (order.price ?? 0n) >= limit))
      .sort((left, right) => {
        const difference = Number((left.price ?? 0n) - (right.price ?? 0n));
        return (isBuy ? difference : -difference) || left.priority - right.priority;
      });
  }

  #meets(command: PlaceOrder, market: Market, timeMs: number): boolean {
    return this.#makers(command, market).some((maker) => !isOver(maker, timeMs));
  }

  #plan(command: PlaceOrder, market: Market, timeMs: number): Plan {
    const fills: { maker: NaiveOrder; quantity: bigint }[] = [];
    const expired: NaiveOrder[] = [];
    const over: NaiveOrder[] = [];
    const isByAmount = command.type === 'market' && command.size.by === 'amount';
    let budget = isByAmount ? amountOf(command) : 0n;
    let wanted = isByAmount ? 0n : BigInt(quantityOf(command));
    const queue = this.#makers(command, market).map(inQueue);
    for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
      const { maker, shown } = place;
      const lotCost = (maker.price ?? 0n) * market.tickLotQuoteMinor;
      if (!isByAmount && wanted === 0n) break;
      if (isOver(maker, timeMs)) {
        over.push(maker);
        continue;
      }
      if (isByAmount) wanted = budget / lotCost;
      if (wanted === 0n) return { fills, expired, over, end: 'filled' };
      if (personOf(maker.owner) === personOf(command.owner)) {
        // Another account's order stays whatever is asked.
        const isOwn = maker.owner === command.owner;
        const mode = (isOwn ? command.selfTrade : undefined) ?? 'expire_taker';
        if (mode !== 'expire_taker') expired.push(maker);
        if (mode === 'expire_maker') continue;
        return { fills, expired, over, end: 'self_trade' };
      }
      const quantity = shown < wanted ? shown : wanted;
      fills.push({ maker, quantity });
      wanted -= quantity;
      budget -= quantity * lotCost;
      if (quantity === shown && place.hidden > 0n) comeAgain(queue, place);
    }
    const last = fills.at(-1);
    const isSpent =
      last !== undefined && budget < (last.maker.price ?? 0n) * market.tickLotQuoteMinor;
    const isFilled = isByAmount ? isSpent : wanted === 0n;
    return { fills, expired, over, end: isFilled ? 'filled' : 'exhausted' };
  }

  #apply(
    command: PlaceOrder,
    market: Market,
    { plan, rates, listId }: { readonly plan: Plan } & Pick<NaiveEntering, 'rates' | 'listId'>,
  ): NaiveOrder {
    this.lastOrderId += 1;
    const isByAmount = command.type === 'market' && command.size.by === 'amount';
    const isMarketGtc = command.type === 'market' && command.timeInForce === 'gtc';
    const order: NaiveOrder = {
      orderId: this.lastOrderId,
      owner: command.owner,
      marketId: command.marketId,
      side: command.side,
      timeInForce: isMarketGtc ? 'ioc' : command.timeInForce,
      clientOrderId: command.clientOrderId,
      listId,
      price: command.type === 'limit' ? BigInt(command.price) : undefined,
      quantity: isByAmount ? undefined : BigInt(quantityOf(command)),
      priority: this.lastOrderId,
      expiresAtMs: command.type === 'limit' ? command.expiresAtMs : undefined,
      selfTrade: command.selfTrade === 'expire_taker' ? undefined : command.selfTrade,
      amount: isByAmount ? amountOf(command) : undefined,
      display: displayOf(command),
      hidden: undefined,
      filledQuantity: 0n,
      filledAmount: 0n,
      fee: 0n,
      makerRate: rates.makerFeePpm,
      takerRate: rates.takerFeePpm,
      status: 'waiting',
      cancelReason: undefined,
    };
    this.everyOrder.set(order.orderId, order);
    this.#follow(order, plan, market);
    const mayRest = command.type === 'limit' && ['gtc', 'post_only'].includes(command.timeInForce);
    if (plan.end === 'filled') order.status = 'completed';
    else if (plan.end === 'exhausted' && mayRest) this.#wait(order);
    else {
      order.status = 'cancelled';
      order.cancelReason = plan.end === 'self_trade' ? 'self_trade' : 'remainder';
    }
    return order;
  }

  #wait(order: NaiveOrder): void {
    const left = (order.quantity ?? 0n) - order.filledQuantity;
    if (order.display !== undefined)
      order.hidden = left > order.display ? left - order.display : 0n;
    this.orders.push(order);
  }

  #follow(order: NaiveOrder, { fills, expired, over }: Plan, market: Market): void {
    for (const maker of over) this.close(maker, 'expired');
    for (const { maker, quantity } of fills) this.#trade(order, maker, { quantity, market });
    for (const maker of expired) this.close(maker, 'self_trade');
  }

  /** As though it came again, but in its place where it only becomes smaller. */
  protected amend(command: AmendOrder, timeMs: number): NaiveOrder | Reject {
    const market = this.markets.get(command.marketId);
    if (!this.owners.has(command.owner)) return 'account_not_found';
    if (market === undefined) return 'market_not_found';
    if (market.state !== 'open') return 'market_closed';
    const order = this.find(command.owner, command.order);
    if (typeof order === 'string') return order;
    if (order.marketId !== market.marketId) return 'order_not_found';
    if (isOver(order, timeMs)) return 'order_not_open';
    // Whatever it is to be: which no list of two that exclude each other allows.
    if (!this.mayBeOf(order, order.quantity ?? 0n)) return 'order_in_list';
    const { owner, marketId, side, timeInForce, selfTrade } = order;
    const price = command.price === undefined ? (order.price ?? 0n) : BigInt(command.price);
    const quantity = BigInt(command.quantity ?? order.quantity ?? 0n);
    const left = quantity - order.filledQuantity;
    const kept = order.display === undefined || order.display < quantity ? order.display : quantity;
    const display = command.display === undefined ? kept : BigInt(command.display);
    const isInPlace =
      price === order.price &&
      quantity <= (order.quantity ?? 0n) &&
      (display === undefined || order.display === undefined || display <= order.display);
    if (left < 1n) return 'below_filled';
    if (command.mustKeepPlace && !isInPlace) return 'place_not_kept';
    const again = {
      ...({ kind: 'place_order', type: 'limit', owner, marketId, side, timeInForce } as const),
      ...(selfTrade !== undefined && { selfTrade }),
      price: Number(price) as PriceTicks,
    };
    const isSaid = !isInPlace || display !== kept;
    const whole = {
      ...again,
      quantity: Number(quantity) as QuantityLots,
      ...(isSaid && display !== undefined && { display: Number(display) as QuantityLots }),
    };
    const refused = checkTerms(whole, market, { index: this.index.get(marketId), timeMs });
    if (refused !== undefined && !(isInPlace && refused === 'price_out_of_band')) return refused;
    if (isInPlace && !this.mayBeOf(order, quantity)) return 'order_in_list';
    if (isInPlace) return this.#shrink(order, quantity, display);
    const isDearerNow =
      market.makerFeePpm > order.makerRate ||
      (timeInForce !== 'post_only' && market.takerFeePpm > order.takerRate);
    if (isDearerNow) return 'terms_changed';
    this.orders = this.orders.filter((other) => other !== order);
    const cost =
      side === 'buy' ? left * price * market.tickLotQuoteMinor : left * market.lotBaseMinor;
    const isPayable = cost <= this.available(owner, market, side);
    const rest = { ...again, quantity: Number(left) as QuantityLots };
    const wouldMeet = timeInForce === 'post_only' && this.#meets(rest, market, timeMs);
    const mayBe = this.mayBeOf(order, quantity);
    if (!isPayable || !mayBe || wouldMeet) {
      this.orders.push(order);
      if (!isPayable) return 'insufficient_balance';
      return mayBe ? 'would_not_fill' : 'order_in_list';
    }
    Object.assign(order, { price, quantity, display });
    return this.#comeAgain(order, this.#plan(rest, market, timeMs), market);
  }

  #comeAgain(order: NaiveOrder, plan: Plan, market: Market): NaiveOrder {
    this.#follow(order, plan, market);
    if (order.listId !== undefined) this.happened.add(order.listId);
    if (plan.end === 'filled') order.status = 'completed';
    else if (plan.end === 'self_trade') return this.close(order, 'self_trade');
    else {
      this.lastOrderId += 1;
      order.priority = this.lastOrderId;
      this.#wait(order);
      return order;
    }
    order.hidden = undefined;
    return order;
  }

  /** What is hidden goes first. */
  #shrink(order: NaiveOrder, quantity: bigint, display: bigint | undefined): NaiveOrder {
    let shown = shownOf(order);
    const left = quantity - order.filledQuantity;
    if (shown > left) shown = left;
    if (display !== undefined && shown > display) shown = display;
    const hidden = display === undefined ? undefined : left - shown;
    return Object.assign(order, { quantity, display, hidden });
  }

  #trade(
    taker: NaiveOrder,
    maker: NaiveOrder,
    { quantity, market }: { quantity: bigint; market: Market },
  ): void {
    const price = maker.price ?? 0n;
    const notional = price * quantity * market.tickLotQuoteMinor;
    const base = quantity * market.lotBaseMinor;
    const fees = new Map<NaiveOrder, bigint>();
    for (const order of [taker, maker]) {
      const received = order.side === 'buy' ? base : notional;
      const rate = order === taker ? order.takerRate : order.makerRate;
      let fee = (received * rate) / PPM;
      if (fee * PPM < received * rate) fee += 1n;
      fees.set(order, fee);
      const [pays, gets] =
        order.side === 'buy'
          ? [market.quoteCurrencyId, market.baseCurrencyId]
          : [market.baseCurrencyId, market.quoteCurrencyId];
      this.add(`${order.owner} coin ${pays}`, order.side === 'buy' ? -notional : -base);
      this.add(`${order.owner} coin ${gets}`, received - fee);
      this.add(`house fees ${gets}`, fee);
      order.filledQuantity += quantity;
      order.filledAmount += notional;
      order.fee += fee;
    }
    this.trades.push({
      marketId: market.marketId,
      price,
      quantity,
      makerOrderId: maker.orderId,
      takerOrderId: taker.orderId,
      makerFee: fees.get(maker) ?? 0n,
      takerFee: fees.get(taker) ?? 0n,
    });
    if (maker.listId !== undefined) this.happened.add(maker.listId);
    if (maker.filledQuantity !== maker.quantity) {
      if (shownOf(maker) === 0n) this.#showNext(maker);
      return;
    }
    maker.status = 'completed';
    maker.hidden = undefined;
    this.orders = this.orders.filter((order) => order !== maker);
  }

  /** With a place behind all others. */
  #showNext(maker: NaiveOrder): void {
    const { display = 0n, hidden = 0n } = maker;
    maker.hidden = hidden > display ? hidden - display : 0n;
    this.lastOrderId += 1;
    maker.priority = this.lastOrderId;
  }

  protected find(
    owner: number,
    wanted: { orderId: number } | { clientOrderId: string },
  ): NaiveOrder | Reject {
    const found = this.orders.find((order) =>
      'orderId' in wanted
        ? order.orderId === wanted.orderId
        : order.clientOrderId === wanted.clientOrderId && order.owner === owner,
    );
    if (found !== undefined && found.owner === owner) return found;
    const wasGivenOut =
      'orderId' in wanted && wanted.orderId >= 1 && wanted.orderId <= this.lastOrderId;
    return found === undefined && wasGivenOut ? 'order_not_open' : 'order_not_found';
  }

  protected close(order: NaiveOrder, reason: string): NaiveOrder {
    if (order.listId !== undefined) this.happened.add(order.listId);
    order.status = 'cancelled';
    order.cancelReason = reason;
    order.hidden = undefined;
    this.orders = this.orders.filter((other) => other !== order);
    return order;
  }

  protected available(owner: number, market: Market, side: Side): bigint {
    const currencyId = side === 'buy' ? market.quoteCurrencyId : market.baseCurrencyId;
    return this.total(`${owner} coin ${currencyId}`) - this.frozen(owner, currencyId);
  }

  protected market(marketId: number): Market {
    const market = this.markets.get(marketId);
    if (market === undefined) throw new RangeError('an order has a market');
    return market;
  }
}
