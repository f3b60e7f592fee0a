/**
 * Cancel-only mode of the whole exchange (cases.md B10): one stops it at once, two resume it, a drift stops it
 * by itself and holds until every check has run again. Cancels, withdrawals and what is settled go on meanwhile.
 */
import type { RouteName } from '@fairlead/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/support/fixture.ts';
import { type Holder, holder } from '../../../custody/test/fixture.ts';
import { OperatorGate } from '../../../operators/access/gate.ts';
import {
  lastActs,
  operator,
  type TestOperator,
  withdrawalOf,
} from '../../../operators/test/fixture.ts';

let server: TestServer;
let manager: TestOperator;
let manager2: TestOperator;
let user: Holder;
beforeEach(async () => {
  server = await startTestServer();
  await server.context.custodyTerms.seed({ isDemo: true });
  user = await holder(server);
  [manager, manager2] = [await operator(server, 'manager'), await operator(server, 'manager')];
});
afterEach(() => server.stop());

const reason = 'the matching of ETH looks wrong';
const stop = () => server.data('stopTrading', { reason }, manager);
const ORDER = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '99', quantity: '0.001' };
const place = () => server.call('placeOrder', { ...ORDER, quantity: '0.1' }, user);
const decide = (by: TestOperator, id: number | undefined) =>
  server.call('decideProposal', { id, decision: 'passed' }, { token: by.token });
const trading = async () => (await server.data('system', {}, manager)).trading;
const OPEN = { is_recounting: false, is_resumable: false };

/** Takes or gives back a unit of USDT past the ledger, as a hand in the tables would. */
const tamper = (by: number) =>
  server.context.database.query(
    `UPDATE balances SET total_minor = total_minor + $1
     WHERE owner_id = 0 AND account = 'demo_faucet' AND currency_id = 3`,
    [by],
  );

describe('an operator', () => {
  test('stops all openings at once, with a reason; what is open ends as ever', async () => {
    expect(await trading()).toEqual({ mode: 'open', ...OPEN });
    const { order } = (await place()).message;
    const stopped = await stop();
    const since = server.clock.now();
    expect(stopped).toEqual({
      mode: 'cancel_only',
      cause: 'operator',
      reason,
      since,
      is_recounting: false,
      is_resumable: true,
    });
    expect(await trading()).toEqual(stopped);
    expect(await place()).toMatchObject({ status: 400, error: 'cancel_only' });
    expect(await server.call('cancelOrder', { order_id: order.id }, user)).toMatchObject({
      type: 'ok',
    });
    expect(await withdrawalOf(server, user)).toBeGreaterThan(0);
    const [noted] = await lastActs(server, 1);
    expect(noted).toMatchObject({ action: 'trading.stopped', subject: 'exchange' });
    expect(noted?.detail).toEqual({ cause: 'operator', reason });
    // Another stop is none: who resumes ends the first.
    await server.data('stopTrading', { reason: 'again, to be sure' }, manager2);
    expect((await trading()).since).toBe(since);
  });

  test('everybody is told: config, quotations, and a listener of commits', async () => {
    const told: string[][] = [];
    server.context.marketData.onPublished(({ quoted }) => {
      told.push([...quoted].map((id) => server.context.marketData.quotation(id)?.state ?? ''));
    });
    expect(await server.data('config')).not.toHaveProperty('cancel_only');
    expect(await server.data('config')).not.toHaveProperty('standstill');
    for (const quotation of await server.data('quotations'))
      expect(quotation).not.toHaveProperty('standstill');
    await stop();
    expect(told).toEqual([['halted', 'halted']]);
    expect(await server.data('config')).toMatchObject({ cancel_only: true });
    expect(await server.data('quotations')).toMatchObject([
      { state: 'halted', cancel_only: true },
      { state: 'halted', cancel_only: true },
    ]);
    // One engine is everything: all products stand and go together, and each is named.
    const standstill = ['spot', 'futures', 'options', 'wealth'].map((product) => ({
      ...{ product, why: 'cancel_only', takes_cancels: true },
    }));
    expect(await server.data('config')).toMatchObject({ standstill });
    expect(await server.data('quotations')).toMatchObject([{ standstill }, { standstill }]);
    // What each market is by itself stays in the console.
    const markets = await server.data('operatorMarkets', {}, manager);
    expect(markets.map(({ state }) => state)).toEqual(['open', 'open']);
  });

  test('a stop outlives the process', async () => {
    await stop();
    const before = await trading();
    await server.restart();
    expect(await trading()).toEqual(before);
    expect(await place()).toMatchObject({ error: 'cancel_only' });
    expect((await server.context.reconciler.checkEngine()).drifts).toEqual([]);
  });

  test('two resume it; the proposal is for this stop and no other', async () => {
    const resume = () => server.call('resumeTrading', { reason: 'looked at, is right' }, manager);
    expect(await resume()).toMatchObject({ error: 'already_decided' });
    await stop();
    const { proposal_id: first } = (await resume()).message;
    expect(await place()).toMatchObject({ error: 'cancel_only' });
    expect(await decide(manager, first)).toMatchObject({ error: 'four_eyes' });
    expect((await decide(manager2, first)).message).toMatchObject({
      kind: 'resume_trading',
      status: 'passed',
    });
    expect(await trading()).toMatchObject({ mode: 'open', reason: 'looked at, is right' });
    expect((await place()).type).toBe('ok');

    server.clock.nowMs += 1;
    await stop();
    const { proposal_id: old } = (await resume()).message;
    const { proposal_id: same } = (await resume()).message;
    expect(same).toBe(old);
    expect((await decide(manager2, old)).message.failure).toBeUndefined();
    server.clock.nowMs += 1;
    await stop();
    await server.context.proposals.finishAll();
    // What was passed is done once, whatever else passes by.
    expect((await trading()).mode).toBe('cancel_only');
  });

  test.each(['auditor', 'support', 'reviewer'] as const)('%s may not', async (role) => {
    const other = await operator(server, role);
    for (const name of ['stopTrading', 'resumeTrading', 'recountBooks'] as const)
      expect(await server.call(name, { reason }, other)).toMatchObject({ error: 'forbidden' });
  });

  test.each(['', 'ab', 'x'.repeat(501)])('a reason of %j is a field error', async (text) => {
    for (const name of ['stopTrading', 'resumeTrading'] as const)
      expect(await server.call(name, { reason: text }, manager)).toMatchObject({
        status: 422,
        fields: { reason: expect.any(String) },
      });
  });
});

describe('who is alone', () => {
  test('resumes at once in a demo', async () => {
    const alone = await startTestServer();
    const token = await alone.ownerToken();
    await alone.data('stopTrading', { reason }, { token });
    const resumed = await alone.data('resumeTrading', { reason: 'a try' }, { token });
    expect(resumed).toEqual({ trading: expect.objectContaining({ mode: 'open' }) });
    await alone.stop();
  });

  test('outside a demo may pull the brake, and needs a second person for all else', async () => {
    const { database, operators } = server.context;
    await database.query('UPDATE operators SET is_active = false WHERE operator_id <> $1', [
      manager.operatorId,
    ]);
    const caller = await operators.find(manager.token);
    if (caller?.kind !== 'operator') throw new Error('no operator');
    const gate = new OperatorGate(database, false);
    const serve = (name: RouteName) =>
      gate.serve(caller, { name, isRead: false, run: () => Promise.resolve(name) });
    expect(await serve('stopTrading')).toBe('stopTrading');
    for (const name of ['resumeTrading', 'recountBooks', 'operatorHalt'] as const)
      await expect(serve(name)).rejects.toThrow('second_operator_required');
  });
});

describe('a drift', () => {
  test('G4, B10: stops by itself, is in the log, and stays stopped when it is gone', async () => {
    await tamper(1);
    const { drifts } = await server.context.reconciler.checkQuick();
    expect(drifts).toEqual([{ check: 'currency_sum', subject: '3', difference: 1n }]);
    // In this very moment, before anything is written.
    expect(await place()).toMatchObject({ status: 503, error: 'unavailable' });
    expect(await trading()).toMatchObject({
      mode: 'cancel_only',
      cause: 'drift',
      reason: 'currency_sum 3 1',
      is_resumable: false,
    });
    const [noted] = await lastActs(server, 1);
    expect(noted).toMatchObject({ action: 'trading.stopped', detail: { cause: 'drift' } });

    await tamper(-1);
    await server.context.reconciler.checkQuick();
    expect(server.context.reconciler.isSound).toBe(false);
    await server.restart();
    expect(await server.data('queueCounts', {}, manager)).toMatchObject({ is_sound: false });
    expect(await server.call('resumeTrading', { reason }, manager)).toMatchObject({
      error: 'recount_needed',
    });
    expect(await place()).toMatchObject({ error: 'unavailable' });

    // Nor does another process that asks for it, whatever that says.
    const { since } = await trading();
    const asked = { kind: 'set_trading_mode', mode: 'open', cause: 'operator', reason } as const;
    const refuse = () => {
      const { reconciler, trading } = server.context;
      trading.refuseUnproven({ ...asked, endsSinceMs: Number(since) }, reconciler);
    };
    expect(refuse).toThrow('recount_needed');
    expect(await server.data('recountBooks', {}, manager)).toMatchObject({ is_recounting: true });
    await expect.poll(trading).toMatchObject({ is_recounting: false, is_resumable: true });
    expect(refuse).not.toThrow();
    const proposed = await server.data('resumeTrading', { reason: 'counted again' }, manager);
    expect((await decide(manager2, proposed.proposal_id)).message.failure).toBeUndefined();
    expect(server.context.reconciler.isSound).toBe(true);
    expect((await place()).type).toBe('ok');
  });

  test('a drift found after a proposal to resume keeps it stopped', async () => {
    await stop();
    const proposed = await server.data('resumeTrading', { reason: 'all is well' }, manager);
    server.clock.nowMs += 1_000;
    await tamper(1);
    await server.context.reconciler.checkQuick();
    expect(await trading()).toMatchObject({ cause: 'drift' });
    const reply = await decide(manager2, proposed.proposal_id);
    expect(reply.message).toMatchObject({ status: 'passed', failure: 'intent_changed' });
    expect((await trading()).mode).toBe('cancel_only');
    await tamper(-1);
  });
});
