/**
 * Stories of orders that wait for a price: BTC/USDT at 100.00, prices in hundredths, quantities in lots of 0.001 BTC. Ada has
 * the trigger orders, Bob and Cid make the book. Cases B14 and B18.
 */
import type { Result, Snapshot } from '@fairlead/engine';
import {
  BTC_USDT,
  rejectOf,
  TestExchange,
  type TriggerOptions,
  triggerOf,
  triggerOrder,
} from '@fairlead/testkit';
import { amountMinor, ratePpm } from '@fairlead/units';
import { beforeEach, describe, expect, test } from 'vitest';
import { testRefusals } from '../../../test/kit/restore.ts';

const ADA = 1;
const BOB = 2;
const CID = 3;
const FUNDS = 1_000_000_000n;

let exchange: TestExchange;

function funded(): TestExchange {
  const begun = TestExchange.withMarket(ADA, BOB, CID);
  for (const owner of [ADA, BOB, CID]) {
    begun.fund(owner, 3, FUNDS);
    begun.fund(owner, 1, FUNDS);
  }
  begun.engine.takeChanges();
  return begun;
}

beforeEach(() => {
  exchange = funded();
});

type Kind = Parameters<typeof triggerOrder>[1];
type At = Parameters<typeof triggerOrder>[2];

const place = (kind: Kind, at: At, options: TriggerOptions = {}): Result =>
  exchange.execute(triggerOrder(ADA, kind, at, options));
const wait = (kind: Kind, at: At, options: TriggerOptions = {}) =>
  triggerOf(exchange.run(triggerOrder(ADA, kind, at, options)));
const cancel = (triggerId: number, owner = ADA) =>
  exchange.execute({ kind: 'cancel_trigger', owner, trigger: { triggerId } });
const frozen = (currencyId: number) => exchange.engine.balance(ADA, 'coin', currencyId).frozen;

/** What the batch so far left of trigger orders, as "id status", or why it ended. */
function ends(): string[] {
  exchange.engine.checkInvariants();
  const { triggers } = exchange.engine.takeChanges();
  return triggers.map(
    ({ triggerId, status, cancelReason }) => `${triggerId} ${cancelReason ?? status}`,
  );
}

describe('an order that waits for the index', () => {
  test.each([
    ['sell', 'stop', 9_500, [9_501, 9_500]],
    ['sell', 'take_profit', 10_500, [10_499, 10_500]],
    ['buy', 'stop', 10_500, [10_499, 10_501]],
    ['buy', 'take_profit', 9_500, [9_501, 9_499]],
  ] as const)('%s %s at %i: not a tick before its price', (side, kind, price, [before, at]) => {
    const other = side === 'sell' ? 'buy' : 'sell';
    exchange.limit(BOB, other, [price, 20]);
    const { triggerId } = wait([side, kind], [price, 10]);
    exchange.index(before);
    expect(ends()).toEqual([`${triggerId} waiting`]);
    exchange.index(at);
    const { triggers, trades, orders } = exchange.engine.takeChanges();
    expect(triggers).toMatchObject([{ triggerId, status: 'triggered', orderId: 3, hold: 0n }]);
    expect(trades).toMatchObject([{ price, quantity: 10, takerOrderId: 3, takerOwner: ADA }]);
    expect(orders.find(({ orderId }) => orderId === 3)).toMatchObject({
      type: 'market',
      timeInForce: 'ioc',
      status: 'completed',
    });
    expect([frozen(1), frozen(3)]).toEqual([0n, 0n]);
  });

  test('between two ticks a price below is not yet at the tick above, nor one above at the tick below', () => {
    const stop = wait(['sell', 'stop'], [9_500, 10], { limit: 9_400 });
    const profit = wait(['sell', 'take_profit'], [10_500, 10], { limit: 10_600 });
    const tick = (priceE8: bigint) => {
      exchange.timeMs += 1_000;
      const { timeMs: sampleTimeMs } = exchange;
      exchange.run({
        kind: 'index_tick',
        marketId: 1,
        sampleTimeMs,
        price: priceE8 as never,
      });
    };
    const { tickSizeE8 } = BTC_USDT;
    tick(9_500n * tickSizeE8 + 1n);
    tick(10_500n * tickSizeE8 - 1n);
    expect(ends()).toEqual([`${stop.triggerId} waiting`, `${profit.triggerId} waiting`]);
    tick(9_500n * tickSizeE8 - 1n);
    tick(10_500n * tickSizeE8 + 1n);
    expect(ends()).toEqual([`${stop.triggerId} triggered`, `${profit.triggerId} triggered`]);
  });

  test('a stop-limit rests as a limit order, with the same money frozen', () => {
    wait(['buy', 'stop'], [10_500, 10], { limit: 10_600, clientOrderId: 'mine' });
    const held = frozen(3);
    expect(held).toBe(10_600n * 10n * BTC_USDT.tickLotQuoteMinor);
    exchange.index(10_500);
    expect(exchange.engine.openTriggers(ADA)).toEqual([]);
    const [order] = exchange.engine.openOrders(ADA);
    expect(order).toMatchObject({ price: 10_600, quantity: 10, status: 'waiting' });
    expect(order).not.toHaveProperty('clientOrderId');
    expect(frozen(3)).toBe(held);
  });

  test('its receipt names the sample and says what came of it', () => {
    const { triggerId } = wait(['sell', 'stop'], [9_500, 10], { limit: 9_450 });
    exchange.index(9_480);
    const { receipts, triggers } = exchange.engine.takeChanges();
    expect(receipts).toEqual([
      {
        receiptId: 1,
        kind: 'trigger',
        owner: ADA,
        marketId: 1,
        symbol: 'BTC/USDT',
        timeMs: exchange.timeMs,
        subjectId: triggerId,
        terms: {
          side: 'sell',
          trigger: 'stop',
          trigger_by: 'index',
          trigger_price: '95.00000000',
          type: 'limit',
          time_in_force: 'gtc',
          limit_price: '94.50000000',
        },
        sampleTimesMs: [exchange.timeMs],
        result: { state: 'placed' },
        details: {
          owner: ADA,
          trigger_order: triggerId,
          order: triggerId + 1,
          base_currency: 'BTC',
          quote_currency: 'USDT',
          quantity: '0.01000000',
        },
      },
    ]);
    expect(triggers.at(-1)).toMatchObject({ receiptId: 1 });
  });

  test('is refused where the index is there already, or nobody knows where it is', () => {
    expect(rejectOf(place(['sell', 'stop'], [10_000, 10]))).toBe('price_reached');
    expect(rejectOf(place(['buy', 'stop'], [10_000, 10]))).toBe('price_reached');
    expect(rejectOf(place(['sell', 'stop'], [9_999, 10]))).toBe('ok');
    exchange.timeMs += 10_001;
    expect(rejectOf(place(['sell', 'stop'], [9_999, 10]))).toBe('price_stale');
    expect(rejectOf(place(['sell', 'stop'], [9_999, 10], { by: 'last' }))).toBe('ok');
  });

  test('of a sample that is too old nothing fires; the next one does it', () => {
    const { triggerId } = wait(['sell', 'stop'], [9_500, 10], { limit: 9_400 });
    exchange.timeMs += 60_000;
    const sampleTimeMs = exchange.timeMs - 20_000;
    const price = 9_400n * BTC_USDT.tickSizeE8;
    exchange.run({ kind: 'index_tick', marketId: 1, sampleTimeMs, price: price as never });
    expect(ends()).toEqual([`${triggerId} waiting`]);
    exchange.index(9_450);
    expect(ends()).toEqual([`${triggerId} triggered`]);
  });
});

describe('an order that waits for the last trade', () => {
  test('is set off by the trade that reaches it, which its receipt names; the index is not asked', () => {
    const { triggerId } = wait(['sell', 'stop'], [9_900, 10], { by: 'last', limit: 9_800 });
    exchange.index(9_900);
    exchange.limit(BOB, 'buy', [9_910, 5]);
    exchange.limit(BOB, 'buy', [9_890, 5]);
    expect(ends()).toEqual([`${triggerId} waiting`]);
    exchange.limit(CID, 'sell', [9_890, 10]);
    const { receipts, triggers, trades } = exchange.engine.takeChanges();
    expect(triggers).toMatchObject([{ triggerId, status: 'triggered' }]);
    const [first, second] = trades;
    expect([first?.price, second?.price]).toEqual([9_910, 9_890]);
    expect(receipts).toMatchObject([
      {
        sampleTimesMs: [],
        result: {
          state: 'placed',
          trade: second?.tradeId,
          trade_price: '98.90000000',
          trade_time: second?.timeMs,
        },
      },
    ]);
  });

  test('sets off others by its own trades, each once, in the order of the prices that come', () => {
    for (const price of [9_900, 9_850, 9_800]) exchange.limit(BOB, 'buy', [price, 10]);
    const first = wait(['sell', 'stop'], [9_900, 10], { by: 'last' });
    const second = wait(['sell', 'stop'], [9_850, 10], { by: 'last' });
    const third = wait(['sell', 'stop'], [9_700, 10], { by: 'last' });
    exchange.limit(CID, 'sell', [9_900, 5]);
    expect(ends()).toEqual([
      `${first.triggerId} triggered`,
      `${second.triggerId} triggered`,
      `${third.triggerId} waiting`,
    ]);
  });
});

describe('a due order that cannot be placed ends and says why', () => {
  test('post only that would take', () => {
    exchange.limit(BOB, 'buy', [9_480, 10]);
    const options = { limit: 9_470, timeInForce: 'post_only' } as const;
    const { triggerId } = wait(['sell', 'stop'], [9_500, 10], options);
    exchange.index(9_500);
    const { triggers, receipts, orders } = exchange.engine.takeChanges();
    expect(triggers).toMatchObject([
      { triggerId, status: 'cancelled', cancelReason: 'would_not_fill', hold: 0n, receiptId: 1 },
    ]);
    expect(receipts).toMatchObject([{ result: { state: 'refused', reason: 'would_not_fill' } }]);
    expect(orders).toHaveLength(1);
    expect(frozen(1)).toBe(0n);
  });

  test('nobody to trade with', () => {
    const { triggerId } = wait(['sell', 'stop'], [9_500, 10]);
    exchange.index(9_400);
    expect(ends()).toEqual([`${triggerId} would_not_fill`]);
  });

  test('a market buy whose price ran past what was frozen, by who has no more', () => {
    exchange.run(triggerOrder(ADA, ['buy', 'stop'], [10_100, 900]));
    const held = frozen(3);
    exchange.run({
      kind: 'transfer',
      owner: ADA,
      source: 'coin',
      target: 'trust',
      currencyId: 3,
      amount: amountMinor(exchange.engine.balance(ADA, 'coin', 3).available),
    });
    exchange.limit(BOB, 'sell', [11_000, 900]);
    exchange.index(11_000);
    const [row] = exchange.engine.takeChanges().triggers;
    expect(row).toMatchObject({ cancelReason: 'insufficient_balance', hold: 0n });
    expect(exchange.engine.balance(ADA, 'coin', 3)).toMatchObject({ total: held, frozen: 0n });
  });

  test('a market order set off by a trade while the index is stale', () => {
    exchange.limit(BOB, 'buy', [9_900, 10]);
    const { triggerId } = wait(['sell', 'stop'], [9_900, 5], { by: 'last' });
    exchange.timeMs += 10_001;
    exchange.limit(CID, 'sell', [9_900, 5]);
    expect(ends()).toEqual([`${triggerId} price_stale`]);
  });
});

describe('nothing fires', () => {
  const open = (state: 'open' | 'halted') =>
    exchange.run({ kind: 'set_market_state', marketId: 1, state });
  const mode = (to: 'open' | 'cancel_only') =>
    exchange.run({
      kind: 'set_trading_mode',
      mode: to,
      cause: 'operator',
      reason: 'a test',
      ...(to === 'open' && { endsSinceMs: exchange.engine.trading()?.sinceMs ?? 0 }),
    });
  const freeze = (isFrozen: boolean) =>
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen });

  test.each([
    ['while its market is halted', () => open('halted'), () => open('open')],
    ['while everything that opens is stopped', () => mode('cancel_only'), () => mode('open')],
    ['of an owner who is frozen', () => freeze(true), () => freeze(false)],
  ])('%s; the next sample does it', (_, stop, goOn) => {
    const { triggerId } = wait(['sell', 'stop'], [9_500, 10], { limit: 9_400 });
    stop();
    exchange.index(9_450);
    expect(ends()).toEqual([`${triggerId} waiting`]);
    goOn();
    exchange.index(9_450);
    expect(ends()).toEqual([`${triggerId} triggered`]);
  });
});

describe('while it waits', () => {
  test('it takes one of its owner’s places, and gives it to the order that it becomes', () => {
    exchange.run({ kind: 'configure_market', market: { ...BTC_USDT, openOrdersMax: 2 } });
    wait(['sell', 'stop'], [9_500, 10], { limit: 9_400 });
    exchange.limit(ADA, 'buy', [9_000, 10]);
    expect(rejectOf(place(['sell', 'stop'], [9_400, 10]))).toBe('too_many_orders');
    expect(rejectOf(exchange.placeLimit(ADA, 'buy', [9_000, 10]))).toBe('too_many_orders');
    // Fewer may wait from now on: what waits already goes on.
    exchange.run({ kind: 'configure_market', market: { ...BTC_USDT, openOrdersMax: 1 } });
    exchange.index(9_450);
    expect(exchange.engine.openOrders(ADA)).toHaveLength(2);
  });

  test('it keeps the fees of its placing', () => {
    exchange.limit(BOB, 'buy', [9_400, 10]);
    wait(['sell', 'stop'], [9_500, 10]);
    const dear = { makerFeePpm: ratePpm(5_000n), takerFeePpm: ratePpm(9_000n) };
    exchange.run({ kind: 'configure_market', market: { ...BTC_USDT, ...dear } });
    exchange.index(9_450);
    const { orders } = exchange.engine.takeChanges();
    expect(orders.find(({ owner }) => owner === ADA)).toMatchObject({
      makerFeePpm: BTC_USDT.makerFeePpm,
      takerFeePpm: BTC_USDT.takerFeePpm,
    });
  });

  test('its owner takes it back and has the money again; nobody else can', () => {
    const { triggerId } = wait(['sell', 'stop'], [9_500, 10], { clientOrderId: 'mine' });
    expect(frozen(1)).toBe(10n * BTC_USDT.lotBaseMinor);
    expect(rejectOf(cancel(triggerId, BOB))).toBe('order_not_found');
    expect(rejectOf(place(['sell', 'stop'], [9_500, 10], { clientOrderId: 'mine' }))).toBe(
      'duplicate_client_order_id',
    );
    const named = { clientOrderId: 'mine' };
    const ended = exchange.run({ kind: 'cancel_trigger', owner: ADA, trigger: named });
    expect(triggerOf(ended)).toMatchObject({ status: 'cancelled', cancelReason: 'user' });
    expect(frozen(1)).toBe(0n);
    expect(rejectOf(cancel(triggerId))).toBe('order_not_open');
    expect(rejectOf(place(['sell', 'stop'], [9_500, 10], { clientOrderId: 'mine' }))).toBe('ok');
  });

  test.each([
    ['market_terms', { ...BTC_USDT, tickSizeE8: 2_000_000n, tickLotQuoteMinor: amountMinor(20n) }],
    ['operator', { ...BTC_USDT, state: 'closed' }],
  ] as const)('%s: a new tick or a closed market ends it', (reason, market) => {
    const { triggerId } = wait(['sell', 'stop'], [9_500, 10]);
    exchange.run({ kind: 'configure_market', market });
    expect(ends()).toEqual([`${triggerId} ${reason}`]);
    expect(frozen(1)).toBe(0n);
  });
});

describe('through a restart', () => {
  function waiting(): TestExchange {
    exchange = funded();
    wait(['sell', 'stop'], [9_500, 10], { clientOrderId: 'mine' });
    wait(['buy', 'stop'], [10_500, 10]);
    wait(['buy', 'take_profit'], [9_600, 10], { by: 'last', limit: 9_650 });
    return exchange;
  }

  test('everything waits as it did, and fires on the first fresh sample', () => {
    const { engine, timeMs } = waiting();
    const again = new TestExchange(engine.takeSnapshot());
    again.engine.checkInvariants();
    expect(again.engine.stateHash()).toBe(engine.stateHash());
    again.timeMs = timeMs + 3_600_000;
    again.limit(BOB, 'buy', [9_300, 10]);
    expect(again.engine.openTriggers(ADA)).toHaveLength(3);
    again.index(9_300);
    // The stop fired at the sample, and its trade is one that the other waited for.
    expect(again.engine.openTriggers(ADA)).toMatchObject([{ side: 'buy', triggerKind: 'stop' }]);
  });

  const good: Snapshot = waiting().engine.takeSnapshot();
  const [first, second] = good.triggers;
  testRefusals(good, [
    ['twice the same', { triggers: [first, first] }],
    ['of nobody', { triggers: [{ ...first, owner: 77 }] }],
    ['of no market', { triggers: [{ ...first, marketId: 77 }] }],
    ['one that is over', { triggers: [{ ...first, status: 'triggered' }] }],
    ['a number that was never given out', { triggers: [{ ...first, triggerId: 99 }] }],
    ['less frozen than it needs', { triggers: [{ ...first, hold: 1n }] }],
    ['nothing frozen', { triggers: [first, { ...second, hold: 0n }] }],
    ['one gone, its money still frozen', { triggers: [first] }],
  ]);
});
