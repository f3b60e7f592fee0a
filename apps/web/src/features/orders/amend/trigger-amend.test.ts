/** A change of an order that waits for a price: what is different is sent, and what stops it is told at its field. */
import type { TriggerOrder } from '@fairlead/contract';
import { describe, expect, test } from 'vitest';
import { BTC_RULES } from '../../../../test/ticket.ts';
import { triggerOrder } from '../../../../test/trigger-order.ts';
import type { ListStatus } from './amend-model.ts';
import {
  type TriggerInput,
  triggerAmendment,
  triggerAmendRequest,
  triggerInputOf,
} from './trigger-amend.ts';

// A sell of 0.02 BTC at 63,900 that waits for the index at 64,000 or below.
const STOP = triggerOrder();
const look = (
  change: TriggerInput,
  of: TriggerOrder = STOP,
  given: { readonly list?: ListStatus; readonly index?: string } = { index: '64812.4' },
) => {
  const input = { ...triggerInputOf(of), ...change };
  const amendment = triggerAmendment(of, input, { rules: BTC_RULES, ...given });
  return { ...amendment, request: triggerAmendRequest(of, input, amendment, BTC_RULES) };
};

describe('what is sent', () => {
  test('is nothing while all is the same, in other digits too', () => {
    expect(look({})).toMatchObject({ isSame: true, request: undefined });
    expect(look({ trigger_price: '64000', quantity: '0.02' })).toMatchObject({ isSame: true });
  });

  test('is only what is different', () => {
    expect(look({ price: '63800' })).toMatchObject({
      waitsAnew: false,
      request: { symbol: 'BTC/USDT', trigger_id: STOP.id, price: '63800' },
    });
    const { request, waitsAnew } = look({ trigger_price: '63950' });
    expect(waitsAnew).toBe(true);
    expect(request).toEqual({ symbol: 'BTC/USDT', trigger_id: STOP.id, trigger_price: '63950' });
  });
});

test('what trails has no trigger price to change, and what waits for a fill neither', () => {
  expect(triggerInputOf(triggerOrder({ trigger: 'trailing_stop' }))).not.toHaveProperty(
    'trigger_price',
  );
  expect(triggerInputOf(triggerOrder({ trigger: 'fill' }))).toEqual({
    price: STOP.price,
    quantity: STOP.quantity,
  });
});

test.each([
  ['', 'trigger_required'],
  ['63950.05', 'trigger_step'],
  ['64900', 'price_reached'],
] as const)('a trigger price of "%s" is stopped', (trigger_price, code) => {
  expect(look({ trigger_price }).problem).toEqual({ field: 'trigger_price', code });
});

test.each([
  ['', 'quantity_required'],
  ['0.000001', 'quantity_step'],
  ['0.02001', 'smaller'],
  ['0.00001', 'below_minimum'],
] as const)('a quantity of "%s" is stopped', (quantity, code) => {
  expect(look({ quantity })).toMatchObject({
    problem: { field: 'quantity', code },
    request: undefined,
  });
});

test('a pending one waits for no price yet, so that none is reached', () => {
  const pending = triggerOrder({ status: 'pending', list_id: 4 });
  expect(
    look({ trigger_price: '64900' }, pending, { list: 'pending', index: '64812.4' }),
  ).toMatchObject({ problem: undefined, waitsAnew: false, heldAfter: undefined });
});

test('one that excludes another is not changed by itself', () => {
  const of = triggerOrder({ list_id: 4 });
  expect(look({ quantity: '0.01' }, of, { list: 'open' }).problem?.code).toBe('list_open');
  expect(look({ quantity: '0.01' }, of, { list: 'done' }).problem).toBeUndefined();
});

test('what is frozen then: of a sell what it sells, of a buy what its limit costs', () => {
  expect(look({ quantity: '0.01' }).heldAfter).toBe('0.01000000');
  const buy = triggerOrder({ side: 'buy', trigger_price: '66000', price: '66100' });
  expect(look({ quantity: '0.01' }, buy).heldAfter).toBe('661.000000');
});
