/** Orders that depend on one another: what goes over the wire, what it freezes, and what stops it. */
import { amountMinor, priceE8 } from '@fairlead/units';
import { describe, expect, test } from 'vitest';
import { BTC_RULES, ticketInputs } from '../../../test/ticket.ts';
import { advancedCount } from './advanced.ts';
import { kindOf, orderOf } from './kinds.ts';
import { aroundLast, firstExits, summarizeOrders, validateOrders } from './list-order.ts';
import { listRequest } from './list-request.ts';
import type { TicketInputs } from './model.ts';
import { type Exits, initialState, type Legs, reduce, type TicketAction } from './state.ts';

/** As a field keeps what is more than there can be. */
const LARGE = '9999999999999999999,';
// The index of these tests is 64,812.40, the last price too; bid 64,812.3, ask 64,812.5.
const around = aroundLast(ticketInputs());
const oco: TicketAction = { kind: 'type', ...orderOf('oco'), around };
const limit: TicketAction = { kind: 'type', ...orderOf('limit'), around };
const market: TicketAction = { kind: 'type', ...orderOf('market') };
const sell: TicketAction = { kind: 'side', side: 'sell' };
const price = (text: string): TicketAction => ({ kind: 'price', text });
const stop = (text: string): TicketAction => ({ kind: 'trigger_price', text });
const stopLimit = (text: string): TicketAction => ({ kind: 'stop_limit', text });
const quantity = (text: string): TicketAction => ({ kind: 'size', size: { by: 'quantity', text } });
const total = (text: string): TicketAction => ({ kind: 'size', size: { by: 'total', text } });
const exits = (own: Partial<Exits>): TicketAction => ({
  kind: 'exits',
  exits: { profit: '', loss: '', ...own },
});

function ticket(actions: readonly TicketAction[], own: Partial<TicketInputs> = {}) {
  const state = actions.reduce(reduce, initialState());
  const inputs = ticketInputs(own);
  const summary = summarizeOrders(state, inputs);
  return {
    state,
    summary,
    ...validateOrders(state, inputs, summary),
    request: listRequest(state, summary, BTC_RULES),
  };
}

test('an OCO is a kind of its own, and begins two per cent to both sides of the price', () => {
  const { state } = ticket([sell, oco]);
  expect(kindOf(state)).toBe('oco');
  expect(state).toMatchObject({ price: '66108.7', triggerPrice: '63516.1', timeInForce: 'gtc' });
  const turned = reduce(state, { kind: 'side', side: 'buy' });
  expect(turned).toMatchObject({ price: '63516.1', triggerPrice: '66108.7' });
  expect(reduce(turned, limit)).toMatchObject({
    price: '64812.4',
    triggerPrice: '',
    isPair: false,
  });
});

describe('an OCO', () => {
  const sold = [sell, oco, price('66000'), stop('63000'), quantity('0.1')];

  test('goes as a limit and a stop at the market, or at its limit', () => {
    const { problem, warnings, request } = ticket(sold);
    expect({ problem, warnings }).toEqual({ problem: undefined, warnings: [] });
    expect(request).toEqual({
      kind: 'oco',
      symbol: 'BTC/USDT',
      shown_fee_rate: '0.001000',
      legs: [
        { side: 'sell', type: 'limit', price: '66000.0', quantity: '0.10000' },
        {
          ...{ side: 'sell', type: 'market', quantity: '0.10000' },
          ...{ trigger: 'stop', trigger_by: 'index', trigger_price: '63000.0' },
        },
      ],
    });
    expect(ticket([...sold, stopLimit('62900')]).request?.legs[1]).toMatchObject({
      type: 'limit',
      price: '62900.0',
    });
  });

  test.each([
    ['the stop is missing', [stop('')], 'trigger', 'trigger_required'],
    ['the stop is off the grid', [stop('63000.05')], 'trigger', 'trigger_step'],
    ['the index is at the stop', [stop('64900')], 'trigger', 'price_reached'],
    ['the stop is on the side of the limit', [price('62000')], 'trigger', 'pair_order'],
    ['the stop’s limit is far', [stopLimit('30000')], 'stop_limit', 'price_out_of_band'],
    ['the stop’s limit is off the grid', [stopLimit('1.05')], 'stop_limit', 'price_step'],
    ['the stop’s limit is refused by its field', [stopLimit(LARGE)], 'stop_limit', 'price_step'],
    ['the limit is missing', [price('')], 'price', 'price_required'],
    ['the amount is missing', [quantity('')], 'quantity', 'quantity_required'],
    ['it is too much', [quantity('0.6')], 'quantity', 'insufficient_balance'],
    [
      'the stop is worth too little',
      [quantity('0.00008'), stop('62000')],
      'quantity',
      'exit_small',
    ],
  ] as const)('is stopped where %s', (_, changes, field, code) => {
    expect(ticket([...sold, ...changes]).problem).toMatchObject({ field, code });
  });

  test('by the last trade may be beyond the index; without an index one by the index waits', () => {
    const byLast: TicketAction = { kind: 'trigger_by', by: 'last' };
    expect(ticket([...sold, stop('64900'), byLast]).problem).toBeUndefined();
    const old = { indexPrice: undefined };
    expect(ticket(sold, old).problem).toMatchObject({ field: 'trigger', code: 'index_stale' });
  });

  test('whose limit the book meets says that the stop goes then', () => {
    const { problem, warnings } = ticket([...sold, price('64000')]);
    expect(problem).toBeUndefined();
    expect(warnings.map(({ code }) => code)).toEqual(['pair_fills']);
  });

  test('that buys freezes what the dearer of the two may cost', () => {
    const bought = [oco, price('60000'), stop('66000'), quantity('0.1')];
    // The market band is 2% around the stop: 67,320.00.
    expect(ticket(bought).summary.cost).toBe(amountMinor(6_732_000_000n));
    expect(ticket([...bought, stopLimit('66100')]).summary.cost).toBe(amountMinor(6_610_000_000n));
    const all: TicketAction = { kind: 'size', size: { by: 'percent', percent: 100 } };
    const { summary, problem } = ticket([...bought, all]);
    // 12,960 USDT ÷ 67,320.
    expect(summary.quantityText).toBe('0.19251');
    expect(problem).toBeUndefined();
  });
});

describe('a take-profit and a stop-loss', () => {
  const bought = [price('64000'), quantity('0.1')];

  test('begin two per cent to both sides of the order’s own price, and turn with it', () => {
    const state = [price('60000')].reduce(reduce, initialState());
    const first = firstExits(state, ticketInputs());
    expect(first).toEqual({ profit: '61200.0', loss: '58800.0' });
    const turned = reduce(reduce(state, { kind: 'exits', exits: first }), sell);
    expect(turned.exits).toEqual({ profit: '58800.0', loss: '61200.0' });
    expect(firstExits(reduce(state, market), ticketInputs())).toEqual({
      profit: '66108.8',
      loss: '63516.2',
    });
  });

  test('go behind the order as it is, and are sized by what it receives', () => {
    const { problem, request } = ticket([
      ...bought,
      exits({ profit: '66000', loss: '62000' }),
      { kind: 'time_in_force', timeInForce: 'week' },
      { kind: 'self_trade', selfTrade: 'expire_both' },
    ]);
    expect(problem).toBeUndefined();
    expect(request).toEqual({
      kind: 'otoco',
      symbol: 'BTC/USDT',
      shown_fee_rate: '0.001000',
      working: {
        ...{ side: 'buy', type: 'limit', price: '64000.0', quantity: '0.10000' },
        ...{ time_in_force: 'gtc', expires_at: expect.any(Number) },
        self_trade_prevention: 'expire_both',
      },
      legs: [
        {
          ...{ side: 'sell', type: 'market', trigger: 'take_profit' },
          ...{ trigger_by: 'index', trigger_price: '66000.0' },
          self_trade_prevention: 'expire_both',
        },
        {
          ...{ side: 'sell', type: 'market', trigger: 'stop' },
          ...{ trigger_by: 'index', trigger_price: '62000.0' },
          self_trade_prevention: 'expire_both',
        },
      ],
    });
  });

  test('one alone is a list of two; a market sell says how much is bought back', () => {
    const one = ticket([market, total('1000'), exits({ loss: '62000' })]);
    expect(one.problem).toBeUndefined();
    expect(one.request).toMatchObject({ kind: 'oto', working: { amount: '1000.000000' } });
    const back = ticket([sell, market, quantity('0.1'), exits({ profit: '62000' })]);
    expect(back.request?.legs).toMatchObject([{ side: 'buy', quantity: '0.10000' }]);
  });

  test.each([
    ['both are empty', {}, 'profit', 'exits_required'],
    ['one is off the grid', { profit: '66000.05' }, 'profit', 'price_step'],
    ['the profit is below', { profit: '63999' }, 'profit', 'exit_above'],
    ['the loss is above', { loss: '64000' }, 'loss', 'exit_below'],
  ] as const)('are stopped where %s', (_, own, field, code) => {
    expect(ticket([...bought, exits(own)]).problem).toMatchObject({ field, code });
  });

  test('that would be worth less than the smallest order are stopped', () => {
    const { problem } = ticket([price('64000'), quantity('0.00008'), exits({ loss: '60000' })]);
    expect(problem).toMatchObject({ field: 'loss', code: 'exit_small' });
  });

  test('that its field refuses is not taken for none', () => {
    const behind = exits({ profit: LARGE, loss: '60000' });
    const { problem } = ticket([price('64000'), quantity('0.1'), behind]);
    expect(problem).toMatchObject({ field: 'profit', code: 'price_step' });
  });

  test('whose price the index is beyond say so where the order is filled at once', () => {
    const own = { indexPrice: priceE8(6_400_000_000_000n) };
    const beyond = [price('64900'), quantity('0.1'), exits({ loss: '64500' })];
    expect(ticket(beyond, own).warnings.map(({ code }) => code)).toEqual(['exit_at_once']);
    expect(ticket([price('63000'), quantity('0.1'), exits({ profit: '63500' })]).warnings).toEqual(
      [],
    );
  });

  test('go when the order waits for a price, and once it is placed', () => {
    const { state } = ticket([...bought, exits({ loss: '62000' })]);
    expect(reduce(state, { kind: 'type', ...orderOf('stop_market') }).exits).toBeUndefined();
    expect(reduce(state, { kind: 'placed' }).exits).toBeUndefined();
  });
});

describe('what few lists need', () => {
  const legs = (own: Partial<Legs>): TicketAction => ({ kind: 'legs', legs: own });
  const trail = (text: string): TicketAction => ({ kind: 'trail', text });
  const from = (text: string): TicketAction => ({ kind: 'activation', text });
  const show = (text: string): TicketAction => ({ kind: 'display', text });
  const week: TicketAction = { kind: 'expiry', expiry: 'week' };
  const sold = [sell, oco, price('66000'), stop('63000'), quantity('0.1'), legs({ trails: true })];
  const bought = [price('64000'), quantity('0.1')];

  test('the stop of an OCO trails, from a price on if one is told', () => {
    const { problem, request } = ticket([...sold, trail('2'), stopLimit('62000')]);
    expect(problem).toBeUndefined();
    expect(request?.legs[1]).toEqual({
      ...{ side: 'sell', type: 'market', quantity: '0.10000' },
      ...{ trigger: 'trailing_stop', trigger_by: 'index', trail_rate: '0.020000' },
    });
    expect(ticket([...sold, from('65000')]).request?.legs[1]).toMatchObject({
      activation_price: '65000.0',
    });
  });

  test.each([
    ['its distance is none', [trail('')], 'trigger', 'trail_range'],
    ['its distance is too far', [trail('20.01')], 'trigger', 'trail_range'],
    ['it begins off the grid', [from('65000.05')], 'activation', 'trigger_step'],
    ['it would begin at once', [from('64000')], 'activation', 'activation_reached'],
    // 1% below 68,000 is above the limit.
    ['it begins beyond the limit', [from('68000')], 'activation', 'pair_order'],
  ] as const)('a trailing OCO is stopped where %s', (_, changes, field, code) => {
    expect(ticket([...sold, ...changes]).problem).toMatchObject({ field, code });
  });

  test('a trailing OCO that buys freezes for where its stop stands now', () => {
    const { summary } = ticket([oco, price('60000'), quantity('0.1'), legs({ trails: true })]);
    // 1% above 64,812.4 is 65,460.6, up to the next tick; the band is 2% above that: 66,769.8.
    expect(summary.cost).toBe(amountMinor(6_676_980_000n));
  });

  test('both of an OCO say how much is shown, when they end and whom they give way to', () => {
    const own = [show('0.05'), week, { kind: 'self_trade', selfTrade: 'expire_maker' }] as const;
    const stopped = [sell, oco, price('66000'), stop('63000'), stopLimit('62900')];
    const { problem, request } = ticket([...stopped, quantity('0.1'), ...own]);
    expect(problem).toBeUndefined();
    const told = { expires_at: expect.any(Number), self_trade_prevention: 'expire_maker' };
    expect(request?.legs).toMatchObject([
      { display_quantity: '0.05000', ...told },
      { display_quantity: '0.05000', ...told },
    ]);
    // At the market nothing stands in the book.
    const atMarket = ticket([...stopped, stopLimit(''), quantity('0.1'), ...own]).request;
    expect(atMarket?.legs[1]).not.toHaveProperty('display_quantity');
  });

  test('behind an order the stop trails and the profit rests, and shows a part', () => {
    const behind = [exits({ profit: '66000', loss: '62000' }), legs({ trails: true, rests: true })];
    const { problem, request } = ticket([...bought, ...behind, show('0.02'), week]);
    expect(problem).toBeUndefined();
    expect(request).toMatchObject({ kind: 'otoco', working: { display_quantity: '0.02000' } });
    expect(request?.working).not.toHaveProperty('expires_at');
    expect(request?.legs).toEqual([
      {
        ...{ side: 'sell', type: 'limit', price: '66000.0' },
        ...{ quantity: '0.10000', display_quantity: '0.02000', expires_at: expect.any(Number) },
      },
      {
        ...{ side: 'sell', type: 'market', trigger: 'trailing_stop', trigger_by: 'index' },
        ...{ trail_rate: '0.010000', expires_at: expect.any(Number) },
      },
    ]);
  });

  test('a stop that trails stands alone behind an order too, whatever the index is by now', () => {
    const alone = [...bought, exits({}), legs({ trails: true })];
    expect(ticket(alone).request).toMatchObject({
      kind: 'oto',
      legs: [{ trigger: 'trailing_stop' }],
    });
    expect(ticket([...alone, from('60000')]).problem).toBeUndefined();
    expect(ticket([...alone, from('60000.05')]).problem).toMatchObject({ field: 'activation' });
    expect(ticket([...alone, trail('0')]).problem).toMatchObject({ code: 'trail_range' });
    const crossed = [...bought, exits({ profit: '66000' }), legs({ trails: true }), from('67000')];
    expect(ticket(crossed).problem).toMatchObject({ field: 'activation', code: 'pair_order' });
  });

  test('a market order alone is placed behind one, and makes way for other exits', () => {
    const { state, problem, request } = ticket([...bought, legs({ follows: true })]);
    expect(problem).toBeUndefined();
    expect(request).toMatchObject({ kind: 'oto', legs: [{ side: 'sell', type: 'market' }] });
    expect(request?.legs[0]).not.toHaveProperty('trigger');
    const back = ticket([sell, market, quantity('0.1'), legs({ follows: true })]).request;
    expect(back?.legs).toEqual([{ side: 'buy', type: 'market', quantity: '0.10000' }]);
    const other = reduce(state, exits({ loss: '62000' }));
    expect(other.legs.follows).toBe(false);
    expect(reduce(other, legs({ follows: true })).exits).toBeUndefined();
    expect(reduce(state, { kind: 'placed' }).legs.follows).toBe(false);
    expect(reduce(state, oco).legs.follows).toBe(false);
  });

  test('are counted where their kind has them', () => {
    const count = (...actions: readonly TicketAction[]) =>
      advancedCount(actions.reduce(reduce, initialState()), BTC_RULES);
    expect(count()).toBe(0);
    expect(count(week)).toBe(0);
    expect(count(week, { kind: 'type', ...orderOf('stop_market') })).toBe(1);
    expect(count(exits({}), legs({ trails: true, rests: true }), show('1'))).toBe(3);
    expect(count({ kind: 'self_trade', selfTrade: 'expire_both' })).toBe(1);
  });
});
