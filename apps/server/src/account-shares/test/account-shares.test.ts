/**
 * Reading of accounts that an owner gives another user, from the wire down: whoever reads by a share reads what it says and changes
 * nothing, whatever they call; nobody else reads; either side ends it at once. docs/internals/sub-accounts.md.
 */
import {
  ACCOUNT_SHARES_MAX,
  type RouteName,
  routeEntries,
  routes,
  SHARE_HEADER,
  SHARED_CALLS,
  SUB_ACCOUNT_HEADER,
} from '@fairlead/contract';
import { BTC, USDT } from '@fairlead/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CallOptions,
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { ALL, programOf, signedCall } from '../../bots/test/program-fixture.ts';
import { listTables } from '../../core/store/bulk-tables.ts';
import { tellOffered } from '../routes.ts';

const DAY = 86_400_000;

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let eve: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  [ada, bob, eve] = [await server.trader(), await server.trader(), await server.trader()];
});
afterAll(() => server.stop());

const by = (user: { readonly token: string }, share: string): CallOptions => ({
  token: user.token,
  headers: { [SHARE_HEADER]: share },
});

const offerOf = (to: string, accounts: readonly number[], more: object = {}) => ({
  email: to,
  accounts,
  until: server.clock.now() + 30 * DAY,
  password: PASSWORD,
  ...more,
});

const subOf = async (user: TestUser, name: string): Promise<number> =>
  (await server.data('createSubAccount', { name }, user)).id;

/** Given by one and accepted by another; what the header names each account by. */
async function shared(
  owner: TestUser,
  reader: TestUser,
  accounts: readonly number[] = [owner.userId],
): Promise<{ readonly id: number; readonly names: readonly string[] }> {
  const { id } = await server.data('createAccountShare', offerOf(reader.email, accounts), owner);
  const accepted = await server.data('acceptAccountShare', { id }, reader);
  return { id, names: accepted.accounts.map(({ share }) => share) };
}

const givenBy = async (owner: TestUser, id: number) =>
  (await server.data('accountShares', {}, owner)).given.find((each) => each.id === id);

const totalOf = async (options: CallOptions): Promise<number> => {
  const { accounts } = await server.data('wallet', {}, options);
  const coin = accounts.find(({ account }) => account === 'coin');
  return Number(coin?.balances.find(({ currency_id }) => currency_id === USDT.currencyId)?.total);
};

describe('a share', () => {
  test('is offered, accepted, read and ended, and both sides see it', async () => {
    const sub = await subOf(ada, 'Grid');
    await server.data(
      'moveSubAccount',
      { id: sub, direction: 'in', currency_id: USDT.currencyId, amount: '100' },
      ada,
    );
    const offered = await server.data(
      'createAccountShare',
      offerOf(bob.email, [sub, ada.userId]),
      ada,
    );
    expect(offered).toMatchObject({
      ...{ email: bob.email, state: 'offered', reads: 0 },
      accounts: [
        { id: ada.userId, name: '' },
        { id: sub, name: 'Grid' },
      ],
    });
    const { received } = await server.data('accountShares', {}, bob);
    const [local = ''] = ada.email.split('@');
    expect(received).toMatchObject([
      { id: offered.id, state: 'offered', owner: expect.any(String) },
    ]);
    // Of the owner a masked name, and nothing else.
    expect(JSON.stringify(received)).not.toContain(local);
    expect(JSON.stringify(received)).not.toContain(String(ada.userId + 2 ** 28));
    const [main = '', second = ''] = received[0]?.accounts.map(({ share }) => share) ?? [];
    const over = { status: 403, error: 'share_over' };
    expect(await server.call('wallet', {}, by(bob, main))).toMatchObject(over);
    await server.data('acceptAccountShare', { id: offered.id }, bob);
    expect(await totalOf(by(bob, main))).toBe(await totalOf(ada));
    expect(await totalOf(by(bob, second))).toBe(100);
    expect(await totalOf(bob)).toBe(1_000);
    await server.context.accountShares.flush();
    expect(await givenBy(ada, offered.id)).toMatchObject({
      ...{ state: 'active', reads: 2, last_read_at: server.clock.now() },
    });
    await server.data('endAccountShare', { id: offered.id }, ada);
    expect(await server.call('wallet', {}, by(bob, main))).toMatchObject(over);
    expect(await givenBy(ada, offered.id)).toMatchObject({ state: 'ended', ended_by: 'owner' });
    expect((await server.data('accountShares', {}, bob)).received).toEqual([]);
    const kinds = async (user: TestUser) =>
      (await server.data('securityActs', {}, user)).list
        .map(({ kind, detail }) => `${kind} ${detail}`)
        .filter((act) => act.startsWith('share'));
    expect(await kinds(ada)).toEqual(
      ['ended', 'accepted', 'given'].map((kind) => `share_${kind} ${bob.email}`),
    );
    expect(await kinds(bob)).toEqual(
      ['ended', 'accepted', 'received'].map((kind) => `share_${kind} ${received[0]?.owner}`),
    );
  });

  test('is ended by its reader, who declines it as well', async () => {
    const { id, names } = await shared(ada, bob);
    await server.data('endAccountShare', { id }, bob);
    expect(await server.call('wallet', {}, by(bob, names[0] ?? ''))).toMatchObject({
      error: 'share_over',
    });
    expect(await givenBy(ada, id)).toMatchObject({ state: 'ended', ended_by: 'reader' });
    const offer = await server.data('createAccountShare', offerOf(bob.email, [ada.userId]), ada);
    await server.data('endAccountShare', { id: offer.id }, bob);
    expect(await server.call('acceptAccountShare', { id: offer.id }, bob)).toMatchObject({
      error: 'not_found',
    });
    expect(await server.call('endAccountShare', { id }, ada)).toMatchObject({ error: 'not_found' });
  });

  test('is nobody else’s to accept, to end or to read with, and reads no account but its own', async () => {
    const sub = await subOf(ada, 'Mine');
    const offer = await server.data('createAccountShare', offerOf(bob.email, [ada.userId]), ada);
    for (const user of [eve, ada])
      expect(await server.call('acceptAccountShare', { id: offer.id }, user)).toMatchObject({
        error: 'not_found',
      });
    expect(await server.call('endAccountShare', { id: offer.id }, eve)).toMatchObject({
      error: 'not_found',
    });
    await server.data('acceptAccountShare', { id: offer.id }, bob);
    for (const [user, name] of [
      [eve, `${offer.id}.0`],
      [ada, `${offer.id}.0`],
      [bob, `${offer.id}.${Math.floor(sub / 2 ** 28)}`],
      [bob, `${offer.id}.31`],
      [bob, `${offer.id + 1}.0`],
      ...[
        '',
        '0',
        `${offer.id}`,
        `${offer.id}.00`,
        `0${offer.id}.0`,
        `${offer.id}.0 `,
        '1e3.0',
      ].map((text) => [bob, text] as const),
      [bob, '999999999999999999.0'],
    ] as const)
      expect(await server.call('wallet', {}, by(user, name)), `"${name}"`).toMatchObject({
        ...{ status: 403, error: 'share_over' },
      });
    expect(
      await server.call('wallet', {}, { headers: by(bob, `${offer.id}.0`).headers ?? {} }),
    ).toMatchObject({ error: 'not_logged_in' });
  });

  test('ends by itself', async () => {
    const { id, names } = await shared(ada, bob);
    server.clock.nowMs += 30 * DAY;
    // The sessions of before are over too.
    [ada, bob, eve] = [await loggedIn(ada), await loggedIn(bob), await loggedIn(eve)];
    expect(await server.call('wallet', {}, by(bob, names[0] ?? ''))).toMatchObject({
      error: 'share_over',
    });
    expect(await givenBy(ada, id)).toMatchObject({ state: 'over' });
    expect((await server.data('accountShares', {}, bob)).received).toEqual([]);
  });
});

async function loggedIn(user: TestUser): Promise<TestUser> {
  const login = { account_type: 'email', account: user.email, password: PASSWORD };
  return { ...user, token: (await server.data('login', login)).token };
}

describe('giving one', () => {
  test('takes the password, an end within a year, own accounts and another’s address', async () => {
    const offer = offerOf(bob.email, [ada.userId]);
    const asked = (more: object) => server.call('createAccountShare', { ...offer, ...more }, ada);
    expect(await asked({ password: 'wrong' })).toMatchObject({ error: 'password_wrong' });
    const nowMs = server.clock.now();
    for (const until of [nowMs, nowMs - DAY, nowMs + 366 * DAY + 1])
      expect(await asked({ until })).toMatchObject({ fields: { until: expect.any(String) } });
    expect(await asked({ accounts: [bob.userId] })).toMatchObject({ error: 'not_found' });
    expect(await asked({ accounts: [] })).toMatchObject({ error: 'validation_failed' });
    expect(await asked({ email: ada.email.toUpperCase() })).toMatchObject({
      fields: { email: expect.any(String) },
    });
  });

  test('answers the same whether anybody has the address, who is told apart from the call', async () => {
    const dora = await server.trader();
    const plain = ({ status, text }: { readonly status: number; readonly text: string }) => [
      status,
      text.replace(/"id":\d+|"email":"[^"]*"|"request_id":"[^"]*"/g, ''),
    ];
    const [known, unknown] = [
      await server.call('createAccountShare', offerOf(dora.email, [ada.userId]), ada),
      await server.call('createAccountShare', offerOf('nobody@example.com', [ada.userId]), ada),
    ];
    expect(plain(known)).toEqual(plain(unknown));
    const told = async () =>
      (await server.data('messages', {}, dora)).list.filter(
        ({ kind }) => kind === 'share_received',
      );
    expect(await told()).toEqual([]);
    for (let round = 0; round < 2; round += 1) await tellOffered(server.context);
    expect(await told()).toHaveLength(1);
    // Whoever has the address later finds it too.
    const late = await server.register('nobody@example.com');
    await tellOffered(server.context);
    expect((await server.data('accountShares', {}, late)).received).toHaveLength(1);
    const { list } = await server.data('messages', {}, ada);
    expect(list.map(({ kind }) => kind)).toContain('share_given');
    const [mail] = await server.context.outbox.inbox(ada.email, 1);
    expect(mail?.scene).toBe('share_given');
  });

  test('has a bound, also for many at once', async () => {
    const fay = await server.trader();
    const offers = Array.from({ length: ACCOUNT_SHARES_MAX + 3 }, (_, at) =>
      server.call('createAccountShare', offerOf(`a${at}@example.com`, [fay.userId]), {
        token: fay.token,
        ip: `10.0.0.${at}`,
      }),
    );
    const made = (await Promise.all(offers)).filter(({ status }) => status === 200);
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThanOrEqual(ACCOUNT_SHARES_MAX);
    server.clock.nowMs += DAY / 24;
    let last = '';
    for (let at = 0; at <= ACCOUNT_SHARES_MAX && last !== 'share_limit'; at += 1) {
      server.clock.nowMs += DAY / 24;
      const offer = offerOf(`b${at}@example.com`, [fay.userId]);
      last = (await server.call('createAccountShare', offer, fay)).error ?? '';
    }
    expect(last).toBe('share_limit');
    const { given } = await server.data('accountShares', {}, fay);
    expect(given).toHaveLength(ACCOUNT_SHARES_MAX);
  });
});

describe('with a share', () => {
  const others = routeEntries.filter(([name]) => !SHARED_CALLS.has(name));

  test.each(others.map(([name]) => name))(
    '%s is refused before anything else of it is looked at',
    async (name) => {
      // No share, no session, no fields: what is refused first is the call itself.
      for (const token of [bob.token, undefined]) {
        const { method, path, isMultipart } = routes[name];
        const type = isMultipart ? 'multipart/form-data; boundary=x' : 'application/json';
        const answer = await server.app.inject({
          ...{ method, url: `/api/${path}` },
          headers: {
            [SHARE_HEADER]: 'none',
            ...(method !== 'GET' && { 'content-type': type }),
            ...(token !== undefined && { authorization: token }),
          },
          ...(method !== 'GET' && { payload: isMultipart ? '--x--\r\n' : '{}' }),
        });
        expect([answer.statusCode, answer.json().error]).toEqual([403, 'share_refused']);
      }
    },
  );

  test('the table has reads alone, and none of what names people or places', () => {
    const posted = [...SHARED_CALLS].filter((name) => routes[name].method !== 'GET');
    // Asked by POST and answered by gateways, which write nothing.
    expect(posted.sort()).toEqual(
      ['positions', 'records', 'taxFile', 'taxLines', 'taxReport', 'wallet', 'walletDetail'].sort(),
    );
    for (const name of SHARED_CALLS) {
      expect(routes[name].isMoney, name).toBeFalsy();
      expect(name).not.toMatch(
        /key|message|address|payee|card|withdrawal|security|session|ownFile|readFile/i,
      );
    }
  });

  test('every call of the table reads, and no table of the database changes', async () => {
    const gus = await server.trader();
    const bid = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '100', quantity: '1' };
    await server.data('placeOrder', { ...bid, price: '99.99', quantity: '5' }, eve);
    const { order } = await server.data('placeOrder', bid, gus);
    await server.data('placeOrder', { ...bid, side: 'sell' }, eve);
    await server.tick();
    const receipt = await converted(gus);
    const { names } = await shared(gus, bob);
    const name = names[0] ?? '';
    const days = { from: '2026-06-01', to: '2027-05-31', time_zone: 'UTC' };
    const tax = { year: 2027, method: 'fifo', currency: 'USDT', time_zone: 'UTC' };
    const requests: Partial<Record<RouteName, Readonly<Record<string, unknown>>>> = {
      walletDetail: { account: 'coin', currency_id: USDT.currencyId },
      order: { order_id: order.id },
      orderFills: { order_id: order.id },
      amendments: { order_id: order.id },
      fills: { symbol: 'BTC/USDT' },
      receipt: { id: receipt },
      portfolio: { days: 7, time_zone: 'UTC' },
      statement: { ...days, together: true },
      taxReport: { ...tax, together: true },
      taxLines: { ...tax, figure: 'gains' },
      taxFile: { ...tax, format: 'csv' },
    };
    // What is written late of the trades above.
    await server.context.candles.save();
    const before = await everything();
    for (const call of SHARED_CALLS) {
      const own = await server.call(call, requests[call] ?? {}, gus);
      expect(own.status, `${call}: ${own.text}`).toBe(200);
      const read = await server.call(call, requests[call] ?? {}, by(bob, name));
      expect(withoutTimes(read.text), call).toBe(withoutTimes(own.text));
      // What is named by an id is somebody's: the reader alone has none of it.
      if (['order', 'orderFills', 'amendments'].includes(call))
        expect(await server.call(call, requests[call] ?? {}, bob)).toMatchObject({ status: 404 });
    }
    expect(await everything()).toEqual(before);
    await server.context.accountShares.flush();
    expect((await everything()).filter((each, at) => each !== before[at])).toEqual([
      expect.stringMatching(/^account_shares /),
    ]);
  });

  test('no key and no sub-account goes together', async () => {
    const { names } = await shared(ada, bob);
    const name = names[0] ?? '';
    const sub = await subOf(bob, 'Own');
    const both = { ...by(bob, name).headers, [SUB_ACCOUNT_HEADER]: String(sub) };
    expect(await server.call('wallet', {}, { token: bob.token, headers: both })).toMatchObject({
      error: 'share_refused',
    });
    const program = await programOf(server, bob, ALL);
    const smuggled = await signedCall(
      server,
      program,
      'wallet',
      {},
      { tamper: ({ headers }) => ({ headers: { ...headers, [SHARE_HEADER]: name } }) },
    );
    expect(smuggled.error).toBe('api_not_for_keys');
  });

  test('statements and tax together are of what is shared, and moves to the rest are seen', async () => {
    const hal = await server.trader();
    const [one, two] = [await subOf(hal, 'One'), await subOf(hal, 'Two')];
    const move = (id: number, amount: string, direction = 'in') =>
      server.data('moveSubAccount', { id, direction, currency_id: USDT.currencyId, amount }, hal);
    await move(one, '300');
    await move(two, '200');
    const { names } = await shared(hal, bob, [one, two]);
    const days = { from: '2026-06-01', to: '2027-05-31', time_zone: 'UTC', together: true };
    const lineOf = async (options: CallOptions) => {
      const { currencies } = await server.data('statement', days, options);
      const line = currencies.find(({ currency_id }) => currency_id === USDT.currencyId);
      return {
        closing: Number(line?.closing),
        moved: line?.movements.map(({ kind, amount }) => [kind, Number(amount)]),
      };
    };
    expect(await lineOf(by(bob, names[0] ?? ''))).toEqual({
      closing: 500,
      moved: [['family_transfer', 500]],
    });
    const whole = await lineOf(hal);
    expect(whole.closing).toBe(1_000);
    expect(whole.moved?.map(([kind]) => kind)).not.toContain('family_transfer');
    const tax = { year: 2027, method: 'fifo', currency: 'USDT', time_zone: 'UTC', together: true };
    const held = async (options: CallOptions) =>
      Number(
        (await server.data('taxReport', tax, options)).holdings.find(
          ({ currency }) => currency === 'USDT',
        )?.quantity,
      );
    expect(await held(by(bob, names[0] ?? ''))).toBe(500);
    expect(await held(hal)).toBe(1_000);
  });
});

describe('what protects an account', () => {
  test('ends what was given from it: its lock, and a new password that ends the keys', async () => {
    for (const protect of ['lockAccount', 'changePassword'] as const) {
      const ian = await server.trader();
      const { id, names } = await shared(ian, bob);
      const change = {
        old_password: PASSWORD,
        password: 'lighthouse-7',
        password_confirmation: 'lighthouse-7',
      };
      await server.data(protect, protect === 'lockAccount' ? {} : change, ian);
      expect(await server.call('wallet', {}, by(bob, names[0] ?? '')), protect).toMatchObject({
        error: 'share_over',
      });
      const [row] = await server.context.database.query<{ ended_by: string }>(
        'SELECT ended_by FROM account_shares WHERE share_id = $1',
        [id],
      );
      expect(row?.ended_by).toBe('protection');
    }
  });

  test('the lock of a reader ends what they read, and while it is locked none is given or accepted', async () => {
    const [joe, kim] = [await server.trader(), await server.trader()];
    const { id } = await shared(joe, kim);
    const waiting = await server.data('createAccountShare', offerOf(kim.email, [eve.userId]), eve);
    await server.data('lockAccount', {}, kim);
    expect(await givenBy(joe, id)).toMatchObject({ state: 'ended', ended_by: 'protection' });
    expect(await givenBy(eve, waiting.id)).toMatchObject({ state: 'ended' });
    const back = await loggedIn(kim);
    const locked = { error: 'account_locked' };
    expect(
      await server.call('createAccountShare', offerOf(joe.email, [kim.userId]), back),
    ).toMatchObject(locked);
    expect(await server.call('acceptAccountShare', { id: waiting.id }, back)).toMatchObject(locked);
  });

  test('a share and the lock of its owner at once: none is left open', async () => {
    const lou = await server.trader();
    const offers = Array.from({ length: 3 }, (_, at) =>
      server.call('createAccountShare', offerOf(bob.email, [lou.userId]), {
        token: lou.token,
        ip: `10.1.0.${at}`,
      }),
    );
    await Promise.all([...offers, server.data('lockAccount', {}, lou)]);
    const open = await server.context.database.query(
      'SELECT FROM account_shares WHERE owner_id = $1 AND ended_at_ms IS NULL',
      [lou.userId],
    );
    expect(open).toEqual([]);
  });
});

/** Sells a bitcoin for what the book gives, and gives the number of the leg's receipt. */
async function converted(user: TestUser): Promise<number> {
  const asked = { from_currency_id: BTC.currencyId, to_currency_id: USDT.currencyId, amount: '1' };
  const { legs, expires_at, receives } = await server.data('conversionQuote', asked, user);
  const [leg] = legs;
  const agreed = { expires_at, quoted_receives: receives, worst_sale_price: leg?.worst_price };
  const done = await server.data(
    'convert',
    { ...asked, ...agreed, shown_fee_rate: leg?.fee_rate },
    user,
  );
  return done.receipts?.[0] ?? 0;
}

/** Answers that are of one moment say when that was. */
const withoutTimes = (text: string): string => text.replaceAll(/"(as_of|time)":\d+/g, '');

/** Every table of the database with a digest of its rows. */
async function everything(): Promise<string[]> {
  const { database } = server.context;
  const digests: string[] = [];
  for (const { name } of await listTables(database)) {
    const [row] = await database.query<{ digest: string }>(
      `SELECT md5(coalesce(string_agg(md5(t::text), '' ORDER BY md5(t::text)), '')) AS digest FROM ${name} AS t`,
    );
    digests.push(`${name} ${row?.digest}`);
  }
  return digests;
}
