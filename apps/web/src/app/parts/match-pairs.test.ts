// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { readSymbol } from '../../data/markets/read-symbol.ts';
import { matchPairs } from './match-pairs.ts';

const list = ['ETH/USDT', 'BTC/USDT', 'ETH/BTC'].map((symbol) => quotation({ symbol }));
const found = (text: string, favourites?: readonly string[]) =>
  matchPairs(list, text, favourites).map(({ symbol }) => symbol);

test('a coin comes before a pair that only contains it', () => {
  expect(found('btc')).toEqual(['BTC/USDT', 'ETH/BTC']);
  expect(found('ETH/B')).toEqual(['ETH/BTC']);
  expect(found('')).toHaveLength(3);
  expect(found('ＢＴＣ')).toEqual(['BTC/USDT', 'ETH/BTC']);
});

test('favourites narrow', () => {
  expect(found('', ['ETH/BTC'])).toEqual(['ETH/BTC']);
});

test.each([
  ['symbol=eth/usdt', 'ETH/USDT'],
  ['symbol=%3Cscript%3E', 'BTC/USDT'],
  ['', 'BTC/USDT'],
])('a query of %j means %s', (query, symbol) => {
  expect(readSymbol(new URLSearchParams(query))).toBe(symbol);
});
