import { describe, expect, test } from 'vitest';
import { BTC, DOGE, USDT } from '../../../../test/currency.ts';
import {
  bankTerms,
  cryptoTerms,
  minutesFor,
  networkText,
  readCurrencyId,
  shapeOf,
  shortAddress,
} from './chains.ts';

test('networks are named as people know them', () => {
  expect(networkText('TRC20')).toBe('Tron TRC20');
  expect(networkText('OMNI')).toBe('Bitcoin (OMNI)');
  expect(networkText('LIGHTNING')).toBe('LIGHTNING');
});

test('the bank is no network', () => {
  expect(cryptoTerms(USDT).map(({ chain }) => chain)).toEqual(['TRC20', 'ERC20']);
  expect(bankTerms(USDT)?.min_deposit).toBe('50.00');
  expect(bankTerms(BTC)).toBeUndefined();
  expect(cryptoTerms(DOGE)).toEqual([]);
});

test('minutes follow from blocks and are never none', () => {
  expect(minutesFor('TRC20', 20)).toBe(1);
  expect(minutesFor('ERC20', 12)).toBe(3);
  expect(minutesFor('OMNI', 3)).toBe(30);
  expect(minutesFor('TRC20', 0)).toBe(1);
});

describe('an address', () => {
  test.each([
    ['0xb6c375e54a87351dfde43f362b9230c46c69979c', 'ERC20'],
    ['TRgw44HTm9mY8Jy5yg8ksQ8AFBCowySsn1', 'TRC20'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'OMNI'],
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'OMNI'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'OMNI'],
    ['not an address', undefined],
    ['0xb6c3', undefined],
  ])('%s looks like %s', (address, chain) => {
    expect(shapeOf(address)).toBe(chain);
  });
  test('is shortened to what a person compares', () => {
    expect(shortAddress('TRgw44HTm9mY8Jy5yg8ksQ8AFBCowySsn1')).toBe('TRgw … Ssn1');
    expect(shortAddress('0xb6c375e54a87351dfde43f362b9230c46c69979c')).toBe('0xb6c3 … 979c');
    expect(shortAddress('**** 1234')).toBe('**** 1234');
  });
});

test('a coin of the address of the page is a whole number above zero', () => {
  const read = (text: string) => readCurrencyId(new URLSearchParams({ currency_id: text }));
  expect([read('3'), read('0'), read('1.5'), read('x')]).toEqual([
    3,
    undefined,
    undefined,
    undefined,
  ]);
});
