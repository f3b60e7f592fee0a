/**
 * What attackers send (cases.md B11, X4, X6, X8, X9, X16, X18, H4, H8, V1, V11, V12). Goal: a
 * clear refusal, never a 5xx, and nothing in the ledger moves. Method: tables, plus seeded one-field mutations
 * of every route's request.
 */
import { ERROR_CODES, type RouteName, routeEntries, routes } from '@fairlead/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  readReply,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../../test/support/fixture.ts';
import { SubmitError } from '../../sequencer/submit-error.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer({ hasPages: true });
  user = await server.trader();
});
afterAll(() => server.stop());

const TAX = { year: '2027', method: 'fifo', currency: 'USDT', time_zone: 'Asia/Tokyo' };

const HOOK = { label: 'till', url: 'https://till.example/hook', events: 'order,record' };
const TRAVELLER = { naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: 'Jon' }] } } };
const PROOF = { password: 'harbour-42', otp: '123456' };
/** A request of each route that passes its schema. */
const VALID: Partial<Record<RouteName, Record<string, unknown>>> = {
  setLang: { lang: 'en' },
  smsSend: { area_code: '81', phone: '9012345678', scene: 'register' },
  smsMail: { email: 'a@example.com', scene: 'register' },
  smsOtherMail: { scene: 'fund_password' },
  register: {
    account_type: 'email',
    account: 'a@example.com',
    code: '123456',
    password: 'harbour-42',
    password_confirmation: 'harbour-42',
    agreed: 'true',
  },
  login: { account_type: 'email', account: 'a@example.com', password: 'harbour-42' },
  checkMobile: { area_code: '81', account: '9012345678', code: '123456', scene: 'forget' },
  checkEmail: { account: 'a@example.com', code: '123456', scene: 'forget' },
  forget: {
    account_type: 'email',
    account: 'a@example.com',
    code: '123456',
    password: 'harbour-42',
    password_confirmation: 'harbour-42',
  },
  changePassword: {
    old_password: 'harbour-41',
    password: 'harbour-43',
    password_confirmation: 'harbour-43',
  },
  endSession: { id: '999999' },
  candles: { symbol: 'BTC/USDT', period: '1m' },
  indexSamples: { symbol: 'BTC/USDT' },
  deal: { symbol: 'BTC/USDT' },
  marketQuality: { symbol: 'BTC/USDT' },
  newsList: { category: 'notice' },
  newsDetail: { id: '1' },
  placeOrder: {
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    price: '79.00',
    quantity: '1',
  },
  cancelOrder: { order_id: '999999' },
  amendOrder: { symbol: 'BTC/USDT', order_id: '999999', quantity: '1' },
  replaceOrder: {
    cancel_order_id: '999999',
    mode: 'allow_failure',
    symbol: 'BTC/USDT',
    side: 'buy',
    type: 'limit',
    price: '79.00',
    quantity: '1',
  },
  order: { order_id: '999999' },
  orderFills: { order_id: '999999' },
  fills: { symbol: 'BTC/USDT' },
  amendments: { order_id: '999999' },
  placeTrigger: {
    symbol: 'BTC/USDT',
    side: 'sell',
    trigger: 'stop',
    trigger_price: '95.00',
    type: 'market',
    quantity: '1',
  },
  cancelTrigger: { trigger_id: '999999' },
  amendTrigger: { symbol: 'BTC/USDT', trigger_id: '999999', quantity: '1' },
  placeOrderList: {
    symbol: 'BTC/USDT',
    kind: 'oco',
    legs: [
      { side: 'sell', type: 'limit', price: '110.00', quantity: '1' },
      { side: 'sell', type: 'market', quantity: '1', trigger: 'stop', trigger_price: '95.00' },
    ],
  },
  cancelOrderList: { list_id: '999999' },
  setCancelTimer: { seconds: '30' },
  conversionQuote: { from_currency_id: '1', to_currency_id: '3', amount: '1' },
  convert: {
    ...{ from_currency_id: '1', to_currency_id: '3', amount: '1' },
    ...{ worst_sale_price: '79.00', expires_at: '999999999999999' },
  },
  createRecurringPlan: {
    ...{ client_plan_id: 'mine', symbol: 'BTC/USDT', amount: '50', weekdays: '1,5', minute: '540' },
    ...{ total: '500', max_price: '150.00', until: '2000000000000' },
  },
  setRecurringPlan: { plan_id: '999999', state: 'paused' },
  recurringPurchases: { plan_id: '999999' },
  placeOrders: {
    orders: '[{"symbol":"BTC/USDT","side":"buy","type":"limit","price":"79.00","quantity":"1"}]',
  },
  cancelOrders: { orders: '[{"order_id":"999999"}]' },
  futuresDeal: { symbol: 'BTC/USDT' },
  openPosition: {
    symbol: 'BTC/USDT',
    side: 'long',
    type: 'limit',
    price: '79.00',
    lots: '10',
    multiple: '10',
  },
  setStops: { position_id: '999999', take_profit: '110.00' },
  closePosition: { position_id: '999999', lots: '3' },
  addMargin: { position_id: '999999', amount: '10' },
  reversePosition: { position_id: '999999', multiple: '10', shown_price: '100' },
  amendPosition: { position_id: '999999', price: '79.00', lots: '10' },
  setStopLevel: { position_id: '999999', stop: 'take_profit', price: '110.00', lots: '3' },
  removeStopLevel: { position_id: '999999', level_id: '999999' },
  buyOption: {
    symbol: 'BTC/USDT',
    direction: 'rise',
    seconds: '30',
    currency_id: '3',
    amount: '10',
  },
  hostingProduct: { id: '999999' },
  buyHosting: { product_id: '999999', amount: '100', agreed: 'true' },
  redeemHosting: { id: '999999' },
  offering: { id: '999999' },
  subscribe: { offering_id: '999999', amount: '1' },
  liabilitySnapshot: { id: '1' },
  receipt: { id: '999999' },
  walletDetail: { account: 'coin', currency_id: '3' },
  transfer: { from_account: 'coin', to_account: 'coin', currency_id: '3', amount: '1' },
  faucet: { currency_id: '99', amount: '1' },
  inbox: { to: 'a@example.com' },
  depositAddress: { currency_id: '3', chain: 'ERC20' },
  claimDeposit: { kind: 'bank', currency_id: '3', amount: '100', proof: '999999' },
  withdrawalInfo: { currency_id: '3', chain: 'ERC20' },
  addAddress: {
    currency_id: '3',
    chain: 'ERC20',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    fund_password: '271828',
    code: '123456',
  },
  deleteAddress: { id: '999999' },
  withdraw: { currency_id: '3', address_id: '999999', amount: '20', fund_password: '271828' },
  cancelWithdrawal: { id: '999999' },
  bankInfo: { currency_id: '3' },
  saveBankCard: {
    name: 'Salary',
    card_number: '4111111111111234',
    deposit_bank: 'First Bank',
    branch: 'Harbour',
    bank_name: 'First Bank',
    bank_address: '1 Quay',
    swift_code: 'ABCDEFGH',
    full_name: 'Test Person',
    iban: 'GB82WEST12345698765432',
    payee_address: '2 Quay',
    postal_code: '1000001',
    fund_password: '271828',
    code: '123456',
  },
  deleteBankCard: { id: '999999' },
  realName: { country: 'JP', name: 'Test Person', id_number: 'AB-123456' },
  realName2: {
    contact_address: '2 Quay, Harbour',
    front_photo: '999997',
    back_photo: '999998',
    holding_photo: '999999',
  },
  ownFile: { id: '999999' },
  saveFundPassword: {
    password: '271828',
    password_confirmation: '271828',
    login_password: 'wrong',
  },
  beginOtp: { password: 'wrong' },
  confirmOtp: { otp: '123456' },
  disableOtp: { password: 'wrong', otp: '123456' },
  passkeyLogin: { credential: '{}' },
  passkeyProve: { credential: '{}' },
  beginPasskey: { password: 'wrong' },
  confirmPasskey: { credential: '{}', name: 'X' },
  renamePasskey: { id: '999999', name: 'X' },
  lockByMail: { token: `1.1.${'A'.repeat(43)}` },
  beginRecovery: { account_type: 'email', account: 'a@example.com', otp: '123456' },
  identityCallback: {
    ...{ verification: 'verification_999999', user: '1', session: 'a', verdict: 'approved' },
  },
  sayOrigin: { id: '999999', wallet: 'own' },
  askWalletProof: { chain: 'ERC20', address: '0x52908400098527886E0F7030069857D2E4169EE7' },
  signWalletProof: { id: '999999', signature: '0x00' },
  travelCallback: {
    id: 'a',
    transfer: {
      ...{ direction: 'in', chain: 'ERC20', tx_id: `0x${'0'.repeat(64)}` },
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      ...{ currency: 'USDT', amount: '1' },
    },
    ivms101: {
      originator: { originatorPerson: [TRAVELLER] },
      beneficiary: { beneficiaryPerson: [TRAVELLER] },
    },
  },
  unsubscribeMail: { token: `1.1.${'A'.repeat(43)}` },
  saveMailWishes: { kind: 'fills', timing: 'off' },
  stopRecoveryByMail: { token: `1.1.${'A'.repeat(43)}` },
  askUnlock: { document_photo: '999999', holding_photo: '999999' },
  appealHold: { id: '999999', text: 'it is mine' },
  saveMailWord: { word: 'lantern', password: 'wrong' },
  removePasskey: { id: '999999', password: 'wrong', otp: '123456' },
  readMessages: { id: '999999' },
  portfolio: { days: '30', time_zone: 'Asia/Tokyo' },
  statement: { from: '2027-01-01', to: '2027-01-15', time_zone: 'Asia/Tokyo' },
  taxReport: { ...TAX },
  taxLines: { ...TAX, figure: 'gains', of_currency: 'BTC', page: '1', limit: '10' },
  taxFile: { ...TAX, format: 'koinly' },
  saveDepositCosts: {
    put: [{ entry_id: 999_999, cost: '1', currency: 'USDT', acquired: '2026-01-01' }],
    remove: [999_999],
  },
  exportOwn: { what: 'orders', from: '2027-01-01', to: '2027-01-15', time_zone: 'Asia/Tokyo' },
  saveNotification: { kind: 'fills', push: 'true' },
  subscribePush: {
    endpoint: 'https://push.example.org/device',
    p256dh: 'B'.repeat(87),
    auth: 'A'.repeat(22),
  },
  unsubscribePush: { endpoint: 'https://push.example.org/device' },
  createAlert: { symbol: 'BTC/USDT', price: '1', direction: 'below' },
  deleteAlert: { id: '999999' },
  drawings: { symbol: 'BTC/USDT' },
  saveDrawings: { symbol: 'BTC/USDT' },
  createApiKey: {
    label: 'bot',
    trade: 'true',
    ips: '10.0.0.1',
    expires_at: '1900000000000',
    password: 'harbour-42',
    otp: '123456',
  },
  editApiKey: {
    id: '999999',
    label: 'bot',
    trade: 'true',
    ips: '10.0.0.1',
    expires_at: '1900000000000',
    password: 'harbour-42',
    otp: '123456',
  },
  revokeApiKey: { id: '999999' },
  createSubAccount: { name: 'Grid' },
  editSubAccount: {
    ...{ id: '999999', name: 'Grid', products: '["spot"]' },
    daily_limits: '[{"currency_id":3,"amount":"10"}]',
  },
  moveSubAccount: {
    ...{ id: '999999', direction: 'in' },
    ...{ currency_id: '3', amount: '1' },
  },
  createAccountShare: {
    ...{ email: 'adviser@example.com', accounts: '[1]', until: '1900000000000' },
    ...PROOF,
  },
  acceptAccountShare: { id: '999999' },
  endAccountShare: { id: '999999' },
  createWebhook: { ...HOOK, ...PROOF },
  editWebhook: { id: '999999', ...HOOK, paused: 'true', ...PROOF },
  rotateWebhookSecret: { id: '999999', ...PROOF },
  removeWebhook: { id: '999999', ...PROOF },
  webhookDeliveries: { id: '999999', page: '1', limit: '10' },
  replayWebhook: { id: '999999', after: '1' },
  legal: { slug: 'terms' },
  chatMessages: { before: '999999', after: '1', limit: '10' },
  sendChat: { client_message_id: 'm1', text: 'Where is my deposit?', file_id: '999999' },
  readChat: { message_id: '999999' },
  chatTranscript: { time_zone: 'Asia/Tokyo' },
  operatorLogin: { name: 'nobody', password: 'wrong' },
  operatorLink: { token: 'A'.repeat(43) },
  useOperatorLink: {
    token: 'A'.repeat(43),
    password: 'a harbour in the fog',
    password_confirmation: 'a harbour in the fog',
  },
  operatorEnrol: { name: 'nobody', password: 'wrong' },
  operatorConfirmEnrol: { name: 'nobody', password: 'wrong', otp: '123456' },
  operatorSsoLogin: { code: 'x', state: 'x'.repeat(43), browser: 'x'.repeat(43) },
  operatorPasskeyLogin: { credential: '{}' },
  beginOperatorPasskey: { name: 'nobody', password: 'wrong' },
  confirmOperatorPasskey: { credential: '{}', label: 'Key ring' },
};
/** Those that take forms from anyone or from users; uploads have a file of their own. */
const userRoutes = routeEntries
  .filter(([name, { access, isMultipart }]) => {
    const isForUsers = access.who === 'public' || access.who === 'user';
    return isForUsers && !isMultipart && name !== 'logout' && name !== 'lockAccount';
  })
  .map(([name]) => name);

describe('X8: no field but the declared ones is taken', () => {
  const extras = ['role', 'balance', 'status', 'user_id', 'owner', 'is_partner', 'constructor'];
  /** Lists that are asked for by status. */
  const byStatus = [
    ...[
      'orders',
      'triggers',
      'orderLists',
      'positions',
      'optionOrders',
      'hostingOrders',
      'deposits',
      'withdrawals',
      'exportOwn',
    ],
  ];
  test.each(userRoutes)('%s', async (name) => {
    for (const extra of extras) {
      if (byStatus.includes(name) && extra === 'status') continue;
      const reply = await server.call(name, { ...VALID[name], [extra]: '1' }, user);
      expect(reply).toMatchObject({ status: 422, error: 'validation_failed' });
      expect(reply.fields).toHaveProperty(extra, 'Not a field of this call');
    }
  });
});

describe('V11: prototypes and repeated parameters', () => {
  const post = (payload: string, type = 'application/json') =>
    server.app.inject({
      method: 'POST',
      url: '/api/wallet/detail',
      headers: { authorization: user.token, 'content-type': type },
      payload,
    });

  test.each([
    '{"account":"coin","currency_id":3,"__proto__":{"isAdmin":true}}',
    '{"account":"coin","currency_id":3,"constructor":{"prototype":{"isAdmin":true}}}',
    '{"__proto__":{"account":"coin","currency_id":3}}',
    '[{"account":"coin","currency_id":3}]',
    '"coin"',
    'null',
    '3',
    '{"account":"coin","currency_id":',
    '{"account":{"account":"coin"},"currency_id":3}',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`.slice(0, 15_000),
  ])('%s', async (payload) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(422);
    expect({}).not.toHaveProperty('isAdmin');
  });

  test('?a=1&a=2 and its like in a form', async () => {
    const twice = await server.app.inject('/api/currency/deal?symbol=BTC/USDT&symbol=ETH/USDT');
    expect(twice.statusCode).toBe(422);
    const form = 'application/x-www-form-urlencoded';
    expect((await post('account=coin&account=trust&currency_id=3', form)).statusCode).toBe(422);
    expect((await post('account[]=coin&currency_id=3', form)).statusCode).toBe(422);
    expect((await post('__proto__[x]=1&account=coin&currency_id=3', form)).statusCode).toBe(422);
    expect((await post(`${'a=1&'.repeat(50)}account=coin`, form)).statusCode).toBe(422);
  });
});

describe('X9: content types', () => {
  const send = (type: string | undefined, payload: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/wallet/detail',
      headers: { authorization: user.token, ...(type !== undefined && { 'content-type': type }) },
      payload,
    });
  const form = 'account=coin&currency_id=3';

  test.each([
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=utf-8',
    'APPLICATION/X-WWW-FORM-URLENCODED',
  ])('%s is taken', async (type) => {
    expect((await send(type, form)).statusCode).toBe(200);
  });

  test.each([
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json-patch+json',
    'application/jsonx',
    'application/x-www-form-urlencodedx',
    'text/plain, application/json',
    'application/json\t,text/plain',
    '*/*',
    'application',
    ';',
  ])('%s is refused', async (type) => {
    const response = await send(type, form);
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({ type: 'error', error: 'media_type' });
  });

  test('a body without a type is refused; no body needs none', async () => {
    expect((await send(undefined, form)).statusCode).toBe(415);
    const empty = await server.app.inject({
      method: 'POST',
      url: '/api/wallet/list',
      headers: { authorization: user.token },
    });
    expect(empty.statusCode).toBe(200);
  });

  test('a body larger than anything we take is refused before it is read', async () => {
    const response = await send('application/x-www-form-urlencoded', 'a='.padEnd(30_000, 'x'));
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ error: 'body_too_large' });
  });
});

describe('X6: another site cannot act for a user', () => {
  const transfer = 'from_account=coin&to_account=trust&currency_id=3&amount=1';
  const cross = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

  test.each([
    ['no token', {}],
    ['an empty token', { authorization: '' }],
    ['an empty bearer', { authorization: 'Bearer ' }],
    ['the token as a cookie', { cookie: 'TOKEN' }],
    ['the token as x-csrf-token', { 'x-csrf-token': 'TOKEN' }],
  ])('%s is no session', async (_name, headers) => {
    const own = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('TOKEN', `token=${user.token}; authorization=${user.token}`),
      ]),
    );
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/wallet/change',
      headers: {
        ...cross,
        ...own,
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': 'csrf',
      },
      payload: transfer,
    });
    expect(response.statusCode).toBe(401);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  test('a token in the address or the body is none', async () => {
    const inQuery = await server.app.inject(`/api/user/center?authorization=${user.token}`);
    expect(inQuery.statusCode).toBe(401);
    const inBody = await server.call('wallet', { authorization: user.token, token: user.token });
    expect(inBody.status).toBe(401);
  });

  test('a user cannot be someone else with their own token', async () => {
    const other = await server.trader();
    const before = await server.data('wallet', {}, other);
    await server.call('transfer', { ...VALID.transfer, user_id: other.userId }, user);
    expect(await server.data('wallet', {}, other)).toEqual(before);
  });

  test('GET changes nothing: calls that act do not exist as GET', async () => {
    for (const [name, { method, path }] of routeEntries) {
      if (
        method === 'GET' ||
        routeEntries.some(([, other]) => other.method === 'GET' && other.path === path)
      )
        continue;
      const response = await server.app.inject({
        url: `/api/${path}`,
        headers: { authorization: user.token },
      });
      expect([name, response.statusCode]).toEqual([name, 405]);
      expect(response.headers['allow']).toContain(method);
      expect(response.json()).toMatchObject({ error: 'method_not_allowed' });
    }
  });
});

describe('B11, V3: words that mean something to SQL or HTML are words', () => {
  const payloads = [
    "' OR '1'='1",
    "'; DROP TABLE users; --",
    '" UNION SELECT password_hash FROM users --',
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '\u0000',
    '\\',
    '%27%20OR%201=1',
    '#{7*7}',
    '{{7*7}}',
    '=cmd|calc',
  ];

  test.each(payloads)('%j', async (payload) => {
    for (const [name, request] of Object.entries(VALID))
      for (const field of Object.keys(request)) {
        const reply = await server.call(name as RouteName, { ...request, [field]: payload }, user);
        expect([name, field, reply.status < 500]).toEqual([name, field, true]);
        // What comes back is JSON, and no browser may take it for a page.
        expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(reply.headers['x-content-type-options']).toBe('nosniff');
      }
    const [row] = await server.context.database.query<{ count: bigint }>(
      'SELECT count(*) FROM users',
    );
    expect(Number(row?.count)).toBeGreaterThan(0);
  });

  test('a line break in what is logged stays one line', async () => {
    const reply = await server.call('login', {
      ...VALID.login,
      account: 'a@example.com\n{"level":"fatal"}',
    });
    expect(reply.status).toBe(422);
  });
});

describe('one field wrong, on every route (fast-check, seed 7)', () => {
  const junk = fc.oneof(
    fc.string({ maxLength: 50 }),
    fc.constantFrom(
      '',
      ' ',
      '-1',
      '0',
      '1e3',
      '0x10',
      'null',
      'undefined',
      'NaN',
      '１',
      '2147483648',
      '9'.repeat(30),
      '[]',
      '{}',
      'true',
      'a'.repeat(300),
      '٣',
      '\ud83d\ude00',
      '1.0000000000000000001',
    ),
    fc.double().map(String),
  );

  test.each(userRoutes.filter((name) => VALID[name] !== undefined))('%s', async (name) => {
    const request = VALID[name] ?? {};
    const before = await server.ledger();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(request)), junk, async (field, value) => {
        const reply = await server.call(name, { ...request, [field]: value }, user);
        expect(reply.status).toBeLessThan(500);
        if (reply.status >= 400) expect(ERROR_CODES).toContain(reply.error);
        expect(reply.text).not.toMatch(/\n\s+at |node_modules|SELECT /);
      }),
      { seed: 7, numRuns: 25 },
    );
    expect(await server.ledger()).toBe(before);
  });
});

describe('X16: pages are bounded', () => {
  const paged: RouteName[] = ['orders', 'records', 'transfers'];
  test.each(paged)('%s', async (name) => {
    for (const [limit, status] of [
      [1, 200],
      [100, 200],
      [101, 422],
      [0, 422],
      [1e9, 422],
      ['x', 422],
    ])
      expect([limit, (await server.call(name, { limit }, user)).status]).toEqual([limit, status]);
    expect((await server.call(name, { page: 1_000_000, limit: 100 }, user)).status).toBe(200);
    expect((await server.call(name, { page: 1_000_001 }, user)).status).toBe(422);
  });

  test('candles and depth', async () => {
    const candles = { symbol: 'BTC/USDT', period: '1m' };
    expect((await server.call('candles', { ...candles, limit: 1_500 })).status).toBe(200);
    expect((await server.call('candles', { ...candles, limit: 1_501 })).status).toBe(422);
    expect((await server.call('deal', { symbol: 'BTC/USDT', depth: 201 })).status).toBe(422);
  });
});

describe('X18, O4: errors say nothing of the inside', () => {
  test.each(['overloaded', 'unavailable'] as const)(
    'a writer that is %s is a 503',
    async (code) => {
      const busy = new SubmitError(code, new Error('queue of 10000 is full'));
      const stub = vi.spyOn(server.sequencer, 'take').mockImplementationOnce(() => {
        throw busy;
      });
      const options = { ...user, key: `busy-${code}` };
      const reply = await server.call('transfer', VALID.transfer, options);
      stub.mockRestore();
      expect(reply).toMatchObject({ status: 503, error: code });
      expect(reply.text).not.toContain('queue');
      // The key was not burnt.
      const again = await server.call('transfer', VALID.transfer, options);
      expect(again).toMatchObject({ status: 400, error: 'same_account' });
    },
  );

  test('a fault is a number to quote and nothing else', async () => {
    const lost = new Error('connect ECONNREFUSED 10.1.2.3:5432 password=hunter2');
    const { database } = server.context;
    const { query } = database;
    (database as { query: unknown }).query = () => Promise.reject(lost);
    const reply = await server.call('wallet', {}, user);
    (database as { query: unknown }).query = query;
    expect(reply.status).toBe(500);
    expect(JSON.parse(reply.text)).toEqual({
      type: 'error',
      code: 0,
      error: 'internal',
      message: 'Something went wrong on our side',
      request_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-z]+$/),
    });
  });

  test.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/api', 404],
    ['GET', '/api/../../etc/passwd', 404],
    ['GET', '/..%2f..%2fpackage.json', 404],
    ['GET', '/.env', 404],
    ['GET', '/.git/config', 404],
    ['GET', '/package.json', 404],
    ['GET', '/assets/', 404],
    ['GET', '/console/assets/', 404],
    ['GET', '/api/%', 404],
    ['GET', '/%zz', 404],
    ['DELETE', '/api/coin/trade', 405],
    ['PATCH', '/api/wallet/list', 405],
    ['HEAD', '/api/config', 405],
    ['POST', '/', 404],
  ] as const)('%s %s is a plain %i', async (method, url, status) => {
    const response = await server.app.inject({ method, url });
    expect(response.statusCode).toBe(status);
    if (method !== 'HEAD') expect(response.json()).toMatchObject({ type: 'error', code: 0 });
    expect(readReply(response).text).not.toMatch(/\n\s+at |node_modules/);
  });
});

test('every route with a request of fields is tried above', () => {
  const withFields = userRoutes.filter((name) => {
    const shape = (routes[name].request as { readonly def?: { readonly shape?: object } }).def
      ?.shape;
    const needed = routes[name].request.safeParse({}).success ? [] : Object.keys(shape ?? {});
    return needed.length > 0;
  });
  expect(withFields.filter((name) => VALID[name] === undefined)).toEqual([]);
});
