/**
 * Stories of a price that makes more due than one command fires: BTC/USDT at 100.00, as in triggers.test.ts. What is left goes
 * on by the clock or the next price, as if it had fired at once. Case B18.
 */
import type { OrderRow, ReceiptRow, Snapshot, TriggerRow } from '@fairlead/engine';
import {
  BTC_USDT,
  type NaiveBounds,
  TestExchange,
  triggerOf,
  triggerOrder,
} from '@fairlead/testkit';
import { beforeEach, describe, expect, test } from 'vitest';
import { testRefusals } from '../../../test/kit/restore.ts';

const ADA = 1;
const BOB = 2;
const FUNDS = 1_000_000_000_000n;

const TWO_AT_ONCE: NaiveBounds = { triggerFiresMax: 2, triggerRunFiresMax: 1 };
const ALL_AT_ONCE: NaiveBounds = { triggerFiresMax: 1_000_000, triggerRunFiresMax: 1 };

function funded(bounds?: NaiveBounds): TestExchange {
  const begun = new TestExchange(undefined, bounds).opened([ADA, BOB]);
  begun.run({ kind: 'configure_market', market: { ...BTC_USDT, openOrdersMax: 10_000 } });
  for (const owner of [ADA, BOB]) {
    begun.fund(owner, 3, FUNDS);
    begun.fund(owner, 1, FUNDS);
  }
  begun.engine.takeChanges();
  return begun;
}

let exchange: TestExchange;

/** Stops of Ada's that sell at 95.00 each, for a limit that nobody takes unless told otherwise. */
const stops = (count: number, options = {}): number[] =>
  Array.from({ length: count }, () => {
    const order = triggerOrder(ADA, ['sell', 'stop'], [9_500, 1], { limit: 9_450, ...options });
    return triggerOf(exchange.run(order)).triggerId;
  });

const goOn = (max = 50) => exchange.run({ kind: 'run_schedules', max }).value;
const nextMs = () => exchange.engine.nextScheduleMs();

/** What the batch so far fired, by id. */
function fired(): number[] {
  exchange.engine.checkInvariants();
  const { triggers } = exchange.engine.takeChanges();
  return triggers.flatMap(({ triggerId, status }) => (status === 'triggered' ? [triggerId] : []));
}

describe('2,500 stops at one price', () => {
  /** Everything that came of them, whoever had to be asked how often. */
  function story(bounds?: NaiveBounds) {
    exchange = funded(bounds);
    exchange.limit(BOB, 'buy', [9_480, 700]);
    exchange.limit(BOB, 'buy', [9_460, 500]);
    const ids = stops(2_500);
    exchange.engine.takeChanges();
    exchange.index(9_490);
    const parts = [exchange.engine.takeChanges()];
    while (nextMs() !== undefined) {
      goOn();
      parts.push(exchange.engine.takeChanges());
    }
    exchange.engine.checkInvariants();
    return { ids, parts, state: exchange.engine.stateHash() };
  }

  const byId = (left: OrderRow, right: OrderRow) => left.orderId - right.orderId;

  test('a thousand fire with the sample, and a thousand with each command of the clock', () => {
    const { ids, parts } = story();
    const counts = parts.map(
      ({ triggers }) => triggers.filter(({ status }) => status === 'triggered').length,
    );
    expect(counts).toEqual([1_000, 1_000, 500]);
    const order = parts.flatMap(({ triggers }) => triggers.map(({ triggerId }) => triggerId));
    expect(order).toEqual(ids);
    const names = parts.flatMap(({ receipts }) => receipts.flatMap((row) => row.sampleTimesMs));
    expect(new Set(names)).toEqual(new Set([exchange.timeMs]));
    expect(names).toHaveLength(2_500);
  });

  test('comes to what it comes to where all fire at once', () => {
    const [parted, whole] = [story(), story(ALL_AT_ONCE)];
    expect(whole.parts).toHaveLength(1);
    const last = (parts: (typeof whole)['parts']) => ({
      orders: [...new Map(parts.flatMap(({ orders }) => orders).map((row) => [row.orderId, row]))]
        .map(([, row]) => row)
        .sort(byId),
      trades: parts.flatMap(({ trades }) => trades),
      receipts: parts.flatMap(({ receipts }): readonly ReceiptRow[] => receipts),
      triggers: parts.flatMap(({ triggers }): readonly TriggerRow[] => triggers),
    });
    expect(last(parted.parts)).toEqual(last(whole.parts));
  });
});

describe('what is left', () => {
  beforeEach(() => {
    exchange = funded(TWO_AT_ONCE);
  });

  test('is due at once, and goes on by id, a run each', () => {
    const ids = stops(5);
    fired();
    exchange.index(9_490);
    expect(fired()).toEqual(ids.slice(0, 2));
    expect(nextMs()).toBe(exchange.timeMs);
    expect(goOn(2)).toMatchObject({ ran: 2 });
    expect(fired()).toEqual(ids.slice(2, 4));
    expect(goOn(2)).toMatchObject({ ran: 1 });
    expect(fired()).toEqual(ids.slice(4));
    expect(nextMs()).toBeUndefined();
  });

  test('comes before what the next price makes due, with the facts of its own', () => {
    const ids = stops(3);
    const [later = 0] = stops(1, { limit: 9_400 });
    const profit = triggerOf(
      exchange.run(triggerOrder(ADA, ['sell', 'take_profit'], [10_100, 1], { limit: 10_100 })),
    );
    exchange.index(9_490);
    const { timeMs } = exchange;
    exchange.engine.takeChanges();
    exchange.index(10_200);
    const { receipts } = exchange.engine.takeChanges();
    expect(receipts).toMatchObject([
      { subjectId: ids[2], sampleTimesMs: [timeMs] },
      { subjectId: later, sampleTimesMs: [timeMs] },
    ]);
    goOn();
    expect(exchange.engine.takeChanges().receipts).toMatchObject([
      { subjectId: profit.triggerId, sampleTimesMs: [exchange.timeMs] },
    ]);
  });

  test('waits where the next sample has no price, and is not ended for it', () => {
    const ids = stops(3, { limit: undefined });
    exchange.limit(BOB, 'buy', [9_480, 700]);
    fired();
    exchange.index(9_490);
    const { timeMs } = exchange;
    expect(fired()).toEqual(ids.slice(0, 2));
    exchange.index(undefined);
    expect(nextMs()).toBeUndefined();
    goOn();
    expect(exchange.engine.openTriggers(ADA).map(({ triggerId }) => triggerId)).toEqual([ids[2]]);
    // It is above the stop again: what was reached was reached.
    exchange.index(9_600);
    const { receipts } = exchange.engine.takeChanges();
    expect(receipts).toMatchObject([{ subjectId: ids[2], sampleTimesMs: [timeMs] }]);
    expect(nextMs()).toBeUndefined();
  });

  test('names the trade that reached it', () => {
    for (const price of [9_500, 9_490, 9_480]) exchange.limit(BOB, 'buy', [price, 1]);
    const ids = stops(2, { by: 'last' });
    const deep = triggerOf(
      exchange.run(triggerOrder(ADA, ['sell', 'stop'], [9_485, 1], { by: 'last', limit: 9_470 })),
    );
    exchange.index(9_500);
    exchange.engine.takeChanges();
    exchange.run({ kind: 'open_account', owner: 3 });
    exchange.fund(3, 1, FUNDS);
    exchange.limit(3, 'sell', [9_480, 3]);
    const { receipts, trades } = exchange.engine.takeChanges();
    expect(receipts.map(({ subjectId }) => subjectId)).toEqual(ids);
    goOn();
    const reached = trades.find(({ price }) => price <= 9_485);
    expect(exchange.engine.takeChanges().receipts).toMatchObject([
      { subjectId: deep.triggerId, result: { trade: reached?.tradeId } },
    ]);
  });

  test('is not what was placed after its price', () => {
    const ids = stops(3, { by: 'last' });
    exchange.limit(BOB, 'buy', [9_500, 1]);
    exchange.run({ kind: 'open_account', owner: 3 });
    exchange.fund(3, 1, FUNDS);
    fired();
    exchange.limit(3, 'sell', [9_500, 1]);
    expect(fired()).toEqual(ids.slice(0, 2));
    stops(1, { by: 'last' });
    goOn();
    expect(fired()).toEqual(ids.slice(2));
    expect(exchange.engine.openTriggers(ADA)).toHaveLength(1);
  });

  test('can be taken back meanwhile', () => {
    const [, , third = 0] = stops(3);
    exchange.index(9_490);
    exchange.run({ kind: 'cancel_trigger', owner: ADA, trigger: { triggerId: third } });
    exchange.engine.takeChanges();
    goOn();
    expect(fired()).toEqual([]);
    expect(nextMs()).toBeUndefined();
  });

  test.each([
    [
      'its market is halted',
      () => exchange.run({ kind: 'set_market_state', marketId: 1, state: 'halted' }),
    ],
    [
      'everything that opens is stopped',
      () =>
        exchange.run({
          kind: 'set_trading_mode',
          mode: 'cancel_only',
          cause: 'operator',
          reason: 'a test',
        }),
    ],
    ['ten seconds have gone', () => (exchange.timeMs += 10_001)],
  ])('waits for the next price once %s', (_, happens) => {
    stops(3);
    exchange.index(9_490);
    fired();
    happens();
    goOn();
    expect(fired()).toEqual([]);
    expect(nextMs()).toBeUndefined();
    expect(exchange.engine.openTriggers(ADA)).toHaveLength(1);
  });

  test('ends with its market', () => {
    stops(3);
    exchange.index(9_490);
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'closed' });
    expect(nextMs()).toBeUndefined();
    expect(exchange.engine.openTriggers(ADA)).toEqual([]);
  });

  test('goes on where it stopped, with those of a frozen owner before it once they may', () => {
    const ada = stops(1);
    const bobs = triggerOrder(BOB, ['sell', 'stop'], [9_500, 1], { limit: 9_450 });
    const bob = [1, 2, 3].map(() => triggerOf(exchange.run(bobs)).triggerId);
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: true });
    exchange.index(9_490);
    expect(fired()).toEqual(bob.slice(0, 2));
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: false });
    goOn(1);
    expect(fired()).toEqual(ada);
    goOn(1);
    expect(fired()).toEqual(bob.slice(2));
  });

  test('goes on after a restart, at the same sample', () => {
    const ids = stops(4);
    exchange.index(9_490);
    const { engine, timeMs } = exchange;
    const again = new TestExchange(engine.takeSnapshot(), TWO_AT_ONCE);
    expect(again.engine.stateHash()).toBe(engine.stateHash());
    again.timeMs = timeMs + 2_000;
    again.run({ kind: 'run_schedules', max: 50 });
    const { receipts } = again.engine.takeChanges();
    expect(receipts).toMatchObject([
      { subjectId: ids[2], sampleTimesMs: [timeMs] },
      { subjectId: ids[3], sampleTimesMs: [timeMs] },
    ]);
  });

  exchange = funded(TWO_AT_ONCE);
  stops(3);
  exchange.index(9_490);
  const good: Snapshot = exchange.engine.takeSnapshot();
  const [row] = good.triggerBacklogs;
  const [move] = row?.moves ?? [];
  testRefusals(good, [
    ['twice the same', { triggerBacklogs: [row, row] }],
    ['of no market', { triggerBacklogs: [{ ...row, marketId: 77 }] }],
    ['nothing', { triggerBacklogs: [{ ...row, moves: [] }] }],
    ['another first sample', { triggerBacklogs: [{ ...row, sampleTimeMs: 1 }] }],
    [
      'an id that was never given out',
      { triggerBacklogs: [{ ...row, moves: [{ ...move, idMax: 99 }] }] },
    ],
    [
      'a price of the index with trades',
      { triggerBacklogs: [{ ...row, moves: [{ ...move, trades: [] }] }] },
    ],
  ]);
});
