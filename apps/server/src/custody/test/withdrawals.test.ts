/**
 * Withdrawals over HTTP (cases.md W2, W5, W6, W10, D8, V4, C4). Goal: what must
 * hold is checked in a fixed order, limits and balance hold under any number of parallel requests, and a
 * repeat neither pays nor uses anything up again. Out of scope: deciding and sending, which operators do.
 */
import { USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS, HOUR_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import {
  addAddress,
  decide,
  ETH_ADDRESS,
  ETH_ADDRESS_2,
  ETH_ADDRESS_3,
  FUND_PASSWORD,
  type Holder,
  holder,
  outOf,
  secondFactor,
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

describe('the order of checks', () => {
  test('verification, fund password, address, amount, the password itself, second factor', async () => {
    const user = await server.trader();
    const request = { currency_id: 3, address_id: 1, amount: '1.1234567', fund_password: '000001' };
    const refusal = async (more = {}) =>
      (await server.call('withdraw', { ...request, ...more }, user)).error;
    expect(await refusal()).toBe('kyc_required');
    await verify(server, user.userId);
    expect(await refusal()).toBe('fund_password_not_set');
    await server.context.fundPasswords.setFirst(user.userId, FUND_PASSWORD);
    expect(await refusal()).toBe('address_not_set');
    const { id } = await addAddress(server, user);
    const own = { address_id: id };
    expect(await refusal(own)).toBe('validation_failed');
    const exact = { ...own, amount: '5000' };
    expect(await refusal(exact)).toBe('fund_password_wrong');
    const code = await secondFactor(server, user);
    const right = { ...exact, fund_password: FUND_PASSWORD };
    expect(await refusal(right)).toBe('mfa_required');
    expect(await refusal({ ...right, otp: '000000' })).toBe('code_wrong');
    expect(await refusal({ ...right, otp: code() })).toBe('address_cooling_off');
    await server.pass(DAY_MS);
    expect(await refusal({ ...right, otp: code() })).toBe('insufficient_balance');
  });

  test('a currency or network that is closed, unknown ones, and what does not belong together', async () => {
    const user = await holder(server);
    expect(await refusalOf(user, outOf(user, '100', { currency_id: 999 }))).toBe('not_found');
    expect(await refusalOf(user, outOf(user, '100', { chain: 'TRC20' }))).toBe('address_not_set');
    expect(await refusalOf(user, outOf(user, '100', { card_id: 1 }))).toBe('validation_failed');
    const { address_id: _, ...without } = outOf(user);
    expect(await refusalOf(user, without)).toBe('validation_failed');
    const { custodyTerms } = server.context;
    const terms = custodyTerms.chain(USDT.currencyId, 'ERC20');
    if (terms === undefined) throw new Error('seeded');
    await custodyTerms.save({ ...terms, isWithdrawOpen: false });
    expect(await refusalOf(user, outOf(user))).toBe('chain_closed');
    await custodyTerms.save(terms);
  });

  test('W5: without the second factor nothing goes on, whatever is sent in its place', async () => {
    const user = await holder(server);
    const code = await secondFactor(server, user);
    // The second factor's own change of security is none: turning it on takes nothing away.
    for (const otp of [undefined, '', 'null', '000000', '12345', '      '])
      expect(['mfa_required', 'code_wrong', 'validation_failed']).toContain(
        await refusalOf(user, outOf(user, '100', { otp })),
      );
    expect(await usdtOf(server, user)).toEqual({ available: '1000.000000', frozen: '0.000000' });
    const otp = code();
    expect(await refusalOf(user, outOf(user, '100', { otp }))).toBeUndefined();
    expect(await refusalOf(user, outOf(user, '100', { otp }))).toBe('code_wrong');
  });
});

describe('a withdrawal', () => {
  test('freezes the amount, names fee and receipt, and can be cancelled while under review', async () => {
    const user = await holder(server);
    const made = await server.data('withdraw', outOf(user, '100', { note: 'rent' }), user);
    expect(made).toMatchObject({ fee: '4.000000', receipt_amount: '96.000000' });
    expect(await usdtOf(server, user)).toEqual({ available: '900.000000', frozen: '100.000000' });
    const { list } = await server.data('withdrawals', {}, user);
    expect(list).toEqual([
      {
        id: made.id,
        currency_id: 3,
        kind: 'crypto',
        chain: 'ERC20',
        address: ETH_ADDRESS,
        amount: '100.000000',
        fee: '4.000000',
        receipt_amount: '96.000000',
        status: 'under_review',
        note: 'rent',
        can_cancel: true,
        timeline: [{ state: 'requested', time: server.clock.now() }],
        due_at: server.clock.now() + 12 * HOUR_MS,
        time: server.clock.now(),
      },
    ]);
    await server.data('cancelWithdrawal', { id: made.id }, user);
    expect(await usdtOf(server, user)).toEqual({ available: '1000.000000', frozen: '0.000000' });
    const cancelled = (await server.data('withdrawals', { status: 'rejected' }, user)).list;
    expect(cancelled).toMatchObject([
      { id: made.id, reason: 'cancelled_by_user', can_cancel: false },
    ]);
    expect((await server.call('cancelWithdrawal', { id: made.id }, user)).error).toBe(
      'already_decided',
    );
  });

  test('shows when it was passed and sent, with the transaction only once it is sent', async () => {
    const user = await holder(server);
    const { id } = await server.data('withdraw', outOf(user), user);
    const view = async () => (await server.data('withdrawals', {}, user)).list[0];
    await server.pass(1_000);
    await decide(server, id, 'passed');
    const states = async () => (await view())?.timeline.map(({ state }) => state);
    expect(await states()).toEqual(['requested', 'passed']);
    const txId = `0x${'ab'.repeat(32)}`;
    await server.run({ kind: 'mark_withdrawal', withdrawalId: id, to: 'signed', txId });
    expect(await states()).toEqual(['requested', 'passed', 'sending']);
    expect(await view()).not.toHaveProperty('tx_id');
    await server.run({ kind: 'mark_withdrawal', withdrawalId: id, to: 'sent', txId });
    expect(await states()).toEqual(['requested', 'passed', 'sent']);
    expect(await view()).toMatchObject({ status: 'passed', tx_id: txId, can_cancel: false });
    expect(await usdtOf(server, user)).toEqual({ available: '900.000000', frozen: '0.000000' });
  });

  test('tells its owner of each state once, also after a restart', async () => {
    const user = await holder(server);
    const { id } = await server.data('withdraw', outOf(user), user);
    await decide(server, id, 'rejected');
    const kinds = async () => {
      await server.notices.settled();
      const { list } = await server.data('messages', { limit: 100 }, user);
      return list.map(({ kind }) => kind).filter((kind) => kind.startsWith('withdrawal_'));
    };
    expect(await kinds()).toEqual(['withdrawal_rejected', 'withdrawal_requested']);
    await server.context.database.query(
      "DELETE FROM user_messages WHERE user_id = $1 AND kind = 'withdrawal_rejected'",
      [user.userId],
    );
    await server.restart();
    expect(await kinds()).toEqual(['withdrawal_rejected', 'withdrawal_requested']);
    await server.restart();
    expect(await kinds()).toEqual(['withdrawal_rejected', 'withdrawal_requested']);
    const { list } = await server.data('withdrawals', {}, user);
    expect(list).toMatchObject([{ status: 'rejected', reason: 'The name does not match.' }]);
  });
});

test('a frozen account asks for nothing, can cancel, and its owner is told each time', async () => {
  const user = await holder(server);
  const { id } = await server.data('withdraw', outOf(user), user);
  const freeze = (isFrozen: boolean) =>
    server.run({ kind: 'set_owner_state', owner: user.userId, isFrozen });
  await freeze(true);
  expect(await refusalOf(user, outOf(user))).toBe('account_frozen');
  await server.data('cancelWithdrawal', { id }, user);
  await freeze(false);
  expect(await refusalOf(user, outOf(user))).toBeUndefined();
  await freeze(true);
  await server.notices.settled();
  const { list } = await server.data('messages', {}, user);
  const kinds = list.map(({ kind }) => kind).filter((kind) => kind.startsWith('account_'));
  expect(kinds).toEqual(['account_frozen', 'account_unfrozen', 'account_frozen']);
});

describe('the destination', () => {
  test('W6: is the one that was confirmed, whatever becomes of the book', async () => {
    const user = await holder(server);
    const { id } = await server.data('withdraw', outOf(user), user);
    await server.data('deleteAddress', { id: user.addressId }, user);
    await addAddress(server, user, { address: ETH_ADDRESS_2 });
    const row = (await withdrawalRows(server)).find(({ withdrawalId }) => withdrawalId === id);
    expect(row?.destination).toEqual({
      kind: 'crypto',
      addressId: user.addressId,
      chain: 'ERC20',
      address: ETH_ADDRESS,
    });
    expect(await refusalOf(user, outOf(user))).toBe('not_found');
  });

  test('W10: an address of our own is refused, also when it became ours after it was saved', async () => {
    const user = await holder(server);
    const { id } = await addAddress(server, user, { address: ETH_ADDRESS_3 });
    await server.pass(DAY_MS);
    await server.context.database.query('INSERT INTO deposit_addresses VALUES ($1, $2, $3, $4)', [
      'ERC20',
      ETH_ADDRESS_3,
      user.userId,
      server.clock.now(),
    ]);
    const refused = await server.call('withdraw', outOf(user, '100', { address_id: id }), user);
    expect(refused.error).toBe('validation_failed');
    expect(Object.keys(refused.fields ?? {})).toEqual(['address_id']);
  });

  test('V4: a stranger’s address, card or withdrawal answers like one that does not exist', async () => {
    const user = await holder(server);
    const stranger = await holder(server);
    const theirs = await server.call(
      'withdraw',
      outOf(user, '100', { address_id: stranger.addressId }),
      user,
    );
    const missing = await server.call(
      'withdraw',
      outOf(user, '100', { address_id: 999_999 }),
      user,
    );
    expect([theirs.status, theirs.error]).toEqual([404, 'not_found']);
    expect(missing.text).toBe(theirs.text);
    const { id } = await server.data('withdraw', outOf(stranger), stranger);
    const cancelTheirs = await server.call('cancelWithdrawal', { id }, user);
    const cancelMissing = await server.call('cancelWithdrawal', { id: 999_999_999 }, user);
    expect(cancelTheirs.error).toBe('not_found');
    expect(cancelMissing.text).toBe(cancelTheirs.text);
    const deleteTheirs = await server.call('deleteAddress', { id: stranger.addressId }, user);
    const deleteMissing = await server.call('deleteAddress', { id: 999_999 }, user);
    expect(deleteTheirs.error).toBe('not_found');
    expect(deleteMissing.text).toBe(deleteTheirs.text);
    expect(await usdtOf(server, stranger)).toMatchObject({ frozen: '100.000000' });
  });
});

describe('keys', () => {
  test('W2: a repeat gets the first answer to the byte and uses no code up, also after a restart', async () => {
    const user = await holder(server);
    const code = await secondFactor(server, user);
    const request = outOf(user, '100', { otp: code() });
    const options = { ...user, key: 'w2' };
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => server.call('withdraw', request, options)),
    );
    const done = replies.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const { status, error } of replies)
      if (status !== 200) expect([status, error]).toEqual([409, 'in_progress']);
    for (const again of [request, { ...request, otp: '000000' }]) {
      const later = await server.call('withdraw', again, options);
      expect([later.status, later.text]).toEqual([200, done[0]?.text]);
      expect(later.headers['idempotent-replayed']).toBe('true');
    }
    await server.restart();
    await server.pass(2 * DAY_MS);
    expect((await server.call('withdraw', request, options)).text).toBe(done[0]?.text);
    expect((await server.data('withdrawals', {}, user)).total).toBe(1);
    const other = await server.call('withdraw', { ...request, amount: '101' }, options);
    expect([other.status, other.error]).toEqual([422, 'idempotency_conflict']);
  });

  test('a repeat is answered as the first was although memory has forgotten it', async () => {
    const forgetful = await startTestServer({ answersMax: 1 });
    try {
      const user = await holder(forgetful);
      const code = await secondFactor(forgetful, user);
      const request = outOf(user, '100', { otp: code() });
      const options = { ...user, key: 'forgotten' };
      const first = await forgetful.call('withdraw', request, options);
      expect(first.status).toBe(200);
      for (let count = 0; count < 3; count += 1)
        await forgetful.call('cancelWithdrawal', { id: 1 + count }, user);
      await forgetful.data('faucet', { currency_id: 1, amount: '1' }, user);
      await forgetful.data('faucet', { currency_id: 1, amount: '1' }, user);
      const again = await forgetful.call('withdraw', request, options);
      expect([again.status, again.text]).toEqual([200, first.text]);
    } finally {
      await forgetful.stop();
    }
  });

  test('without a key nothing is taken', async () => {
    const user = await holder(server);
    const options = { ...user, headers: { 'idempotency-key': '' } };
    const out = await server.call('withdraw', outOf(user), options);
    const cancel = await server.call('cancelWithdrawal', { id: 1 }, options);
    for (const { status, error } of [out, cancel])
      expect([status, error]).toEqual([400, 'idempotency_key_required']);
    expect((await server.data('withdrawals', {}, user)).total).toBe(0);
  });

  test('the table of answers cannot be searched for the fund password', async () => {
    const user = await holder(server);
    const one = await server.call('withdraw', outOf(user), { ...user, key: 'guess' });
    const another = outOf(user, '100', { fund_password: '000000' });
    expect((await server.call('withdraw', another, { ...user, key: 'guess' })).text).toBe(one.text);
  });
});

describe('D8', () => {
  test('what is not credited cannot be withdrawn, transferred or traded', async () => {
    const user = await holder(server);
    await server.run({
      kind: 'open_deposit',
      owner: user.userId,
      depositKind: 'chain',
      currencyId: USDT.currencyId,
      chain: 'ERC20',
      txId: `0x${'d8'.repeat(32)}`,
      outputIndex: 0,
      amount: amountMinor(5_000_000000n),
      openMax: 0,
    });
    const { list } = await server.data('deposits', {}, user);
    expect(list).toMatchObject([
      { kind: 'chain', status: 'under_review', amount: '5000.000000', credited: '0.000000' },
    ]);
    expect(list[0]).toMatchObject({ confirmations: 0, confirmations_needed: 12 });
    expect(await usdtOf(server, user)).toEqual({ available: '1000.000000', frozen: '0.000000' });
    expect(await refusalOf(user, outOf(user, '1000.000001'))).toBe('insufficient_balance');
    const move = { from_account: 'coin', to_account: 'trust', currency_id: 3, amount: '1001' };
    expect((await server.call('transfer', move, user)).error).toBe('insufficient_balance');
    const buy = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '100.00', quantity: '11' };
    expect((await server.call('placeOrder', buy, user)).error).toBe('insufficient_balance');
  });
});
