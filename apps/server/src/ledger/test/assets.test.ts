/** Balances, records, transfers and the demo's faucet. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const MOVE = { from_account: 'coin', to_account: 'option', currency_id: 3, amount: '10.5' };

describe('wallet/list', () => {
  test('shows every currency of the four accounts, converted at the index', async () => {
    const user = await server.trader();
    const wallet = await server.data('wallet', {}, user);
    expect(wallet).toMatchObject({ convert_currency: 'USDT', total: '2000.000000' });
    expect(wallet.accounts.map(({ account }) => account)).toEqual([
      'coin',
      'option',
      'contract',
      'trust',
    ]);
    expect(wallet.accounts[0]?.balances).toEqual([
      {
        currency_id: 1,
        name: 'BTC',
        available: '10.00000000',
        frozen: '0.00000000',
        total: '10.00000000',
        converted: '1000.000000',
      },
      {
        currency_id: 2,
        name: 'ETH',
        available: '0.00000000',
        frozen: '0.00000000',
        total: '0.00000000',
        converted: '0.000000',
      },
      {
        currency_id: 3,
        name: 'USDT',
        available: '1000.000000',
        frozen: '0.000000',
        total: '1000.000000',
        converted: '1000.000000',
      },
    ]);
  });

  test('without a fresh index nothing is guessed', async () => {
    const user = await server.trader();
    server.clock.nowMs += 11_000;
    const wallet = await server.data('wallet', {}, user);
    expect(wallet.total).toBe('1000.000000');
    expect(wallet.accounts[0]?.balances[0]).not.toHaveProperty('converted');
    await server.tick();
  });
});

describe('wallet/detail', () => {
  test('shows one balance', async () => {
    const user = await server.trader();
    const request = { account: 'coin', currency_id: 3 };
    expect(await server.data('walletDetail', request, user)).toEqual({
      available: '1000.000000',
      frozen: '0.000000',
      total: '1000.000000',
      converted: '1000.000000',
      deposit: true,
      withdraw: true,
      transfer: true,
    });
  });

  test.each([
    [{ account: 'coin', currency_id: 99 }, 404],
    [{ account: 'fees', currency_id: 3 }, 422],
    [{ account: 'coin', currency_id: '3.5' }, 422],
    [{ account: 'coin' }, 422],
  ])('refuses %j', async (request, status) => {
    const user = await server.register();
    expect((await server.call('walletDetail', request, user)).status).toBe(status);
  });
});

describe('wallet/change', () => {
  test('moves at once and is listed on both sides', async () => {
    const user = await server.trader();
    const { id, status } = await server.data('transfer', MOVE, user);
    expect(status).toBe('done');
    const [row] = (await server.data('transfers', {}, user)).list;
    expect(row).toEqual({
      id,
      from_account: 'coin',
      to_account: 'option',
      currency_id: 3,
      amount: '10.500000',
      time: server.clock.nowMs,
      status: 'done',
    });
    const records = await server.data('records', { kind: 'transfer' }, user);
    expect(records.list.map(({ account, amount, balance }) => [account, amount, balance])).toEqual(
      expect.arrayContaining([
        ['coin', '-10.500000', '989.500000'],
        ['option', '10.500000', '10.500000'],
      ]),
    );
  });

  test('B17: from an account to itself is refused and leaves no journal', async () => {
    const user = await server.trader();
    const before = await server.ledger();
    const reply = await server.call('transfer', { ...MOVE, to_account: 'coin' }, user);
    expect(reply).toMatchObject({ status: 400, error: 'same_account' });
    expect(await server.ledger()).toBe(before);
    expect((await server.data('transfers', {}, user)).total).toBe(0);
  });

  test('more than there is says so in the words of the specification', async () => {
    const user = await server.trader();
    const reply = await server.call('transfer', { ...MOVE, amount: '1000.000001' }, user);
    expect(reply).toMatchObject({
      status: 400,
      error: 'insufficient_balance',
      message: 'Insufficient balance',
      fields: { amount: 'sorry, your balance is running low' },
    });
  });

  test('what an order holds cannot be moved', async () => {
    const user = await server.trader();
    const order = {
      symbol: 'BTC/USDT',
      side: 'buy',
      type: 'limit',
      price: '99.00',
      quantity: '10',
    };
    await server.data('placeOrder', order, user);
    const reply = await server.call('transfer', { ...MOVE, amount: '11' }, user);
    expect(reply).toMatchObject({ error: 'insufficient_balance' });
  });

  test('of 50 transfers at once that fit once, one succeeds', async () => {
    const user = await server.register();
    await server.fund(user.userId, 3, 10_500000n);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => server.call('transfer', MOVE, user)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each([
    [{ amount: '0' }, 422],
    [{ amount: '10.0000001' }, 422],
    [{ amount: undefined }, 422],
    [{ currency_id: 99 }, 404],
    [{ from_account: 'external' }, 422],
    [{ to_account: 'fees' }, 422],
    [{ owner: 1 }, 422],
  ])('refuses %j', async (change, status) => {
    const user = await server.trader();
    expect((await server.call('transfer', { ...MOVE, ...change }, user)).status).toBe(status);
  });
});

describe('wallet/legal_log', () => {
  test('has every posting of the user, newest first, and filters', async () => {
    const [user, stranger] = [await server.trader(), await server.trader()];
    await server.pass(1_000);
    await server.data('transfer', MOVE, user);
    const all = await server.data('records', {}, user);
    expect(all.total).toBe(4);
    expect(all.list.map(({ time }) => time)).toEqual(
      all.list.map(({ time }) => time).sort((left, right) => right - left),
    );
    const count = async (filter: Record<string, unknown>) =>
      (await server.data('records', filter, user)).total;
    expect(await count({ account: 'option' })).toBe(1);
    expect(await count({ currency_id: 1 })).toBe(1);
    expect(await count({ kind: 'deposit' })).toBe(2);
    expect(await count({ from: server.clock.nowMs })).toBe(2);
    expect(await count({ to: server.clock.nowMs - 1 })).toBe(2);
    expect((await server.data('records', { kind: 'transfer' }, stranger)).total).toBe(0);
  });

  test('a trade shows both postings with its number', async () => {
    const [maker, taker] = [await server.trader(), await server.trader()];
    const order = { symbol: 'BTC/USDT', type: 'limit', price: '100.00', quantity: '1' };
    await server.data('placeOrder', { ...order, side: 'sell' }, maker);
    await server.data('placeOrder', { ...order, side: 'buy' }, taker);
    const headers = { 'language-mark': 'esp' };
    const { list } = await server.data('records', { kind: 'trade' }, { ...taker, headers });
    expect(list.map(({ currency_id: id, amount }) => [id, amount]).sort()).toEqual([
      [1, '0.99800000'],
      [3, '-100.000000'],
    ]);
    expect(list[0]?.note).toMatch(/^Operación \d+$/);
  });

  test.each([
    [{ from: 2, to: 1 }, 'to'],
    [{ kind: 'capital' }, 'kind'],
    [{ page: 0 }, 'page'],
    [{ limit: 101 }, 'limit'],
    [{ limit: 1e9 }, 'limit'],
    [{ from: -1 }, 'from'],
  ])('X16: refuses %j', async (request, field) => {
    const user = await server.register();
    const reply = await server.call('records', request, user);
    expect(reply).toMatchObject({ status: 422, error: 'validation_failed' });
    expect(Object.keys(reply.fields ?? {})).toEqual([field]);
  });
});

describe('dev/faucet', () => {
  test('gives test funds to the coin account', async () => {
    const user = await server.register();
    const grant = await server.data('faucet', { currency_id: 3, amount: '100.5' }, user);
    expect(grant).toMatchObject({ currency_id: 3, amount: '100.500000' });
    const [record] = (await server.data('records', {}, user)).list;
    expect(record).toMatchObject({ kind: 'faucet', amount: '100.500000', note: 'Test funds' });
  });

  test('B5: a grant asked for 50 times with one key is given once', async () => {
    const user = await server.register();
    const request = { currency_id: 1, amount: '1' };
    const options = { ...user, key: 'gift' };
    await Promise.all(Array.from({ length: 50 }, () => server.call('faucet', request, options)));
    expect((await server.data('records', {}, user)).total).toBe(1);
  });

  test.each([
    [{ currency_id: 99, amount: '1' }, 404, 'not_found'],
    [{ currency_id: 3, amount: '1.0000001' }, 422, 'validation_failed'],
    [{ currency_id: 3, amount: '0' }, 422, 'validation_failed'],
    [{ currency_id: 1, amount: '2000.00000001' }, 400, 'above_maximum'],
  ])('refuses %j', async (request, status, error) => {
    const user = await server.register();
    expect(await server.call('faucet', request, user)).toMatchObject({ status, error });
  });

  test('a closed currency is not given', async () => {
    const token = await server.ownerToken();
    const currency = { currency_id: 2, name: 'ETH', full_name: 'Ethereum', scale: 8 };
    await server.data('operatorSaveCurrency', { ...currency, is_enabled: false }, { token });
    const user = await server.register();
    const reply = await server.call('faucet', { currency_id: 2, amount: '1' }, user);
    expect(reply).toMatchObject({ status: 400, error: 'currency_closed' });
    await server.data('operatorSaveCurrency', { ...currency, is_enabled: true }, { token });
  });
});

test('the faucet stops at its daily limit, however it is asked, and opens again the next day', async () => {
  const strict = await startTestServer({ environment: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const user = await strict.register();
    const ask = (amount: string, key: string) =>
      strict.call('faucet', { currency_id: 1, amount }, { ...user, key });
    const replies = await Promise.all(['a', 'b', 'c', 'd'].map((key) => ask('0.6', key)));
    expect(replies.map(({ error }) => error ?? 'ok').sort()).toEqual([
      'faucet_limit',
      'ok',
      'ok',
      'ok',
    ]);
    const given = replies.findIndex(({ status }) => status === 200);
    const repeat = await ask('0.6', ['a', 'b', 'c', 'd'][given] ?? '');
    expect(repeat.text).toBe(replies[given]?.text);
    const late = await ask('0.3', 'e');
    expect(late).toMatchObject({ status: 429, error: 'faucet_limit' });
    expect(Number(late.headers['retry-after'])).toBe(16 * 3_600);
    expect((await ask('0.2', 'f')).status).toBe(200);
    await strict.pass(16 * 3_600_000);
    expect((await ask('2', 'g')).status).toBe(200);
  } finally {
    await strict.stop();
  }
});
