/** A user's timeline (cases.md L4): from the tables that say it, masked like all else, with notes that nobody changes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { type Holder, holder } from '../../custody/test/fixture.ts';
import {
  lastActs,
  operator,
  type TestOperator,
  withdrawalOf,
} from '../../operators/test/fixture.ts';

let server: TestServer;
let user: Holder;
let reviewer: TestOperator;
beforeAll(async () => {
  server = await startTestServer();
  await server.context.custodyTerms.seed({ isDemo: true });
  user = await holder(server);
  reviewer = await operator(server, 'reviewer');
});
afterAll(() => server.stop());

const timeline = (by = reviewer) => server.data('operatorTimeline', { id: user.userId }, by);
const note = (text: string, by = reviewer) =>
  server.call('addUserNote', { id: user.userId, text }, by);

test('says what happened, the newest first', async () => {
  const id = await withdrawalOf(server, user);
  const refused = { id, decision: 'rejected', reason: 'address_unconfirmed' };
  await server.data('decideWithdrawal', refused, reviewer);
  await server.pass(1_000);
  await server.data(
    'holdWithdrawals',
    { id: user.userId, is_held: true, reason: 'hold_wish' },
    reviewer,
  );
  const events = await timeline();
  expect(events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['registered', 'fund_password', 'device', 'verification_passed']),
  );
  expect(events.map(({ time }) => time)).toEqual(
    events.map(({ time }) => time).toSorted((one, other) => other - one),
  );
  expect(events[0]).toMatchObject({
    kind: 'act',
    operator: reviewer.name,
    text: 'user.withdrawals_held',
  });
  expect(events).toContainEqual({
    kind: 'withdrawal_rejected',
    id,
    time: expect.any(Number),
    amount: '100.000000',
    currency: 'USDT',
    text: 'the address could not be confirmed with you',
  });
});

test('a note stays as it was written, with who wrote it, and nobody takes it back', async () => {
  expect((await note('Called; speaks Japanese only.')).status).toBe(200);
  expect(await lastActs(server, 1)).toMatchObject([
    { action: 'user.noted', subject: `user ${user.userId}` },
  ]);
  expect((await timeline()).find(({ kind }) => kind === 'note')).toMatchObject({
    operator: reviewer.name,
    text: 'Called; speaks Japanese only.',
  });
  const change = server.context.database.query("UPDATE user_notes SET text = 'x'");
  await expect(change).rejects.toThrow();
  await expect(server.context.database.query('DELETE FROM user_notes')).rejects.toThrow();
});

test('support reads and notes, and sees no records; an auditor only reads; a manager neither', async () => {
  const support = await operator(server, 'support');
  const kinds = (await timeline(support)).map(({ kind }) => kind);
  expect(kinds).toContain('note');
  expect(kinds.filter((kind) => /^(deposit|withdrawal|verification)_/.test(kind))).toEqual([]);
  expect((await note('seen', support)).status).toBe(200);
  const auditor = await operator(server, 'auditor');
  expect((await timeline(auditor)).length).toBeGreaterThan(0);
  expect((await note('no', auditor)).error).toBe('forbidden');
  const manager = await operator(server, 'manager');
  const asked = { id: user.userId };
  expect((await server.call('operatorTimeline', asked, manager)).error).toBe('forbidden');
  expect((await server.call('operatorTimeline', { id: 999_999 }, reviewer)).status).toBe(404);
});

test('the user reads nothing of it', async () => {
  const { list } = await server.data('messages', {}, user);
  expect(JSON.stringify(list)).not.toContain('speaks Japanese');
});
