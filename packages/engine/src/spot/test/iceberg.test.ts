/**
 * An order that shows a part of itself: what the book says of it, whose turn it is, what is frozen, how it is amended, and that
 * a restart shows what was shown. Case B24. The oracle beside it is the model test's.
 */
import type { AmendOrder, OrderRow } from '@fairlead/engine';
import { BTC_USDT, orderOf, TestExchange } from '@fairlead/testkit';
import type { PriceTicks, QuantityLots } from '@fairlead/units';
import { beforeEach, describe, expect, test } from 'vitest';

const ADA = 1;
const BOB = 2;
const CAT = 3;
const PRICE = 10_000;

let exchange: TestExchange;
beforeEach(() => {
  exchange = TestExchange.withMarket(ADA, BOB, CAT);
  for (const owner of [ADA, BOB, CAT]) {
    exchange.fund(owner, 3, 1_000_000_000n);
    exchange.fund(owner, 1, 1_000_000_000n);
  }
});

const asks = (on = exchange) => on.engine.depth(1, 10).asks;
/** What an order to buy was filled by, in turn. */
function buy(lots: number, on = exchange): (readonly [owner: number, lots: number])[] {
  on.engine.takeChanges();
  on.limit(CAT, 'buy', [PRICE, lots]);
  on.engine.checkInvariants();
  return on.engine.takeChanges().trades.map(({ makerOwner, quantity }) => [makerOwner, quantity]);
}
const waiting = (owner: number, on = exchange) => on.engine.openOrders(owner)[0];
const frozen = (owner = ADA) => exchange.engine.balance(owner, 'coin', 1).frozen;
const change = (
  { orderId, owner }: OrderRow,
  { price, quantity, display }: { price?: number; quantity?: number; display?: number },
): AmendOrder => ({
  kind: 'amend_order',
  owner,
  marketId: 1,
  order: { orderId },
  ...(price !== undefined && { price: price as PriceTicks }),
  ...(quantity !== undefined && { quantity: quantity as QuantityLots }),
  ...(display !== undefined && { display: display as QuantityLots }),
});
const amended = (order: OrderRow, asked: Parameters<typeof change>[1]) => {
  const row = orderOf(exchange.run(change(order, asked)));
  exchange.engine.checkInvariants();
  return row;
};

describe('the book', () => {
  test('has what is shown, and all of it is frozen', () => {
    const order = exchange.limit(ADA, 'sell', [PRICE, 25], { display: 10 });
    expect(order).toMatchObject({ quantity: 25, display: 10, hidden: 15 });
    expect(asks()).toEqual([[PRICE, 10]]);
    expect(frozen()).toBe(25n * BTC_USDT.lotBaseMinor);
    expect(order.hold).toBe(frozen());
  });

  test('says no more to whoever asks for the changes of the book', () => {
    exchange.engine.takeChanges();
    exchange.limit(ADA, 'sell', [PRICE, 25], { display: 10 });
    const [depth] = exchange.engine.takeChanges().depth;
    expect(depth?.levels).toEqual([{ side: 'sell', price: PRICE, quantity: 10 }]);
  });

  test('gives back all of it with a cancel', () => {
    const { orderId } = exchange.limit(ADA, 'sell', [PRICE, 25], { display: 10 });
    exchange.cancel(ADA, orderId);
    expect(asks()).toEqual([]);
    expect(frozen()).toBe(0n);
    exchange.engine.checkInvariants();
  });
});

describe('its turn', () => {
  beforeEach(() => {
    exchange.limit(ADA, 'sell', [PRICE, 25], { display: 10 });
    exchange.limit(BOB, 'sell', [PRICE, 7]);
  });

  test('is over with what it showed: the next part stands behind all others', () => {
    expect(buy(10)).toEqual([[ADA, 10]]);
    expect(asks()).toEqual([[PRICE, 17]]);
    expect(buy(8)).toEqual([
      [BOB, 7],
      [ADA, 1],
    ]);
  });

  test('is kept while some of what it shows is left', () => {
    expect(buy(9)).toEqual([[ADA, 9]]);
    expect(asks()).toEqual([[PRICE, 8]]);
    expect(buy(2)).toEqual([
      [ADA, 1],
      [BOB, 1],
    ]);
  });

  test('one larger than the part goes on through the level, then through what comes again', () => {
    expect(buy(30)).toEqual([
      [ADA, 10],
      [BOB, 7],
      [ADA, 10],
      [ADA, 3],
    ]);
    expect(waiting(ADA)).toMatchObject({ filledQuantity: 23, hidden: 0 });
    expect(asks()).toEqual([[PRICE, 2]]);
  });

  test('two that hide take turns', () => {
    exchange.limit(BOB, 'sell', [PRICE, 12], { display: 6 });
    expect(buy(44)).toEqual([
      [ADA, 10],
      [BOB, 7],
      [BOB, 6],
      [ADA, 10],
      [BOB, 6],
      [ADA, 5],
    ]);
    expect(asks()).toEqual([]);
    expect(waiting(ADA)).toBeUndefined();
    expect(frozen()).toBe(0n);
  });

  test('a part has a place of its own, a number that no order has', () => {
    const before = exchange.engine.takeSnapshot().counters.orderId;
    exchange.limit(CAT, 'buy', [PRICE, 10]);
    expect(waiting(ADA)?.priority).toBe(before + 2);
    expect(exchange.limit(CAT, 'buy', [9_999, 1]).orderId).toBe(before + 3);
  });
});

test('fill or kill counts what is hidden, but not behind the order of its own owner', () => {
  exchange.limit(ADA, 'sell', [PRICE, 25], { display: 10 });
  exchange.limit(CAT, 'sell', [PRICE, 5]);
  const kill = (owner: number, lots: number) =>
    exchange.placeLimit(owner, 'buy', [PRICE, lots], { timeInForce: 'fok' });
  expect(kill(CAT, 11)).toEqual({ ok: false, reject: 'would_not_fill' });
  expect(kill(BOB, 31)).toEqual({ ok: false, reject: 'would_not_fill' });
  expect(kill(BOB, 30).ok).toBe(true);
  expect(asks()).toEqual([]);
});

describe('amended', () => {
  let order: OrderRow;
  beforeEach(() => {
    order = exchange.limit(ADA, 'sell', [PRICE, 25], { display: 10 });
    exchange.limit(BOB, 'sell', [PRICE, 7]);
  });

  test('smaller takes from what is hidden first, and keeps its place', () => {
    expect(amended(order, { quantity: 12 })).toMatchObject({ display: 10, hidden: 2 });
    expect(asks()).toEqual([[PRICE, 17]]);
    expect(amended(order, { quantity: 4 })).toMatchObject({ display: 4, hidden: 0 });
    expect(asks()).toEqual([[PRICE, 11]]);
    expect(buy(5)).toEqual([
      [ADA, 4],
      [BOB, 1],
    ]);
  });

  test('showing less keeps its place, showing more loses it', () => {
    expect(amended(order, { display: 3 })).toMatchObject({ display: 3, hidden: 22 });
    expect(asks()).toEqual([[PRICE, 10]]);
    expect(buy(4)).toEqual([
      [ADA, 3],
      [BOB, 1],
    ]);
    expect(amended(order, { display: 9 }).priority).toBeGreaterThan(order.orderId);
    expect(buy(7)).toEqual([
      [BOB, 6],
      [ADA, 1],
    ]);
  });

  test('one that showed all may hide a part, in its place', () => {
    const plain = exchange.limit(BOB, 'sell', [PRICE + 1, 20]);
    expect(amended(plain, { display: 5 })).toMatchObject({ display: 5, hidden: 15 });
    expect(asks()).toEqual([
      [PRICE, 17],
      [PRICE + 1, 5],
    ]);
    const [row] = exchange.engine.takeChanges().amendments;
    expect(row).toMatchObject({ display: 5, isInPlace: true });
    expect(row?.displayBefore).toBeUndefined();
  });

  test('what is asked again is no change', () => {
    exchange.engine.takeChanges();
    amended(order, { display: 10 });
    expect(exchange.engine.takeChanges().amendments).toEqual([]);
  });
});

test('a restart shows what was shown, in its place', () => {
  exchange.limit(ADA, 'sell', [PRICE, 25], { display: 10 });
  exchange.limit(BOB, 'sell', [PRICE, 7]);
  buy(13);
  const before = exchange.engine.takeSnapshot();
  const restarted = new TestExchange(before);
  restarted.engine.checkInvariants();
  expect(restarted.engine.stateHash()).toBe(exchange.engine.stateHash());
  expect(asks(restarted)).toEqual([[PRICE, 14]]);
  expect(waiting(ADA, restarted)).toEqual(waiting(ADA));
  const expected = [
    [BOB, 4],
    [ADA, 10],
    [ADA, 5],
  ];
  restarted.timeMs = exchange.timeMs;
  expect(buy(19, restarted)).toEqual(expected);
  expect(buy(19)).toEqual(expected);
});
