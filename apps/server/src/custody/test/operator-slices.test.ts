/**
 * Q2: money from nothing in slices, as the audit did it. Five made-up claims of 9,999 USDT are passed by one reviewer and
 * let out by the same, each below the threshold of two. Goal: nothing leaves on one person's word, a second person can
 * let it out, and the alarm tells.
 */
import { HOUR_MS } from '@fairlead/units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { Metrics } from '../../core/operations/metrics.ts';
import {
  bankClaim,
  coolOff,
  loginAs,
  operator,
  type TestOperator,
  withdrawalOf,
} from '../../operators/test/fixture.ts';
import { gaugeOperation } from '../../oversight/gauges.ts';
import { type Holder, holder, usdtOf } from './fixture.ts';

let server: TestServer;
let accounts: Holder[];
let reviewer: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  server = await startTestServer({ environment: { CLAIM_HOLDING_HOURS: '168' } });
  await server.context.custodyTerms.seed({ isDemo: true });
  accounts = [];
  for (let count = 0; count < 5; count += 1) accounts.push(await holder(server));
  [reviewer, second] = [await operator(server, 'reviewer'), await operator(server, 'reviewer')];
}, 600_000);
afterAll(() => server.stop());

const pass = (id: number, by: TestOperator, more: object = {}) =>
  server.call('decideDeposit', { id, decision: 'passed', ...more }, by);
const letOut = (id: number, by: TestOperator) =>
  server.call('decideWithdrawal', { id, decision: 'passed' }, by);
async function gauge(name: string): Promise<number> {
  const metrics = new Metrics();
  gaugeOperation(metrics.registry, server.context);
  const text = await metrics.registry.metrics();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

describe('Q2: five claims of 9,999 USDT, passed and let out by one reviewer', () => {
  const claims: number[] = [];
  const withdrawals: number[] = [];

  test('the third claim of the day needs a second operator, who says what was seen', async () => {
    for (const account of accounts)
      claims.push(await bankClaim(server, account, { amount: '9999' }));
    const replies = [];
    for (const id of claims) replies.push((await pass(id, reviewer)).message);
    expect(replies.map(({ status, held_for }) => [status, held_for])).toEqual([
      ['passed', undefined],
      ['passed', undefined],
      ...Array.from({ length: 3 }, () => ['under_review', 'operator_day']),
    ]);
    expect(replies[2]).toMatchObject({ approvals_needed: 2, approvals: [{}] });
    const [, , third] = accounts;
    if (third === undefined) throw new Error('there are five');
    expect((await usdtOf(server, third)).available).toBe('1000.000000');
    const shown = { credited: replies[2]?.credited, reference: replies[2]?.reference };
    const passed = await pass(claims[2] ?? 0, second, shown);
    expect(passed.message).toMatchObject({ status: 'passed', held_for: 'operator_day' });
    expect((await usdtOf(server, third)).available).toBe('10999.000000');
  });

  test('who passed a claim alone does not let its money out alone, by one account or another', async () => {
    for (const account of accounts.slice(0, 2))
      withdrawals.push(await withdrawalOf(server, account, '5000'));
    for (const id of withdrawals) {
      const { message } = await letOut(id, reviewer);
      expect(message).toMatchObject({
        status: 'under_review',
        approvals_needed: 2,
        held_for: 'own_word',
      });
      expect((await letOut(id, reviewer)).error).toBe('four_eyes');
    }
  });

  test('the alarm tells of it', async () => {
    expect(await gauge('fairlead_lone_words_held{why="own_word"}')).toBe(2);
    expect(await gauge('fairlead_lone_words_held{why="operator_day"}')).toBe(3);
    expect(await gauge('fairlead_lone_sum_ratio')).toBeCloseTo(0.9999, 6);
  });

  test('a second person lets it out; whoever was just added is none', async () => {
    const [id = 0, other = 0] = withdrawals;
    const fresh = await operator(server, 'reviewer');
    await server.context.database.query(
      'UPDATE operators SET approves_from_ms = $2 WHERE operator_id = $1',
      [fresh.operatorId, server.clock.now() + HOUR_MS],
    );
    const refused = await letOut(id, fresh);
    expect([refused.error, Object.keys(refused.fields ?? {})]).toEqual([
      'four_eyes',
      ['approves_from'],
    ]);
    expect((await letOut(id, second)).message).toMatchObject({ status: 'passed' });
    await coolOff(server);
    expect((await letOut(other, fresh)).message).toMatchObject({ status: 'passed' });
    // Two passed it: one alone does not call it paid.
    const sent = await server.call('withdrawalSent', { id, tx_id: `0x${'4'.repeat(64)}` }, second);
    expect(sent.error).toBe('four_eyes');
  });

  test('what the money may have reached by a trade waits for a second one too, over a restart', async () => {
    const [from] = accounts;
    const to = await holder(server);
    reviewer = { ...reviewer, token: await loginAs(server, reviewer.name) };
    second = { ...second, token: await loginAs(server, second.name) };
    if (from === undefined) throw new Error('there are five');
    const order = { symbol: 'BTC/USDT', type: 'limit', price: '100', quantity: '1' };
    await server.data('placeOrder', { ...order, side: 'sell' }, to);
    await server.data('placeOrder', { ...order, side: 'buy' }, from);
    await server.restart();
    const id = await withdrawalOf(server, to, '50');
    expect((await letOut(id, reviewer)).message).toMatchObject({ held_for: 'own_word' });
    expect((await letOut(id, second)).message).toMatchObject({ status: 'passed' });
    const untouched = await withdrawalOf(server, accounts[3] ?? to, '50');
    expect((await letOut(untouched, reviewer)).message).toMatchObject({ status: 'passed' });
  });

  test('V8: a newcomer’s first word does not count towards two where a sum asks for them', async () => {
    const [account] = accounts;
    if (account === undefined) throw new Error('there are five');
    const fresh = await operator(server, 'reviewer');
    await server.context.database.query(
      'UPDATE operators SET approves_from_ms = $2 WHERE operator_id = $1',
      [fresh.operatorId, server.clock.now() + HOUR_MS],
    );
    const refused = await pass(await bankClaim(server, account, { amount: '9999' }), fresh);
    expect([refused.error, Object.keys(refused.fields ?? {})]).toEqual([
      'four_eyes',
      ['approves_from'],
    ]);
  });
});
