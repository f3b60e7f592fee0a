/**
 * The travel rule against messages and signatures of others' making: `ivms101` checks what is sent, `standardwebhooks` how it is signed.
 * Goal: nothing that was not accepted is passed but by two, nothing is lost by a crash or a provider that is away, a forged answer is none,
 * and a rejection is a hold that its user sees and that ends. Method: the sandbox that stands beside, told what to answer.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WEBHOOK_HEADERS as HEADERS, LANGUAGES, type Recipient } from '@fairlead/contract';
import { DAY_MS, MINUTE_MS } from '@fairlead/units';
import { validate } from 'ivms101';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { ETH_ADDRESS, type Holder, holder, outOf } from '../../custody/test/fixture.ts';
import { operator, type TestOperator } from '../../operators/test/fixture.ts';
import { ivms101 } from '../ivms101.ts';
import { mayBeAsked, type TravelQuestion } from '../provider.ts';
import { type TravelSandboxOptions, travelRuleSandbox } from '../sandbox.ts';
import { AWAY_AFTER_MS, TravelRule } from '../travel-rule.ts';

const SECRET = 'wQ8rTz2LpXk5NvBy7MdHs4GcJf9AeUi3-travel';
const HARBOUR: Recipient = {
  wallet: 'provider',
  provider: 'Harbour Exchange',
  beneficiary: 'Jon Lee',
};
const OWN: Recipient = { wallet: 'own' };

let server: TestServer;
let provider: Server;
let asked: { question: TravelQuestion; headers: Record<string, string>; body: string }[] = [];
const sandbox: TravelSandboxOptions = {
  secret: SECRET,
  now: () => server.clock.now(),
  onAsked: (question, headers, body) => {
    if ('transfer' in question)
      asked.push({ question, headers: headers as Record<string, string>, body });
  },
};
let user: Holder;
let first: TestOperator;
let second: TestOperator;

const SELF = {
  TRAVEL_RULE_SECRET: SECRET,
  TRAVEL_RULE_THRESHOLD: '50',
  TRAVEL_RULE_NAME: 'Example Exchange Ltd',
  TRAVEL_RULE_COUNTRY: 'ie',
  TRAVEL_RULE_ADDRESS: '1 Quay Street',
  TRAVEL_RULE_TOWN: 'D01 Dublin',
};

beforeAll(async () => {
  provider = travelRuleSandbox(sandbox).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const { port } = provider.address() as AddressInfo;
  server = await startTestServer({
    environment: { ...SELF, TRAVEL_RULE_URL: `http://127.0.0.1:${port}/` },
  });
  await server.context.custodyTerms.seed({ isDemo: true });
});
beforeEach(async () => {
  const calm = { rejected: [], unknown: [], pending: [], isAway: false, answer: undefined };
  Object.assign(sandbox, calm, { secret: SECRET });
  user = await holder(server);
  first = await operator(server, 'reviewer');
  second = await operator(server, 'reviewer');
  asked = [];
});
afterAll(async () => {
  await server?.stop();
  provider?.close();
});

const round = () => server.context.travelRule.round(server.context);
const sweep = () => server.context.holds.sweep(server.context.audit);
const wire = ({ wallet, provider: name, beneficiary }: Partial<Recipient>) => ({
  ...(wallet !== undefined && { recipient_wallet: wallet }),
  ...(name !== undefined && { recipient_provider: name }),
  ...(beneficiary !== undefined && { beneficiary }),
});
const out = async (recipient?: Recipient, amount = '100'): Promise<number> =>
  (await server.data('withdraw', outOf(user, amount, recipient && wire(recipient)), user)).id;
const pass = (id: number, by = first) =>
  server.call('decideWithdrawal', { id, decision: 'passed' }, by);
const openHolds = async () =>
  (await server.data('holds', {}, user)).filter(({ end }) => end === undefined);
const said = (word: string) => textsOf('en')(`reasons.${word}` as 'reasons.hold_travel_rule');
const shown = async (id: number) =>
  (await server.data('operatorWithdrawals', { id }, first)).list[0]?.travel_rule;
async function letGo(): Promise<void> {
  const { list } = await server.data('operatorHolds', { user_id: user.userId }, first);
  const open = list.find(({ end }) => end === undefined);
  const ended = await server.data('endHold', { id: open?.id, reason: 'called them' }, first);
  await server.data('decideProposal', { id: ended.proposal_id, decision: 'passed' }, second);
}
const messages = () =>
  server.context.database.query(
    'SELECT answer, reference FROM travel_messages WHERE user_id = $1 ORDER BY message_id',
    [user.userId],
  );

describe('whose wallet an address is', () => {
  test('must be said once, and is kept with the address', async () => {
    const info = await server.data('withdrawalInfo', { currency_id: 3, chain: 'ERC20' }, user);
    expect(info.asks_recipient).toBe(true);
    const refused = await server.call('withdraw', outOf(user), user);
    expect(refused).toMatchObject({
      error: 'validation_failed',
      fields: { recipient_wallet: expect.any(String) },
    });
    await out(HARBOUR);
    const [address] = await server.data('withdrawalAddresses', {}, user);
    expect(address?.recipient).toEqual(HARBOUR);
    await out();
    await out(OWN);
    expect((await server.data('withdrawalAddresses', {}, user))[0]?.recipient).toEqual(OWN);
  });

  test.each([
    ['no name', { recipient_wallet: 'provider' }, ['recipient_provider', 'beneficiary']],
    ['one name', { ...wire(HARBOUR), beneficiary: undefined }, ['beneficiary']],
    ['a name too many', { recipient_wallet: 'own', beneficiary: 'Jon Lee' }, ['beneficiary']],
    ['another word', { recipient_wallet: 'mine' }, ['recipient_wallet']],
    ['names alone', { beneficiary: 'Jon Lee' }, ['recipient_wallet']],
  ])('is refused with %s', async (_what, more, fields) => {
    const answer = await server.call('withdraw', outOf(user, '100', more), user);
    expect(answer.error).toBe('validation_failed');
    expect(Object.keys(answer.fields ?? {})).toEqual(fields);
  });

  test('is not said of a stranger’s address', async () => {
    const other = await holder(server);
    const request = outOf({ ...user, addressId: other.addressId }, '100', wire(OWN));
    expect((await server.call('withdraw', request, user)).error).toBe('not_found');
    expect((await server.data('withdrawalAddresses', {}, other))[0]).not.toHaveProperty(
      'recipient',
    );
    expect((await server.call('withdraw', outOf(other), other)).error).toBe('validation_failed');
  });

  test('is not what a passkey signs', async () => {
    const id = await out(HARBOUR);
    const [row] = (await server.data('operatorWithdrawals', { id }, first)).list;
    const again = await out(OWN);
    const [own] = (await server.data('operatorWithdrawals', { id: again }, first)).list;
    expect([row?.intent_hash.length, own?.intent_hash.length]).toEqual([64, 64]);
    expect(row?.receipt_amount).toBe(own?.receipt_amount);
  });
});

describe('a withdrawal to another provider', () => {
  test('is passed once that provider accepted, and not before', async () => {
    const id = await out(HARBOUR);
    expect((await pass(id)).error).toBe('travel_rule_waits');
    await round();
    expect(asked).toHaveLength(1);
    expect((await pass(id)).status).toBe(200);
    await round();
    expect(asked).toHaveLength(1);
    expect(await shown(id)).toMatchObject({ recipient: HARBOUR, answer: 'accepted' });
  });

  test('is told as IVMS 101.2023 has it, with what arrives, signed as Standard Webhooks checks it', async () => {
    await out(HARBOUR);
    await round();
    const [one] = asked;
    expect(validate(one?.question.ivms101)).toMatchObject({
      payloadMetadata: { payloadVersion: '101.2023' },
    });
    expect(one?.question).toMatchObject({
      transfer: { direction: 'out', currency: 'USDT', amount: '96.000000', address: ETH_ADDRESS },
      provider: 'Harbour Exchange',
    });
    const text = one?.body ?? '';
    for (const part of ['Jon Lee', 'Test', `ID ${user.userId}`, 'Example Exchange Ltd', '"IE"'])
      expect(text).toContain(part);
    expect(text).not.toContain(user.email);
    const webhook = new Webhook(SECRET, { format: 'raw' });
    const at = new Date(Number(one?.headers[HEADERS.timestamp]) * 1_000);
    const signature = webhook.sign(one?.headers[HEADERS.id] ?? '', at, text);
    expect(signature).toBe(one?.headers[HEADERS.signature]);
  });

  test.each([
    ['rejected', 'rejected'],
    ['unknown', 'unknown_provider'],
  ])(
    'that is %s is held, its user reads why, and two operators let it go',
    async (word, answer) => {
      const id = await out(HARBOUR);
      Object.assign(sandbox, { [word]: ['harbour'] });
      await round();
      expect(await openHolds()).toMatchObject([
        { kind: 'withdrawal', record_id: id, reason: said('hold_travel_rule') },
      ]);
      expect((await pass(id)).error).toMatch(/record_held|travel_rule_waits/);
      expect(await shown(id)).toMatchObject({ answer });
      const [hold] = await openHolds();
      await server.data('appealHold', { id: hold?.id, text: 'It is my account.' }, user);
      await letGo();
      await round();
      expect(await openHolds()).toHaveLength(0);
      expect((await pass(id)).status).toBe(200);
    },
  );

  test('that is rejected is passed by no operator alone, nor worded anew', async () => {
    const id = await out(HARBOUR);
    Object.assign(sandbox, { rejected: ['lee'] });
    await round();
    const held = { kind: 'withdrawal', id, reason: 'hold_source', days: 1 };
    expect((await server.call('placeHold', held, first)).error).toBe('already_decided');
    const asExchange = { ...held, reason: 'hold_travel_rule_away' };
    expect((await server.call('placeHold', asExchange, first)).error).toBe('validation_failed');
    expect(await openHolds()).toMatchObject([{ reason: said('hold_travel_rule') }]);
  });

  test('that is rejected and that nobody decides goes back to its owner', async () => {
    await out(HARBOUR);
    Object.assign(sandbox, { rejected: ['lee'] });
    await round();
    await server.pass(14 * DAY_MS + MINUTE_MS);
    await sweep();
    await round();
    expect(await server.context.holds.of(user.userId)).toMatchObject([
      { ended: { how: 'lapsed' } },
    ]);
    const rows = await server.context.database.query(
      'SELECT status, hold_minor FROM withdrawals WHERE owner_id = $1',
      [user.userId],
    );
    expect(rows).toEqual([{ status: 'rejected', hold_minor: 0n }]);
  });

  test('that its user cancels is asked about no more', async () => {
    const id = await out(HARBOUR);
    Object.assign(sandbox, { isAway: true });
    await round();
    await server.data('cancelWithdrawal', { id }, user);
    Object.assign(sandbox, { isAway: false });
    await server.pass(AWAY_AFTER_MS + MINUTE_MS);
    await round();
    expect([asked.length, await openHolds()]).toEqual([0, []]);
  });

  test('can be asked for again with the right name', async () => {
    Object.assign(sandbox, { rejected: ['wrong'] });
    const wrong = await out({ ...HARBOUR, beneficiary: 'Wrong Name' });
    await round();
    await server.data('cancelWithdrawal', { id: wrong }, user);
    const id = await out(HARBOUR);
    await round();
    expect((await pass(id)).status).toBe(200);
    expect(await messages()).toMatchObject([{ answer: 'rejected' }, { answer: 'accepted' }]);
  });
});

describe('nobody is asked', () => {
  test('of an own wallet, which is recorded', async () => {
    const id = await out(OWN);
    expect((await pass(id)).error).toBe('travel_rule_waits');
    await round();
    expect((await pass(id)).status).toBe(200);
    expect([asked.length, await shown(id)]).toEqual([0, { recipient: OWN }]);
  });

  test('below the threshold', async () => {
    const id = await out(HARBOUR, '49');
    await round();
    expect((await pass(id)).status).toBe(200);
    expect([asked.length, await shown(id)]).toEqual([0, undefined]);
  });
});

describe('a provider that is away or still thinking', () => {
  test.each([
    ['away', { isAway: true }, { isAway: false }],
    ['thinking', { pending: ['lee'] }, { pending: [] }],
  ])(
    '(%s) passes nothing; the user is told after a while, and what waited goes on',
    async (_, off, on) => {
      Object.assign(sandbox, off);
      const id = await out(HARBOUR);
      await round();
      expect(await openHolds()).toHaveLength(0);
      await server.pass(AWAY_AFTER_MS + MINUTE_MS);
      await round();
      await round();
      expect(await openHolds()).toMatchObject([{ reason: said('hold_travel_rule_away') }]);
      Object.assign(sandbox, on);
      await server.pass(11 * MINUTE_MS);
      await round();
      expect(await server.data('holds', {}, user)).toMatchObject([{ end: 'cleared' }]);
      first = await operator(server, 'reviewer');
      expect((await pass(id)).status).toBe(200);
    },
  );

  test('is let go by two, and what it rejects later is a hold of its own', async () => {
    Object.assign(sandbox, { isAway: true });
    const id = await out(HARBOUR);
    await round();
    await server.pass(AWAY_AFTER_MS + MINUTE_MS);
    await round();
    first = await operator(server, 'reviewer');
    second = await operator(server, 'reviewer');
    await letGo();
    await round();
    expect(await openHolds()).toHaveLength(0);
    Object.assign(sandbox, { isAway: false, rejected: ['lee'] });
    await server.pass(11 * MINUTE_MS);
    await round();
    expect(await openHolds()).toMatchObject([{ reason: said('hold_travel_rule') }]);
    first = await operator(server, 'reviewer');
    expect((await pass(id)).status).not.toBe(200);
  });

  test('is asked again by the same id, also by a server that was started anew', async () => {
    Object.assign(sandbox, { answer: ({ id }: TravelQuestion) => ({ id: `${id}0` }) });
    const id = await out(HARBOUR);
    await round();
    Object.assign(sandbox, { answer: undefined });
    await server.pass(11 * MINUTE_MS);
    // All that it goes by is in the tables; two at once keep one answer.
    const { config, ...rest } = server.context;
    const anew = new TravelRule({ ...rest, provider: config.travelRule });
    await Promise.all([anew.round(server.context), round()]);
    expect(new Set(asked.map(({ question }) => question.id)).size).toBe(1);
    expect(await messages()).toHaveLength(1);
    expect((await pass(id)).status).toBe(200);
  });
});

test('what only waited stands no longer once nobody is asked any more', async () => {
  Object.assign(sandbox, { isAway: true });
  await out(HARBOUR);
  await round();
  await server.pass(AWAY_AFTER_MS + MINUTE_MS);
  await round();
  expect(await openHolds()).toHaveLength(1);
  const off = new TravelRule({ ...server.context, provider: undefined });
  await off.round(server.context);
  expect(await openHolds()).toEqual([]);
});

test('a withdrawal is recorded with what was said of its address by then', async () => {
  const id = await out(HARBOUR);
  await server.pass(MINUTE_MS);
  const later = await out(OWN);
  await round();
  first = await operator(server, 'reviewer');
  expect(await shown(id)).toMatchObject({ recipient: HARBOUR, answer: 'accepted' });
  expect(await shown(later)).toMatchObject({ recipient: OWN });
});

describe('what is no answer', () => {
  test.each([
    ['one to another question', { id: 'travel_1', answer: 'accepted', reference: 'x' }],
    ['another word', { answer: 'yes', reference: 'x' }],
    ['no reference', { answer: 'accepted' }],
    ['control characters', { answer: 'accepted', reference: 'a\u0007' }],
    ['one too long', { answer: 'accepted', reference: 'x', more: 'y'.repeat(20_000) }],
  ])('%s', async (_what, answer) => {
    const id = await out(HARBOUR);
    Object.assign(sandbox, {
      answer: (question: TravelQuestion) => ({ id: question.id, ...answer }),
    });
    await round();
    expect((await pass(id)).error).toBe('travel_rule_waits');
  });

  test('one that is signed by another secret', async () => {
    const { port } = provider.address() as AddressInfo;
    const id = await out(HARBOUR);
    provider.close();
    const stranger = travelRuleSandbox({ ...sandbox, secret: `${SECRET}-other` });
    provider = stranger.listen(port, '127.0.0.1');
    await once(provider, 'listening');
    await round();
    expect((await pass(id)).error).toBe('travel_rule_waits');
    provider.close();
    provider = travelRuleSandbox(sandbox).listen(port, '127.0.0.1');
    await once(provider, 'listening');
  });

  test.each([
    ['https://gateway.example/', ['93.184.215.14'], true],
    ['https://gateway.example/', ['93.184.215.14', '10.0.0.7'], false],
    ['https://gateway.example/', [], false],
    ['http://gateway.example/', ['93.184.215.14'], false],
    ['https://192.168.1.7/', [], false],
    ['https://[fd00::7]/', [], false],
    ['https://169.254.169.254/', [], false],
    ['http://127.0.0.1:9181/', [], true],
  ] as const)('%s at %j may be asked: %s', async (url, addresses, may) => {
    expect(await mayBeAsked(new URL(url), async () => addresses)).toBe(may);
  });
});

test('what was asked for before it was on is held until its user says whose wallet it is', async () => {
  const { database } = server.context;
  const id = await out(HARBOUR);
  // As of a time when nobody asked.
  await database.query(
    `INSERT INTO travel_messages (user_id, withdrawal_id, created_at_ms, next_try_ms) VALUES ($1, $2, $3, $3)`,
    [user.userId, id, server.clock.now()],
  );
  await database.query('ALTER TABLE travel_declarations DISABLE TRIGGER USER');
  await database.query('DELETE FROM travel_declarations WHERE user_id = $1', [user.userId]);
  await database.query('ALTER TABLE travel_declarations ENABLE TRIGGER USER');
  await round();
  expect(await openHolds()).toMatchObject([{ reason: said('hold_travel_rule_unsaid') }]);
  expect(await shown(id)).toEqual({});
  await out(HARBOUR);
  await round();
  expect(await openHolds()).toHaveLength(0);
  expect((await pass(id)).status).toBe(200);
});

test('what was said and answered stays as it was', async () => {
  const { database } = server.context;
  const id = await out(HARBOUR);
  await round();
  const words = [
    `UPDATE travel_messages SET answer = 'rejected' WHERE withdrawal_id = ${id}`,
    `UPDATE travel_messages SET answer = NULL, answered_at_ms = NULL, reference = NULL WHERE withdrawal_id = ${id}`,
    `UPDATE travel_declarations SET wallet = 'own', provider = NULL, beneficiary = NULL WHERE user_id = ${user.userId}`,
  ];
  for (const word of words) await expect(database.query(word)).rejects.toThrow('stays as it was');
});

test('a user takes along what they said', async () => {
  await out(HARBOUR);
  await round();
  const day = new Date(server.clock.now()).toISOString().slice(0, 10);
  const range = { what: 'withdrawals', from: day, to: day, time_zone: 'UTC' } as const;
  const text = JSON.stringify(await server.data('exportOwn', range, user));
  for (const part of ['recipient_wallet', 'Harbour Exchange', 'Jon Lee'])
    expect(text).toContain(part);
});

test.each(LANGUAGES)('says in %s what is held', async (lang) => {
  await out(HARBOUR);
  Object.assign(sandbox, { rejected: ['lee'] });
  await round();
  const headers = { 'language-mark': lang };
  const [hold] = await server.data('holds', {}, { token: user.token, headers });
  expect(hold?.reason).toBe(textsOf(lang)('reasons.hold_travel_rule'));
});

test('the page for whoever runs a gateway shows a message as it is sent and an answer that is taken', async () => {
  const page = readFileSync('docs/operating/travel-rule.md', 'utf8');
  const [question, answer, telling, taken] = [...page.matchAll(/```json\n([^`]+)```/g)].map(
    ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
  );
  expect(() => validate(question?.['ivms101'])).not.toThrow();
  const id = await out(HARBOUR);
  Object.assign(sandbox, { answer: ({ id: of }: TravelQuestion) => ({ ...answer, id: of }) });
  await round();
  expect(shapeOf(asked[0]?.question)).toEqual(shapeOf(question));
  expect((await pass(id)).status).toBe(200);
  expect([telling?.['message'], telling?.['id'], taken]).toEqual([
    question?.['id'],
    `${question?.['id']}_sent`,
    { id: telling?.['id'], answer: 'taken' },
  ]);
  expect(Object.keys(telling ?? {})).toEqual(['id', 'message', 'transaction']);
});

test('a Legal Entity Identifier stands as IVMS 101 wants it', () => {
  const lei = '3M5E1GQKGL17HI8CPN20';
  const self = { name: 'X', country: 'IE', address: '1 Quay Street', town: 'Dublin', lei };
  const message = ivms101(self, {
    originator: { userId: 7, name: 'Mara Sato', country: undefined, idNumber: undefined },
    beneficiary: { name: 'Jon Lee', address: ETH_ADDRESS },
  });
  expect(validate(message).originatingVASP).toMatchObject({
    legalPerson: { nationalIdentification: { nationalIdentifierType: 'LEIX' } },
  });
});

/** Its names, and the kinds of its values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, each]) => [name, shapeOf(each)]),
  );
}
