import { describe, expect, test } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { walletOf } from '../../../test/wallet.ts';
import { bannerToShow, valueLine } from './model.ts';

const btc = quotation({ symbol: 'BTC/USDT', change_24h: '0.25', spark: ['80', '90', '100'] });
const eth = quotation({ symbol: 'ETH/USDT', change_24h: '-0.5', spark: ['20', '15', '10'] });

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
