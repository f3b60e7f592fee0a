/** Referral: who is bound to whom, what fees bring, when it is paid, and what others may see (R1, R2, B13). */
import { DAY_MS, HOUR_MS, ratePpm } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  registration,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import { insertUser } from '../../identity/users/queries.ts';
import { coinOf, drifts, houseOf, runDue } from '../../offerings/test/fixture.ts';
import { askToRegister, codeOf, invitedBy, LEVELS, startReferralServer, trade } from './fixture.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startReferralServer();
});
afterEach(async () => {
  expect(await drifts(server)).toEqual([]);
  await server.stop();
});

const boundTo = async (user: Pick<TestUser, 'userId'>): Promise<number | undefined> => {
  const [row] = await server.context.database.query<{ inviter_id: bigint }>(
    'SELECT inviter_id FROM referrals WHERE owner_id = $1',
    [user.userId],
  );
  return row && Number(row.inviter_id);
};
const invite = (user: TestUser, headers: Record<string, string> = {}) =>
  server.data('invite', {}, { token: user.token, headers });
const rebatesOf = async (user: TestUser, request: object = {}) =>
  (await server.data('rebates', { ...request }, user)).list;
const partner = (owner: number, ppm: bigint) =>
  server.run({ kind: 'set_partner', owner, ratioPpm: ratePpm(ppm) });

describe('binding (R1)', () => {
  test('happens at registration, and at no other time', async () => {
    const [inviter, other] = [await server.trader(), await server.trader()];
    const invited = await invitedBy(server, inviter);
    expect(await boundTo(invited)).toBe(inviter.userId);
    server.clock.nowMs += 60_000;
    const again = await askToRegister(server, await codeOf(server, other), {
      email: invited.email,
    });
    expect(again.error).toBe('account_exists');
    for (const owner of [inviter, other, invited])
      await server.run({ kind: 'open_account', owner: owner.userId, inviter: 1 });
    await server.data('login', {
      account_type: 'email',
      account: invited.email,
      password: PASSWORD,
    });
    expect(await boundTo(invited)).toBe(inviter.userId);
    expect([await boundTo(inviter), await boundTo(other)]).toEqual([undefined, undefined]);
  });

  test('makes no rings: who was invited invites others, never who invited them, never oneself', async () => {
    const first = await server.trader();
    const second = await invitedBy(server, first);
    const third = await invitedBy(server, second);
    expect([await boundTo(second), await boundTo(third)]).toEqual([first.userId, second.userId]);
    const self = { kind: 'open_account', owner: 9_999, inviter: 9_999 } as const;
    expect(await server.sequencer.run(self)).toMatchObject({ ok: false });
    await server.run({ kind: 'open_account', owner: first.userId, inviter: third.userId });
    expect(await boundTo(first)).toBeUndefined();
    await trade(server, { maker: first, taker: third });
    expect(await rebatesOf(first)).toEqual([]);
    expect(await rebatesOf(second)).toHaveLength(1);
  });

  test('is made up for where the process ended between the account and its ledger', async () => {
    const { database } = server.context;
    const register = (inviterId: number | undefined, at: number) =>
      insertUser(database, {
        kind: 'email',
        account: `late${at}@example.com`,
        areaCode: undefined,
        passwordHash: '',
        nickname: 'late',
        inviteCode: `LATECOD${at}`,
        inviterId,
        lang: 'en',
        isBot: false,
        createdAtMs: server.clock.now(),
      });
    const inviter = await server.trader();
    const lost = await register(inviter.userId, 1);
    // Their own friend comes first.
    const reply = await askToRegister(server, 'LATECOD1');
    expect(reply.status).toBe(200);
    const lostId = lost?.userId ?? 0;
    expect(await boundTo({ userId: reply.message.user.id })).toBe(lostId);
    expect(await boundTo({ userId: lostId })).toBe(inviter.userId);
  });
});

describe('codes of others (R2)', () => {
  test('are told only after the right code, which stays good for another try', async () => {
    const inviter = await server.trader();
    const code = await codeOf(server, inviter);
    const email = server.newEmail();
    await server.data('smsMail', { email, scene: 'register' });
    const wrong = [];
    for (const inviteCode of [code, 'ZZZZZZZZ', undefined]) {
      const request = { ...registration(email, '000000'), invite_code: inviteCode };
      wrong.push((await server.call('register', request)).text);
    }
    expect(new Set(wrong.map((text) => text.replace(/"request_id":"[^"]*"/, ''))).size).toBe(1);
    expect(wrong[0]).toContain('code_wrong');

    const sent = registration(email, await server.code(email));
    for (const inviteCode of ['ZZZZZZZZ', 'ZZZZZZZ2']) {
      const reply = await server.call('register', { ...sent, invite_code: inviteCode });
      expect([reply.status, reply.error]).toEqual([400, 'invite_code_unknown']);
    }
    const hostile = await server.call('register', { ...sent, invite_code: "' OR 1=1 --" });
    expect(hostile.error).toBe('validation_failed');
    const { user } = await server.data('register', { ...sent, invite_code: code.toLowerCase() });
    expect(await boundTo({ userId: user.id })).toBe(inviter.userId);
  });

  test('are tried no more often than anybody registers', async () => {
    const limited = await startReferralServer({ environment: { RATE_LIMIT_FACTOR: '1' } });
    const request = registration('guess@example.com', '123456');
    const codes = [];
    for (let time = 0; time < 61; time += 1)
      codes.push((await limited.call('register', { ...request, invite_code: 'ZZZZZZZZ' })).error);
    expect(codes[0]).not.toBe('rate_limited');
    expect(codes.at(-1)).toBe('rate_limited');
    await limited.stop();
  });
});

describe('what an inviter sees', () => {
  test('code, link, level and nothing earned yet', async () => {
    const user = await server.trader();
    const code = await codeOf(server, user);
    expect(await invite(user)).toEqual({
      invite_code: code,
      share_url: `${server.context.config.publicUrl}/#/pages/user/login/register?invite_code=${code}`,
      invite_count: 0,
      rebate_ratio: '0.2',
      is_partner: false,
      level: 'Level 1',
      currency: 'USDT',
      total_earnings: '0.000000',
      paid: '0.000000',
      pending: '0.000000',
      next_payout_at: Date.UTC(2027, 0, 16),
    });
    expect((await server.call('invite')).error).toBe('not_logged_in');
  });

  test('levels and rules in their language', async () => {
    const user = await server.trader();
    const { levels, rules } = await server.data('share', {}, user);
    expect(levels).toEqual([
      { name: 'Level 1', ratio: '0.2', needs: 0 },
      { name: 'Level 2', ratio: '0.25', needs: 2 },
      { name: 'Level 3', ratio: '0.3', needs: 3 },
    ]);
    expect(rules).toHaveLength(6);
    const options = { token: user.token, headers: { 'language-mark': 'jp' } };
    const japanese = await server.data('share', {}, options);
    expect(japanese.levels[1]?.name).toBe('レベル 2');
    expect(japanese.rules).toHaveLength(6);
    expect(japanese.rules.some((rule) => rules.includes(rule))).toBe(false);
  });

  test('a level that rises with invitees, and a partner’s own ratio', async () => {
    const user = await server.trader();
    const seen = async () => {
      const { level, rebate_ratio, is_partner, invite_count } = await invite(user);
      return [invite_count, level, rebate_ratio, is_partner];
    };
    await invitedBy(server, user);
    expect(await seen()).toEqual([1, 'Level 1', '0.2', false]);
    await invitedBy(server, user);
    expect(await seen()).toEqual([2, 'Level 2', '0.25', false]);
    await partner(user.userId, 400_000n);
    expect(await seen()).toEqual([2, 'Partner', '0.4', true]);
    expect((await server.data('center', {}, user)).user.is_partner).toBe(true);
    await server.run({ kind: 'set_partner', owner: user.userId });
    expect(await seen()).toEqual([2, 'Level 2', '0.25', false]);
    expect((await server.data('center', {}, user)).user.is_partner).toBe(false);
  });
});

describe('rebates', () => {
  test('of every fee an invitee pays, pending until the day is over, then paid once', async () => {
    const [inviter, stranger] = [await server.trader(), await server.trader()];
    const invited = await invitedBy(server, inviter);
    await trade(server, { maker: stranger, taker: invited }, '2');
    await trade(server, { maker: invited, taker: stranger }, '3');
    // Fees of 0.004 BTC and 0.3 USDT.
    const listed = await rebatesOf(inviter);
    expect(listed).toEqual([
      {
        id: expect.any(Number),
        from_account: expect.stringMatching(/^u\*\*\*\d$/),
        currency_id: 3,
        currency: 'USDT',
        amount: '0.060000',
        status: 'pending',
        time: server.clock.now(),
      },
      {
        id: expect.any(Number),
        from_account: expect.any(String),
        currency_id: 1,
        currency: 'BTC',
        amount: '0.00080000',
        status: 'pending',
        time: server.clock.now(),
      },
    ]);
    expect(await rebatesOf(inviter, { page: 2, limit: 1 })).toEqual(listed.slice(1));
    expect(await rebatesOf(stranger)).toEqual([]);
    expect(await invite(inviter)).toMatchObject({
      total_earnings: '0.140000',
      paid: '0.000000',
      pending: '0.140000',
    });
    const { list } = await server.data('invitees', {}, inviter);
    expect(list).toEqual([
      {
        account: listed[0]?.from_account,
        joined_at: server.clock.now(),
        fees: '0.700000',
        rebate: '0.140000',
      },
    ]);
    expect(await houseOf(server, 'referral_rebates', 3)).toEqual([60_000n, 0n]);

    await server.pass(16 * HOUR_MS - 1);
    expect(await runDue(server)).toBe(0);
    await server.restart();
    await server.pass(1);
    expect([await runDue(server), await runDue(server)]).toEqual([2, 0]);
    await server.restart();
    expect(await runDue(server)).toBe(0);
    await server.tick();
    expect((await rebatesOf(inviter)).map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect(await invite(inviter)).toMatchObject({
      total_earnings: '0.140000',
      paid: '0.140000',
      pending: '0.000000',
      next_payout_at: Date.UTC(2027, 0, 17),
    });
    expect(await coinOf(server, inviter, 3)).toBe('1000.060000 + 0.000000');
    expect(await coinOf(server, inviter, 1)).toBe('10.00080000 + 0.00000000');
    const records = await server.data('records', {}, inviter);
    expect(records.list.filter(({ kind }) => kind === 'rebate_payout')).toHaveLength(2);
    expect(await houseOf(server, 'referral_rebates', 3)).toEqual([0n, 0n]);
  });

  test('of days that nobody ran are paid one by one, each once', async () => {
    const [inviter, stranger] = [await server.trader(), await server.trader()];
    const invited = await invitedBy(server, inviter);
    for (let day = 0; day < 3; day += 1) {
      await trade(server, { maker: stranger, taker: invited });
      await server.pass(DAY_MS);
    }
    await server.restart();
    expect([await runDue(server), await runDue(server)]).toEqual([3, 0]);
    const rows = await server.context.database.query(
      "SELECT reference FROM journal_entries WHERE reason = 'rebate_payout'",
    );
    expect(rows).toHaveLength(3);
    expect(await coinOf(server, inviter, 1)).toBe('10.00120000 + 0.00000000');
  });

  test('never come to more than the fee, at a level or a partner’s half', async () => {
    const [inviter, stranger] = [await server.trader(), await server.trader()];
    const invited = await invitedBy(server, inviter);
    await partner(inviter.userId, 500_000n);
    await trade(server, { maker: stranger, taker: invited });
    await server.run({ kind: 'configure_referral', terms: LEVELS });
    await trade(server, { maker: invited, taker: stranger });
    const [usdt, btc] = await rebatesOf(inviter);
    expect([usdt?.amount, btc?.amount]).toEqual(['0.050000', '0.00100000']);
    const sums = await server.context.database.query(
      'SELECT 1 FROM referral_sums WHERE rebate_minor * 2 > fee_minor',
    );
    expect(sums).toEqual([]);
  });

  test('of both sides of a trade have ids of their own', async () => {
    const inviter = await server.trader();
    const [one, two] = [await invitedBy(server, inviter), await invitedBy(server, inviter)];
    await trade(server, { maker: one, taker: two });
    const listed = await rebatesOf(inviter);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(2);
    expect(listed.every(({ amount }) => amount !== '0')).toBe(true);
    const { list } = await server.data('invitees', { limit: 1 }, inviter);
    expect(list).toHaveLength(1);
  });

  test('are the caller’s own: nobody names another', async () => {
    const [inviter, other] = [await server.trader(), await server.trader()];
    await invitedBy(server, inviter);
    for (const name of ['invite', 'invitees', 'rebates', 'inviteRanking', 'poster'] as const) {
      const foreign = await server.call(name, { user_id: inviter.userId }, other);
      expect(foreign.error).toBe('validation_failed');
      expect((await server.call(name)).error).toBe('not_logged_in');
    }
    expect((await server.data('invitees', {}, other)).list).toEqual([]);
  });
});

test('the poster is an SVG with the link’s code, in the caller’s language, to be saved', async () => {
  const user = await server.trader();
  const code = await codeOf(server, user);
  const poster = (mark: string) =>
    server.call('poster', {}, { token: user.token, headers: { 'language-mark': mark } });
  const { status, headers, text } = await poster('en');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-disposition': 'attachment; filename="poster.svg"',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'no-store',
  });
  for (const shown of [code, 'Join me on Fairlead', '20%', 'invite_code='])
    expect(text).toContain(shown);
  expect(text).not.toContain(user.email);
  expect((await poster('kr')).text).toContain('초대 코드');
});
