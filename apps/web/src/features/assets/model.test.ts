import type { Wallet } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { walletOf } from '../../../test/wallet.ts';
import { tidy } from '../../data/tidy.ts';
import {
  accountParts,
  accountWorth,
  balancesOf,
  inBitcoin,
  isOld,
  marketFor,
  selectBalances,
} from './model.ts';

const drawn: Wallet = {
  ...walletOf(),
  total: '34532.89',
  accounts: [
    { account: 'coin', total: '19485.83', balances: [] },
    { account: 'option', total: '412.60', balances: [] },
    { account: 'contract', total: '2062.46', balances: [] },
    { account: 'trust', total: '12572.00', balances: [] },
  ],
};
const names = new Map([['ETH', 'Ether']]);
const select = (wallet: Wallet, hideSmall: boolean, search = '') => {
  const { shown, ...rest } = selectBalances(balancesOf(wallet, 'coin'), {
    hideSmall,
    search,
    names,
  });
  return { shown: shown.map(({ name }) => name), ...rest };
};

describe('accounts', () => {
  test('have their shares, rounded to a tenth of a per cent', () => {
    expect(accountParts(drawn).map(({ account, share }) => [account, share])).toEqual([
      ['coin', '0.564'],
      ['trust', '0.364'],
      ['contract', '0.060'],
      ['option', '0.012'],
    ]);
  });
  test('of nothing have no share, and one that is not listed has no total', () => {
    const empty: Wallet = { ...drawn, accounts: [{ account: 'coin', total: '0', balances: [] }] };
    const parts = accountParts(empty);
    expect(parts.every(({ share }) => share === undefined)).toBe(true);
    expect(parts.map(({ total }) => total)).toEqual(['0', undefined, undefined, undefined]);
  });
});

describe('total in bitcoin', () => {
  test('is at the index, cut', () => {
    expect(inBitcoin(drawn, [quotation()])).toBe('0.53281301');
  });
  test('is not known at an old or missing price', () => {
    expect(inBitcoin(drawn, [])).toBeUndefined();
    expect(inBitcoin(drawn, [quotation({ is_stale: true })])).toBeUndefined();
  });
});

describe('balances', () => {
  const wallet = walletOf(
    ['XYZ', '7'],
    ['DOGE', '5', '0.62'],
    ['ETH', '1', '3400'],
    ['ADA', '0', '0'],
    ['LTC', '0.01', '0.999999'],
    ['TRX', '4', '1'],
  );
  test('come by value, then without a price, then empty', () => {
    expect(select(wallet, false).shown).toEqual(['ETH', 'TRX', 'LTC', 'DOGE', 'XYZ', 'ADA']);
  });
  test('below one unit are hidden and counted; without a price they stay', () => {
    const { shown, hiddenCount, hiddenValue } = select(wallet, true);
    expect(shown).toEqual(['ETH', 'TRX', 'XYZ']);
    expect(hiddenCount).toBe(2);
    expect(tidy(hiddenValue)).toBe('1.619999');
  });
  test('are all searched, by name and full name, hidden ones too', () => {
    expect(select(wallet, true, ' ether ').shown).toEqual(['ETH']);
    expect(select(wallet, true, 'dog')).toMatchObject({ shown: ['DOGE'], hiddenCount: 0 });
    expect(select(wallet, true, 'zzz').shown).toEqual([]);
  });
});

test('prices count as old half a minute after their time', () => {
  expect(isOld(drawn, drawn.time + 30_000)).toBe(false);
  expect(isOld(drawn, drawn.time + 30_001)).toBe(true);
});

test('a coin is traded against the convert currency where it can be', () => {
  const markets = [
    quotation({ symbol: 'ETH/BTC', base: 'ETH', quote: 'BTC' }),
    quotation({ symbol: 'ETH/USDT', base: 'ETH' }),
    quotation({ symbol: 'SOL/USDT', base: 'SOL', spot: false }),
  ];
  expect(marketFor('ETH', 'USDT', markets)).toBe('ETH/USDT');
  expect(marketFor('ETH', 'EUR', markets)).toBe('ETH/BTC');
  expect(marketFor('SOL', 'USDT', markets)).toBeUndefined();
  expect(marketFor('USDT', 'USDT', markets)).toBeUndefined();
});

test('an amount keeps what says something and two decimals', () => {
  expect(tidy('1270.000000')).toBe('1270.00');
  expect(tidy('-0.02500000')).toBe('-0.025');
  expect(tidy('0.50000000')).toBe('0.50');
  expect(tidy('10')).toBe('10.00');
  expect(tidy('1.23456789')).toBe('1.23456789');
  expect(tidy('2.5')).toBe('2.50');
});

describe('the contract account', () => {
  const wallet = (total: string, unrealised_net?: string): Wallet => ({
    ...walletOf(),
    accounts: [
      { account: 'contract', total, balances: [], ...(unrealised_net && { unrealised_net }) },
    ],
  });
  test('is worth its balances and what is won or lost so far', () => {
    expect(accountWorth(wallet('1586.24', '86.240000'), 'contract')).toEqual({
      balances: '1500.000000',
      beside: '86.240000',
    });
    expect(accountWorth(wallet('1486.87', '-13.13'), 'contract')?.balances).toBe('1500.00');
  });
  test('and the option account its balances and what is staked', () => {
    const staked: Wallet = {
      ...walletOf(),
      accounts: [{ account: 'option', total: '550.50', balances: [], open_stakes: '50.50' }],
    };
    expect(accountWorth(staked, 'option')).toEqual({ balances: '500.00', beside: '50.50' });
    expect(accountWorth(staked, 'coin')).toBeUndefined();
  });
  test('has no second part while nothing is open', () => {
    expect(accountWorth(wallet('1500', '0.000000'), 'contract')).toBeUndefined();
    expect(accountWorth(wallet('1500'), 'contract')).toBeUndefined();
  });
});
