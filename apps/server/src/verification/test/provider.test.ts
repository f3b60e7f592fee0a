/**
 * Verifications that a provider checks, against the sandbox that stands beside, which calls back over a socket; `standardwebhooks` checks what
 * is asked. Goal: its word is one word, of the submission and the user that it was asked about; nothing is lost by a crash, a callback
 * that never comes or a provider that is away; and it cannot hurt a user for ever.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { IDENTITY_REASONS, LANGUAGES, type ResponseOf, WEBHOOK_HEADERS } from '@fairlead/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@fairlead/units';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { freePort } from '../../../test/support/spawned.ts';
import { signedHeaders } from '../../core/operations/signed-calls.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { holder, outOf } from '../../custody/test/fixture.ts';
import { HIT } from '../../holds/index.ts';
import { operator, type TestOperator } from '../../operators/test/fixture.ts';
import { CHECK_DAYS, type IdentityQuestion, type OpeningQuestion } from '../provider/provider.ts';
import { waitingChecks } from '../provider/queries.ts';
import { type IdentitySandbox, identitySandbox } from '../provider/sandbox.ts';
import { uploaded } from './upload-fixture.ts';

const SECRET = 'p4Zs8VnQ2tYx6LcWb9KdRf3HmJg7AeUu-identity';

let server: TestServer;
let provider: IdentitySandbox;
let reviewer: TestOperator;
let asked: { question: IdentityQuestion; headers: Record<string, string>; body: string }[] = [];
let calledBack: number[] = [];
const sandbox = {
  secret: SECRET,
  isAway: false,
  isCutOff: false,
  answer: undefined as ((question: IdentityQuestion) => object) | undefined,
  now: () => server.clock.now(),
  onAsked: (question: IdentityQuestion, headers: object, body: string) => {
    asked.push({ question, headers: headers as Record<string, string>, body });
  },
  onCalledBack: (status: number) => {
    calledBack.push(status);
  },
};

beforeAll(async () => {
  provider = identitySandbox(sandbox);
  provider.server.listen(0, '127.0.0.1');
  await once(provider.server, 'listening');
  const { port } = provider.server.address() as { port: number };
  const own = await freePort();
  server = await startTestServer({
    environment: {
      PUBLIC_URL: `http://127.0.0.1:${own}`,
      IDENTITY_URL: `http://127.0.0.1:${port}/`,
      IDENTITY_SECRET: SECRET,
      IDENTITY_NAME: 'Examiner',
    },
  });
  await server.context.custodyTerms.seed({ isDemo: true });
  await server.app.listen({ port: own, host: '127.0.0.1' });
});
beforeEach(async () => {
  Object.assign(sandbox, { secret: SECRET, isAway: false, isCutOff: false, answer: undefined });
  reviewer = await operator(server, 'reviewer');
  asked = [];
  calledBack = [];
});
afterAll(async () => {
  await server?.stop();
  provider?.server.close();
});

const round = () => server.context.identityChecks.round(server.context);
const levels = (user: TestUser) => server.data('center2', {}, user);
const basic = async (user: TestUser) => (await levels(user)).basic;
const said = (word: string) => textsOf('en')(`reasons.${word}` as 'reasons.identity_other');
const outcomes = async (user: TestUser) =>
  (
    await server.context.database.query<{ outcome: string | null }>(
      `SELECT outcome FROM identity_words JOIN identity_checks USING (verification_id)
       WHERE user_id = $1 ORDER BY word_id`,
      [user.userId],
    )
  ).map(({ outcome }) => outcome);
const openHolds = async (user: TestUser) =>
  (await server.data('holds', {}, user)).filter(({ end }) => end === undefined);

let documents = 0;
async function send(user: TestUser, name: string): Promise<number> {
  documents += 1;
  await server.data('realName', { country: 'JP', name, id_number: `TK-${5000 + documents}` }, user);
  return newest(user);
}
async function newest(user: TestUser): Promise<number> {
  const { list } = await server.data('operatorVerifications', { user_id: user.userId }, reviewer);
  return list[0]?.id ?? 0;
}
const listed = async (id: number) =>
  (await server.data('operatorVerifications', { id }, reviewer)).list[0];

/** Sent, opened, and ended at the provider as the name says. */
async function checked(user: TestUser, name: string): Promise<number> {
  const id = await send(user, name);
  await round();
  await provider.finish(`verification_${id}`);
  await round();
  return id;
}
const decide = (id: number, decision: 'passed' | 'rejected', by = reviewer) =>
  server.call('decideVerification', { id, decision, reason: 'not the same' }, by);

/** As the provider calls back, whatever it says. */
async function callBack(
  word: object,
  {
    id = `word-${documents}-${calledBack.length}`,
    secret = SECRET,
    atMs = server.clock.now(),
  } = {},
) {
  const body = JSON.stringify(word);
  const headers = signedHeaders({ id, body }, { secret, nowMs: atMs });
  const url = `${server.context.config.publicUrl}/api/identity/callback`;
  const response = await fetch(url, { method: 'POST', headers, body });
  calledBack.push(response.status);
  return (await response.json()) as { readonly error?: string };
}
async function wordOf(id: number, user: TestUser, more: object = {}): Promise<object> {
  const session = (await listed(id))?.identity?.session;
  return {
    ...{ verification: `verification_${id}`, user: String(user.userId), session },
    ...{ verdict: 'approved', ...more },
  };
}

describe('a submission', () => {
  test('is opened at the provider with what is claimed and no more, signed as Standard Webhooks checks it', async () => {
    const user = await server.register();
    const id = await send(user, 'Hanako Yamada');
    await round();
    const [one] = asked;
    expect(one?.question).toEqual({
      id: `verification_${id}`,
      action: 'open',
      verification: `verification_${id}`,
      user: String(user.userId),
      level: 'basic',
      claim: { country: 'JP', name: 'Hanako Yamada', id_number: `TK-${5000 + documents}` },
      expires_at: server.clock.now() + CHECK_DAYS * DAY_MS,
      callback_url: `${server.context.config.publicUrl}/api/identity/callback`,
      return_url: `${server.context.config.publicUrl}/#/pages/verification/index`,
    });
    expect(one?.headers['idempotency-key']).toBe(one?.question.id);
    // Its own clock is the wall's, which the server's is not in a test: the signature alone is checked.
    const time = new Date(Number(one?.headers[WEBHOOK_HEADERS.timestamp]) * SECOND_MS);
    const right = new Webhook(SECRET, { format: 'raw' }).sign(
      one?.headers[WEBHOOK_HEADERS.id] ?? '',
      time,
      one?.body ?? '',
    );
    expect(right).toBe(one?.headers[WEBHOOK_HEADERS.signature]);
  });

  test('shows its user who has it, since when, until when at the latest and where to go on', async () => {
    const user = await server.register();
    expect((await levels(user)).provider).toBe('Examiner');
    await send(user, 'Hanako Yamada');
    const since = server.clock.now();
    const until = since + CHECK_DAYS * DAY_MS;
    const check = { provider: 'Examiner', since, until };
    expect(await basic(user)).toMatchObject({
      status: 'under_review',
      check: { ...check, state: 'asked' },
    });
    await round();
    expect((await basic(user)).check).toEqual({
      ...check,
      state: 'open',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/check\//),
    });
  });

  test('that is approved is passed without an operator, told, and in the audit log', async () => {
    const user = await server.register();
    const id = await checked(user, 'Hanako Yamada');
    expect(await basic(user)).toMatchObject({ status: 'verified' });
    expect((await basic(user)).check).toBeUndefined();
    const row = await listed(id);
    expect(row).toMatchObject({ status: 'passed', identity: { verdict: 'approved' } });
    expect(row?.decided_by).toBeUndefined();
    expect((await server.data('messages', {}, user)).list[0]?.kind).toBe('basic_verified');
    const log = await server.context.database.query<{ action: string; operator_id: unknown }>(
      'SELECT action, operator_id FROM audit_log WHERE subject = $1 ORDER BY audit_id',
      [`verification ${id}`],
    );
    expect(log).toEqual([{ action: 'identity.approved', operator_id: null }]);
  });

  test('of the second level is asked about with the address, and no picture leaves', async () => {
    const user = await server.register();
    await checked(user, 'Hanako Yamada');
    const photo = () => uploaded(server, user);
    await server.data(
      'realName2',
      {
        contact_address: '1-2-3 Minato, Tokyo',
        ...{ front_photo: await photo(), back_photo: await photo(), holding_photo: await photo() },
      },
      user,
    );
    asked = [];
    await round();
    const opening = asked[0]?.question as OpeningQuestion | undefined;
    expect(opening?.claim).toEqual({
      ...{ country: 'JP', name: 'Hanako Yamada', id_number: `TK-${5000 + documents}` },
      address: '1-2-3 Minato, Tokyo',
    });
    await provider.finish(`verification_${await newest(user)}`);
    await round();
    expect((await levels(user)).advanced.status).toBe('verified');
  });

  test.each([
    ['Unreadable', 'identity_document_unreadable'],
    ['Mismatch', 'identity_data_mismatch'],
    ['Odd', 'identity_other'],
    ['Expired', 'identity_expired'],
  ])('of %s is refused with the reason, and may be sent again', async (name, reason) => {
    const user = await server.register();
    await checked(user, name);
    expect(await basic(user)).toMatchObject({ status: 'unverified', reason: said(reason) });
    await checked(user, 'Hanako Yamada');
    expect((await basic(user)).status).toBe('verified');
  });

  test.each(LANGUAGES)('says in %s why it was refused, whatever the reason', async (lang) => {
    const say = textsOf(lang);
    for (const word of [...IDENTITY_REASONS, 'expired', 'again'] as const)
      expect(say(`reasons.identity_${word}`)).toMatch(/\S/);
    const user = await server.register();
    await checked(user, 'Unreadable');
    const headers = { 'language-mark': lang };
    const { basic: shown } = await server.data('center2', {}, { token: user.token, headers });
    expect(shown.reason).toBe(say('reasons.identity_document_unreadable'));
  });

  test('that the provider is not sure of is an operator’s to decide, as without it', async () => {
    const user = await server.register();
    const id = await checked(user, 'Review');
    expect((await basic(user)).check).toMatchObject({ state: 'person' });
    expect((await listed(id))?.identity).toMatchObject({ verdict: 'review' });
    expect((await decide(id, 'passed')).status).toBe(200);
    expect((await basic(user)).status).toBe('verified');
  });
});

describe('what is said twice, late, early or of another', () => {
  test('counts once, under the same id or another', async () => {
    const user = await server.register();
    await checked(user, 'Twice');
    expect(calledBack).toEqual([200, 200, 200]);
    expect(await outcomes(user)).toEqual(['taken', 'repeated']);
    expect((await server.data('messages', {}, user)).total).toBe(1);
  });

  test('before the question is answered waits for that', async () => {
    const user = await server.register();
    await send(user, 'Early');
    await round();
    expect(calledBack).toEqual([200]);
    await round();
    expect((await basic(user)).status).toBe('verified');
  });

  test('and before the answer to a question that is lost is acted on with the answer to its repetition', async () => {
    const user = await server.register();
    const id = await send(user, 'Early');
    // It opens and calls back, but what it answers is none.
    Object.assign(sandbox, { isCutOff: true });
    await round();
    Object.assign(sandbox, { isCutOff: false });
    expect(calledBack).toEqual([200]);
    expect((await basic(user)).check?.state).toBe('asked');
    await server.pass(MINUTE_MS);
    await round();
    await round();
    expect((await basic(user)).status).toBe('verified');
    const name = `verification_${id}`;
    const own = asked.filter(({ question }) => question.verification === name);
    expect(own.map(({ question }) => question.id)).toEqual([name, name]);
  });

  test('against what it said is not acted on, and written down', async () => {
    const user = await server.register();
    const id = await checked(user, 'Contrary');
    expect(await outcomes(user)).toEqual(['taken', 'late']);
    expect(await basic(user)).toMatchObject({
      status: 'unverified',
      reason: said('identity_face_mismatch'),
    });
    const [row] = await server.context.database.query<{ detail: object }>(
      "SELECT detail FROM audit_log WHERE subject = $1 AND action = 'identity.ignored'",
      [`verification ${id}`],
    );
    expect(row?.detail).toMatchObject({ why: 'late', verdict: 'approved' });
  });

  test.each(['Stranger', 'Elsewhere'])(
    'of another user or session passes nobody (%s)',
    async (name) => {
      const user = await server.register();
      await checked(user, name);
      expect(calledBack).toEqual([200]);
      expect(await outcomes(user)).toEqual(['stranger']);
      expect((await basic(user)).status).toBe('under_review');
    },
  );

  test('of a submission that was never given to it is written down only', async () => {
    await callBack({
      ...{ verification: 'verification_999999', user: '1', session: 'a', verdict: 'approved' },
    });
    await round();
    const [row] = await server.context.database.query<{ outcome: string }>(
      'SELECT outcome FROM identity_words WHERE verification_id = 999999',
    );
    expect(row?.outcome).toBe('unknown');
  });

  test('after an operator refused does not pass', async () => {
    const user = await server.register();
    const id = await send(user, 'Hanako Yamada');
    await round();
    expect((await decide(id, 'rejected')).status).toBe(200);
    await provider.finish(`verification_${id}`);
    await round();
    expect(await outcomes(user)).toEqual(['late']);
    expect(await basic(user)).toMatchObject({ status: 'unverified', reason: 'not the same' });
  });

  test.each(['Forged', 'Stale'])(
    'without the secret or at another time is refused (%s)',
    async (name) => {
      const user = await server.register();
      await checked(user, name);
      expect(calledBack).toEqual([401]);
      expect(await outcomes(user)).toEqual([]);
      expect((await basic(user)).status).toBe('under_review');
    },
  );

  test('without a signature, changed on its way, or under an id that was another word is refused', async () => {
    const user = await server.register();
    const id = await send(user, 'Silent');
    await round();
    const word = await wordOf(id, user);
    expect((await server.call('identityCallback', word as never)).error).toBe(
      'api_signature_wrong',
    );
    const body = JSON.stringify({ ...word, verdict: 'rejected' });
    const headers = signedHeaders({ id: 'w', body }, { secret: SECRET, nowMs: server.clock.now() });
    const url = `${server.context.config.publicUrl}/api/identity/callback`;
    const changed = await fetch(url, { method: 'POST', headers, body: JSON.stringify(word) });
    expect(changed.status).toBe(401);
    expect(await callBack({ ...word, verdict: 'review' }, { id: 'same' })).not.toHaveProperty(
      'error',
    );
    expect(await callBack(word, { id: 'same' })).toMatchObject({ error: 'idempotency_conflict' });
    expect(await callBack({ ...word, more: 1 })).toMatchObject({ error: 'validation_failed' });
  });
});

describe('where nothing is called back', () => {
  test('what became of it is asked, and counts the same', async () => {
    const user = await server.register();
    const id = await send(user, 'Silent');
    await round();
    await server.pass(2 * MINUTE_MS);
    await round();
    expect((await basic(user)).status).toBe('under_review');
    await provider.finish(`verification_${id}`);
    expect(calledBack).toEqual([]);
    await server.pass(HOUR_MS);
    await round();
    expect((await basic(user)).status).toBe('verified');
    const ids = asked.filter(({ question }) => question.action === 'status');
    expect(new Set(ids.map(({ question }) => question.id)).size).toBe(ids.length);
  });

  test('and it is away, nobody passes it; after a week a person looks', async () => {
    Object.assign(sandbox, { isAway: true });
    const user = await server.register();
    const id = await send(user, 'Hanako Yamada');
    await round();
    expect((await decide(id, 'passed')).error).toBe('screening_waits');
    await server.pass(CHECK_DAYS * DAY_MS - MINUTE_MS);
    await round();
    reviewer = await operator(server, 'reviewer');
    expect((await decide(id, 'passed')).error).toBe('screening_waits');
    await server.pass(11 * MINUTE_MS);
    await round();
    expect((await basic(user)).check).toMatchObject({ state: 'person' });
    expect((await listed(id))?.identity).toMatchObject({ verdict: 'unanswered' });
    expect((await decide(id, 'passed')).status).toBe(200);
  });

  test('of one check alone is no outage; a provider that answers nothing is', async () => {
    const { database } = server.context;
    const since = async () => (await waitingChecks(database)).awaySinceMs;
    await database.query(
      "UPDATE identity_checks SET verdict = 'unanswered', answered_at_ms = 1, away_since_ms = NULL, link = NULL WHERE verdict IS NULL",
    );
    const user = await server.register();
    await send(user, 'Hanako Yamada');
    // It signs what is no answer to this one: it is there.
    Object.assign(sandbox, {
      answer: ({ id }: IdentityQuestion) => ({ id, what: 'no such user' }),
    });
    await round();
    expect(await since()).toBeUndefined();
    await server.pass(10 * MINUTE_MS);
    Object.assign(sandbox, { isAway: true, answer: undefined });
    await round();
    expect(await since()).toBe(server.clock.now());
    await server.pass(10 * MINUTE_MS);
    Object.assign(sandbox, { isAway: false, secret: `${SECRET}-other` });
    await round();
    expect(await since()).toBeLessThan(server.clock.now());
  });

  test('and it comes back, the check goes on', async () => {
    Object.assign(sandbox, { isAway: true });
    const user = await server.register();
    const id = await send(user, 'Hanako Yamada');
    await round();
    Object.assign(sandbox, { isAway: false });
    await server.pass(10 * MINUTE_MS);
    await round();
    await provider.finish(`verification_${id}`);
    await round();
    expect((await basic(user)).status).toBe('verified');
  });

  test.each([
    ['a link that is no page', { url: 'javascript:alert(1)' }],
    ['a link that anybody reads along', { url: 'http://example.com/check' }],
    ['no session', { session: '' }],
    ['another question’s id', { id: 'verification_1' }],
  ])('an answer with %s is none', async (_name, wrong) => {
    const user = await server.register();
    await send(user, 'Hanako Yamada');
    Object.assign(sandbox, {
      answer: ({ id }: IdentityQuestion) => ({
        ...{ id, session: 'session-x', url: 'https://check.example/x' },
        ...wrong,
      }),
    });
    await round();
    expect((await basic(user)).check?.state).toBe('asked');
  });
});

describe('the provider alone', () => {
  test('does not refuse somebody for ever: the third time a person decides, whatever it says', async () => {
    const user = await server.register();
    await checked(user, 'Unreadable');
    await checked(user, 'Unreadable');
    const id = await checked(user, 'Unreadable');
    expect((await basic(user)).check).toMatchObject({ state: 'person' });
    expect((await listed(id))?.identity).toMatchObject({
      verdict: 'rejected',
      reason: said('identity_document_unreadable'),
    });
    expect((await decide(id, 'passed')).status).toBe(200);
  });

  test('that takes its word back holds what leaves, once, for a time, with reason and appeal', async () => {
    const user = await server.register();
    const id = await checked(user, 'Revoked');
    const [hold] = await openHolds(user);
    expect(hold).toMatchObject({
      kind: 'withdrawals',
      reason: said('hold_identity_revoked'),
      ends_at: server.clock.now() + 14 * DAY_MS,
    });
    expect((await basic(user)).status).toBe('verified');
    expect((await listed(id))?.identity?.revoked_at).toBe(server.clock.now());
    await server.data('appealHold', { id: hold?.id ?? 0, text: 'it is me' }, user);
    await server.pass(14 * DAY_MS + MINUTE_MS);
    await server.context.holds.sweep(server.context.audit);
    const ended = [{ ended: { how: 'lapsed' } }];
    expect(await server.context.holds.of(user.userId)).toMatchObject(ended);
    // Again, as another message: it held once.
    reviewer = await operator(server, 'reviewer');
    await callBack(await wordOf(id, user, { verdict: 'revoked' }));
    await callBack(await wordOf(id, user, { verdict: 'rejected', reason: 'other' }));
    await round();
    expect(await server.context.holds.of(user.userId)).toMatchObject(ended);
    expect(await outcomes(user)).toEqual(['taken', 'taken', 'repeated', 'repeated']);
  });

  test('and holds somebody with money keeps nothing but what leaves', async () => {
    const user = await holder(server);
    reviewer = await operator(server, 'reviewer');
    const [row] = await server.context.database.query<{ verification_id: bigint }>(
      'SELECT verification_id FROM verifications WHERE user_id = $1',
      [user.userId],
    );
    // As if the provider had passed this one.
    await server.context.database.query(
      `INSERT INTO identity_checks (verification_id, user_id, created_at_ms, ends_at_ms, next_call_ms, session, verdict, answered_at_ms)
       SELECT verification_id, user_id, 1, 2, 1, 'session-h', 'approved', 2 FROM verifications WHERE verification_id = $1
       ON CONFLICT (verification_id) DO UPDATE SET session = 'session-h', verdict = 'approved', answered_at_ms = 2`,
      [row?.verification_id ?? 0n],
    );
    const id = Number(row?.verification_id);
    await callBack(await wordOf(id, user, { verdict: 'revoked' }));
    await round();
    expect((await server.call('withdraw', outOf(user), user)).error).toBe('withdrawals_held');
    const move = { from_account: 'coin', to_account: 'option', currency_id: 3, amount: '1' };
    expect((await server.call('transfer', move, user)).status).toBe(200);
  });

  test('is overruled by two operators: what it passed is taken back, its user reads why and sends it again', async () => {
    const user = await server.register();
    const id = await checked(user, 'Hanako Yamada');
    const asked = { id, reason: 'The document was another person’s' };
    const { proposal_id: proposal } = await server.data('revokeVerification', asked, reviewer);
    const pass = (by: TestOperator) =>
      server.call('decideProposal', { id: proposal, decision: 'passed' }, by);
    expect((await pass(reviewer)).error).toBe('four_eyes');
    expect((await basic(user)).status).toBe('verified');
    expect((await pass(await operator(server, 'reviewer'))).status).toBe(200);
    expect(await basic(user)).toMatchObject({ status: 'unverified', reason: asked.reason });
    expect((await server.data('messages', {}, user)).list[0]?.kind).toBe('basic_refused');
    expect((await server.call('revokeVerification', asked, reviewer)).error).toBe(
      'already_decided',
    );
    // What the provider says of it afterwards holds nobody.
    await callBack(await wordOf(id, user, { verdict: 'rejected', reason: 'other' }));
    await round();
    expect(await outcomes(user)).toEqual(['taken', 'late']);
    expect(await openHolds(user)).toEqual([]);
    await checked(user, 'Hanako Yamada');
    expect((await basic(user)).status).toBe('verified');
  });

  test('that takes its word back waits for the hold of what another found, and then holds by its own name', async () => {
    const user = await server.register();
    const id = await checked(user, 'Hanako Yamada');
    // As a hit on money that is credited leaves it.
    const found = { userId: user.userId, kind: 'withdrawals', reason: HIT };
    await server.context.holds.placeBySystem(found as never);
    await callBack(await wordOf(id, user, { verdict: 'revoked' }));
    await round();
    expect(await openHolds(user)).toMatchObject([{ reason: said('hold_screening') }]);
    expect(await outcomes(user)).toEqual(['taken', null]);
    await server.pass(14 * DAY_MS + MINUTE_MS);
    await server.context.holds.sweep(server.context.audit);
    const standing = async () =>
      (await server.context.holds.of(user.userId)).filter(({ ended }) => ended === undefined);
    expect(await standing()).toEqual([]);
    await round();
    expect(await standing()).toMatchObject([{ reason: 'hold_identity_revoked' }]);
    expect(await outcomes(user)).toEqual(['taken', 'taken']);
  });

  test('is overruled so with the level that stands on it', async () => {
    const user = await server.register();
    const id = await checked(user, 'Hanako Yamada');
    const photo = () => uploaded(server, user);
    const photos = {
      ...{ front_photo: await photo(), back_photo: await photo(), holding_photo: await photo() },
    };
    await server.data('realName2', { contact_address: '1-2-3 Minato', ...photos }, user);
    await round();
    await provider.finish(`verification_${await newest(user)}`);
    await round();
    expect((await levels(user)).advanced.status).toBe('verified');
    const asked = { id, reason: 'The document was another person’s' };
    const { proposal_id: proposal } = await server.data('revokeVerification', asked, reviewer);
    const decision = { id: proposal, decision: 'passed' };
    await server.data('decideProposal', decision, await operator(server, 'reviewer'));
    // Whoever comes next under the first level gets nothing that was proved by another.
    await checked(user, 'Hanako Yamada');
    expect(await levels(user)).toMatchObject({
      ...{ basic: { status: 'verified' }, advanced: { status: 'unverified' } },
    });
  });

  test('that is taken back before it was heard makes a person look', async () => {
    const user = await server.register();
    const id = await send(user, 'Hanako Yamada');
    await round();
    await callBack(await wordOf(id, user, { verdict: 'revoked' }), { id: `back-${id}` });
    await callBack(await wordOf(id, user), { id: `late-${id}` });
    await round();
    expect(await basic(user)).toMatchObject({
      ...{ status: 'under_review', check: { state: 'person' } },
    });
    expect(await outcomes(user)).toEqual(['taken', 'late']);
    expect((await decide(id, 'passed')).status).toBe(200);
  });

  test('holds nobody whom it did not pass', async () => {
    const user = await server.register();
    const id = await checked(user, 'Review');
    await decide(id, 'passed');
    await callBack(await wordOf(id, user, { verdict: 'revoked' }));
    await round();
    expect(await openHolds(user)).toEqual([]);
    expect(await outcomes(user)).toEqual(['taken', 'late']);
  });

  test('opens no account that its owner locked: that takes two operators and new photos, as without it', async () => {
    const user = await server.register();
    const id = await send(user, 'Hanako Yamada');
    await round();
    await server.data('lockAccount', {}, user);
    await provider.finish(`verification_${id}`);
    await round();
    expect((await listed(id))?.status).toBe('passed');
    const request = { account_type: 'email', account: user.email, password: PASSWORD };
    const { token } = await server.data('login', request);
    expect((await server.data('security', {}, { token })).lock).toBeDefined();
    const move = { from_account: 'coin', to_account: 'option', currency_id: 3, amount: '1' };
    expect((await server.call('transfer', move, { token })).error).toBe('account_frozen');
  });
});

describe('what was said', () => {
  test('stays in the tables as it was', async () => {
    const user = await server.register();
    const id = await checked(user, 'Unreadable');
    const { database } = server.context;
    const change = (sql: string) => database.query(sql, [id]);
    for (const sql of [
      "UPDATE identity_checks SET verdict = 'approved', reason = NULL WHERE verification_id = $1",
      'UPDATE identity_checks SET user_id = user_id + 1 WHERE verification_id = $1',
      "UPDATE identity_words SET verdict = 'approved' WHERE verification_id = $1",
      'UPDATE identity_words SET outcome = NULL WHERE verification_id = $1',
    ])
      await expect(change(sql), sql).rejects.toThrow();
  });

  test('is acted on after a crash between hearing and acting', async () => {
    const user = await server.register();
    const id = await send(user, 'Hanako Yamada');
    await round();
    await provider.finish(`verification_${id}`);
    expect(await outcomes(user)).toEqual([null]);
    await server.restart();
    await server.app.listen({
      port: Number(new URL(server.context.config.publicUrl).port),
      host: '127.0.0.1',
    });
    await round();
    expect((await basic(user)).status).toBe('verified');
  });
});

test('the page for whoever runs a provider shows questions as they are asked, and answers and a word that are taken', async () => {
  const page = readFileSync('docs/operating/identity-provider.md', 'utf8');
  const [opening, opened, word, question, status] = [...page.matchAll(/```json\n([^`]+)```/g)].map(
    ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
  );
  const user = await server.register();
  const id = await send(user, 'Hanako Yamada');
  const of = { verification: `verification_${id}`, user: String(user.userId) };
  Object.assign(sandbox, {
    answer: ({ id: to, action }: IdentityQuestion) =>
      action === 'open' ? { ...opened, id: to } : { ...status, ...of, id: to },
  });
  await round();
  const keys = (value: object | undefined) => Object.keys(value ?? {}).sort();
  expect(keys(asked[0]?.question)).toEqual(keys(opening));
  expect(await callBack({ ...word, ...of })).not.toHaveProperty('error');
  await server.pass(2 * MINUTE_MS);
  await round();
  expect(keys(asked[1]?.question)).toEqual(keys(question));
  expect((await outcomes(user))[0]).toBe('taken');
});

test('where no provider is named all is as without one', async () => {
  const plain = await startTestServer();
  try {
    const user = await plain.register();
    await plain.data('realName', { country: 'JP', name: 'A B', id_number: 'TK-1' }, user);
    const shown: ResponseOf<'center2'> = await plain.data('center2', {}, user);
    expect(shown.provider).toBeUndefined();
    expect(shown.basic.check).toBeUndefined();
    await plain.context.identityChecks.round(plain.context);
    const by = await operator(plain, 'reviewer');
    const { list } = await plain.data('operatorVerifications', {}, by);
    expect(list[0]?.identity).toBeUndefined();
    const word = { verification: 'verification_1', user: '1', session: 'a', verdict: 'approved' };
    expect((await plain.call('identityCallback', word as never)).error).toBe('not_found');
    const id = list[0]?.id ?? 0;
    expect((await plain.call('decideVerification', { id, decision: 'passed' }, by)).status).toBe(
      200,
    );
  } finally {
    await plain.stop();
  }
});
