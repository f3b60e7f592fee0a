/**
 * Stories of orders that depend on one another: BTC/USDT at 100.00, prices in hundredths, quantities in lots of 0.001 BTC. Ada
 * has them, Bob makes the book. Fees are 0.1 and 0.2 %. Case B23.
 */
import type {
  ListLeg,
  OrderListRow,
  PlaceList,
  PlaceOrder,
  Result,
  Snapshot,
} from '@fairlead/engine';
import { BTC_USDT, limitOrder, orderOf, rejectOf, TestExchange } from '@fairlead/testkit';
import type { PriceTicks, QuantityLots } from '@fairlead/units';
import { amountMinor, ratePpm } from '@fairlead/units';
import { beforeEach, describe, expect, test } from 'vitest';
import { testRefusals } from '../../../test/kit/restore.ts';

const ADA = 1;
const BOB = 2;
const FUNDS = 1_000_000_000n;
const BASE = 1;
const QUOTE = 3;

let exchange: TestExchange;

function funded(bounds?: ConstructorParameters<typeof TestExchange>[1]): TestExchange {
  const begun = new TestExchange(undefined, bounds).opened([ADA, BOB]);
  for (const owner of [ADA, BOB]) {
    begun.fund(owner, QUOTE, FUNDS);
    begun.fund(owner, BASE, FUNDS);
  }
  begun.engine.takeChanges();
  return begun;
}

beforeEach(() => {
  exchange = funded();
});

interface LegOptions extends Partial<Omit<ListLeg, 'side' | 'price' | 'trigger' | 'quantity'>> {
  readonly quantity?: number;
  readonly limit?: number;
  readonly by?: 'index' | 'last';
}

const limitLeg = (side: 'buy' | 'sell', price: number, options: LegOptions = {}): ListLeg => ({
  side,
  type: 'limit',
  timeInForce: options.timeInForce ?? 'gtc',
  price: price as PriceTicks,
  ...(options.quantity !== undefined && { quantity: options.quantity as QuantityLots }),
  ...(options.clientOrderId !== undefined && { clientOrderId: options.clientOrderId }),
});

const triggerLeg = (
  [side, kind]: readonly ['buy' | 'sell', 'stop' | 'take_profit'],
  price: number,
  { by = 'index', limit, quantity, ...rest }: LegOptions = {},
): ListLeg => ({
  side,
  type: limit === undefined ? 'market' : 'limit',
  timeInForce: limit === undefined ? 'ioc' : 'gtc',
  ...(limit !== undefined && { price: limit as PriceTicks }),
  ...(quantity !== undefined && { quantity: quantity as QuantityLots }),
  trigger: { kind, by, price: price as PriceTicks },
  ...rest,
});

const listOf = (legs: readonly ListLeg[], more: Partial<PlaceList> = {}): PlaceList => ({
  kind: 'place_list',
  owner: ADA,
  marketId: 1,
  legs,
  ...more,
});

/** A sell of ten lots: at 110.00, or at the market once 95.00 is reached. */
const oco = (more: Partial<PlaceList> = {}, options: LegOptions = {}): PlaceList =>
  listOf(
    [
      limitLeg('sell', 11_000, { quantity: 10 }),
      triggerLeg(['sell', 'stop'], 9_500, { quantity: 10, ...options }),
    ],
    more,
  );

const working = (price = 10_000, quantity = 10): PlaceOrder =>
  limitOrder(ADA, 'buy', [price, quantity]);

/** A buy of ten lots, and behind it what sells them. */
const otoco = (order = working(), options: LegOptions = {}): PlaceList =>
  listOf([limitLeg('sell', 11_000, options), triggerLeg(['sell', 'stop'], 9_500, options)], {
    working: order,
  });

function placed(command: PlaceList) {
  const { value } = exchange.run(command);
  if (value.kind !== 'list') throw new Error(value.kind);
  exchange.engine.checkInvariants();
  return value;
}

const frozen = (currencyId: number) => exchange.engine.balance(ADA, 'coin', currencyId).frozen;

/** What the batch so far says of lists, orders and trigger orders, each as it last was. */
function told() {
  exchange.engine.checkInvariants();
  const { orderLists, orders, triggers } = exchange.engine.takeChanges();
  return {
    lists: orderLists.map(({ status, endReason }) => endReason ?? status),
    orders: orders
      .filter(({ owner }) => owner === ADA)
      .map(({ status, cancelReason }) => cancelReason ?? status),
    triggers: triggers.map(({ status, cancelReason }) => cancelReason ?? status),
  };
}

describe('one cancels the other', () => {
  test('a sell holds its base once', () => {
    const { list, orders, triggers } = placed(oco());
    expect(list).toMatchObject({ kind: 'oco', status: 'open', firstId: orders[0]?.orderId });
    expect(triggers).toMatchObject([{ status: 'waiting', hold: 0n, listId: list.listId }]);
    expect(orders).toMatchObject([{ status: 'waiting', listId: list.listId }]);
    expect(frozen(BASE)).toBe(10n * BTC_USDT.lotBaseMinor);
  });

  test('a buy holds what the dearer one needs', () => {
    const legs = [
      limitLeg('buy', 9_000, { quantity: 10 }),
      triggerLeg(['buy', 'stop'], 10_500, { quantity: 10, limit: 10_600 }),
    ];
    const { orders, triggers } = placed(listOf(legs));
    expect(orders[0]?.hold).toBe(90_000n * 10n);
    expect(triggers[0]?.hold).toBe((106_000n - 90_000n) * 10n);
    expect(frozen(QUOTE)).toBe(106_000n * 10n);
  });

  test('a fill of a part of the limit cancels the stop, and what only that needed is free', () => {
    const legs = [
      limitLeg('buy', 9_900, { quantity: 10 }),
      triggerLeg(['buy', 'stop'], 10_500, { quantity: 10, limit: 10_600 }),
    ];
    placed(listOf(legs));
    told();
    exchange.limit(BOB, 'sell', [9_900, 4]);
    expect(told()).toEqual({ lists: ['filled'], orders: ['waiting'], triggers: ['other_leg'] });
    expect(frozen(QUOTE)).toBe(9_900n * 6n * 10n);
  });

  test('a stop that fires cancels the limit and sells what that held', () => {
    exchange.limit(BOB, 'buy', [9_490, 20]);
    placed(oco());
    told();
    exchange.index(9_490);
    expect(told()).toEqual({
      lists: ['triggered'],
      orders: ['other_leg', 'completed'],
      triggers: ['triggered'],
    });
    expect(frozen(BASE)).toBe(0n);
  });

  test('a stop that the same trades reach as fill the limit does not fire', () => {
    placed(
      listOf([
        limitLeg('sell', 10_100, { quantity: 10 }),
        triggerLeg(['sell', 'stop'], 10_090, { quantity: 10, by: 'last' }),
      ]),
    );
    exchange.run({ kind: 'open_account', owner: 3 });
    exchange.fund(3, BASE, FUNDS);
    exchange.limit(3, 'sell', [10_050, 1]);
    told();
    exchange.limit(BOB, 'buy', [10_100, 3]);
    expect(told()).toEqual({ lists: ['filled'], orders: ['waiting'], triggers: ['other_leg'] });
  });

  test('a take-profit and a stop: both wait, the first that is reached takes the other back', () => {
    exchange.limit(BOB, 'buy', [10_980, 20]);
    const legs = [
      triggerLeg(['sell', 'take_profit'], 11_000, { quantity: 10 }),
      triggerLeg(['sell', 'stop'], 9_500, { quantity: 10 }),
    ];
    const { triggers } = placed(listOf(legs));
    expect(triggers).toMatchObject([{ hold: 10n * BTC_USDT.lotBaseMinor }, { hold: 0n }]);
    told();
    exchange.index(11_000);
    expect(told()).toMatchObject({ lists: ['triggered'], triggers: ['other_leg', 'triggered'] });
  });

  test.each<[string, (value: ReturnType<typeof placed>) => Result]>([
    ['the list', ({ list }) => exchange.execute({ kind: 'cancel_list', owner: ADA, list })],
    ['its limit', ({ orders }) => exchange.cancel(ADA, orders[0]?.orderId ?? 0)],
    [
      'its stop',
      ({ triggers: [trigger] }) =>
        exchange.execute({
          kind: 'cancel_trigger',
          owner: ADA,
          trigger: { triggerId: trigger?.triggerId ?? 0 },
        }),
    ],
  ])('a cancel of %s cancels all', (_, cancel) => {
    const value = placed(oco());
    told();
    expect(rejectOf(cancel(value))).toBe('ok');
    expect(told()).toEqual({ lists: ['user'], orders: ['user'], triggers: ['user'] });
    expect(frozen(BASE)).toBe(0n);
    const { listId } = value.list;
    const again = { kind: 'cancel_list', owner: ADA, list: { listId } } as const;
    expect(rejectOf(exchange.execute(again))).toBe('order_not_open');
    expect(rejectOf(exchange.execute({ ...again, owner: BOB }))).toBe('order_not_open');
  });

  test('a limit that meets the book at once is filled, and nothing waits', () => {
    exchange.limit(BOB, 'buy', [11_000, 4]);
    const { list, triggers } = placed(oco());
    expect(list).toMatchObject({ status: 'done', endReason: 'filled' });
    expect(triggers).toMatchObject([{ status: 'cancelled', cancelReason: 'other_leg' }]);
  });

  test('is refused whole where one of them is', () => {
    const before = exchange.engine.stateHash();
    const refused = (command: PlaceList) => rejectOf(exchange.execute(command));
    expect(refused(listOf([limitLeg('sell', 11_000, { quantity: 10 })]))).toBe('list_invalid');
    expect(refused(oco({}, { quantity: 2_000_000 }))).toBe('insufficient_balance');
    expect(refused(oco({}, { limit: 1 }))).toBe('below_minimum');
    const swapped = [
      limitLeg('sell', 9_400, { quantity: 10 }),
      triggerLeg(['sell', 'stop'], 9_500, { quantity: 10 }),
    ];
    expect(refused(listOf(swapped))).toBe('list_invalid');
    expect(exchange.engine.stateHash()).toBe(before);
  });

  test('its limit may be an iceberg; what becomes a market order may not', () => {
    const display = 4 as QuantityLots;
    const [limit, stop] = oco().legs as [ListLeg, ListLeg];
    const { orders } = placed(listOf([{ ...limit, display }, stop]));
    expect(orders).toMatchObject([{ display: 4, hidden: 6 }]);
    expect(frozen(BASE)).toBe(10n * BTC_USDT.lotBaseMinor);
    told();
    exchange.limit(BOB, 'buy', [11_000, 6]);
    expect(told()).toEqual({ lists: ['filled'], orders: ['waiting'], triggers: ['other_leg'] });
    const refused = (command: PlaceList) => rejectOf(exchange.execute(command));
    expect(refused(listOf([limit, { ...stop, display }]))).toBe('list_invalid');
    const { quantity: _, ...unsized } = limit;
    const pending = listOf([{ ...unsized, display }], { working: working() });
    expect(refused(pending)).toBe('list_invalid');
  });

  test('its limit is neither amended nor replaced', () => {
    const { orders } = placed(oco());
    const orderId = orders[0]?.orderId ?? 0;
    const order = { orderId };
    const price = 11_100 as PriceTicks;
    expect(
      rejectOf(exchange.execute({ kind: 'amend_order', owner: ADA, marketId: 1, order, price })),
    ).toBe('order_in_list');
    expect(
      rejectOf(
        exchange.execute({
          kind: 'replace_order',
          owner: ADA,
          order,
          mode: 'allow_failure',
          placed: working(),
        }),
      ),
    ).toBe('order_in_list');
  });

  test('a timer, a new grid and the end of its market cancel both', () => {
    placed(oco());
    told();
    exchange.run({ kind: 'set_cancel_timer', owner: ADA, afterMs: 1_000 });
    exchange.timeMs += 1_000;
    exchange.run({ kind: 'run_schedules', max: 50 });
    expect(told()).toEqual({ lists: ['timer'], orders: ['timer'], triggers: ['timer'] });
    placed(oco());
    told();
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'closed' });
    expect(told()).toEqual({ lists: ['operator'], orders: ['operator'], triggers: ['operator'] });
  });

  test('takes as many places as it has orders', () => {
    exchange.run({ kind: 'configure_market', market: { ...BTC_USDT, openOrdersMax: 3 } });
    placed(oco());
    expect(rejectOf(exchange.execute(oco()))).toBe('too_many_orders');
    exchange.limit(ADA, 'sell', [11_000, 1]);
    expect(rejectOf(exchange.placeLimit(ADA, 'sell', [11_000, 1]))).toBe('too_many_orders');
  });
});

describe('behind a working order', () => {
  test('nothing is frozen for what is pending, and nothing sets it off', () => {
    const { list, triggers } = placed(otoco());
    expect(list).toMatchObject({ kind: 'otoco', status: 'pending' });
    expect(triggers).toMatchObject([{ status: 'pending' }, { status: 'pending' }]);
    expect(frozen(BASE)).toBe(0n);
    told();
    exchange.index(9_000);
    expect(told()).toEqual({ lists: [], orders: [], triggers: [] });
  });

  test('a fill of a part places nothing; the last one places both, with no more than was received', () => {
    placed(otoco());
    told();
    exchange.limit(BOB, 'sell', [10_000, 4]);
    expect(told()).toEqual({ lists: [], orders: ['waiting'], triggers: [] });
    exchange.limit(BOB, 'sell', [10_000, 6]);
    // 0.1 % of ten lots is a part of one: nine are whole.
    expect(told()).toEqual({
      lists: ['open'],
      orders: ['completed', 'waiting'],
      triggers: ['triggered', 'waiting'],
    });
    expect(exchange.engine.openOrders(ADA)).toMatchObject([{ quantity: 9, price: 11_000 }]);
    expect(exchange.engine.openTriggers(ADA)).toMatchObject([{ quantity: 9, hold: 0n }]);
    expect(frozen(BASE)).toBe(9n * BTC_USDT.lotBaseMinor);
    exchange.limit(BOB, 'buy', [11_000, 1]);
    expect(told()).toMatchObject({ lists: ['filled'], triggers: ['other_leg'] });
  });

  test('a market order has both at once, also where it is of an amount', () => {
    exchange.limit(BOB, 'sell', [10_000, 50]);
    const order: PlaceOrder = {
      ...{ kind: 'place_order', owner: ADA, marketId: 1, side: 'buy', type: 'market' },
      timeInForce: 'ioc',
      size: { by: 'amount', amount: amountMinor(2_000_000n) },
    };
    const { list, triggers } = placed(otoco(order));
    expect(list).toMatchObject({ status: 'open' });
    // The answer has both as they were placed, whatever order the limit became.
    expect(triggers).toMatchObject([
      { status: 'triggered', orderId: list.firstId },
      { status: 'waiting', quantity: 19 },
    ]);
  });

  test.each<[string, string, string, (orderId: number) => void]>([
    ['is cancelled', 'user', 'user', (orderId) => exchange.cancel(ADA, orderId)],
    [
      'expires',
      'expired',
      'working_ended',
      () => {
        exchange.timeMs += 5_000;
        exchange.run({ kind: 'run_schedules', max: 50 });
      },
    ],
  ])('ends with it where that %s', (_, end, reason, ends) => {
    const order = { ...working(), expiresAtMs: exchange.timeMs + 5_000 } as PlaceOrder;
    const { orders } = placed(otoco(order));
    told();
    ends(orders[0]?.orderId ?? 0);
    expect(told()).toEqual({ lists: [end], orders: [end], triggers: [reason, reason] });
  });

  test('a cancel of a pending one cancels all', () => {
    const { triggers } = placed(otoco());
    told();
    const triggerId = triggers[1]?.triggerId ?? 0;
    exchange.run({ kind: 'cancel_trigger', owner: ADA, trigger: { triggerId } });
    expect(told()).toEqual({ lists: ['user'], orders: ['user'], triggers: ['user', 'user'] });
  });

  test('is not set off by the trades that it was placed by', () => {
    exchange.limit(BOB, 'buy', [9_900, 50]);
    const stop = triggerLeg(['sell', 'stop'], 9_950, { by: 'last' });
    placed(listOf([stop], { working: working() }));
    exchange.run({ kind: 'open_account', owner: 3 });
    exchange.fund(3, BASE, FUNDS);
    told();
    exchange.limit(3, 'sell', [9_900, 15]);
    expect(told()).toMatchObject({ lists: ['placed'], triggers: ['waiting'] });
    exchange.limit(3, 'sell', [9_900, 1]);
    expect(told()).toMatchObject({ triggers: ['triggered'] });
  });

  test('what cannot be placed ends, with the reason; the other goes on alone', () => {
    placed(otoco());
    exchange.index(8_900);
    exchange.limit(BOB, 'sell', [10_000, 10]);
    // 110.00 is more than 20 % above 89.00.
    expect(told()).toMatchObject({
      lists: ['placed'],
      triggers: ['price_out_of_band', 'waiting'],
    });
    expect(frozen(BASE)).toBe(9n * BTC_USDT.lotBaseMinor);
  });

  test('nothing is placed where the money is gone', () => {
    exchange = new TestExchange().opened([ADA, BOB]);
    exchange.fund(ADA, QUOTE, FUNDS);
    exchange.fund(BOB, BASE, FUNDS);
    const buy = listOf([limitLeg('sell', 11_000), triggerLeg(['sell', 'stop'], 9_500)], {
      working: working(10_000, 10),
    });
    placed(buy);
    exchange.limit(BOB, 'sell', [10_000, 4]);
    exchange.limit(ADA, 'sell', [12_000, 3]);
    told();
    exchange.limit(BOB, 'sell', [10_000, 6]);
    expect(told()).toMatchObject({
      lists: ['refused'],
      triggers: ['insufficient_balance', 'insufficient_balance'],
    });
  });

  test('the working order may be amended, and what is behind it follows', () => {
    const { orders } = placed(otoco());
    told();
    const order = { orderId: orders[0]?.orderId ?? 0 };
    const quantity = 5 as QuantityLots;
    exchange.run({ kind: 'amend_order', owner: ADA, marketId: 1, order, quantity });
    exchange.limit(BOB, 'sell', [10_000, 5]);
    expect(exchange.engine.openOrders(ADA)).toMatchObject([{ quantity: 4 }]);
    told();
  });

  test('the working order is amended upwards by nobody: what is behind it would protect a part', () => {
    const { orders } = placed(otoco());
    const order = { orderId: orders[0]?.orderId ?? 0 };
    const quantity = 100 as QuantityLots;
    const amend = { kind: 'amend_order', owner: ADA, marketId: 1, order, quantity } as const;
    expect(rejectOf(exchange.execute(amend))).toBe('order_in_list');
  });

  test('what is left of nothing after the fee ends as it was kept, with a quantity that tables take', () => {
    // Bob keeps a lot that is too small an order for itself.
    exchange.limit(BOB, 'sell', [10_000, 51]);
    exchange.limit(ADA, 'buy', [10_000, 50]);
    exchange.engine.takeChanges();
    const order = { ...working(), timeInForce: 'ioc', quantity: 100 as QuantityLots } as PlaceOrder;
    placed(listOf([triggerLeg(['sell', 'stop'], 9_500)], { working: order }));
    expect(exchange.engine.takeChanges().triggers).toMatchObject([
      { status: 'cancelled', cancelReason: 'quantity_out_of_range', quantity: 1 },
    ]);
  });

  test('without a size it is of what came at once, not of what was asked for', () => {
    exchange.limit(BOB, 'sell', [10_000, 30]);
    const order = { ...working(10_000, 50), timeInForce: 'ioc' } as PlaceOrder;
    const sized = (leg: ListLeg) => placed(listOf([leg], { working: order })).triggers;
    expect(sized(triggerLeg(['buy', 'stop'], 10_500))).toMatchObject([
      { status: 'waiting', quantity: 30 },
    ]);
    exchange.limit(BOB, 'sell', [10_000, 30]);
    expect(sized(triggerLeg(['sell', 'stop'], 9_500))).toMatchObject([{ quantity: 29 }]);
    exchange.limit(BOB, 'sell', [10_000, 30]);
    expect(sized(triggerLeg(['buy', 'stop'], 10_500, { quantity: 50 }))).toMatchObject([
      { quantity: 50 },
    ]);
  });

  test('an order is amended to no other quantity while more of the same is behind it', () => {
    const { orders } = placed(listOf([limitLeg('buy', 9_800)], { working: working() }));
    const order = { orderId: orders[0]?.orderId ?? 0 };
    const amend = { kind: 'amend_order', owner: ADA, marketId: 1, order } as const;
    const quantity = 5 as QuantityLots;
    expect(rejectOf(exchange.execute({ ...amend, quantity }))).toBe('order_in_list');
    exchange.run({ ...amend, price: 9_900 as PriceTicks });
  });

  test('a limit without a price is no list, and nothing breaks', () => {
    const bare: ListLeg = { side: 'sell', type: 'market', timeInForce: 'gtc' };
    const stop = triggerLeg(['sell', 'stop'], 9_500);
    for (const first of [bare, { ...bare, type: 'limit' as const }])
      expect(rejectOf(exchange.execute(listOf([first, stop])))).toBe('list_invalid');
  });

  test('numbers go on behind those that parts of an iceberg took', () => {
    exchange.run(limitOrder(BOB, 'sell', [10_000, 10], { display: 1 }));
    placed(otoco());
    const again = new TestExchange(exchange.engine.takeSnapshot());
    expect(again.engine.stateHash()).toBe(exchange.engine.stateHash());
  });

  test('of many that are filled at once a command places as many as it fires, the clock the others', () => {
    exchange = funded({ triggerFiresMax: 1, triggerRunFiresMax: 1 });
    const lists = [1, 2, 3].map(() => placed(otoco()).list);
    told();
    exchange.limit(BOB, 'sell', [10_000, 30]);
    expect(told().lists).toEqual(['open', 'pending', 'pending']);
    expect(exchange.engine.nextScheduleMs()).toBe(exchange.timeMs);
    const again = new TestExchange(exchange.engine.takeSnapshot(), {
      triggerFiresMax: 1,
      triggerRunFiresMax: 1,
    });
    expect(again.engine.stateHash()).toBe(exchange.engine.stateHash());
    again.timeMs = exchange.timeMs;
    again.run({ kind: 'run_schedules', max: 1 });
    const listIds = again.engine.takeChanges().orderLists.map(({ listId }) => listId);
    expect(listIds).toEqual([lists[1]?.listId]);
    again.engine.checkInvariants();
    exchange.run({ kind: 'run_schedules', max: 50 });
    expect(told().lists).toEqual(['open', 'open']);
  });
});

describe('after a restart', () => {
  exchange = funded();
  exchange.run(oco({ clientListId: 'one' }));
  exchange.run(otoco());
  const good: Snapshot = exchange.engine.takeSnapshot();
  const [open, pending] = good.orderLists as readonly [OrderListRow, OrderListRow];

  test('both go on', () => {
    const again = new TestExchange(good);
    expect(again.engine.takeSnapshot().orderLists).toEqual(good.orderLists);
    again.timeMs = exchange.timeMs;
    expect(rejectOf(again.execute(oco({ clientListId: 'one' })))).toBe('duplicate_client_order_id');
    const list = { clientListId: 'one' };
    expect(rejectOf(again.execute({ kind: 'cancel_list', owner: ADA, list }))).toBe('ok');
    orderOf(again.run(limitOrder(BOB, 'sell', [10_000, 10])));
    expect(again.engine.openTriggers(ADA)).toMatchObject([{ status: 'waiting' }]);
    again.engine.checkInvariants();
  });

  testRefusals(good, [
    ['a list twice', { orderLists: [open, open, pending] }],
    ['a list that is over', { orderLists: [{ ...open, status: 'done' }, pending] }],
    ['a list of other orders', { orderLists: [{ ...open, firstId: 1_000 }, pending] }],
    [
      'a pending one whose order waits no more',
      { orderLists: [open, { ...pending, workingId: 999 }] },
    ],
    ['what is pending without its list', { orderLists: [open] }],
  ]);
});

test('what trails behind an order that waits has its place from the first, and gives it back with its list', () => {
  const trails = (price: number): PlaceList =>
    listOf(
      [
        {
          ...{ side: 'sell', type: 'market', timeInForce: 'ioc' },
          trigger: { kind: 'trailing_stop', by: 'index', trailPpm: ratePpm(10_000n) },
        },
      ],
      { working: working(price, 10) },
    );
  // None of their orders is near the market: each leg is pending, and counts.
  const lists = Array.from({ length: 10 }, (_, at) => placed(trails(9_000 + at)));
  expect(rejectOf(exchange.execute(trails(9_100)))).toBe('too_many_orders');
  const listId = lists[0]?.list.listId ?? 0;
  exchange.run({ kind: 'cancel_list', owner: ADA, list: { listId } });
  // The other nine come about when what they are behind is filled, however many came meanwhile.
  placed(trails(9_100));
  exchange.placeLimit(BOB, 'sell', [9_000, 100]);
  exchange.engine.checkInvariants();
  expect(
    exchange.engine.openTriggers(ADA).filter(({ status }) => status === 'waiting'),
  ).toHaveLength(10);
});
