/** Freezes and holds are told once, whatever crashed between their commit and the message. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { operator, type TestOperator } from '../../operators/test/fixture.ts';
import { startCustodyNotices } from '../notices.ts';

let server: TestServer;
let reviewers: readonly [TestOperator, TestOperator];
beforeAll(async () => {
  server = await startTestServer();
  reviewers = [await operator(server, 'reviewer'), await operator(server, 'reviewer')];
});
afterAll(() => server.stop());

const KINDS = ['account_frozen', 'account_unfrozen', 'withdrawals_held', 'withdrawals_released'];
/** What a user was told of how they stand, the oldest first. */
async function told(user: TestUser): Promise<string[]> {
  await server.notices.settled();
  const { list } = await server.data('messages', {}, user);
  return list
    .map(({ kind }) => kind)
    .filter((kind) => KINDS.includes(kind))
    .toReversed();
}
const mailsOf = async (user: TestUser) =>
  (await server.context.outbox.inbox(user.email, 20)).map(({ scene }) => scene);

/** As if the process had died before it told this user of the last commit. */
async function untold(user: TestUser): Promise<void> {
  await server.notices.settled();
  await server.context.database.query(
    `DELETE FROM user_messages WHERE message_id =
       (SELECT max(message_id) FROM user_messages WHERE user_id = $1)`,
    [user.userId],
  );
}

/** What a start does: it tells what was missed. */
async function started(): Promise<void> {
  const { database, log, messages, terms } = server.context;
  const { sequencer } = server;
  const notices = startCustodyNotices({ database, log, messages, terms, sequencer });
  await notices.settled();
  await notices.stop();
}

async function decided(name: 'freezeUser' | 'holdWithdrawals', request: object): Promise<void> {
  const { proposal_id: id } = await server.data(name, { ...request }, reviewers[0]);
  if (id !== undefined)
    await server.data('decideProposal', { id, decision: 'passed' }, reviewers[1]);
}

test('a freeze and its end are told after a crash, and once', async () => {
  const user = await server.trader();
  const freeze = (is_frozen: string) =>
    decided('freezeUser', { id: user.userId, is_frozen, reason: 'a stolen telephone' });
  await freeze('true');
  await untold(user);
  for (let starts = 0; starts < 2; starts += 1) await started();
  expect(await told(user)).toEqual(['account_frozen']);
  await freeze('false');
  await untold(user);
  for (let starts = 0; starts < 2; starts += 1) await started();
  expect(await told(user)).toEqual(['account_frozen', 'account_unfrozen']);
});

test('so are a hold, the reason of another and that it was let go, by mail too', async () => {
  const user = await server.trader();
  const hold = (is_held: string, reason: string) =>
    decided('holdWithdrawals', { id: user.userId, is_held, reason });
  await hold('true', 'a first reason');
  await untold(user);
  for (let starts = 0; starts < 2; starts += 1) await started();
  expect(await told(user)).toEqual(['withdrawals_held']);
  expect(await mailsOf(user)).toContain('withdrawals_held');
  await hold('false', 'all is well');
  await untold(user);
  for (let starts = 0; starts < 2; starts += 1) await started();
  expect(await told(user)).toEqual(['withdrawals_held', 'withdrawals_released']);
});

test('each time anew, and a start tells nothing twice', async () => {
  const user = await server.trader();
  const states = ['true', 'false', 'true'];
  for (const is_frozen of states)
    await decided('freezeUser', { id: user.userId, is_frozen, reason: 'looked at' });
  await started();
  expect(await told(user)).toEqual(['account_frozen', 'account_unfrozen', 'account_frozen']);
});
