/** The worked example of docs/internals/options.md, figure by figure. */
import { breakEvenRate, optionIncome } from '@fairlead/formula';
import { expect, test } from 'vitest';
import { e8, usdt } from '../../../test/kit/words.ts';
import { OptionExchange } from './words.ts';

const ADA = 1;

test('the worked example of the docs', () => {
  const exchange = OptionExchange.begin();
  // 12:00:00, and 400 ms later.
  exchange.tick('64812.4');
  const noon = exchange.timeMs;
  exchange.timeMs += 400;
  const order = exchange.buy(ADA, { direction: 'rise', seconds: 60, stake: 100 });
  expect(order).toMatchObject({
    strike: e8('64812.4'),
    fee: usdt(1),
    payout: usdt(80),
    windowMs: 6_000,
    deliversAtMs: noon + 60_400,
  });
  expect(breakEvenRate(order)).toBe(561_112n);
  expect(optionIncome(order)).toBe(usdt(79));
  expect(exchange.money()).toEqual({ user: '899', escrow: '101', house: '100000 (80)', fees: '0' });

  exchange.calm(54, '64700');
  exchange.ticks('64810.11', '64815.9', undefined, '64818.27', '64814.05', '64813.36');
  expect(exchange.timeMs).toBe(noon + 60_000);
  expect(exchange.settled().orders).toEqual([]);
  exchange.tick('64700');
  const { orders, receipts } = exchange.settled();
  expect(receipts[0]?.sampleTimesMs).toEqual([55, 56, 57, 58, 59, 60].map((s) => noon + s * 1_000));
  expect(receipts[0]?.result).toEqual({
    expected: 6,
    valid: 5,
    sum: '324071.69000000',
    delivery_price: '64814.33800000',
    outcome: 'rise',
    result: 'win',
  });
  expect(order.strike * 5n).toBe(e8('324062'));
  expect(orders).toMatchObject([{ paid: usdt(180), profit: usdt(79) }]);
  expect(exchange.money()).toEqual({ user: '1079', escrow: '0', house: '99920 (0)', fees: '1' });
});
