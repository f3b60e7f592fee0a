/**
 * The oracle of the model tests: what an exchange does, written as plainly as possible. No book: all
 * waiting orders are filtered and sorted for each new one. No ledger: a map of balances in bigint; what
 * is frozen is summed up from the orders each time. It shares no code with the engine, only its types.
 */
import type {
  AmendOrder,
  CancelOrder,
  CancelTrigger,
  Command,
  Market,
  PlaceOrder,
  PlaceTrailing,
  PlaceTrigger,
  Reject,
  ReplaceOrder,
  SetCancelTimer,
  SetMarketState,
} from '@fairlead/engine';
import { DAY_MS } from '@fairlead/units';
import { NaiveAmending } from './naive-amending.ts';
import type { NaiveListResult } from './naive-lists.ts';
import type { NaiveOrder, NaiveTrigger } from './naive-order.ts';
import {
  isDearer,
  isExpiryAhead,
  isFreshAt,
  type NaiveIndex,
  type NaiveMoment,
} from './naive-terms.ts';
import { beginOf, checkSize, checkTrigger, isBegunAt, keptOrder } from './naive-triggers.ts';

/** Of a replacement: what was cancelled and what was placed, or why there is none. */
export type NaiveReplacement = readonly [
  cancelled: NaiveOrder | Reject,
  placed: NaiveOrder | Reject,
];

export type NaiveResult =
  | Reject
  | 'done'
  | NaiveOrder
  | NaiveTrigger
  | NaiveReplacement
  | NaiveListResult;

/** What one run of the clock cancels at most. */
const RUN_MAX = 10;
/** Timers of an owner. */
const TIMERS_MAX = 16;

const byOrderId = (left: NaiveOrder, right: NaiveOrder): number => left.orderId - right.orderId;

export class NaiveExchange extends NaiveAmending {
  /** When orders of an owner are cancelled, and of which market: by owner and number. */
  readonly timers = new Map<
    number,
    { readonly dueAtMs: number; readonly marketId?: number | undefined }
  >();

  execute(command: Command, timeMs: number): NaiveResult {
    this.placedNow = 0;
    switch (command.kind) {
      case 'open_account':
        this.owners.add(command.owner);
        return 'done';
      case 'configure_currency':
        this.currencies.add(command.currency.currencyId);
        return 'done';
      case 'configure_market':
        return this.#configure(command.market, timeMs);
      case 'set_market_state':
        return this.#setState(command, timeMs);
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
        return this.#cancel(command, timeMs);
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
        return this.#cancelTrigger(command, timeMs);
      case 'amend_trigger':
        return this.amendTrigger(command, timeMs);
      case 'place_list':
        return this.placeList(command, timeMs);
      case 'cancel_list':
        return this.cancelList(command, timeMs);
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
    this.fireAfter(market, tradesBefore, timeMs);
    return told;
  }

  #cancel(command: CancelOrder, timeMs: number): NaiveOrder | Reject {
    const cancelled = this.cancel(command);
    this.settle(timeMs);
    return cancelled;
  }

  #amend(command: AmendOrder, timeMs: number): NaiveOrder | Reject {
    const market = this.markets.get(command.marketId);
    const tradesBefore = this.trades.length;
    const amended = this.amend(command, timeMs);
    if (typeof amended === 'string' || market === undefined) return amended;
    const told = { ...amended };
    this.fireAfter(market, tradesBefore, timeMs);
    return told;
  }

  #replace({ owner, order, onlyFilled, mode, placed }: ReplaceOrder, timeMs: number): NaiveResult {
    if (!this.owners.has(owner)) return 'account_not_found';
    const market = this.markets.get(placed.marketId);
    if (market === undefined) return 'market_not_found';
    if (market.state !== 'open') return 'market_closed';
    const found = this.findToCancel(owner, order, onlyFilled);
    if (typeof found === 'string' && mode === 'stop_on_failure') return found;
    if (typeof found !== 'string' && this.listOf(found) !== undefined) return 'order_in_list';
    const isKnown = this.orders.some(
      (other) => other.owner === owner && other.clientOrderId === placed.clientOrderId,
    );
    if (placed.clientOrderId !== undefined && isKnown) return 'duplicate_client_order_id';
    const cancelled = typeof found === 'string' ? found : { ...this.close(found, 'user') };
    const made = this.#place(placed, timeMs);
    this.settle(timeMs);
    return [cancelled, made];
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
    if (!isExpiryAhead(command.expiresAtMs, timeMs)) return 'expiry_out_of_range';
    const trail = trailOf(command, market, moment);
    if (typeof trail === 'string') return trail;
    const hold = checkTrigger({ ...command, ...trail }, market, moment);
    if (typeof hold === 'string') return hold;
    if (isBegunAt({ ...command, ...trail }, market, moment.index)) return 'price_reached';
    if (isDearer({ ...command, ...order }, market)) return 'terms_changed';
    if (this.places(owner, market.marketId) >= market.openOrdersMax) return 'too_many_orders';
    const isFull = this.trailing(owner, market.marketId) >= 10;
    if (command.kind === 'place_trailing' && isFull) return 'too_many_orders';
    if (hold > this.available(owner, market, side)) return 'insufficient_balance';
    if (order.type === 'market' && order.timeInForce === 'post_only') return 'would_not_fill';
    this.lastOrderId += 1;
    const { makerFeePpm, takerFeePpm, marketId } = market;
    const trigger: NaiveTrigger = {
      triggerId: this.lastOrderId,
      listId: undefined,
      sinceId: undefined,
      owner,
      marketId,
      side,
      triggerBy,
      ...trail,
      order: keptOrder(order),
      clientOrderId,
      expiresAtMs: command.expiresAtMs,
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

  #setTimer({ owner, afterMs, timer = 0, marketId }: SetCancelTimer, timeMs: number): NaiveResult {
    if (!this.owners.has(owner)) return 'account_not_found';
    if (marketId !== undefined && !this.markets.has(marketId)) return 'market_not_found';
    if (afterMs !== undefined && !(afterMs >= 1 && afterMs <= DAY_MS))
      return 'quantity_out_of_range';
    if (!(timer >= 0 && timer < TIMERS_MAX)) return 'quantity_out_of_range';
    const key = owner * TIMERS_MAX + timer;
    if ((this.timers.get(key)?.dueAtMs ?? Infinity) <= timeMs) this.#cancelAll(key, timeMs);
    if (afterMs === undefined) this.timers.delete(key);
    else this.timers.set(key, { dueAtMs: timeMs + afterMs, marketId });
    return 'done';
  }

  /** What is due first, each time: of one moment what is left to fire, then lists, timers, then orders that expire, then what waits for a price. A run cancels ten, by their ids. */
  #runSchedules(max: number, timeMs: number): NaiveResult {
    for (let ran = 0; ran < max; ran += 1) {
      const moves = [...this.left]
        .filter(([id]) => this.isPriced(id))
        .map(([id, [move]]) => [move?.timeMs ?? 0, 0, id] as const);
      const timers = [...this.timers].map(([key, { dueAtMs }]) => [dueAtMs, 2, key] as const);
      const expiryMs = Math.min(...this.orders.map((order) => order.expiresAtMs ?? Infinity));
      const lateMs = this.lateLists()[0]?.lateSinceMs ?? Infinity;
      const endMs = Math.min(...this.triggers.map((each) => each.expiresAtMs ?? Infinity));
      const others = [[lateMs, 1, 0] as const, [expiryMs, 3, 0] as const, [endMs, 4, 0] as const];
      const [next] = [...moves, ...timers, ...others].sort(
        (left, right) => left[0] - right[0] || left[1] - right[1] || left[2] - right[2],
      );
      if (next === undefined || next[0] > timeMs) break;
      const [, kind, id] = next;
      if (kind === 4) {
        const due = this.triggers.filter((trigger) => trigger.expiresAtMs === endMs);
        due.sort((left, right) => left.triggerId - right.triggerId);
        for (const trigger of due.slice(0, RUN_MAX)) this.endTrigger(trigger, 'expired');
        this.settle(timeMs);
      } else if (kind === 3) {
        const due = this.orders.filter((order) => order.expiresAtMs === expiryMs).sort(byOrderId);
        for (const order of due.slice(0, RUN_MAX)) this.close(order, 'expired');
        this.settle(timeMs);
      } else if (kind === 2) {
        if (this.#cancelAll(id, timeMs, RUN_MAX)) this.timers.delete(id);
      } else if (kind === 1) this.placeLate(timeMs);
      else if (this.market(id).state !== 'open') this.left.delete(id);
      else this.fire(this.market(id), timeMs, { moves: [], max: this.bounds.triggerRunFiresMax });
    }
    return 'done';
  }

  /** Whether nothing is left. */
  #cancelAll(key: number, timeMs: number, max = Infinity): boolean {
    const marketId = this.timers.get(key)?.marketId;
    const isIts = (each: { readonly owner: number; readonly marketId: number }) =>
      each.owner === Math.floor(key / TIMERS_MAX) &&
      (marketId === undefined || each.marketId === marketId);
    const orders = this.orders.filter(isIts).sort(byOrderId);
    const triggers = this.triggers.filter(isIts);
    for (const order of orders.slice(0, max)) this.close(order, 'timer');
    const rest = Math.max(0, max - orders.length);
    for (const trigger of triggers.slice(0, rest)) this.endTrigger(trigger, 'timer');
    this.settle(timeMs);
    return orders.length + triggers.length <= max;
  }

  #cancelTrigger({ owner, trigger: wanted }: CancelTrigger, timeMs: number): NaiveResult {
    if (!this.owners.has(owner)) return 'account_not_found';
    const found = this.triggers.find((trigger) =>
      'triggerId' in wanted
        ? trigger.triggerId === wanted.triggerId
        : trigger.clientOrderId === wanted.clientOrderId && trigger.owner === owner,
    );
    if (found?.owner === owner) {
      const ended = this.endTrigger(found, 'user');
      this.settle(timeMs);
      return ended;
    }
    const wasGivenOut =
      'triggerId' in wanted && wanted.triggerId >= 1 && wanted.triggerId <= this.lastOrderId;
    return found === undefined && wasGivenOut ? 'order_not_open' : 'order_not_found';
  }

  /** How many of an owner's orders wait in a market, in its book or for a price. */
  protected override places(owner: number, marketId: number): number {
    return [...this.orders, ...this.triggers].filter(
      (each) => each.owner === owner && each.marketId === marketId,
    ).length;
  }

  #closeAll(marketId: number, reason: string, timeMs: number): void {
    for (const order of this.orders) if (order.marketId === marketId) this.close(order, reason);
    for (const trigger of this.triggers) {
      if (trigger.marketId === marketId) this.endTrigger(trigger, reason);
    }
    this.settle(timeMs);
    this.left.delete(marketId);
  }

  #configure(market: Market, timeMs: number): NaiveResult {
    const known = this.markets.get(market.marketId);
    const isSameGrid =
      known?.tickSizeE8 === market.tickSizeE8 && known.lotBaseMinor === market.lotBaseMinor;
    if (known !== undefined && !isSameGrid) this.#closeAll(market.marketId, 'market_terms', timeMs);
    this.markets.set(market.marketId, market);
    return 'done';
  }

  #setState({ marketId, state }: SetMarketState, timeMs: number): NaiveResult {
    const market = this.markets.get(marketId);
    if (market === undefined) return 'market_not_found';
    this.markets.set(marketId, { ...market, state });
    if (state === 'closed') this.#closeAll(marketId, 'operator', timeMs);
    return 'done';
  }

  #tick(marketId: number, index: NaiveIndex, timeMs: number): NaiveResult {
    const market = this.markets.get(marketId);
    if (market === undefined) return 'market_not_found';
    if (index.timeMs <= (this.index.get(marketId)?.timeMs ?? 0)) return 'terms_invalid';
    this.index.set(marketId, index);
    if (isFreshAt(index, timeMs) && market.state === 'open') {
      const idMax = this.lastOrderId;
      const move = { by: 'index', index, trades: [], timeMs, idMax } as const;
      this.fire(market, timeMs, { moves: [move], max: this.bounds.triggerFiresMax });
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
