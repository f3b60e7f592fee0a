/** Terms of locked funds take two operators, and what is in hosting and what the treasury owes can be read (L3). */

import type { HostingTermsView } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import {
  lastActs,
  loginAs,
  operator,
  postJson,
  type TestOperator,
} from '../../operators/test/fixture.ts';
import {
  historyOf,
  inForceBy,
  passBy,
  passInTable,
  proposedBy,
  reason,
  restartAndFinish,
  termsOperators,
} from '../../operators/test/terms-kit.ts';
import {
  expectSound,
  host,
  leaveInTreasury,
  purchase,
  runDue,
  saver,
  startHostingServer,
} from './fixture.ts';

let server: TestServer;
let manager: TestOperator;
let manager2: TestOperator;
let auditor: TestOperator;
let user: TestUser;
beforeAll(async () => {
  server = await startHostingServer();
  ({ manager, manager2, auditor } = await termsOperators(server));
});
// Days pass here, and sessions end with them.
beforeEach(async () => {
  [manager, manager2, auditor] = (await Promise.all(
    [manager, manager2, auditor].map(async (each) => ({
      ...each,
      token: await loginAs(server, each.name),
    })),
  )) as [TestOperator, TestOperator, TestOperator];
  user = await saver(server);
});
afterAll(async () => {
  await expectSound(server);
  await server.stop();
});

const FIFTEEN: HostingTermsView = {
  id: 1,
  currency_id: 3,
  days: 15,
  min_amount: '100',
  max_amount: '10000',
  capacity: '20000',
  daily_yield: '0.004',
  damages_rate: '0.004',
  is_open: true,
};
const THREE: HostingTermsView = {
  id: 2,
  currency_id: 1,
  days: 3,
  min_amount: '0.01',
  max_amount: '10',
  capacity: '100',
  daily_yield: '0.001',
  damages_rate: '0.001',
  is_open: true,
};

const save = (terms: object, by: { readonly token?: string | undefined } = manager) =>
  postJson(server, 'operatorSaveHosting', { terms, reason }, by);
const decide = (by: TestOperator, id: number) => passBy(server, by, id);
const present = () => server.data('operatorHosting', {}, { token: auditor.token });
const termsOf = async (id: number) =>
  (await present()).products
    .filter((product) => product.id === id)
    .map(({ hosting: _hosting, orders: _orders, ...terms }) => terms)[0];
const history = (subject: string) => historyOf(server, subject, auditor);

const proposed = (terms: object) => proposedBy(save(terms));
const inForce = (terms: object) => inForceBy(server, save(terms), manager2);

/** An operator's session ends within hours. */
async function pass(milliseconds: number): Promise<void> {
  server.clock.nowMs += milliseconds;
  auditor = { ...auditor, token: await loginAs(server, auditor.name) };
}

test('products are read as they are in force, with their treasury', async () => {
  const { products, treasury } = await present();
  expect(products).toEqual([
    { ...FIFTEEN, hosting: '0.000000', orders: 0 },
    { ...THREE, hosting: '0.00000000', orders: 0 },
  ]);
  expect(treasury.map(({ currency, total }) => [currency, total])).toEqual([
    ['BTC', '1.00000000'],
    ['USDT', '1000.000000'],
  ]);
});

test('what is in hosting, what is promised and what falls due are counted', async () => {
  await leaveInTreasury(server, 1_000_000000n);
  const { id } = await host(server, user);
  await pass(DAY_MS / 2);
  await host(server, user, { amount: '500' });
  const usdt = async () => (await present()).treasury.find(({ currency_id }) => currency_id === 3);
  const inHosting = { principal: '1500.000000', orders: 2, currency: 'USDT' };
  expect(await usdt()).toEqual({
    ...inHosting,
    currency_id: 3,
    total: '1000.000000',
    promised: '90.000000',
    available: '910.000000',
    due_24h: '6.000000',
    sold_24h: '90.000000',
  });
  expect((await present()).products[0]).toMatchObject({ hosting: '1500.000000', orders: 2 });
  await pass(DAY_MS);
  // One day of each is overdue by now, and another one falls due within 24 hours.
  expect(await usdt()).toMatchObject({ promised: '90.000000', due_24h: '12.000000' });
  await runDue(server);
  expect(await usdt()).toMatchObject({
    ...inHosting,
    promised: '84.000000',
    total: '994.000000',
    due_24h: '6.000000',
  });
  for (const order of (await server.data('hostingOrders', {}, user)).list)
    await server.data('redeemHosting', { id: order.id }, user);
  expect(await usdt()).toMatchObject({ principal: '0.000000', orders: 0, promised: '0.000000' });
  const page = await server.data('operatorHostingOrders', {}, { token: auditor.token });
  expect(page.list.at(-1)).toMatchObject({ id, user_id: user.userId, status: 'redeemed' });
  const filtered = async (filter: object) =>
    (await server.data('operatorHostingOrders', { ...filter }, { token: auditor.token })).total;
  expect(await filtered({ user_id: user.userId })).toBe(2);
  expect(await filtered({ user_id: user.userId + 1 })).toBe(0);
  expect(await filtered({ product_id: 2 })).toBe(0);
  expect(await filtered({ product_id: 1, status: 'redeemed' })).toBe(2);
  expect(await filtered({ status: 'hosting' })).toBe(0);
});

describe('new terms', () => {
  test('are in force once another manager passes them, with their history', async () => {
    const { id: hostingId } = await host(server, user);
    const dearer = { ...FIFTEEN, daily_yield: '0.005', max_amount: '500.5', is_open: true };
    const id = await proposed(dearer);
    expect(await termsOf(1)).toEqual(FIFTEEN);
    expect((await decide(manager, id)).error).toBe('four_eyes');
    const passed = await decide(manager2, id);
    expect(passed.message).toMatchObject({ kind: 'hosting_terms', status: 'passed', reason });
    expect(passed.message.failure).toBeUndefined();
    expect(await termsOf(1)).toEqual(dearer);
    expect((await server.data('hostingProduct', { id: 1 })).daily_yield).toBe('0.005');
    expect(await history('hosting 1 USDT')).toMatchObject([
      { before: FIFTEEN, after: dearer, by: manager.name },
    ]);
    expect((await lastActs(server, 2)).map(({ action }) => action)).toEqual([
      'proposal.passed',
      'proposal.carried_out',
    ]);
    const over = await server.call('buyHosting', purchase(), user);
    expect(over.error).toBe('above_maximum');
    const [kept] = (await server.data('hostingOrders', {}, user)).list;
    expect(kept).toMatchObject({ id: hostingId, daily_yield: '0.004' });
    await server.data('redeemHosting', { id: hostingId }, user);
    await inForce(FIFTEEN);
    expect(await termsOf(1)).toEqual(FIFTEEN);
  });

  test('of a product that was none', async () => {
    const added = { ...FIFTEEN, id: 7, days: 30, is_open: false };
    await inForce(added);
    expect(await termsOf(7)).toEqual(added);
    expect(await history('hosting 7 USDT')).toEqual([
      { before: undefined, after: added, by: manager.name },
    ]);
    expect((await server.data('hostingProducts')).map(({ id }) => id)).toEqual([1, 2]);
    expect((await server.call('buyHosting', purchase({ product_id: 7 }), user)).error).toBe(
      'product_closed',
    );
  });

  test('are not put in force over others that came meanwhile', async () => {
    const [first, second] = [
      await proposed({ ...FIFTEEN, capacity: '30000' }),
      await proposed({ ...FIFTEEN, capacity: '40000' }),
    ];
    await decide(manager2, first);
    const reply = await decide(manager2, second);
    expect(reply.message).toMatchObject({ status: 'passed', failure: 'intent_changed' });
    expect((await termsOf(1))?.capacity).toBe('30000');
    await inForce(FIFTEEN);
  });

  test('are put in force once where the process ended between decision and effect', async () => {
    const id = await proposed({ ...FIFTEEN, capacity: '50000' });
    const versions = (await history('hosting 1 USDT')).length;
    await passInTable(server, manager2, id);
    await restartAndFinish(server);
    expect((await termsOf(1))?.capacity).toBe('50000');
    expect(await history('hosting 1 USDT')).toHaveLength(versions + 1);
    await inForce(FIFTEEN);
  });

  test.each([
    ['another currency', { currency_id: 1 }],
    ['a minimum above the maximum', { min_amount: '10001' }],
    ['a maximum above the capacity', { max_amount: '20001' }],
    ['no yield', { daily_yield: '0.0000001' }],
    ['a yield above 2 %', { daily_yield: '0.020001' }],
    ['damages above a tenth a day', { damages_rate: '0.100001' }],
    ['more than three years', { days: 1_096 }],
    ['a minimum that earns nothing', { min_amount: '0.000001' }],
  ])('are refused: %s', async (_name, wrong) => {
    const reply = await save({ ...FIFTEEN, ...wrong });
    expect(['terms_invalid', 'validation_failed']).toContain(reply.error);
    expect(await termsOf(1)).toEqual(FIFTEEN);
  });

  test.each([
    ['terms.currency_id', { currency_id: 99 }],
    ['terms.min_amount', { min_amount: '0.0000001' }],
    ['terms.capacity', { capacity: '1.0000001' }],
    ['terms.daily_yield', { daily_yield: '0.0000001' }],
    ['terms.damages_rate', { damages_rate: '0.0000001' }],
  ])('say what is wrong at %s', async (field, wrong) => {
    const reply = await save({ ...FIFTEEN, ...wrong });
    expect([reply.error, Object.keys(reply.fields ?? {})]).toEqual(['validation_failed', [field]]);
  });

  test('take a reason, and no fields of nobody', async () => {
    const short = await postJson(
      server,
      'operatorSaveHosting',
      { terms: FIFTEEN, reason: 'x' },
      manager,
    );
    expect(Object.keys(short.fields ?? {})).toEqual(['reason']);
    const more = await save({ ...FIFTEEN, principal: '0' });
    expect(more.error).toBe('validation_failed');
  });
});

test('who may read and who may propose', async () => {
  for (const role of ['support', 'reviewer', 'auditor', 'manager', 'owner'] as const) {
    const { token } = await operator(server, role);
    const read = await server.call('operatorHosting', {}, { token });
    const listed = await server.call('operatorHostingOrders', {}, { token });
    const may = role === 'support' ? 'forbidden' : undefined;
    expect([role, read.error, listed.error]).toEqual([role, may, may]);
    const asked = await save(FIFTEEN, { token });
    const mayNot = role === 'manager' || role === 'owner' ? undefined : 'forbidden';
    expect([role, asked.error]).toEqual([role, mayNot]);
  }
  expect((await save(FIFTEEN, { token: user.token })).error).toBe('not_logged_in');
  expect((await save(FIFTEEN, {})).error).toBe('not_logged_in');
});
