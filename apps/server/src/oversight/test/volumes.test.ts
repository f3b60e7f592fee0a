/** The overview's volumes: each position once opened and once closed, parts too; a withdrawal that came back is none. */
import { amountMinor } from '@fairlead/units';
import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { holder } from '../../custody/test/fixture.ts';
import { atIndex, holderOf, open, startFuturesServer } from '../../futures/test/fixture.ts';
import { operator, type TestOperator, withdrawalOf } from '../../operators/test/fixture.ts';
import { buyer, purchase, startOptionServer } from '../../options/test/fixture.ts';
import { countDeskDays } from '../desk-day-queries.ts';

let server: TestServer;
afterEach(() => server.stop());

const count = (steps?: number) => countDeskDays(server.context, steps);
const overview = (by: TestOperator) => server.data('operatorOverview', {}, by);

test('a position counts at its price when it opens and when it closes, a part as a part', async () => {
  server = await startFuturesServer();
  await count();
  const user = await holderOf(server);
  // Ten lots of 0.1 BTC, opened at 100.01, closed at 100.
  const { id: position_id } = await open(server, user);
  await atIndex(server, 'closePosition', { position_id, lots: '4' }, user);
  // Counted only now: what the part took off was opened all the same.
  await count();
  const auditor = await operator(server, 'auditor');
  expect((await overview(auditor)).futures_traded.today).toBe('140.01');
  await atIndex(server, 'closePosition', { position_id }, user);
  await count(1);
  await count();
  const { futures_traded, fees, fees_by_reason } = await overview(auditor);
  expect(futures_traded).toEqual({ today: '200.01', week: '200.01' });
  // What was traded is no fee: two of half a thousandth, less what goes to the insurance fund.
  expect(Number(fees.today)).toBeLessThan(0.2);
  expect(fees_by_reason.map(({ reason }) => reason)).toEqual(['futures_close', 'futures_open']);
});

test('a stake counts with its fee', async () => {
  server = await startOptionServer();
  await count();
  const user = await buyer(server);
  await atIndex(server, 'buyOption', purchase(), user);
  await count();
  const auditor = await operator(server, 'auditor');
  expect((await overview(auditor)).options_bought.today).toBe('101.00');
});

test('what is credited came in, what is passed went out, what is given back did not', async () => {
  server = await startTestServer();
  await server.context.custodyTerms.seed({ isDemo: true });
  const user = await holder(server);
  await count();
  await server.run({
    kind: 'post_entry',
    reason: 'deposit',
    reference: 'by a test',
    currencyId: 3,
    amount: amountMinor(50_000_000n),
    source: { house: 'external' },
    target: { owner: user.userId, account: 'coin' },
  });
  const reviewer = await operator(server, 'reviewer');
  const ids = [await withdrawalOf(server, user), await withdrawalOf(server, user)];
  for (const id of ids) await server.data('decideWithdrawal', { id, decision: 'passed' }, reviewer);
  await server.run({
    kind: 'mark_withdrawal',
    withdrawalId: ids[0] ?? 0,
    to: 'refunded',
    reason: 'refunded',
  });
  await count();
  const { deposited, withdrawn } = await overview(reviewer);
  expect(deposited.today).toBe('50.00');
  expect(withdrawn.today).toBe('100.00');
});
