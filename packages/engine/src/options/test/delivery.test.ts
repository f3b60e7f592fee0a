/** Deliveries that the server was not there for, and those of a market that stands still: P3 and P4 of cases.md. */

import type { OptionRow } from '@fairlead/engine';
import { ETH, ETH_USDT, rejectOf } from '@fairlead/testkit';
import { DAY_MS } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { e8, usdt } from '../../../test/kit/words.ts';
import { BTC_OPTIONS, OptionExchange } from './words.ts';

const ADA = 1;
const BOB = 2;

describe('P3: a delivery that the server was not there for', () => {
  /** An order of 60 s of which so many seconds were sampled before the engine went down. */
  function soldAndDown(seconds: number): { exchange: OptionExchange; order: OptionRow } {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    const order = exchange.buy(ADA);
    exchange.calm(seconds, 101);
    const snapshot = exchange.engine.takeSnapshot();
    return { exchange: OptionExchange.reloaded(snapshot, exchange.timeMs), order };
  }

  test('is settled at the first sample after as it would have been on time', () => {
    const onTime = OptionExchange.begin();
    onTime.timeMs += 400;
    onTime.buy(ADA);
    onTime.calm(61, 101);
    const { exchange, order } = soldAndDown(60);
    exchange.timeMs = order.deliversAtMs + 3_600_000;
    exchange.tick(1);
    const [expected] = onTime.settled().orders;
    const [late] = exchange.settled().orders;
    expect(late).toEqual({ ...expected, settledAtMs: exchange.timeMs });
    expect(exchange.money()).toEqual(onTime.money());
  });

  test.each([
    [58, 'house'],
    [59, undefined],
  ] as const)('with %i seconds sampled is won, too few of them by %s', (seconds, shortfall) => {
    const { exchange, order } = soldAndDown(seconds);
    exchange.timeMs = order.deliversAtMs + 600_000;
    exchange.tick(1);
    const [settled] = exchange.settled().orders;
    expect([settled?.result, settled?.shortfall]).toEqual(['win', shortfall]);
  });

  test('is settled by the clock where no sample comes, once', () => {
    const { exchange, order } = soldAndDown(60);
    exchange.timeMs = order.deliversAtMs + 4_999;
    exchange.run({ kind: 'settle_due' });
    expect(exchange.settled().orders).toEqual([]);
    exchange.timeMs += 1;
    exchange.run({ kind: 'settle_due' });
    expect(exchange.settled().orders).toMatchObject([{ result: 'win', paid: usdt(180) }]);
    const before = exchange.engine.stateHash();
    exchange.run({ kind: 'settle_due' });
    expect(exchange.engine.stateHash()).toBe(before);
    exchange.tick(100);
    expect(exchange.settled().orders).toEqual([]);
    expect(exchange.money()).toEqual({ user: '1079', escrow: '0', house: '99920 (0)', fees: '1' });
  });

  test.each([
    [200, 'win', 180],
    [99, 'refunded', 101],
  ])('is decided by the next price when the clock jumps over its window: at %i %s', (...told) => {
    const [price, result, paid] = told;
    const exchange = OptionExchange.begin();
    exchange.buy(ADA);
    exchange.calm(30);
    exchange.timeMs += DAY_MS;
    exchange.tick(price);
    expect(exchange.settled().orders).toMatchObject([{ result, paid: usdt(paid) }]);
  });

  test('is not settled again when seconds come twice or go back', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    exchange.buy(ADA);
    exchange.calm(61, 101);
    const money = exchange.money();
    for (const back of [0, 1_000, 5_000]) {
      const sampleTimeMs = exchange.timeMs - back;
      const tick = { kind: 'index_tick', marketId: 1, sampleTimeMs, price: e8(1) } as const;
      expect(rejectOf(exchange.execute(tick))).toBe('terms_invalid');
    }
    expect(exchange.money()).toEqual(money);
  });

  test('several are settled in the order in which they were due, of all markets', () => {
    const exchange = OptionExchange.begin();
    exchange.run({ kind: 'configure_currency', currency: ETH });
    exchange.run({ kind: 'configure_market', market: ETH_USDT });
    exchange.run({ kind: 'configure_options', terms: { ...BTC_OPTIONS, marketId: 2 } });
    exchange.tick(100);
    exchange.run({
      kind: 'index_tick',
      marketId: 2,
      sampleTimeMs: exchange.timeMs,
      quotedAtMs: exchange.timeMs,
      price: e8(50),
    });
    const late = exchange.buy(ADA, { seconds: 60 });
    const first = exchange.buy(BOB, { seconds: 30 });
    const other = exchange.buy(ADA, { seconds: 30, marketId: 2 });
    const last = exchange.buy(ADA, { seconds: 60, direction: 'fall' });
    // Enough of the windows of 30 s is sampled, and none of those of 60 s.
    for (let second = 0; second < 29; second += 1) {
      const sampleTimeMs = exchange.timeMs + 1_000;
      exchange.tick(100);
      exchange.run({ kind: 'index_tick', marketId: 2, sampleTimeMs, price: e8(50) });
    }
    expect(exchange.settled().orders).toEqual([]);
    exchange.timeMs += 120_000;
    const bySample = OptionExchange.reloaded(exchange.engine.takeSnapshot(), exchange.timeMs);
    exchange.run({ kind: 'settle_due' });
    const ids = (each: OptionExchange) => each.settled().receipts.map(({ subjectId }) => subjectId);
    expect(ids(exchange)).toEqual([first, other].map(({ optionId }) => optionId));
    exchange.tick(100);
    expect(ids(exchange)).toEqual([late, last].map(({ optionId }) => optionId));
    bySample.tick(100);
    expect(ids(bySample)).toEqual([first, late, last].map(({ optionId }) => optionId));
  });
});

describe('P4: what stands still', () => {
  test('a stale index settles nothing by a price: the order is refunded with its fee', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    exchange.buy(ADA);
    exchange.calm(54);
    for (let at = 0; at < 7; at += 1) exchange.dispute();
    expect(exchange.settled().orders).toMatchObject([
      { result: 'refunded', shortfall: 'market', paid: usdt(101) },
    ]);
  });

  test('a stale sample after a whole window settles by the window', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    exchange.buy(ADA);
    exchange.calm(60, 101);
    exchange.tick(undefined);
    expect(exchange.settled().orders).toMatchObject([{ result: 'win' }]);
  });

  test('a halted market sells nothing and delivers everything', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    exchange.buy(ADA);
    exchange.run({ kind: 'set_market_state', marketId: 1, state: 'halted' });
    expect(exchange.answer(BOB)).toBe('market_closed');
    exchange.calm(61, 101);
    expect(exchange.settled().orders).toMatchObject([{ result: 'win' }]);
  });

  test('a frozen owner buys nothing and is paid', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    exchange.buy(ADA);
    exchange.run({ kind: 'set_owner_state', owner: ADA, isFrozen: true });
    expect(exchange.answer(ADA)).toBe('account_frozen');
    exchange.calm(61, 101);
    expect(exchange.money().user).toBe('1079');
  });
});
