/**
 * Holding a user's withdrawals (cases.md D10, L1): what leaves is stopped in the engine and the user reads why, in their own
 * language; everything else goes on. Goal: holding takes one, letting go takes two, for the hold that was looked at.
 */
import { setImmediate } from 'node:timers/promises';
import { LANGUAGES } from '@fairlead/contract';
import { assert } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { payloadOf, type ReleasePayload } from '../../core/acts/payloads.ts';
import { findProposal } from '../../core/acts/proposal-queries.ts';
import { textsOf } from '../../core/texts/texts.ts';
import { type Holder, holder, outOf } from '../../custody/test/fixture.ts';
import {
  bankClaim,
  lastActs,
  operator,
  type TestOperator,
  withdrawalOf,
} from '../../operators/test/fixture.ts';
import { release } from '../effects.ts';
import { heldActOf } from '../queries.ts';

const SIGNER_TOKEN = 'tK3Jd9sLq0xZpW8vBn2Rt6YuMa4Ce7FgH-held';

let server: TestServer;
let first: TestOperator;
let second: TestOperator;
let user: Holder;
beforeAll(async () => {
  server = await startTestServer({ environment: { SIGNER_TOKEN } });
  await server.context.custodyTerms.seed({ isDemo: true });
});
// A holder's address cools off for a day, which no operator's session outlives.
beforeEach(async () => {
  user = await holder(server);
  [first, second] = [await operator(server, 'reviewer'), await operator(server, 'reviewer')];
});
afterAll(() => server.stop());

const hold = (reason: string, is_held = true) =>
  server.data('holdWithdrawals', { id: user.userId, is_held, reason }, first);
const pass = (id: number, by: TestOperator) =>
  server.call('decideProposal', { id, decision: 'passed' }, by);
const infoOf = (lang = 'en') => {
  const headers = { 'language-mark': lang };
  const request = { currency_id: 3, chain: 'ERC20' };
  return server.data('withdrawalInfo', request, { token: user.token, headers });
};

describe('a hold', () => {
  test('stops what leaves at once, and nothing else', async () => {
    const waiting = await withdrawalOf(server, user);
    const ready = await withdrawalOf(server, user);
    await server.data('decideWithdrawal', { id: ready, decision: 'passed' }, first);
    expect(await hold('hold_activity')).toEqual({ is_effective: true });
    expect(await lastActs(server, 1)).toMatchObject([
      { action: 'user.withdrawals_held', subject: `user ${user.userId}` },
    ]);
    expect((await server.call('withdraw', outOf(user), user)).error).toBe('withdrawals_held');
    const passing = { id: waiting, decision: 'passed' };
    expect((await server.call('decideWithdrawal', passing, first)).error).toBe('withdrawals_held');
    const sent = { id: ready, tx_id: `0x${'1'.repeat(64)}` };
    expect((await server.call('withdrawalSent', sent, first)).error).toBe('withdrawals_held');
    const move = { from_account: 'coin', to_account: 'option', currency_id: 3, amount: '1' };
    expect((await server.call('transfer', move, user)).status).toBe(200);
    const claim = await bankClaim(server, user, { amount: '100' });
    const credit = { id: claim, decision: 'passed', reference: `bank ${claim}` };
    expect((await server.call('decideDeposit', credit, first)).message).toMatchObject({
      status: 'passed',
    });
    expect((await server.call('cancelWithdrawal', { id: waiting }, user)).status).toBe(200);
  });

  test('keeps what waits from the signer, which is told that it must not leave', async () => {
    const id = await withdrawalOf(server, user);
    await server.data('decideWithdrawal', { id, decision: 'passed' }, first);
    const asSigner = { token: SIGNER_TOKEN };
    const waits = async () =>
      (await server.data('signerJobs', {}, asSigner)).some((job) => job.id === id);
    expect(await waits()).toBe(true);
    await hold('hold_activity');
    expect(await waits()).toBe(false);
    const report = { id, state: 'signed', tx_id: `0x${'2'.repeat(64)}` };
    // A word that signers of every version know.
    expect((await server.call('signerReport', report, asSigner)).error).toBe('account_frozen');
  });

  test.each(LANGUAGES)('tells its ready-made reason in %s', async (lang) => {
    await hold('hold_payment');
    expect((await infoOf(lang)).held_for).toBe(textsOf(lang)('reasons.hold_payment'));
  });

  test('tells a written reason as it was written, by message too, and shows it to operators', async () => {
    expect((await infoOf()).held_for).toBeUndefined();
    await hold('Your bank asked us to wait.');
    expect((await infoOf('ja')).held_for).toBe('Your bank asked us to wait.');
    await server.notices.settled();
    const { list } = await server.data('messages', {}, user);
    const told = list.find(({ kind }) => kind === 'withdrawals_held');
    expect(told?.body).toContain('Your bank asked us to wait');
    const shown = await server.data('operatorUser', { id: user.userId }, second);
    expect(shown.user).toMatchObject({
      is_frozen: false,
      withdrawal_hold: 'Your bank asked us to wait.',
    });
  });
});

describe('letting go', () => {
  test('takes two, and the user is told', async () => {
    await hold('hold_wish');
    const { is_effective, proposal_id = 0 } = await hold('they called', false);
    expect(is_effective).toBe(false);
    expect((await pass(proposal_id, first)).error).toBe('four_eyes');
    expect((await server.call('withdraw', outOf(user), user)).error).toBe('withdrawals_held');
    await pass(proposal_id, second);
    expect((await server.call('withdraw', outOf(user), user)).status).toBe(200);
    await server.notices.settled();
    const { list } = await server.data('messages', {}, user);
    expect(list.map(({ kind }) => kind)).toContain('withdrawals_released');
  });

  test('lets go of the hold that was looked at, not of one that came after it', async () => {
    await hold('hold_wish');
    const { proposal_id = 0 } = await hold('they called', false);
    await hold('hold_payment');
    const passed = await pass(proposal_id, second);
    expect(passed.message).toMatchObject({ failure: 'intent_changed' });
    expect((await infoOf()).held_for).toBe(textsOf('en')('reasons.hold_payment'));
  });

  test('one placed while another is let go keeps its own reason', async () => {
    await hold('hold_wish');
    const { proposal_id = 0 } = await hold('they called', false);
    const { database } = server.context;
    const proposal = await findProposal(database, proposal_id);
    assert(proposal !== undefined, 'it was proposed');
    const { sequencer } = server;
    let other: Promise<unknown> | undefined;
    // The look at what was held is over; the other hold comes just before it is let go, and waits its turn.
    const late: Pick<typeof sequencer, 'run'> = {
      run: async (command) => {
        other = hold('hold_payment');
        await setImmediate();
        return sequencer.run(command);
      },
    };
    await release({ ...server.context, sequencer: late }, proposal);
    await other;
    expect((await infoOf()).held_for).toBe(textsOf('en')('reasons.hold_payment'));
    expect((await server.call('withdraw', outOf(user), user)).error).toBe('withdrawals_held');
  });

  test('is not undone by a hold that is asked for in vain, or again for the same', async () => {
    await hold('hold_wish');
    const { proposal_id = 0 } = await hold('they called', false);
    await hold('hold_wish');
    const inVain = { id: user.userId, is_held: true, reason: 'hold_screening' };
    expect((await server.call('holdWithdrawals', inVain, first)).error).toBe('validation_failed');
    expect((await pass(proposal_id, second)).message).toMatchObject({ status: 'passed' });
    expect((await server.call('withdraw', outOf(user), user)).status).toBe(200);
  });

  test('that a version before proposed is by the act that asked for the hold', async () => {
    await hold('hold_wish');
    const { proposal_id = 0 } = await hold('they called', false);
    const { database } = server.context;
    const proposal = await findProposal(database, proposal_id);
    assert(proposal !== undefined, 'it was proposed');
    const { hold: held } = payloadOf<ReleasePayload>(proposal);
    const act = await heldActOf(database, user.userId);
    const older = (held_act: number | undefined) => ({
      ...proposal,
      payload: JSON.stringify({ id: user.userId, hold: held, held_act }),
    });
    await expect(release(server.context, older(1))).rejects.toMatchObject({
      code: 'intent_changed',
    });
    await release(server.context, older(act));
    expect((await server.call('withdraw', outOf(user), user)).status).toBe(200);
  });

  test('of what is not held is nothing to decide; a freeze stays a freeze', async () => {
    expect(await hold('nothing there', false)).toEqual({ is_effective: true });
    await server.data('freezeUser', { id: user.userId, is_frozen: true, reason: 'theft' }, first);
    await hold('hold_wish');
    const { proposal_id = 0 } = await hold('they called', false);
    await pass(proposal_id, second);
    expect((await server.call('withdraw', outOf(user), user)).error).toBe('account_frozen');
  });

  test.each(['support', 'manager', 'auditor'] as const)('%s holds nothing', async (role) => {
    const by = await operator(server, role);
    const asked = { id: user.userId, is_held: true, reason: 'because' };
    expect((await server.call('holdWithdrawals', asked, by)).error).toBe('forbidden');
  });
});
