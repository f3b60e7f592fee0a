import { describe, expect, test } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { walletOf } from '../../../test/wallet.ts';
import { bannerToShow, dayChange, valueLine } from './model.ts';

const btc = quotation({ symbol: 'BTC/USDT', change_24h: '0.25', spark: ['80', '90', '100'] });
const eth = quotation({ symbol: 'ETH/USDT', change_24h: '-0.5', spark: ['20', '15', '10'] });

describe('change of the day', () => {
  test('is the value now less the value at the prices of a day ago', () => {
    // 125 at +25 % was 100; 50 at −50 % was 100; 25 USDT stay: 200 now, 225 before.
    const wallet = walletOf(['BTC', '1', '125'], ['ETH', '5', '50'], ['USDT', '25', '25']);
    expect(dayChange(wallet, [btc, eth])).toEqual({
      amount: '-25.00000000',
      fraction: '-0.11111112',
    });
  });
  test('rounds down, losses too', () => {
    const thirds = quotation({ symbol: 'BTC/USDT', change_24h: '0.5' });
    expect(dayChange(walletOf(['BTC', '1', '100']), [thirds])?.amount).toBe('33.33333334');
  });
  test('is unknown while one holding has no market or no price', () => {
    expect(dayChange(walletOf(['BTC', '1', '125'], ['XYZ', '1', '1']), [btc])).toBeUndefined();
    expect(dayChange(walletOf(['BTC', '1']), [btc])).toBeUndefined();
  });
  test('leaves out a new coin, which has neither market nor price', () => {
    const wallet = walletOf(['BTC', '1', '125'], ['NEW', '500']);
    expect(dayChange(wallet, [btc])?.amount).toBe('25.00000000');
    expect(valueLine(wallet, [btc])).toEqual([80, 90, 100]);
  });
  test('an empty holding does not matter, and nothing held is no change', () => {
    expect(dayChange(walletOf(['XYZ', '0.000', '0']), [])).toBeUndefined();
    expect(dayChange(walletOf(['XYZ', '0'], ['USDT', '10', '10']), [])).toEqual({
      amount: '0.00000000',
      fraction: '0.00000000',
    });
  });
});

describe('line of the day', () => {
  test('adds the holdings up, point by point', () => {
    const wallet = walletOf(['BTC', '2', '200'], ['ETH', '1', '10'], ['USDT', '5', '5']);
    expect(valueLine(wallet, [btc, eth])).toEqual([185, 200, 215]);
  });
  test('a market with fewer points sets the length, the newest stay', () => {
    const young = quotation({ symbol: 'ETH/USDT', spark: ['15', '10'] });
    expect(valueLine(walletOf(['BTC', '1', '1'], ['ETH', '1', '1']), [btc, young])).toEqual([
      105, 110,
    ]);
  });
  test('is empty for what does not move or is not known', () => {
    expect(valueLine(walletOf(['USDT', '5', '5']), [])).toEqual([]);
    expect(valueLine(walletOf(['XYZ', '5', '5']), [])).toEqual([]);
    expect(valueLine(walletOf(), [])).toEqual([]);
  });
});

test('a banner put away does not come back, the next one may', () => {
  const banners = [{ id: 1 }, { id: 2 }];
  expect(bannerToShow(banners, [])).toEqual({ id: 1 });
  expect(bannerToShow(banners, [1])).toEqual({ id: 2 });
  expect(bannerToShow(banners, [1, 2])).toBeUndefined();
});
