import { describe, expect, test } from 'vitest';
import { exposure } from '../../../test/records.ts';
import { houseSum, nearLimits, openInterest, payouts, sumsOf } from './model.ts';

const { currencies, markets } = exposure();
const [usdt] = currencies;
const [btc] = markets;
if (usdt === undefined || btc === undefined) throw new Error('records');

describe('sums', () => {
  test('a market counts both sides but (Q8) not what waits, and the pay-outs of both directions', () => {
    expect(openInterest(btc)).toBe('18000000.000000');
    expect(payouts(btc)).toBe('400000.000000');
  });
  test('the house has its three accounts, not what is in escrow', () => {
    expect(houseSum(usdt)).toBe('30000000.000000');
  });
  test('add markets of one currency only', () => {
    const sums = sumsOf([...markets, { ...btc, symbol: 'ETH/BTC' }], 'USDT');
    expect(sums.markets.map(({ symbol }) => symbol)).toEqual(['BTC/USDT', 'ETH/USDT']);
    expect(sums).toMatchObject({
      long_notional: '13000000.000000',
      short_notional: '8000000.000000',
      rise_payout: '262000.000000',
      positions: 443,
      option_orders: 103,
    });
  });
});

describe('what is near its limit', () => {
  const lines = (own: Parameters<typeof exposure>[0]) =>
    nearLimits(exposure(own)).map(({ kind, of, use }) => [kind, of, use?.permille]);
  test('stands in order, the nearest first', () => {
    expect(lines({})).toEqual([
      ['interest', 'BTC/USDT', 900],
      ['payouts', 'BTC/USDT', 800],
    ]);
  });
  test('an empty insurance fund comes before all', () => {
    const found = lines({ currencies: [{ ...usdt, insurance_fund: '0.000000' }] });
    expect(found[0]).toEqual(['insuranceEmpty', 'USDT', undefined]);
  });
  test('a house account that has promised nearly all of itself is named', () => {
    const found = lines({ markets: [], currencies: [{ ...usdt, option_reserved: '4900000' }] });
    expect(found).toEqual([['optionHouse', 'USDT', 980]]);
  });
  test('nothing is said while all is calm', () => {
    expect(lines({ markets: [] })).toEqual([]);
  });
});
