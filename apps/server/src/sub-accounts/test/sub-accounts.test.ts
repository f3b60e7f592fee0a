/**
 * Sub-accounts from the wire down: what is done as one is done by it alone, whoever else names it, and money goes between a
 * person's own accounts and nowhere else. docs/internals/sub-accounts.md.
 */
import {
  type RouteName,
  routeEntries,
  routes,
  SUB_ACCOUNT_CALLS,
  SUB_ACCOUNT_HEADER,
  SUB_ACCOUNTS_MAX,
} from '@fairlead/contract';
import { OPENINGS } from '@fairlead/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  type Reply,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { ALL, programOf, signedCall } from '../../bots/test/program-fixture.ts';
import { findInviter, findUserByAccount } from '../../identity/users/queries.ts';
import { OPENING_PRODUCTS } from '../products.ts';

const USDT = 3;

let server: TestServer;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.trader();
  bob = await server.trader();
  await server.fund(ada.userId, USDT, 1_000_000_000000n);
});
afterAll(() => server.stop());

const as = (user: { readonly token: string }, id: number) => ({
  token: user.token,
  headers: { [SUB_ACCOUNT_HEADER]: String(id) },
});

let count = 0;
async function subOf(user: TestUser): Promise<number> {
  count += 1;
  return (await server.data('createSubAccount', { name: `Grid ${count}` }, user)).id;
}

const move = (
  user: TestUser,
  id: number,
  amount: string,
  more: { direction?: 'in' | 'out'; key?: string } = {},
) =>
  server.call(
    'moveSubAccount',
    { id, direction: more.direction ?? 'in', currency_id: USDT, amount },
    { token: user.token, ...(more.key !== undefined && { key: more.key }) },
  );

async function coinOf(caller: Parameters<TestServer['data']>[2]): Promise<string> {
  const { accounts } = await server.data('wallet', {}, caller);
  const coin = accounts.find(({ account }) => account === 'coin');
  return coin?.balances.find(({ currency_id }) => currency_id === USDT)?.available ?? '';
}

const bid = {
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  price: '80.00',
  quantity: '1',
} as const;

describe('what is done as a sub-account', () => {
  test('is done by it, and its main account has its own', async () => {
    const sub = await subOf(ada);
    const before = Number(await coinOf(ada));
    expect(await move(ada, sub, '500')).toMatchObject({ status: 200 });
    expect(Number(await coinOf(as(ada, sub)))).toBe(500);
    expect(Number(await coinOf(ada))).toBe(before - 500);
    const { order } = await server.data('placeOrder', bid, as(ada, sub));
    const listed = async (caller: Parameters<TestServer['data']>[2]) =>
      (await server.data('orders', { status: 'waiting' }, caller)).list.map(({ id }) => id);
    expect(await listed(as(ada, sub))).toEqual([order.id]);
    expect(await listed(ada)).toEqual([]);
    // Both sides have the move among their records, under one entry.
    const kinds = async (caller: Parameters<TestServer['data']>[2]) =>
      (await server.data('records', { kind: 'family_transfer' }, caller)).list;
    const [inward] = await kinds(as(ada, sub));
    const [outward] = await kinds(ada);
    expect([inward?.amount, outward?.amount]).toEqual(
      ['500', '-500'].map((text) => expect.stringContaining(text)),
    );
    await server.data('cancelOrder', { order_id: order.id }, as(ada, sub));
    expect(await move(ada, sub, '500', { direction: 'out' })).toMatchObject({ status: 200 });
    expect(Number(await coinOf(ada))).toBe(before);
  });

  test('is nobody else’s, by whatever id', async () => {
    const sub = await subOf(ada);
    await move(ada, sub, '10');
    const unknown = sub + 2 ** 28;
    for (const [user, id] of [
      [bob, sub],
      [bob, ada.userId],
      [ada, bob.userId],
      [ada, ada.userId],
      [ada, unknown],
    ] as const)
      expect(
        await server.call('wallet', {}, as(user, id)),
        `${user.userId} as ${id}`,
      ).toMatchObject({
        status: 404,
        error: 'not_found',
      });
    for (const text of ['', '0', '-1', '1e9', ' 1', '99999999999999999999', `${sub}, ${sub}`])
      expect(
        await server.call(
          'wallet',
          {},
          { token: ada.token, headers: { [SUB_ACCOUNT_HEADER]: text } },
        ),
        text,
      ).toMatchObject({ error: 'not_found' });
    for (const direction of ['in', 'out'] as const)
      expect(await move(bob, sub, '1', { direction })).toMatchObject({ error: 'not_found' });
    const terms = { id: sub, name: 'Mine', products: [] };
    expect(await server.call('editSubAccount', terms, bob)).toMatchObject({ error: 'not_found' });
    expect(Number(await coinOf(as(ada, sub)))).toBe(10);
  });

  const ofUsers = routeEntries.filter(
    ([, { access, isMultipart }]) => access.who === 'user' && !isMultipart,
  );
  test.each(ofUsers.map(([name]) => name))('%s: the table says whether it is', async (name) => {
    const sub = await subFor('matrix');
    const asked = await server.call(name, {}, as(ada, sub));
    const isRefused = asked.error === 'sub_account_refused';
    expect(isRefused).toBe(!SUB_ACCOUNT_CALLS.has(name));
    // The same of a key that has every right.
    const program = await programFor(sub);
    const signed = await signedCall(server, program, name, {});
    if (!SUB_ACCOUNT_CALLS.has(name))
      expect(['sub_account_refused', 'api_not_for_keys']).toContain(signed.error);
  });

  test('a call for anyone stays the main account’s own', async () => {
    const sub = await subFor('matrix');
    const closed = routeEntries.filter(
      ([name, { access }]) => access.who === 'public' && SUB_ACCOUNT_CALLS.has(name),
    );
    expect(closed.map(([name]) => name).sort()).toEqual(
      ['conversionQuote', 'futuresDeal', 'payableCurrencies', 'receipt'].filter(
        (name) => routes[name as RouteName].access.who === 'public',
      ),
    );
    expect(await server.call('quotations', {}, as(ada, sub))).toMatchObject({ status: 200 });
  });
});

const subs = new Map<string, Promise<number>>();
/** One for all that ask by this name. */
function subFor(name: string): Promise<number> {
  const known = subs.get(name) ?? subOf(ada);
  subs.set(name, known);
  return known;
}

const programs = new Map<number, ReturnType<typeof programOf>>();
function programFor(sub: number): ReturnType<typeof programOf> {
  const known = programs.get(sub) ?? keyOf(ada, sub);
  programs.set(sub, known);
  return known;
}

/** A key of a sub-account, made by its owner's session. */
const keyOf = (user: TestUser, sub: number, may: object = ALL) =>
  programOf(server, { ...user, ...as(user, sub) } as TestUser, may);

describe('a key of a sub-account', () => {
  test('trades as it, and names no other', async () => {
    const sub = await subOf(ada);
    await move(ada, sub, '500');
    const program = await keyOf(ada, sub);
    const { order } = (
      (await signedCall(server, program, 'placeOrder', bid)) as Reply<'placeOrder'>
    ).message as { order: { id: number } };
    const { list } = await server.data('orders', { status: 'waiting' }, as(ada, sub));
    expect(list.map(({ id }) => id)).toEqual([order.id]);
    const smuggled = await signedCall(
      server,
      program,
      'wallet',
      {},
      {
        tamper: ({ headers }) => ({ headers: { ...headers, [SUB_ACCOUNT_HEADER]: String(sub) } }),
      },
    );
    expect(smuggled.error).toBe('api_not_for_keys');
    // Nor does one of the main account.
    const own = await programOf(server, ada, ALL);
    const named = await signedCall(
      server,
      own,
      'wallet',
      {},
      {
        tamper: ({ headers }) => ({ headers: { ...headers, [SUB_ACCOUNT_HEADER]: String(sub) } }),
      },
    );
    expect(named.error).toBe('api_not_for_keys');
  });

  test('is made by the password of the person, and by no other', async () => {
    const sub = await subOf(ada);
    const asked = { label: 'bot', password: `${PASSWORD}x` };
    expect(await server.call('createApiKey', asked, as(ada, sub))).toMatchObject({
      error: 'password_wrong',
    });
  });
});

describe('limits that the owner sets', () => {
  test('a product that is closed opens nothing, by session or key, and what is open closes', async () => {
    const sub = await subOf(ada);
    await move(ada, sub, '500');
    const program = await keyOf(ada, sub);
    const { order } = await server.data('placeOrder', bid, as(ada, sub));
    const [{ name = '' } = {}] = (await server.data('subAccounts', {}, ada)).filter(
      ({ id }) => id === sub,
    );
    await server.data('editSubAccount', { id: sub, name, products: ['futures'] }, ada);
    const refused = { status: 403, error: 'sub_account_product' };
    expect(await server.call('placeOrder', bid, as(ada, sub))).toMatchObject(refused);
    expect(await signedCall(server, program, 'placeOrder', bid)).toMatchObject(refused);
    const several = await server.data('placeOrders', { orders: [bid, bid] }, as(ada, sub));
    expect(JSON.stringify(several)).toContain('sub_account_product');
    expect(await server.call('cancelOrder', { order_id: order.id }, as(ada, sub))).toMatchObject({
      status: 200,
    });
    // The main account has no such limit.
    expect(await server.call('placeOrder', bid, ada)).toMatchObject({ status: 200 });
  });

  test.each([
    ['placeOrder', bid],
    ['replaceOrder', { ...bid, cancel_order_id: '999999' }],
    ['amendOrder', { symbol: 'BTC/USDT', order_id: '999999', quantity: '1' }],
    ['placeTrigger', { ...bid, trigger: 'stop', trigger_price: '105.00' }],
    ['amendTrigger', { symbol: 'BTC/USDT', trigger_id: '999999', quantity: '1' }],
    [
      'openPosition',
      {
        ...{ symbol: 'BTC/USDT', side: 'long', type: 'limit' },
        ...{ price: '79.00', lots: '10', multiple: '10' },
      },
    ],
    ['addMargin', { position_id: '999999', amount: '10' }],
    ['reversePosition', { position_id: '999999', multiple: '10', shown_price: '100' }],
    ['amendPosition', { position_id: '999999', price: '79.00', lots: '10' }],
    [
      'buyOption',
      {
        ...{ symbol: 'BTC/USDT', direction: 'rise', seconds: '30' },
        ...{ currency_id: '3', amount: '10' },
      },
    ],
  ] as const)('%s opens nothing where everything is closed', async (name, request) => {
    const sub = await subFor('closed');
    const own = (await server.data('subAccounts', {}, ada)).find(({ id }) => id === sub);
    await server.data('editSubAccount', { id: sub, name: own?.name, products: [] }, ada);
    expect(await server.call(name, request, as(ada, sub))).toMatchObject({
      status: 403,
      error: 'sub_account_product',
    });
  });

  test('every opening of the engine is of a product, or of none that a sub-account may call', () => {
    const mainOnly = ['buy_hosting', 'subscribe'];
    const kinds = [...OPENINGS].filter((kind) => !(kind in OPENING_PRODUCTS));
    expect(kinds.filter((kind) => !mainOnly.includes(kind))).toEqual([]);
    expect(SUB_ACCOUNT_CALLS.has('buyHosting') || SUB_ACCOUNT_CALLS.has('subscribe')).toBe(false);
  });

  test('what moves in on one day is at most its limit, also by many at once', async () => {
    const sub = await subOf(ada);
    const [own] = (await server.data('subAccounts', {}, ada)).filter(({ id }) => id === sub);
    const terms = { id: sub, name: own?.name ?? '', products: ['spot'] };
    await server.data(
      'editSubAccount',
      { ...terms, daily_limits: [{ currency_id: USDT, amount: '100' }] },
      ada,
    );
    const replies = await Promise.all(['40', '40', '40', '40'].map((each) => move(ada, sub, each)));
    expect(replies.map(({ error }) => error).sort()).toEqual([
      'sub_account_daily',
      'sub_account_daily',
      undefined,
      undefined,
    ]);
    expect(Number(await coinOf(as(ada, sub)))).toBe(80);
    // What came back counts as it came.
    await move(ada, sub, '80', { direction: 'out' });
    expect(await move(ada, sub, '40')).toMatchObject({ error: 'sub_account_daily' });
    server.clock.nowMs += 86_400_000;
    expect(await move(ada, sub, '40')).toMatchObject({ status: 200 });
  });
});

describe('a move', () => {
  test('is made once under its key, however often it is sent', async () => {
    const sub = await subOf(ada);
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => move(ada, sub, '7', { key: 'one-move-of-seven' })),
    );
    expect(new Set(sent.map(({ text }) => JSON.parse(text).message.id)).size).toBe(1);
    expect(Number(await coinOf(as(ada, sub)))).toBe(7);
    expect(await move(ada, sub, '8', { key: 'one-move-of-seven' })).toMatchObject({
      error: 'idempotency_conflict',
    });
  });

  test('of more than there is, or of what is no amount, is none', async () => {
    const sub = await subOf(ada);
    expect(await move(ada, sub, '1', { direction: 'out' })).toMatchObject({
      error: 'insufficient_balance',
    });
    for (const amount of ['0', '-1', '1e3', '0.123456789012345678901'])
      expect(await move(ada, sub, amount)).toMatchObject({ error: 'validation_failed' });
  });
});

describe('names and how many', () => {
  test('are one’s own: taken ones, too long ones and more than there may be are refused', async () => {
    const eve = await server.trader();
    const first = await server.data('createSubAccount', { name: 'One' }, eve);
    const taken = { status: 400, error: 'name_taken' };
    expect(await server.call('createSubAccount', { name: 'One' }, eve)).toMatchObject(taken);
    expect(await server.call('createSubAccount', { name: ' ' }, eve)).toMatchObject({
      status: 422,
    });
    const made = await Promise.all(
      Array.from({ length: SUB_ACCOUNTS_MAX + 2 }, (_, at) =>
        server.call('createSubAccount', { name: `No ${at}` }, eve),
      ),
    );
    expect(made.filter(({ status }) => status === 200)).toHaveLength(SUB_ACCOUNTS_MAX - 1);
    const all = await server.data('subAccounts', {}, eve);
    expect(all).toHaveLength(SUB_ACCOUNTS_MAX);
    const renamed = { id: first.id, name: all[1]?.name ?? '', products: ['spot'] };
    expect(await server.call('editSubAccount', renamed, eve)).toMatchObject(taken);
    await server.data('editSubAccount', { ...renamed, name: 'Two' }, eve);
    expect((await server.data('subAccounts', {}, eve))[0]?.name).toBe('Two');
    // What was made under the old name is the same account.
    expect(await server.call('wallet', {}, as(eve, first.id))).toMatchObject({ status: 200 });
  });
});

describe('nobody logs in as one', () => {
  test('its address is none, its password no password, its code nobody’s', async () => {
    const sub = await subOf(bob);
    const account = `${sub}@sub-account.invalid`;
    for (const password of ['', PASSWORD])
      expect(
        (await server.call('login', { account_type: 'email', account, password })).status,
      ).not.toBe(200);
    const [row] = await server.context.database.query<{ invite_code: string }>(
      'SELECT invite_code FROM users WHERE user_id = $1',
      [sub],
    );
    expect(await findInviter(server.context.database, row?.invite_code ?? '')).toBeUndefined();
    expect(await findUserByAccount(server.context.database, account)).toBeUndefined();
  });
});

describe('the lock of the main account', () => {
  test('freezes the family and ends its keys, while one of them trades', async () => {
    const eve = await server.trader();
    const sub = (await server.data('createSubAccount', { name: 'One' }, eve)).id;
    await move(eve, sub, '500');
    const program = await keyOf(eve, sub);
    expect(await signedCall(server, program, 'placeOrder', bid)).toMatchObject({ status: 200 });
    const trading = Array.from({ length: 6 }, () => signedCall(server, program, 'placeOrder', bid));
    await server.data('lockAccount', {}, eve);
    await Promise.all(trading);
    expect(await signedCall(server, program, 'placeOrder', bid)).toMatchObject({
      error: 'api_key_refused',
    });
    expect(await server.call('wallet', {}, as(eve, sub))).toMatchObject({ error: 'not_logged_in' });
    const login = { account_type: 'email', account: eve.email, password: PASSWORD };
    const back = await server.data('login', login);
    expect(await server.call('placeOrder', bid, as(back, sub))).toMatchObject({
      error: 'account_frozen',
    });
    const key = { label: 'bot', password: PASSWORD };
    expect(await server.call('createApiKey', key, as(back, sub))).toMatchObject({
      error: 'account_locked',
    });
    expect(await server.call('createSubAccount', { name: 'Two' }, back)).toMatchObject({
      error: 'account_locked',
    });
    expect(
      await server.call(
        'moveSubAccount',
        { id: sub, direction: 'out', currency_id: USDT, amount: '1' },
        back,
      ),
    ).toMatchObject({ error: 'account_frozen' });
  });
});

test('two accounts of one person trade with nobody of theirs', async () => {
  const sub = await subOf(ada);
  await move(ada, sub, '500');
  const ask = { ...bid, side: 'sell', price: '120.00' } as const;
  const resting = await server.data('placeOrder', { ...ask, price: '101.00' }, ada);
  const met = await server.data(
    'placeOrder',
    { ...bid, price: '101.00', quantity: '1' },
    as(ada, sub),
  );
  expect(met.order).toMatchObject({ status: 'cancelled' });
  await server.data('cancelOrder', { order_id: resting.order.id }, ada);
});

describe('statements and tax', () => {
  const days = { from: '2026-06-01', to: '2027-05-31', time_zone: 'UTC' };
  const tax = { year: 2027, method: 'fifo', currency: 'USDT', time_zone: 'UTC' };

  test('apart each has the move; together there is none', async () => {
    const eve = await server.trader();
    const sub = (await server.data('createSubAccount', { name: 'One' }, eve)).id;
    await move(eve, sub, '300');
    const kinds = async (request: object, caller: Parameters<TestServer['data']>[2]) => {
      const { currencies } = await server.data('statement', { ...days, ...request }, caller);
      const line = currencies.find(({ currency_id }) => currency_id === USDT);
      const moved = line?.movements.map(({ kind, amount }) => [kind, Number(amount)]);
      return { moved, closing: Number(line?.closing) };
    };
    const all = { together: true };
    expect(await kinds({}, eve)).toMatchObject({
      closing: 700,
      moved: expect.arrayContaining([['family_transfer', -300]]),
    });
    expect(await kinds({}, as(eve, sub))).toEqual({
      closing: 300,
      moved: [['family_transfer', 300]],
    });
    const both = await kinds(all, eve);
    expect(both.closing).toBe(1_000);
    expect(both.moved?.map(([kind]) => kind)).not.toContain('family_transfer');
    // A sub-account sees no account but itself.
    const refused = { status: 403, error: 'sub_account_refused' };
    expect(await server.call('statement', { ...days, ...all }, as(eve, sub))).toMatchObject(
      refused,
    );
    expect(await server.call('taxReport', { ...tax, ...all }, as(eve, sub))).toMatchObject(refused);
  });

  test('a move is no disposal of the family, whose lots are what its accounts hold', async () => {
    const eve = await server.trader();
    const sub = (await server.data('createSubAccount', { name: 'One' }, eve)).id;
    await move(eve, sub, '300');
    const holdings = async (request: object, caller: Parameters<TestServer['data']>[2]) => {
      const report = await server.data('taxReport', { ...tax, ...request }, caller);
      const held = report.holdings.find(({ currency }) => currency === 'USDT');
      return Number(held?.quantity);
    };
    expect(await holdings({}, eve)).toBe(700);
    expect(await holdings({}, as(eve, sub))).toBe(300);
    expect(await holdings({ together: true }, eve)).toBe(1_000);
    const { list } = await server.data(
      'taxLines',
      { ...tax, together: true, figure: 'withdrawals' },
      eve,
    );
    expect(list).toEqual([]);
  });
});

test('operators see whose accounts belong together, from each of them', async () => {
  const eve = await server.trader();
  const sub = (await server.data('createSubAccount', { name: 'One' }, eve)).id;
  const owner = { token: await server.ownerToken() };
  const family = [
    { id: eve.userId, name: '' },
    { id: sub, name: 'One' },
  ];
  for (const id of [eve.userId, sub])
    expect((await server.data('operatorUser', { id }, owner)).family).toEqual(family);
  const { family: none } = await server.data('operatorUser', { id: bob.userId }, owner);
  expect(none === undefined || none.length > 1).toBe(true);
});
