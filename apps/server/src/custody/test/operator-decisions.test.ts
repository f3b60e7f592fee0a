/**
 * The queues of deposits and withdrawals (cases.md D19, L2, W6, W12, W13, W14, U8, V8). Goal: what
 * was shown is what is decided, once, by as many people as it takes, and by nobody who was stopped.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Reply,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../../test/support/fixture.ts';
import {
  bankClaim,
  lastActs,
  loginAs,
  operator,
  proofOf,
  type TestOperator,
  withdrawalOf,
} from '../../operators/test/fixture.ts';
import { type Holder, holder, usdtOf } from './fixture.ts';

let server: TestServer;
let user: Holder;
let first: TestOperator;
let second: TestOperator;
let owner: string;
beforeAll(async () => {
  server = await startTestServer();
  await server.context.custodyTerms.seed({ isDemo: true });
  user = await holder(server);
  owner = await server.ownerToken();
  [first, second] = [await operator(server, 'reviewer'), await operator(server, 'reviewer')];
});
afterAll(() => server.stop());

/** Withdrawals are counted by the day; sessions of operators do not last that long. */
async function nextDay(): Promise<void> {
  await server.pass(24 * 60 * 60_000);
  owner = await server.ownerToken();
  first = { ...first, token: await loginAs(server, first.name) };
  second = { ...second, token: await loginAs(server, second.name) };
}

const decideClaim = (by: { readonly token: string }, request: Readonly<Record<string, unknown>>) =>
  server.call('decideDeposit', { decision: 'passed', ...request }, { token: by.token });
const decideOut = (by: { readonly token: string }, request: Readonly<Record<string, unknown>>) =>
  server.call('decideWithdrawal', { decision: 'passed', ...request }, { token: by.token });
/** What the second of two was shown, as they send it back. */
const seenOf = ({ message: { id, credited, reference } }: Reply<'decideDeposit'>) => ({
  id,
  credited,
  reference,
});
const moneyOf = async (of: TestUser) => (await usdtOf(server, of)).available;

describe('claims', () => {
  test('D19: passing credits what the operator says under its reference, once', async () => {
    const claimer = await server.register();
    const id = await bankClaim(server, claimer, { amount: '100' });
    const request = { id, credited: '99.5', reference: 'BANK-2027-000' };
    const reply = await decideClaim(first, request);
    expect(reply.message).toMatchObject({
      id,
      status: 'passed',
      credited: '99.500000',
      reference: 'BANK-2027-000',
      approvals: [{ operator_id: first.operatorId, operator: first.name }],
      user: 'u***@example.com',
    });
    expect(await moneyOf(claimer)).toBe('99.500000');
    for (const again of [first, second])
      expect((await decideClaim(again, request)).error).toBe('already_decided');
    const other = await bankClaim(server, claimer);
    expect((await decideClaim(first, { ...request, id: other })).error).toBe('reference_used');
    expect(await moneyOf(claimer)).toBe('99.500000');
    expect((await lastActs(server, 2)).map(({ action }) => action)).toEqual([
      'deposit.passed',
      'deposit.passed.refused',
    ]);
  });

  test('D19: fifty decisions of two operators at once are one credit', async () => {
    const claimer = await server.register();
    const id = await bankClaim(server, claimer);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        decideClaim(index % 2 === 0 ? first : second, { id, reference: `ref-${index}` }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await moneyOf(claimer)).toBe('100.000000');
  });

  test('defaults: the claimed amount, and a reference of its own', async () => {
    const claimer = await server.register();
    const id = await bankClaim(server, claimer, { amount: '120' });
    const reply = await decideClaim(first, { id });
    expect(reply.message).toMatchObject({ credited: '120.000000', reference: `claim:${id}` });
  });

  test('L2: over the threshold, or more than ten times the claim, it takes two', async () => {
    const claimer = await server.register();
    const terms = server.context.custodyTerms.chain(3, 'BANK');
    const large = Number(terms?.twoApprovalsFrom ?? 0n) / 1e6;
    for (const [amount, credited] of [
      [String(large), undefined],
      ['20', '200.000001'],
    ]) {
      const id = await bankClaim(server, claimer, { amount: amount ?? '' });
      const before = await moneyOf(claimer);
      const reply = await decideClaim(first, { id, credited });
      expect(reply.message).toMatchObject({ status: 'under_review', approvals_needed: 2 });
      expect((await decideClaim(first, { id })).error).toBe('four_eyes');
      expect(await moneyOf(claimer)).toBe(before);
      expect((await decideClaim(second, seenOf(reply))).message).toMatchObject({
        status: 'passed',
      });
      expect(await moneyOf(claimer)).not.toBe(before);
    }
    const id = await bankClaim(server, claimer, { amount: '20' });
    const ten = await decideClaim(first, { id, credited: '200' });
    expect(ten.message).toMatchObject({ status: 'passed', approvals_needed: 1 });
  });

  test('U8: the same picture under two claims cannot be passed by one person', async () => {
    const [one, two] = [await server.register(), await server.register()];
    await bankClaim(server, one, { proof: await proofOf(server, one, 'one picture') });
    const id = await bankClaim(server, two, { proof: await proofOf(server, two, 'one picture') });
    const { list } = await server.data('operatorDeposits', { user_id: two.userId }, first);
    expect(list).toMatchObject([{ id, is_proof_repeated: true, approvals_needed: 2 }]);
    const other = await server.data('operatorDeposits', { user_id: one.userId }, first);
    const [claim] = other.list;
    expect(list[0]?.repeated_in).toEqual([{ id: claim?.id, user_id: one.userId }]);
    expect(claim?.repeated_in).toEqual([{ id, user_id: two.userId }]);
    const reply = await decideClaim(first, { id });
    expect(reply.message).toMatchObject({ status: 'under_review' });
    expect(await moneyOf(two)).toBe('0.000000');
    expect((await decideClaim(second, seenOf(reply))).message).toMatchObject({ status: 'passed' });
  });

  test('a rejection needs a reason, which the user reads, and moves nothing', async () => {
    const claimer = await server.register();
    const id = await bankClaim(server, claimer);
    const rejection = { id, decision: 'rejected' };
    expect((await decideClaim(first, rejection)).fields).toEqual({ reason: 'Required' });
    const reason = 'The picture shows another name.';
    const reply = await decideClaim(first, { ...rejection, reason });
    expect(reply.message).toMatchObject({ status: 'rejected', reason });
    expect((await server.data('deposits', {}, claimer)).list).toMatchObject([{ id, reason }]);
    expect(await moneyOf(claimer)).toBe('0.000000');
  });

  test.each([
    [{ id: 999_999_999 }, 'not_found'],
    [{ credited: '0' }, 'validation_failed'],
    [{ credited: '1.0000001' }, 'validation_failed'],
    [{ credited: '-1' }, 'validation_failed'],
    [{ reference: 'release:1' }, 'terms_invalid'],
    [{ decision: 'approved' }, 'validation_failed'],
  ])('%j is refused: %s', async (change, error) => {
    const claimer = await server.register();
    const id = await bankClaim(server, claimer);
    expect((await decideClaim(first, { id, ...change })).error).toBe(error);
    expect(await moneyOf(claimer)).toBe('0.000000');
  });

  test('the queue has the priority channel first, then age, then what is done', async () => {
    const claimer = await server.register();
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.push(await bankClaim(server, claimer));
    const [one = 0, two = 0, three = 0] = ids;
    await decideClaim(first, { id: one });
    await server.context.database.query(
      'UPDATE deposits SET is_priority = true WHERE deposit_id = $1',
      [three],
    );
    const mine = { user_id: claimer.userId };
    const { list } = await server.data('operatorDeposits', mine, first);
    expect(list.map(({ id }) => id)).toEqual([three, two, one]);
    const open = await server.data('operatorDeposits', { ...mine, status: 'under_review' }, first);
    expect(open.total).toBe(2);
    const counts = await server.data('queueCounts', {}, first);
    expect(counts.priority_deposits).toBe(1);
    expect(counts.deposits).toBeGreaterThanOrEqual(2);
    const none = { ...mine, kind: 'crypto' };
    expect((await server.data('operatorDeposits', none, first)).total).toBe(0);
  });
});

describe('withdrawals', () => {
  test('W12: what was shown is approved, something else is not', async () => {
    const id = await withdrawalOf(server, user);
    const { list } = await server.data('operatorWithdrawals', { status: 'under_review' }, first);
    const shown = list.find((each) => each.id === id);
    expect(shown).toMatchObject({
      user: 'u***@example.com',
      basic_verification: 'verified',
      advanced_verification: 'unverified',
      intent_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(shown?.destination_saved_at).toBeLessThan(shown?.time ?? 0);
    const { background } = await server.data('operatorUser', { id: user.userId }, first);
    expect(background.fund_password_changed_at).toBeLessThanOrEqual(shown?.time ?? 0);
    const before = background.totals.find(({ currency }) => currency === 'USDT');
    expect(shown?.due_at).toBe((shown?.time ?? 0) + 12 * 60 * 60_000);
    const changed = { id, intent_hash: 'f'.repeat(64) };
    expect((await decideOut(first, changed)).error).toBe('intent_changed');
    const reply = await decideOut(first, { id, intent_hash: shown?.intent_hash });
    expect(reply.message).toMatchObject({ status: 'passed', send_state: 'idle' });
    // What is passed has gone out of what came in, all time.
    const after = (await server.data('operatorUser', { id: user.userId }, first)).background;
    const usdt = after.totals.find(({ currency }) => currency === 'USDT');
    expect(Number(usdt?.withdrawn) - Number(before?.withdrawn ?? 0)).toBe(Number(shown?.amount));
    expect(usdt?.deposited).toBe(before?.deposited ?? '0.000000');
    expect((await decideOut(first, { id })).error).toBe('already_decided');
    const late = { id, decision: 'rejected', reason: 'too late' };
    expect((await decideOut(second, late)).error).toBe('already_decided');
  });

  test('W14: sent is said once; the same again is true, another transaction is not', async () => {
    const id = await withdrawalOf(server, user);
    const sent = (tx_id: string) => server.call('withdrawalSent', { id, tx_id }, first);
    expect((await sent(`0x${'1'.repeat(64)}`)).error).toBe('not_sendable');
    await decideOut(first, { id });
    for (const text of ['paid-by-hand', '0x1111111', `0x${'g'.repeat(64)}`, '1'.repeat(65)]) {
      const { error, fields } = await sent(text);
      expect([error, fields]).toEqual([
        'validation_failed',
        { tx_id: 'Not a transaction id of this network' },
      ]);
    }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => sent(`0x${'1'.repeat(64)}`)),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect((await sent(`0x${'1'.repeat(64)}`)).message).toMatchObject({
      send_state: 'sent',
      status: 'passed',
    });
    expect((await sent(`0x${'2'.repeat(64)}`)).error).toBe('not_sendable');
    const entries = await server.data(
      'ledgerEntries',
      { reference: `withdrawal:${id}:sent` },
      first,
    );
    expect(entries.total).toBe(1);
  });

  test('a rejection gives the money back and says why', async () => {
    await nextDay();
    const before = await usdtOf(server, user);
    const id = await withdrawalOf(server, user);
    expect((await usdtOf(server, user)).frozen).toBe('100.000000');
    const rejection = { id, decision: 'rejected' };
    expect((await decideOut(first, rejection)).fields).toEqual({ reason: 'Required' });
    const reason = 'The name does not match.';
    expect((await decideOut(first, { ...rejection, reason })).message).toMatchObject({
      status: 'rejected',
      reason,
    });
    expect(await usdtOf(server, user)).toEqual(before);
  });

  test('V8: over the threshold one person is not two, whatever the role or session', async () => {
    const rich = await holder(server);
    await nextDay();
    await server.fund(rich.userId, 3, 50_000_000000n);
    const terms = server.context.custodyTerms.chain(3, 'ERC20');
    const large = Number(terms?.twoApprovalsFrom ?? 0n) / 1e6;
    const id = await withdrawalOf(server, rich, String(large));
    const person = await operator(server, 'reviewer');
    expect((await decideOut(person, { id })).message).toMatchObject({
      status: 'under_review',
      approvals_needed: 2,
      approvals: [{ operator_id: person.operatorId }],
    });
    expect((await decideOut(person, { id })).error).toBe('four_eyes');
    const promoted = { id: person.operatorId, role: 'owner', reason: 'a promotion' };
    await server.data('changeOperator', promoted, { token: owner });
    const login = { name: person.name, password: 'a long enough one' };
    const other = await server.data('operatorLogin', login);
    expect((await decideOut(other, { id })).error).toBe('four_eyes');
    expect((await decideOut(second, { id })).message).toMatchObject({ status: 'passed' });
  });

  test('W13: whoever is stopped between click and commit decides nothing', async () => {
    await nextDay();
    const id = await withdrawalOf(server, user);
    const person = await operator(server, 'reviewer');
    const stop = { id: person.operatorId, is_active: 'false', reason: 'revoked' };
    // Held up in front of their turn, as by a slow audit log.
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
    const turn = server.context.operatorGate.whileIdle(person.operatorId, () => isHeld);
    const stopped = server.call('changeOperator', stop, { token: owner });
    const deciding = decideOut(person, { id });
    await server.data('queueCounts', {}, first);
    release();
    await turn;
    const [stopReply, decideReply] = await Promise.all([stopped, deciding]);
    expect(stopReply.status).toBe(200);
    const { list } = await server.data('operatorWithdrawals', { user_id: user.userId }, first);
    const row = list.find((each) => each.id === id);
    // Either the decision came first and is whole, or it was refused; nothing of it comes after the stop.
    if (decideReply.status === 200) expect(row?.approvals).toHaveLength(1);
    else {
      expect(decideReply.error).toBe('not_logged_in');
      expect(row?.approvals).toEqual([]);
    }
    expect((await decideOut(person, { id })).error).toBe('not_logged_in');
  });

  test('W13: a stop waits for what is running and refuses what comes after', async () => {
    const id = await bankClaim(server, await server.register());
    const person = await operator(server, 'reviewer');
    const order: string[] = [];
    const { operatorGate, operatorAdmin, operators } = server.context;
    const caller = await operators.find(person.token);
    if (caller === undefined) throw new Error('no session');
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
    const work = (run: () => Promise<void>) =>
      operatorGate.serve(caller, { name: 'decideDeposit', isRead: false, run });
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
    const running = work(async () => {
      begin();
      await isHeld;
      order.push('ran');
    });
    await hasBegun;
    const stopping = operatorAdmin
      .change(person.operatorId, { isActive: false })
      .then(() => order.push('stopped'));
    const after = work(async () => {
      order.push('after');
    });
    const refused = expect(after).rejects.toMatchObject({ code: 'not_logged_in' });
    release();
    await Promise.all([running, stopping, refused]);
    expect(order).toEqual(['ran', 'stopped']);
    expect((await decideClaim(person, { id })).error).toBe('not_logged_in');
  });

  test('G4: while the books do not add up nothing is passed or sent; rejecting goes on', async () => {
    await nextDay();
    const [out, toSend] = [await withdrawalOf(server, user), await withdrawalOf(server, user)];
    await decideOut(first, { id: toSend });
    const claim = await bankClaim(server, await server.register());
    const { database, reconciler } = server.context;
    const drift = (by: number) =>
      database.query(
        "UPDATE balances SET total_minor = total_minor + $1 WHERE account = 'demo_faucet' AND currency_id = 3",
        [by],
      );
    await drift(1);
    await reconciler.checkQuick();
    expect((await decideClaim(first, { id: claim })).error).toBe('unavailable');
    expect((await decideOut(first, { id: out })).error).toBe('unavailable');
    const sent = { id: toSend, tx_id: `0x${'3'.repeat(64)}` };
    expect((await server.call('withdrawalSent', sent, first)).error).toBe('unavailable');
    expect((await server.data('queueCounts', {}, first)).is_sound).toBe(false);
    const rejection = { id: out, decision: 'rejected', reason: 'a drift' };
    expect((await decideOut(first, rejection)).status).toBe(200);
    await drift(-1);
    // A story above marked a claim past the engine, which would be a drift of its own.
    await database.query('UPDATE deposits SET is_priority = false');
    await server.settleBooks();
    expect((await decideClaim(first, { id: claim })).status).toBe(200);
  });
});

test('who has a record open is seen by others for two minutes', async () => {
  const id = await bankClaim(server, await server.register());
  const record = { queue: 'deposits', id };
  const opened = await server.data('openRecord', record, first);
  expect(opened.open_by).toMatchObject({ operator_id: first.operatorId, operator: first.name });
  expect(await server.data('openRecord', record, second)).toEqual(opened);
  const shown = async () => {
    const { list } = await server.data('operatorDeposits', { status: 'under_review' }, second);
    return list.find((each) => each.id === id)?.open_by?.operator;
  };
  expect(await shown()).toBe(first.name);
  // Closing what another has open does nothing.
  expect(await server.data('openRecord', { ...record, is_open: 'false' }, second)).toEqual(opened);
  expect(await server.data('openRecord', { ...record, is_open: 'false' }, first)).toEqual({});
  await server.data('openRecord', record, first);
  server.clock.nowMs += 120_000;
  expect(await shown()).toBeUndefined();
});
