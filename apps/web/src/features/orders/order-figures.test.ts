import type { Order } from '@fairlead/contract';
import { expect, test } from 'vitest';
import { order } from '../../../test/order.ts';
import {
  filledOf,
  filledShare,
  hasFills,
  reasonOf,
  receivedOf,
  remainingOf,
} from './order-figures.ts';

test('a part-filled limit order says how much, and what is open', () => {
  const part = order({ quantity: '0.04', filled_quantity: '0.015' });
  expect(filledShare(part)).toBe(0.375);
  expect(filledOf(part)).toEqual({ done: '0.015', total: '0.04', currency: 'BTC' });
  expect(remainingOf(part)).toBe('0.025');
  expect(hasFills(part)).toBe(true);
  expect(hasFills(order({ filled_quantity: '0.000' }))).toBe(false);
});

test('a market buy by amount counts what it spent', () => {
  const { quantity: _, price: __, ...rest } = order({ status: 'completed' });
  const spent: Order = { ...rest, type: 'market', amount: '100', filled_amount: '99.5' };
  expect(filledOf(spent)).toEqual({ done: '99.5', total: '100', currency: 'USDT' });
  expect(filledShare(spent)).toBe(0.995);
  expect(remainingOf(spent)).toBeUndefined();
});

test('what is received is less the fee, in its own currency', () => {
  const fills = { filled_quantity: '0.05', filled_amount: '3240' } as const;
  expect(receivedOf(order({ ...fills, fee: '0.00005' }))).toEqual({
    amount: '0.04995',
    currency: 'BTC',
  });
  expect(receivedOf(order({ ...fills, side: 'sell', fee: '3.24' }))).toEqual({
    amount: '3236.76',
    currency: 'USDT',
  });
});

test('a reason nobody knows is still a reason', () => {
  expect(reasonOf(order({ cancel_reason: 'self_trade' }))).toBe('self_trade');
  expect(reasonOf(order({ cancel_reason: 'eclipse' }))).toBe('other');
});
