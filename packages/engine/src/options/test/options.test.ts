/**
 * Short stories of one seller of options, with all balances before and after: BTC/USDT at 100.00, 60 s pay 80 %, the fee is
 * 1 %, the house begins with 100,000 USDT and each user with 1,000. Cases P2, P4 and P6 of cases.md by their names.
 */
import type { OptionRow } from '@fairlead/engine';
import { priceE8 } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { e8, usdt } from '../../../test/kit/words.ts';
import { BTC_OPTIONS, OptionExchange } from './words.ts';

const ADA = 1;
const BOB = 2;

const ending = ({ outcome, result, deliveryPrice, paid, profit }: OptionRow) => ({
  outcome,
  result,
  deliveryPrice,
  paid,
  profit,
});

/** Sixty seconds at 100.00 but for the last six, and the sample that makes the order due. */
function deliver(exchange: OptionExchange, ...window: (number | string | undefined)[]): OptionRow {
  exchange.calm(54);
  exchange.ticks(...window);
  exchange.tick(100);
  const [order] = exchange.settled().orders;
  if (order === undefined) throw new Error('an order was due');
  return order;
}

describe('one order', () => {
  test('stake and fee go into escrow, and the house sets the pay-out aside', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    const order = exchange.buy(ADA);
    expect(order).toMatchObject({
      stake: usdt(100),
      fee: usdt(1),
      payout: usdt(80),
      strike: e8(100),
      purchasedAtMs: exchange.timeMs,
      deliversAtMs: exchange.timeMs + 60_000,
      windowMs: 6_000,
      status: 'open',
    });
    expect(exchange.money()).toEqual({
      user: '899',
      escrow: '101',
      house: '100000 (80)',
      fees: '0',
    });
  });

  test('a right one gets its stake and the pay-out; the fee is earned', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    exchange.buy(ADA);
    const order = deliver(exchange, 100, 100, 100, 100, 100, '100.01');
    expect(ending(order)).toEqual({
      outcome: 'rise',
      result: 'win',
      deliveryPrice: e8('100.00166666'),
      paid: usdt(180),
      profit: usdt(79),
    });
    expect(exchange.money()).toEqual({ user: '1079', escrow: '0', house: '99920 (0)', fees: '1' });
  });

  test('a wrong one loses its stake to the house', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    exchange.buy(ADA, { direction: 'fall' });
    const order = deliver(exchange, 100, 100, 100, 100, 100, '100.00000001');
    expect(ending(order)).toMatchObject({ outcome: 'rise', result: 'lose', paid: 0n });
    expect(order.profit).toBe(usdt(-101));
    expect(exchange.money()).toEqual({ user: '899', escrow: '0', house: '100100 (0)', fees: '1' });
  });

  test('P6: a tie gives the stake back and keeps the fee', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    exchange.buy(ADA);
    const order = deliver(exchange, 99, 101, 100, '99.5', '100.5', 100);
    expect(ending(order)).toEqual({
      outcome: 'even',
      result: 'flat',
      deliveryPrice: e8(100),
      paid: usdt(100),
      profit: usdt(-1),
    });
    expect(exchange.money()).toEqual({ user: '999', escrow: '0', house: '100000 (0)', fees: '1' });
  });

  test('P4: with less than 80 % of the samples all is given back, the fee too', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    exchange.buy(ADA);
    const order = deliver(exchange, 99, 99, undefined, 99, 99, undefined);
    expect(ending(order)).toEqual({ result: 'refunded', paid: usdt(101), profit: 0n });
    expect(order).toMatchObject({ shortfall: 'house', wouldBe: 'lose' });
    expect(exchange.money()).toEqual({ user: '1000', escrow: '0', house: '100000 (0)', fees: '0' });
  });

  test('P4: five of six samples are enough, and decide alone', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    exchange.buy(ADA);
    const order = deliver(exchange, undefined, 101, 101, 101, 101, 101);
    expect(ending(order)).toMatchObject({ result: 'win', deliveryPrice: e8(101) });
  });

  test('its receipts say what was agreed, what was seen and what came of it', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    exchange.engine.takeChanges();
    const order = exchange.buy(ADA, { shown: '99.99' });
    const [purchase] = exchange.engine.takeChanges().receipts;
    const terms = {
      direction: 'rise',
      seconds: 60,
      window_seconds: 6,
      payout_ratio: '0.800000',
      fee_rate: '0.010000',
      refund_rule: 2,
    };
    const details = {
      owner: ADA,
      order: order.optionId,
      currency: 'USDT',
      stake: '100.000000',
      fee: '1.000000',
    };
    const common = { owner: ADA, marketId: 1, symbol: 'BTC/USDT', subjectId: order.optionId };
    const times = { purchased_at: order.purchasedAtMs, delivers_at: order.deliversAtMs };
    expect(purchase).toEqual({
      ...common,
      receiptId: order.purchaseReceiptId,
      kind: 'purchase',
      timeMs: order.purchasedAtMs,
      terms: { ...terms, shown_price: '99.99000000' },
      strike: e8(100),
      sampleTimesMs: [order.purchasedAtMs - 400],
      result: times,
      details,
    });
    exchange.calm(54);
    exchange.ticks(100, undefined, 101, 101, 101, 101);
    const end = exchange.timeMs;
    exchange.tick(7);
    expect(exchange.settled().receipts).toEqual([
      {
        ...common,
        receiptId: 2,
        kind: 'delivery',
        timeMs: end + 1_000,
        terms: { ...terms, ...times, purchase_receipt: 1 },
        strike: e8(100),
        sampleTimesMs: [5, 4, 3, 2, 1, 0].map((back) => end - back * 1_000),
        result: {
          expected: 6,
          valid: 5,
          sum: '504.00000000',
          delivery_price: '100.80000000',
          outcome: 'rise',
          result: 'win',
        },
        details: { ...details, paid: '180.000000' },
      },
    ]);
  });

  test('the receipt of a refund names no price and no outcome', () => {
    const exchange = OptionExchange.begin();
    exchange.buy(ADA);
    exchange.calm(20);
    exchange.timeMs += 600_000;
    exchange.tick(7);
    const [receipt] = exchange.settled().receipts;
    expect(receipt?.sampleTimesMs).toEqual([exchange.timeMs]);
    expect(receipt?.result).toEqual({
      expected: 6,
      valid: 0,
      market_stale: 0,
      shortfall: 'house',
      would_be: 'lose',
      sum: '0.00000000',
      result: 'refunded',
    });
  });
});

describe('the window', () => {
  test('begins with its first second and ends before the delivery time', () => {
    const exchange = OptionExchange.begin();
    const order = exchange.buy(ADA);
    exchange.calm(53);
    // The window is [54 s, 60 s): the samples of 53 s and 60 s are out of it.
    exchange.ticks('100.6', 99, 99, 99, 99, 99);
    const before = exchange.settled();
    exchange.tick(1_000);
    const [delivery] = exchange.settled().receipts;
    expect(before.orders).toEqual([]);
    expect(delivery?.sampleTimesMs).toEqual(
      [54, 55, 56, 57, 58, 59].map((second) => order.purchasedAtMs + second * 1_000),
    );
    expect(delivery?.result).toMatchObject({ sum: '595.60000000', result: 'lose' });
  });

  test('of the shortest time begins with the purchase', () => {
    const [first] = BTC_OPTIONS.times;
    if (first === undefined) throw new Error('terms');
    const terms = { ...BTC_OPTIONS, times: [{ ...first, seconds: 5 }] };
    const exchange = OptionExchange.begin({ terms });
    exchange.buy(ADA, { seconds: 5 });
    exchange.ticks(101, 101, 101, 101, 101);
    // The sample of the purchase's own second is in it.
    expect(exchange.settled().receipts[0]?.result).toMatchObject({
      valid: 5,
      sum: '504.00000000',
      result: 'win',
    });
  });

  test('P2: one second 5 % off decides nothing that is more than 5 % ÷ w away', () => {
    const prices = (spike: number) => [100, 100, spike, 100, 100, 100] as const;
    for (const [spike, strike, direction, result] of [
      // 5 % in one of six seconds moves the mean by 0.8333… %.
      [105, '100.83333333', 'rise', 'win'],
      [105, '100.83333334', 'rise', 'lose'],
      [95, '99.16666667', 'fall', 'win'],
      [95, '99.16666666', 'fall', 'lose'],
    ] as const) {
      const exchange = OptionExchange.begin();
      exchange.tick(strike);
      exchange.timeMs += 400;
      exchange.buy(ADA, { direction });
      exchange.calm(54);
      exchange.ticks(...prices(spike), 100);
      expect(exchange.settled().orders[0]?.result).toBe(result);
    }
  });

  test('a price beyond what derivatives compute with is none', () => {
    const exchange = OptionExchange.begin();
    exchange.timeMs += 400;
    exchange.buy(ADA);
    exchange.calm(54);
    const tick = { kind: 'index_tick', marketId: 1, price: priceE8(2n ** 53n) } as const;
    for (let at = 0; at < 2; at += 1) {
      exchange.timeMs = Math.floor(exchange.timeMs / 1_000) * 1_000 + 1_000;
      const { timeMs } = exchange;
      exchange.run({ ...tick, sampleTimeMs: timeMs, quotedAtMs: timeMs });
      expect(exchange.answer(BOB)).toBe('price_stale');
    }
    exchange.calm(5);
    expect(exchange.settled().orders[0]?.result).toBe('refunded');
  });
});
