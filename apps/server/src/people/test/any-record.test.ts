/** What a search found opens by its number, however many newer records its user has. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { type Holder, holder } from '../../custody/test/fixture.ts';
import { operator, type TestOperator, withdrawalOf } from '../../operators/test/fixture.ts';

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

test('a withdrawal, whatever its state', async () => {
  const id = await withdrawalOf(server, user);
  const other = await withdrawalOf(server, user);
  await server.data('decideWithdrawal', { id, decision: 'passed' }, reviewer);
  const found = await server.data('operatorWithdrawals', { id }, reviewer);
  expect(found).toMatchObject({ total: 1, list: [{ id, status: 'passed' }] });
  const waits = await server.data('operatorWithdrawals', { id: other }, reviewer);
  expect(waits).toMatchObject({ total: 1, list: [{ id: other, status: 'under_review' }] });
  // With a state it must have that too, as every filter.
  const none = await server.data('operatorWithdrawals', { id, status: 'rejected' }, reviewer);
  expect(none.list).toEqual([]);
});

test('a verification; a number of nothing finds nothing', async () => {
  const { list } = await server.data('operatorVerifications', { user_id: user.userId }, reviewer);
  const id = list[0]?.id ?? 0;
  const found = await server.data('operatorVerifications', { id }, reviewer);
  expect(found.list.map((each) => each.id)).toEqual([id]);
  for (const name of [
    ...(['operatorDeposits', 'operatorWithdrawals'] as const),
    ...(['operatorVerifications', 'operatorSubscriptions'] as const),
  ])
    expect((await server.data(name, { id: 999_999 }, reviewer)).total, name).toBe(0);
});
