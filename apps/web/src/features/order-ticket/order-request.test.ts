import { DAY_MS, HOUR_MS } from '@fairlead/units';
import { expect, test } from 'vitest';
import { BTC_RULES, ticketInputs } from '../../../test/ticket.ts';
import { serverNow } from '../../data/live/server-clock.ts';
import { summarize } from './model.ts';
import { orderRequest } from './order-request.ts';
import { initialState, reduce, type TicketAction } from './state.ts';

function request(...actions: readonly TicketAction[]) {
  const state = actions.reduce(reduce, initialState());
  return orderRequest(state, summarize(state, ticketInputs()), BTC_RULES);
}
const price: TicketAction = { kind: 'price', text: '64800' };
const quarter: TicketAction = { kind: 'size', size: { by: 'percent', percent: 25 } };
const market: TicketAction = { kind: 'type', type: 'market' };
const sell: TicketAction = { kind: 'side', side: 'sell' };

test('a limit order names price and quantity on the grid', () => {
  expect(request(price, quarter)).toEqual({
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    price: '64800.0',
    quantity: '0.05000',
    time_in_force: 'gtc',
    shown_fee_rate: '0.001000',
  });
});

test('post only is a time in force on the wire', () => {
  expect(request(price, quarter, { kind: 'post_only', isOn: true })).toMatchObject({
    time_in_force: 'post_only',
    shown_fee_rate: '0.001000',
  });
});

test.each([
  ['day', 1],
  ['week', 7],
  ['month', 30],
] as const)('good for a %s waits, and expires at a full hour', (timeInForce, days) => {
  const now = serverNow();
  const sent = request(price, quarter, { kind: 'time_in_force', timeInForce });
  expect(sent).toMatchObject({ time_in_force: 'gtc', shown_fee_rate: '0.001000' });
  const { expires_at: at = 0 } = sent as { readonly expires_at?: number };
  expect(at % HOUR_MS).toBe(0);
  expect(at - now - days * DAY_MS).toBeGreaterThanOrEqual(0);
  expect(at - now - days * DAY_MS).toBeLessThanOrEqual(HOUR_MS + 1_000);
});

test('a part that is shown is told of what waits, and of nothing else', () => {
  const show: TicketAction = { kind: 'display', text: '0.005' };
  expect(request(price, quarter, show)).toMatchObject({ display_quantity: '0.00500' });
  expect(request(price, quarter, show, { kind: 'display', text: undefined })).not.toHaveProperty(
    'display_quantity',
  );
  const ioc: TicketAction = { kind: 'time_in_force', timeInForce: 'ioc' };
  for (const other of [ioc, market])
    expect(request(price, quarter, show, other)).not.toHaveProperty('display_quantity');
});

test('what waits for a price is no dated order, as the limit of it is not', () => {
  const day: TicketAction = { kind: 'time_in_force', timeInForce: 'day' };
  const stop: TicketAction = { kind: 'type', type: 'limit', trigger: 'stop' };
  expect(request(price, quarter, day, stop)).not.toHaveProperty('expires_at');
});

test('a market buy names what it spends, a market sell what it sells', () => {
  expect(request(market, quarter)).toEqual({
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'market',
    amount: '3240.000000',
    shown_fee_rate: '0.001000',
  });
  expect(request(market, sell, quarter)).toEqual({
    symbol: 'BTC/USDT',
    side: 'sell',
    type: 'market',
    quantity: '0.12500',
    shown_fee_rate: '0.001000',
  });
});

test('what is not complete is no request', () => {
  expect(request()).toBeUndefined();
  expect(request(price)).toBeUndefined();
  expect(request(market)).toBeUndefined();
});
