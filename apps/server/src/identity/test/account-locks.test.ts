/** "Lock my account": in one call, by a session or by a mail; undone by photos of the document and two operators. */
import { DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { codeOf, operator, type TestOperator } from '../../operators/test/fixture.ts';
import { uploaded } from '../../verification/test/upload-fixture.ts';

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

const DOCUMENT = { country: 'DE', name: 'Somebody Else', id_number: 'P12345678' };
const PHOTOS = { contact_address: 'Quay 1', front_photo: 1, back_photo: 2, holding_photo: 3 };
const QUIET = { kind: 'chat', push: 'false' };
const TRANSFER = { from_account: 'coin', to_account: 'option', currency_id: 3, amount: '1' };
const transfer = (user: TestUser) => server.call('transfer', TRANSFER, user);
const again = async (user: TestUser): Promise<TestUser> => {
  const request = { account_type: 'email', account: user.email, password: PASSWORD };
  const { token } = await server.data('login', request);
  return { ...user, token };
};
const lockOf = async (user: TestUser) => (await server.data('security', {}, user)).lock;
const kindsOf = async (user: TestUser) =>
  (await server.data('messages', {}, user)).list.map(({ kind }) => kind);

/** Tokens of the links in what was mailed; the demo sends nothing by itself. */
async function linksTo(user: TestUser): Promise<readonly string[]> {
  const { outbox, database } = server.context;
  await database.query(
    'UPDATE outbox_messages SET sent_at_ms = NULL, tries = 0 WHERE target = $1',
    [user.email],
  );
  mails.length = 0;
  await outbox.deliver();
  return mails
    .filter(({ to }) => to === user.email)
    .flatMap(({ text }) => /user\/lock\?token=(\S+)/.exec(text)?.[1] ?? []);
}

async function askedWithPhotos(user: TestUser) {
  const document_photo = await uploaded(server, user);
  const holding_photo = await uploaded(server, user);
  await server.data('askUnlock', { document_photo, holding_photo }, user);
  return { document_photo, holding_photo };
}

async function openedByTwo(user: TestUser): Promise<void> {
  const thaw = { id: user.userId, is_frozen: 'false', reason: 'the owner, by their document' };
  const { proposal_id: id } = await server.data('freezeUser', thaw, reviewers[0]);
  await server.data('decideProposal', { id, decision: 'passed' }, reviewers[1]);
}

describe('a lock', () => {
  test('freezes the account and ends every session and key at once, without a password', async () => {
    const user = await server.trader();
    const other = await again(user);
    const made = { label: 'bot', password: PASSWORD };
    await server.data('createApiKey', made, user);
    expect((await server.call('lockAccount', {}, user)).status).toBe(200);
    expect((await server.call('center', {}, user)).status).toBe(401);
    expect((await server.call('center', {}, other)).status).toBe(401);
    const back = await again(user);
    expect(await server.data('apiKeys', {}, back)).toEqual([]);
    expect((await transfer(back)).error).toBe('account_frozen');
    expect(await lockOf(back)).toEqual({ locked_at: server.clock.nowMs });
    expect(await kindsOf(back)).toContain('account_locked');
    const acts = (await server.data('securityActs', {}, back)).list;
    expect(acts.map(({ kind }) => kind)).toContain('account_locked');
  });

  test('closes what changes who comes in or where money goes, and leaves the rest', async () => {
    const user = await server.trader();
    const hook = { label: 'till', url: 'https://hooks.example.com/', events: 'order' };
    const made = { ...hook, password: PASSWORD };
    const { id } = (await server.data('createWebhook', made, user)).webhook;
    await server.data('lockAccount', {}, user);
    const back = await again(user);
    const changed = {
      old_password: PASSWORD,
      password: 'another-harbour-7',
      password_confirmation: 'another-harbour-7',
    };
    const closed = [
      await server.call('changePassword', changed, back),
      await server.call('beginPasskey', { password: PASSWORD }, back),
      await server.call('beginOtp', { password: PASSWORD }, back),
      await server.call('createApiKey', { label: 'x', password: PASSWORD }, back),
      await server.call('saveMailWord', { word: 'lantern', password: PASSWORD }, back),
      await server.call('createWebhook', { ...hook, password: PASSWORD }, back),
      await server.call('editWebhook', { ...hook, id, password: PASSWORD }, back),
      await server.call('rotateWebhookSecret', { id, password: PASSWORD }, back),
      await server.call('realName', DOCUMENT, back),
      await server.call('realName2', PHOTOS, back),
      await server.call('saveNotification', QUIET, back),
      await server.call('saveMailWishes', { kind: 'movements', timing: 'off' }, back),
    ];
    expect(closed.map(({ status, error }) => [status, error])).toEqual(
      closed.map(() => [403, 'account_locked']),
    );
    expect((await server.call('wallet', {}, back)).status).toBe(200);
    const written = { text: 'Help', client_message_id: 'a-word' };
    expect((await server.call('sendChat', written, back)).status).toBe(200);
  });

  test('closes what was let in before it came, too', async () => {
    const user = await server.trader();
    const { apiKeys, identity, userOtp } = server.context;
    const self = { userId: user.userId, sessionId: 1 };
    const { passwordHash } = await identity.confirmPassword(self, PASSWORD, {
      ...{ ip: '127.0.0.1', language: 'en', deviceId: undefined, userAgent: undefined },
    });
    const { secret } = await userOtp.begin(user.userId, user.email);
    await server.data('lockAccount', {}, user);
    const terms = { trade: true, futures: false, options: false, earn: false, transfer: true };
    const owner = { userId: user.userId, verifiedHash: passwordHash };
    const key = apiKeys.create(owner, { label: 'late', ...terms }, textsOf('en'));
    await expect(key).rejects.toMatchObject({ code: 'account_locked' });
    const factor = userOtp.confirm(user.userId, codeOf(server, secret));
    await expect(factor).rejects.toMatchObject({ code: 'account_locked' });
    expect(await server.data('apiKeys', {}, await again(user))).toEqual([]);
  });

  test('may be repeated: it ends what was begun meanwhile, and is told once', async () => {
    const user = await server.trader();
    await server.data('lockAccount', {}, user);
    const back = await again(user);
    await server.data('lockAccount', {}, back);
    expect((await server.call('center', {}, back)).status).toBe(401);
    const told = (await kindsOf(await again(user))).filter((kind) => kind === 'account_locked');
    expect(told).toHaveLength(1);
  });
});

describe('by a mail', () => {
  test('security mails have a link that locks their reader’s account and nobody else’s', async () => {
    const [user, other] = [await server.trader(), await server.trader()];
    await server.data('createApiKey', { label: 'bot', password: PASSWORD }, user);
    const [token = ''] = await linksTo(user);
    expect((await server.call('lockByMail', { token })).status).toBe(200);
    expect((await server.call('center', {}, user)).status).toBe(401);
    expect((await server.call('center', {}, other)).status).toBe(200);
    const back = await again(user);
    const [act] = (await server.data('securityActs', { page: 2, limit: 1 }, back)).list;
    expect(act?.kind).toBe('account_locked');
  });

  test('refuses a link that is over, of another user, or made up', async () => {
    const [user, other] = [await server.trader(), await server.trader()];
    await server.data('createApiKey', { label: 'bot', password: PASSWORD }, user);
    const [token = ''] = await linksTo(user);
    const [, end, mark] = token.split('.');
    const forged = [
      `${other.userId.toString(36)}.${end}.${mark}`,
      token.replace(`.${end}.`, '.zzzzzzzzz.'),
      `${token.slice(0, -43)}${'A'.repeat(43)}`,
    ];
    for (const each of forged)
      expect((await server.call('lockByMail', { token: each })).error).toBe('ticket_invalid');
    server.clock.nowMs += 30 * DAY_MS;
    expect((await server.call('lockByMail', { token })).error).toBe('ticket_invalid');
    expect(await lockOf(await again(user))).toBeUndefined();
  });
});

describe('is undone', () => {
  beforeAll(async () => {
    reviewers = [await operator(server, 'reviewer'), await operator(server, 'reviewer')];
  });

  test('by photos and two operators; withdrawals cool off, and the owner is told', async () => {
    const user = await server.trader();
    await server.data('createApiKey', { label: 'bot', password: PASSWORD }, user);
    await server.data('lockAccount', {}, user);
    const back = await again(user);
    const photos = await askedWithPhotos(back);
    const detail = await server.data('operatorUser', { id: user.userId }, reviewers[0]);
    expect(detail.lock).toEqual({
      locked_at: server.clock.nowMs,
      by_mail: false,
      asked_at: server.clock.nowMs,
      ...photos,
    });
    const old = await linksTo(user);
    expect(old.length).toBeGreaterThan(0);
    server.clock.nowMs += 1;
    await openedByTwo(user);
    // An old mail is spent: it does not lock the account again.
    for (const token of old)
      expect((await server.call('lockByMail', { token })).error).toBe('ticket_invalid');
    expect((await transfer(back)).status).toBe(200);
    expect(await server.data('security', {}, back)).toMatchObject({
      withdrawals_usable_at: server.clock.nowMs + DAY_MS,
    });
    expect(await lockOf(back)).toBeUndefined();
    await server.notices.settled();
    expect(await kindsOf(back)).toContain('account_unfrozen');
    const after = await server.data('operatorUser', { id: user.userId }, reviewers[0]);
    expect(after).not.toHaveProperty('lock');
  });

  test('not by what was agreed before it: a lock in between holds', async () => {
    const user = await server.trader();
    const freeze = { id: user.userId, is_frozen: 'true', reason: 'a stolen telephone' };
    await server.data('freezeUser', freeze, reviewers[0]);
    const thaw = { ...freeze, is_frozen: 'false' };
    const { proposal_id: id } = await server.data('freezeUser', thaw, reviewers[0]);
    await server.data('lockAccount', {}, user);
    await server.call('decideProposal', { id, decision: 'passed' }, reviewers[1]);
    const back = await again(user);
    expect((await transfer(back)).error).toBe('account_frozen');
    expect(await lockOf(back)).toBeDefined();
  });

  test('photos of others are none, and without a lock there is nothing to ask', async () => {
    const [user, other] = [await server.trader(), await server.trader()];
    const own = await uploaded(server, user);
    const theirs = await uploaded(server, other);
    const ask = (document_photo: number, holding_photo: number, by: TestUser) =>
      server.call('askUnlock', { document_photo, holding_photo }, by);
    expect((await ask(own, own, user)).error).toBe('not_found');
    await server.data('lockAccount', {}, user);
    const back = await again(user);
    expect((await ask(own, theirs, back)).error).toBe('not_found');
    const anew = await uploaded(server, back);
    expect((await ask(anew, anew, back)).status).toBe(200);
  });

  test('photos of before it open nothing: whoever was locked out may know their numbers', async () => {
    const user = await server.trader();
    const before = await uploaded(server, user);
    server.clock.nowMs += 1_000;
    await server.data('lockAccount', {}, user);
    const back = await again(user);
    const named = { document_photo: before, holding_photo: before };
    expect((await server.call('askUnlock', named, back)).error).toBe('not_found');
    expect((await lockOf(back))?.asked_at).toBeUndefined();
    await askedWithPhotos(back);
  });

  test('its photos are kept when unused ones are forgotten', async () => {
    const user = await server.trader();
    await server.data('lockAccount', {}, user);
    const back = await again(user);
    const { document_photo } = await askedWithPhotos(back);
    const unused = await uploaded(server, back);
    server.clock.nowMs += 8 * DAY_MS;
    await server.context.files.prune();
    const kept = await server.context.database.query<{ file_id: bigint }>(
      'SELECT file_id FROM files WHERE file_id = ANY($1::bigint[])',
      [[document_photo, unused]],
    );
    expect(kept.map((row) => Number(row.file_id))).toEqual([document_photo]);
  });
});
