/** A declared loss: numbers go on beyond all that anybody has seen, openings stop, and a receipt says what is gone. */
import { type Counters, Engine, LOSS_SKIP } from '@fairlead/engine';
import { rejectOf, TestExchange } from '@fairlead/testkit';
import { amountMinor, InvariantError } from '@fairlead/units';
import { beforeEach, describe, expect, test } from 'vitest';

const NUMBERS = ['sequence', 'orderId', 'tradeId', 'entryId', 'receiptId'] as const;

let exchange: TestExchange;
let kept: Counters;

/** What somebody has seen, by how far it is beyond what is kept. */
const seenBy = (ahead: Partial<Counters>): Counters => {
  const seen = { ...kept };
  for (const name of [...NUMBERS, 'timeMs'] as const) seen[name] += ahead[name] ?? 0;
  return seen;
};
const declare = (ahead: Partial<Counters>) =>
  exchange.run({ kind: 'declare_loss', seen: seenBy(ahead) });

beforeEach(() => {
  exchange = TestExchange.withMarket(1, 2);
  for (const owner of [1, 2]) {
    exchange.fund(owner, 3, 1_000_000_000n);
    exchange.fund(owner, 1, 1_000_000_000n);
  }
  exchange.limit(1, 'buy', [9_000, 10]);
  exchange.limit(2, 'sell', [9_000, 4]);
  exchange.engine.takeChanges();
  kept = exchange.engine.counters();
});

describe('numbers after a loss', () => {
  test.each<[string, Partial<Counters>]>([
    [
      'all of them were seen further on',
      { sequence: 40, orderId: 7, tradeId: 3, entryId: 9, receiptId: 2 },
    ],
    ['commands alone were, which had changed nothing', { sequence: 1 }],
    ['some were, and others not', { sequence: 5, entryId: 2 }],
  ])('begin a million beyond, where %s', (_, ahead) => {
    declare(ahead);
    const { counters } = exchange.engine.takeChanges();
    for (const name of NUMBERS) {
      // The command itself has a sequence and a receipt of its own.
      const own = name === 'sequence' || name === 'receiptId' ? 1 : 0;
      expect(counters[name], name).toBe(
        kept[name] + Math.max(0, ahead[name] ?? 0) + LOSS_SKIP + own,
      );
    }
    const next = exchange.cancel(1, 1);
    expect(next.ok).toBe(true);
    expect(exchange.engine.takeChanges().counters.sequence).toBe(counters.sequence + 1);
    exchange.engine.checkInvariants();
  });

  test('lead to books that nobody has seen, with the same orders', () => {
    const before = exchange.engine.depth(1, 5);
    declare({ sequence: 40 });
    const { bids, asks, sequence } = exchange.engine.depth(1, 5);
    expect({ bids, asks }).toEqual({ bids: before.bids, asks: before.asks });
    expect(sequence).toBe(exchange.engine.counters().sequence);
  });

  test.each<[string, Partial<Counters>]>([
    ['nothing was seen beyond', {}],
    ['what was seen is older', { sequence: -3, entryId: -1 }],
    ['a receipt was seen and no later command', { receiptId: 1 }],
    ['a time alone was seen, which is no number', { timeMs: 5_000 }],
  ])('are left alone where %s', (_, ahead) => {
    const before = exchange.engine.stateHash();
    expect(() => declare(ahead)).toThrow(InvariantError);
    expect(exchange.engine.stateHash()).toBe(before);
  });

  test('are not left out twice for one loss', () => {
    declare({ sequence: 40 });
    const before = exchange.engine.stateHash();
    expect(() => declare({ sequence: 40 })).toThrow(InvariantError);
    expect(exchange.engine.stateHash()).toBe(before);
  });
});

describe('the receipt of a loss', () => {
  test('names what is kept, what was seen and what is left out', () => {
    exchange.timeMs += 10_000;
    const { timeMs } = exchange;
    declare({ sequence: 40, orderId: 7, tradeId: 3, entryId: 9, receiptId: 2, timeMs: 4_000 });
    const { receipts, counters } = exchange.engine.takeChanges();
    expect(receipts).toEqual([
      {
        receiptId: counters.receiptId,
        kind: 'loss',
        owner: 0,
        marketId: 0,
        symbol: '',
        timeMs,
        subjectId: counters.sequence,
        terms: {
          sequence_from: kept.sequence + 1,
          sequence_seen: kept.sequence + 40,
          sequence_to: counters.sequence - 1,
          receipt_from: kept.receiptId + 1,
          receipt_seen: kept.receiptId + 2,
          receipt_to: counters.receiptId - 1,
          time_from: kept.timeMs,
          time_to: kept.timeMs + 4_000,
        },
        sampleTimesMs: [],
        result: {
          order_from: kept.orderId + 1,
          order_to: counters.orderId,
          trade_from: kept.tradeId + 1,
          trade_to: counters.tradeId,
          entry_from: kept.entryId + 1,
          entry_to: counters.entryId,
        },
        details: { sequence: counters.sequence },
      },
    ]);
  });

  test.each([
    ['before the last command that is kept', -60_000, 0],
    ['after the declaration, by a clock that ran ahead', 3_600_000, 10_000],
  ])('ends where it may, seen %s', (_, seenAheadMs, toMs) => {
    exchange.timeMs += 10_000;
    declare({ sequence: 1, timeMs: seenAheadMs });
    const [receipt] = exchange.engine.takeChanges().receipts;
    expect(receipt?.terms).toMatchObject({ time_from: kept.timeMs, time_to: kept.timeMs + toMs });
  });
});

describe('after a loss', () => {
  test('the exchange is in cancel-only mode for it, and stays so over a reload', () => {
    declare({ sequence: 40 });
    const { sequence, timeMs } = exchange.engine.counters();
    const row = {
      mode: 'cancel_only',
      cause: 'loss',
      reason: `the database lost commits, declared as command ${sequence}`,
      sinceMs: timeMs,
    };
    expect(exchange.engine.takeChanges().trading).toEqual(row);
    const reloaded = new Engine(exchange.engine.takeSnapshot());
    expect(reloaded.trading()).toEqual(row);
    expect(reloaded.stateHash()).toBe(exchange.engine.stateHash());
  });

  test.each([
    ['place an order', () => exchange.placeLimit(1, 'buy', [9_000, 1]), 'cancel_only'],
    ['cancel what rests', () => exchange.cancel(1, 1), 'ok'],
    [
      'move money between accounts',
      () =>
        exchange.execute({
          ...{ kind: 'transfer', owner: 1, currencyId: 3, source: 'coin', target: 'trust' },
          amount: amountMinor(5n),
        }),
      'ok',
    ],
  ] as const)('may an owner %s?', (_, act, outcome) => {
    declare({ sequence: 40 });
    expect(rejectOf(act())).toBe(outcome);
    exchange.engine.checkInvariants();
  });

  test('orders are taken again once that stop is ended, with numbers beyond', () => {
    declare({ sequence: 40, orderId: 7 });
    exchange.run({
      ...{ kind: 'set_trading_mode', mode: 'open', cause: 'operator', reason: 'looked at' },
      endsSinceMs: exchange.engine.trading()?.sinceMs ?? 0,
    });
    expect(exchange.limit(1, 'buy', [9_000, 1]).orderId).toBe(kept.orderId + 7 + LOSS_SKIP + 1);
  });

  test('a stop for drift stays one, and its own ends for a drift that is found', () => {
    const stop = {
      kind: 'set_trading_mode',
      mode: 'cancel_only',
      cause: 'drift',
      reason: 'x',
    } as const;
    exchange.run(stop);
    const since = exchange.engine.trading()?.sinceMs;
    exchange.timeMs += 1;
    declare({ sequence: 40 });
    const both = { cause: 'drift', reason: expect.stringMatching(/^x; the database lost commits/) };
    expect(exchange.engine.trading()).toMatchObject(both);
    // Who asked to resume before it has not heard of it.
    const early = exchange.execute({
      ...stop,
      mode: 'open',
      cause: 'operator',
      endsSinceMs: since ?? 0,
    });
    expect(early).toMatchObject({ reject: 'terms_invalid' });
    const other = TestExchange.withMarket();
    const { sequence } = other.engine.counters();
    other.run({
      kind: 'declare_loss',
      seen: { ...other.engine.counters(), sequence: sequence + 1 },
    });
    other.run(stop);
    expect(other.engine.trading()).toMatchObject(both);
  });
});

test('what is refused before the engine is asked has a number, and changes nothing else', () => {
  const { counters: _, ...before } = exchange.engine.takeSnapshot();
  expect(rejectOf(exchange.execute({ kind: 'refuse', reject: 'price_stale' }))).toBe('price_stale');
  const { counters, ...after } = exchange.engine.takeSnapshot();
  expect(after).toEqual(before);
  expect(counters).toEqual({ ...kept, sequence: kept.sequence + 1 });
});
