import { amountMinor } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { level, ticketInputs } from '../../../test/ticket.ts';
import { summarize, type TicketInputs } from './model.ts';
import { initialState, reduce, type TicketAction } from './state.ts';
import { validate } from './validate.ts';

const price = (text: string): TicketAction => ({ kind: 'price', text });
const quantity = (text: string): TicketAction => ({ kind: 'size', size: { by: 'quantity', text } });
const total = (text: string): TicketAction => ({ kind: 'size', size: { by: 'total', text } });
const percent = (value: number): TicketAction => ({
  kind: 'size',
  size: { by: 'percent', percent: value },
});
const sell: TicketAction = { kind: 'side', side: 'sell' };
const market: TicketAction = { kind: 'type', type: 'market' };
const show = (text: string): TicketAction => ({ kind: 'display', text });
const post: TicketAction = { kind: 'post_only', isOn: true };
const fok: TicketAction = { kind: 'time_in_force', timeInForce: 'fok' };

function check(actions: readonly TicketAction[], own: Partial<TicketInputs> = {}) {
  const state = actions.reduce(reduce, initialState());
  const inputs = ticketInputs(own);
  return validate(state, inputs, summarize(state, inputs));
}

const nothing = { base: amountMinor(0n), quote: amountMinor(0n) };
const unknown = { base: undefined, quote: undefined };

/** Each row is wrong in the later ways too, so that the order of the checks shows. */
test.each<[string, string, readonly TicketAction[], Partial<TicketInputs>]>([
  ['market_closed', 'form', [], { state: 'closed' }],
  ['market_halted', 'form', [], { state: 'halted' }],
  ['price_required', 'price', [], {}],
  ['price_required', 'price', [price('0'), quantity('0')], {}],
  ['price_step', 'price', [price('64800.05')], {}],
  ['quantity_required', 'quantity', [price('1')], { available: nothing }],
  ['quantity_required', 'quantity', [price('1'), quantity('0.')], {}],
  ['quantity_step', 'quantity', [price('1'), quantity('0.000001')], {}],
  ['total_required', 'total', [price('1'), total('0')], {}],
  ['total_required', 'total', [market], { indexPrice: undefined }],
  ['above_maximum', 'quantity', [price('64800'), quantity('900000000')], {}],
  ['price_stale', 'form', [market, total('1')], { indexPrice: undefined, available: nothing }],
  ['below_minimum', 'quantity', [price('90000'), quantity('0.00001')], {}],
  ['below_minimum', 'total', [market, total('1')], {}],
  ['below_minimum', 'quantity', [sell, market, quantity('0.00001')], {}],
  ['price_out_of_band', 'price', [price('90000'), quantity('1')], { available: nothing }],
  ['display_required', 'display', [price('64800'), quantity('1'), show('')], {}],
  ['display_step', 'display', [price('64800'), quantity('1'), show('0.100001')], {}],
  ['display_range', 'display', [price('64800'), quantity('1'), show('0.09')], {}],
  ['display_range', 'display', [price('64800'), quantity('1'), show('1.00001')], {}],
  ['insufficient_balance', 'quantity', [price('64800'), quantity('1'), fok], {}],
  ['insufficient_balance', 'total', [price('64800'), total('12960.65')], {}],
  ['insufficient_balance', 'quantity', [price('64800'), percent(50)], { available: nothing }],
  ['insufficient_balance', 'quantity', [sell, market, quantity('0.50001')], {}],
  ['post_only_takes', 'price', [price('64812.5'), quantity('0.1'), post], {}],
  ['would_not_fill', 'price', [price('64812.4'), quantity('0.1'), fok], {}],
  ['would_not_fill', 'form', [market, total('100')], { asks: [level(690_000, 9)] }],
])('%s is said at %s', (code, field, actions, own) => {
  expect(check(actions, own).problem).toMatchObject({ code, field });
});

test.each<[string, readonly TicketAction[], Partial<TicketInputs>]>([
  ['a limit within everything', [price('64800'), quantity('0.05')], {}],
  ['a limit by share', [price('64800'), percent(100)], {}],
  [
    'a limit on a stale index, whatever its price',
    [price('90000'), quantity('0.01')],
    { indexPrice: undefined },
  ],
  ['a guest with no balance to compare', [price('64800'), quantity('5')], { available: unknown }],
  ['a post-only price that waits', [price('64812.4'), quantity('0.1'), post], {}],
  [
    'a post-only price while the book is old',
    [price('64812.5'), quantity('0.1'), post],
    { isStale: true },
  ],
  ['a part that is a tenth', [price('64800'), quantity('0.05'), show('0.005')], {}],
  ['no part of what is filled at once', [price('64812.5'), quantity('0.05'), show('0'), fok], {}],
  ['a market sell', [sell, market, quantity('0.5')], {}],
])('nothing stops %s', (_name, actions, own) => {
  expect(check(actions, own).problem).toBeUndefined();
});

describe('warnings', () => {
  test('a buy 2 % above the index asks again, 1.99 % does not', () => {
    const far = check([price('66108.7'), quantity('0.01')]);
    expect(far.warnings).toEqual([{ code: 'far_above_index', values: { percent: '2.00' } }]);
    expect(check([price('66108.6'), quantity('0.01')]).warnings).toEqual([]);
  });

  test('a sell below the index asks again, above it does not', () => {
    expect(check([sell, price('60000'), quantity('0.01')]).warnings).toMatchObject([
      { code: 'far_below_index' },
    ]);
    expect(check([sell, price('70000'), quantity('0.01')]).warnings).toEqual([]);
  });

  test('a market order that moves the price 0.5 % asks again', () => {
    const asks = [level(648_125, 1), level(655_000, 9_000_000)];
    expect(check([market, total('10000')], { asks }).warnings).toMatchObject([
      { code: 'slippage' },
    ]);
  });

  test('a market order that the band fills in part asks again', () => {
    const asks = [level(648_125, 1_000)];
    expect(check([market, total('10000')], { asks }).warnings).toMatchObject([{ code: 'partly' }]);
  });

  test('what is refused anyway is not warned of', () => {
    expect(check([price('90000'), quantity('1')]).warnings).toEqual([]);
  });
});
