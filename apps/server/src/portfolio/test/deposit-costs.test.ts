/**
 * What a user says that deposits had cost: kept, undone, told in each figure that follows from it, and read by nothing but the
 * user's own tax report.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ResponseOf, routes, SHARE_HEADER } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  type Reply,
  readReply,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { describeDatabases } from '../../../test/support/test-database.ts';
import { startFuturesServer } from '../../futures/test/fixture.ts';
import { changeDepositCosts, depositCostsOf } from '../tax/cost-queries.ts';

const TERMS = { year: 2027, method: 'fifo', currency: 'USDT', time_zone: 'Asia/Tokyo' } as const;
const BTC = 1;

type Name = 'saveDepositCosts' | 'taxReport' | 'taxLines' | 'taxFile';

describeDatabases('what deposits had cost', (kind) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startFuturesServer({ kind });
    await server.context.candles.save();
  });
  afterAll(() => server.stop());

  async function ask<Of extends Name>(name: Of, request: object, of: TestUser): Promise<Reply<Of>> {
    const response = await server.app.inject({
      method: 'POST',
      url: `/api/${routes[name].path}`,
      headers: { authorization: of.token },
      payload: request,
    });
    return readReply(response);
  }
  async function told<Of extends Name>(
    name: Of,
    request: object,
    of: TestUser,
  ): Promise<ResponseOf<Of>> {
    const reply = await ask(name, request, of);
    if (reply.type !== 'ok') throw new Error(`${name}: ${reply.text}`);
    return reply.message;
  }
  const report = (of: TestUser, more: object = {}) => told('taxReport', { ...TERMS, ...more }, of);
  const lines = async (of: TestUser, figure: string, more: object = {}) =>
    (await told('taxLines', { ...TERMS, limit: 100, figure, ...more }, of)).list;
  const save = (of: TestUser, request: object) => told('saveDepositCosts', request, of);
  const refusedFields = async (of: TestUser, request: object) =>
    (await ask('saveDepositCosts', request, of)).fields;
  const kept = async (of: TestUser) => (await server.data('depositCosts', {}, of)).costs;

  /** A user to whom one BTC came, and the deposit's entry. */
  async function depositor(): Promise<{ user: TestUser; entryId: number }> {
    const user = await server.register();
    await server.fund(user.userId, BTC, 100_000_000n);
    const [deposit] = await lines(user, 'deposits');
    if (deposit === undefined) throw new Error('no deposit');
    return { user, entryId: deposit.entry_id };
  }
  const said = (entry_id: number, more: object = {}) => ({
    ...{ entry_id, cost: '12.5', currency: 'USDT', acquired: '2025-03-01' },
    ...more,
  });

  test('is kept for every device and every report, and told in what follows from it', async () => {
    const { user, entryId } = await depositor();
    expect((await report(user)).holdings[0]).not.toHaveProperty('cost');
    const { costs } = await save(user, { put: [said(entryId)] });
    expect(costs).toEqual([
      { ...said(entryId, { cost: '12.500000' }), stated_at: expect.any(Number) },
    ]);
    expect(await kept(user)).toEqual(costs);
    const known = await report(user);
    expect(known.stated_deposits).toBe(1);
    expect(known.holdings[0]).toMatchObject({ currency: 'BTC', cost: '12.500000' });
    expect(known.holdings[0]).toHaveProperty('unrealised');
    const stated = { cost: '12.500000', currency: 'USDT', acquired: '2025-03-01' };
    expect(await lines(user, 'deposits')).toMatchObject([{ entry_id: entryId, stated }]);
    expect(await lines(user, 'holdings')).toMatchObject([{ is_stated: true, stated }]);
  });

  test.each(['fifo', 'average'])('a sale by %s says that its cost was stated', async (method) => {
    const { user, entryId } = await depositor();
    const buyer = await server.trader();
    await save(user, { put: [said(entryId)] });
    const order = { symbol: 'BTC/USDT', type: 'limit', price: '100.00', quantity: '0.5' };
    await server.data('placeOrder', { ...order, side: 'buy' }, buyer);
    await server.data('placeOrder', { ...order, side: 'sell' }, user);
    const [sale] = await lines(user, 'gains', { method });
    // 50 less 0.2 %, less half of 12.5.
    expect(sale).toMatchObject({ value: '49.900000', cost: '6.250000', gain: '43.650000' });
    expect(sale?.lots).toMatchObject([{ entry_id: entryId, is_stated: true }]);
    const { text } = await told('taxFile', { ...TERMS, method, format: 'csv' }, user);
    expect(text.split('\r\n').filter((row) => row.endsWith(',yes'))).not.toEqual([]);
    const beancount = await told('taxFile', { ...TERMS, method, format: 'beancount' }, user);
    expect(beancount.text).toContain('cost-basis: "stated by the owner"');
  });

  test('a reader’s report together has it, whichever of the accounts the call names', async () => {
    const { user, entryId } = await depositor();
    const reader = await server.register();
    await save(user, { put: [said(entryId)] });
    const { id: sub } = await server.data('createSubAccount', { name: 'Grid' }, user);
    const { id } = await server.data(
      'createAccountShare',
      {
        ...{ email: reader.email, accounts: [user.userId, sub], password: PASSWORD },
        until: server.clock.now() + DAY_MS,
      },
      user,
    );
    const { accounts } = await server.data('acceptAccountShare', { id }, reader);
    for (const { share } of accounts) {
      const read = await server.data(
        'taxReport',
        { ...TERMS, together: true },
        { token: reader.token, headers: { [SHARE_HEADER]: share } },
      );
      expect([share, read.stated_deposits, read.holdings[0]?.cost]).toEqual([
        ...[share, 1, '12.500000'],
      ]);
    }
  });

  test('the same again is the same; another takes its place; what is forgotten leaves nothing', async () => {
    const { user, entryId } = await depositor();
    const before = await report(user);
    const { costs } = await save(user, { put: [said(entryId)] });
    server.clock.nowMs += 5_000;
    expect((await save(user, { put: [said(entryId)] })).costs).toEqual(costs);
    const changed = await save(user, { put: [said(entryId, { cost: '20' })] });
    expect(changed.costs).toMatchObject([{ cost: '20.000000' }]);
    expect(changed.costs[0]?.stated_at).toBeGreaterThan(costs[0]?.stated_at ?? 0);
    for (const _ of [1, 2]) expect((await save(user, { remove: [entryId] })).costs).toEqual([]);
    expect({ ...(await report(user)), as_of: 0 }).toEqual({ ...before, as_of: 0 });
  });

  test('what a call states goes before what is kept, for that call alone', async () => {
    const { user, entryId } = await depositor();
    await save(user, { put: [said(entryId)] });
    const stated = [{ entry_id: entryId, cost: '99', acquired: '2025-03-02' }];
    expect((await report(user, { stated })).holdings[0]).toMatchObject({ cost: '99.000000' });
    const [line] = await lines(user, 'deposits', { stated });
    expect(line?.stated).toEqual({ cost: '99.000000', currency: 'USDT', acquired: '2025-03-02' });
    expect((await report(user)).holdings[0]).toMatchObject({ cost: '12.500000' });
  });

  test('in a report of another currency it is valued at its day, and is not known without a price', async () => {
    const { user, entryId } = await depositor();
    const [deposit] = await lines(user, 'deposits');
    const today = new Date(deposit?.time ?? 0).toISOString().slice(0, 10);
    await save(user, { put: [said(entryId, { acquired: today })] });
    expect((await report(user, { currency: 'ETH' })).holdings[0]).toHaveProperty('cost');
    await save(user, { put: [said(entryId, { acquired: '2011-01-01' })] });
    expect((await report(user, { currency: 'ETH' })).holdings[0]).not.toHaveProperty('cost');
    expect(await lines(user, 'deposits', { currency: 'ETH' })).toMatchObject([
      { missing: 'cost', stated: { currency: 'USDT', acquired: '2011-01-01' } },
    ]);
    // Of the currency that all is measured by a statement does not count, nor is it told.
    expect((await report(user, { currency: 'BTC' })).stated_deposits).toBe(0);
    expect((await lines(user, 'deposits', { currency: 'BTC' }))[0]).not.toHaveProperty('stated');
  });

  test('the day of the deposit where it is latest is a day of its acquisition everywhere', async () => {
    const { user, entryId } = await depositor();
    const [deposit] = await lines(user, 'deposits');
    const latest = new Date((deposit?.time ?? 0) + 14 * 3_600_000).toISOString().slice(0, 10);
    await save(user, { put: [said(entryId, { acquired: latest })] });
    for (const time_zone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago'])
      expect((await report(user, { time_zone })).stated_deposits).toBe(1);
  });

  describe('is refused, all of the call,', () => {
    test('of what is no deposit of the caller', async () => {
      const [{ user, entryId }, other] = [await depositor(), await depositor()];
      await server.data(
        'transfer',
        { from_account: 'coin', to_account: 'trust', currency_id: BTC, amount: '0.1' },
        user,
      );
      const moved = entryId + 2;
      for (const wrong of [other.entryId, 987_654_321, moved]) {
        const put = [said(entryId), said(wrong)];
        const fields = await refusedFields(user, { put });
        // Of somebody else's nothing tells it from none.
        expect(fields).toEqual({ 'put.1.entry_id': 'Not one of the choices' });
      }
      expect(await kept(user)).toEqual([]);
      expect(await kept(other.user)).toEqual([]);
    });

    test.each([
      ['its own currency', { currency: 'BTC' }, 'put.0.currency'],
      ['one that nobody knows', { currency: 'NONE' }, 'put.0.currency'],
      ['a day after it came', { acquired: '2027-12-31' }, 'put.0.acquired'],
      ['a day that is none', { acquired: '2025-02-30' }, 'put.0.acquired'],
      ['a day of no year', { acquired: '0000-01-01' }, 'put.0.acquired'],
      ['more than there is', { cost: '9'.repeat(20) }, 'put.0.cost'],
      ['a part of a unit', { cost: '0.0000001' }, 'put.0.cost'],
      ['less than nothing', { cost: '-1' }, 'put'],
    ])('in %s', async (_, wrong, field) => {
      const { user, entryId } = await depositor();
      const fields = await refusedFields(user, { put: [said(entryId, wrong)] });
      expect(Object.keys(fields ?? {})).toEqual([field]);
      expect(await kept(user)).toEqual([]);
    });

    test('of more than the most', async () => {
      const { user, entryId } = await depositor();
      const { database } = server.context;
      const cost = { currencyId: 3, cost: 1n, acquired: '2025-03-01', statedMs: 1 };
      const put = [entryId, entryId + 1].map((id) => ({ ...cost, entryId: id }));
      expect(
        await changeDepositCosts(database, user.userId, { put, remove: [] }, 1),
      ).toBeUndefined();
      expect(await depositCostsOf(database, [user.userId])).toEqual([]);
    });
  });

  test('counts for nothing else, however absurd', async () => {
    const { user, entryId } = await depositor();
    const everything = async () => {
      const { as_of: _, ...portfolio } = await server.data(
        'portfolio',
        { days: 7, time_zone: 'UTC' },
        user,
      );
      const period = { from: '2027-01-01', to: '2027-01-02', time_zone: 'UTC' };
      return {
        portfolio,
        wallet: await server.data('wallet', {}, user),
        statement: await server.data('statement', period, user),
        deposits: await server.data('deposits', {}, user),
      };
    };
    const before = await everything();
    await save(user, { put: [said(entryId, { cost: '1000000000', acquired: '1900-01-01' })] });
    expect(await everything()).toEqual(before);
  });
});

test('no other file of the server asks the table of it', () => {
  const root = path.join(import.meta.dirname, '../..');
  const asking = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      readFileSync(path.join(root, file), 'utf8').includes('deposit_costs'),
  );
  // The second says which engine's database has the table.
  expect(asking.sort()).toEqual(['engines/reports/published.ts', 'portfolio/tax/cost-queries.ts']);
});
