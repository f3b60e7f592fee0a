/**
 * The oracle of the model tests: what an exchange does, written as plainly as possible. No book: all
 * waiting orders are filtered and sorted for each new one. No ledger: a map of balances in bigint; what
 * is frozen is summed up from the orders each time. It shares no code with the engine, only its types.
 */
import type { Command, Market, PlaceOrder, PostingAccount, Reject, Side } from '@fairlead/engine';
import { amountOf, keyOf, type NaiveOrder, type NaiveTrade, quantityOf } from './naive-order.ts';

export type NaiveResult = Reject | 'done' | NaiveOrder;

interface Index {
  readonly timeMs: number;
  readonly price: bigint | undefined;
}

interface Plan {
  readonly fills: readonly { readonly maker: NaiveOrder; readonly quantity: bigint }[];
  readonly end: 'filled' | 'exhausted' | 'self_trade';
}

const PPM = 1_000_000n;
const TWO_POW_53 = 2n ** 53n;
const AMOUNT_MAX = 2n ** 62n;
const FRESH_MS = 10_000;

export class NaiveExchange {
  readonly markets = new Map<number, Market>();
  readonly index = new Map<number, Index>();
  readonly owners = new Set<number>();
  readonly currencies = new Set<number>();
  /** By "owner account currency" or "house account currency". */
  readonly balances = new Map<string, bigint>();
  readonly references = new Set<string>();
  orders: NaiveOrder[] = [];
  trades: NaiveTrade[] = [];
  lastOrderId = 0;

  execute(command: Command, timeMs: number): NaiveResult {
    switch (command.kind) {
      case 'open_account':
        this.owners.add(command.owner);
        return 'done';
      case 'configure_currency':
        this.currencies.add(command.currency.currencyId);
        return 'done';
      case 'configure_market':
        return this.#configure(command.market);
      case 'set_market_state':
        return this.#setState(command.marketId, command.state);
      case 'index_tick':
        return this.#tick(command.marketId, { timeMs: command.sampleTimeMs, price: command.price });
      case 'post_entry': {
        const { reason, reference, currencyId, amount } = command;
        const known = `${reason} ${reference}`;
        const isOpen = this.#isOpen(command.source) && this.#isOpen(command.target);
        if (!isOpen) return 'account_not_found';
        if (!this.currencies.has(currencyId)) return 'currency_not_found';
        if (this.references.has(known)) return 'duplicate_reference';
        const refused = this.#move(
          keyOf(command.source, currencyId),
          keyOf(command.target, currencyId),
          amount,
        );
        if (refused === 'done') this.references.add(known);
        return refused;
      }
      case 'transfer': {
        const { owner, source, target, currencyId, amount } = command;
        if (!this.owners.has(owner)) return 'account_not_found';
        if (!this.currencies.has(currencyId)) return 'currency_not_found';
        return this.#move(
          `${owner} ${source} ${currencyId}`,
          `${owner} ${target} ${currencyId}`,
          amount,
        );
      }
      case 'place_order':
        return this.#place(command, timeMs);
      case 'cancel_order':
        return this.#cancel(command.owner, command.order);
      default:
        throw new RangeError(`the oracle knows of trading only, not of ${command.kind}`);
    }
  }

  total(key: string): bigint {
    return this.balances.get(key) ?? 0n;
  }

  /** The sum of what an owner's waiting orders may still cost in a currency. */
  frozen(owner: number, currencyId: number): bigint {
    let sum = 0n;
    for (const order of this.orders) {
      const market = this.#market(order.marketId);
      if (order.owner !== owner) continue;
      const left = (order.quantity ?? 0n) - order.filledQuantity;
      if (order.side === 'buy' && market.quoteCurrencyId === currencyId) {
        sum += left * (order.price ?? 0n) * market.tickLotQuoteMinor;
      }
      if (order.side === 'sell' && market.baseCurrencyId === currencyId) {
        sum += left * market.lotBaseMinor;
      }
    }
    return sum;
  }

  /** Price and quantity of each level of a side, best first. */
  depth(marketId: number, side: Side): [number, number][] {
    const levels = new Map<bigint, bigint>();
    for (const order of this.orders) {
      if (order.marketId !== marketId || order.side !== side) continue;
      const price = order.price ?? 0n;
      const left = (order.quantity ?? 0n) - order.filledQuantity;
      levels.set(price, (levels.get(price) ?? 0n) + left);
    }
    const sign = side === 'buy' ? -1 : 1;
    return [...levels]
      .map(([price, quantity]): [number, number] => [Number(price), Number(quantity)])
      .sort((left, right) => sign * (left[0] - right[0]));
  }

  #place(command: PlaceOrder, timeMs: number): NaiveResult {
    const market = this.markets.get(command.marketId);
    if (!this.owners.has(command.owner)) return 'account_not_found';
    if (market === undefined) return 'market_not_found';
    if (market.state !== 'open') return 'market_closed';
    const isKnown = this.orders.some(
      (order) => order.owner === command.owner && order.clientOrderId === command.clientOrderId,
    );
    if (command.clientOrderId !== undefined && isKnown) return 'duplicate_client_order_id';
    const refused = this.#checkTerms(command, market, timeMs);
    if (refused !== undefined) return refused;
    if (this.#isDearer(command, market)) return 'terms_changed';

    const mayRest = command.type === 'limit' && ['gtc', 'post_only'].includes(command.timeInForce);
    const own = this.orders.filter(
      (order) => order.owner === command.owner && order.marketId === command.marketId,
    );
    if (mayRest && own.length >= market.openOrdersMax) return 'too_many_orders';
    const currencyId = command.side === 'buy' ? market.quoteCurrencyId : market.baseCurrencyId;
    const available =
      this.total(`${command.owner} coin ${currencyId}`) - this.frozen(command.owner, currencyId);
    if (this.#cost(command, market) > available) return 'insufficient_balance';

    const plan = this.#plan(command, market);
    const isPostOnly = command.timeInForce === 'post_only';
    const isFillOrKill = command.timeInForce === 'fok';
    if (isPostOnly && (command.type === 'market' || this.#makers(command, market).length > 0)) {
      return 'would_not_fill';
    }
    if (isFillOrKill && plan.end !== 'filled') return 'would_not_fill';
    if (!mayRest && plan.fills.length === 0) return 'would_not_fill';
    return this.#apply(command, market, plan);
  }

  #checkTerms(command: PlaceOrder, market: Market, timeMs: number): Reject | undefined {
    const index = this.index.get(market.marketId);
    const isFresh = index?.price !== undefined && timeMs - index.timeMs <= FRESH_MS;
    const price = index?.price ?? 0n;
    if (command.type === 'limit') {
      if (command.quantity < 1) return 'quantity_out_of_range';
      const isLarge = BigInt(command.price) * BigInt(command.quantity) >= TWO_POW_53;
      if (command.price >= 1 && isLarge) return 'quantity_out_of_range';
      if (command.price < 1) return 'price_out_of_range';
      const notional = BigInt(command.price) * BigInt(command.quantity) * market.tickLotQuoteMinor;
      if (notional < market.minNotionalMinor) return 'below_minimum';
      const [lowest, highest] = this.#band(market, market.limitBandPpm);
      const isOutside = BigInt(command.price) < lowest || BigInt(command.price) > highest;
      return isFresh && isOutside ? 'price_out_of_band' : undefined;
    }
    if (command.size.by === 'amount') {
      if (command.size.amount <= 0n) return 'amount_not_positive';
      if (command.side === 'sell') return 'quantity_out_of_range';
      if (command.size.amount < market.minNotionalMinor) return 'below_minimum';
      return isFresh ? undefined : 'price_stale';
    }
    if (command.size.quantity < 1) return 'quantity_out_of_range';
    if (!isFresh) return 'price_stale';
    const [, highest] = this.#band(market, market.marketBandPpm);
    if (highest * BigInt(command.size.quantity) >= TWO_POW_53) return 'quantity_out_of_range';
    const worth = BigInt(command.size.quantity) * market.tickLotQuoteMinor * price;
    return worth < market.minNotionalMinor * market.tickSizeE8 ? 'below_minimum' : undefined;
  }

  /** Whether one of the rates that may be charged is above what was shown. */
  #isDearer({ type, timeInForce, shownFeePpm }: PlaceOrder, market: Market): boolean {
    if (shownFeePpm === undefined) return false;
    const isOnlyMaker = type === 'limit' && timeInForce === 'post_only';
    const isOnlyTaker = type === 'market' || timeInForce === 'ioc' || timeInForce === 'fok';
    return (
      (!isOnlyMaker && market.takerFeePpm > shownFeePpm) ||
      (!isOnlyTaker && market.makerFeePpm > shownFeePpm)
    );
  }

  /** What the order may cost at most, in the currency it pays with. */
  #cost(command: PlaceOrder, market: Market): bigint {
    if (command.type === 'market' && command.size.by === 'amount') return command.size.amount;
    const quantity = command.type === 'limit' ? command.quantity : quantityOf(command);
    if (command.side === 'sell') return BigInt(quantity) * market.lotBaseMinor;
    return this.#limit(command, market) * BigInt(quantity) * market.tickLotQuoteMinor;
  }

  /** The worst price the order takes. */
  #limit(command: PlaceOrder, market: Market): bigint {
    if (command.type === 'limit') return BigInt(command.price);
    const [lowest, highest] = this.#band(market, market.marketBandPpm);
    return command.side === 'buy' ? highest : lowest;
  }

  /** The lowest and highest price that are not farther from the index than the band. */
  #band(market: Market, ppm: bigint): [bigint, bigint] {
    const price = this.index.get(market.marketId)?.price ?? 0n;
    const unit = PPM * market.tickSizeE8;
    let lowest = (price * (PPM - ppm)) / unit;
    while (lowest < 1n || lowest * unit < price * (PPM - ppm)) lowest += 1n;
    return [lowest, (price * (PPM + ppm)) / unit];
  }

  /** The waiting orders that the order could trade with, in the order in which it would. */
  #makers(command: PlaceOrder, market: Market): NaiveOrder[] {
    const isBuy = command.side === 'buy';
    const limit = this.#limit(command, market);
    return this.orders
      .filter((order) => order.marketId === market.marketId && order.side !== command.side)
      .filter((order) => (isBuy ? (order.price ?? 0n) <= limit : (order.price ?? 0n) >= limit))
      .sort((left, right) => {
        const difference = Number((left.price ?? 0n) - (right.price ?? 0n));
        return (isBuy ? difference : -difference) || left.orderId - right.orderId;
      });
  }

  #plan(command: PlaceOrder, market: Market): Plan {
    const fills: { maker: NaiveOrder; quantity: bigint }[] = [];
    const isByAmount = command.type === 'market' && command.size.by === 'amount';
    let budget = isByAmount ? amountOf(command) : 0n;
    let wanted = isByAmount ? 0n : BigInt(quantityOf(command));
    for (const maker of this.#makers(command, market)) {
      const lotCost = (maker.price ?? 0n) * market.tickLotQuoteMinor;
      if (isByAmount) wanted = budget / lotCost;
      if (wanted === 0n) return { fills, end: 'filled' };
      if (maker.owner === command.owner) return { fills, end: 'self_trade' };
      const left = (maker.quantity ?? 0n) - maker.filledQuantity;
      const quantity = left < wanted ? left : wanted;
      fills.push({ maker, quantity });
      wanted -= quantity;
      budget -= quantity * lotCost;
    }
    const last = fills.at(-1);
    const isSpent =
      last !== undefined && budget < (last.maker.price ?? 0n) * market.tickLotQuoteMinor;
    const isFilled = isByAmount ? isSpent : wanted === 0n;
    return { fills, end: isFilled ? 'filled' : 'exhausted' };
  }

  #apply(command: PlaceOrder, market: Market, plan: Plan): NaiveOrder {
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
      price: command.type === 'limit' ? BigInt(command.price) : undefined,
      quantity: isByAmount ? undefined : BigInt(quantityOf(command)),
      amount: isByAmount ? amountOf(command) : undefined,
      filledQuantity: 0n,
      filledAmount: 0n,
      fee: 0n,
      makerRate: market.makerFeePpm,
      takerRate: market.takerFeePpm,
      status: 'waiting',
      cancelReason: undefined,
    };
    for (const { maker, quantity } of plan.fills) this.#trade(order, maker, { quantity, market });
    const mayRest = command.type === 'limit' && ['gtc', 'post_only'].includes(command.timeInForce);
    if (plan.end === 'filled') order.status = 'completed';
    else if (plan.end === 'exhausted' && mayRest) this.orders.push(order);
    else {
      order.status = 'cancelled';
      order.cancelReason = plan.end === 'self_trade' ? 'self_trade' : 'remainder';
    }
    return order;
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
      this.#add(`${order.owner} coin ${pays}`, order.side === 'buy' ? -notional : -base);
      this.#add(`${order.owner} coin ${gets}`, received - fee);
      this.#add(`house fees ${gets}`, fee);
      order.filledQuantity += quantity;
      order.filledAmount += notional;
      order.fee += fee;
    }
    this.trades.push({
      price,
      quantity,
      makerOrderId: maker.orderId,
      takerOrderId: taker.orderId,
      makerFee: fees.get(maker) ?? 0n,
      takerFee: fees.get(taker) ?? 0n,
    });
    if (maker.filledQuantity !== maker.quantity) return;
    maker.status = 'completed';
    this.orders = this.orders.filter((order) => order !== maker);
  }

  #cancel(owner: number, wanted: { orderId: number } | { clientOrderId: string }): NaiveResult {
    if (!this.owners.has(owner)) return 'account_not_found';
    const found = this.orders.find((order) =>
      'orderId' in wanted
        ? order.orderId === wanted.orderId
        : order.clientOrderId === wanted.clientOrderId && order.owner === owner,
    );
    if (found !== undefined && found.owner === owner) return this.#close(found, 'user');
    const wasGivenOut =
      'orderId' in wanted && wanted.orderId >= 1 && wanted.orderId <= this.lastOrderId;
    return found === undefined && wasGivenOut ? 'order_not_open' : 'order_not_found';
  }

  #close(order: NaiveOrder, reason: string): NaiveOrder {
    order.status = 'cancelled';
    order.cancelReason = reason;
    this.orders = this.orders.filter((other) => other !== order);
    return order;
  }

  #closeAll(marketId: number, reason: string): void {
    for (const order of this.orders) if (order.marketId === marketId) this.#close(order, reason);
  }

  #configure(market: Market): NaiveResult {
    const known = this.markets.get(market.marketId);
    const isSameGrid =
      known?.tickSizeE8 === market.tickSizeE8 && known.lotBaseMinor === market.lotBaseMinor;
    if (known !== undefined && !isSameGrid) this.#closeAll(market.marketId, 'market_terms');
    this.markets.set(market.marketId, market);
    return 'done';
  }

  #setState(marketId: number, state: Market['state']): NaiveResult {
    const market = this.markets.get(marketId);
    if (market === undefined) return 'market_not_found';
    this.markets.set(marketId, { ...market, state });
    if (state === 'closed') this.#closeAll(marketId, 'operator');
    return 'done';
  }

  #tick(marketId: number, index: Index): NaiveResult {
    if (!this.markets.has(marketId)) return 'market_not_found';
    if (index.timeMs <= (this.index.get(marketId)?.timeMs ?? 0)) return 'terms_invalid';
    this.index.set(marketId, index);
    return 'done';
  }

  #move(source: string, target: string, amount: bigint): Reject | 'done' {
    const [owner = '', account = '', currency = ''] = source.split(' ');
    const frozen = account === 'coin' ? this.frozen(Number(owner), Number(currency)) : 0n;
    if (source === target) return 'same_account';
    if (amount <= 0n) return 'amount_not_positive';
    if (amount > AMOUNT_MAX) return 'quantity_out_of_range';
    if (account !== 'external' && amount > this.total(source) - frozen) {
      return 'insufficient_balance';
    }
    this.#add(source, -amount);
    this.#add(target, amount);
    return 'done';
  }

  #add(key: string, amount: bigint): void {
    this.balances.set(key, this.total(key) + amount);
  }

  #isOpen(account: PostingAccount): boolean {
    return 'house' in account || this.owners.has(account.owner);
  }

  #market(marketId: number): Market {
    const market = this.markets.get(marketId);
    if (market === undefined) throw new RangeError('an order has a market');
    return market;
  }
}
