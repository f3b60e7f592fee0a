/**
 * Somebody else's id (cases.md B1, X7, V4): it answers to the byte like one that does not exist, and
 * changes nothing. The list of calls is the contract's own: a new one that takes an id fails until it is here.
 */
import { type RouteName, routeEntries } from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type TestServer } from '../../../test/support/fixture.ts';
import { writes } from '../../chat/test/fixture.ts';
import { FUND_PASSWORD, type Holder, holder, outOf } from '../../custody/test/fixture.ts';
import { fundContract, startFuturesServer, waitingLong } from '../../futures/test/fixture.ts';
import { addTreasury, FIFTEEN, fundTrust, host } from '../../hosting/test/fixture.ts';
import { proofOf, withdrawalOf } from '../../operators/test/fixture.ts';
import { uploaded } from '../../verification/test/upload-fixture.ts';
import { SoftAuthenticator } from './authenticator.ts';

interface Case {
  /** Makes what the owner has, and gives its id. */
  readonly make: (owner: Holder) => Promise<number>;
  readonly request: (id: number, caller: Holder) => Promise<object> | object;
  /** Shows what the owner has: it must stay. */
  readonly show: (owner: Holder) => Promise<unknown>;
}

const NOBODY = 999_999_999;

let server: TestServer;
let owner: Holder;
let stranger: Holder;
beforeAll(async () => {
  server = await startFuturesServer();
  await server.run({ kind: 'configure_hosting', product: FIFTEEN });
  await addTreasury(server, 100);
  await server.context.custodyTerms.seed({ isDemo: true });
  [owner, stranger] = [await holder(server), await holder(server)];
});
afterAll(() => server.stop());

const CARD = {
  name: 'Main',
  card_number: '4000 0000 0000 0002',
  deposit_bank: 'A Bank',
  branch: 'Centre',
  bank_name: 'A Bank',
  bank_address: 'A Street 1',
  swift_code: 'ABCDEFGH',
  full_name: 'A Person',
  iban: 'DE89370400440532013000',
  payee_address: 'A Road 2',
  postal_code: '10000',
};

/** A fresh code of the scene that payees need. */
async function code(user: Holder): Promise<string> {
  await server.pass(60_000);
  await server.data('smsOtherMail', { scene: 'withdraw_address' }, user);
  return server.code(user.email);
}
const cardOf = async (user: Holder, more: object = {}) => ({
  ...CARD,
  fund_password: FUND_PASSWORD,
  code: await code(user),
  ...more,
});
const makeCard = async (user: Holder) =>
  (await server.data('saveBankCard', await cardOf(user), user)).id;
const cards = (user: Holder) => server.data('bankCards', {}, user);
const addresses = (user: Holder) => server.data('withdrawalAddresses', { currency_id: 3 }, user);
const withdrawals = (user: Holder) => server.data('withdrawals', {}, user);
const positions = async (user: Holder) => (await server.data('positions', {}, user)).list;
const waitingPosition = async (user: Holder) => {
  // A market takes three of one user: what waits already will do.
  const [waiting] = (await positions(user)).filter(({ status }) => status === 'waiting');
  if (waiting !== undefined) return waiting.id;
  await fundContract(server, user, 10);
  return (await server.data('openPosition', waitingLong('90', { lots: '2' }), user)).position.id;
};

const apiKey = async (user: Holder) =>
  (await server.data('createApiKey', { label: 'bot', password: PASSWORD }, user)).api_key.id;

const HOOK = { label: 'till', url: 'https://till.example/hook', events: 'order' };
const PROVED_HOOK = { ...HOOK, password: PASSWORD };
const webhook = async (user: Holder) =>
  (await server.data('createWebhook', PROVED_HOOK, user)).webhook.id;
/** A withdrawal of the user, kept back by an operator. */
const held = async (user: Holder) => {
  const recordId = await withdrawalOf(server, user);
  const [by] = await server.context.database.query<{ operator_id: bigint }>(
    'SELECT operator_id FROM operators LIMIT 1',
  );
  const { holdId } = await server.context.holds.place({
    ...{ operatorId: Number(by?.operator_id), userId: user.userId, kind: 'withdrawal', recordId },
    reason: 'hold_source',
  });
  return holdId;
};
const subAccounts = (user: Holder) => server.data('subAccounts', {}, user);
let subAccountsMade = 0;
const subAccount = async (user: Holder): Promise<number> => {
  subAccountsMade += 1;
  const name = `Mine ${subAccountsMade}`;
  return (await server.data('createSubAccount', { name }, user)).id;
};
const accountShares = (user: Holder) => server.data('accountShares', {}, user);
const accountShare = async (user: Holder): Promise<number> => {
  const offer = {
    ...{ email: 'adviser@example.com', accounts: [user.userId], password: PASSWORD },
    until: server.clock.now() + 86_400_000,
  };
  return (await server.data('createAccountShare', offer, user)).id;
};
const webhooks = (user: Holder) => server.data('webhooks', {}, user);

const LIMIT = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '99', quantity: '1' };
const limitOrder = async (user: Holder) => (await server.data('placeOrder', LIMIT, user)).order.id;
async function stopOrder(user: Holder): Promise<number> {
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '99', quantity: '0.2' };
  const stop = { ...order, trigger: 'take_profit', trigger_price: '99' };
  return (await server.data('placeTrigger', stop, user)).trigger_order.id;
}
async function orderList(user: Holder): Promise<number> {
  const leg = { side: 'buy', type: 'limit', quantity: '1' };
  const legs = [
    { ...leg, price: '90' },
    { ...leg, price: '110', trigger: 'stop', trigger_price: '109' },
  ];
  const list = { kind: 'oco', symbol: 'BTC/USDT', legs };
  return (await server.data('placeOrderList', list, user)).order_list.id;
}
/** The devices whose passkeys users have. */
const devices = new Map<number, SoftAuthenticator>();
async function passkey(user: Holder): Promise<number> {
  const before = devices.has(user.userId) ? { otp: await passkeyTicket(user) } : {};
  const device = new SoftAuthenticator();
  const { options } = await server.data('beginPasskey', { password: PASSWORD, ...before }, user);
  const request = { credential: device.make(options), name: 'Mine' };
  const { passkey: made } = await server.data('confirmPasskey', request, user);
  devices.set(user.userId, device);
  return made.id;
}
async function passkeyTicket(user: Holder): Promise<string> {
  if (!devices.has(user.userId)) await passkey(user);
  const { options } = await server.data('passkeyOptions');
  const credential = devices.get(user.userId)?.logIn(options);
  return (await server.data('passkeyProve', { credential })).ticket;
}

const CASES: Readonly<Partial<Record<RouteName, Case>>> = {
  endSession: {
    make: async (user) => (await server.data('sessions', {}, user))[0]?.id ?? 0,
    request: (id) => ({ id }),
    show: async (user) => (await server.call('center', {}, user)).status,
  },
  ownFile: {
    make: (user) => uploaded(server, user),
    request: (id) => ({ id }),
    show: async () => undefined,
  },
  cancelOrder: {
    make: limitOrder,
    request: (order_id) => ({ order_id }),
    show: async (user) => (await server.data('orders', {}, user)).list,
  },
  amendOrder: {
    make: limitOrder,
    request: (order_id) => ({ symbol: 'BTC/USDT', order_id, price: '98.00' }),
    show: async (user) => (await server.data('orders', {}, user)).list,
  },
  replaceOrder: {
    make: limitOrder,
    request: (cancel_order_id) => ({ ...LIMIT, cancel_order_id }),
    show: async (user) => (await server.data('orders', {}, user)).list,
  },
  order: {
    make: limitOrder,
    request: (order_id) => ({ order_id }),
    show: async (user) => (await server.data('orders', {}, user)).list,
  },
  orderFills: {
    make: limitOrder,
    request: (order_id) => ({ order_id }),
    show: async (user) => (await server.data('orders', {}, user)).list,
  },
  amendments: {
    make: limitOrder,
    request: (order_id) => ({ order_id }),
    show: async (user) => (await server.data('orders', {}, user)).list,
  },
  cancelTrigger: {
    make: stopOrder,
    request: (trigger_id) => ({ trigger_id }),
    show: async (user) => (await server.data('triggers', {}, user)).list,
  },
  amendTrigger: {
    make: stopOrder,
    request: (trigger_id) => ({ symbol: 'BTC/USDT', trigger_id, quantity: '0.1' }),
    show: async (user) => (await server.data('triggers', {}, user)).list,
  },
  cancelOrderList: {
    make: orderList,
    request: (list_id) => ({ list_id }),
    show: async (user) => (await server.data('orderLists', {}, user)).list,
  },
  setStops: {
    make: (user) => waitingPosition(user),
    request: (position_id) => ({ position_id, stop_loss: '80' }),
    show: positions,
  },
  addMargin: {
    make: (user) => waitingPosition(user),
    request: (position_id) => ({ position_id, amount: '1' }),
    show: positions,
  },
  reversePosition: {
    make: (user) => waitingPosition(user),
    request: (position_id) => ({ position_id }),
    show: positions,
  },
  amendPosition: {
    make: (user) => waitingPosition(user),
    request: (position_id) => ({ position_id, lots: 11 }),
    show: positions,
  },
  setStopLevel: {
    make: (user) => waitingPosition(user),
    request: (position_id) => ({ position_id, stop: 'stop_loss', price: '80', lots: 1 }),
    show: positions,
  },
  removeStopLevel: {
    make: (user) => waitingPosition(user),
    request: (position_id) => ({ position_id, level_id: 1 }),
    show: positions,
  },
  closePosition: {
    make: (user) => waitingPosition(user),
    request: (position_id) => ({ position_id }),
    show: positions,
  },
  redeemHosting: {
    make: async (user) => {
      await fundTrust(server, user, { currencyId: 3, amount: 100_000000n });
      return (await host(server, user, { amount: '100' })).id;
    },
    request: (id) => ({ id }),
    show: async (user) => (await server.data('hostingOrders', {}, user)).list,
  },
  deleteAddress: {
    make: async (user) => user.addressId,
    request: (id) => ({ id }),
    show: addresses,
  },
  withdraw: {
    make: async (user) => user.addressId,
    request: (address_id, caller) => outOf(caller, '100', { address_id }),
    show: withdrawals,
  },
  cancelWithdrawal: {
    make: (user) => withdrawalOf(server, user),
    request: (id) => ({ id }),
    show: withdrawals,
  },
  saveBankCard: {
    make: makeCard,
    request: (id, caller) => cardOf(caller, { id }),
    show: cards,
  },
  deleteBankCard: { make: makeCard, request: (id) => ({ id }), show: cards },
  claimDeposit: {
    make: (user) => proofOf(server, user),
    request: (proof) => ({ kind: 'bank', currency_id: 3, amount: '100', proof }),
    show: (user) => server.data('deposits', {}, user),
  },
  sayOrigin: {
    make: async (user) => {
      const claim = {
        kind: 'bank',
        currency_id: 3,
        amount: '100',
        proof: await proofOf(server, user),
      };
      return (await server.data('claimDeposit', claim, user)).id;
    },
    request: (id) => ({ id, wallet: 'own' }),
    show: (user) => server.data('deposits', {}, user),
  },
  signWalletProof: {
    make: async (user) => user.addressId,
    request: (id) => ({ id, signature: '0x00' }),
    show: addresses,
  },
  editApiKey: {
    make: (user) => apiKey(user),
    request: (id) => ({ id, label: 'mine', password: PASSWORD }),
    show: (user) => server.data('apiKeys', {}, user),
  },
  revokeApiKey: {
    make: (user) => apiKey(user),
    request: (id) => ({ id }),
    show: (user) => server.data('apiKeys', {}, user),
  },
  appealHold: {
    make: held,
    request: (id) => ({ id, text: 'It is my own.' }),
    show: (user) => server.data('holds', {}, user),
  },
  editWebhook: { make: webhook, request: (id) => ({ id, ...PROVED_HOOK }), show: webhooks },
  rotateWebhookSecret: {
    make: webhook,
    request: (id) => ({ id, password: PASSWORD }),
    show: webhooks,
  },
  removeWebhook: {
    make: webhook,
    request: (id) => ({ id, password: PASSWORD }),
    show: webhooks,
  },
  webhookDeliveries: { make: webhook, request: (id) => ({ id }), show: webhooks },
  replayWebhook: { make: webhook, request: (id) => ({ id, after: '0' }), show: webhooks },
  editSubAccount: {
    make: subAccount,
    request: (id) => ({ id, name: 'Theirs', products: [] }),
    show: subAccounts,
  },
  moveSubAccount: {
    make: subAccount,
    request: (id) => ({ id, direction: 'in', currency_id: 3, amount: '1' }),
    show: subAccounts,
  },
  acceptAccountShare: { make: accountShare, request: (id) => ({ id }), show: accountShares },
  endAccountShare: { make: accountShare, request: (id) => ({ id }), show: accountShares },
  setRecurringPlan: {
    make: plan,
    request: (plan_id) => ({ plan_id, state: 'ended' }),
    show: (user) => server.data('recurringPlans', {}, user),
  },
  recurringPurchases: {
    make: plan,
    request: (plan_id) => ({ plan_id }),
    show: (user) => server.data('recurringPlans', {}, user),
  },
  deleteAlert: {
    make: async (user) => {
      await server.tick();
      return (await server.data('createAlert', { symbol: 'BTC/USDT', price: '120' }, user)).id;
    },
    request: (id) => ({ id }),
    show: (user) => server.data('alerts', {}, user),
  },
  readMessages: {
    make: async (user) => (await server.data('messages', {}, user)).list[0]?.id ?? 0,
    request: (id) => ({ id }),
    show: (user) => server.data('messages', {}, user),
  },
  sendChat: {
    make: (user) => uploaded(server, user, 'chat'),
    request: (file_id) => ({ client_message_id: 'a-picture', file_id }),
    show: (user) => server.data('chatMessages', {}, user),
  },
  readChat: {
    make: async (user) => (await writes(server, user, 'Hello')).message.id,
    request: (message_id) => ({ message_id }),
    show: (user) => server.data('chat', {}, user),
  },
  // From here on both have a second factor.
  renamePasskey: {
    make: (user) => passkey(user),
    request: (id) => ({ id, name: 'Theirs' }),
    show: (user) => server.data('passkeys', {}, user),
  },
  removePasskey: {
    make: (user) => passkey(user),
    request: async (id, caller) => ({ id, otp: await passkeyTicket(caller) }),
    show: (user) => server.data('passkeys', {}, user),
  },
};

async function plan(user: Holder): Promise<number> {
  const days = { weekdays: '1', minute: '540', client_plan_id: 'mine' };
  const terms = { symbol: 'BTC/USDT', amount: '50', ...days };
  return (await server.data('createRecurringPlan', terms, user)).id;
}

/** Without the number of the request, which no two have in common. */
const plain = (text: string): string => text.replace(/,"request_id":"[^"]*"/, '');

test('every call of a user that takes an id of a thing of theirs is here', () => {
  /** Of nobody in particular, or the user's own words. */
  const common = new Set([
    ...['currency_id', 'market_id', 'client_order_id', 'tx_id', 'device_id'],
    ...[
      'from_currency_id',
      'to_currency_id',
      'product_id',
      'offering_id',
      'client_message_id',
      'client_plan_id',
      'snapshot_id',
    ],
  ]);
  const taking = routeEntries.filter(([, { access, request }]) => {
    const { def } = request as unknown as { readonly def: { readonly shape?: object } };
    const ids = Object.keys(def.shape ?? {}).filter(
      (field) => /^(id|proof)$|_id$/.test(field) && !common.has(field),
    );
    return access.who === 'user' && ids.length > 0;
  });
  const named = taking.map(([name]) => name).filter((name) => name !== FILTERED);
  expect(named.sort()).toEqual(Object.keys(CASES).sort());
});

/** Takes an id to choose among the user's own: of a stranger's there is none. */
const FILTERED = 'orderLists' satisfies RouteName;

test('a list of orders of somebody else is not among one of their own', async () => {
  const list_id = await orderList(owner);
  expect((await server.data(FILTERED, { list_id }, owner)).list).toHaveLength(1);
  expect((await server.data(FILTERED, { list_id }, stranger)).list).toEqual([]);
  await server.data('cancelOrderList', { list_id }, owner);
});

test('a withdrawal to a card of somebody else is like one to none', async () => {
  const id = await makeCard(owner);
  await makeCard(stranger);
  const out = (card_id: number) => ({
    ...outOf(stranger, '100', { card_id }),
    address_id: undefined,
    chain: undefined,
  });
  const theirs = await server.call('withdraw', out(id), stranger);
  const nobodys = await server.call('withdraw', out(NOBODY), stranger);
  expect([theirs.status, theirs.error]).toEqual([404, 'not_found']);
  expect(plain(theirs.text)).toBe(plain(nobodys.text));
});

describe.each(Object.entries(CASES) as [RouteName, Case][])(
  '%s',
  (name, { make, request, show }) => {
    test("a stranger's id is like none", async () => {
      const id = await make(owner);
      expect(id).toBeGreaterThan(0);
      const before = await show(owner);
      const theirs = await server.call(name, { ...(await request(id, stranger)) }, stranger);
      const nobodys = await server.call(name, { ...(await request(NOBODY, stranger)) }, stranger);
      expect(plain(theirs.text)).toBe(plain(nobodys.text));
      expect(theirs.status).toBe(nobodys.status);
      if (name !== 'readMessages') expect(theirs.error).toBe('not_found');
      expect(await show(owner)).toEqual(before);
    });
  },
);
