/**
 * The oracle of the model tests: what an exchange does, written as plainly as possible. No book: all
 * waiting orders are filtered and sorted for each new one. No ledger: a map of balances in bigint; what
 * is frozen is summed up from the orders each time. It shares no code with the engine, only its types.
 */
import type {
  AmendOrder,
  CancelTrigger,
  Command,
  Market,
  PlaceOrder,
  PlaceTrailing,
  PlaceTrigger,
  Reject,
  ReplaceOrder,
  SetCancelTimer,
} from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';
import { NaiveMatching } from './naive-matching.ts';
import type { NaiveOrder, NaiveTrade, NaiveTrigger } from './naive-order.ts';
import { isDearer, isFreshAt, type NaiveIndex, type NaiveMoment } from './naive-terms.ts';
import {
  beginOf,
  bestOf,
  checkSize,
  checkTrigger,
  follow,
  isReachedBy,
  orderOfTrigger,
} from './naive-triggers.ts';

/** Of a replacement: what was cancelled and what was placed, or why there is none. */
export type NaiveReplacement = readonly [
  cancelled: NaiveOrder | Reject,
  placed: NaiveOrder | Reject,
];

export type NaiveResult = Reject | 'done' | NaiveOrder | NaiveTrigger | NaiveReplacement;

/** What may set trigger orders off: the index, or trades. */
interface NaiveMove {
  readonly by: 'index' | 'last';
  readonly index: NaiveIndex | undefined;
  readonly trades: readonly NaiveTrade[];
  readonly timeMs: number;
  /** Later ones wait for what comes after it. */
  readonly idMax: number;
}

/** How many fire at once, by a command and by a run of the clock's. */
export interface NaiveBounds {
  readonly triggerFiresMax: number;
  readonly triggerRunFiresMax: number;
}

const BOUNDS: NaiveBounds = { triggerFiresMax: 1_000, triggerRunFiresMax: 20 };

export class NaiveExchange extends NaiveMatching {
  /** Those that wait for a price. */
  triggers: NaiveTrigger[] = [];
  /** When all orders of an owner are cancelled. */
  readonly timers = new Map<number, number>();
  /** All that there ever were, by id. */
  readonly everyTrigger = new Map<number, NaiveTrigger>();
  /** What is left to fire, by market and in turn. */
  readonly left = new Map<number, NaiveMove[]>();
  readonly #bounds: NaiveBounds;

  constructor(bounds = BOUNDS) {
    super();
    this.#bounds = bounds;
  }

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
        return this.#tick(
          command.marketId,
          { timeMs: command.sampleTimeMs, price: command.price },
          timeMs,
        );
      case 'post_entry':
        return this.post(command);
      case 'transfer':
        return this.transfer(command);
      case 'place_order':
        return this.#place(command, timeMs);
      case 'cancel_order':
        return this.cancel(command.owner, command.order);
      case 'amend_order':
        return this.#amend(command, timeMs);
      case 'replace_order':
        return this.#replace(command, timeMs);
      case 'place_trigger':
      case 'place_trailing':
        return this.#placeTrigger(command, timeMs);
      case 'set_cancel_timer':
        return this.#setTimer(command, timeMs);
      case 'run_schedules':
        return this.#runSchedules(command.max, timeMs);
      case 'cancel_trigger':
        return this.#cancelTrigger(command.owner, command.trigger);
      default:
        throw new RangeError(`the oracle knows of trading only, not of ${command.kind}`);
    }
  }

  /** The sum of what an owner's waiting orders may still cost in a currency. */
  frozen(owner: number, currencyId: number): bigint {
    let sum = 0n;
    for (const order of this.orders) {
      const market = this.market(order.marketId);
      if (order.owner !== owner) continue;
      const left = (order.quantity ?? 0n) - order.filledQuantity;
      if (order.side === 'buy' && market.quoteCurrencyId === currencyId) {
        sum += left * (order.price ?? 0n) * market.tickLotQuoteMinor;
      }
      if (order.side === 'sell' && market.baseCurrencyId === currencyId) {
        sum += left * market.lotBaseMinor;
      }
    }
    for (const { owner: of, marketId, side, hold } of this.triggers) {
      const { quoteCurrencyId, baseCurrencyId } = this.market(marketId);
      const paid = side === 'buy' ? quoteCurrencyId : baseCurrencyId;
      if (of === owner && paid === currencyId) sum += hold;
    }
    return sum;
  }

  #place(command: PlaceOrder, timeMs: number): NaiveOrder | Reject {
    const market = this.markets.get(command.marketId);
    if (!this.owners.has(command.owner)) return 'account_not_found';
    if (market === undefined) return 'market_not_found';
    if (market.state !== 'open') return 'market_closed';
    const isKnown = this.orders.some(
      (order) => order.owner === command.owner && order.clientOrderId === command.clientOrderId,
    );
    if (command.clientOrderId !== undefined && isKnown) return 'duplicate_client_order_id';
    const tradesBefore = this.trades.length;
    const entered = this.enter(command, market, { rates: market, isNew: true, timeMs });
    if (typeof entered === 'string') return entered;
    const told = { ...entered };
    this.#fireAfter(market, tradesBefore, timeMs);
    return told;
  }

  /** What the trades of a command reach, where anything waits for trades. */
  #fireAfter(market: Market, tradesBefore: number, timeMs: number): void {
    const traded = this.trades.slice(tradesBefore);
    const isWatched = this.triggers.some(
      (trigger) => trigger.triggerBy === 'last' && trigger.marketId === market.marketId,
    );
    if (traded.length > 0 && isWatched) this.#fire(market, timeMs, this.#traded(traded, timeMs));
  }

  #amend(command: AmendOrder, timeMs: number): NaiveOrder | Reject {
    const market = this.markets.get(command.marketId);
    const tradesBefore = this.trades.length;
    const amended = this.amend(command, timeMs);
    if (typeof amended === 'string' || market === undefined) return amended;
    const told = { ...amended };
    this.#fireAfter(market, tradesBefore, timeMs);
    return told;
  }

  #replace({ owner, order, mode, placed }: ReplaceOrder, timeMs: number): NaiveResult {
    if (!this.owners.has(owner)) return 'account_not_found';
    const found = this.find(owner, order);
    if (typeof found === 'string' && mode === 'stop_on_failure') return found;
    const isKnown = this.orders.some(
      (other) => other.owner === owner && other.clientOrderId === placed.clientOrderId,
    );
    if (placed.clientOrderId !== undefined && isKnown) return 'duplicate_client_order_id';
    const cancelled = typeof found === 'string' ? found : { ...this.close(found, 'user') };
    return [cancelled, this.#place(placed, timeMs)];
  }

  #placeTrigger(command: PlaceTrigger | PlaceTrailing, timeMs: number): NaiveResult {
    const market = this.markets.get(command.marketId);
    if (!this.owners.has(command.owner)) return 'account_not_found';
    if (market === undefined) return 'market_not_found';
    if (market.state !== 'open') return 'market_closed';
    const { clientOrderId, owner, side, triggerBy, order } = command;
    const isKnown = this.triggers.some(
      (other) => other.owner === owner && other.clientOrderId === clientOrderId,
    );
    if (clientOrderId !== undefined && isKnown) return 'duplicate_client_order_id';
    const moment = { index: this.index.get(market.marketId), timeMs };
    const trail = trailOf(command, market, moment);
    if (typeof trail === 'string') return trail;
    const hold = checkTrigger({ ...command, ...trail }, market, moment);
    if (typeof hold === 'string') return hold;
    if (trail.activationPrice !== undefined && triggerBy === 'index') {
      const now = bestOf(side, moment.index?.price ?? 0n, market);
      const isBegun = side === 'sell' ? now >= trail.activationPrice : now <= trail.activationPrice;
      if (isBegun) return 'price_reached';
    }
    if (isDearer({ ...command, ...order }, market)) return 'terms_changed';
    if (this.places(owner, market.marketId) >= market.openOrdersMax) return 'too_many_orders';
    const trailing = this.triggers.filter(
      (other) =>
        other.owner === owner &&
        other.marketId === command.marketId &&
        other.triggerKind === 'trailing_stop',
    );
    if (command.kind === 'place_trailing' && trailing.length >= 10) return 'too_many_orders';
    if (hold > this.available(owner, market, side)) return 'insufficient_balance';
    if (order.type === 'market' && order.timeInForce === 'post_only') return 'would_not_fill';
    this.lastOrderId += 1;
    const { makerFeePpm, takerFeePpm, marketId } = market;
    const trigger: NaiveTrigger = {
      triggerId: this.lastOrderId,
      owner,
      marketId,
      side,
      triggerBy,
      ...trail,
      order,
      clientOrderId,
      rates: { makerFeePpm, takerFeePpm },
      hold,
      status: 'waiting',
      cancelReason: undefined,
      orderId: undefined,
    };
    this.triggers.push(trigger);
    this.everyTrigger.set(trigger.triggerId, trigger);
    return trigger;
  }

  #setTimer({ owner, afterMs }: SetCancelTimer, timeMs: number): NaiveResult {
    if (!this.owners.has(owner)) return 'account_not_found';
    if (afterMs !== undefined && !(afterMs >= 1 && afterMs <= DAY_MS))
      return 'quantity_out_of_range';
    if ((this.timers.get(owner) ?? Infinity) <= timeMs) this.#cancelAll(owner);
    if (afterMs === undefined) this.timers.delete(owner);
    else this.timers.set(owner, timeMs + afterMs);
    return 'done';
  }

  /** What is due first, each time: of one moment what is left to fire, then timers, then orders that expire, which all go at once. */
  #runSchedules(max: number, timeMs: number): NaiveResult {
    for (let ran = 0; ran < max; ran += 1) {
      const moves = [...this.left].map(([id, [move]]) => [move?.timeMs ?? 0, 0, id] as const);
      const timers = [...this.timers].map(([owner, dueAtMs]) => [dueAtMs, 1, owner] as const);
      const expiryMs = Math.min(...this.orders.map((order) => order.expiresAtMs ?? Infinity));
      const [next] = [...moves, ...timers, [expiryMs, 2, 0] as const].sort(
        (left, right) => left[0] - right[0] || left[1] - right[1] || left[2] - right[2],
      );
      if (next === undefined || next[0] > timeMs) break;
      const [, kind, id] = next;
      if (kind === 2) {
        for (const order of this.orders) {
          if (order.expiresAtMs === expiryMs) this.close(order, 'expired');
        }
      } else if (kind === 1) {
        this.#cancelAll(id);
        this.timers.delete(id);
      } else if (this.market(id).state !== 'open') this.left.delete(id);
      else this.#fire(this.market(id), timeMs);
    }
    return 'done';
  }

  #cancelAll(owner: number): void {
    for (const order of this.orders) if (order.owner === owner) this.close(order, 'timer');
    for (const trigger of this.triggers) {
      if (trigger.owner === owner) this.#endTrigger(trigger, 'timer');
    }
  }

  #cancelTrigger(owner: number, wanted: CancelTrigger['trigger']): NaiveResult {
    if (!this.owners.has(owner)) return 'account_not_found';
    const found = this.triggers.find((trigger) =>
      'triggerId' in wanted
        ? trigger.triggerId === wanted.triggerId
        : trigger.clientOrderId === wanted.clientOrderId && trigger.owner === owner,
    );
    if (found?.owner === owner) return this.#endTrigger(found, 'user');
    const wasGivenOut =
      'triggerId' in wanted && wanted.triggerId >= 1 && wanted.triggerId <= this.lastOrderId;
    return found === undefined && wasGivenOut ? 'order_not_open' : 'order_not_found';
  }

  #endTrigger(trigger: NaiveTrigger, reason: string): NaiveTrigger {
    this.triggers = this.triggers.filter((other) => other !== trigger);
    return Object.assign(trigger, { status: 'cancelled', cancelReason: reason, hold: 0n });
  }

  /**
   * One due trigger order after the other, by id; the trades of each may make others due, behind those. What is too much for
   * once is left, with the prices that made it due.
   */
  #fire(market: Market, timeMs: number, added?: NaiveMove): void {
    const { marketId } = market;
    const moves = (this.left.get(marketId) ?? []).filter(
      (move) => timeMs - (move.index?.timeMs ?? move.timeMs) <= 10_000,
    );
    if (added !== undefined) moves.push(added);
    const { triggerFiresMax, triggerRunFiresMax } = this.#bounds;
    let room = added === undefined ? triggerRunFiresMax : triggerFiresMax;
    const isDue = (move: NaiveMove) => (trigger: NaiveTrigger) =>
      trigger.marketId === marketId &&
      trigger.triggerBy === move.by &&
      isReachedBy(trigger, market, move);
    for (let move = moves[0]; move !== undefined; move = moves[0]) {
      const { idMax } = move;
      const [first, last] = pricesOf(move, market);
      this.#follow(market, move, first);
      const due = this.triggers.filter(isDue(move)).filter(({ triggerId }) => triggerId <= idMax);
      for (const trigger of due.sort((left, right) => left.triggerId - right.triggerId)) {
        if (!this.triggers.includes(trigger)) continue;
        if (room === 0) break;
        room -= 1;
        this.triggers = this.triggers.filter((other) => other !== trigger);
        const before = this.trades.length;
        const { rates } = trigger;
        const entering = { rates, isNew: false, timeMs };
        const entered = this.enter(orderOfTrigger(trigger), market, entering);
        trigger.hold = 0n;
        if (typeof entered === 'string') {
          Object.assign(trigger, { status: 'cancelled', cancelReason: entered });
        } else Object.assign(trigger, { status: 'triggered', orderId: entered.orderId });
        const made = this.trades.slice(before);
        if (made.length > 0) moves.push(this.#traded(made, timeMs));
      }
      if (due.some((trigger) => this.triggers.includes(trigger))) break;
      this.#follow(market, move, last);
      moves.shift();
    }
    const left = moves.filter(
      (move) => this.triggers.some(isDue(move)) || this.#isFollowed(market, move),
    );
    if (left.length > 0) this.left.set(marketId, left);
    else this.left.delete(marketId);
  }

  /** What trails takes a price of a move that came while it waited. */
  #follow(market: Market, move: NaiveMove, priceE8: bigint): void {
    for (const trigger of this.triggers) {
      const isThere = trigger.marketId === market.marketId && trigger.triggerBy === move.by;
      if (!isThere || trigger.triggerId > move.idMax) continue;
      follow(trigger, { priceE8, atMs: move.index?.timeMs ?? move.timeMs }, market);
    }
  }

  /** Whether anything would go along, whenever it came. */
  #isFollowed(market: Market, move: NaiveMove): boolean {
    return pricesOf(move, market).some((priceE8) =>
      this.triggers.some((trigger) => {
        const isThere = trigger.marketId === market.marketId && trigger.triggerBy === move.by;
        const copy = { ...trigger };
        follow(copy, { priceE8, atMs: 0 }, market);
        return isThere && copy.bestPrice !== trigger.bestPrice;
      }),
    );
  }

  #traded(trades: readonly NaiveTrade[], timeMs: number): NaiveMove {
    return { by: 'last', index: undefined, trades, timeMs, idMax: this.lastOrderId };
  }

  /** How many of an owner's orders wait in a market, in its book or for a price. */
  protected override places(owner: number, marketId: number): number {
    return [...this.orders, ...this.triggers].filter(
      (each) => each.owner === owner && each.marketId === marketId,
    ).length;
  }

  #closeAll(marketId: number, reason: string): void {
    this.left.delete(marketId);
    for (const order of this.orders) if (order.marketId === marketId) this.close(order, reason);
    for (const trigger of this.triggers) {
      if (trigger.marketId === marketId) this.#endTrigger(trigger, reason);
    }
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

  #tick(marketId: number, index: NaiveIndex, timeMs: number): NaiveResult {
    const market = this.markets.get(marketId);
    if (market === undefined) return 'market_not_found';
    if (index.timeMs <= (this.index.get(marketId)?.timeMs ?? 0)) return 'terms_invalid';
    this.index.set(marketId, index);
    if (isFreshAt(index, timeMs) && market.state === 'open') {
      const idMax = this.lastOrderId;
      this.#fire(market, timeMs, { by: 'index', index, trades: [], timeMs, idMax });
    }
    return 'done';
  }
}

/** What one waits for: a price, or one that follows. */
function trailOf(command: PlaceTrigger | PlaceTrailing, market: Market, moment: NaiveMoment) {
  const bad = checkSize(command);
  if (bad !== undefined) return bad;
  if (command.kind === 'place_trailing') return beginOf(command, market, moment);
  return {
    triggerKind: command.triggerKind,
    triggerPrice: BigInt(command.triggerPrice),
    trailPpm: undefined,
    activationPrice: undefined,
    bestPrice: undefined,
    bestAtMs: undefined,
  };
}

/** The first and the last price of a move. */
function pricesOf({ index, trades }: NaiveMove, { tickSizeE8 }: Market): readonly [bigint, bigint] {
  const first = trades[0] === undefined ? (index?.price ?? 0n) : trades[0].price * tickSizeE8;
  const last = trades.at(-1)?.price;
  return [first, last === undefined ? first : last * tickSizeE8];
}
