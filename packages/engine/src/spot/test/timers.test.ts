/** The dead man's switch: all that waits of an owner is cancelled after a time, unless it is set again before. Case B19. */
import {
  BTC_USDT,
  orderOf,
  rejectOf,
  TestExchange,
  triggerOf,
  triggerOrder,
} from '@fairlead/testkit';
import { beforeEach, describe, expect, test } from 'vitest';
import { testRefusals } from '../../../test/kit/restore.ts';

const ADA = 1;
const BOB = 2;

let exchange: TestExchange;

function funded(): TestExchange {
  const begun = TestExchange.withMarket(ADA, BOB);
  for (const owner of [ADA, BOB]) {
    begun.fund(owner, 3, 1_000_000_000n);
    begun.fund(owner, 1, 1_000_000_000n);
  }
  return begun;
}

beforeEach(() => {
  exchange = funded();
});

const set = (afterMs?: number, owner = ADA) =>
  exchange.execute({
    kind: 'set_cancel_timer',
    owner,
    ...(afterMs !== undefined && { afterMs }),
  });
const runDue = (max = 100) => {
  const { value } = exchange.run({ kind: 'run_schedules', max });
  exchange.engine.checkInvariants();
  return value;
};
/** How many of Ada's wait, in the book and for a price. */
const waiting = (owner = ADA) => [
  exchange.engine.openOrders(owner).length,
  exchange.engine.openTriggers(owner).length,
];

function placeBoth(owner = ADA): void {
  exchange.limit(owner, 'buy', [9_900, 10]);
  exchange.run(triggerOrder(owner, ['sell', 'stop'], [9_500, 10]));
}

describe('timers of one moment', () => {
  const CAT = 3;
  const DAN = 4;

  test('run by account, and one that is set between the runs is no more among them', () => {
    for (const owner of [CAT, DAN]) {
      exchange.run({ kind: 'open_account', owner });
      exchange.fund(owner, 3, 1_000_000_000n);
    }
    const all = [CAT, BOB, DAN, ADA];
    const dueAtMs = exchange.timeMs + 5_000;
    for (const owner of all) {
      exchange.limit(owner, 'buy', [9_900, 10]);
      set(5_000, owner);
    }
    const left = () => all.filter((owner) => waiting(owner)[0] === 1);
    exchange.timeMs = dueAtMs;
    runDue(1);
    expect(left()).toEqual([CAT, BOB, DAN]);
    // One of the middle is run by its owner's own word, and set again for later.
    set(1_000, CAT);
    expect(left()).toEqual([BOB, DAN]);
    runDue(1);
    expect(left()).toEqual([DAN]);
    runDue();
    expect(left()).toEqual([]);
  });
});

describe('a timer', () => {
  test('cancels ten in a run, the oldest first: what is left is due still, and nothing of it is forgotten', () => {
    for (let count = 0; count < 22; count += 1) exchange.limit(ADA, 'buy', [9_900, 10]);
    exchange.run(triggerOrder(ADA, ['sell', 'stop'], [9_500, 10]));
    const at = exchange.timeMs + 5_000;
    set(5_000);
    exchange.timeMs = at;
    expect(runDue(1)).toMatchObject({ ran: 1, nextDueAtMs: at });
    expect(waiting()).toEqual([12, 1]);
    expect(exchange.engine.openOrders(ADA)[0]?.orderId).toBe(11);
    expect(runDue(1)).toMatchObject({ ran: 1, nextDueAtMs: at });
    expect(waiting()).toEqual([2, 1]);
    expect(runDue()).toEqual({ kind: 'schedules', ran: 1 });
    expect(waiting()).toEqual([0, 0]);
  });

  test('that runs out cancels orders and what waits for a price, of its owner alone, and gives the money back', () => {
    placeBoth();
    placeBoth(BOB);
    const at = exchange.timeMs + 5_000;
    expect(set(5_000)).toEqual({ ok: true, value: { kind: 'cancel_timer', dueAtMs: at } });
    expect(exchange.engine.nextScheduleMs()).toBe(at);
    exchange.timeMs = at - 1;
    expect(runDue()).toMatchObject({ ran: 0, nextDueAtMs: at });
    expect(waiting()).toEqual([1, 1]);
    exchange.timeMs = at;
    exchange.engine.takeChanges();
    expect(runDue()).toEqual({ kind: 'schedules', ran: 1 });
    const { orders, triggers, cancelTimers } = exchange.engine.takeChanges();
    expect([...orders, ...triggers]).toMatchObject([
      { owner: ADA, status: 'cancelled', cancelReason: 'timer', hold: 0n },
      { owner: ADA, status: 'cancelled', cancelReason: 'timer', hold: 0n },
    ]);
    expect(cancelTimers).toEqual([{ owner: ADA, timer: 0, updatedAtMs: at }]);
    expect([waiting(), waiting(BOB)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    for (const currencyId of [1, 3]) {
      expect(exchange.engine.balance(ADA, 'coin', currencyId).frozen).toBe(0n);
    }
    // It has run out: what is placed now stays.
    placeBoth();
    exchange.timeMs += 100_000;
    expect(runDue()).toMatchObject({ ran: 0 });
  });

  test('that is set again in time cancels nothing until then; one that is off never does', () => {
    placeBoth();
    for (let step = 0; step < 5; step += 1) {
      set(5_000);
      exchange.timeMs += 4_999;
      expect(runDue()).toMatchObject({ ran: 0 });
    }
    expect(set()).toEqual({ ok: true, value: { kind: 'cancel_timer' } });
    exchange.timeMs += 1_000_000;
    expect(runDue()).toEqual({ kind: 'schedules', ran: 0 });
    expect(waiting()).toEqual([1, 1]);
  });

  test.each([
    ['set again', 5_000],
    ['switched off', undefined],
  ])('that is %s too late has run out, also before the clock was asked', (_, afterMs) => {
    placeBoth();
    set(1_000);
    exchange.timeMs += 1_000;
    set(afterMs);
    expect(waiting()).toEqual([0, 0]);
  });

  test('timers of one moment run out by account, as many as are asked for', () => {
    for (const owner of [BOB, ADA]) {
      placeBoth(owner);
      set(1_000, owner);
    }
    exchange.timeMs += 1_000;
    expect(runDue(1)).toMatchObject({ ran: 1 });
    expect([waiting(), waiting(BOB)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(runDue(1)).toMatchObject({ ran: 1 });
    expect(waiting(BOB)).toEqual([0, 0]);
  });

  test('of a market leaves the others, and each number is a timer of its own', () => {
    const other = { ...BTC_USDT, marketId: 7, symbol: 'BTC/XYZ' };
    exchange.run({ kind: 'configure_market', market: other });
    placeBoth();
    const { timeMs } = exchange;
    const timer = (number: number, afterMs: number, marketId?: number) =>
      exchange.run({
        kind: 'set_cancel_timer',
        ...{ owner: ADA, timer: number, afterMs },
        ...(marketId !== undefined && { marketId }),
      });
    timer(1, 1_000, 7);
    timer(2, 2_000, BTC_USDT.marketId);
    timer(15, 3_000);
    exchange.timeMs = timeMs + 1_000;
    expect(runDue()).toMatchObject({ ran: 1, nextDueAtMs: timeMs + 2_000 });
    expect(waiting()).toEqual([1, 1]);
    exchange.timeMs = timeMs + 2_000;
    expect(runDue()).toMatchObject({ ran: 1, nextDueAtMs: timeMs + 3_000 });
    expect(waiting()).toEqual([0, 0]);
    const again = new TestExchange(exchange.engine.takeSnapshot());
    expect(again.engine.stateHash()).toBe(exchange.engine.stateHash());
    expect(again.engine.takeSnapshot().cancelTimers).toMatchObject([{ owner: ADA, timer: 15 }]);
  });

  test.each([0, -1, 1.5, Number.NaN, 86_400_001])('of %d ms is refused', (afterMs) => {
    expect(rejectOf(set(afterMs))).toBe('quantity_out_of_range');
    expect(rejectOf(set(afterMs, 99))).toBe('account_not_found');
    expect(rejectOf(set(86_400_000))).toBe('ok');
  });

  test('goes on while everything that opens is stopped, and of who is frozen', () => {
    placeBoth();
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: true });
    const mode = 'cancel_only';
    exchange.run({ kind: 'set_trading_mode', mode, cause: 'operator', reason: 'a test' });
    set(1_000);
    exchange.timeMs += 1_000;
    expect(runDue()).toMatchObject({ ran: 1 });
    expect(waiting()).toEqual([0, 0]);
  });
});

describe('through a restart', () => {
  test('it runs on, and cancels at once what it would have cancelled meanwhile', () => {
    placeBoth();
    set(5_000);
    const again = new TestExchange(exchange.engine.takeSnapshot());
    expect(again.engine.stateHash()).toBe(exchange.engine.stateHash());
    again.timeMs = exchange.timeMs + 3_600_000;
    expect(again.run({ kind: 'run_schedules', max: 9 }).value).toMatchObject({ ran: 1 });
    expect(again.engine.openOrders(ADA)).toEqual([]);
    expect(again.engine.openTriggers(ADA)).toEqual([]);
  });

  const good = funded();
  const order = orderOf(good.placeLimit(ADA, 'buy', [9_900, 10]));
  const trigger = triggerOf(good.run(triggerOrder(ADA, ['sell', 'stop'], [9_500, 10])));
  good.run({ kind: 'set_cancel_timer', owner: order.owner, afterMs: 5_000 });
  const snapshot = good.engine.takeSnapshot();
  const [row] = snapshot.cancelTimers;
  testRefusals(snapshot, [
    ['of nobody', { cancelTimers: [{ ...row, owner: trigger.owner + 70 }] }],
    ['one that does not run', { cancelTimers: [{ owner: ADA, timer: 0, updatedAtMs: 1 }] }],
    ['of no market', { cancelTimers: [{ ...row, marketId: 99 }] }],
  ]);
});
