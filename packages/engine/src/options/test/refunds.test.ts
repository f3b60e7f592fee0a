/**
 * Q6: whoever keeps samples out of a window gains nothing by it. What is missing by the house's doing, and would have
 * been won, is won; what the market left without a price is refunded; both say what the samples that are there say.
 */
import type { OptionRow } from '@fairlead/engine';
import { describe, expect, test } from 'vitest';
import { e8, usdt } from '../../../test/kit/words.ts';
import { OptionExchange } from './words.ts';

const ADA = 1;
/** What a second of a window may bring: a price, venues that disagree, a stale index, or nothing at all. */
type Second = number | 'dispute' | 'unread' | 'paused';

/** Ada says rise at 100 for 60 s, and the six seconds of her window bring this. */
function window(...seconds: readonly Second[]): OptionExchange {
  const exchange = OptionExchange.begin();
  exchange.timeMs += 400;
  exchange.buy(ADA);
  exchange.calm(54);
  bring(exchange, seconds);
  return exchange;
}

function bring(exchange: OptionExchange, seconds: readonly Second[]): void {
  for (const second of seconds) {
    if (second === 'paused') exchange.timeMs += 1_000;
    else if (second === 'dispute') exchange.dispute();
    else exchange.tick(second === 'unread' ? undefined : second);
  }
}

const ending = ({ result, shortfall, wouldBe, paid }: OptionRow): unknown[] => [
  result,
  shortfall,
  wouldBe,
  paid,
];

const settledOne = (exchange: OptionExchange): OptionRow => {
  const [order, second] = exchange.settled().orders;
  if (order === undefined || second !== undefined) throw new Error('one order is settled');
  return order;
};

describe('Q6: samples that are missing in a window', () => {
  test.each<[string, readonly Second[], unknown[]]>([
    ['a pause of 4 s voids no win', [101, 101, 'paused', 'paused', 'paused', 'paused'], win()],
    ['nor does one that began before', ['paused', 'paused', 'paused', 'paused', 101, 101], win()],
    ['an index that read no venue', ['unread', 'unread', 101, 101, 101, 101], win()],
    ['a loss is refunded', [99, 99, 'paused', 'paused', 99, 99], back('house', 'lose')],
    ['even is refunded', [100, 100, 'paused', 'paused', 100, 100], back('house', 'flat')],
    ['venues that disagree', ['dispute', 'dispute', 101, 101, 101, 101], back('market', 'win')],
    ['and of a loss', ['dispute', 'dispute', 99, 99, 99, 99], back('market', 'lose')],
    ['the market has one, the house one', ['dispute', 'paused', 101, 101, 101, 101], win()],
    [
      'the market alone was too many',
      ['dispute', 'dispute', 'paused', 101, 101, 101],
      back('market', 'win'),
    ],
    [
      'the market left nothing',
      ['dispute', 'dispute', 'dispute', 'dispute', 'dispute', 'dispute'],
      back('market', undefined),
    ],
  ])('%s', (_, seconds, expected) => {
    const exchange = window(...seconds);
    exchange.tick(7);
    expect(ending(settledOne(exchange))).toEqual(expected);
  });

  test('a win that is paid in spite of it takes the house and the fee as any other', () => {
    const exchange = window(101, 101, 'paused', 'paused', 'paused', 'paused');
    exchange.tick(7);
    expect(settledOne(exchange)).toMatchObject({ deliveryPrice: e8(101), outcome: 'rise' });
    expect(exchange.money()).toEqual({ user: '1079', escrow: '0', house: '99920 (0)', fees: '1' });
  });

  test('the receipt says that it was settled so, and why', () => {
    const exchange = window(101, 'unread', 'paused', 'dispute', 101, 101);
    const end = exchange.timeMs;
    exchange.tick(7);
    const [receipt] = exchange.settled().receipts;
    expect(receipt?.sampleTimesMs).toEqual([5, 4, 2, 1, 0].map((ago) => end - ago * 1_000));
    expect(receipt?.terms).toMatchObject({ refund_rule: 2 });
    expect(receipt?.result).toEqual({
      expected: 6,
      valid: 3,
      market_stale: 1,
      shortfall: 'house',
      would_be: 'win',
      sum: '303.00000000',
      delivery_price: '101.00000000',
      outcome: 'rise',
      result: 'win',
    });
  });
});

describe('Q6: a window without any sample', () => {
  const DOWN: readonly Second[] = ['paused', 'paused', 'paused', 'paused', 'paused', 'paused'];

  test('waits for the next price, with all that is set aside for it', () => {
    const exchange = window(...DOWN);
    exchange.timeMs += 3_600_000;
    exchange.run({ kind: 'settle_due' });
    exchange.tick(undefined);
    exchange.dispute();
    expect(exchange.settled().orders).toEqual([]);
    expect(exchange.money()).toEqual({
      user: '899',
      escrow: '101',
      house: '100000 (80)',
      fees: '0',
    });
    exchange.engine.checkInvariants();
    exchange.tick(101);
    const order = settledOne(exchange);
    expect(ending(order)).toEqual(win());
    expect(order.settledAtMs).toBe(exchange.timeMs);
    expect(exchange.money()).toEqual({ user: '1079', escrow: '0', house: '99920 (0)', fees: '1' });
  });

  test('names that price in its receipt, behind what came of the window', () => {
    const exchange = window('unread', 'paused', 'paused', 'paused', 'paused', 'paused');
    const first = exchange.timeMs - 5_000;
    exchange.calm(1, 99);
    const [receipt] = exchange.settled().receipts;
    expect(receipt?.sampleTimesMs).toEqual([first, exchange.timeMs]);
    expect(receipt?.result).toMatchObject({ valid: 0, would_be: 'lose', result: 'refunded' });
  });

  test('waits across restarts, however long the index is stale, and is settled once', () => {
    let exchange = window('unread', 'unread', 'unread', 'unread', 'unread', 'unread');
    for (let at = 0; at < 500; at += 1) exchange.tick(undefined);
    const running = exchange.engine.stateHash();
    exchange = OptionExchange.reloaded(exchange.engine.takeSnapshot(), exchange.timeMs);
    expect(exchange.engine.stateHash()).toBe(running);
    exchange.timeMs += 10_000;
    exchange.run({ kind: 'settle_due' });
    expect(exchange.settled().orders).toEqual([]);
    exchange.engine.checkInvariants();
    exchange.ticks(101, 99);
    const { orders, receipts } = exchange.settled();
    expect(orders.map(ending)).toEqual([win()]);
    expect(receipts[0]?.sampleTimesMs).toHaveLength(7);
  });

  test('keeps its market from being closed meanwhile', () => {
    const exchange = window(...DOWN);
    exchange.tick(undefined);
    const close = { kind: 'set_market_state', marketId: 1, state: 'closed' } as const;
    expect(exchange.execute(close)).toMatchObject({ ok: false, reject: 'market_in_use' });
  });
});

function win(): unknown[] {
  return ['win', 'house', 'win', usdt(180)];
}

function back(shortfall: string, wouldBe: string | undefined): unknown[] {
  return ['refunded', shortfall, wouldBe, usdt(101)];
}
