/** Who goes where an order meets one of its own owner's, and orders that are good till a time. Cases B21, B22. */
import type { OrderRow, PlaceOrder, SelfTradeMode } from '@fairlead/engine';
import { limitOrder, orderOf, rejectOf, TestExchange } from '@fairlead/testkit';
import { type AmountMinor, amountMinor, type QuantityLots } from '@fairlead/units';
import { beforeEach, describe, expect, test } from 'vitest';
import { testRefusals } from '../../../test/kit/restore.ts';
import { EXPIRIES_MAX } from '../../limits.ts';
import { SlotTerms } from '../order-terms.ts';

const ADA = 1;
const BOB = 2;
const CAT = 3;
const DAY_MS = 86_400_000;
/** Runs of a command of the clock. */
const SCHEDULE_CHUNK = 50;

let exchange: TestExchange;
function funded(): TestExchange {
  const begun = TestExchange.withMarket(ADA, BOB, CAT);
  for (const owner of [ADA, BOB]) {
    begun.fund(owner, 3, 1_000_000_000n);
    begun.fund(owner, 1, 1_000_000_000n);
  }
  return begun;
}
beforeEach(() => {
  exchange = funded();
});

describe('an order that meets one of its own owner', () => {
  /** Bob's 2 at 10,000, Ada's 3 at 10,001, Bob's 4 at 10,002: what comes of Ada's buy, and who still waits. */
  function meet(mode: SelfTradeMode | undefined, command: Partial<PlaceOrder>) {
    exchange.limit(BOB, 'sell', [10_000, 2]);
    const own = exchange.limit(ADA, 'sell', [10_001, 3]);
    exchange.limit(BOB, 'sell', [10_002, 4]);
    exchange.engine.takeChanges();
    const buy = { ...limitOrder(ADA, 'buy', [10_005, 7]), ...command } as PlaceOrder;
    const result = exchange.execute({ ...buy, ...(mode !== undefined && { selfTrade: mode }) });
    exchange.engine.checkInvariants();
    const { orders, trades } = exchange.engine.takeChanges();
    const ownRow = orders.find(({ orderId }) => orderId === own.orderId);
    expect(trades.every(({ makerOwner, takerOwner }) => makerOwner !== takerOwner)).toBe(true);
    return {
      lots: trades.map(({ quantity }) => quantity),
      own: ownRow?.cancelReason ?? 'waiting',
      end: result.ok ? (orderOf(result).cancelReason ?? orderOf(result).status) : result.reject,
      order: result.ok ? orderOf(result) : undefined,
    };
  }
  const byAmount = (minor: bigint): Partial<PlaceOrder> =>
    ({
      type: 'market',
      timeInForce: 'ioc',
      size: { by: 'amount', amount: minor as AmountMinor },
    }) as Partial<PlaceOrder>;
  const byLots = {
    type: 'market',
    timeInForce: 'ioc',
    size: { by: 'quantity', quantity: 6 as QuantityLots },
  } as Partial<PlaceOrder>;

  test.each<
    readonly [SelfTradeMode | undefined, string, Partial<PlaceOrder>, number[], string, string]
  >([
    [undefined, 'gtc', {}, [2], 'waiting', 'self_trade'],
    ['expire_taker', 'gtc', {}, [2], 'waiting', 'self_trade'],
    ['expire_maker', 'gtc', {}, [2, 4], 'self_trade', 'waiting'],
    ['expire_both', 'gtc', {}, [2], 'self_trade', 'self_trade'],
    ['expire_maker', 'ioc', { timeInForce: 'ioc' }, [2, 4], 'self_trade', 'remainder'],
    ['expire_both', 'ioc', { timeInForce: 'ioc' }, [2], 'self_trade', 'self_trade'],
    [undefined, 'fok', { timeInForce: 'fok' }, [], 'waiting', 'would_not_fill'],
    ['expire_both', 'fok', { timeInForce: 'fok' }, [], 'waiting', 'would_not_fill'],
    ['expire_maker', 'fok of 7', { timeInForce: 'fok' }, [], 'waiting', 'would_not_fill'],
    [
      'expire_maker',
      'fok of 6',
      { timeInForce: 'fok', quantity: 6 as QuantityLots } as Partial<PlaceOrder>,
      [2, 4],
      'self_trade',
      'completed',
    ],
    ['expire_maker', 'post only', { timeInForce: 'post_only' }, [], 'waiting', 'would_not_fill'],
    ['expire_maker', 'market by lots', byLots, [2, 4], 'self_trade', 'completed'],
    ['expire_maker', 'market by amount', byAmount(500_000n), [2, 2], 'self_trade', 'completed'],
    ['expire_both', 'market by amount', byAmount(500_000n), [2], 'self_trade', 'self_trade'],
  ])('%s, %s', (mode, _, command, lots, own, end) => {
    expect(meet(mode, command)).toMatchObject({ lots, own, end });
  });

  test('that is all there is: nothing would be filled, so nothing expires', () => {
    const own = exchange.limit(ADA, 'sell', [10_000, 2]);
    const buy = limitOrder(ADA, 'buy', [10_000, 2], { timeInForce: 'ioc' });
    for (const selfTrade of ['expire_maker', 'expire_both'] as const) {
      expect(rejectOf(exchange.execute({ ...buy, selfTrade }))).toBe('would_not_fill');
    }
    expect(exchange.engine.order(own.orderId)?.status).toBe('waiting');
  });

  test('keeps its mode while it waits, and follows it when it is amended', () => {
    const order = orderOf(
      exchange.run({ ...limitOrder(ADA, 'buy', [9_900, 5]), selfTrade: 'expire_maker' }),
    );
    const own = exchange.limit(ADA, 'sell', [9_950, 1]);
    expect(order.selfTrade).toBe('expire_maker');
    const row = orderOf(
      exchange.run({
        kind: 'amend_order',
        owner: ADA,
        marketId: 1,
        order: { orderId: order.orderId },
        price: 9_960 as typeof order.price & number,
      }),
    );
    expect(row).toMatchObject({ status: 'waiting', selfTrade: 'expire_maker', filledQuantity: 0 });
    expect(exchange.engine.order(own.orderId)).toBeUndefined();
    exchange.engine.checkInvariants();
  });

  test('is said of one that never waited too, but not where it is as always', () => {
    exchange.limit(BOB, 'sell', [10_000, 5]);
    const buy = limitOrder(ADA, 'buy', [10_000, 1]);
    expect(orderOf(exchange.run({ ...buy, selfTrade: 'expire_both' })).selfTrade).toBe(
      'expire_both',
    );
    expect(orderOf(exchange.run({ ...buy, selfTrade: 'expire_taker' })).selfTrade).toBeUndefined();
  });
});

const till = (expiresAtMs: number, owner = ADA): PlaceOrder =>
  ({ ...limitOrder(owner, 'buy', [9_900, 10]), expiresAtMs }) as PlaceOrder;
const runDue = (max = 100) => {
  const { value } = exchange.run({ kind: 'run_schedules', max });
  exchange.engine.checkInvariants();
  return value;
};

describe('an order that is good till a time', () => {
  test('waits until then, says so, and expires with its money given back', () => {
    const at = exchange.timeMs + 5_000;
    const order = orderOf(exchange.run(till(at)));
    expect(order.expiresAtMs).toBe(at);
    expect(exchange.engine.nextScheduleMs()).toBe(at);
    exchange.timeMs = at - 1;
    expect(runDue()).toMatchObject({ ran: 0, nextDueAtMs: at });
    exchange.timeMs = at;
    exchange.engine.takeChanges();
    expect(runDue()).toEqual({ kind: 'schedules', ran: 1 });
    expect(exchange.engine.takeChanges().orders).toMatchObject([
      { orderId: order.orderId, status: 'cancelled', cancelReason: 'expired', hold: 0n },
    ]);
    expect(exchange.engine.balance(ADA, 'coin', 3).frozen).toBe(0n);
  });

  test('is due no more once it is filled, cancelled, or over with its market', () => {
    const at = exchange.timeMs + 5_000;
    for (let count = 0; count < 3; count += 1) exchange.run(till(at));
    exchange.limit(BOB, 'sell', [9_900, 10]);
    const [second] = exchange.engine.openOrders(ADA) as [OrderRow];
    exchange.cancel(ADA, second.orderId);
    expect(exchange.engine.nextScheduleMs()).toBe(at);
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'closed' });
    expect(exchange.engine.nextScheduleMs()).toBeUndefined();
    exchange.engine.checkInvariants();
  });

  test('those of one moment go ten in a run, by their ids, whatever has come or gone between, and none is forgotten', () => {
    const at = exchange.timeMs + 5_000;
    for (let count = 0; count < 25; count += 1) exchange.run(till(at));
    // Placed again, and behind the others in whatever lists there are.
    const again = { orderId: 3 };
    const price = 9_901 as never;
    exchange.run({ kind: 'amend_order', owner: ADA, marketId: 1, order: again, price });
    exchange.timeMs = at;
    exchange.engine.takeChanges();
    const went = () => exchange.engine.takeChanges().orders.map(({ orderId }) => orderId);
    expect(runDue(1)).toMatchObject({ ran: 1, nextDueAtMs: at });
    expect(went()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    exchange.cancel(ADA, 11);
    exchange.cancel(ADA, 14);
    went();
    const restored = new TestExchange(exchange.engine.takeSnapshot());
    restored.timeMs = at;
    restored.run({ kind: 'run_schedules', max: 1 });
    expect(runDue(1)).toMatchObject({ ran: 1, nextDueAtMs: at });
    expect(went()).toEqual([12, 13, 15, 16, 17, 18, 19, 20, 21, 22]);
    expect(restored.engine.stateHash()).toBe(exchange.engine.stateHash());
    expect(runDue()).toEqual({ kind: 'schedules', ran: 1 });
    expect(exchange.engine.openOrders(ADA)).toEqual([]);
  });

  test('however many are due at once: a command of the clock takes five hundred, and looks at the others once', () => {
    const terms = new SlotTerms();
    const COUNT = 20_000;
    for (let slot = 0; slot < COUNT; slot += 1) terms.set(slot, { expiresAtMs: 1 });
    let asked = 0;
    const idOf = (slot: number) => {
      asked += 1;
      return COUNT - slot;
    };
    let next = COUNT - 1;
    for (let run = 0; run < SCHEDULE_CHUNK; run += 1) {
      for (const slot of terms.firstDue(EXPIRIES_MAX, idOf)) {
        expect(slot).toBe(next);
        next -= 1;
        terms.remove(slot);
      }
    }
    expect(COUNT - 1 - next).toBe(500);
    // One sort of all of them.
    expect(asked).toBeLessThan(2 * COUNT * Math.log2(COUNT));
    terms.check();
  });

  describe('whose time is over before the clock was asked', () => {
    /** Ada's 10 at 9,900 till now, and of Bob 4 behind them where he is there. */
    const over = (behind = false) => {
      const order = orderOf(exchange.run(till(exchange.timeMs + 5_000)));
      if (behind) exchange.limit(BOB, 'buy', [9_900, 4]);
      exchange.fund(CAT, 1, 1_000_000_000n);
      exchange.timeMs += 5_000;
      exchange.engine.takeChanges();
      return order;
    };
    const sell = (lots: number, command: Partial<PlaceOrder> = {}) => {
      const placed = { ...limitOrder(CAT, 'sell', [9_900, lots]), ...command } as PlaceOrder;
      const result = exchange.execute(placed);
      exchange.engine.checkInvariants();
      const { orders, trades } = exchange.engine.takeChanges();
      const gone = orders.filter(({ cancelReason }) => cancelReason === 'expired');
      return {
        end: result.ok ? orderOf(result).status : result.reject,
        lots: trades.map(({ makerOwner, quantity }) => [makerOwner, quantity]),
        gone: gone.map(({ orderId, hold }) => [orderId, hold]),
      };
    };
    const byLots = (quantity: number) =>
      ({ type: 'market', timeInForce: 'ioc', size: { by: 'quantity', quantity } }) as never;

    test.each<readonly [string, Partial<PlaceOrder>, number, string, number[][], boolean]>([
      ['gtc', {}, 6, 'waiting', [[BOB, 4]], true],
      ['filled whole', {}, 4, 'completed', [[BOB, 4]], true],
      ['post only', { timeInForce: 'post_only' }, 6, 'would_not_fill', [], false],
      ['ioc', { timeInForce: 'ioc' }, 6, 'cancelled', [[BOB, 4]], true],
      ['fok of what is there', { timeInForce: 'fok' }, 4, 'completed', [[BOB, 4]], true],
      ['fok of more', { timeInForce: 'fok' }, 5, 'would_not_fill', [], false],
      ['market', byLots(6), 6, 'cancelled', [[BOB, 4]], true],
    ])('is passed, and expires with what is done: %s', (_, command, lots, end, filled, isGone) => {
      const { orderId } = over(true);
      const gone = isGone ? [[orderId, 0n]] : [];
      expect(sell(lots, command)).toEqual({ end, lots: filled, gone });
    });

    test.each<readonly [string, Partial<PlaceOrder>, string, boolean]>([
      ['gtc', {}, 'waiting', true],
      ['post only', { timeInForce: 'post_only' }, 'waiting', true],
      ['ioc', { timeInForce: 'ioc' }, 'would_not_fill', false],
      ['fok', { timeInForce: 'fok' }, 'would_not_fill', false],
      ['market', byLots(6), 'would_not_fill', false],
    ])('is as none where it is alone: %s', (_, command, end, isGone) => {
      const { orderId } = over();
      expect(sell(6, command)).toEqual({ end, lots: [], gone: isGone ? [[orderId, 0n]] : [] });
    });

    test('a market buy by amount pays who is left', () => {
      const ask = { ...limitOrder(ADA, 'sell', [9_900, 4]), expiresAtMs: exchange.timeMs + 5_000 };
      exchange.run(ask);
      exchange.limit(BOB, 'sell', [9_950, 4]);
      exchange.fund(CAT, 3, 1_000_000_000n);
      exchange.timeMs += 5_000;
      exchange.index(9_900);
      exchange.engine.takeChanges();
      const size = { by: 'amount', amount: amountMinor(2n * 99_500n) } as const;
      const buy = { type: 'market', side: 'buy', timeInForce: 'fok', size } as never;
      expect(sell(0, buy)).toMatchObject({ end: 'completed', lots: [[BOB, 2]], gone: [[1, 0n]] });
    });

    test('stays where it is not met, and is cancelled by who asks', () => {
      const { orderId } = over();
      expect(sell(6, { price: 9_901 as never })).toMatchObject({ end: 'waiting', gone: [] });
      expect(orderOf(exchange.cancel(ADA, orderId)).cancelReason).toBe('user');
    });

    test('is not amended, and expires when the clock comes to it', () => {
      const order = { orderId: over().orderId };
      for (const change of [{ quantity: 5 }, { price: 9_905 }]) {
        const amend = { kind: 'amend_order', owner: ADA, marketId: 1, order, ...change };
        expect(rejectOf(exchange.execute(amend as never))).toBe('order_not_open');
      }
      expect(runDue()).toMatchObject({ ran: 1 });
    });

    test('nor does one meet it that is amended, or that a price sets off', () => {
      const { orderId } = over();
      const { orderId: other } = exchange.limit(CAT, 'sell', [9_950, 3]);
      const order = { orderId: other };
      const price = 9_900 as never;
      exchange.run({ kind: 'amend_order', owner: CAT, marketId: 1, order, price });
      const { orders, trades } = exchange.engine.takeChanges();
      expect(trades).toEqual([]);
      expect(orders).toMatchObject([{ orderId: other }, { orderId, cancelReason: 'expired' }]);
    });

    test('the same through a restart', () => {
      over(true);
      const again = new TestExchange(exchange.engine.takeSnapshot());
      again.timeMs = exchange.timeMs;
      const command = limitOrder(CAT, 'sell', [9_900, 6]);
      expect(again.run(command)).toEqual(exchange.run(command));
      expect(again.engine.stateHash()).toBe(exchange.engine.stateHash());
    });
  });

  test.each([0, -1, Number.NaN, 1.5, 1_000_000, 367 * DAY_MS + 1_000_000])(
    'at %d ms is refused: past, no time, or beyond a year',
    (expiresAtMs) => {
      expect(rejectOf(exchange.execute(till(expiresAtMs)))).toBe('expiry_out_of_range');
    },
  );

  test.each(['ioc', 'fok'] as const)('is none that never waits: %s', (timeInForce) => {
    exchange.limit(BOB, 'sell', [9_900, 10]);
    const command = { ...till(exchange.timeMs + 1), timeInForce } as PlaceOrder;
    expect(rejectOf(exchange.execute(command))).toBe('expiry_out_of_range');
  });

  test('keeps its time when it is amended, and expires while everything that opens is stopped', () => {
    const at = exchange.timeMs + 5_000;
    const { orderId } = orderOf(exchange.run(till(at)));
    const price = 9_901 as never;
    exchange.run({ kind: 'amend_order', owner: ADA, marketId: 1, order: { orderId }, price });
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: true });
    const mode = 'cancel_only';
    exchange.run({ kind: 'set_trading_mode', mode, cause: 'operator', reason: 'a test' });
    expect(exchange.engine.order(orderId)?.expiresAtMs).toBe(at);
    exchange.timeMs = at;
    expect(runDue()).toMatchObject({ ran: 1 });
    expect(exchange.engine.openOrders(ADA)).toEqual([]);
  });

  test('through a restart it is due when it was', () => {
    const at = exchange.timeMs + 5_000;
    exchange.run(till(at));
    const again = new TestExchange(exchange.engine.takeSnapshot());
    expect(again.engine.stateHash()).toBe(exchange.engine.stateHash());
    expect(again.engine.nextScheduleMs()).toBe(at);
  });

  const good = funded();
  good.run(till(good.timeMs + 5_000));
  const snapshot = good.engine.takeSnapshot();
  const [row] = snapshot.orders;
  testRefusals(snapshot, [
    ['a place that was never given out', { orders: [{ ...row, priority: 50 } as OrderRow] }],
    ['a hold that is another', { orders: [{ ...row, hold: amountMinor(1n) } as OrderRow] }],
  ]);
});
