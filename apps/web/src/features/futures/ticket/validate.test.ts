import { amountMinor, priceE8 } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { futuresInputs } from '../../../../test/futures.ts';
import { initialState, summarize, type TicketInputs, type TicketState } from '../model.ts';
import { validate } from './validate.ts';

const ready: TicketState = {
  ...initialState(),
  multiple: 20,
  size: { by: 'lots', text: '10' },
};
const check = (own: Partial<TicketState> = {}, surroundings: Partial<TicketInputs> = {}) => {
  const state = { ...ready, ...own };
  const inputs = futuresInputs(surroundings);
  return validate(state, inputs, summarize(state, inputs));
};
const lots = (text: string) => ({ size: { by: 'lots', text } }) as const;
const limit = (price: string) => ({ type: 'limit', price }) as const;

test('a ticket that may go has no problem and nothing to look at', () => {
  expect(check()).toEqual({ problem: undefined, warnings: [] });
});

describe('the first problem in the engine’s order', () => {
  test.each<
    readonly [string, Partial<TicketState>, Partial<TicketInputs>, code: string, field: string]
  >([
    ['a closed market', {}, { state: 'closed', index: undefined }, 'market_closed', 'form'],
    ['a halted one', lots(''), { state: 'halted' }, 'market_halted', 'form'],
    ['no price', {}, { index: undefined }, 'price_stale', 'form'],
    ['a limit that is missing', limit(''), {}, 'price_required', 'price'],
    ['a limit off the grid', limit('60000.001'), {}, 'price_step', 'price'],
    ['no lots', lots(''), {}, 'lots_required', 'lots'],
    ['zero lots', lots('0'), {}, 'lots_required', 'lots'],
    ['lots of a float', lots('1e3'), {}, 'lots_required', 'lots'],
    ['too many lots', lots('10001'), {}, 'lots_above', 'lots'],
    ['too much for the multiple', { ...lots('80'), multiple: 100 }, {}, 'notional_above', 'lots'],
    ['a limit outside the band', limit('50000'), {}, 'price_out_of_band', 'price'],
    ['a take off the grid', { takeProfit: '70000.001' }, {}, 'stop_step', 'take_profit'],
    ['a take that is unclear', { takeProfit: '70,000' }, {}, 'stop_step', 'take_profit'],
    ['a take below a long', { takeProfit: '64000' }, {}, 'take_above', 'take_profit'],
    ['a stop above a long', { stopLoss: '65000' }, {}, 'stop_below', 'stop_loss'],
    [
      'a take above a short',
      { side: 'short', takeProfit: '65000' },
      {},
      'take_below',
      'take_profit',
    ],
    ['a stop below a short', { side: 'short', stopLoss: '64000' }, {}, 'stop_above', 'stop_loss'],
    [
      'too little money',
      {},
      { available: amountMinor(327_335_394n) },
      'insufficient_balance',
      'lots',
    ],
    [
      'a share that buys no lot',
      { size: { by: 'percent', percent: 25 } },
      { available: amountMinor(1_000_000n) },
      'insufficient_balance',
      'lots',
    ],
  ])('%s', (_name, state, inputs, code, field) => {
    expect(check(state, inputs).problem).toMatchObject({ code, field });
  });

  test('just enough money is enough', () => {
    expect(check({}, { available: amountMinor(327_335_395n) }).problem).toBeUndefined();
  });
  test('an old price is asked about, not refused', () => {
    expect(check({}, { isStale: true }).problem).toBeUndefined();
  });
  test('a limit waits also while the index is old; its distance is not told then', () => {
    const waiting = { ...limit('50000'), ...lots('1') };
    expect(check(waiting, { isStale: true }).problem).toBeUndefined();
  });
  test('a worth so small that it would be liquidated where it opened is refused (F13)', () => {
    // At 0.01 a lot of 0.01 BTC is a ten-thousandth: margin and maintenance are both one minor unit.
    const tiny = { ...limit('0.01'), ...lots('1'), multiple: 100 };
    expect(check(tiny, { index: priceE8(1_000_000n) }).problem?.code).toBe('too_small');
  });
});

describe('what to look at', () => {
  const codes = (state: Partial<TicketState>) => check(state).warnings.map(({ code }) => code);

  test('a stop-loss behind the liquidation never acts', () => {
    expect(codes({ stopLoss: '61902' })).toEqual(['liquidated_first']);
    expect(codes({ stopLoss: '61910' })).toEqual([]);
    expect(codes({ side: 'short', stopLoss: '67800' })).toEqual(['liquidated_first']);
  });
  test('a take-profit beyond the cap is never reached', () => {
    expect(codes({ takeProfit: '97228.34' })).toEqual(['capped_first']);
    expect(codes({ takeProfit: '97228.32' })).toEqual([]);
  });
  test('a stop between index and opening price acts at once', () => {
    expect(codes({ stopLoss: '64815' })).toEqual(['stops_at_once']);
  });
  test('a limit that the index has reached does not wait', () => {
    expect(codes(limit('64900'))).toEqual(['opens_at_once']);
    expect(codes({ ...limit('64900'), side: 'short' })).toEqual([]);
  });
});
