/**
 * A server with everything in it that calls can be about: two users who have one of each, their words marked so that
 * they are known wherever they turn up, and an operator of each role.
 */
import { OPERATOR_ROLES, type OperatorRole, type RouteSpec } from '@fairlead/contract';
import { ratePpm } from '@fairlead/units';
import {
  addAddress,
  ETH_ADDRESS_2,
  FUND_PASSWORD,
  payeeCode,
} from '../../src/custody/test/fixture.ts';
import {
  addCapital,
  atIndex,
  fundContract,
  startFuturesServer,
} from '../../src/futures/test/fixture.ts';
import { addTreasury, FIFTEEN, fundTrust, host } from '../../src/hosting/test/fixture.ts';
import { FLD, offer, subscribe } from '../../src/offerings/test/fixture.ts';
import { OPERATOR_PASSWORD, operator } from '../../src/operators/test/fixture.ts';
import {
  addHouseCapital,
  fundOptions,
  OPTION_TERMS,
  purchase,
} from '../../src/options/test/fixture.ts';
import { LEVELS } from '../../src/referral/test/fixture.ts';
import { uploaded } from '../../src/verification/test/upload-fixture.ts';
import { OWNER_PASSWORD, PASSWORD, type TestServer, type TestUser } from '../support/fixture.ts';
import type { TestDatabase } from '../support/test-database.ts';
import type { Hints } from './schema-values.ts';

const SIGNER_TOKEN = 'mzr4Jk2Qw9Lx7Vb3Nd8Hs5Tf6Gy1Pc0A';
const SWEEPER_TOKEN = 'w7Tq2Zc9Kd4Xn6Rb1Ls8Mv3Hy5Gf0PjE';
const SECRET_KEY = 'uP7xR2mK9vT4qZ1wL8nB3cY6hF5dS0jG';

export type UserName = 'ann' | 'ben';
/** Who sends: a guest, one of two users, the signer, an operator of a role. */
export type Actor = 'guest' | UserName | 'signer' | 'sweeper' | OperatorRole;

/** In every word that a user gave: nobody else's answer may contain it. */
export const MARKS: Readonly<Record<UserName, string>> = { ann: 'qxvann', ben: 'qxvben' };
/** Of payments on chains that the users claim. */
const TX_IDS: Readonly<Record<UserName, string>> = {
  ann: `0x${'a11ce'.repeat(12)}a11c`,
  ben: `0x${'be11e'.repeat(12)}be11`,
};
/** What only the user, and operators, may see. */
export const PRIVATE: Readonly<Record<UserName, RegExp>> = {
  ann: new RegExp(`${MARKS.ann}|a11cea11ce`, 'i'),
  ben: new RegExp(`${MARKS.ben}|be11ebe11e`, 'i'),
};
export const other = (name: UserName): UserName => (name === 'ann' ? 'ben' : 'ann');
export const isUser = (actor: Actor): actor is UserName => actor === 'ann' || actor === 'ben';

export class World {
  readonly server: TestServer;
  readonly users: Readonly<Record<UserName, TestUser>>;
  readonly belonging: Readonly<Record<UserName, Belongings>>;
  /** Ids of what both users have, and whatever else a field of the name may be. */
  readonly hints: Hints;
  readonly #tokens = new Map<Actor, string>();

  constructor(
    server: TestServer,
    { users, belonging, hints }: Pick<World, 'users' | 'belonging' | 'hints'>,
  ) {
    this.server = server;
    this.users = users;
    this.belonging = belonging;
    this.hints = hints;
    for (const name of ['ann', 'ben'] as const) this.#tokens.set(name, users[name].token);
    this.#tokens.set('signer', SIGNER_TOKEN);
    this.#tokens.set('sweeper', SWEEPER_TOKEN);
  }

  /** Secrets that no answer and no line of the log may contain. */
  secrets(): readonly string[] {
    const words = [PASSWORD, OWNER_PASSWORD, OPERATOR_PASSWORD, SECRET_KEY, '$argon2id'];
    return [...words, ...this.#tokens.values()];
  }

  readonly tokenOf = (actor: Actor): string | undefined => this.#tokens.get(actor);

  /** A new session, after the last one was ended by a call or by time. */
  async logIn(actor: Actor): Promise<void> {
    if (actor === 'guest' || actor === 'signer' || actor === 'sweeper') return;
    const { server } = this;
    if (!isUser(actor)) {
      this.#tokens.set(actor, (await operator(server, actor)).token);
      return;
    }
    const { userId } = this.users[actor];
    const [user] = await server.context.database.query<{ hash: string }>(
      'SELECT password_hash AS hash FROM users WHERE user_id = $1',
      [userId],
    );
    const token = await server.context.sessions.start({
      userId,
      passwordHash: user?.hash ?? '',
      deviceHash: undefined,
      ip: '127.0.0.1',
      userAgent: `${MARKS[actor]} agent`,
      isByPassword: true,
    });
    if (token === undefined) throw new Error(`${actor} cannot log in`);
    this.#tokens.set(actor, token);
  }
}

/** Who may call a route; of operators, who has the right and who has not. */
export function actorsFor({ access }: RouteSpec): readonly Actor[] {
  if (access.who === 'public') return ['guest', 'ann'];
  if (access.who === 'user') return ['ann', 'ann', 'ben'];
  if (access.who === 'signer' || access.who === 'sweeper') return [access.who];
  // A token of one under way opens nothing else: recoveries.test.ts has them.
  if (access.who === 'recovery') return ['guest', 'ann'];
  return [...access.roles, 'owner', ...OPERATOR_ROLES];
}

export interface WorldOptions {
  /** Gets the lines of the log. */
  readonly logTo: (line: string) => void;
  /** A database to use in place of one of its own. */
  readonly opened?: TestDatabase | undefined;
  /** Settings beside its own. */
  readonly environment?: Readonly<Record<string, string>>;
}

export async function createWorld({ logTo, opened, environment }: WorldOptions): Promise<World> {
  const server = await startFuturesServer({
    ...(opened !== undefined && { opened }),
    environment: {
      SIGNER_TOKEN,
      SWEEPER_TOKEN,
      SECRET_KEY,
      COOLING_OFF_HOURS: '0',
      ...environment,
    },
    // What waits for a sample is given one.
    startTimer: () => () => {},
    logTo: { write: logTo },
  });
  await offerProducts(server);
  const [ann, ben] = [await person(server, 'ann'), await person(server, 'ben')];
  const belonging = {
    ann: await belongings(server, 'ann', ann),
    ben: await belongings(server, 'ben', ben),
  };
  const ids = Object.values(belonging).flatMap((each) => Object.values(each).flat());
  const hints = hintsOf(ids, [ann, ben]);
  const world = new World(server, { users: { ann, ben }, belonging, hints });
  for (const role of OPERATOR_ROLES) await world.logIn(role);
  const words = { lang: 'en', title: 'A title', summary: 'Some words', body: 'More words' };
  const article = { category: 'notice', published_at: 0, translations: JSON.stringify([words]) };
  await server.data('saveNews', article, { token: world.tokenOf('owner') });
  return world;
}

async function offerProducts(server: TestServer): Promise<void> {
  await server.run({ kind: 'configure_options', terms: OPTION_TERMS });
  await server.run({
    kind: 'configure_option_currency',
    currency: { currencyId: 3, feePpm: ratePpm(10_000n), presets: [], isOpen: true },
  });
  await addHouseCapital(server, 10_000_000000n);
  await server.run({ kind: 'configure_hosting', product: FIFTEEN });
  await addTreasury(server, 1_000);
  await server.run({ kind: 'configure_currency', currency: FLD });
  await server.run({
    kind: 'post_entry',
    reason: 'capital',
    reference: 'fuzz:supply',
    currencyId: FLD.currencyId,
    amount: 50_000_000n as never,
    source: { house: 'external' },
    target: { house: 'subscription_supply' },
  });
  await offer(server);
  await server.run({ kind: 'configure_referral', terms: LEVELS });
  await addCapital(server, 'capital', 1_000);
}

/** Registers one who may do everything. */
async function person(server: TestServer, name: UserName): Promise<TestUser> {
  const mark = MARKS[name];
  const headers = { 'user-agent': `${mark} agent`, 'device-id': `${mark}-device` };
  const user = await server.register(`${mark}@example.com`, { headers });
  await server.fund(user.userId, 3, 10_000_000000n);
  await server.fund(user.userId, 1, 10_00000000n);
  await fundContract(server, user, 1_000);
  await fundOptions(server, user, 1_000);
  await fundTrust(server, user, { currencyId: 3, amount: 1_000_000000n });
  await server.context.verification.askBasic(user.userId, {
    country: 'JP',
    name: `${mark} name`,
    idNumber: `${mark} 1`,
  });
  const [asked] = await server.context.database.query<{ id: bigint }>(
    'SELECT verification_id AS id FROM verifications WHERE user_id = $1',
    [user.userId],
  );
  await server.context.verification.decide({
    verificationId: Number(asked?.id),
    status: 'passed',
    reason: undefined,
    operatorId: 1,
  });
  await server.context.fundPasswords.setFirst(user.userId, FUND_PASSWORD);
  return user;
}

/** Ids of what a user has. */
export interface Belongings {
  readonly address: number;
  readonly card: number;
  readonly order: number;
  /** Of a bank deposit, and of one by chain; and a picture for another. */
  readonly claim: number;
  readonly payment: number;
  readonly proof: number;
  readonly withdrawal: number;
  readonly position: number;
  readonly option: number;
  readonly hosting: number;
  readonly subscription: number;
  readonly chat: number;
  readonly chatMessage: number;
  readonly photos: readonly number[];
}

/** One of each thing that a user can have, with the user's mark in its words. */
async function belongings(server: TestServer, name: UserName, user: TestUser): Promise<Belongings> {
  const mark = MARKS[name];
  const address = await addAddress(server, user, { address: ETH_ADDRESS_2, note: `${mark} safe` });
  const code = await payeeCode(server, user);
  const card = await server.data('saveBankCard', { ...cardFields(mark), code }, user);
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '81', quantity: '1' };
  const placed = await server.data('placeOrder', { ...order, client_order_id: `${mark}.1` }, user);
  const claim = {
    kind: 'bank',
    currency_id: 3,
    amount: '77',
    proof: await uploaded(server, user, 'deposit_proof'),
  };
  const claimed = await server.data('claimDeposit', claim, user);
  const payment = {
    chain: 'ERC20',
    tx_id: TX_IDS[name],
    proof: await uploaded(server, user, 'deposit_proof'),
  };
  const paid = await server.data('claimDeposit', { ...claim, kind: 'crypto', ...payment }, user);
  const out = { currency_id: 3, chain: 'ERC20', address_id: address.id, amount: '79' };
  const sent = { ...out, note: `${mark} memo`, fund_password: FUND_PASSWORD };
  const withdrawn = await server.data('withdraw', sent, user);
  const opening = {
    symbol: 'BTC/USDT',
    side: 'long',
    type: 'limit',
    price: '90',
    lots: '2',
    multiple: '10',
    client_order_id: `${mark}.2`,
  };
  const opened = await server.data('openPosition', opening, user);
  const option = await atIndex(server, 'buyOption', purchase({ seconds: 60 }), user);
  const hosting = await host(server, user, { amount: '150' });
  const subscription = await subscribe(server, user, '5');
  const written = { text: `${mark} asks`, client_message_id: `${mark}-1` };
  const chat = await server.data('sendChat', written, user);
  await server.data('createAlert', { symbol: 'BTC/USDT', price: '123' }, user);
  const photos = [];
  for (let count = 0; count < 3; count += 1) photos.push(await uploaded(server, user));
  return {
    address: address.id,
    card: card.id,
    order: placed.order.id,
    claim: claimed.id,
    payment: paid.id,
    proof: await uploaded(server, user, 'deposit_proof'),
    withdrawal: withdrawn.id,
    position: opened.position.id,
    option: option.message.order.id,
    hosting: hosting.id,
    subscription: subscription.id,
    chat: chat.conversation.id,
    chatMessage: chat.message.id,
    photos,
  };
}

/** A bank card's, but for the code. */
export const cardFields = (mark: string) => ({
  name: `${mark} card`,
  card_number: '4000 0000 0000 0002',
  deposit_bank: `${mark} bank`,
  branch: `${mark} branch`,
  bank_name: `${mark} bank`,
  bank_address: `${mark} street 1`,
  swift_code: 'ABCDEFGH',
  full_name: `${mark} holder`,
  iban: 'DE89370400440532013000',
  payee_address: `${mark} road 2`,
  postal_code: '10000',
  fund_password: FUND_PASSWORD,
});

/** By the names of fields; what does not pass a field's schema is left out there. */
function hintsOf(ids: readonly number[], users: readonly TestUser[]): Hints {
  const all = [...new Set(ids)];
  const currencies = [1, 2, 3, 11, 99];
  const amounts = ['0.0001', '1', '10', '20', '100', '1000', '123456789', '0.00000001', '5'];
  const prices = ['100', '99.99', '101', '80', '120', '0.01', '99999'];
  const names = ['order_id', 'position_id', 'address_id', 'card_id', 'file_id', 'message_id'];
  const own = Object.fromEntries([...names, 'id', 'proof'].map((name) => [name, all]));
  const passwords = [PASSWORD, 'another-harbour-43'];
  const scenes = { scene: ['register', 'forget', 'fund_password', 'withdraw_address'] };
  return {
    ...own,
    ...scenes,
    user_id: users.map(({ userId }) => userId),
    operator_id: [1, 2, 3, 4, 5, 6],
    ...Object.fromEntries(['currency_id', 'payment_currency_id'].map((name) => [name, currencies])),
    ...Object.fromEntries(['product_id', 'offering_id', 'market_id'].map((name) => [name, [1, 2]])),
    symbol: ['BTC/USDT', 'BTC/USDT', 'ETH/USDT', 'XRP/USDT'],
    chain: ['ERC20', 'TRC20', 'OMNI'],
    ...Object.fromEntries(['amount', 'quantity', 'credited'].map((name) => [name, amounts])),
    ...Object.fromEntries(
      ['price', 'shown_price', 'take_profit', 'stop_loss'].map((name) => [name, prices]),
    ),
    lots: ['2', '10', '1000'],
    multiple: ['10', '100', '7'],
    seconds: ['30', '60', '31'],
    agreed: ['true'],
    fund_password: [FUND_PASSWORD, '000000'],
    old_password: [PASSWORD, FUND_PASSWORD],
    login_password: [PASSWORD],
    password: [...passwords, '314159'],
    password_confirmation: [...passwords, '314159'],
    name: ['owner', 'a new name'],
    time_zone: ['Asia/Tokyo', 'UTC', 'Mars/Base', 'Etc/GMT+12'],
    from: ['2027-01-01', '2026-01-01', 0, 1_799_000_000_000],
    to: ['2027-01-15', '2027-01-16', 1_801_000_000_000],
    address: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    country: ['JP', 'United States', 'XX'],
    account: ['house:capital', 'house:fees', `user:${users[0]?.userId}:coin`, 'coin', 'trust'],
    source: ['house:capital', `user:${users[0]?.userId}:coin`, 'house:external'],
    target: ['house:fees', `user:${users[1]?.userId}:coin`, 'house:insurance_fund'],
    translations: [
      '[{"lang":"en","title":"T","summary":"S","body":"B"}]',
      '[{"lang":"en"}]',
      '[null]',
      '{"lang":{}}',
      '[{"lang":"en","title":"\\u0000","summary":"\\ud800","body":"B"}]',
    ],
    texts: [
      '[{"lang":"en","title":"T","body":"B"}]',
      '[1]',
      '[{"lang":"en","title":"\\u0000","body":"x"}]',
    ],
    purpose: ['kyc', 'deposit_proof', 'chat'],
  };
}
