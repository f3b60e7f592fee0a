/** Recovering an account: by two ways and never by one, after a time in which its owner stops it, and not by operators alone. */
import { DAY_MS, HOUR_MS } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { verify } from '../../custody/test/fixture.ts';
import { codeOf, operator, type TestOperator } from '../../operators/test/fixture.ts';
import { picture, upload, uploaded } from '../../verification/test/upload-fixture.ts';
import { SoftAuthenticator } from './authenticator.ts';

interface Mail {
  readonly to: string;
  readonly text: string;
}
const mails: Mail[] = [];
let server: TestServer;
let reviewers: readonly [TestOperator, TestOperator];
beforeAll(async () => {
  const email = { send: async (mail: Mail) => void mails.push(mail) };
  server = await startTestServer({ channels: { email } });
});
afterAll(() => server.stop());

const NEW = 'a brand new pass phrase';
const DELAY_MS = 48 * HOUR_MS;
const HOLD_MS = 7 * DAY_MS;

interface Owner {
  readonly user: TestUser;
  readonly recovery: readonly string[];
  /** Of the authenticator, not shown before. */
  otp(): string;
}

/** A verified user with an authenticator and its recovery codes. */
async function owner(): Promise<Owner> {
  const user = await server.register();
  await verify(server, user.userId);
  const { secret } = await server.data('beginOtp', { password: PASSWORD }, user);
  const confirmed = await server.data('confirmOtp', { otp: codeOf(server, secret) }, user);
  const otp = () => {
    server.clock.nowMs += 30_000;
    return codeOf(server, secret);
  };
  return { user, recovery: confirmed.recovery_codes, otp };
}

async function withPasskey({ user, otp }: Owner, device = new SoftAuthenticator()) {
  const { options } = await server.data('beginPasskey', { password: PASSWORD, otp: otp() }, user);
  await server.data('confirmPasskey', { credential: device.make(options), name: 'Key' }, user);
  // What was changed before is no change of what is begun after it.
  server.clock.nowMs += 1_000;
  return device;
}
async function ticketOf(device: SoftAuthenticator): Promise<string> {
  const { options } = await server.data('passkeyOptions');
  return (await server.data('passkeyProve', { credential: device.logIn(options) })).ticket;
}

const begin = ({ email }: Pick<TestUser, 'email'>, shown: object) =>
  server.call('beginRecovery', { account_type: 'email', account: email, ...shown });
async function begun(user: TestUser, shown: object) {
  const reply = await begin(user, shown);
  if (reply.type !== 'ok') throw new Error(reply.text);
  return reply.message;
}
const finish = (token: string, password = NEW) =>
  server.call('finishRecovery', { password, password_confirmation: password }, { token });
const login = (user: TestUser, password: string, more: object = {}) =>
  server.call('login', { account_type: 'email', account: user.email, password, ...more });
const kindsOf = async (user: TestUser) => {
  const rows = await server.context.database.query<{ kind: string }>(
    'SELECT kind FROM user_messages WHERE user_id = $1 ORDER BY message_id DESC',
    [user.userId],
  );
  return rows.map(({ kind }) => kind);
};

async function photo(token: string): Promise<number> {
  const path = 'user/recovery/photo';
  const reply = await upload(server, { token }, { bytes: await picture(), purpose: '', path });
  if (reply.type !== 'ok') throw new Error(reply.text);
  return reply.message.file_id;
}
async function showPhotos(token: string) {
  const [document_photo, holding_photo] = [await photo(token), await photo(token)];
  const shown = { document_photo, holding_photo };
  return { shown, row: await server.data('recoverByIdentity', shown, { token }) };
}
async function judged(user: TestUser, decision: 'passed' | 'rejected', by = reviewers[0]) {
  const { recovery } = await server.data('operatorUser', { id: user.userId }, by);
  const request = { id: user.userId, recovery: recovery?.id, decision, reason: 'as the record' };
  return server.call('judgeRecovery', request, by);
}

/** Tokens of the links that stop, in what was mailed; the demo sends nothing by itself. */
async function stopLinks(user: TestUser): Promise<readonly string[]> {
  const { outbox, database } = server.context;
  await database.query(
    'UPDATE outbox_messages SET sent_at_ms = NULL, tries = 0 WHERE target = $1',
    [user.email],
  );
  mails.length = 0;
  await outbox.deliver();
  return mails
    .filter(({ to }) => to === user.email)
    .flatMap(({ text }) => /user\/stopRecovery\?token=(\S+)/.exec(text)?.[1] ?? []);
}

describe('two ways', () => {
  test('set a new password after the time, end all else, and withdrawals rest', async () => {
    const { user, recovery, otp } = await owner();
    await server.data('createApiKey', { label: 'bot', password: PASSWORD, otp: otp() }, user);
    server.clock.nowMs += 1_000;
    const { token, recovery: row } = await begun(user, {
      otp: otp(),
      recovery_code: recovery[0],
    });
    const readyAt = server.clock.nowMs + DELAY_MS;
    expect(row).toMatchObject({
      state: 'waiting',
      ways: ['otp', 'recovery_code'],
      ready_at: readyAt,
    });
    expect(await kindsOf(user)).toContain('recovery_waiting');
    server.clock.nowMs = readyAt - 1;
    expect((await finish(token)).error).toBe('recovery_waiting');
    expect((await login(user, PASSWORD, { otp: otp() })).status).toBe(200);
    server.clock.nowMs = readyAt;
    expect((await server.data('recovery', {}, { token })).state).toBe('ready');
    const done = await finish(token);
    expect(done.message).toMatchObject({ withdrawals_usable_at: readyAt + HOLD_MS });
    expect((done.message as { recovery_codes: string[] }).recovery_codes).toHaveLength(10);
    expect((await server.call('center', {}, user)).status).toBe(401);
    expect((await login(user, PASSWORD, { otp: otp() })).error).toBe('login_failed');
    // The authenticator was shown: it stays.
    const back = await login(user, NEW, { otp: otp() });
    expect(back.status).toBe(200);
    const session = back.message as { token: string };
    expect(await server.data('apiKeys', {}, session)).toEqual([]);
    expect((await server.data('security', {}, session)).withdrawals_usable_at).toBe(
      readyAt + HOLD_MS,
    );
    expect(await kindsOf(user)).toContain('account_recovered');
    const acts = (await server.data('securityActs', {}, session)).list.map(({ kind }) => kind);
    expect(acts).toEqual(expect.arrayContaining(['recovery_begun', 'account_recovered']));
    // Once.
    expect((await finish(token)).error).toBe('not_logged_in');
  });

  test('keep the passkey that was shown, and end the others, the authenticator and the fund password', async () => {
    const person = await owner();
    const { user, recovery } = person;
    const set = { password: '271828', password_confirmation: '271828', otp: person.otp() };
    await server.data('saveFundPassword', { ...set, login_password: PASSWORD }, user);
    const kept = await withPasskey(person);
    await withPasskey(person);
    const { token } = await begun(user, {
      passkey: await ticketOf(kept),
      recovery_code: recovery[1],
    });
    server.clock.nowMs += DELAY_MS;
    expect((await finish(token)).status).toBe(200);
    const { options } = await server.data('passkeyOptions');
    const back = await server.call('passkeyLogin', { credential: kept.logIn(options) });
    const security = await server.data('security', {}, back.message as { token: string });
    expect(security).toMatchObject({ passkeys: 1, has_otp: false, has_fund_password: false });
  });

  test('are never one: the table itself refuses it', async () => {
    const { user, otp } = await owner();
    const { token, recovery } = await begun(user, { otp: otp() });
    expect(recovery).toMatchObject({ state: 'identity', ways: ['otp'] });
    server.clock.nowMs += 10 * DAY_MS;
    expect((await finish(token)).error).toBe('recovery_waiting');
    await expect(
      server.context.database.query(
        'UPDATE account_recoveries SET ready_at_ms = 0 WHERE user_id = $1 AND ended_at_ms IS NULL',
        [user.userId],
      ),
    ).rejects.toThrow();
    await expect(
      server.context.database.query(
        `INSERT INTO account_recoveries (user_id, token_hash, has_otp, has_code, begun_at_ms)
         VALUES ($1, '\\x00', false, false, 0)`,
        [user.userId],
      ),
    ).rejects.toThrow();
  });

  test('where one is wrong use up neither, and nothing says which', async () => {
    const { user, recovery, otp } = await owner();
    const wrong = await begin(user, { otp: '000000', recovery_code: recovery[0] });
    const nobody = await begin(
      { email: 'nobody@example.com' },
      { otp: '000000', recovery_code: recovery[0] },
    );
    expect([wrong.status, wrong.error]).toEqual([400, 'recovery_refused']);
    expect([nobody.status, nobody.error]).toEqual([400, 'recovery_refused']);
    expect((await begin(user, { otp: otp(), recovery_code: recovery[0] })).status).toBe(200);
    expect((await begin(user, {})).status).toBe(422);
    // Another user's are none of this one's.
    const other = await owner();
    const theirs = await begin(user, { otp: otp(), recovery_code: other.recovery[0] });
    expect(theirs.error).toBe('recovery_refused');
  });

  test('shown many times at once begin one after the other, and the last takes the place', async () => {
    const account = await owner();
    const { user } = account;
    // Passkeys of their own: nothing that is used up makes one wait for the other.
    const shown: object[] = [];
    for (let count = 0; count < 5; count += 1)
      shown.push({ passkey: await ticketOf(await withPasskey(account)) });
    const replies = await Promise.all(shown.map((each) => begin(user, each)));
    expect(replies.map(({ status }) => status)).toEqual(shown.map(() => 200));
    const rows = await server.context.database.query<{ outcome: string | null }>(
      'SELECT outcome FROM account_recoveries WHERE user_id = $1 ORDER BY ended_at_ms NULLS LAST',
      [user.userId],
    );
    expect(rows.map(({ outcome }) => outcome ?? 'open')).toEqual(
      shown.map((_, at) => (at === shown.length - 1 ? 'open' : 'replaced')),
    );
  });

  test('strangers who guess use up their own tries, not the owner’s', async () => {
    const { user, otp } = await owner();
    for (let count = 0; count < 5; count += 1) await begin(user, { otp: '000000' });
    expect((await begin(user, { otp: otp() })).error).toBe('recovery_refused');
    expect((await login(user, PASSWORD, { otp: otp() })).status).toBe(200);
    server.clock.nowMs += HOUR_MS;
    expect((await begin(user, { otp: otp() })).status).toBe(200);
  });
});

describe('identity', () => {
  // Their sessions do not last for days.
  beforeEach(async () => {
    reviewers = [await operator(server, 'reviewer'), await operator(server, 'reviewer')];
  });

  test('beside another way takes two operators, and then the time', async () => {
    const { user, recovery } = await owner();
    const { token } = await begun(user, { recovery_code: recovery[0] });
    expect(await kindsOf(user)).toContain('recovery_begun');
    const { shown, row } = await showPhotos(token);
    expect(row.state).toBe('review');
    const detail = await server.data('operatorUser', { id: user.userId }, reviewers[0]);
    expect(detail.recovery).toMatchObject({ state: 'review', ways: ['recovery_code'], ...shown });
    const proposed = await judged(user, 'passed');
    const { proposal_id: id } = proposed.message as { proposal_id: number };
    const passed = { id, decision: 'passed' };
    expect((await server.call('decideProposal', passed, reviewers[0])).error).toBe('four_eyes');
    expect((await server.data('recovery', {}, { token })).state).toBe('review');
    await server.data('decideProposal', passed, reviewers[1]);
    expect(await server.data('recovery', {}, { token })).toMatchObject({
      state: 'waiting',
      ways: ['recovery_code', 'identity'],
      ready_at: server.clock.nowMs + DELAY_MS,
    });
    expect((await finish(token)).error).toBe('recovery_waiting');
    server.clock.nowMs += DELAY_MS;
    expect((await finish(token)).status).toBe(200);
    // No factor was shown but a code: none is left, and the password opens.
    expect((await login(user, NEW)).status).toBe(200);
  });

  test('alone begins nothing: operators have no call for it', async () => {
    const { user } = await owner();
    const request = { id: user.userId, recovery: 1, decision: 'passed', reason: 'a friend' };
    expect((await server.call('judgeRecovery', request, reviewers[0])).error).toBe('not_found');
  });

  test('of an account that was never verified is no second way, and the first is not used up', async () => {
    const user = await server.register();
    const { secret } = await server.data('beginOtp', { password: PASSWORD }, user);
    const { recovery_codes: codes } = await server.data(
      'confirmOtp',
      { otp: codeOf(server, secret) },
      user,
    );
    expect((await begin(user, { recovery_code: codes[0] })).error).toBe('recovery_needs_two');
    server.clock.nowMs += 30_000;
    const both = { recovery_code: codes[0], otp: codeOf(server, secret) };
    expect((await begin(user, both)).status).toBe(200);
  });

  test('is refused by one operator, with a reason, and other photos take a new look', async () => {
    const { user, recovery } = await owner();
    const { token } = await begun(user, { recovery_code: recovery[0] });
    await showPhotos(token);
    const proposed = await judged(user, 'passed');
    const { proposal_id: id } = proposed.message as { proposal_id: number };
    await showPhotos(token);
    const late = await server.data('decideProposal', { id, decision: 'passed' }, reviewers[1]);
    expect(late).toMatchObject({ failure: 'intent_changed' });
    expect((await server.data('recovery', {}, { token })).state).toBe('review');
    expect((await judged(user, 'rejected', reviewers[1])).status).toBe(200);
    expect((await server.call('recovery', {}, { token })).error).toBe('not_logged_in');
    expect(await kindsOf(user)).toContain('recovery_refused');
  });

  test('takes no photos of others, and its own are kept', async () => {
    const [one, two] = [await owner(), await owner()];
    const first = await begun(one.user, { recovery_code: one.recovery[0] });
    const second = await begun(two.user, { recovery_code: two.recovery[0] });
    const theirs = await photo(second.token);
    const request = { document_photo: theirs, holding_photo: theirs };
    const refused = await server.call('recoverByIdentity', request, { token: first.token });
    expect(refused.error).toBe('not_found');
    const { shown } = await showPhotos(first.token);
    server.clock.nowMs += 8 * DAY_MS;
    await server.context.files.prune();
    const kept = await server.context.database.query<{ file_id: bigint }>(
      'SELECT file_id FROM files WHERE file_id = ANY($1::bigint[]) ORDER BY file_id',
      [[shown.document_photo, shown.holding_photo, theirs]],
    );
    expect(kept.map((row) => Number(row.file_id))).toEqual(Object.values(shown));
  });
});

describe('photos that lie here already', () => {
  test('show nobody: those of before it, and those that the owner sends for something else', async () => {
    const { user, recovery } = await owner();
    // Ids are counted, so whoever has one way can guess those of the verification.
    const before = await uploaded(server, user);
    server.clock.nowMs += 1_000;
    const { token } = await begun(user, { recovery_code: recovery[0] });
    const show = (fileId: number) => {
      const named = { document_photo: fileId, holding_photo: fileId };
      return server.call('recoverByIdentity', named, { token });
    };
    expect((await show(before)).error).toBe('not_found');
    const front_photo = await uploaded(server, user);
    const [back_photo, holding_photo] = [
      await uploaded(server, user),
      await uploaded(server, user),
    ];
    const advanced = { contact_address: '1-2-3 Minato', front_photo, back_photo, holding_photo };
    await server.data('realName2', advanced, user);
    for (const fileId of [front_photo, back_photo, holding_photo])
      expect((await show(fileId)).error).toBe('not_found');
    expect((await server.data('recovery', {}, { token })).state).toBe('identity');
    expect((await show(await photo(token))).status).toBe(200);
  });
});

describe('the owner stops it', () => {
  test('in one tap, logged in, and it shows among what protects the account', async () => {
    const { user, recovery, otp } = await owner();
    const { token } = await begun(user, { otp: otp(), recovery_code: recovery[0] });
    expect((await server.data('security', {}, user)).recovery).toMatchObject({ state: 'waiting' });
    expect((await server.call('stopRecovery', {}, user)).status).toBe(200);
    expect((await server.data('security', {}, user)).recovery).toBeUndefined();
    server.clock.nowMs += DELAY_MS;
    expect((await finish(token)).error).toBe('not_logged_in');
    expect(await kindsOf(user)).toContain('recovery_stopped');
    expect((await server.call('stopRecovery', {}, user)).error).toBe('not_found');
  });

  test('by the link of the mail, which stops that one and nothing else', async () => {
    const { user, recovery, otp } = await owner();
    const first = await begun(user, { otp: otp(), recovery_code: recovery[0] });
    const [link = ''] = await stopLinks(user);
    for (const token of ['1.1.x', `${link.slice(0, -2)}AA`])
      expect((await server.call('stopRecoveryByMail', { token })).status).toBeGreaterThan(399);
    expect((await server.call('lockByMail', { token: link })).error).toBe('ticket_invalid');
    expect((await server.call('stopRecoveryByMail', { token: link })).status).toBe(200);
    expect((await server.call('recovery', {}, { token: first.token })).status).toBe(401);
    const second = await begun(user, { otp: otp(), recovery_code: recovery[1] });
    expect((await server.call('stopRecoveryByMail', { token: link })).status).toBe(200);
    expect((await server.call('recovery', {}, { token: second.token })).status).toBe(200);
    // One that is begun anew takes the place of the one before.
    await begun(user, { otp: otp(), recovery_code: recovery[2] });
    expect((await server.call('recovery', {}, { token: second.token })).status).toBe(401);
  });

  test('by that link for as long as it can be finished', async () => {
    const { user, recovery, otp } = await owner();
    const { token } = await begun(user, { otp: otp(), recovery_code: recovery[0] });
    const [link = ''] = await stopLinks(user);
    server.clock.nowMs += 59 * DAY_MS;
    expect((await server.data('recovery', {}, { token })).state).toBe('ready');
    expect((await server.call('stopRecoveryByMail', { token: link })).status).toBe(200);
    expect((await finish(token)).error).toBe('not_logged_in');
  });

  test.each(['a new password', 'a lock'])('by %s', async (how) => {
    const { user, recovery, otp } = await owner();
    const { token } = await begun(user, { otp: otp(), recovery_code: recovery[0] });
    server.clock.nowMs += 1_000;
    if (how === 'a lock') await server.data('lockAccount', {}, user);
    else {
      const passwords = { password: NEW, password_confirmation: NEW };
      const change = { old_password: PASSWORD, ...passwords, otp: otp() };
      await server.data('changePassword', change, user);
    }
    server.clock.nowMs += DELAY_MS;
    expect((await finish(token)).error).toBe('not_logged_in');
  });

  test('and its token opens nothing else', async () => {
    const { user, recovery, otp } = await owner();
    const { token } = await begun(user, { otp: otp(), recovery_code: recovery[0] });
    for (const name of ['center', 'security', 'sessions', 'stopRecovery'] as const)
      expect((await server.call(name, {}, { token })).status).toBe(401);
    expect((await server.call('recovery', {}, user)).status).toBe(401);
  });

  test('a frozen or locked account stays so', async () => {
    const { user, recovery, otp } = await owner();
    await server.data('lockAccount', {}, user);
    server.clock.nowMs += 1_000;
    const { token } = await begun(user, { otp: otp(), recovery_code: recovery[0] });
    server.clock.nowMs += DELAY_MS;
    expect((await finish(token)).status).toBe(200);
    const back = await login(user, NEW, { otp: otp() });
    const security = await server.data('security', {}, back.message as { token: string });
    expect(security.lock).toBeDefined();
  });
});
