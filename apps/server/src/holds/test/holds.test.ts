/**
 * What an operator keeps from a user (cases.md D10, L1): each hold has a reason, an end and its user's word. Goal: no one
 * operator keeps money for ever, judges what is said against them, or lets go alone; at its end nobody is robbed of anything.
 * Method: every power of one operator is tried alone, then with a second.
 */
import { LANGUAGES } from '@fairlead/contract';
import { DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { type Holder, holder, outOf, usdtOf } from '../../custody/test/fixture.ts';
import {
  bankClaim,
  lastActs,
  operator,
  type TestOperator,
  withdrawalOf,
} from '../../operators/test/fixture.ts';

let server: TestServer;
let first: TestOperator;
let second: TestOperator;
let third: TestOperator;
let user: Holder;
beforeAll(async () => {
  server = await startTestServer();
  await server.context.custodyTerms.seed({ isDemo: true });
});
beforeEach(async () => {
  user = await holder(server);
  await operators();
});
afterAll(() => server.stop());

/** Sessions of operators outlive no day. */
async function operators(): Promise<void> {
  first = await operator(server, 'reviewer');
  second = await operator(server, 'reviewer');
  third = await operator(server, 'reviewer');
}

const sweep = () => server.context.holds.sweep(server.context.audit);
const place = (kind: 'withdrawal' | 'deposit', id: number, more: object = {}, by = first) =>
  server.call('placeHold', { kind, id, reason: 'hold_source', ...more }, by);
const freeze = (by = first, more: object = {}) =>
  server.call(
    'freezeUser',
    { id: user.userId, is_frozen: true, reason: 'hold_identity', ...more },
    by,
  );
const holdsOf = () => server.data('holds', {}, user);
const openHolds = async () => (await holdsOf()).filter(({ end }) => end === undefined);
const passed = (id: number, by: TestOperator) =>
  server.call('decideProposal', { id, decision: 'passed' }, by);
const told = async (kind: string) => {
  await server.notices.settled();
  const { list } = await server.data('messages', {}, user);
  return list.filter((each) => each.kind === kind);
};

describe('a withdrawal on hold', () => {
  test('is passed by nobody, and its owner sees why and until when', async () => {
    const id = await withdrawalOf(server, user);
    const placed = await place('withdrawal', id, { words: 'Where did you buy them?', days: 3 });
    expect(placed.status).toBe(200);
    expect(await lastActs(server, 1)).toMatchObject([
      { action: 'hold.placed', subject: `withdrawal ${id}` },
    ]);
    const passing = { id, decision: 'passed' };
    expect((await server.call('decideWithdrawal', passing, second)).error).toBe('record_held');
    const endsAt = server.clock.now() + 3 * DAY_MS;
    const [hold] = await openHolds();
    expect(hold).toMatchObject({
      kind: 'withdrawal',
      record_id: id,
      words: 'Where did you buy them?',
    });
    expect(hold?.reason).toBe(textsOf('en')('reasons.hold_source'));
    expect(Math.abs((hold?.ends_at ?? 0) - endsAt)).toBeLessThan(60_000);
    const { list } = await server.data('withdrawals', {}, user);
    expect(list.find((each) => each.id === id)).toMatchObject({ held_until: hold?.ends_at });
    expect(await told('hold_placed')).toHaveLength(1);
  });

  test('goes back to its owner when nobody decided in time', async () => {
    const before = await usdtOf(server, user);
    const id = await withdrawalOf(server, user);
    await place('withdrawal', id, { days: 2 });
    await server.pass(2 * DAY_MS - 60_000);
    await sweep();
    expect(await openHolds()).toHaveLength(1);
    await server.pass(120_000);
    await sweep();
    await sweep();
    expect(await usdtOf(server, user)).toEqual(before);
    const { list } = await server.data('withdrawals', {}, user);
    const row = list.find((each) => each.id === id);
    expect(row).toMatchObject({ status: 'rejected', reason: textsOf('en')('reasons.hold_lapsed') });
    expect(await holdsOf()).toMatchObject([{ end: 'lapsed' }]);
    expect(await told('hold_ended')).toHaveLength(1);
    expect(await lastActs(server, 1)).toMatchObject([{ action: 'hold.lapsed' }]);
  });

  test('may be taken back by its owner and rejected by one', async () => {
    const id = await withdrawalOf(server, user);
    const other = await withdrawalOf(server, user);
    await place('withdrawal', id);
    await place('withdrawal', other);
    expect((await server.call('cancelWithdrawal', { id }, user)).status).toBe(200);
    const rejecting = { id: other, decision: 'rejected', reason: 'account_checked' };
    expect((await server.call('decideWithdrawal', rejecting, first)).status).toBe(200);
    expect(await openHolds()).toHaveLength(0);
    await sweep();
    expect((await holdsOf()).map(({ end }) => end)).toEqual(['decided', 'decided']);
  });

  test('is let go by two, and then reviewed as before', async () => {
    const id = await withdrawalOf(server, user);
    await place('withdrawal', id);
    const [hold] = await openHolds();
    const asked = { id: hold?.id, reason: 'they showed the invoice' };
    const { proposal_id } = await server.data('endHold', asked, first);
    expect((await passed(proposal_id, first)).error).toBe('four_eyes');
    await passed(proposal_id, second);
    expect(await holdsOf()).toMatchObject([{ end: 'released' }]);
    expect(await told('hold_ended')).toHaveLength(1);
    const passing = { id, decision: 'passed' };
    expect((await server.call('decideWithdrawal', passing, second)).status).toBe(200);
  });

  test('that was decided, or is nobody’s, is not held', async () => {
    const id = await withdrawalOf(server, user);
    await server.data('decideWithdrawal', { id, decision: 'passed' }, first);
    expect((await place('withdrawal', id)).error).toBe('already_decided');
    expect((await place('withdrawal', 4_000_000)).error).toBe('not_found');
  });

  test('placed while another operator passes it is passed or held, never both', async () => {
    const id = await withdrawalOf(server, user);
    const [decided, held] = await Promise.all([
      server.call('decideWithdrawal', { id, decision: 'passed' }, second),
      place('withdrawal', id),
    ]);
    expect([decided.status === 200, held.status === 200]).toContain(true);
    expect(decided.status === 200 && held.status === 200).toBe(false);
  });
});

describe('a claim on hold', () => {
  test('is passed by nobody; at its end it is reviewed as before', async () => {
    const id = await bankClaim(server, user, { amount: '100' });
    await place('deposit', id, { days: 1 });
    const passing = { id, decision: 'passed', reference: `bank ${id}` };
    expect((await server.call('decideDeposit', passing, second)).error).toBe('record_held');
    const { list } = await server.data('deposits', {}, user);
    expect(list[0]?.held_until).toBeGreaterThan(server.clock.now());
    await server.pass(DAY_MS + 60_000);
    await sweep();
    await operators();
    expect((await server.call('decideDeposit', passing, second)).status).toBe(200);
  });
});

describe('an account on hold', () => {
  test('says why and until when, and opens by itself', async () => {
    await freeze(first, { days: 1, words: 'Please send us a photo.' });
    expect(await openHolds()).toMatchObject([
      {
        kind: 'account',
        words: 'Please send us a photo.',
        reason: textsOf('en')('reasons.hold_identity'),
      },
    ]);
    expect((await server.call('withdraw', outOf(user), user)).error).toBe('account_frozen');
    await server.pass(DAY_MS + 60_000);
    await sweep();
    expect((await server.call('withdraw', outOf(user), user)).status).toBe(200);
    expect(await holdsOf()).toMatchObject([{ end: 'lapsed' }]);
  });

  test('that its owner locked stays locked when the hold ends', async () => {
    await freeze(first, { days: 1 });
    await server.data('lockAccount', {}, user);
    await server.pass(DAY_MS + 60_000);
    await sweep();
    const by = await operator(server, 'support');
    const { user: shown } = await server.data('operatorUser', { id: user.userId }, by);
    expect(shown.is_frozen).toBe(true);
  });

  test('that stands without a hold is given one with an end, and nothing that was not meant for its owner', async () => {
    await server.run({ kind: 'set_owner_state', owner: user.userId, isFrozen: true });
    await server.run({ kind: 'hold_withdrawals', owner: user.userId, reason: 'hold_wish' });
    await sweep();
    const open = await openHolds();
    expect(open.map(({ kind }) => kind).sort()).toEqual(['account', 'withdrawals']);
    expect(open.map(({ reason }) => reason).sort()).toEqual(
      [textsOf('en')('reasons.hold_unsaid'), textsOf('en')('reasons.hold_wish')].sort(),
    );
    await server.pass(14 * DAY_MS + 60_000);
    await sweep();
    const by = await operator(server, 'support');
    const { user: shown } = await server.data('operatorUser', { id: user.userId }, by);
    expect(shown.is_frozen).toBe(false);
    expect(shown.withdrawal_hold).toBeUndefined();
  });

  test('is let go by two as ever, which ends the hold', async () => {
    await freeze();
    const asked = { id: user.userId, is_frozen: false, reason: 'they called' };
    const { proposal_id = 0 } = await server.data('freezeUser', asked, first);
    await passed(proposal_id, second);
    expect(await openHolds()).toHaveLength(0);
    await sweep();
    expect(await holdsOf()).toMatchObject([{ end: 'released' }]);
  });
});

describe('whom a message did not reach', () => {
  /** As where the database is away between a hold and its message. */
  async function untold<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    const failing = vi
      .spyOn(server.context.messages, 'tellAndMail')
      .mockRejectedValue(new Error('away'));
    try {
      return await act();
    } finally {
      failing.mockRestore();
    }
  }

  test('hears of a hold with the next minute, once', async () => {
    const id = await withdrawalOf(server, user);
    await untold(() => place('withdrawal', id));
    expect(await openHolds()).toHaveLength(1);
    expect(await told('hold_placed')).toEqual([]);
    await sweep();
    await sweep();
    expect(await told('hold_placed')).toHaveLength(1);
    // In other words it is told too, and again once.
    await untold(() => place('withdrawal', id, { reason: 'hold_payment' }));
    await sweep();
    await sweep();
    expect(await told('hold_placed')).toHaveLength(2);
  });

  test('and of the answer to what they said', async () => {
    const id = await withdrawalOf(server, user);
    await place('withdrawal', id);
    const [hold] = await openHolds();
    await server.data('appealHold', { id: hold?.id, text: 'It is mine.' }, user);
    await untold(() =>
      server.call('answerAppeal', { id: hold?.id, answer: 'We look at it.' }, second),
    );
    expect(await told('hold_answered')).toEqual([]);
    await sweep();
    await sweep();
    expect(await told('hold_answered')).toHaveLength(1);
    expect(await told('hold_placed')).toHaveLength(1);
  });
});

describe('one operator alone', () => {
  test('holds a user for fourteen days at most, whatever is held and in whatever pieces', async () => {
    const by = first;
    await server.context.holds.place({ ...draft(by), kind: 'account', days: 10 });
    await server.pass(10 * DAY_MS + 60_000);
    await sweep();
    const next = await server.context.holds.place({ ...draft(by), kind: 'withdrawals', days: 14 });
    expect(next.endsAtMs - server.clock.now()).toBeLessThanOrEqual(4 * DAY_MS);
    await server.pass(4 * DAY_MS + 60_000);
    await sweep();
    const again = server.context.holds.place({ ...draft(by), kind: 'account' });
    await expect(again).rejects.toMatchObject({ code: 'four_eyes' });
    await operators();
    expect((await freeze(second)).status).toBe(200);
    const longAfter = 45 * DAY_MS;
    await server.pass(longAfter);
    await sweep();
    await server.context.holds.place({ ...draft(by), kind: 'account' });
  });

  test('does not make it longer by placing it again: that says anew what it is for', async () => {
    await freeze(first, { days: 1 });
    const [before] = await openHolds();
    await server.pass(60_000);
    await freeze(first, { days: 14, reason: 'hold_payment' });
    const [after, ...rest] = await openHolds();
    expect(rest).toHaveLength(0);
    expect(after).toMatchObject({ id: before?.id, ends_at: before?.ends_at });
    expect(after?.reason).toBe(textsOf('en')('reasons.hold_payment'));
  });

  test('moves no end: a later one takes two, and is told', async () => {
    await freeze(first, { days: 1 });
    const [before] = await openHolds();
    const asked = { id: before?.id, days: 5, reason: 'The bank has not answered.' };
    const { proposal_id } = await server.data('extendHold', asked, first);
    expect((await passed(proposal_id, first)).error).toBe('four_eyes');
    expect((await openHolds())[0]?.ends_at).toBe(before?.ends_at);
    await passed(proposal_id, second);
    expect((await openHolds())[0]?.ends_at).toBe((before?.ends_at ?? 0) + 5 * DAY_MS);
    expect((await told('hold_extended'))[0]?.body).toContain('The bank has not answered.');
    // What two agreed on is one time: agreed on again it is not there any more.
    const late = await server.data('extendHold', { ...asked, days: 2 }, first);
    const other = await server.data('extendHold', { ...asked, days: 3 }, first);
    await passed(late.proposal_id, second);
    expect((await passed(other.proposal_id, second)).message).toMatchObject({
      failure: 'intent_changed',
    });
  });

  test('cannot extend what has ended', async () => {
    await freeze(first, { days: 1 });
    const [hold] = await openHolds();
    await server.pass(DAY_MS + 60_000);
    await sweep();
    await operators();
    const asked = { id: hold?.id, days: 5, reason: 'Too late.' };
    expect((await server.call('extendHold', asked, first)).error).toBe('already_decided');
  });

  test.each(['support', 'manager', 'auditor'] as const)(
    '%s places, answers and ends nothing',
    async (role) => {
      const by = await operator(server, role);
      const id = await withdrawalOf(server, user);
      expect((await place('withdrawal', id, {}, by)).error).toBe('forbidden');
      expect(
        (await server.call('answerAppeal', { id: 1, answer: 'No, it stays.' }, by)).error,
      ).toBe('forbidden');
      expect((await server.call('endHold', { id: 1, reason: 'because' }, by)).error).toBe(
        'forbidden',
      );
    },
  );
});

describe('an appeal', () => {
  const appeal = (id: number | undefined, text = 'It is my own wallet.', by = user) =>
    server.call('appealHold', { id, text }, by);

  test('is made once, and answered by somebody else than who placed or worded the hold', async () => {
    await freeze();
    await freeze(second, { reason: 'hold_payment' });
    const [hold] = await openHolds();
    expect((await appeal(hold?.id)).status).toBe(200);
    expect((await appeal(hold?.id, 'And another thing.')).error).toBe('appeal_made');
    const { list } = await server.data('operatorHolds', { state: 'appealed' }, third);
    const queued = list.find((each) => each.id === hold?.id);
    expect(queued).toMatchObject({ may_answer: true, appeal: { text: 'It is my own wallet.' } });
    const answer = { id: hold?.id, answer: 'Thank you, we look at it today.' };
    expect((await server.call('answerAppeal', answer, first)).error).toBe('four_eyes');
    expect((await server.call('answerAppeal', answer, second)).error).toBe('four_eyes');
    expect((await server.call('answerAppeal', answer, third)).status).toBe(200);
    expect((await server.call('answerAppeal', answer, third)).error).toBe('already_decided');
    expect((await openHolds())[0]?.appeal).toMatchObject({ answer: answer.answer });
    expect((await told('hold_answered'))[0]?.body).toBe(answer.answer);
    // Who judged it does not word it anew.
    expect((await freeze(third)).error).toBe('four_eyes');
  });

  test('is its owner’s, of a hold that stands', async () => {
    await freeze();
    const [hold] = await openHolds();
    const stranger = await server.trader();
    expect(
      (await server.call('appealHold', { id: hold?.id, text: 'Not mine.' }, stranger)).error,
    ).toBe('not_found');
    const answer = { id: hold?.id, answer: 'Nobody asked.' };
    expect((await server.call('answerAppeal', answer, second)).error).toBe('not_found');
  });
});

describe('a hold as it is kept', () => {
  test.each(LANGUAGES)('says its ready-made reason in %s', async (lang) => {
    await freeze();
    const headers = { 'language-mark': lang };
    const [hold] = await server.data('holds', {}, { token: user.token, headers });
    expect(hold?.reason).toBe(textsOf(lang)('reasons.hold_identity'));
  });

  test('keeps whose it is, when it was placed, and what was said: also from an operator with a database', async () => {
    await freeze();
    const { database } = server.context;
    for (const change of ['placed_at_ms = 1', 'user_id = 1', 'placed_by = NULL'])
      await expect(
        database.query(`UPDATE holds SET ${change} WHERE user_id = $1 AND ended_at_ms IS NULL`, [
          user.userId,
        ]),
      ).rejects.toThrow();
  });
});

const draft = (by: TestOperator) => ({
  operatorId: by.operatorId,
  userId: user.userId,
  reason: 'hold_activity',
});
