/** Runs each command on the engine and on the oracle and compares everything either can see. */
import {
  type Changes,
  type Command,
  Engine,
  type OrderListRow,
  type OrderRow,
  type Result,
  type TriggerRow,
  USER_ACCOUNTS,
} from '@fairlead/engine';
import {
  type NaiveBounds,
  NaiveExchange,
  type NaiveList,
  type NaiveListResult,
  type NaiveOrder,
  type NaiveReplacement,
  type NaiveTrigger,
} from '@fairlead/testkit';
import { quantityLots } from '@fairlead/units';
import { expect } from 'vitest';

export class Comparison {
  readonly naive: NaiveExchange;
  readonly engine: Engine;
  /** How often trigger orders came to each end. */
  readonly ends = new Map<string, number>();
  /** Whether more was due than fired at once. */
  wasLeft = false;
  /** What came of orders that were changed, and of those that waited. */
  readonly changed = new Set<string>();
  /** What came of lists of orders. */
  readonly lists = new Set<string>();
  #sequence = 0;

  /** Both do as much at once as the bounds say. */
  constructor(naive?: NaiveExchange, bounds?: NaiveBounds) {
    this.naive = naive ?? new NaiveExchange(bounds);
    this.engine = new Engine(undefined, bounds);
  }

  run(command: Command, timeMs: number): void {
    this.#sequence += 1;
    const tradesBefore = this.naive.trades.length;
    const expected = this.naive.execute(command, timeMs);
    const result = this.engine.execute(command, { sequence: this.#sequence, timeMs });
    const changes = this.engine.takeChanges();

    if (typeof expected === 'object') expect(plainResult(result)).toEqual(naiveResult(expected));
    else expect(result.ok ? 'done' : result.reject).toBe(expected);
    if (!result.ok) expect({ ...changes, counters: undefined }).toEqual(NO_CHANGES);
    expect(changes.trades.map(tradeFields)).toEqual(
      this.naive.trades.slice(tradesBefore).map(tradeFields),
    );
    this.#countChange(command, result, changes);
    for (const row of changes.triggers) {
      const known = this.naive.everyTrigger.get(row.triggerId);
      expect(known && naivePlain(known)).toEqual(plainTrigger(row));
      this.#count(row);
    }
    for (const row of changes.orderLists) {
      expect(this.naive.everyList.get(row.listId)).toEqual(plainList(row));
      this.lists.add(`${row.kind} ${row.endReason ?? row.status}`);
      if (row.settlesAtMs !== undefined) this.lists.add('late');
    }
    for (const { marketId, moves } of changes.triggerBacklogs) {
      const left = this.naive.left.get(marketId) ?? [];
      this.wasLeft ||= moves.length > 0;
      expect(moves.map(({ by, timeMs, idMax }) => ({ by, timeMs, idMax }))).toEqual(
        left.map(({ by, timeMs, idMax }) => ({ by, timeMs, idMax })),
      );
    }
    for (const { owner, timer, dueAtMs } of changes.cancelTimers) {
      expect(dueAtMs).toBe(this.naive.timers.get(owner * 16 + timer)?.dueAtMs);
    }
    for (const row of changes.balances) {
      const holder = row.owner === 0 ? 'house' : row.owner;
      const key = `${holder} ${row.account} ${row.currencyId}`;
      const frozen = row.account === 'coin' ? this.naive.frozen(row.owner, row.currencyId) : 0n;
      expect([key, row.total, row.frozen]).toEqual([key, this.naive.total(key), frozen]);
    }
  }

  #countChange({ kind }: Command, result: Result, { orders, amendments, trades }: Changes): void {
    const isChange = ['amend_order', 'replace_order', 'amend_trigger'].includes(kind);
    if (kind === 'amend_trigger' && result.ok && result.value.kind === 'trigger')
      this.changed.add(
        `${kind} ${result.value.trigger.triggerKind} ${result.value.trigger.status}`,
      );
    const own = result.ok && result.value.kind === 'order' ? result.value.order : undefined;
    if (kind === 'place_list' && !result.ok) this.lists.add(`${kind} ${result.reject}`);
    if (isChange && !result.ok) this.changed.add(`${kind} ${result.reject}`);
    for (const { isInPlace } of amendments) {
      const place = isInPlace ? 'in place' : 'placed again';
      const end = own?.status === 'waiting' ? place : (own?.cancelReason ?? own?.status);
      this.changed.add(`${kind} ${end}`);
    }
    if (result.ok && result.value.kind === 'replacement') {
      const { placed } = result.value;
      this.changed.add(`${kind} ${typeof placed === 'string' ? placed : 'placed'}`);
    }
    if (!result.ok && result.reject === 'display_too_small')
      this.changed.add(`${kind} display_too_small`);
    this.#countSlices(trades);
    if (kind !== 'place_order' && kind !== 'run_schedules') return;
    for (const { cancelReason, orderId } of orders) {
      if (orderId !== own?.orderId) this.changed.add(`waited ${cancelReason}`);
      if (cancelReason === 'expired') this.changed.add(`${kind} expired`);
    }
  }

  /** Makers that were met more than once by an order. */
  #countSlices(trades: Changes['trades']): void {
    const parts = new Map<string, number>();
    for (const { makerOrderId, takerOrderId } of trades) {
      const key = `${makerOrderId} ${takerOrderId}`;
      parts.set(key, (parts.get(key) ?? 0) + 1);
    }
    for (const count of parts.values())
      if (count > 1) this.changed.add(count > 2 ? 'shown again and again' : 'shown again');
  }

  #count(row: TriggerRow): void {
    const { status, cancelReason, triggerBy, triggerKind, bestPrice } = row;
    const beside = [row.display && 'shown', row.selfTrade, row.type === 'market' && 'market'];
    if (row.listId !== undefined)
      for (const each of beside)
        if (each) this.lists.add(`${triggerKind} ${each} ${cancelReason ?? status}`);
    if (row.listId !== undefined) this.lists.add(`${triggerKind} ${cancelReason ?? status}`);
    const isTrailing = triggerKind === 'trailing_stop';
    const how = isTrailing ? `trailing${bestPrice === undefined ? '' : ' following'} ` : '';
    const end = `${how}${triggerBy} ${cancelReason ?? status}`;
    this.ends.set(end, (this.ends.get(end) ?? 0) + 1);
  }

  /** Compares the whole of both: books, balances, open orders. */
  compareAll(): void {
    for (const { marketId } of this.engine.markets()) {
      const { bids, asks } = this.engine.depth(marketId, 10_000);
      expect(bids).toEqual(this.naive.depth(marketId, 'buy'));
      expect(asks).toEqual(this.naive.depth(marketId, 'sell'));
    }
    for (const owner of this.naive.owners) {
      const orders = this.naive.orders.filter((order) => order.owner === owner);
      orders.sort((left, right) => left.orderId - right.orderId);
      expect(this.engine.openOrders(owner).map(plain)).toEqual(orders.map(naivePlain));
      const triggers = this.naive.triggers.filter((trigger) => trigger.owner === owner);
      expect(this.engine.openTriggers(owner).map(plainTrigger)).toEqual(triggers.map(naivePlain));
      for (const account of USER_ACCOUNTS) {
        for (const currencyId of this.naive.currencies) {
          const { total, frozen } = this.engine.balance(owner, account, currencyId);
          expect(total).toBe(this.naive.total(`${owner} ${account} ${currencyId}`));
          expect(frozen).toBe(account === 'coin' ? this.naive.frozen(owner, currencyId) : 0n);
        }
      }
    }
  }
}

const NO_CHANGES = {
  owners: [],
  currencies: [],
  markets: [],
  orders: [],
  trades: [],
  amendments: [],
  conversions: [],
  triggers: [],
  orderLists: [],
  triggerBacklogs: [],
  cancelTimers: [],
  entries: [],
  postings: [],
  balances: [],
  transfers: [],
  sentTransfers: [],
  receivedTransfers: [],
  depth: [],
  index: [],
  grids: [],
  deposits: [],
  withdrawals: [],
  ownerStates: [],
  withdrawalHolds: [],
  loneWords: [],
  vouches: [],
  futuresTerms: [],
  optionTerms: [],
  optionCurrencies: [],
  positions: [],
  options: [],
  receipts: [],
  hostingProducts: [],
  hostings: [],
  offerings: [],
  subscriptions: [],
  referralTerms: [],
  partners: [],
  referrals: [],
  rebates: [],
  rebateDays: [],
  counters: undefined,
};

function plainResult(result: Result) {
  if (result.ok && result.value.kind === 'order') return plain(result.value.order);
  if (result.ok && result.value.kind === 'replacement') {
    const { cancelled, placed } = result.value;
    return [cancelled, placed].map((each) => (typeof each === 'string' ? each : plain(each)));
  }
  if (result.ok && result.value.kind === 'trigger') return plainTrigger(result.value.trigger);
  if (result.ok && result.value.kind === 'list') {
    const { list, orders, triggers } = result.value;
    return {
      list: plainList(list),
      orders: orders.map(plain),
      triggers: triggers.map(plainTrigger),
    };
  }
  throw new Error(`no order, but ${result.ok ? result.value.kind : result.reject}`);
}

function plainList(row: OrderListRow): NaiveList {
  const { listId, owner, marketId, kind, clientListId, workingId, firstId, secondId } = row;
  const { status, endReason, received, settlesAtMs: lateSinceMs } = row;
  return {
    ...{ listId, owner, marketId, kind, clientListId, workingId, firstId, secondId },
    ...{ status, endReason, received, lateSinceMs },
  };
}

function plainTrigger(row: TriggerRow): NaiveTrigger {
  const { triggerId, owner, marketId, side, triggerKind, triggerBy } = row;
  return {
    triggerId,
    listId: row.listId,
    sinceId: row.sinceId,
    owner,
    marketId,
    side,
    triggerKind,
    triggerBy,
    triggerPrice: BigInt(row.triggerPrice),
    trailPpm: row.trailPpm,
    activationPrice: bigintOf(row.activationPrice),
    bestPrice: bigintOf(row.bestPrice),
    bestAtMs: row.bestAtMs,
    order: plainOrder(row),
    clientOrderId: row.clientOrderId,
    expiresAtMs: row.expiresAtMs,
    rates: { makerFeePpm: row.makerFeePpm, takerFeePpm: row.takerFeePpm },
    hold: row.hold,
    status: row.status,
    cancelReason: row.cancelReason,
    orderId: row.orderId,
  };
}

const bigintOf = (count: number | undefined) => (count === undefined ? undefined : BigInt(count));

function plainOrder({
  type,
  timeInForce,
  price,
  quantity,
  amount,
  display,
  selfTrade,
}: TriggerRow): NaiveTrigger['order'] {
  const own = selfTrade === undefined ? {} : { selfTrade };
  if (price !== undefined && quantity !== undefined) {
    const shown = display === undefined ? {} : { display };
    return { type: 'limit', timeInForce, price, quantity, ...own, ...shown };
  }
  const size =
    amount !== undefined
      ? ({ by: 'amount', amount } as const)
      : ({ by: 'quantity', quantity: quantity ?? quantityLots(0) } as const);
  expect(type).toBe('market');
  return { type: 'market', timeInForce, size, ...own };
}

function plain(order: OrderRow) {
  return {
    orderId: order.orderId,
    owner: order.owner,
    marketId: order.marketId,
    side: order.side,
    timeInForce: order.timeInForce,
    clientOrderId: order.clientOrderId,
    listId: order.listId,
    price: order.price === undefined ? undefined : BigInt(order.price),
    quantity: order.quantity === undefined ? undefined : BigInt(order.quantity),
    priority: order.priority ?? order.orderId,
    expiresAtMs: order.expiresAtMs,
    selfTrade: order.selfTrade,
    amount: order.amount,
    display: bigintOf(order.display),
    hidden: bigintOf(order.hidden),
    filledQuantity: BigInt(order.filledQuantity),
    filledAmount: order.filledAmount,
    fee: order.fee,
    makerRate: order.makerFeePpm,
    takerRate: order.takerFeePpm,
    status: order.status,
    cancelReason: order.cancelReason,
  };
}

function naiveResult(expected: NaiveOrder | NaiveTrigger | NaiveReplacement | NaiveListResult) {
  if ('list' in expected) {
    const { list, orders, triggers } = expected;
    return { list, orders: orders.map(naivePlain), triggers: triggers.map(naivePlain) };
  }
  if (!isReplacement(expected)) return naivePlain(expected);
  return expected.map((each) => (typeof each === 'string' ? each : naivePlain(each)));
}

const isReplacement = (
  expected: NaiveOrder | NaiveTrigger | NaiveReplacement,
): expected is NaiveReplacement => Array.isArray(expected);

/** A market order that is good till cancelled is kept as immediate or cancel. */
function naivePlain(row: NaiveOrder | NaiveTrigger) {
  if (!('triggerId' in row)) return { ...row };
  const { order } = row;
  const isImmediate = order.type === 'market' && order.timeInForce === 'gtc';
  return { ...row, order: isImmediate ? { ...order, timeInForce: 'ioc' } : order };
}

function tradeFields(trade: {
  price: number | bigint;
  quantity: number | bigint;
  makerOrderId: number;
  takerOrderId: number;
  makerFee: bigint;
  takerFee: bigint;
}) {
  const { makerOrderId, takerOrderId, makerFee, takerFee } = trade;
  const price = Number(trade.price);
  return {
    price,
    quantity: Number(trade.quantity),
    makerOrderId,
    takerOrderId,
    makerFee,
    takerFee,
  };
}
