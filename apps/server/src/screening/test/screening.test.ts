/**
 * Screening against a provider of another's making as far as signatures go: `standardwebhooks` checks what is asked. Goal: nothing
 * unanswered is passed, nothing is lost by a crash or a provider that is away, a forged or a stranger's answer is none, and a hit
 * is a hold that its user sees and that ends. Method: the sandbox that stands beside, told what to find.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LANGUAGES, WEBHOOK_HEADERS } from '@fairlead/contract';
import { amountMinor, DAY_MS, MINUTE_MS } from '@fairlead/units';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { textsOf } from '../../core/texts/texts.ts';
import {
  addAddress,
  ETH_ADDRESS_2,
  type Holder,
  holder,
  outOf,
  usdtOf,
} from '../../custody/test/fixture.ts';
import { TRAVEL_REFUSED } from '../../holds/index.ts';
import { operator, type TestOperator, withdrawalOf } from '../../operators/test/fixture.ts';
import type { ScreeningQuestion } from '../provider.ts';
import { type ScreeningSandboxOptions, screeningSandbox } from '../sandbox.ts';
import { AWAY_AFTER_MS } from '../screening.ts';

const SECRET = 'wQ8rTz2LpXk5NvBy7MdHs4GcJf9AeUi3-screening';
const SWEEPER_TOKEN = 'Lm4Vc8Xz1Qs6Wd3Rf7Tg0Yh5Uj2Ik9Ob-sweeps';

let server: TestServer;
let provider: Server;
let asked: { question: ScreeningQuestion; headers: Record<string, string>; body: string }[] = [];
const sandbox: ScreeningSandboxOptions = {
  secret: SECRET,
  hits: [],
  now: () => server.clock.now(),
  onAsked: (question, headers, body) =>
    asked.push({ question, headers: headers as Record<string, string>, body }),
};
let user: Holder;
let first: TestOperator;
let second: TestOperator;

beforeAll(async () => {
  provider = screeningSandbox(sandbox).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const { port } = provider.address() as AddressInfo;
  server = await startTestServer({
    environment: {
      SCREENING_URL: `http://127.0.0.1:${port}/`,
      SCREENING_SECRET: SECRET,
      SWEEPER_TOKEN,
    },
  });
  await server.context.custodyTerms.seed({ isDemo: true });
});
beforeEach(async () => {
  Object.assign(sandbox, { hits: [], isAway: false, answer: undefined });
  user = await holder(server);
  first = await operator(server, 'reviewer');
  second = await operator(server, 'reviewer');
  await round();
  asked = [];
});
afterAll(async () => {
  await server?.stop();
  provider?.close();
});

const round = () => server.context.screenings.round(server.context);
const sweep = () => server.context.holds.sweep(server.context.audit);
const pass = (id: number, by = first) =>
  server.call('decideWithdrawal', { id, decision: 'passed' }, by);
const openHolds = async () =>
  (await server.data('holds', {}, user)).filter(({ end }) => end === undefined);
const said = (word: 'hold_screening' | 'hold_screening_away') => textsOf('en')(`reasons.${word}`);

/** As a watcher credits it. */
async function credited(txId: string): Promise<void> {
  await server.run({
    kind: 'open_deposit',
    owner: user.userId,
    depositKind: 'chain',
    currencyId: 3,
    chain: 'ERC20',
    txId,
    outputIndex: 0,
    amount: amountMinor(5_000000n),
    openMax: 100,
  });
  const [row] = await server.context.database.query<{ deposit_id: bigint }>(
    'SELECT deposit_id FROM deposits WHERE tx_id = $1',
    [txId],
  );
  await server.run({
    kind: 'credit_deposit',
    depositId: Number(row?.deposit_id),
    minimum: amountMinor(0n),
    reference: `ERC20:${txId}:0`,
  });
}

describe('a withdrawal', () => {
  test('is passed once the provider said clear, and not before', async () => {
    const id = await withdrawalOf(server, user);
    expect((await pass(id)).error).toBe('screening_waits');
    await round();
    expect(asked.map(({ question }) => question.purpose)).toEqual(['withdrawal']);
    expect((await pass(id)).status).toBe(200);
  });

  test('is asked about with no more than is needed, signed as Standard Webhooks checks it', async () => {
    await withdrawalOf(server, user);
    await round();
    const [one] = asked;
    expect(one?.question).toMatchObject({
      purpose: 'withdrawal',
      user: String(user.userId),
      currency: 'USDT',
      amount: '100.000000',
      person: { name: 'Test' },
    });
    expect(Object.keys(one?.question ?? {}).sort()).toEqual(
      ['address', 'amount', 'currency', 'id', 'person', 'purpose', 'user'].sort(),
    );
    // Its own clock is the wall's, which the server's is not in a test: the signature alone is checked.
    const webhook = new Webhook(SECRET, { format: 'raw' });
    const { timestamp, id, signature } = {
      timestamp: new Date(Number(one?.headers[WEBHOOK_HEADERS.timestamp]) * 1_000),
      id: one?.headers[WEBHOOK_HEADERS.id] ?? '',
      signature: one?.headers[WEBHOOK_HEADERS.signature],
    };
    expect(webhook.sign(id, timestamp, one?.body ?? '')).toBe(signature);
  });

  test('that is a hit is held, its user reads why, and two operators let it go', async () => {
    const id = await withdrawalOf(server, user);
    Object.assign(sandbox, { hits: ['Test'] });
    await round();
    expect(await openHolds()).toMatchObject([
      { kind: 'withdrawal', record_id: id, reason: said('hold_screening') },
    ]);
    expect((await pass(id)).error).toBe('record_held');
    const { list } = await server.data('operatorHolds', { user_id: user.userId }, first);
    expect(list[0]).toMatchObject({ screening: { verdict: 'hit', risk: 90 } });
    const ended = await server.data('endHold', { id: list[0]?.id, reason: 'a namesake' }, first);
    const decision = { id: ended.proposal_id, decision: 'passed' };
    expect((await server.call('decideProposal', decision, first)).error).toBe('four_eyes');
    await server.data('decideProposal', decision, second);
    await round();
    expect((await pass(id)).status).toBe(200);
  });

  test('that is a hit and held for what another found is held by its own name once that is let go', async () => {
    const id = await withdrawalOf(server, user);
    const { userId } = user;
    const found = { userId, kind: 'withdrawal', recordId: id, reason: TRAVEL_REFUSED } as const;
    const holdId = await server.context.holds.placeBySystem(found);
    Object.assign(sandbox, { hits: ['Test'] });
    await round();
    const ended = await server.data('endHold', { id: holdId, reason: 'called them' }, first);
    await server.data('decideProposal', { id: ended.proposal_id, decision: 'passed' }, second);
    expect((await pass(id)).error).toBe('screening_waits');
    await round();
    expect(await openHolds()).toMatchObject([{ record_id: id, reason: said('hold_screening') }]);
    expect((await pass(id)).error).toBe('record_held');
  });

  test('that is a hit which nobody decides goes back to its owner', async () => {
    const before = await usdtOf(server, user);
    await withdrawalOf(server, user);
    Object.assign(sandbox, { hits: ['Test'] });
    await round();
    await server.pass(14 * DAY_MS + MINUTE_MS);
    await sweep();
    const { rows } = { rows: await server.context.holds.of(user.userId) };
    expect(rows).toMatchObject([{ ended: { how: 'lapsed' } }]);
    const [row] = await server.context.database.query<{ status: string }>(
      'SELECT status FROM withdrawals WHERE owner_id = $1',
      [user.userId],
    );
    expect(row?.status).toBe('rejected');
    expect(before.frozen).toBe('0.000000');
  });

  test.each(LANGUAGES)('says in %s what it is held for', async (lang) => {
    await withdrawalOf(server, user);
    Object.assign(sandbox, { hits: ['Test'] });
    await round();
    const headers = { 'language-mark': lang };
    const [hold] = await server.data('holds', {}, { token: user.token, headers });
    expect(hold?.reason).toBe(textsOf(lang)('reasons.hold_screening'));
  });
});

test('the page for whoever runs a provider shows a question as it is asked and an answer that is taken', async () => {
  const page = readFileSync('docs/operating/screening.md', 'utf8');
  const [question, answer] = [...page.matchAll(/```json\n([^`]+)```/g)].map(
    ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
  );
  const id = await withdrawalOf(server, user);
  Object.assign(sandbox, { answer: ({ id: of }: ScreeningQuestion) => ({ ...answer, id: of }) });
  await round();
  expect(Object.keys(asked[0]?.question ?? {}).sort()).toEqual(Object.keys(question ?? {}).sort());
  expect((await pass(id)).status).toBe(200);
});

describe('a provider that is away', () => {
  test('passes nothing; the user is told after a while, and what waited goes on when it is back', async () => {
    Object.assign(sandbox, { isAway: true });
    const id = await withdrawalOf(server, user);
    await round();
    expect(await openHolds()).toHaveLength(0);
    expect((await pass(id)).error).toBe('screening_waits');
    await server.pass(AWAY_AFTER_MS + MINUTE_MS);
    await round();
    expect(await openHolds()).toMatchObject([{ reason: said('hold_screening_away') }]);
    first = await operator(server, 'reviewer');
    expect((await pass(id)).error).toMatch(/screening_waits|record_held/);
    Object.assign(sandbox, { isAway: false });
    await server.pass(11 * MINUTE_MS);
    await round();
    expect(await server.data('holds', {}, user)).toMatchObject([{ end: 'cleared' }]);
    first = await operator(server, 'reviewer');
    expect((await pass(id)).status).toBe(200);
  });

  test('that comes back with a hit keeps the hold, for the hit', async () => {
    Object.assign(sandbox, { isAway: true });
    await withdrawalOf(server, user);
    await round();
    await server.pass(AWAY_AFTER_MS + MINUTE_MS);
    await round();
    Object.assign(sandbox, { isAway: false, hits: ['Test'] });
    await server.pass(11 * MINUTE_MS);
    await round();
    expect(await openHolds()).toMatchObject([{ reason: said('hold_screening') }]);
  });
});

describe('a deposit that is credited while the provider is away', () => {
  /** So that it is held for that. */
  async function waited(txId: string): Promise<void> {
    Object.assign(sandbox, { isAway: true });
    await credited(txId);
    await round();
    await server.pass(AWAY_AFTER_MS + MINUTE_MS);
    await round();
    expect(await openHolds()).toMatchObject([
      { kind: 'withdrawals', reason: said('hold_screening_away') },
    ]);
  }
  const back = async (hits: readonly string[] = []) => {
    Object.assign(sandbox, { isAway: false, hits });
    await server.pass(11 * MINUTE_MS);
    await round();
    await sweep();
  };

  test('is let go with the answer, in the engine too', async () => {
    await waited(`0x${'1'.repeat(64)}`);
    await back();
    expect(await openHolds()).toEqual([]);
    expect((await server.call('withdraw', outOf(user), user)).status).toBe(200);
  });

  test('ends no hold of another that was a hit, and does not say another thing of it', async () => {
    await credited(`0x${'bad'.repeat(21)}1`);
    Object.assign(sandbox, { hits: ['0xbadbad'] });
    await round();
    const [hit] = await openHolds();
    Object.assign(sandbox, { isAway: true });
    await credited(`0x${'2'.repeat(64)}`);
    await round();
    await server.pass(AWAY_AFTER_MS + MINUTE_MS);
    await round();
    await back();
    expect(await openHolds()).toMatchObject([{ id: hit?.id, reason: said('hold_screening') }]);
  });

  test('waits for the answer to each of two', async () => {
    await waited(`0x${'3'.repeat(64)}`);
    await credited(`0x${'4'.repeat(64)}`);
    Object.assign(sandbox, {
      isAway: false,
      answer: ({ id, transaction }: ScreeningQuestion) =>
        transaction?.tx_id.startsWith('0x4')
          ? {}
          : { id, verdict: 'clear', risk: 1, reference: 'r' },
    });
    await server.pass(11 * MINUTE_MS);
    await round();
    await server.pass(AWAY_AFTER_MS + MINUTE_MS);
    await round();
    expect(await openHolds()).toMatchObject([{ reason: said('hold_screening_away') }]);
    Object.assign(sandbox, { answer: undefined });
    await back();
    expect(await openHolds()).toEqual([]);
  });
});

describe('one operator', () => {
  const holdFor = (days: number, by = first) =>
    server.call(
      'holdWithdrawals',
      { id: user.userId, is_held: true, reason: 'we look at it', days },
      by,
    );

  test('does not make a hit shorter by a hold of their own before it', async () => {
    expect((await holdFor(1)).status).toBe(200);
    await credited(`0x${'bad'.repeat(21)}2`);
    Object.assign(sandbox, { hits: ['0xbadbad'] });
    await round();
    await server.pass(2 * DAY_MS);
    await sweep();
    expect(await openHolds()).toMatchObject([
      { kind: 'withdrawals', reason: said('hold_screening') },
    ]);
  });

  test('does not say what a hit is for, nor speak as the exchange', async () => {
    await credited(`0x${'bad'.repeat(21)}3`);
    Object.assign(sandbox, { hits: ['0xbadbad'] });
    await round();
    first = await operator(server, 'reviewer');
    expect((await holdFor(1)).error).toBe('already_decided');
    const other = await holder(server);
    first = await operator(server, 'reviewer');
    const asExchange = { id: other.userId, is_held: true, reason: 'hold_screening', days: 1 };
    expect((await server.call('holdWithdrawals', asExchange, first)).error).toBe(
      'validation_failed',
    );
  });

  test('who words what waited for the provider has used their own days for it', async () => {
    Object.assign(sandbox, { isAway: true });
    await credited(`0x${'5'.repeat(64)}`);
    await round();
    await server.pass(AWAY_AFTER_MS + MINUTE_MS);
    await round();
    first = await operator(server, 'reviewer');
    expect((await holdFor(14)).status).toBe(200);
    expect(await server.context.holds.of(user.userId)).toMatchObject([
      { placedBy: first.operatorId, ended: undefined },
      { placedBy: undefined, ended: { how: 'cleared' } },
    ]);
  });
});

describe('an answer', () => {
  const refused = async (answer: ScreeningSandboxOptions['answer'], more: object = {}) => {
    const id = await withdrawalOf(server, user);
    Object.assign(sandbox, { answer, ...more });
    await round();
    expect((await pass(id)).error).toBe('screening_waits');
  };
  const clear = (question: ScreeningQuestion) => ({
    ...{ id: question.id, verdict: 'clear', risk: 1, reference: 'r' },
  });

  test('by whoever does not have the secret is none', async () => {
    const { secret } = sandbox;
    // The right question is refused by a provider with another secret, and its answer by us.
    Object.assign(sandbox, { secret: 'another-secret-of-another-provider-1' });
    await refused(clear);
    Object.assign(sandbox, { secret });
  });

  test('to another question is none', () =>
    refused((question) => ({ ...clear(question), id: 'screening_1' })));

  test('of another day is none: one that was clear is not clear for ever', async () => {
    const { now } = sandbox;
    const old = () => server.clock.now() - DAY_MS;
    // It takes the question by its own clock, a day behind: refused there, and its answer here.
    await refused(clear, { now: old });
    Object.assign(sandbox, { now });
  });

  test.each([
    ['an unknown verdict', { verdict: 'maybe' }],
    ['a risk beyond 100', { risk: 101 }],
    ['no reference', { reference: '' }],
    ['what no table takes', { reference: 'a\u0000b' }],
    ['more than any answer', { reference: 'x'.repeat(20_000) }],
  ])('with %s is none', (_name, wrong) =>
    refused((question) => ({ ...clear(question), ...wrong })),
  );
});

describe('what comes in', () => {
  test('from a chain is credited, and nothing leaves before it is answered', async () => {
    const id = await withdrawalOf(server, user);
    await round();
    await credited(`0x${'a'.repeat(64)}`);
    expect((await pass(id)).error).toBe('screening_waits');
    await round();
    expect(asked.at(-1)?.question).toMatchObject({
      purpose: 'deposit',
      transaction: { chain: 'ERC20', tx_id: `0x${'a'.repeat(64)}` },
    });
    expect((await pass(id)).status).toBe(200);
  });

  test('and is a hit is credited, with all that leaves on hold', async () => {
    await credited(`0x${'bad'.repeat(21)}0`);
    Object.assign(sandbox, { hits: ['0xbadbad'] });
    await round();
    expect(await openHolds()).toMatchObject([
      { kind: 'withdrawals', reason: said('hold_screening') },
    ]);
    expect((await server.call('withdraw', outOf(user), user)).error).toBe('withdrawals_held');
    const move = { from_account: 'coin', to_account: 'option', currency_id: 3, amount: '1' };
    expect((await server.call('transfer', move, user)).status).toBe(200);
  });
});

describe('what comes in from a chain is not swept among others’ money', () => {
  const named = async () => {
    const asked = { chain: 'ERC20', after: user.userId - 1 };
    const { list } = await server.data('signerDeposits', asked, { token: SWEEPER_TOKEN });
    return list.some(({ user_id: id }) => id === user.userId);
  };
  beforeEach(async () => {
    const { database } = server.context;
    const address = `address ${user.userId}`;
    await database.query(`INSERT INTO deposit_addresses VALUES ('ERC20', $1, $2, 0)`, [
      address,
      user.userId,
    ]);
    await database.query(
      `INSERT INTO chain_transfers (chain, tx_id, output_index, address, owner_id, currency_id,
         amount_minor, height, block_hash, state, is_missing, reversals, created_at_ms, updated_at_ms)
       VALUES ('ERC20', $1, 0, $1, $2, 3, 1, 1, 'b', 'credited', false, 0, 0, 0)`,
      [address, user.userId],
    );
    expect(await named()).toBe(true);
  });

  test('before it is answered', async () => {
    await credited(`0x${'c'.repeat(64)}`);
    // Not even taken up; then asked about, of a provider that is away.
    expect(await named()).toBe(false);
    Object.assign(sandbox, { isAway: true });
    await round();
    expect(await named()).toBe(false);
    Object.assign(sandbox, { isAway: false });
    server.clock.nowMs += MINUTE_MS;
    await round();
    expect(await named()).toBe(true);
  });

  test('while it is a hit that nobody let go', async () => {
    await credited(`0x${'badbad'.padEnd(64, '7')}`);
    Object.assign(sandbox, { hits: ['0xbadbad'] });
    await round();
    expect(await openHolds()).toHaveLength(1);
    expect(await named()).toBe(false);
    server.clock.nowMs += 15 * DAY_MS;
    await sweep();
    expect(await named()).toBe(true);
  });
});

describe('a payee', () => {
  test('that is a hit is held: nothing is sent to it, other addresses are free', async () => {
    Object.assign(sandbox, { hits: [ETH_ADDRESS_2] });
    const { id } = await addAddress(server, user, { address: ETH_ADDRESS_2 });
    await round();
    expect(await openHolds()).toMatchObject([{ kind: 'payee', record_id: id }]);
    const toIt = outOf(user, '100', { address_id: id });
    expect((await server.call('withdraw', toIt, user)).error).toBe('payee_held');
    expect((await server.call('withdraw', outOf(user), user)).status).toBe(200);
  });
});

describe('a round', () => {
  test('that ended before its answer was kept asks again under the same id and holds once', async () => {
    const id = await withdrawalOf(server, user);
    Object.assign(sandbox, { hits: ['Test'] });
    await round();
    await server.context.database.query('ALTER TABLE screenings DISABLE TRIGGER screenings_kept');
    await server.context.database.query(
      `UPDATE screenings SET verdict = NULL, risk = NULL, reference = NULL, answered_at_ms = NULL
       WHERE purpose = 'withdrawal' AND record_id = $1`,
      [id],
    );
    await server.context.database.query('ALTER TABLE screenings ENABLE TRIGGER screenings_kept');
    await round();
    expect(asked).toHaveLength(2);
    expect(asked[0]?.question.id).toBe(asked[1]?.question.id);
    expect(await openHolds()).toHaveLength(1);
  });

  test('goes on with the others where one cannot be asked about', async () => {
    const { verification } = server.context;
    const names = verification.verifiedNames.bind(verification);
    const bad = user;
    verification.verifiedNames = async (ids) => {
      if (ids.includes(bad.userId)) throw new Error('a row that cannot be read');
      return names(ids);
    };
    try {
      const stuck = await withdrawalOf(server, bad);
      user = await holder(server);
      const id = await withdrawalOf(server, user);
      await round();
      await round();
      first = await operator(server, 'reviewer');
      expect((await pass(id)).status).toBe(200);
      expect((await pass(stuck)).error).toBe('screening_waits');
    } finally {
      verification.verifiedNames = names;
    }
  });

  test('cannot be told anew what was said', async () => {
    await withdrawalOf(server, user);
    await round();
    const change = server.context.database.query(
      "UPDATE screenings SET verdict = 'hit' WHERE verdict = 'clear'",
    );
    await expect(change).rejects.toThrow();
  });
});
