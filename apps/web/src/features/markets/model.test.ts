import { describe, expect, test } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import {
  decimalsOf,
  type MarketQuery,
  movers,
  selectMarkets,
  shownPrice,
  sortOfTab,
  tapSort,
} from './model.ts';

const markets = [
  quotation({
    symbol: 'BTC/USDT',
    last_price: '64812.40',
    change_24h: '0.0184',
    turnover_24h: '1280000000',
  }),
  quotation({
    symbol: 'ETH/USDT',
    last_price: '3418.26',
    change_24h: '0.0231',
    turnover_24h: '642100000',
  }),
  quotation({
    symbol: 'XRP/USDT',
    last_price: '0.5821',
    change_24h: '-0.0073',
    turnover_24h: '96200000',
  }),
  quotation({ symbol: 'LTC/BTC', last_price: '0.0011', change_24h: '0', turnover_24h: '9' }),
];
const query = (own: Partial<MarketQuery> = {}): MarketQuery => ({
  tab: 'all',
  sort: { key: 'volume', isDescending: true },
  search: '',
  favourites: [],
  ...own,
});

describe('tabs', () => {
  test('all, by volume', () => {
    expect(selectMarkets(markets, query())).toEqual([
      'BTC/USDT',
      'ETH/USDT',
      'XRP/USDT',
      'LTC/BTC',
    ]);
  });
  test('favourites only', () => {
    expect(selectMarkets(markets, query({ tab: 'favourites', favourites: ['XRP/USDT'] }))).toEqual([
      'XRP/USDT',
    ]);
  });
  test('what did not move is neither a gainer nor a loser', () => {
    expect(movers(markets)).toEqual({ tab: 'gainers', symbols: ['ETH/USDT', 'BTC/USDT'] });
    expect(selectMarkets(markets, query({ tab: 'losers', sort: sortOfTab('losers') }))).toEqual([
      'XRP/USDT',
    ]);
  });
});

describe('movers', () => {
  const fallen = markets.filter(({ symbol }) => symbol === 'XRP/USDT');
  test('are those that fell where none rose, and stay what they were while any is left', () => {
    expect(movers(fallen)).toEqual({ tab: 'losers', symbols: ['XRP/USDT'] });
    expect(movers(markets, 'losers')).toEqual({ tab: 'losers', symbols: ['XRP/USDT'] });
    expect(movers([], 'losers')).toEqual({ tab: 'gainers', symbols: [] });
  });
});

describe('order', () => {
  test('prices compare as decimals, not as text', () => {
    const sort = { key: 'price', isDescending: false } as const;
    expect(selectMarkets(markets, query({ sort }))).toEqual([
      'LTC/BTC',
      'XRP/USDT',
      'ETH/USDT',
      'BTC/USDT',
    ]);
  });
  test('a market without the figure stands last both ways', () => {
    const { change_24h: _, ...unknown } = quotation({ symbol: 'NEW/USDT' });
    for (const isDescending of [true, false]) {
      const order = selectMarkets(
        [unknown, ...markets],
        query({ sort: { key: 'change', isDescending } }),
      );
      expect(order.at(-1)).toBe('NEW/USDT');
    }
  });
  test('a first tap sorts figures from the greatest and names from A, a second turns it', () => {
    const byPrice = tapSort({ key: 'volume', isDescending: true }, 'price');
    expect(byPrice).toEqual({ key: 'price', isDescending: true });
    expect(tapSort(byPrice, 'price')).toEqual({ key: 'price', isDescending: false });
    expect(tapSort(byPrice, 'name')).toEqual({ key: 'name', isDescending: false });
  });
});

describe('search', () => {
  test.each(['btc', 'BTC/USDT', 'btcusdt', ' btc ', 'btc-usdt'])('%j finds BTC/USDT', (search) => {
    expect(selectMarkets(markets, query({ search }))).toContain('BTC/USDT');
  });
  test('looks through all markets, whatever the tab', () => {
    expect(selectMarkets(markets, query({ tab: 'favourites', search: 'xrp' }))).toEqual([
      'XRP/USDT',
    ]);
  });
  test('finds a coin by its full name', () => {
    const names = new Map([['ETH', 'Ethereum']]);
    expect(selectMarkets(markets, query({ search: 'ethereum' }), names)).toEqual(['ETH/USDT']);
  });
});

test('without a trade the index is shown, and without both nothing', () => {
  const { last_price: _, ...untraded } = quotation({ index_price: '5' });
  expect(shownPrice(untraded)).toBe('5');
  const { index_price: __, ...unknown } = untraded;
  expect(shownPrice(unknown)).toBeUndefined();
});

test('decimals of a grid step', () => {
  expect([decimalsOf('0.01'), decimalsOf('1'), decimalsOf('0.00001'), decimalsOf('0.10')]).toEqual([
    2, 0, 5, 1,
  ]);
});
