/** The desk at a glance: each posting counts once, what operators move counts nowhere, and an age is the oldest's. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { DatabaseAwayError } from '../../core/store/database.ts';
import { holder } from '../../custody/test/fixture.ts';
import { operator, type TestOperator, withdrawalOf } from '../../operators/test/fixture.ts';
import { countDeskDays } from '../desk-day-queries.ts';
import { overviewOf } from '../overview.ts';

let server: TestServer;
let by: TestOperator;
beforeAll(async () => {
  server = await startTestServer();
  await server.context.custodyTerms.seed({ isDemo: true });
});
afterAll(() => server.stop());

const count = (steps?: number) => countDeskDays(server.context, steps);
const overview = () => server.data('operatorOverview', {}, by);
const ofQueue = async (queue: string) =>
  (await overview()).queues.find((each) => each.queue === queue);

/** Passes a withdrawal of 100 USDT; its fee is the house's. */
async function earn(user: Awaited<ReturnType<typeof holder>>): Promise<void> {
  const id = await withdrawalOf(server, user);
  await server.data('decideWithdrawal', { id, decision: 'passed' }, by);
}

test('fees count once, whatever the steps, and by what they came', async () => {
  const user = await holder(server);
  by = await operator(server, 'reviewer');
  expect((await overview()).counted_since).toBeUndefined();
  await earn(user);
  // The first count begins with what comes after it.
  await count();
  expect((await overview()).fees).toEqual({ today: '0.00', week: '0.00' });
  await earn(user);
  await count(1);
  const { fees, fees_by_reason, counted_since } = await overview();
  expect(Number(fees.today)).toBeGreaterThan(0);
  expect(fees_by_reason).toEqual([{ reason: 'withdrawal', ...fees }]);
  expect(counted_since).toBe(server.clock.now());
  await Promise.all([count(1), count(), count(1)]);
  expect((await overview()).fees).toEqual(fees);
});

test('trades are counted with their fees, what operators move is not', async () => {
  const before = await overview();
  const [buyer, seller] = [await server.trader(), await server.trader()];
  const order = { symbol: 'BTC/USDT', type: 'limit', price: '100', quantity: '1' };
  await server.data('placeOrder', { ...order, side: 'sell' }, seller);
  await server.data('placeOrder', { ...order, side: 'buy' }, buyer);
  await server.run({
    kind: 'post_entry',
    reason: 'capital',
    reference: 'taken out of the fees',
    currencyId: 3,
    amount: 1n as never,
    source: { house: 'fees' },
    target: { house: 'capital' },
  });
  await count();
  const after = await overview();
  const grew = (after: string, before: string) => Number(after) - Number(before);
  expect(grew(after.spot_traded.today, before.spot_traded.today)).toBe(100);
  const trade = after.fees_by_reason.find(({ reason }) => reason === 'trade');
  expect(grew(after.fees.today, before.fees.today)).toBeCloseTo(Number(trade?.today), 1);
});

test('a queue says how much waits and since when', async () => {
  const user = await holder(server);
  by = await operator(server, 'reviewer');
  expect(await ofQueue('withdrawals')).toEqual({
    queue: 'withdrawals',
    count: 0,
    is_late: false,
  });
  await withdrawalOf(server, user);
  const oldest_at = server.clock.now();
  await server.pass(60_000);
  await withdrawalOf(server, user);
  const waits = { queue: 'withdrawals', count: 2, oldest_at };
  expect(await ofQueue('withdrawals')).toEqual({ ...waits, is_late: false });
  // Two of the twelve hours that users are told are left.
  await server.pass(10 * 3_600_000);
  by = await operator(server, 'reviewer');
  expect(await ofQueue('withdrawals')).toEqual({ ...waits, is_late: true });
});

test('support has no overview', async () => {
  const support = await operator(server, 'support');
  expect((await server.call('operatorOverview', {}, support)).error).toBe('forbidden');
});

test('a product whose database hangs, or is away, is named, and keeps nobody waiting', async () => {
  const { context } = server;
  const hangs = { ...context.database, query: () => new Promise<never>(() => undefined) };
  const away = { ...context.database, query: () => Promise.reject(new DatabaseAwayError('away')) };
  const whole = await overview();
  const everyBooks = () => [context.database, hangs, context.database, away];
  const { missing, fees, queues } = await overviewOf({ ...context, everyBooks });
  expect(missing).toEqual(['futures', 'wealth']);
  expect(queues).toEqual(whole.queues);
  // The home's, and those of the one that answers.
  expect(Number(fees.week)).toBe(2 * Number(whole.fees.week));
});
