/** Verification from both sides: what users send, what reviewers see and decide (cases.md U6, V4, V6, O3; L4). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { loginAs, operator } from '../../operators/test/fixture.ts';
import { uploaded } from './upload-fixture.ts';

let server: TestServer;
let reviewer: { readonly token: string };
beforeAll(async () => {
  // The hourly views of an operator are not multiplied, whatever the factor.
  server = await startTestServer();
  reviewer = await operator(server, 'reviewer', 'rita');
});
afterAll(() => server.stop());

let documents = 0;
const basicOf = (more: Record<string, string> = {}) => {
  documents += 1;
  return { country: 'JP', name: 'Hanako Yamada', id_number: `TK-${1000 + documents}-77`, ...more };
};

async function photosOf(user: TestUser, at = server) {
  return {
    front_photo: await uploaded(at, user),
    back_photo: await uploaded(at, user),
    holding_photo: await uploaded(at, user),
  };
}
const advancedOf = async (user: TestUser, at = server) => ({
  contact_address: '1-2-3 Minato, Tokyo',
  ...(await photosOf(user, at)),
});

/** The newest submission of a user. */
async function submission(user: TestUser, by = reviewer, at = server): Promise<number> {
  const { list } = await at.data('operatorVerifications', { user_id: user.userId }, by);
  const [newest] = list;
  if (newest === undefined) throw new Error('nothing was sent');
  return newest.id;
}

async function decide(user: TestUser, decision: 'passed' | 'rejected', reason?: string) {
  const id = await submission(user);
  return server.call('decideVerification', { id, decision, reason }, reviewer);
}

async function verified(): Promise<TestUser> {
  const user = await server.register();
  await server.data('realName', basicOf(), user);
  expect((await decide(user, 'passed')).status).toBe(200);
  return user;
}

const statusOf = async (user: TestUser) => {
  const { basic, advanced } = await server.data('center2', {}, user);
  return [basic.status, advanced.status];
};

describe('the way of a user', () => {
  test('from unverified to advanced, with a refusal on the way', async () => {
    const user = await server.register();
    expect(await statusOf(user)).toEqual(['unverified', 'unverified']);
    await server.data('realName', basicOf(), user);
    expect(await statusOf(user)).toEqual(['under_review', 'unverified']);
    expect((await decide(user, 'rejected', 'The name is cut off')).status).toBe(200);
    expect(await server.data('center2', {}, user)).toMatchObject({
      basic: { status: 'unverified', reason: 'The name is cut off' },
    });
    await server.data('realName', basicOf(), user);
    expect((await decide(user, 'passed')).message).toMatchObject({
      status: 'passed',
      decided_by: 'rita',
    });
    expect(await statusOf(user)).toEqual(['verified', 'unverified']);
    await server.data('realName2', await advancedOf(user), user);
    expect(await statusOf(user)).toEqual(['verified', 'under_review']);
    await decide(user, 'passed');
    expect(await statusOf(user)).toEqual(['verified', 'verified']);
    const { user: shown } = await server.data('center', {}, user);
    expect(shown).toMatchObject({
      basic_verification: 'verified',
      advanced_verification: 'verified',
    });
    const history = await server.data('operatorVerifications', { user_id: user.userId }, reviewer);
    expect(history.list.map(({ level, status }) => `${level} ${status}`)).toEqual([
      'advanced passed',
      'basic passed',
      'basic rejected',
    ]);
  });

  test('each step is told to the user, in the language in which they read', async () => {
    const user = await server.register();
    await server.data('realName', basicOf(), user);
    await decide(user, 'rejected', 'The name is cut off');
    const found = await server.data('messages', {}, user);
    expect(found).toMatchObject({ total: 1, unread: 1 });
    expect(found.list[0]).toMatchObject({
      kind: 'basic_refused',
      title: 'Basic verification not passed',
      body: expect.stringContaining('The name is cut off'),
      is_read: false,
    });
    const inThai = { ...user, headers: { 'language-mark': 'th' } };
    expect((await server.data('messages', {}, inThai)).list[0]?.title).toBe('ไม่ผ่านการยืนยันขั้นพื้นฐาน');
  });

  test('steps cannot be skipped or taken twice (V6)', async () => {
    const user = await server.register();
    const refusal = async (name: 'realName' | 'realName2', request: object) =>
      (await server.call(name, { ...request }, user)).error;
    const advanced = await advancedOf(user);
    expect(await refusal('realName2', advanced)).toBe('advanced_requires_basic');
    await server.data('realName', basicOf(), user);
    expect(await refusal('realName', basicOf())).toBe('already_under_review');
    expect(await refusal('realName2', advanced)).toBe('advanced_requires_basic');
    await decide(user, 'passed');
    expect(await refusal('realName', basicOf())).toBe('already_verified');
    await server.data('realName2', advanced, user);
    expect(await refusal('realName2', advanced)).toBe('already_under_review');
    await decide(user, 'passed');
    expect(await refusal('realName2', advanced)).toBe('already_verified');
  });

  test('of ten at once one is kept', async () => {
    const user = await server.register();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => server.call('realName', basicOf(), user)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(replies.map(({ error }) => error))).toEqual(
      new Set([undefined, 'already_under_review']),
    );
  });

  test('a document is one person’s, however its number is typed, unless it was refused', async () => {
    const [user, other] = [await server.register(), await server.register()];
    await server.data('realName', basicOf({ id_number: 'AB 12-34.56' }), user);
    const same = basicOf({ id_number: 'ab123456' });
    expect((await server.call('realName', same, other)).error).toBe('id_number_used');
    // The same number of another country is another document.
    const abroad = await server.register();
    const elsewhere = basicOf({ id_number: 'AB123456', country: 'TH' });
    expect((await server.call('realName', elsewhere, abroad)).status).toBe(200);
    await decide(user, 'rejected', 'Not a document of yours');
    expect((await server.call('realName', same, other)).status).toBe(200);
    const back = basicOf({ id_number: 'AB-123456' });
    expect((await server.call('realName', back, user)).error).toBe('id_number_used');
  });

  test('names the country by its code or in English', async () => {
    for (const country of ['JP', 'jp', 'Japan']) {
      const user = await server.register();
      await server.data('realName', { ...basicOf(), country }, user);
      expect((await server.data('center2', {}, user)).basic.country).toBe('JP');
    }
  });

  test('photos are one’s own, and for this (V4)', async () => {
    const user = await verified();
    const stranger = await server.register();
    const photos = await advancedOf(user);
    const refusal = async (more: object) => {
      const reply = await server.call('realName2', { ...photos, ...more }, user);
      return [reply.status, reply.error, reply.text];
    };
    const theirs = await refusal({ back_photo: await uploaded(server, stranger) });
    const missing = await refusal({ back_photo: 999_999 });
    const another = await refusal({ back_photo: await uploaded(server, user, 'chat') });
    expect(theirs.slice(0, 2)).toEqual([404, 'not_found']);
    expect([missing, another]).toEqual([theirs, theirs]);
    expect((await server.call('realName2', photos, user)).status).toBe(200);
  });

  test.each([
    [{ country: 'XX' }, 'country'],
    [{ country: 'Atlantis' }, 'country'],
    [{ name: 'x' }, 'name'],
    [{ id_number: '<b>' }, 'id_number'],
    [{ status: 'passed' }, 'status'],
  ])('refuses %j', async (change, field) => {
    const user = await server.register();
    const reply = await server.call('realName', { ...basicOf(), ...change }, user);
    expect(reply).toMatchObject({ status: 422, error: 'validation_failed' });
    expect(Object.keys(reply.fields ?? {})).toEqual([field]);
  });

  test('what was sent is shown masked, and lies encrypted (U7)', async () => {
    const user = await server.register();
    await server.data('realName', basicOf({ id_number: 'PASS-99887766' }), user);
    const { basic } = await server.data('center2', {}, user);
    expect(basic).toEqual({
      status: 'under_review',
      country: 'JP',
      name: 'H••• Y•••',
      id_number: '•••7766',
    });
    const rows = await server.context.database.query<{ row: string }>(
      `SELECT encode(details, 'escape') || encode(coalesce(id_digest, ''), 'escape') AS row
       FROM verifications`,
    );
    for (const { row } of rows) {
      expect(row).not.toContain('Hanako');
      expect(row).not.toContain('99887766');
    }
  });
});

describe('reviewers', () => {
  test('see lists masked, and a record in the open only when they open it, each time audited (U6)', async () => {
    const user = await verified();
    await server.data('realName2', await advancedOf(user), user);
    const { list } = await server.data(
      'operatorVerifications',
      { status: 'under_review', user_id: user.userId },
      reviewer,
    );
    expect(list).toHaveLength(1);
    expect(JSON.stringify(list)).not.toMatch(/Hanako|Minato/);
    expect(JSON.stringify(list)).not.toContain(user.email);
    const id = list[0]?.id ?? 0;
    const detail = await server.data('verificationDetail', { id }, reviewer);
    expect(detail.contact_address).toBe('1-2-3 Minato, Tokyo');
    // What the photos are compared with stands in the basic submission.
    expect(detail).toMatchObject({ name: 'Hanako Yamada', country: 'JP' });
    expect(detail.id_number).toBeTruthy();
    expect(detail.photos.map(({ kind }) => kind)).toEqual(['front', 'back', 'holding']);
    expect(await audits(`verification ${id}`)).toEqual(['verification.opened']);
  });

  test('decide once: of ten at once one counts, and a refusal needs its reason', async () => {
    const user = await server.register();
    await server.data('realName', basicOf(), user);
    const id = await submission(user);
    const silent = await server.call('decideVerification', { id, decision: 'rejected' }, reviewer);
    expect(Object.keys(silent.fields ?? {})).toEqual(['reason']);
    const others = await operator(server, 'reviewer', 'ralf');
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        server.call('decideVerification', { id, decision: 'passed' }, at % 2 ? others : reviewer),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ error }) => error === 'already_decided')).toHaveLength(9);
    const messages = await server.data('messages', {}, user);
    expect(messages.list.map(({ kind }) => kind)).toEqual(['basic_verified']);
    const missing = { id: 999_999, decision: 'passed' };
    expect((await server.call('decideVerification', missing, reviewer)).error).toBe('not_found');
  });

  test('open twenty records an hour, each as often as they like, and their photos with them (L4)', async () => {
    const watcher = await operator(server, 'reviewer', 'wanda');
    const ids: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      const user = await server.register();
      await server.data('realName', basicOf(), user);
      ids.push(await submission(user));
    }
    const open = async (id: number | undefined) =>
      (await server.call('verificationDetail', { id }, watcher)).error;
    for (const id of ids.slice(0, 20)) expect(await open(id)).toBeUndefined();
    expect(await open(ids[20])).toBe('view_limit');
    expect(await open(ids[0])).toBeUndefined();
    server.clock.nowMs += 3_600_000;
    const again = await loginAgain('wanda');
    const later = await server.call('verificationDetail', { id: ids[20] }, again);
    expect(later.status).toBe(200);
    reviewer = await loginAgain('rita');
  });
});

const loginAgain = async (name: string) => {
  return { token: await loginAs(server, name) };
};

async function audits(subject: string): Promise<string[]> {
  const rows = await server.context.database.query<{ action: string }>(
    'SELECT action FROM audit_log WHERE subject = $1 ORDER BY audit_id',
    [subject],
  );
  return rows.map(({ action }) => action);
}

describe('signed paths to pictures (U6)', () => {
  const get = (url: string, token: string) =>
    server.app.inject({ url, headers: { authorization: token } });

  async function proof(): Promise<{ readonly fileId: number; readonly user: TestUser }> {
    const user = await verified();
    const request = await advancedOf(user);
    await server.data('realName2', request, user);
    return { fileId: request.front_photo, user };
  }

  test('work for the session that asked, for a minute, and each look is audited', async () => {
    const { token } = await loginAgain('rita');
    const { fileId } = await proof();
    const { url, expires_at: expiresAt } = await server.data(
      'openFile',
      { file_id: fileId },
      { token },
    );
    expect(expiresAt - server.clock.nowMs).toBe(60_000);
    const seen = await get(url, token);
    expect(seen.statusCode).toBe(200);
    expect(seen.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'no-store',
    });
    expect(await audits(`file ${fileId}`)).toEqual(['file.opened', 'file.seen']);
    // The same operator in another session, another operator, nobody.
    const elsewhere = await loginAgain('rita');
    expect((await get(url, elsewhere.token)).statusCode).toBe(403);
    const other = await operator(server, 'reviewer', 'rolf');
    expect((await get(url, other.token)).statusCode).toBe(403);
    expect((await server.app.inject({ url })).statusCode).toBe(401);
    server.clock.nowMs += 59_999;
    expect((await get(url, token)).statusCode).toBe(200);
    server.clock.nowMs += 1;
    expect((await get(url, token)).statusCode).toBe(403);
  });

  test('cannot be changed', async () => {
    const { token } = await loginAgain('rita');
    const { fileId } = await proof();
    const { url } = await server.data('openFile', { file_id: fileId }, { token });
    const changed = (name: string, value: string) => {
      const target = new URL(url, 'http://localhost');
      target.searchParams.set(name, value);
      return get(`${target.pathname}${target.search}`, token);
    };
    const later = String(server.clock.nowMs + 3_600_000);
    const statuses = await Promise.all([
      changed('id', String(fileId + 1)),
      changed('expires', later),
      changed('signature', 'A'.repeat(43)),
    ]);
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect((await changed('signature', 'short')).statusCode).toBe(422);
  });

  test('of a file that there is not there is none; support has none at all', async () => {
    const missing = await server.call('openFile', { file_id: 999_999 }, await loginAgain('rita'));
    expect(missing.error).toBe('not_found');
    const support = await operator(server, 'support', 'sue');
    const { fileId } = await proof();
    expect((await server.call('openFile', { file_id: fileId }, support)).error).toBe('forbidden');
  });
});
