/**
 * Operators' second factor, sessions and accounts (cases.md A5, A6, A7, A9, C4, C6, S4, V8). Goal: outside demo
 * nobody gets in by a password alone, no code works twice, and whoever is stopped is out at once.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWNER_PASSWORD, startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import {
  addOperator,
  codeOf,
  lastActs,
  loginAs,
  OPERATOR_PASSWORD,
  operator,
  useLink,
} from './fixture.ts';

/** Where no passkeys are: those have passkeys.test.ts. */
const REAL = {
  PUBLIC_URL: 'https://192.0.2.1',
  DEMO: 'false',
  FEED: 'live:kraken,coinbase',
  SECRET_KEY: 'k3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH',
};
const OWNER = { name: 'owner', password: OWNER_PASSWORD };

describe('outside demo', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: REAL });
  });
  afterAll(() => server.stop());

  const enrolled = async (login: { name: string; password: string }) => {
    const { secret } = await server.data('operatorEnrol', login);
    const confirm = { ...login, otp: codeOf(server, secret) };
    return { secret, ...(await server.data('operatorConfirmEnrol', confirm)) };
  };

  test('A6: the right password says that a factor is missing, enrolment lets in, and then the code is asked', async () => {
    const refused = await server.call('operatorLogin', OWNER);
    expect(refused).toMatchObject({ status: 403, error: 'mfa_required' });
    expect(refused.fields).toBeUndefined();
    const { secret, uri } = await server.data('operatorEnrol', OWNER);
    expect(uri).toContain(`secret=${secret}`);
    const wrong = await server.call('operatorConfirmEnrol', { ...OWNER, otp: '000000' });
    expect(wrong).toMatchObject({ status: 400, error: 'code_wrong' });
    const confirm = { ...OWNER, otp: codeOf(server, secret) };
    const opened = await server.data('operatorConfirmEnrol', confirm);
    expect(opened.recovery_codes).toHaveLength(10);
    const { token } = opened;
    expect(await server.data('operatorMe', {}, { token })).toMatchObject({
      name: 'owner',
      has_otp: true,
      demo: false,
      needs_second_operator: true,
      notice_hours: 24,
    });
    const again = await server.call('operatorLogin', OWNER);
    expect(again).toMatchObject({ error: 'mfa_required', fields: { otp: 'Required' } });
    for (const name of ['operatorEnrol', 'operatorConfirmEnrol'] as const)
      expect(await server.call(name, name === 'operatorEnrol' ? OWNER : confirm)).toMatchObject({
        error: 'otp_already_set',
      });
    const [sealed] = await server.context.database.query<{ otp_secret: Uint8Array }>(
      "SELECT otp_secret FROM operators WHERE name = 'owner'",
    );
    expect(Buffer.from(sealed?.otp_secret ?? []).toString('latin1')).not.toContain(secret);

    // The only operator can do nothing but get a second one.
    for (const name of ['operatorUsers', 'operatorDeposits', 'system', 'chainTerms'] as const)
      expect(await server.call(name, {}, { token })).toMatchObject({
        status: 403,
        error: 'second_operator_required',
      });
    expect((await server.data('operators', {}, { token })).map(({ name }) => name)).toEqual([
      'owner',
    ]);
    const created = { name: 'second', role: 'reviewer' };
    const { link } = await server.data('createOperator', created, { token });
    const password = OPERATOR_PASSWORD;
    await useLink(server, link);
    expect((await server.call('system', {}, { token })).status).toBe(200);
    // What a link sets opens enrolment only, too.
    expect(await server.call('operatorLogin', { name: 'second', password })).toMatchObject({
      error: 'mfa_required',
    });
    const second = await enrolled({ name: 'second', password });
    expect(second.roles).toEqual(['reviewer']);
  });

  test('C4: of twenty logins with one code one succeeds, and the code is dead afterwards', async () => {
    const { name } = await addOperator(server, 'auditor');
    const login = { name, password: OPERATOR_PASSWORD };
    const { secret } = await enrolled(login);
    const used = await server.call('operatorLogin', { ...login, otp: codeOf(server, secret) });
    expect(used.error).toBe('login_failed');
    server.clock.nowMs += 30_000;
    const otp = codeOf(server, secret);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => server.call('operatorLogin', { ...login, otp })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await server.call('operatorLogin', { ...login, otp })).status).not.toBe(200);
  });

  test('C6: a recovery code works once, in parallel too', async () => {
    const { name } = await addOperator(server, 'auditor');
    const login = { name, password: OPERATOR_PASSWORD };
    const { recovery_codes } = await enrolled(login);
    const [otp] = recovery_codes;
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => server.call('operatorLogin', { ...login, otp })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const rows = await server.context.database.query<{ code_hash: Uint8Array }>(
      'SELECT code_hash FROM operator_recovery_codes',
    );
    const kept = rows.map(({ code_hash }) => Buffer.from(code_hash).toString('latin1')).join();
    for (const code of recovery_codes) expect(kept).not.toContain(code);
  });

  test('G18: five wrong codes lock the factor, from every address, for the one who knows the password', async () => {
    const { name } = await addOperator(server, 'auditor');
    const login = { name, password: OPERATOR_PASSWORD };
    const { secret } = await enrolled(login);
    server.clock.nowMs += 30_000;
    for (let count = 0; count < 5; count += 1) {
      const guess = { ...login, otp: '000000' };
      const reply = await server.call('operatorLogin', guess, { ip: `192.0.2.${count}` });
      expect(reply.error).toBe('login_failed');
    }
    const right = { ...login, otp: codeOf(server, secret) };
    const locked = await server.call('operatorLogin', right, { ip: '192.0.2.99' });
    expect(locked).toMatchObject({ status: 429, error: 'locked_out' });
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    server.clock.nowMs += 15 * 60_000 + 30_000;
    const later = { ...login, otp: codeOf(server, secret) };
    expect((await server.call('operatorLogin', later)).status).toBe(200);
  });

  test('an enrolment that is not confirmed in time, or was begun anew, is void', async () => {
    const { name } = await addOperator(server, 'auditor');
    const login = { name, password: OPERATOR_PASSWORD };
    const confirm = (secret: string) =>
      server.call('operatorConfirmEnrol', { ...login, otp: codeOf(server, secret) });
    expect((await confirm('A'.repeat(32))).error).toBe('otp_not_begun');
    const first = await server.data('operatorEnrol', login);
    const second = await server.data('operatorEnrol', login);
    expect((await confirm(first.secret)).error).toBe('code_wrong');
    server.clock.nowMs += 16 * 60_000;
    expect((await confirm(second.secret)).error).toBe('otp_not_begun');
    const wrong = { name, password: 'wrong' };
    expect((await server.call('operatorEnrol', wrong)).error).toBe('login_failed');
  });
});

describe('accounts', () => {
  let server: TestServer;
  let owner: string;
  beforeAll(async () => {
    server = await startTestServer();
    owner = await server.ownerToken();
  });
  afterAll(() => server.stop());

  const isOut = async (token: string) =>
    (await server.call('operatorMe', {}, { token })).status === 401;

  test('in demo a password is enough until a factor is enrolled', async () => {
    const { name, token } = await operator(server, 'support');
    const login = { name, password: OPERATOR_PASSWORD };
    expect((await server.data('operatorMe', {}, { token })).has_otp).toBe(false);
    const { secret } = await server.data('operatorEnrol', login);
    await server.data('operatorConfirmEnrol', { ...login, otp: codeOf(server, secret) });
    // What was opened without it ended.
    expect(await isOut(token)).toBe(true);
    expect((await server.call('operatorLogin', login)).error).toBe('mfa_required');
  });

  test('A5, A7, Q4: who adds or resets another never sees a password, and a link works once', async () => {
    const request = { name: 'new.person', role: 'reviewer' };
    const chosen = { ...request, password: 'chosen by the owner' };
    expect(await server.call('createOperator', chosen, { token: owner })).toMatchObject({
      error: 'validation_failed',
    });
    const made = await server.data('createOperator', request, { token: owner });
    expect(Object.keys(made).sort()).toEqual(['expires_at', 'link', 'operator_id']);
    const linkToken = made.link?.split('/').at(-1);
    expect(made.link).toMatch(/\/console\/#\/enrol\/[\w-]{43}$/);
    expect((await server.call('createOperator', request, { token: owner })).error).toBe(
      'name_taken',
    );
    expect(await server.data('operatorLink', { token: linkToken })).toMatchObject(request);
    const short = { token: linkToken, password: 'short', password_confirmation: 'short' };
    expect((await server.call('useOperatorLink', short)).error).toBe('validation_failed');
    expect(await useLink(server, made.link)).toBe(request.name);
    for (const call of [
      server.call('operatorLink', { token: linkToken }),
      server.call('useOperatorLink', {
        ...short,
        password: OPERATOR_PASSWORD,
        password_confirmation: OPERATOR_PASSWORD,
      }),
    ])
      expect((await call).error).toBe('ticket_invalid');
    const login = { name: request.name, password: OPERATOR_PASSWORD };
    const { token } = await server.data('operatorLogin', login);
    const reset = { id: made.operator_id, reason: 'lost the telephone' };
    const again = await server.data('resetOperator', reset, { token: owner });
    expect(again.link).not.toBe(made.link);
    expect(await isOut(token)).toBe(true);
    expect((await server.call('operatorLogin', login)).error).toBe('login_failed');
    const acts = JSON.stringify(await lastActs(server, 100));
    expect(acts).toContain('operator.link_used');
    for (const secret of [linkToken, again.link?.split('/').at(-1)])
      expect(acts).not.toContain(secret);
    const [row] = await server.context.database.query<{ text: string }>(
      "SELECT string_agg(link::text, ' ') AS text FROM operator_enrolments AS link",
    );
    expect(row?.text).not.toContain(linkToken);
    // A newer link ends the one before; none outlives its day.
    const newest = await server.data('resetOperator', reset, { token: owner });
    await expect(useLink(server, again.link)).rejects.toThrow();
    server.clock.nowMs = newest.expires_at;
    await expect(useLink(server, newest.link)).rejects.toThrow();
    owner = await server.ownerToken();
  });

  test('Q4: of many who open one link at once one comes in', async () => {
    const request = { name: 'raced.person', role: 'auditor' };
    const { link } = await server.data('createOperator', request, { token: owner });
    const token = link?.split('/').at(-1);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const password = `a password of mine ${at}`;
        const use = { token, password, password_confirmation: password };
        return server.call('useOperatorLink', use);
      }),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('S4: a change of role, a stop and a new password end sessions at once', async () => {
    const { operatorId, name, token } = await operator(server, 'reviewer');
    const change = { id: operatorId, reason: 'moved on' };
    await server.data('changeOperator', { ...change, role: 'support' }, { token: owner });
    expect(await isOut(token)).toBe(true);
    const [mine, other] = [await loginAs(server, name), await loginAs(server, name)];
    const password = 'another lighthouse keeper';
    const own = { old_password: OPERATOR_PASSWORD, password, password_confirmation: password };
    expect(
      await server.call('operatorPassword', { ...own, old_password: 'wrong' }, { token: mine }),
    ).toMatchObject({ error: 'password_wrong' });
    expect(
      await server.call('operatorPassword', { ...own, password: 'short' }, { token: mine }),
    ).toMatchObject({ error: 'validation_failed' });
    await server.data('operatorPassword', own, { token: mine });
    expect([await isOut(mine), await isOut(other)]).toEqual([false, true]);
    await server.data('changeOperator', { ...change, is_active: 'false' }, { token: owner });
    expect(await isOut(mine)).toBe(true);
    expect((await server.call('operatorLogin', { name, password })).error).toBe('login_failed');
  });

  test('the last owner stays one, however two try at once', async () => {
    const second = await operator(server, 'owner');
    const [first] = (await server.data('operators', {}, { token: owner })).filter(
      ({ name }) => name === 'owner',
    );
    const stop = (id: number | undefined, token: string) =>
      server.call('changeOperator', { id, is_active: 'false', reason: 'a test' }, { token });
    const replies = await Promise.all([
      stop(first?.id, owner),
      stop(second.operatorId, second.token),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    const rows = await server.context.database.query(
      "SELECT name FROM operators WHERE role = 'owner' AND is_active",
    );
    expect(rows).toHaveLength(1);
    const [left] = rows as [{ name: string }];
    const token = left.name === 'owner' ? owner : second.token;
    const self = left.name === 'owner' ? first?.id : second.operatorId;
    expect((await stop(self, token)).error).toBe('last_owner');
    const demoted = { id: self, role: 'manager', reason: 'a test' };
    expect((await server.call('changeOperator', demoted, { token })).error).toBe('last_owner');
    owner = token;
  });

  test('V8: nobody resets themselves, and an owner another owner only with consent', async () => {
    const [first, second, manager] = [
      await operator(server, 'owner'),
      await operator(server, 'owner'),
      await operator(server, 'manager'),
    ];
    const reset = (id: number) =>
      server.call('resetOperator', { id, reason: 'a lost telephone' }, { token: first.token });
    expect(await reset(first.operatorId)).toMatchObject({ status: 403, error: 'four_eyes' });
    expect(await reset(second.operatorId)).toMatchObject({ status: 403, error: 'four_eyes' });
    const { list } = await server.data('proposals', { status: 'open' }, { token: first.token });
    expect(list).toMatchObject([{ kind: 'reset_operator', proposed_by: first.name }]);
    const decide = { id: list[0]?.id, decision: 'passed' };
    expect(await server.call('decideProposal', decide, { token: first.token })).toMatchObject({
      error: 'four_eyes',
    });
    await server.data('decideProposal', decide, { token: manager.token });
    // Consent is to one person's asking, for one use.
    expect(await isOut(second.token)).toBe(false);
    const replies = await Promise.all([reset(second.operatorId), reset(second.operatorId)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await isOut(second.token)).toBe(true);
  });

  test('A8: nobody waits for the note of a known name, which would tell it from an unknown one', async () => {
    const { audit } = server.context;
    const add = audit.add.bind(audit);
    const { promise: isWritten, resolve: write } = Promise.withResolvers<void>();
    audit.add = async (entry) => {
      await isWritten;
      return add(entry);
    };
    try {
      const wrong = { name: 'owner', password: 'wrong' };
      expect((await server.call('operatorLogin', wrong)).error).toBe('login_failed');
    } finally {
      audit.add = add;
      write();
    }
  });

  test('A9: a hundred wrong tries of one address stop it, and nobody else', async () => {
    // Past the limit of calls a minute, which would come first.
    const strict = await startTestServer({ environment: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const from = (ip: string, login: typeof OWNER) =>
        strict.context.operators.login(login, { ip, userAgent: undefined }, '');
      for (let count = 0; count < 100; count += 1)
        await expect(
          from('192.0.2.7', { name: `name-${count}`, password: 'wrong' }),
        ).rejects.toMatchObject({ code: 'login_failed' });
      await expect(from('192.0.2.7', OWNER)).rejects.toMatchObject({ code: 'locked_out' });
      expect((await from('192.0.2.8', OWNER)).roles).toEqual(['owner']);
    } finally {
      await strict.stop();
    }
  });
});
