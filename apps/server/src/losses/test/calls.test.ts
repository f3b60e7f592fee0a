/**
 * Q10, Q11: what a declared loss may have taken back beside orders. All access ends, no money leaves until two operators
 * resumed, withdrawals cool off for everybody, everybody is told; and the stop is more than a row.
 */
import { DAY_MS } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { LossError } from '../../core/sequencer/seen.ts';
import { decide, type Holder, holder, outOf } from '../../custody/test/fixture.ts';
import {
  loginAs,
  operator,
  type TestOperator,
  withdrawalOf,
} from '../../operators/test/fixture.ts';
import { unguarded } from '../../receipts/test/rewrite-past.ts';
import { readSettledLoss } from '../queries.ts';
import { endAccessAfterLoss, startLossNotices } from '../service.ts';

const SIGNER_TOKEN = 'a-credential-of-the-signer-of-this-test';

let server: TestServer;
let user: Holder;
let reviewer: TestOperator;
let managers: readonly TestOperator[];
beforeEach(async () => {
  server = await startTestServer({ environment: { SIGNER_TOKEN } });
  await server.context.custodyTerms.seed({ isDemo: true });
  user = await holder(server);
  reviewer = await operator(server, 'reviewer');
  managers = [await operator(server, 'manager'), await operator(server, 'manager')];
});
afterEach(() => server.stop());

async function lose(): Promise<void> {
  const { seen } = server.sequencer.committed;
  const lost = { ...seen, sequence: seen.sequence + 5 };
  await server.sequencer.declareLoss(new LossError(seen, lost));
}
/** As a start does, before anybody is served. */
async function loseAndStart(): Promise<void> {
  await lose();
  await endAccessAfterLoss(server.context);
  await server.restart({ SIGNER_TOKEN });
}
async function resume(): Promise<void> {
  const [first, second] = await Promise.all(managers.map(({ name }) => loginAs(server, name)));
  const asked = await server.data('resumeTrading', { reason: 'looked at' }, { token: first });
  const decided = { id: asked.proposal_id, decision: 'passed' };
  await server.data('decideProposal', decided, { token: second });
}
const again = async (by: TestOperator) => ({ token: await loginAs(server, by.name) });

describe('after a declared loss', () => {
  test('all sessions and API keys have ended, once', async () => {
    const { database } = server.context;
    await database.query(
      `INSERT INTO api_keys (user_id, key_hash, prefix, sealed_secret, key_id, label, can_trade, ips,
         created_at_ms) VALUES ($1, '\\x01', 'abcdefgh', '\\x01', 'k', 'bot', true, '{}', 1)`,
      [user.userId],
    );
    await loseAndStart();
    expect(await server.call('orders', {}, user)).toMatchObject({ status: 401 });
    expect(await server.call('system', {}, reviewer)).toMatchObject({ status: 401 });
    expect(await server.context.apiKeys.list(user.userId)).toEqual([]);
    const { ended } = (await readSettledLoss(database)) ?? {};
    expect(ended).toMatchObject({ apiKeys: 1 });
    // Who comes in again stays in over the next start.
    const token = await loginAs(server, reviewer.name);
    await endAccessAfterLoss(server.context);
    await server.restart({ SIGNER_TOKEN });
    expect(await server.call('system', {}, { token })).toMatchObject({ status: 200 });
  });

  test('no money leaves by anybody until two resumed, and withdrawals cool off for everybody', async () => {
    const waiting = await withdrawalOf(server, user);
    const passed = await withdrawalOf(server, user);
    await decide(server, passed, 'passed');
    const jobs = async () =>
      (await server.data('signerJobs', {}, { token: SIGNER_TOKEN })).map(({ id }) => id);
    expect(await jobs()).toEqual([passed]);
    await lose();
    expect(await server.call('withdraw', outOf(user), user)).toMatchObject({
      error: 'held_for_loss',
    });
    expect(await jobs()).toEqual([]);
    const report = { id: passed, state: 'signed', tx_id: `0x${'ab'.repeat(32)}` };
    expect(await server.call('signerReport', report, { token: SIGNER_TOKEN })).toMatchObject({
      error: 'held_for_loss',
    });
    const pass = async () =>
      server.call('decideWithdrawal', { id: waiting, decision: 'passed' }, await again(reviewer));
    expect(await pass()).toMatchObject({ error: 'held_for_loss' });
    await resume();
    expect(await pass()).toMatchObject({ status: 200 });
    expect(await jobs()).toEqual([waiting, passed].sort((left, right) => left - right));
    const cooling = await server.call('withdraw', outOf(user), user);
    expect(cooling.error).toBe('withdrawals_cooling_off');
    await server.pass(DAY_MS);
    expect(await server.call('withdraw', outOf(user), user)).toMatchObject({ status: 200 });
  });

  test('everybody is told once, by message and mail, whatever cuts it off', async () => {
    const { id: sub } = await server.data('createSubAccount', { name: 'Grid' }, user);
    await loseAndStart();
    for (let start = 0; start < 2; start += 1) await startLossNotices(server.context).settled();
    const { database } = server.context;
    const rows = await database.query<{ user_id: bigint; params: Record<string, string> }>(
      `SELECT user_id, params FROM user_messages WHERE kind = 'data_lost'`,
    );
    const mine = rows.filter((row) => Number(row.user_id) === user.userId);
    expect(mine).toHaveLength(1);
    // A person with two accounts is one.
    expect(rows.filter((row) => Number(row.user_id) === sub)).toEqual([]);
    expect(mine[0]?.params['from']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    const mails = await database.query<{ target: string }>(
      `SELECT target FROM outbox_messages WHERE scene = 'data_lost'`,
    );
    expect(mails.length).toBe(rows.length);
  });
});

describe('the stop of a loss', () => {
  const found = async () =>
    (await server.context.reconciler.checkNewest()).drifts.map(({ check }) => check);

  test.each([
    ['is gone', 'DELETE FROM trading'],
    ['says open', "UPDATE trading SET mode = 'open', cause = 'operator'"],
  ])('holds where its row %s', async (_what, attack) => {
    await lose();
    expect(await found()).toEqual([]);
    await server.sequencer.stop();
    await unguarded(server.context.database, async (sql) => {
      await sql.query(attack);
    });
    await server.restart({ SIGNER_TOKEN });
    expect(await found()).toEqual(['stop_missing']);
    const { trading, reconciler } = server.context;
    expect(trading.isHeldForDrift).toBe(true);
    trading.recount(reconciler);
    await expect.poll(() => trading.view(reconciler).is_resumable).toBe(true);
    await resume();
    expect(trading.isCancelOnly).toBe(false);
    await server.restart({ SIGNER_TOKEN });
    expect(await found()).toEqual([]);
  });
});
