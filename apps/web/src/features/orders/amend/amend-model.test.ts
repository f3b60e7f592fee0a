/** What a changed order would be: what is typed, what it costs, whether it keeps its place, and what is sent. */
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
