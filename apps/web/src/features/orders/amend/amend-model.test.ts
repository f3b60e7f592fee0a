/** What a changed order would be: what is typed, what it costs, whether it keeps its place, and what is sent. */
import type { Order } from '@fairlead/contract';
import { amountMinor, ratePpm } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { order } from '../../../../test/order.ts';
import type { MarketRules } from '../../../data/markets/market-rules.ts';
import { amendmentOf, amendRequest, inputOf } from './amend-model.ts';

/** Tick 0.1 USDT (scale 6), lot 0.001 BTC (scale 8). */
const RULES: MarketRules = {
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  baseScale: 8,
  quoteScale: 6,
  tickSize: '0.1',
  tickSizeE8: 10_000_000n,
  priceDecimals: 1,
  lotSize: '0.001',
  lotBaseMinor: amountMinor(100_000n),
  lotDecimals: 3,
  tickLotQuoteMinor: amountMinor(100n),
  minNotionalMinor: amountMinor(1n),
  icebergPartsMax: 10,
  makerFeePpm: ratePpm(1_000n),
  takerFeePpm: ratePpm(2_000n),
  marketBandPpm: ratePpm(20_000n),
  limitBandPpm: ratePpm(200_000n),
};
const BUY = order({ price: '100.0', quantity: '0.020', filled_quantity: '0.005' });
const look = (change: object, of = BUY) => {
  const input = { ...inputOf(of), ...change };
  const amendment = amendmentOf(of, input, RULES);
  return { ...amendment, request: amendRequest(of, input, amendment) };
};

describe('one that shows a part of itself', () => {
  const ICEBERG = order({ price: '100.0', quantity: '0.020', display_quantity: '0.005' });

  test('keeps its place when it shows less, and loses it when it shows more', () => {
    expect(look({}, ICEBERG)).toMatchObject({
      isSame: true,
      shown: { least: '0.002', most: '0.020' },
    });
    const less = look({ display: '0.004' }, ICEBERG);
    expect(less).toMatchObject({ isSame: false, keepsPlace: true, problem: undefined });
    expect(less.request).toMatchObject({ display_quantity: '0.004', must_keep_place: true });
    const more = look({ display: '0.010' }, ICEBERG);
    expect(more).toMatchObject({ keepsPlace: false });
    expect(more.request).not.toHaveProperty('must_keep_place');
    expect(look({ price: '101' }, ICEBERG).request).not.toHaveProperty('display_quantity');
  });

  test.each([
    ['', 'display_required'],
    ['0.0045', 'display_step'],
    ['0.001', 'display_range'],
    ['0.021', 'display_range'],
  ])('cannot show "%s"', (display, code) => {
    expect(look({ display }, ICEBERG).problem).toEqual({ field: 'display', code });
  });
});

describe('one of a list', () => {
  const problem = (change: object, of: Order, list: 'pending' | 'open' | 'done') =>
    amendmentOf(of, { ...inputOf(of), ...change }, RULES, list).problem;

  test('is not changed while one cancels the other', () => {
    expect(problem({}, BUY, 'open')).toEqual({ field: 'price', code: 'list_open' });
    expect(problem({}, BUY, 'done')).toBeUndefined();
  });

  test('with others behind it changes its price, and a buy may become smaller', () => {
    const sale = order({ side: 'sell', price: '100.0', quantity: '0.020' });
    const refused = { field: 'quantity', code: 'list_quantity' };
    expect(problem({ price: '99' }, sale, 'pending')).toBeUndefined();
    expect(problem({ quantity: '0.010' }, BUY, 'pending')).toBeUndefined();
    expect(problem({ quantity: '0.030' }, BUY, 'pending')).toEqual(refused);
    expect(problem({ quantity: '0.010' }, sale, 'pending')).toEqual(refused);
  });
});

describe('an order that is changed', () => {
  test('is the same at first, and nothing is sent', () => {
    expect(look({})).toMatchObject({
      ...{ isSame: true, keepsPlace: true, remaining: '0.015', problem: undefined },
      ...{ heldBefore: '1.500000', heldAfter: '1.500000', request: undefined },
    });
    expect(look({ price: '100', quantity: '0.02' }).isSame).toBe(true);
  });

  test.each<readonly [string, object, boolean, string, object]>([
    [
      'smaller',
      { quantity: '0.010' },
      true,
      '0.500000',
      { quantity: '0.010', must_keep_place: true },
    ],
    ['larger', { quantity: '0.030' }, false, '2.500000', { quantity: '0.030', price: '100.0' }],
    ['dearer', { price: '100.1' }, false, '1.501500', { quantity: '0.020', price: '100.1' }],
    [
      'cheaper and smaller',
      { price: '99.9', quantity: '0.006' },
      false,
      '0.099900',
      { price: '99.9', quantity: '0.006' },
    ],
  ])('%s', (_, change, keepsPlace, heldAfter, request) => {
    const expected = { symbol: 'BTC/USDT', order_id: BUY.id, ...request };
    expect(look(change)).toMatchObject({ keepsPlace, heldAfter, isSame: false });
    expect(look(change).request).toEqual(expected);
  });

  test('a sale freezes what is left of it, at any price', () => {
    const sell = order({ ...BUY, side: 'sell' });
    expect(look({ price: '200', quantity: '0.030' }, sell)).toMatchObject({
      heldBefore: '0.01500000',
      heldAfter: '0.02500000',
    });
  });

  test.each<readonly [object, string, string]>([
    [{ price: '' }, 'price', 'price_required'],
    [{ price: '0' }, 'price', 'price_required'],
    [{ price: '100.05' }, 'price', 'price_step'],
    [{ quantity: '' }, 'quantity', 'quantity_required'],
    [{ quantity: '0.0205' }, 'quantity', 'quantity_step'],
    [{ quantity: '0.005' }, 'quantity', 'below_filled'],
    [{ quantity: '0.001' }, 'quantity', 'below_filled'],
  ])('%o says what is wrong, and is not sent', (change, field, code) => {
    expect(look(change)).toMatchObject({ problem: { field, code }, request: undefined });
  });
});
