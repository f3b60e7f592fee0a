/**
 * A waiting order is changed where it stands: what keeps its place, what loses it, what is frozen, what is refused, and that a
 * restart knows the places as they are. Replacing, which cancels and places in one, beside it. Case B20.
 */
import type { AmendOrder, Command, OrderRow, PlaceOrder } from '@fairlead/engine';
import {
  BTC_USDT,
  type LimitOptions,
  limitOrder,
  orderOf,
  rejectOf,
  TestExchange,
  triggerOf,
  triggerOrder,
} from '@fairlead/testkit';
import { amountMinor, type PriceTicks, type QuantityLots, ratePpm } from '@fairlead/units';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

const ADA = 1;
const BOB = 2;
const CAT = 3;

let exchange: TestExchange;
beforeEach(() => {
  exchange = TestExchange.withMarket(ADA, BOB, CAT);
  for (const owner of [ADA, BOB, CAT]) {
    exchange.fund(owner, 3, 10_000_000n);
    exchange.fund(owner, 1, 1_000_000_000n);
  }
});

interface Change {
  readonly price?: number;
  readonly quantity?: number;
  readonly mustKeepPlace?: boolean;
}

const amendment = (
  { orderId, owner }: Pick<OrderRow, 'orderId' | 'owner'>,
  { price, quantity, mustKeepPlace }: Change,
): AmendOrder => ({
  kind: 'amend_order',
  owner,
  marketId: 1,
  order: { orderId },
  ...(price !== undefined && { price: price as PriceTicks }),
  ...(quantity !== undefined && { quantity: quantity as QuantityLots }),
  ...(mustKeepPlace !== undefined && { mustKeepPlace }),
});
const amend = (order: OrderRow, change: Change) => exchange.execute(amendment(order, change));
const amended = (order: OrderRow, change: Change) => {
  const row = orderOf(exchange.run(amendment(order, change)));
  exchange.engine.checkInvariants();
  return row;
};
/** Whose orders a sale of all there is at a price meets, in turn. */
const queue = (on = exchange, lots = 1_000): number[] => {
  on.engine.takeChanges();
  on.run(limitOrder(CAT, 'sell', [9_900, lots], { timeInForce: 'ioc' }));
  return on.engine.takeChanges().trades.map(({ makerOwner }) => makerOwner);
};
const frozen = (currencyId = 3, owner = ADA) =>
  exchange.engine.balance(owner, 'coin', currencyId).frozen;

describe('its place in the queue', () => {
  const two = (options: LimitOptions = {}) => {
    const first = exchange.limit(ADA, 'buy', [9_900, 10], options);
    exchange.limit(BOB, 'buy', [9_900, 10]);
    return first;
  };

  test.each<readonly [string, Change, number[]]>([
    ['smaller', { quantity: 4 }, [ADA, BOB]],
    ['smaller, said with its price', { quantity: 1, price: 9_900 }, [ADA, BOB]],
    ['as it is', { quantity: 10, price: 9_900 }, [ADA, BOB]],
    ['larger', { quantity: 11 }, [BOB, ADA]],
    ['at a better price', { price: 9_901 }, [ADA, BOB]],
    ['smaller at a better price', { price: 9_901, quantity: 4 }, [ADA, BOB]],
  ])('%s', (_, change, expected) => {
    const order = two();
    const row = amended(order, change);
    expect(row).toMatchObject({ orderId: order.orderId, status: 'waiting', ...change });
    expect(row.createdAtMs).toBe(order.createdAtMs);
    // The same from its tables.
    const again = new TestExchange(exchange.engine.takeSnapshot());
    again.timeMs = exchange.timeMs;
    again.engine.checkInvariants();
    expect(again.engine.stateHash()).toBe(exchange.engine.stateHash());
    expect([queue(), queue(again)]).toEqual([expected, expected]);
  });

  test('is behind all that came before, and before all that come', () => {
    const order = two();
    amended(order, { price: 9_905 });
    const back = amended(order, { price: 9_900 });
    exchange.limit(ADA, 'buy', [9_900, 1]);
    expect(back.priority).toBeGreaterThan(order.orderId);
    expect(queue()).toEqual([BOB, ADA, ADA]);
  });

  test('one that must keep it is refused where it would not', () => {
    const order = two();
    expect(rejectOf(amend(order, { quantity: 11, mustKeepPlace: true }))).toBe('place_not_kept');
    expect(rejectOf(amend(order, { price: 9_899, mustKeepPlace: true }))).toBe('place_not_kept');
    expect(rejectOf(amend(order, { quantity: 9, mustKeepPlace: true }))).toBe('ok');
  });

  test('what changes nothing is no change, and nothing is written of it', () => {
    const order = two({ timeInForce: 'post_only' });
    exchange.engine.takeChanges();
    amended(order, { quantity: 10 });
    expect(exchange.engine.takeChanges()).toMatchObject({ orders: [], amendments: [], depth: [] });
  });
});

describe('what was filled counts', () => {
  test('the quantity is the whole order’s: at or below what is filled there is nothing to amend to', () => {
    const order = exchange.limit(ADA, 'buy', [9_900, 10]);
    exchange.limit(BOB, 'sell', [9_900, 4]);
    for (const quantity of [5.5, Number.NaN]) {
      expect(rejectOf(amend(order, { quantity }))).toBe('quantity_out_of_range');
    }
    for (const quantity of [-1, 0, 3, 4]) {
      expect(rejectOf(amend(order, { quantity }))).toBe('below_filled');
    }
    const row = amended(order, { quantity: 5 });
    expect(row).toMatchObject({ quantity: 5, filledQuantity: 4, hold: 99_000n });
    exchange.limit(BOB, 'sell', [9_900, 4]);
    const orders = exchange.engine.takeChanges().orders.filter((each) => each.owner === ADA);
    expect(orders).toMatchObject([{ status: 'completed', filledQuantity: 5 }]);
  });

  test('one that meets others is filled as one that comes, at the rates of its placing, and waits with the rest', () => {
    const order = exchange.limit(ADA, 'buy', [9_900, 10], { clientOrderId: 'mine' });
    exchange.limit(BOB, 'sell', [9_900, 4]);
    exchange.limit(BOB, 'sell', [9_950, 3]);
    exchange.engine.takeChanges();
    const row = amended(order, { price: 9_960 });
    const { trades, amendments, depth } = exchange.engine.takeChanges();
    expect(trades).toMatchObject([{ price: 9_950, quantity: 3, takerOwner: ADA, side: 'buy' }]);
    const notional = 4n * 99_000n + 3n * 99_500n;
    expect(row).toMatchObject({
      status: 'waiting',
      price: 9_960,
      filledQuantity: 7,
      filledAmount: notional,
      hold: 3n * 99_600n,
      clientOrderId: 'mine',
    });
    // 4 lots as maker at 0.1 %, 3 as taker at 0.2 %.
    expect(row.fee).toBe(400n + 600n);
    expect(amendments).toEqual([
      {
        sequence: expect.any(Number),
        orderId: order.orderId,
        owner: ADA,
        priceBefore: 9_900,
        quantityBefore: 10,
        price: 9_960,
        quantity: 10,
        isInPlace: false,
        timeMs: exchange.timeMs,
      },
    ]);
    expect(depth[0]?.levels).toEqual([
      { side: 'buy', price: 9_960, quantity: 3 },
      { side: 'buy', price: 9_900, quantity: 0 },
      { side: 'sell', price: 9_950, quantity: 0 },
    ]);
    expect(exchange.cancel(ADA, order.orderId).ok).toBe(true);
    expect(frozen()).toBe(0n);
  });

  test('one that is filled whole is completed under its id', () => {
    const order = exchange.limit(ADA, 'sell', [10_100, 10]);
    exchange.limit(BOB, 'buy', [10_000, 20]);
    const row = amended(order, { price: 9_990, quantity: 12 });
    expect(row).toMatchObject({ status: 'completed', filledQuantity: 12, hold: 0n });
    expect(exchange.engine.openOrders(ADA)).toEqual([]);
    expect(frozen(1)).toBe(0n);
    expect(rejectOf(amend(order, { quantity: 13 }))).toBe('order_not_open');
  });

  test('its trades set off what waits for the last price', () => {
    const stop = triggerOrder(CAT, ['buy', 'stop'], [9_990, 2], { by: 'last', limit: 9_000 });
    const { triggerId } = triggerOf(exchange.run(stop));
    const order = exchange.limit(ADA, 'buy', [9_900, 10]);
    exchange.limit(BOB, 'sell', [9_990, 2]);
    amended(order, { price: 9_990 });
    expect(exchange.engine.trigger(triggerId)).toBeUndefined();
  });
});

describe('is refused, and changes nothing', () => {
  const refused = (order: OrderRow, change: Change) => {
    const before = exchange.engine.stateHash();
    exchange.engine.takeChanges();
    const code = rejectOf(amend(order, change));
    expect(exchange.engine.stateHash()).toBe(before);
    expect(exchange.engine.takeChanges()).toMatchObject({ orders: [], balances: [], depth: [] });
    return code;
  };

  test('for what it cannot pay: what it has frozen counts', () => {
    const order = exchange.limit(ADA, 'buy', [10_000, 60]);
    expect(refused(order, { quantity: 101 })).toBe('insufficient_balance');
    expect(amended(order, { quantity: 100 }).hold).toBe(10_000_000n);
    expect(refused(order, { price: 10_001 })).toBe('insufficient_balance');
  });

  test('post only, where it would take', () => {
    const order = exchange.limit(ADA, 'buy', [9_900, 10], { timeInForce: 'post_only' });
    exchange.limit(BOB, 'sell', [9_950, 1]);
    expect(refused(order, { price: 9_950 })).toBe('would_not_fill');
    expect(amended(order, { price: 9_949 }).status).toBe('waiting');
  });

  test('outside the band, but not where it stood outside before and becomes smaller', () => {
    const order = exchange.limit(ADA, 'buy', [9_900, 10]);
    expect(refused(order, { price: 12_001 })).toBe('price_out_of_band');
    exchange.index(13_000);
    expect(refused(order, { quantity: 11 })).toBe('price_out_of_band');
    expect(amended(order, { quantity: 9 }).quantity).toBe(9);
  });

  test('under rates that have risen since; those that fell leave it its own', () => {
    const order = exchange.limit(ADA, 'buy', [9_900, 10]);
    const configure = (maker: bigint, taker: bigint) =>
      exchange.run({
        kind: 'configure_market',
        market: { ...BTC_USDT, makerFeePpm: ratePpm(maker), takerFeePpm: ratePpm(taker) },
      });
    configure(1_001n, 2_000n);
    expect(refused(order, { price: 9_901 })).toBe('terms_changed');
    configure(1_000n, 2_001n);
    expect(refused(order, { quantity: 11 })).toBe('terms_changed');
    expect(amended(order, { quantity: 9 }).quantity).toBe(9);
    configure(0n, 0n);
    expect(amended(order, { price: 9_901 })).toMatchObject({ makerFeePpm: 1_000n });
  });

  test('post only, only where the rate has risen that it may be charged', () => {
    const order = exchange.limit(ADA, 'buy', [9_900, 10], { timeInForce: 'post_only' });
    const configure = (maker: bigint, taker: bigint) =>
      exchange.run({
        kind: 'configure_market',
        market: { ...BTC_USDT, makerFeePpm: ratePpm(maker), takerFeePpm: ratePpm(taker) },
      });
    configure(1_000n, 9_000n);
    expect(amended(order, { price: 9_901 })).toMatchObject({ price: 9_901, makerFeePpm: 1_000n });
    configure(1_001n, 2_000n);
    expect(refused(order, { price: 9_902 })).toBe('terms_changed');
  });

  test('for more than it can have been filled by, however often it is amended', () => {
    const grid = {
      tickSizeE8: 10n ** 12n,
      lotBaseMinor: amountMinor(10n ** 10n),
      tickLotQuoteMinor: amountMinor(10n ** 12n),
    };
    const market = { ...BTC_USDT, ...grid, marketId: 7, symbol: 'BIG/USDT' };
    exchange.run({ kind: 'configure_market', market });
    exchange.fund(ADA, 3, 4n * 10n ** 18n);
    exchange.fund(BOB, 1, 10n ** 12n);
    // 100 lots at 20,000 are 2.0e18 of the 2.3e18 that one order may be worth.
    const order = exchange.limit(ADA, 'buy', [20_000, 100], { marketId: 7 });
    exchange.limit(BOB, 'sell', [20_000, 90], { marketId: 7 });
    const change = { ...amendment(order, { price: 2_000, quantity: 900 }), marketId: 7 };
    expect(rejectOf(exchange.execute(change))).toBe('quantity_out_of_range');
    const less = { ...amendment(order, { price: 2_000, quantity: 150 }), marketId: 7 };
    expect(rejectOf(exchange.execute(less))).toBe('ok');
    exchange.engine.checkInvariants();
  });

  test('of another, of none, in another market, and while its market or its owner may not', () => {
    const order = exchange.limit(ADA, 'buy', [9_900, 10]);
    expect(refused({ ...order, owner: BOB }, { quantity: 1 })).toBe('order_not_found');
    expect(refused({ ...order, orderId: 99 }, { quantity: 1 })).toBe('order_not_found');
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'halted' });
    expect(refused(order, { quantity: 1 })).toBe('market_closed');
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'open' });
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: true });
    expect(refused(order, { quantity: 1 })).toBe('account_frozen');
  });
});

describe('one after the other', () => {
  test('any changes of many orders leave books, holds and places as their rows say', () => {
    const change = fc.record({
      at: fc.nat(5),
      price: fc.option(fc.integer({ min: 9_990, max: 10_010 }), { nil: undefined }),
      quantity: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const fresh = TestExchange.withMarket(ADA, BOB);
        for (const owner of [ADA, BOB]) {
          fresh.fund(owner, 3, 10_000_000_000n);
          fresh.fund(owner, 1, 10_000_000_000n);
        }
        const orders = [0, 1, 2, 3, 4, 5].map((at) =>
          fresh.limit(at % 2 === 0 ? ADA : BOB, at < 3 ? 'buy' : 'sell', [
            at < 3 ? 9_999 : 10_001,
            10,
          ]),
        );
        for (const { at, price, quantity } of changes) {
          const order = orders[at] as OrderRow;
          const said = {
            ...(price !== undefined && { price }),
            ...(quantity !== undefined && { quantity }),
          };
          fresh.execute(amendment(order, said));
          fresh.engine.checkInvariants();
        }
        const again = new TestExchange(fresh.engine.takeSnapshot());
        expect(again.engine.stateHash()).toBe(fresh.engine.stateHash());
        const all = limitOrder(ADA, 'buy', [10_010, 500], { timeInForce: 'ioc' });
        const results = [fresh, again].map((each) => {
          each.timeMs = fresh.timeMs;
          each.engine.takeChanges();
          const result = each.execute(all);
          const { trades, orders, postings } = each.engine.takeChanges();
          return { result, trades, orders, postings };
        });
        expect(results[1]).toEqual(results[0]);
      }),
      { seed: 17, numRuns: 150 },
    );
  });
});

describe('a replacement', () => {
  const replace = (
    order: Pick<OrderRow, 'orderId'>,
    placed: PlaceOrder,
    mode: 'stop_on_failure' | 'allow_failure' = 'stop_on_failure',
  ) =>
    exchange.execute({
      kind: 'replace_order',
      owner: ADA,
      order: { orderId: order.orderId },
      mode,
      placed,
    });

  test('cancels and places, with the money of the one for the other', () => {
    const order = exchange.limit(ADA, 'buy', [10_000, 100]);
    const result = replace(order, limitOrder(ADA, 'buy', [9_990, 100]));
    exchange.engine.checkInvariants();
    expect(result).toMatchObject({
      ok: true,
      value: {
        kind: 'replacement',
        cancelled: { orderId: order.orderId, status: 'cancelled', cancelReason: 'user' },
        placed: { orderId: order.orderId + 1, status: 'waiting', price: 9_990 },
      },
    });
  });

  test('what cannot be placed stays unplaced, and what was cancelled stays cancelled', () => {
    const order = exchange.limit(ADA, 'buy', [10_000, 100]);
    const result = replace(order, limitOrder(ADA, 'buy', [12_001, 1]));
    expect(result).toMatchObject({
      value: { cancelled: { status: 'cancelled' }, placed: 'price_out_of_band' },
    });
    expect(exchange.engine.openOrders(ADA)).toEqual([]);
  });

  test('of one by what is filled of it: one that is filled otherwise stays, and is told so', () => {
    const order = exchange.limit(ADA, 'buy', [10_000, 50]);
    const placed = limitOrder(ADA, 'buy', [9_990, 10]);
    const asked = { kind: 'replace_order', owner: ADA, order, placed } as const;
    const ask = (onlyFilled: 'nothing' | 'part', mode: 'stop_on_failure' | 'allow_failure') =>
      exchange.execute({ ...asked, onlyFilled, mode });
    expect(rejectOf(ask('part', 'stop_on_failure'))).toBe('cancel_restricted');
    exchange.limit(BOB, 'sell', [10_000, 40]);
    expect(ask('nothing', 'allow_failure')).toMatchObject({
      value: { cancelled: 'cancel_restricted', placed: { status: 'waiting' } },
    });
    expect(ask('part', 'stop_on_failure')).toMatchObject({
      value: { cancelled: { status: 'cancelled', filledQuantity: 40 } },
    });
  });

  test('without one to cancel: stops, or goes on, as was asked', () => {
    const order = exchange.limit(ADA, 'buy', [10_000, 10]);
    exchange.cancel(ADA, order.orderId);
    const placed = limitOrder(ADA, 'buy', [9_990, 10]);
    expect(rejectOf(replace(order, placed))).toBe('order_not_open');
    expect(exchange.engine.openOrders(ADA)).toEqual([]);
    expect(replace(order, placed, 'allow_failure')).toMatchObject({
      value: { cancelled: 'order_not_open', placed: { status: 'waiting' } },
    });
  });

  test.each<readonly [string, Command, string]>([
    ['a frozen owner', { kind: 'set_owner_state', owner: ADA, isFrozen: true }, 'account_frozen'],
    [
      'a halted market',
      { kind: 'set_market_state', marketId: 1, state: 'halted' },
      'market_closed',
    ],
  ])('of %s is refused whole, and what waits keeps its place', (_, command, code) => {
    const order = exchange.limit(ADA, 'buy', [9_900, 10]);
    exchange.limit(BOB, 'buy', [9_900, 10]);
    exchange.run(command);
    const before = exchange.engine.stateHash();
    for (const mode of ['stop_on_failure', 'allow_failure'] as const)
      expect(rejectOf(replace(order, limitOrder(ADA, 'buy', [9_905, 10]), mode))).toBe(code);
    expect(exchange.engine.stateHash()).toBe(before);
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'open' });
    expect(queue()).toEqual([ADA, BOB]);
  });

  test('a name that waits is refused before anything is cancelled, its own too', () => {
    const order = exchange.limit(ADA, 'buy', [10_000, 10], { clientOrderId: 'one' });
    const placed = limitOrder(ADA, 'buy', [9_990, 10], { clientOrderId: 'one' });
    expect(rejectOf(replace(order, placed))).toBe('duplicate_client_order_id');
    expect(exchange.engine.openOrders(ADA)).toHaveLength(1);
  });

  test('is placed for who cancels, whoever it names', () => {
    const order = exchange.limit(ADA, 'buy', [10_000, 10]);
    replace(order, limitOrder(BOB, 'buy', [9_990, 10]));
    expect(exchange.engine.openOrders(BOB)).toEqual([]);
    expect(exchange.engine.openOrders(ADA)).toHaveLength(1);
  });
});
