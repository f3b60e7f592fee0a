/**
 * What bounds withdrawals over HTTP (cases.md W1, W8, W9, W11, V2): balance, minimum, the day's
 * count and worth, cooling-off, and what is an amount at all.
 */
import { randomUUID } from 'node:crypto';
import { USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import {
  addAddress,
  decide,
  FUND_PASSWORD,
  type Holder,
  holder,
  outOf,
  usdtOf,
  verify,
  withdrawalRows,
} from './fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const refusalOf = async (user: Holder, request: Record<string, unknown>) =>
  (await server.call('withdraw', request, user)).error;

describe('limits', () => {
  test('W1: of 50 parallel withdrawals of the whole balance exactly one is taken', async () => {
    const user = await holder(server);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => server.call('withdraw', outOf(user, '1000'), user)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, error } of replies)
      if (status !== 200) expect(['insufficient_balance', 'daily_limit']).toContain(error);
    expect(await usdtOf(server, user)).toEqual({ available: '0.000000', frozen: '1000.000000' });
    await expect(server.context.reconciler.checkQuick()).resolves.not.toThrow();
    expect(server.context.reconciler.isSound).toBe(true);
  });

  test('W9: three requests a UTC day, cancelled ones included, and a new day at midnight', async () => {
    const user = await holder(server);
    const untilMidnight = DAY_MS - (server.clock.now() % DAY_MS);
    await server.pass(untilMidnight - 2_000);
    const request = outOf(user, '20');
    const info = async () =>
      (await server.data('withdrawalInfo', { currency_id: 3, chain: 'ERC20' }, user))
        .remaining_today;
    expect(await info()).toBe(3);
    for (let count = 0; count < 3; count += 1) {
      const { id } = await server.data('withdraw', request, user);
      await server.data('cancelWithdrawal', { id }, user);
    }
    expect(await info()).toBe(0);
    expect(await refusalOf(user, request)).toBe('daily_limit');
    await server.pass(1_999);
    expect(await refusalOf(user, request)).toBe('daily_limit');
    await server.pass(1);
    expect(await info()).toBe(3);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => server.call('withdraw', request, user)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  test('W9: the worth of a day in USDT, across currencies, at the verification', async () => {
    const user = await holder(server);
    await server.fund(user.userId, USDT.currencyId, 300_000_000000n);
    const day = async () => {
      const { remaining_value: left, daily_value: limit } = await server.data(
        'withdrawalInfo',
        { currency_id: 3, chain: 'ERC20' },
        user,
      );
      return { left, limit };
    };
    expect(await day()).toEqual({ left: '10000.000000', limit: '10000.000000' });
    expect(await refusalOf(user, outOf(user, '10000.000001'))).toBe('daily_limit');
    await server.data('withdraw', outOf(user, '9900'), user);
    expect(await day()).toEqual({ left: '100.000000', limit: '10000.000000' });
    // A BTC is worth 100 USDT here; the BTC address is not needed to see the limit of what is left.
    expect(await refusalOf(user, outOf(user, '100.000001'))).toBe('daily_limit');
    await server.data('withdraw', outOf(user, '100'), user);
    expect(await day()).toEqual({ left: '0.000000', limit: '10000.000000' });
  });

  test('advanced verification raises the limit; from the threshold on it takes two operators', async () => {
    const user = await server.trader();
    await verify(server, user.userId, 'advanced');
    await server.context.fundPasswords.setFirst(user.userId, FUND_PASSWORD);
    const { id: addressId } = await addAddress(server, user);
    await server.pass(DAY_MS);
    const rich = { ...user, addressId };
    await server.fund(user.userId, USDT.currencyId, 300_000_000000n);
    const below = await server.data('withdraw', outOf(rich, '9999.999999'), user);
    const above = await server.data('withdraw', outOf(rich, '10000'), user);
    const needed = new Map(
      (await withdrawalRows(server)).map((row) => [row.withdrawalId, row.approvalsNeeded]),
    );
    expect([needed.get(below.id), needed.get(above.id)]).toEqual([1, 2]);
    await server.pass(1_000);
    await decide(server, above.id, 'passed', [1]);
    const half = (await server.data('withdrawals', {}, user)).list[0];
    expect(half?.timeline.map(({ state }) => state)).toEqual(['requested', 'approved']);
    await decide(server, above.id, 'passed', [2]);
    const whole = (await server.data('withdrawals', {}, user)).list[0];
    expect(whole?.timeline.map(({ state }) => state)).toEqual(['requested', 'approved', 'passed']);
  });

  test('without a price nothing but USDT can be withdrawn', async () => {
    const user = await holder(server);
    const { id } = await addAddress(server, user, { currency_id: 2, chain: 'ERC20' });
    await server.fund(user.userId, 2, 5_00000000n);
    await server.pass(DAY_MS);
    const eth = outOf(user, '1', { currency_id: 2, address_id: id });
    server.clock.nowMs += 11_000;
    expect(await refusalOf(user, eth)).toBe('price_stale');
    expect(await refusalOf(user, outOf(user))).toBeUndefined();
    await server.tick();
    const { id: withdrawalId } = await server.data('withdraw', eth, user);
    const row = (await withdrawalRows(server)).find((each) => each.withdrawalId === withdrawalId);
    expect(row?.valueMinor).toBe(10_000000n);
  });
});

describe('amounts', () => {
  test('W11: at the fee or below the minimum nothing is taken; the fee stays as it was asked for', async () => {
    const user = await holder(server);
    for (const amount of ['4', '3.999999', '19.999999', '0.000001'])
      expect(await refusalOf(user, outOf(user, amount)), amount).toBe('below_minimum');
    const { id } = await server.data('withdraw', outOf(user, '20'), user);
    const { custodyTerms } = server.context;
    const terms = custodyTerms.chain(USDT.currencyId, 'ERC20');
    if (terms === undefined) throw new Error('seeded');
    await custodyTerms.save({ ...terms, withdrawFee: terms.minDeposit });
    await decide(server, id, 'passed');
    const { list } = await server.data('withdrawals', {}, user);
    expect(list).toMatchObject([{ id, fee: '4.000000', receipt_amount: '16.000000' }]);
    await custodyTerms.save(terms);
  });

  test('W11: a fee above the one that was shown is refused before it is taken, a lower one is not', async () => {
    const user = await holder(server);
    const { custodyTerms } = server.context;
    const terms = custodyTerms.chain(USDT.currencyId, 'ERC20');
    if (terms === undefined) throw new Error('seeded');
    const asked = outOf(user, '600', { shown_fee: '4' });
    await custodyTerms.save({
      ...terms,
      withdrawFee: amountMinor(250_000000n),
      minWithdraw: amountMinor(501_000000n),
    });
    // Nor can it be set to more than half of the least withdrawal (Q1).
    const most = { withdrawFee: amountMinor(500_000000n), minWithdraw: amountMinor(501_000000n) };
    expect(() => custodyTerms.save({ ...terms, ...most })).toThrow('terms_invalid');
    const key = randomUUID();
    const refused = await server.call('withdraw', asked, { ...user, key });
    expect([refused.error, refused.fields]).toEqual(['terms_changed', { fee: '250.000000' }]);
    expect((await usdtOf(server, user)).frozen).toBe('0.000000');
    const unread = await server.call('withdraw', { ...asked, shown_fee: '4.0000001' }, user);
    expect(Object.keys(unread.fields ?? {})).toEqual(['shown_fee']);
    await custodyTerms.save(terms);
    const { id } = await server.data('withdraw', asked, { ...user, key });
    // Looked at again meanwhile, it is still the same request.
    await custodyTerms.save({ ...terms, withdrawFee: amountMinor(5_000000n) });
    const repeat = await server.data('withdraw', { ...asked, shown_fee: '5' }, { ...user, key });
    expect(repeat).toEqual({ id, fee: '4.000000', receipt_amount: '596.000000' });
    await custodyTerms.save({ ...terms, withdrawFee: amountMinor(3_000000n) });
    const cheaper = await server.data('withdraw', outOf(user, '20', { shown_fee: '4' }), user);
    expect(cheaper.fee).toBe('3.000000');
    await custodyTerms.save(terms);
  });

  test('V2: what is no amount is refused and moves nothing', async () => {
    const user = await holder(server);
    const before = await server.ledger();
    const zoo = [
      '-1',
      '0',
      '0.000000',
      '1e3',
      '0x10',
      '１',
      ' 20',
      '20 ',
      '+20',
      '1.',
      '.5',
      '20,5',
    ];
    for (const amount of [
      ...zoo,
      '20.1234567',
      'NaN',
      'Infinity',
      '[20]',
      '{}',
      'null',
      `1${'0'.repeat(30)}`,
    ])
      expect(await refusalOf(user, outOf(user, amount)), amount).toBe('validation_failed');
    for (const amount of [`1${'0'.repeat(29)}`, '4611686018427.387905'])
      expect(await refusalOf(user, outOf(user, amount)), amount).toBe('above_maximum');
    for (const amount of [20, [20], { amount: 20 }, null, true]) {
      const reply = await server.app.inject({
        method: 'POST',
        url: '/api/wallet/out',
        headers: { authorization: user.token, 'idempotency-key': `zoo ${typeof amount}`.trim() },
        payload: { ...outOf(user), amount },
      });
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
      expect(reply.statusCode).toBeLessThan(500);
    }
    expect(await server.ledger()).toBe(before);
  });
});

describe('cooling-off', () => {
  test('W8: 24 hours from the latest change of security, with the time said', async () => {
    const user = await holder(server);
    const changedAtMs = server.clock.now();
    const changed = { old_password: PASSWORD, password: 'new harbour 43' };
    await server.data(
      'changePassword',
      { ...changed, password_confirmation: changed.password },
      user,
    );
    const usableAtMs = changedAtMs + DAY_MS;
    const refused = await server.call('withdraw', outOf(user), user);
    expect(refused.error).toBe('withdrawals_cooling_off');
    expect(refused.fields).toEqual({ usable_at: String(usableAtMs) });
    const info = await server.data('withdrawalInfo', { currency_id: 3, chain: 'ERC20' }, user);
    expect(info.usable_at).toBe(usableAtMs);
    await server.pass(DAY_MS - 1);
    expect(await refusalOf(user, outOf(user))).toBe('withdrawals_cooling_off');
    await server.pass(1);
    expect(await refusalOf(user, outOf(user))).toBeUndefined();
  });
});
