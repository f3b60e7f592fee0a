/**
 * Q1: what is worse for users takes two people, is announced, and begins when the notice is over; what is better, or
 * stops, is one person's and at once; a bound holds against any number of people.
 */

import { LANGUAGES } from '@fairlead/contract';
import { HOUR_MS } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { addTreasury, FIFTEEN } from '../../hosting/test/fixture.ts';
import {
  coolOff,
  loginAs,
  operator,
  postJson,
  proposalOf,
  type TestOperator,
} from '../../operators/test/fixture.ts';

let server: TestServer;
let manager: TestOperator;
let second: TestOperator;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer({ environment: { TERMS_NOTICE_HOURS: '24' } });
  await server.run({ kind: 'configure_hosting', product: FIFTEEN });
  await addTreasury(server, 1_000);
  [manager, second] = [await operator(server, 'manager'), await operator(server, 'manager')];
  user = await server.trader();
  await coolOff(server);
});
afterAll(() => server.stop());
beforeEach(() => logIn());

const present = async () => {
  const markets = await server.data('operatorMarkets', {}, manager);
  const found = markets.find(({ symbol }) => symbol === 'BTC/USDT');
  if (found === undefined) throw new Error('no market');
  return found;
};
const save = async (change: object) =>
  server.data('operatorSaveMarket', { ...(await present()), ...change }, manager);
const pass = (id: number) =>
  server.data('decideProposal', { id, decision: 'passed' }, { token: second.token });
const upcoming = (headers = {}) => server.data('upcomingTerms', {}, { headers });
/** As the sweep of every minute does. */
async function passHours(hours: number) {
  await server.pass(hours * HOUR_MS);
  await server.context.proposals.finishAll();
  await logIn();
}

/** An operator's session ends within hours. */
async function logIn() {
  for (const each of [manager, second])
    Object.assign(each, { token: await loginAs(server, each.name) });
}

describe('Q1: a worse term', () => {
  test('is nobody’s alone, is announced when passed, and begins 24 hours later, through a restart', async () => {
    const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '99.00', quantity: '1' };
    await server.data('placeOrder', order, user);
    const before = await present();
    const saved = await save({ taker_fee: '0.004', maker_fee: '0.0005' });
    expect(saved.is_effective).toBe(false);
    expect(await present()).toEqual(before);
    const id = proposalOf(saved);
    const own = await server.call('decideProposal', { id, decision: 'passed' }, manager);
    expect(own.error).toBe('four_eyes');
    expect(await upcoming()).toEqual([]);

    const passed = await pass(id);
    const startsAt = server.clock.now() + 24 * HOUR_MS;
    expect(passed).toMatchObject({ takes: 'notice', notice_hours: 24, starts_at: startsAt });
    expect(await present()).toEqual(before);
    const announced = await server.data('proposals', { status: 'announced' }, manager);
    expect(announced.list.map((each) => each.id)).toEqual([id]);
    const [next] = await upcoming();
    expect(next).toMatchObject({
      product: 'market',
      symbol: 'BTC/USDT',
      name: 'Spot BTC/USDT',
      starts_at: startsAt,
      changes: [
        { field: 'maker_fee', label: 'Maker fee', before: '0.001', after: '0.0005' },
        { field: 'taker_fee', label: 'Taker fee', before: '0.002', after: '0.004' },
      ],
    });
    for (const lang of LANGUAGES) {
      const headers = { 'language-mark': lang };
      const request = { id: next?.news_id ?? 0 };
      const article = await server.data('newsDetail', request, { headers });
      expect(article.body).toContain('0.002 → 0.004');
      expect(article.title).toContain('BTC/USDT');
    }
    const told = await server.data('messages', {}, user);
    expect(told.list[0]).toMatchObject({ kind: 'terms_change' });

    await passHours(23);
    expect(await present()).toEqual(before);
    await server.restart();
    await passHours(1);
    expect(await present()).toEqual({ ...before, taker_fee: '0.004', maker_fee: '0.0005' });
    expect(await upcoming()).toEqual([]);
    expect((await server.data('proposals', { status: 'announced' }, manager)).total).toBe(0);
  });

  test('put back after it was bettered is worse again, and waits', async () => {
    const before = await present();
    expect((await save({ taker_fee: '0.001' })).is_effective).toBe(true);
    expect((await present()).taker_fee).toBe('0.001');
    expect((await save({ taker_fee: before.taker_fee })).is_effective).toBe(false);
    expect((await present()).taker_fee).toBe('0.001');
  });

  test('does not begin over another change that came meanwhile, and that is announced', async () => {
    const id = proposalOf(await save({ taker_fee: '0.006' }));
    await pass(id);
    expect((await save({ taker_fee: '0.0009' })).is_effective).toBe(true);
    await passHours(24);
    expect((await present()).taker_fee).toBe('0.0009');
    const { list } = await server.data('newsList', { category: 'notice', limit: 1 });
    expect(list[0]?.title).toBe('Spot BTC/USDT: announced terms do not come');
    const passed = await server.data('proposals', { status: 'passed' }, manager);
    expect(passed.list.find((each) => each.id === id)?.failure).toBe('intent_changed');
  });

  test('is not announced when what it was made from is gone already', async () => {
    const id = proposalOf(await save({ taker_fee: '0.006' }));
    expect((await save({ taker_fee: '0.0008' })).is_effective).toBe(true);
    expect(await pass(id)).toMatchObject({ failure: 'intent_changed' });
    expect(await upcoming()).toEqual([]);
  });

  test('of a product that was closed and is sold again under another id waits as well', async () => {
    const { products } = await server.data('operatorHosting', {}, manager);
    const [{ hosting, orders, ...terms } = { hosting: '', orders: 0 }] = products;
    const reason = 'another product';
    const saveProduct = async (change: object) => {
      const asked = { terms: { ...terms, ...change }, reason };
      const reply = await postJson(server, 'operatorSaveHosting', asked, manager);
      return reply.message;
    };
    expect((await saveProduct({ is_open: false })).is_effective).toBe(true);
    const again = await saveProduct({ id: 77, daily_yield: '0.001' });
    const passed = await pass(proposalOf(again));
    expect(passed.starts_at).toBe(server.clock.now() + 24 * HOUR_MS);
    expect((await server.data('hostingProducts')).map(({ id }) => id)).toEqual([]);
  });
});

describe('Q1: one person, at once', () => {
  test.each(['halted', 'open'])('a market is %s', async (state) => {
    const asked = { symbol: 'BTC/USDT', state, reason: 'looked at' };
    expect(await server.data('operatorHalt', asked, manager)).toMatchObject({ is_effective: true });
    expect((await present()).state).toBe(state);
  });

  test('a market is closed, and opened by two', async () => {
    const close = { symbol: 'BTC/USDT', state: 'closed', reason: 'looked at' };
    expect((await server.data('operatorHalt', close, manager)).is_effective).toBe(true);
    const open = await server.data('operatorHalt', { ...close, state: 'open' }, manager);
    expect(open.is_effective).toBe(false);
    expect(server.context.terms.market('BTC/USDT')?.state).toBe('closed');
    expect(await pass(proposalOf(open))).toMatchObject({ takes: 'two', status: 'passed' });
    expect(server.context.terms.market('BTC/USDT')?.state).toBe('open');
  });
});

describe('Q1: no number of people gets beyond a bound', () => {
  test.each([
    { taker_fee: '0.010001' },
    { maker_fee: '1', taker_fee: '1' },
    { market_band: '0.200001' },
    { limit_band: '1' },
    { tick_size: '0.06', lot_size: '0.01' },
    { tick_size: '200' },
    { min_notional: '1000.01' },
    { lot_size: '1.01' },
    { open_orders_max: 0 },
  ])('%j is refused before anybody can pass it', async (change) => {
    const before = await present();
    const reply = await server.call('operatorSaveMarket', { ...before, ...change }, manager);
    expect(['terms_invalid', 'validation_failed']).toContain(reply.error);
    expect(await present()).toEqual(before);
  });
});
