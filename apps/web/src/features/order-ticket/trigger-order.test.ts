import { amountMinor, priceE8 } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { BTC_RULES, level, ticketInputs } from '../../../test/ticket.ts';
import { kindOf, orderOf } from './kinds.ts';
import type { TicketInputs } from './model.ts';
import { triggerRequest } from './order-request.ts';
import { initialState, reduce, type TicketAction } from './state.ts';
import { summarizeTicket, validateTicket, waitsBelow } from './trigger-order.ts';

// The index of these tests is 64,812.40.
const kind = (name: Parameters<typeof orderOf>[0]): TicketAction => ({
  kind: 'type',
  ...orderOf(name),
});
const at = (text: string): TicketAction => ({ kind: 'trigger_price', text });
const price = (text: string): TicketAction => ({ kind: 'price', text });
const quantity = (text: string): TicketAction => ({ kind: 'size', size: { by: 'quantity', text } });
const total = (text: string): TicketAction => ({ kind: 'size', size: { by: 'total', text } });
const sell: TicketAction = { kind: 'side', side: 'sell' };
const byLast: TicketAction = { kind: 'trigger_by', by: 'last' };
const post: TicketAction = { kind: 'post_only', isOn: true };

function ticket(actions: readonly TicketAction[], own: Partial<TicketInputs> = {}) {
  const state = actions.reduce(reduce, initialState());
  const inputs = ticketInputs(own);
  const summary = summarizeTicket(state, inputs);
  return {
    state,
    summary,
    ...validateTicket(state, inputs, summary),
    request: triggerRequest(state, summary, BTC_RULES),
  };
}

const stopLimit = [sell, kind('stop_limit'), at('64000'), price('63900'), quantity('0.1')];

test.each([
  ...(['limit', 'market', 'stop_limit', 'stop_market', 'take_profit_limit'] as const),
  'trailing_stop_market',
] as const)('the kind %s is its parts, and its parts are the kind', (name) => {
  expect(kindOf(orderOf(name))).toBe(name);
});

test.each([
  ['sell', 'stop', true],
  ['buy', 'stop', false],
  ['sell', 'take_profit', false],
  ['buy', 'take_profit', true],
  ['sell', 'trailing_stop', true],
  ['buy', 'trailing_stop', false],
] as const)('a %s of kind %s waits below: %s', (side, trigger, isBelow) => {
  expect(waitsBelow(side, trigger)).toBe(isBelow);
});

describe('what goes over the wire', () => {
  test('of a stop-limit: what it waits for and what it becomes', () => {
    const { problem, warnings, request } = ticket(stopLimit);
    expect({ problem, warnings }).toEqual({ problem: undefined, warnings: [] });
    expect(request).toEqual({
      symbol: 'BTC/USDT',
      side: 'sell',
      type: 'limit',
      price: '63900.0',
      quantity: '0.10000',
      time_in_force: 'gtc',
      shown_fee_rate: '0.001000',
      trigger: 'stop',
      trigger_by: 'index',
      trigger_price: '64000.0',
    });
  });

  test('of a market buy: what it spends, by the last trade', () => {
    const { problem, request } = ticket([kind('stop_market'), at('66000'), total('660'), byLast]);
    expect(problem).toBeUndefined();
    expect(request).toMatchObject({
      type: 'market',
      amount: '660.000000',
      trigger_by: 'last',
      trigger_price: '66000.0',
    });
    expect(request).not.toHaveProperty('price');
  });

  test('of what shows a part, ends by itself and gives way: all of it', () => {
    const own: readonly TicketAction[] = [
      { kind: 'display', text: '0.02' },
      { kind: 'expiry', expiry: 'day' },
      { kind: 'self_trade', selfTrade: 'expire_both' },
    ];
    const told = { expires_at: expect.any(Number), self_trade_prevention: 'expire_both' };
    const { problem, request } = ticket([...stopLimit, ...own]);
    expect(problem).toBeUndefined();
    expect(request).toMatchObject({ ...told, display_quantity: '0.02000' });
    const atMarket = ticket([sell, kind('stop_market'), at('64000'), quantity('0.1'), ...own]);
    expect(atMarket.request).toMatchObject(told);
    expect(atMarket.request).not.toHaveProperty('display_quantity');
    const small = ticket([...stopLimit, { kind: 'display', text: '0.00001' }]);
    expect(small.problem).toMatchObject({ field: 'display', code: 'display_range' });
  });

  test('of a dated limit that becomes a stop: the same end', () => {
    const week: TicketAction = { kind: 'time_in_force', timeInForce: 'week' };
    expect(ticket([week, ...stopLimit]).state).toMatchObject({
      timeInForce: 'gtc',
      expiry: 'week',
    });
  });

  test('nothing while the trigger price is off the grid', () => {
    expect(ticket([sell, kind('stop_market'), at('64000.05'), quantity('0.1')]).request).toBe(
      undefined,
    );
  });
});

describe('what it costs and brings', () => {
  test('of a limit is the taker’s where it crosses the trigger price, whatever the book says', () => {
    const { summary } = ticket(stopLimit, { bids: [level(1, 1)] });
    expect(summary.isTaker).toBe(true);
    // 0.1 BTC is held; 6,390 USDT less a fee of 0.1%.
    expect(summary.cost).toBe(amountMinor(10_000_000n));
    expect(summary.received).toBe(amountMinor(6_383_610_000n));
  });

  test('of a market sell is worked out at the trigger price', () => {
    const { summary } = ticket([sell, kind('stop_market'), at('64000'), quantity('0.1')], {
      bids: [],
    });
    expect(summary.notional).toBe(amountMinor(6_400_000_000n));
    expect(summary.received).toBe(amountMinor(6_393_600_000n));
  });

  test('of a market buy holds what it spends', () => {
    const { summary } = ticket([kind('stop_market'), at('66000'), total('660')]);
    expect(summary.cost).toBe(amountMinor(660_000_000n));
    expect(summary.estimate?.filled).toBe(1_000);
  });
});

/** Each row is wrong in the later ways too, so that the order of the checks shows. */
test.each<[string, string, readonly TicketAction[], Partial<TicketInputs>]>([
  ['market_halted', 'form', [kind('stop_limit')], { state: 'halted' }],
  ['trigger_required', 'trigger', [kind('stop_limit')], {}],
  ['trigger_required', 'trigger', [kind('stop_limit'), at('0.')], {}],
  ['trigger_step', 'trigger', [kind('stop_limit'), at('64000.05')], {}],
  ['index_stale', 'trigger', [sell, kind('stop_limit'), at('64000')], { indexPrice: undefined }],
  ['price_reached', 'trigger', [sell, kind('stop_limit'), at('64812.4')], {}],
  ['price_reached', 'trigger', [kind('stop_limit'), at('64812.4')], {}],
  ['price_reached', 'trigger', [sell, kind('take_profit_limit'), at('64812.4')], {}],
  ['price_reached', 'trigger', [kind('take_profit_limit'), at('64812.4')], {}],
  ['price_required', 'price', [sell, kind('stop_limit'), at('64000')], {}],
  ['quantity_required', 'quantity', [sell, kind('stop_market'), at('64000')], {}],
  ['below_minimum', 'quantity', [sell, kind('stop_market'), at('64000'), quantity('0.00001')], {}],
  ['price_out_of_band', 'price', [...stopLimit, price('40000')], {}],
  ['insufficient_balance', 'quantity', [...stopLimit, quantity('0.6')], {}],
])('%s is said at %s', (code, field, actions, own) => {
  expect(ticket(actions, own).problem).toMatchObject({ code, field });
});

test.each<[string, readonly TicketAction[], Partial<TicketInputs>]>([
  ['an index a hundred-millionth away', stopLimit, { indexPrice: priceE8(6_400_000_000_001n) }],
  [
    'the last trade, beyond it',
    [...stopLimit, byLast],
    { indexPrice: priceE8(6_000_000_000_000n) },
  ],
  ['the last trade, without an index', [...stopLimit, byLast], { indexPrice: undefined }],
  ['an empty book', stopLimit, { bids: [], asks: [] }],
])('%s is no problem', (_, actions, own) => {
  expect(ticket(actions, own).problem).toBeUndefined();
});

test("the index that is there already is told in the market's decimals", () => {
  const told = (index: bigint) =>
    ticket([sell, kind('stop_limit'), at('64900')], { indexPrice: priceE8(index) }).problem?.values;
  expect(told(6_481_240_000_000n)).toEqual({ index: '64812.4' });
  expect(told(6_481_249_999_999n)).toEqual({ index: '64812.4' });
});

describe('a warning', () => {
  test('of a stop whose limit would stay in the book', () => {
    expect(ticket([...stopLimit, price('64100')]).warnings).toEqual([
      { code: 'rests_after_trigger', values: {} },
    ]);
    expect(ticket([...stopLimit, post]).warnings.map(({ code }) => code)).toContain(
      'rests_after_trigger',
    );
  });

  test('of a limit far from the trigger names the trigger, not the index', () => {
    expect(ticket([...stopLimit, price('62000')]).warnings).toEqual([
      { code: 'far_below_trigger', values: { percent: '3.12' } },
    ]);
  });
});

test('a price taken from the book is the limit, or where there is none the trigger', () => {
  const picked: TicketAction = { kind: 'picked', price: '64123.0' };
  expect(ticket([...stopLimit, picked]).state).toMatchObject({
    price: '64123.0',
    triggerPrice: '64000',
    trigger: 'stop',
  });
  expect(ticket([sell, kind('stop_market'), picked]).state).toMatchObject({
    triggerPrice: '64123.0',
    type: 'market',
  });
});

describe('a trailing stop', () => {
  const trail = (text: string): TicketAction => ({ kind: 'trail', text });
  const from = (text: string): TicketAction => ({ kind: 'activation', text });
  const trailing = [sell, kind('trailing_stop_market'), quantity('0.1')];

  test('goes over the wire with its distance, and where it begins if that is said', () => {
    expect(ticket(trailing).request).toEqual({
      symbol: 'BTC/USDT',
      side: 'sell',
      type: 'market',
      quantity: '0.10000',
      shown_fee_rate: '0.001000',
      trigger: 'trailing_stop',
      trigger_by: 'index',
      trail_rate: '0.010000',
    });
    expect(ticket([...trailing, trail('2.5'), from('66000'), byLast]).request).toMatchObject({
      trail_rate: '0.025000',
      activation_price: '66000.0',
      trigger_by: 'last',
    });
  });

  test('is figured where it would stand now, or where it begins', () => {
    // 64,812.4 less 1 %: 64,164.276, on a tick of 0.1 or 0.01 the one below.
    const now = ticket(trailing).summary.estimate?.worst;
    const later = ticket([...trailing, from('66000')]).summary.estimate?.worst;
    expect([Number(now), Number(later)]).toEqual([641_642, 653_400]);
  });

  test.each<[string, string, readonly TicketAction[], Partial<TicketInputs>]>([
    ['trail_range', 'trigger', [trail('')], {}],
    ['trail_range', 'trigger', [trail('0.09')], {}],
    ['trail_range', 'trigger', [trail('20.01')], {}],
    ['trail_range', 'trigger', [trail('1.005')], {}],
    ['index_stale', 'trigger', [], { indexPrice: undefined }],
    ['index_stale', 'activation', [from('66000')], { indexPrice: undefined }],
    ['trigger_step', 'activation', [from('66000.001')], {}],
    ['activation_reached', 'activation', [from('64812.4')], {}],
    // What its field refuses is not taken for none.
    ['trigger_step', 'activation', [from('9999999999999999999,')], {}],
  ])('%s is said at %s', (code, field, actions, own) => {
    expect(ticket([...trailing, ...actions], own).problem).toMatchObject({ code, field });
  });

  test('how far it may follow is said with the bounds that refuse it', () => {
    expect(ticket([...trailing, trail('0.09')]).problem?.values).toEqual({
      least: '0.1',
      most: '20',
    });
  });

  test('by the last trade it may begin at a price that the index has passed', () => {
    expect(ticket([...trailing, from('60000'), byLast]).problem).toBeUndefined();
  });

  test('a price taken from the book is where it begins', () => {
    const picked: TicketAction = { kind: 'picked', price: '66123.0' };
    expect(ticket([...trailing, picked]).state).toMatchObject({
      activation: '66123.0',
      type: 'market',
    });
  });
});
