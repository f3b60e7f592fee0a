/**
 * The challenge is the intent (cases.md W17). Goal: who has a passkey signs exactly what is done, once and now, and what was
 * signed is there for operators and the signer to check. Out of scope: the signer, which signer-passkeys.test.ts drives.
 */
import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { SoftAuthenticator, type Wrong } from '../../identity/test/authenticator.ts';
import { operator, type TestOperator } from '../../operators/test/fixture.ts';
import type { IntentDraft } from '../signing/signed-intents.ts';
import {
  addressRequest,
  ETH_ADDRESS_2,
  ETH_ADDRESS_3,
  type Holder,
  holder,
  outOf,
  usdtOf,
} from './fixture.ts';
import { addPasskey, outDraft, payeeDraft, signed } from './signing.ts';

let server: TestServer;
let reviewer: TestOperator;
let user: Holder;
let device: SoftAuthenticator;
beforeAll(async () => {
  server = await startTestServer({ environment: { COOLING_OFF_HOURS: '0' } });
  await server.context.custodyTerms.seed({ isDemo: true });
  reviewer = await operator(server, 'reviewer');
  user = await holder(server);
  device = await addPasskey(server, user);
});
afterAll(() => server.stop());

const draft = (more: Partial<IntentDraft> = {}) =>
  outDraft({ amount: '96.000000', fee: '4.000000', ...more });
const sign = (changed: object = {}, wrong: Wrong = {}) =>
  signed({ server, user, device }, draft(), { changed, wrong });
const ask = (more: object, key?: string) =>
  server.call('withdraw', outOf(user, '100', { ...more }), {
    ...user,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const queued = async (id: number) =>
  (await server.data('operatorWithdrawals', {}, { token: reviewer.token })).list.find(
    (row) => row.id === id,
  );
/** A day has three withdrawals, and sessions of operators do not last one. */
async function nextDay(): Promise<void> {
  await server.pass(24 * 60 * MINUTE_MS);
  reviewer = await operator(server, 'reviewer');
}

test('the challenge is SHA-256 of RFC 8785 JSON: another program finds the same', async () => {
  const { nonce, credential } = await sign();
  const { deployment } = await server.data('passkeyIntent', {}, user);
  const text =
    `{"address":"0x52908400098527886E0F7030069857D2E4169EE7","amount":"96.000000","chain":"ERC20",` +
    `"currency":"USDT","deployment":"${deployment}","fee":"4.000000","kind":"withdrawal",` +
    `"nonce":"${nonce}","owner":${user.userId},"version":1}`;
  const { response } = JSON.parse(credential) as { response: { clientDataJSON: string } };
  const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
  expect(challenge).toBe(createHash('sha256').update(text).digest('base64url'));
});

describe('a withdrawal of who has a passkey', () => {
  test('is signed, and a code or a ticket does not do', async () => {
    expect(await ask({})).toMatchObject({ status: 400, error: 'signature_required' });
    const { options } = await server.data('passkeyOptions');
    const { ticket } = await server.data('passkeyProve', { credential: device.logIn(options) });
    expect((await ask({ otp: ticket })).error).toBe('signature_required');
  });

  test.each<[string, object, Wrong?]>([
    ['another address', { address: ETH_ADDRESS_2 }],
    ['another amount', { amount: '95.000000' }],
    ['the amount in other words', { amount: '96' }],
    ['another fee', { fee: '3.000000' }],
    ['another network', { chain: 'TRC20' }],
    ['another currency', { currency: 'ETH' }],
    ['another user', { owner: 999_999 }],
    ['another exchange', { deployment: '00000000-0000-4000-8000-000000000000' }],
    ['another kind', { kind: 'payee' }],
    ['another version', { version: 2 }],
    ['a nonce that we did not give', { nonce: `${Date.now().toString(36)}.AAAAAAAAAAAAAAAA.AAAA` }],
    ['another page', {}, { origin: 'https://exchange.example.evil' }],
    ['a frame', {}, { crossOrigin: true }],
    ['nobody known to the authenticator', {}, { isUnverified: true }],
  ])('signed for %s is refused and freezes nothing', async (_what, changed, wrong) => {
    const before = await usdtOf(server, user);
    expect(await ask(await sign(changed, wrong))).toMatchObject({
      status: 400,
      error: 'passkey_refused',
    });
    expect(await usdtOf(server, user)).toEqual(before);
  });

  test('signed by another’s passkey, or with another’s nonce, is refused', async () => {
    const other = await holder(server);
    const theirs = await addPasskey(server, other);
    const byOther = await signed({ server, user, device: theirs }, draft());
    expect((await ask(byOther)).error).toBe('passkey_refused');
    const withOther = await signed({ server, user: other, device }, draft(), {
      changed: { owner: user.userId },
    });
    expect((await ask(withOther)).error).toBe('passkey_refused');
  });

  test('signed more than five minutes ago is refused', async () => {
    const old = await sign();
    await server.pass(5 * MINUTE_MS);
    expect((await ask(old)).error).toBe('passkey_refused');
  });

  test('is asked for once: the same request again gets its answer, another one with the same signature is refused', async () => {
    await nextDay();
    const proof = await sign();
    const first = await ask(proof, 'signed-once');
    expect(first).toMatchObject({ status: 200, message: { receipt_amount: '96.000000' } });
    expect((await ask(proof, 'signed-once')).message).toEqual(first.message);
    expect((await ask(proof, 'signed-twice')).error).toBe('passkey_refused');
    expect(await queued(first.message.id)).toMatchObject({
      signed: { is_right: true, passkey: 'Key ring', is_payee_signed: false },
    });
  });

  test('that comes again after its engine died is no copy’s: its signature was kept and is counted once', async () => {
    const counting = await holder(server);
    const counter = await addPasskey(server, counting, new SoftAuthenticator({ count: 1 }));
    const proof = await signed({ server, user: counting, device: counter }, draft());
    const { signedIntents, database } = server.context;
    // What the first engine did before it died.
    const own = { ...draft(), owner: counting.userId };
    const kept = await signedIntents.check(own, proof, 'died');
    if (kept === undefined) throw new TypeError('nothing was signed');
    await signedIntents.keep(database, kept);
    const again = (key: string) =>
      server.call('withdraw', outOf(counting, '100', proof), {
        ...counting,
        headers: { 'idempotency-key': key },
      });
    expect(await again('died')).toMatchObject({ status: 200 });
    const kinds = async () =>
      (await server.data('messages', {}, counting)).list.map(({ kind }) => kind);
    expect(await kinds()).not.toContain('passkey_copied');
    // With another key it is another request.
    expect((await again('another')).error).toBe('passkey_refused');
  });

  test('of twenty at once with one signature one is taken', async () => {
    await nextDay();
    const proof = await sign();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask(proof, `at-once-${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('what was signed', () => {
  const decide = (id: number) =>
    server.call('decideWithdrawal', { id, decision: 'passed' }, { token: reviewer.token });

  test.each([
    ['address', `'${ETH_ADDRESS_3}'`],
    ['chain', "'TRC20'"],
    ['currency_id', '2'],
    ['fee_minor', '3000000'],
    ['signed_intent', `'${'0'.repeat(64)}'`],
  ])(
    'is held against the row: a changed %s is shown, and passed by nobody',
    async (column, value) => {
      await server.pass(24 * 60 * MINUTE_MS);
      reviewer = await operator(server, 'reviewer');
      const { message } = await ask(await sign());
      const { database } = server.context;
      const [kept] = await database.query<Record<string, unknown>>(
        `SELECT ${column} AS kept FROM withdrawals WHERE withdrawal_id = $1`,
        [message.id],
      );
      const write = (given: string) =>
        database.query(`UPDATE withdrawals SET ${column} = ${given} WHERE withdrawal_id = $1`, [
          message.id,
        ]);
      await write(value);
      expect(await queued(message.id)).toMatchObject({ signed: { is_right: false } });
      expect((await decide(message.id)).error).toBe('intent_changed');
      const back = kept?.['kept'];
      await write(typeof back === 'string' ? `'${back}'` : String(back));
      expect(await queued(message.id)).toMatchObject({ signed: { is_right: true } });
      await server.data('cancelWithdrawal', { id: message.id }, user);
    },
  );

  test('is what operators approve, and stays when its passkey is gone', async () => {
    await nextDay();
    const { message } = await ask(await sign());
    const [passkey] = await server.data('passkeys', {}, user);
    const { options } = await server.data('passkeyOptions');
    const { ticket } = await server.data('passkeyProve', { credential: device.logIn(options) });
    await server.data('removePasskey', { id: passkey?.id, otp: ticket }, user);
    expect((await decide(message.id)).message).toMatchObject({
      status: 'passed',
      signed: { is_right: true },
    });
    device = await addPasskey(server, user);
  });

  test('cannot be changed or taken away', async () => {
    const { database } = server.context;
    for (const act of ["UPDATE signed_intents SET intent = ''", 'DELETE FROM signed_intents'])
      await expect(database.query(act)).rejects.toThrow('append-only');
  });
});

describe('a new payee of who has a passkey', () => {
  const address = { address: ETH_ADDRESS_2 };
  const save = async (more: object) =>
    server.call('addAddress', { ...(await addressRequest(server, user, address)), ...more }, user);

  test('is signed as it was typed, and its withdrawals say so', async () => {
    expect((await save({})).error).toBe('signature_required');
    const shown = payeeDraft({ address: ETH_ADDRESS_2 });
    const by = { server, user, device };
    const other = await signed(by, shown, { changed: { address: ETH_ADDRESS_3 } });
    expect((await save(other)).error).toBe('passkey_refused');
    const proof = await signed(by, shown);
    const request = { ...(await addressRequest(server, user, address)), code: '000000', ...proof };
    expect((await server.call('addAddress', request, user)).error).toBe('code_wrong');
    const { status, message } = await save(await signed(by, shown));
    expect(status).toBe(200);
    await nextDay();
    const out = await signed(by, draft({ address: ETH_ADDRESS_2 }));
    const asked = await ask({ address_id: message.id, ...out });
    expect(asked.status).toBe(200);
    expect(await queued(asked.message.id)).toMatchObject({
      signed: { is_right: true, is_payee_signed: true },
    });
    // A row that names the signature of something else is not signed.
    const { database } = server.context;
    await database.query(
      `UPDATE withdrawal_addresses SET signed_intent =
         (SELECT signed_intent FROM withdrawals WHERE withdrawal_id = $2) WHERE address_id = $1`,
      [message.id, asked.message.id],
    );
    expect(await queued(asked.message.id)).toMatchObject({
      signed: { is_right: true, is_payee_signed: false },
    });
  });
});

test('who has no passkey signs nothing, and a signature of nobody is refused', async () => {
  const other = await holder(server);
  expect((await server.call('withdraw', outOf(other), other)).status).toBe(200);
  const forged = { nonce: 'A'.repeat(40), credential: '{}' };
  expect((await server.call('withdraw', outOf(other, '50', forged), other)).error).toBe(
    'passkey_refused',
  );
});

// Each makes users, whose addresses take a day to cool off: sessions of the others are over after these.
describe('a signature taken out of its row', () => {
  const strip = (id: number, more = '') =>
    server.context.database.query(
      `UPDATE withdrawals SET signed_intent = NULL${more} WHERE withdrawal_id = $1`,
      [id],
    );
  const pass = (id: number) =>
    server.call('decideWithdrawal', { id, decision: 'passed' }, { token: reviewer.token });
  /** A signed withdrawal of a new user. */
  const asked = async () => {
    const own = await holder(server);
    const theirs = await addPasskey(server, own);
    await server.pass(MINUTE_MS);
    const proof = await signed({ server, user: own, device: theirs }, draft());
    const { id } = await server.data('withdraw', outOf(own, '100', { ...proof }), own);
    reviewer = await operator(server, 'reviewer');
    return { id, own };
  };

  test('is missed: it is told, and passed by nobody; it is paid back', async () => {
    const { id } = await asked();
    await strip(id, `, address = '${ETH_ADDRESS_3}'`);
    const found = await queued(id);
    expect(found).toMatchObject({ is_signature_missing: true });
    expect(found).not.toHaveProperty('signed');
    const given = { id, decision: 'passed', intent_hash: found?.intent_hash };
    const passing = await server.call('decideWithdrawal', given, { token: reviewer.token });
    expect(passing.error).toBe('intent_changed');
    const refused = { id, decision: 'rejected', reason: 'Not what was signed' };
    const rejecting = await server.call('decideWithdrawal', refused, { token: reviewer.token });
    expect(rejecting.message).toMatchObject({ status: 'rejected' });
  });

  test('is not missed of what was asked for before anybody signed', async () => {
    const { id, own } = await asked();
    const { database } = server.context;
    const first = '(SELECT min(created_at_ms) FROM signed_intents)';
    await database.query(`UPDATE passkeys SET created_at_ms = ${first} - 2 WHERE user_id = $1`, [
      own.userId,
    ]);
    await strip(id, `, created_at_ms = ${first} - 1`);
    expect(await queued(id)).not.toHaveProperty('is_signature_missing');
    expect((await pass(id)).message).toMatchObject({ status: 'passed' });
  });

  test('was never there of whoever had no passkey yet', async () => {
    const other = await holder(server);
    const { id } = (await server.call('withdraw', outOf(other), other)).message;
    await server.pass(MINUTE_MS);
    await addPasskey(server, other);
    reviewer = await operator(server, 'reviewer');
    expect(await queued(id)).not.toHaveProperty('is_signature_missing');
    expect((await pass(id)).message).toMatchObject({ status: 'passed' });
  });
});
