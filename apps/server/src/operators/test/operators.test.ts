/** Operators: their login, their roles, what they change, and the log of it (cases.md O2). */
import type { OperatorRole } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWNER_PASSWORD, startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { verifyAuditChain } from '../../core/acts/audit.ts';
import { Passwords } from '../../identity/passwords.ts';
import { insertOperator } from '../queries.ts';
import { operator, proposalOf, saveMarketByTwo } from './fixture.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.ownerToken();
});
afterAll(() => server.stop());

const passwords = new Passwords({ memoryCost: 64, timeCost: 1, parallelism: 1 });

async function operatorToken(role: OperatorRole): Promise<string> {
  const name = `${role}-${server.clock.nowMs}`;
  await insertOperator(server.context.database, {
    name,
    role,
    passwordHash: await passwords.hash('a long enough one'),
    createdAtMs: server.clock.nowMs,
  });
  server.clock.nowMs += 1;
  return (await server.data('operatorLogin', { name, password: 'a long enough one' })).token;
}

const SOL = { currency_id: 4, name: 'SOL', full_name: 'Solana', scale: 9, is_enabled: 'true' };
const SOL_USDT = {
  symbol: 'SOL/USDT',
  tick_size: '0.01',
  lot_size: '0.001',
  min_notional: '1',
  maker_fee: '0.001',
  taker_fee: '0.0015',
  market_band: '0.02',
  limit_band: '0.2',
  open_orders_max: 100,
  iceberg_parts_max: 10,
  state: 'open',
};

describe('login', () => {
  test('gives a token with the role; wrong words give one answer', async () => {
    const reply = await server.data('operatorLogin', { name: 'owner', password: OWNER_PASSWORD });
    expect(reply).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      roles: ['owner'],
    });
    const wrong = await server.call('operatorLogin', { name: 'owner', password: 'wrong' });
    const unknown = await server.call('operatorLogin', { name: 'nobody', password: 'wrong' });
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
  });

  test('locks after ten wrong tries', async () => {
    const login = { name: 'target', password: 'wrong' };
    for (let count = 0; count < 10; count += 1) await server.call('operatorLogin', login);
    expect(await server.call('operatorLogin', login)).toMatchObject({
      status: 429,
      error: 'locked_out',
    });
  });

  test('nobody can lock an operator out from another address', async () => {
    const wrong = { name: 'owner', password: 'wrong' };
    const from = (ip: string) => server.call('operatorLogin', wrong, { ip });
    for (let count = 0; count < 10; count += 1) await from(`2001:db8::${count}`);
    expect(await from('2001:db8::ffff')).toMatchObject({ status: 429, error: 'locked_out' });
    expect((await from('2001:db8:0:1::1')).error).toBe('login_failed');
    expect(await server.ownerToken()).toHaveLength(43);
  });

  test('tries made at once count each', async () => {
    const wrong = { name: 'owner', password: 'wrong' };
    const tries = Array.from({ length: 30 }, () =>
      server.call('operatorLogin', wrong, { ip: '192.0.2.7' }),
    );
    const errors = (await Promise.all(tries)).map(({ error }) => error);
    expect(errors.filter((error) => error === 'login_failed')).toHaveLength(10);
    expect(errors.filter((error) => error === 'locked_out')).toHaveLength(20);
  });

  test('of failed logins the log has known names only', async () => {
    await server.context.audit.written();
    const [before] = await server.context.database.query('SELECT count(*) FROM audit_log');
    const invented = { name: 'invented', password: 'wrong' };
    for (let count = 0; count < 5; count += 1) await server.call('operatorLogin', invented);
    await server.context.audit.written();
    expect(await server.context.database.query('SELECT count(*) FROM audit_log')).toEqual([before]);
    await server.call('operatorLogin', { name: 'owner', password: 'wrong' });
    await server.context.audit.written();
    const [last] = await server.context.database.query(
      'SELECT action, subject FROM audit_log ORDER BY audit_id DESC LIMIT 1',
    );
    expect(last).toEqual({ action: 'operator.login_failed', subject: 'operator owner' });
    await server.ownerToken();
  });

  test('a session ends after 15 idle minutes and after 8 hours', async () => {
    const idle = await server.ownerToken();
    server.clock.nowMs += 15 * 60_000;
    expect((await server.call('operatorMarkets', {}, { token: idle })).status).toBe(401);
    const busy = await server.ownerToken();
    for (let minutes = 0; minutes < 8 * 60; minutes += 10) {
      expect((await server.call('operatorMarkets', {}, { token: busy })).status).toBe(200);
      server.clock.nowMs += 10 * 60_000;
    }
    expect((await server.call('operatorMarkets', {}, { token: busy })).status).toBe(401);
    token = await server.ownerToken();
    await server.tick();
  });

  test('logout ends it', async () => {
    const own = await server.ownerToken();
    await server.data('operatorLogout', {}, { token: own });
    expect((await server.call('operatorMarkets', {}, { token: own })).status).toBe(401);
  });
});

test('outside demo the right password opens nothing, and is noted', async () => {
  const real = await startTestServer({
    environment: {
      DEMO: 'false',
      FEED: 'live:kraken,coinbase',
      SECRET_KEY: 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH',
    },
  });
  try {
    const login = { name: 'owner', password: OWNER_PASSWORD };
    expect(await real.call('operatorLogin', login)).toMatchObject({ error: 'mfa_required' });
    const rows = await real.context.database.query(
      'SELECT action, subject FROM audit_log ORDER BY audit_id DESC LIMIT 1',
    );
    expect(rows).toEqual([{ action: 'operator.mfa_required', subject: 'owner' }]);
  } finally {
    await real.stop();
  }
});

describe('currencies and markets are data', () => {
  test('a new currency and market trade at once', async () => {
    await server.data('operatorSaveCurrency', SOL, { token });
    const id = await saveMarketByTwo(server, SOL_USDT, token);
    const markets = await server.data('operatorMarkets', {}, { token });
    expect(markets.find((market) => market.market_id === id)).toEqual({
      ...SOL_USDT,
      market_id: id,
    });
    expect(await server.data('operatorCurrencies', {}, { token })).toContainEqual({
      ...SOL,
      is_enabled: true,
    });
    const user = await server.trader();
    const order = { symbol: 'SOL/USDT', side: 'buy', type: 'limit', price: '20.00', quantity: '1' };
    expect((await server.call('placeOrder', order, user)).status).toBe(200);
  });

  test('fees change for the next trade', async () => {
    const [maker, taker] = [await server.trader(), await server.trader()];
    const [market] = await server.data('operatorMarkets', {}, { token });
    const saved = await server.data('operatorSaveMarket', { ...market, taker_fee: '0' }, { token });
    expect(saved.is_effective).toBe(true);
    const order = { symbol: 'BTC/USDT', type: 'limit', price: '100.00', quantity: '1' };
    await server.data('placeOrder', { ...order, side: 'sell' }, maker);
    const bought = await server.data('placeOrder', { ...order, side: 'buy' }, taker);
    expect(bought.order.fee).toBe('0.00000000');
    await saveMarketByTwo(server, { ...market }, token);
  });

  test('a new tick cancels what rests on the old one (B12), and no order slips through between', async () => {
    const user = await server.trader();
    const order = { symbol: 'ETH/USDT', side: 'buy', type: 'limit', price: '9.99', quantity: '1' };
    const { order: resting } = await server.data('placeOrder', order, user);
    const market = (await server.data('operatorMarkets', {}, { token })).find(
      ({ symbol }) => symbol === 'ETH/USDT',
    );
    const asked = { ...market, tick_size: '0.005' };
    const saved = await server.data('operatorSaveMarket', asked, { token });
    const second = await operator(server, 'manager');
    const passing = { id: proposalOf(saved), decision: 'passed' } as const;
    const [change, ...orders] = await Promise.all([
      server.call('decideProposal', passing, second),
      ...Array.from({ length: 20 }, () => server.call('placeOrder', order, user)),
    ]);
    expect(change?.status).toBe(200);
    for (const { status, error, fields } of orders)
      expect(status === 200 || error === 'market_closed' || fields !== undefined).toBe(true);
    const { list } = await server.data('orders', { symbol: 'ETH/USDT', limit: 100 }, user);
    expect(list.find(({ id }) => id === resting.id)?.status).toBe('cancelled');
    expect(list.filter(({ status }) => status === 'waiting')).toEqual([]);
    const wallet = await server.data('walletDetail', { account: 'coin', currency_id: 3 }, user);
    expect(wallet.frozen).toBe('0.000000');
    const off = { ...order, price: '9.992' };
    expect((await server.call('placeOrder', off, user)).fields).toEqual({
      price: 'Must be a multiple of 0.005',
    });
  });

  test('minimum notional and open orders hold from the next order on', async () => {
    const terms = { ...SOL_USDT, min_notional: '10', open_orders_max: 1 };
    await saveMarketByTwo(server, terms, token);
    const user = await server.trader();
    const order = { symbol: 'SOL/USDT', side: 'buy', type: 'limit', price: '20.00' };
    const place = (quantity: string) => server.call('placeOrder', { ...order, quantity }, user);
    expect(await place('0.499')).toMatchObject({ status: 400, error: 'below_minimum' });
    expect((await place('0.5')).status).toBe(200);
    expect(await place('0.5')).toMatchObject({ status: 400, error: 'too_many_orders' });
  });

  test.each([
    [{ maker_fee: '1.1' }, 'terms_invalid'],
    [{ lot_size: '0.000000001', tick_size: '0.00000001' }, 'terms_invalid'],
    [{ symbol: 'SOL/EUR' }, 'validation_failed'],
    [{ tick_size: '0' }, 'validation_failed'],
    [{ tick_size: '0.000000001' }, 'terms_invalid'],
    [{ open_orders_max: 0 }, 'validation_failed'],
    [{ state: 'paused' }, 'validation_failed'],
    [{ market_id: 77, symbol: 'BTC/USDT' }, 'name_taken'],
    [{ market_id: 1, symbol: 'BTC/SOL' }, 'terms_invalid'],
    [{ symbol: 'BTC/USDT', tick_size: '1.01' }, 'terms_invalid'],
    [{ price: '1' }, 'validation_failed'],
  ])('a market with %j is refused: %s', async (change, error) => {
    const reply = await server.call('operatorSaveMarket', { ...SOL_USDT, ...change }, { token });
    expect(reply).toMatchObject({ error });
  });

  test.each([
    [
      { tick_size: '0.00000001' },
      { lot_size: 'Does not fit “Price step”', tick_size: 'Does not fit “Lot size”' },
    ],
    [{ maker_fee: '0.010001' }, { maker_fee: 'Outside its bounds' }],
    [{ limit_band: '0.200001' }, { limit_band: 'Outside its bounds' }],
  ])('what a market with %j is refused for is said at each field', async (change, fields) => {
    const reply = await server.call('operatorSaveMarket', { ...SOL_USDT, ...change }, { token });
    expect(reply).toMatchObject({ status: 422, error: 'terms_invalid', fields });
    expect(Object.keys(reply.fields ?? {})).toEqual(Object.keys(fields));
  });

  test('a quote currency without a price is refused, until it has a market in USDT', async () => {
    const euro = { currency_id: 20, name: 'EUR', full_name: 'Euro', scale: 2, is_enabled: 'true' };
    expect((await server.call('operatorSaveCurrency', euro, { token })).status).toBe(200);
    const market = { ...SOL_USDT, symbol: 'SOL/EUR', lot_size: '1', state: 'halted' };
    const refused = await server.call('operatorSaveMarket', market, { token });
    expect(refused).toMatchObject({ status: 422, error: 'quote_unpriced' });
    const priced = { ...SOL_USDT, symbol: 'EUR/USDT', lot_size: '0.01', state: 'halted' };
    await saveMarketByTwo(server, priced, token);
    const taken = await server.call('operatorSaveMarket', market, { token });
    expect(taken.message).toMatchObject({ is_effective: false });
  });

  test.each([
    [{ currency_id: 1, name: 'BTC', scale: 6 }, 'terms_invalid'],
    [{ currency_id: 1, name: 'XBT', scale: 8 }, 'terms_invalid'],
    [{ currency_id: 9, name: 'BTC' }, 'name_taken'],
    [{ scale: 19 }, 'validation_failed'],
    [{ name: 'sol' }, 'validation_failed'],
  ])('a currency with %j is refused: %s', async (change, error) => {
    const user = await server.trader();
    const reply = await server.call('operatorSaveCurrency', { ...SOL, ...change }, { token });
    expect(reply).toMatchObject({ error });
    expect(user.userId).toBeGreaterThan(0);
  });
});

describe('a halt', () => {
  test('refuses orders, lets cancels through, and is lifted', async () => {
    const user = await server.trader();
    const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '99.00', quantity: '1' };
    const { order: resting } = await server.data('placeOrder', order, user);
    const halt = { symbol: 'BTC/USDT', state: 'halted', reason: 'a test' };
    expect(await server.data('operatorHalt', halt, { token })).toEqual({
      is_effective: true,
      symbol: 'BTC/USDT',
      state: 'halted',
    });
    expect(await server.call('placeOrder', order, user)).toMatchObject({
      status: 400,
      error: 'market_closed',
    });
    expect((await server.call('cancelOrder', { order_id: resting.id }, user)).status).toBe(200);
    await server.data('operatorHalt', { ...halt, state: 'open' }, { token });
    expect((await server.call('placeOrder', order, user)).status).toBe(200);
  });

  test.each([
    [{ symbol: 'NO/NO' }, 404],
    [{ reason: 'x' }, 422],
    [{ state: 'gone' }, 422],
  ])('%j is refused', async (change, status) => {
    const halt = { symbol: 'BTC/USDT', state: 'halted', reason: 'a test', ...change };
    expect((await server.call('operatorHalt', halt, { token })).status).toBe(status);
  });
});

test('G4: when the books do not add up nothing new trades, cancels go on', async () => {
  const user = await server.trader();
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '99.00', quantity: '1' };
  const { order: resting } = await server.data('placeOrder', order, user);
  const { database, reconciler } = server.context;
  await database.query(
    'UPDATE balances SET total_minor = total_minor + 1 WHERE owner_id = $1 AND currency_id = 3',
    [user.userId],
  );
  await reconciler.checkQuick();
  expect(await server.call('placeOrder', order, user)).toMatchObject({
    status: 503,
    error: 'unavailable',
  });
  expect((await server.call('cancelOrder', { order_id: resting.id }, user)).status).toBe(200);
  // The cancel has written the engine's total over the wrong one.
  await server.settleBooks();
  expect((await server.call('placeOrder', order, user)).status).toBe(200);
});

describe('roles', () => {
  test('auditors read and change nothing, support neither', async () => {
    const auditor = await operatorToken('auditor');
    const support = await operatorToken('support');
    expect((await server.call('operatorMarkets', {}, { token: auditor })).status).toBe(200);
    const change = await server.call('operatorSaveCurrency', SOL, { token: auditor });
    expect(change).toMatchObject({ status: 403, error: 'forbidden' });
    expect((await server.call('operatorMarkets', {}, { token: support })).status).toBe(403);
    const manager = await operatorToken('manager');
    expect((await server.call('operatorSaveCurrency', SOL, { token: manager })).status).toBe(200);
  });
});

describe('the audit log (O2)', () => {
  test('has what was done, by whom, from where and with what', async () => {
    const halt = { symbol: 'BTC/USDT', state: 'open', reason: 'to be seen' };
    await server.data('operatorHalt', halt, { token, ip: '127.0.0.1' });
    const [row] = await server.context.database.query(
      'SELECT action, subject, detail, ip, operator_id FROM audit_log ORDER BY audit_id DESC LIMIT 1',
    );
    expect(row).toMatchObject({
      action: 'market.state',
      subject: 'market BTC/USDT',
      detail: halt,
      ip: '127.0.0.1',
    });
  });

  test('a refusal is in it too, and no password ever', async () => {
    await server.call('operatorSaveMarket', { ...SOL_USDT, maker_fee: '1.1' }, { token });
    const rows = await server.context.database.query<{ action: string; detail: string }>(
      'SELECT action, detail::text AS detail FROM audit_log ORDER BY audit_id',
    );
    expect(rows.at(-1)).toMatchObject({
      action: 'terms.proposed.refused',
      detail: '{"code":"terms_invalid"}',
    });
    expect(JSON.stringify(rows)).not.toContain(OWNER_PASSWORD);
  });

  test('refuses change, and the chain shows one made past the table', async () => {
    const { database } = server.context;
    expect((await verifyAuditChain(database)).brokenAt).toBeUndefined();
    await expect(database.query("UPDATE audit_log SET action = 'x'")).rejects.toThrow(
      /append-only/,
    );
    await expect(database.query('DELETE FROM audit_log')).rejects.toThrow(/append-only/);
    await database.query('ALTER TABLE audit_log DISABLE TRIGGER append_only');
    await database.query("UPDATE audit_log SET subject = 'nothing' WHERE audit_id = 3");
    expect((await verifyAuditChain(database)).brokenAt).toBe(3);
  });

  test('entries made at once still form one chain', async () => {
    const { audit, database } = server.context;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => audit.add({ action: 'test', subject: `${index}` })),
    );
    const rows = await database.query<{ previous_hash: Uint8Array }>(
      'SELECT DISTINCT previous_hash FROM audit_log',
    );
    const [count] = await database.query<{ count: bigint }>('SELECT count(*) FROM audit_log');
    expect(rows).toHaveLength(Number(count?.count));
  });
});
