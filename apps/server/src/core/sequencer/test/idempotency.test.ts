/** Cases I1, I2, I4, I5 and I6 of the reliability catalogue, on both databases. */
import type { Result } from '@fairlead/engine';
import { amountMinor, DAY_MS } from '@fairlead/units';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import {
  FakeClock,
  keyed,
  limit,
  MAKER,
  seed,
  start,
  submitKeyed,
  TAKER,
} from '../../../../test/support/test-sequencer.ts';
import { pruneAnswers } from '../../store/maintenance.ts';
import { AnswerCache, type Idempotency } from '../answer-cache.ts';
import { fingerprint } from '../fingerprint.ts';
import { learnKeys } from '../learn-keys.ts';
import { SubmitError } from '../submit-error.ts';
import { FaultyDatabase, faultsInTurn, type WriteFault } from './faulty-database.ts';

const codeOf = (error: unknown): string => (error instanceof SubmitError ? error.code : 'none');

describeDatabases('idempotency', (kind) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await openTestDatabase(kind);
  });
  afterEach(() => test.remove());

  const ordersOf = (owner: number): Promise<unknown[]> =>
    test.database.query('SELECT order_id FROM orders WHERE owner_id = $1', [owner]);

  it('I1: fifty at once with one key have one effect and one answer', async () => {
    const sequencer = await start(test.database);
    await seed(sequencer);
    const order = limit(MAKER, 'sell', [10_000, 5]);
    const settled = await Promise.allSettled(
      Array.from({ length: 50 }, () => submitKeyed(sequencer, 'fifty', order)),
    );
    const answers = settled.filter((each) => each.status === 'fulfilled');
    const refused = settled.filter((each) => each.status === 'rejected');
    expect(answers).toHaveLength(1);
    expect(new Set(refused.map(({ reason }) => codeOf(reason)))).toEqual(new Set(['in_progress']));
    const again = await submitKeyed(sequencer, 'fifty', order);
    expect(again).toEqual({ ...answers[0]?.value, isReplay: true });
    expect(await ordersOf(MAKER)).toHaveLength(1);
    await sequencer.stop();
  });

  it('I2: a key with another body or route is a conflict, another owner is independent', async () => {
    const sequencer = await start(test.database);
    await seed(sequencer);
    const order = limit(MAKER, 'sell', [10_000, 5]);
    await submitKeyed(sequencer, 'mine', order);
    const otherBody = submitKeyed(sequencer, 'mine', limit(MAKER, 'sell', [10_000, 6]));
    await expect(otherBody).rejects.toMatchObject({ code: 'idempotency_conflict' });
    const otherRoute = submitKeyed(sequencer, 'mine', order, 'lever/submit');
    await expect(otherRoute).rejects.toMatchObject({ code: 'idempotency_conflict' });
    const other = await submitKeyed(sequencer, 'mine', limit(TAKER, 'sell', [10_000, 5]));
    expect(other).toMatchObject({ status: 200, isReplay: false });
    expect(await ordersOf(MAKER)).toHaveLength(1);
    await sequencer.stop();
  });

  it('I2: a conflict is told while the first still runs', async () => {
    const sequencer = await start(test.database);
    await seed(sequencer);
    const first = submitKeyed(sequencer, 'k', limit(MAKER, 'sell', [10_000, 5]));
    const second = submitKeyed(sequencer, 'k', limit(MAKER, 'sell', [10_000, 6]));
    await expect(second).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect((await first).status).toBe(200);
    await sequencer.stop();
  });

  it('I4: a business refusal is kept and repeated, though it would succeed by now', async () => {
    const sequencer = await start(test.database);
    await seed(sequencer);
    const tooMuch = limit(MAKER, 'sell', [10_000, 2_000_000]);
    const refused = await submitKeyed(sequencer, 'poor', tooMuch);
    expect(refused).toMatchObject({ status: 400, isReplay: false });
    await sequencer.run({
      kind: 'post_entry',
      reason: 'faucet',
      reference: 'later',
      currencyId: 1,
      amount: amountMinor(10_000_00000000n),
      source: { house: 'external' },
      target: { owner: MAKER, account: 'coin' },
    });
    expect(await submitKeyed(sequencer, 'poor', tooMuch)).toEqual({ ...refused, isReplay: true });
    expect((await submitKeyed(sequencer, 'rich', tooMuch)).status).toBe(200);
    await sequencer.stop();
  });

  it('an overloaded queue gives the key back', async () => {
    const sequencer = await start(test.database, { limits: { queueCommandsMax: 1 } });
    for (const command of [1, 2, 3]) {
      await sequencer.run({ kind: 'open_account', owner: command });
    }
    const order = limit(1, 'sell', [10_000, 5]);
    const first = submitKeyed(sequencer, 'a', order);
    const second = submitKeyed(sequencer, 'b', order);
    await expect(second).rejects.toMatchObject({ code: 'overloaded' });
    await first;
    expect(await submitKeyed(sequencer, 'b', order)).toMatchObject({ isReplay: false });
    await sequencer.stop();
  });

  it('finds a first answer in its table when memory holds fewer than that', async () => {
    const limits = { answersMax: 2 };
    const sequencer = await start(test.database, { limits });
    await seed(sequencer);
    const orders = [1, 2, 3, 4, 5].map((lots) => limit(MAKER, 'sell', [10_000, lots]));
    const firsts = [];
    for (const [at, order] of orders.entries()) {
      firsts.push(await submitKeyed(sequencer, `key ${at}`, order));
    }
    const first = orders[0] as (typeof orders)[0];
    expect(await submitKeyed(sequencer, 'key 0', first)).toEqual({ ...firsts[0], isReplay: true });
    const conflict = submitKeyed(sequencer, 'key 1', first);
    await expect(conflict).rejects.toMatchObject({ code: 'idempotency_conflict' });
    await sequencer.stop();
    const next = await start(test.database, { limits });
    for (const [at, order] of orders.entries()) {
      const again = await submitKeyed(next, `key ${at}`, order);
      expect(again).toEqual({ ...firsts[at], isReplay: true });
    }
    expect(await ordersOf(MAKER)).toHaveLength(5);
    await next.stop();
  });

  it('asks the table for no key that is new once it has read which there are', async () => {
    const limits = { answersMax: 2 };
    const before = await start(test.database, { limits });
    await seed(before);
    const orders = [1, 2, 3, 4, 5, 6, 7].map((lots) => limit(MAKER, 'sell', [10_000, lots]));
    for (const [at, order] of orders.entries()) await submitKeyed(before, `key ${at}`, order);
    await before.stop();
    const faulty = new FaultyDatabase(test.database);
    const sequencer = await start(faulty, { limits });
    const unread = submitKeyed(sequencer, 'new', limit(MAKER, 'sell', [10_000, 1]));
    faulty.failingQueries = 1;
    await expect(unread).rejects.toMatchObject({ code: 'unavailable' });
    await learnKeys(sequencer.answers, faulty, 2);
    faulty.failingQueries = 1;
    const answer = await submitKeyed(sequencer, 'new', limit(MAKER, 'sell', [10_000, 1]));
    expect(answer).toMatchObject({ isReplay: false });
    faulty.failingQueries = 0;
    for (const [at, order] of orders.entries())
      expect(await submitKeyed(sequencer, `key ${at}`, order)).toMatchObject({ isReplay: true });
    expect(await ordersOf(MAKER)).toHaveLength(8);
    await sequencer.stop();
  });

  it('gives a first answer again without a command: from memory, else from the table', async () => {
    const faulty = new FaultyDatabase(test.database);
    const sequencer = await start(faulty, { limits: { answersMax: 1 } });
    await seed(sequencer);
    const order = limit(MAKER, 'sell', [10_000, 5]);
    const asked = keyed('first', order);
    const running = submitKeyed(sequencer, 'first', order);
    expect(() => sequencer.replay(asked)).toThrow('in_progress');
    const first = { ...(await running), isReplay: true };
    expect(sequencer.replay(asked)).toEqual(first);
    // Memory has all keys so far, so none is looked up.
    faulty.failingQueries = 1;
    expect(await sequencer.replayStored(keyed('unknown', order))).toBeUndefined();
    faulty.failingQueries = 0;
    await submitKeyed(sequencer, 'second', order);
    expect(sequencer.replay(asked)).toBeUndefined();
    expect(await sequencer.replayStored(asked)).toEqual(first);
    expect(await sequencer.replayStored(keyed('unknown', order))).toBeUndefined();
    expect(await sequencer.replayStored({ ...asked, owner: TAKER })).toBeUndefined();
    const conflict = sequencer.replayStored({ ...asked, fingerprint: 'other' });
    await expect(conflict).rejects.toMatchObject({ code: 'idempotency_conflict' });
    faulty.failingQueries = 1;
    const unanswered = sequencer.replayStored(asked);
    await expect(unanswered).rejects.toMatchObject({ code: 'unavailable' });
    await sequencer.stop();
  });

  it('I6: after the key is pruned the client order id still refuses a second order', async () => {
    const clock = new FakeClock();
    const sequencer = await start(test.database, { clock });
    await seed(sequencer);
    const order = limit(MAKER, 'sell', [10_000, 5], 'mine-1');
    await submitKeyed(sequencer, 'short-lived', order);
    // Filled, so that the engine has forgotten it.
    await sequencer.run(limit(TAKER, 'buy', [10_000, 5]));
    await sequencer.stop();
    expect(await pruneAnswers(test.database, clock.nowMs + 7 * DAY_MS)).toBe(0);
    expect(await pruneAnswers(test.database, clock.nowMs + 7 * DAY_MS + 1)).toBe(1);
    const next = await start(test.database, { clock });
    const again = await submitKeyed(next, 'short-lived', order);
    expect(JSON.parse(again.body)).toEqual({ ok: false, reject: 'duplicate_client_order_id' });
    expect(await ordersOf(MAKER)).toHaveLength(1);
    await next.stop();
  });

  it('a client order id closed in a batch not yet committed is refused', async () => {
    const sequencer = await start(test.database, { limits: { batchCommandsMax: 1 } });
    await seed(sequencer);
    await sequencer.run(limit(MAKER, 'sell', [10_000, 50]));
    const results = await Promise.all(
      Array.from({ length: 5 }, () => sequencer.run(limit(TAKER, 'buy', [10_000, 5], 'same'))),
    );
    const rejects = results.map((result: Result) => (result.ok ? 'accepted' : result.reject));
    expect(rejects).toEqual(['accepted', ...Array(4).fill('duplicate_client_order_id')]);
    expect(await ordersOf(TAKER)).toHaveLength(1);
    await sequencer.stop();
  });

  it('a reference posted long ago is refused, so a deposit is credited once', async () => {
    const sequencer = await start(test.database);
    await seed(sequencer);
    await sequencer.stop();
    // The restarted engine remembers no references; the tables do.
    const next = await start(test.database);
    const deposit = {
      kind: 'post_entry',
      reason: 'faucet',
      reference: `seed:${MAKER}:1`,
      currencyId: 1,
      amount: amountMinor(5n),
      source: { house: 'external' },
      target: { owner: MAKER, account: 'coin' },
    } as const;
    expect(await next.run(deposit)).toEqual({ ok: false, reject: 'duplicate_reference' });
    await next.stop();
  });
});

/** The nine points between receiving a request and publishing what it did, and how each is reached. */
const CRASH_POINTS: readonly (readonly [name: string, fault: WriteFault | 'lookup' | 'none'])[] = [
  ['after the key was reserved', 'none'],
  ['during the lookup', 'lookup'],
  ['after execution, before anything was sent', 'hang_before'],
  ['when the database refused the batch', 'refuse'],
  ['before COMMIT was received', 'lose_before'],
  ['during COMMIT', 'lose_during'],
  ['after COMMIT, before its answer', 'lose_after'],
  ['after the commit, before the caller was answered', 'hang_after'],
  ['after the caller was answered, before publishing', 'none'],
];

describeDatabases('I5: a crash anywhere between receive and publish', (kind) => {
  describe.each(CRASH_POINTS)('%s', (point, fault) => {
    it('leaves all or nothing, and a retry with the key has one effect', async () => {
      const test = await openTestDatabase(kind);
      const faulty = new FaultyDatabase(test.database);
      const sequencer = await start(faulty);
      await seed(sequencer);
      if (fault === 'lookup') faulty.failingQueries = 1;
      else if (fault !== 'none') faulty.nextWriteFault = faultsInTurn(fault);
      const order = limit(MAKER, 'sell', [10_000, 5], 'natural');
      const isPublishing = point.endsWith('publishing');
      if (isPublishing) {
        sequencer.onCommitted(() => {
          throw new Error('the process died while publishing');
        });
      }
      const first = submitKeyed(sequencer, 'retry-me', order);
      const outcome = isPublishing ? await first : undefined;
      first.catch(() => undefined);
      if (!isPublishing) await turnOfEvents();
      await faulty.die();
      const next = await start(await test.openAnother());
      const answer = await submitKeyed(next, 'retry-me', order);
      expect(answer.status).toBe(200);
      if (outcome !== undefined) expect(answer).toEqual({ ...outcome, isReplay: true });
      expect(await test.database.query('SELECT count(*) FROM orders')).toEqual([{ count: 1n }]);
      expect(await submitKeyed(next, 'retry-me', order)).toEqual({ ...answer, isReplay: true });
      await next.stop();
      await test.remove();
    });
  });
});

/** Lets what was started go as far as it goes without waiting for a database. */
function turnOfEvents(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

describe('the cache of first answers', () => {
  const request = (key: string): Idempotency => ({
    owner: 1,
    key,
    fingerprint: `of ${key}`,
    route: 'r',
  });
  const answer = (key: string) => ({ ...request(key), status: 200, body: '{}', timeMs: 0 });

  it('knows which keys the table may have beside it', () => {
    const cache = new AnswerCache(2, [answer('b'), answer('a')], false);
    expect(cache.findOrReserve(request('c'))).toBeUndefined();
    expect(cache.mayBeStored(request('a'))).toBe(false);
    cache.settle(answer('c'));
    expect(cache.mayBeStored(request('a'))).toBe(true);
    expect(cache.mayBeStored(request('d'))).toBe(false);
    expect(cache.mayBeStored({ ...request('a'), owner: 11 })).toBe(false);
    // The oldest went: `newest` is newest first.
    expect(cache.findOrReserve(request('a'))).toBeUndefined();
    expect(cache.findOrReserve(request('b'))).toMatchObject({ key: 'b', fingerprint: 'of b' });
  });

  it('lets go of what was removed from the table, and stays complete', () => {
    const cache = new AnswerCache(9, [{ ...answer('new'), timeMs: 3 }, answer('old')], false);
    cache.settle({ ...answer('old'), owner: 11 });
    cache.forget({ owners: [1], untilMs: 2 });
    expect(cache.findOrReserve(request('old'))).toBeUndefined();
    expect(cache.find(request('new'))).toMatchObject({ key: 'new' });
    expect(cache.find({ ...request('old'), owner: 11 })).toMatchObject({ owner: 11 });
    expect(cache.mayBeStored(request('old'))).toBe(false);
  });

  it('takes every key for one of the table until the table was read', () => {
    const cache = new AnswerCache(1, [{ ...answer('c'), timeMs: 7 }], true);
    expect(cache.unread).toEqual({ owner: 0, key: '', timeMs: 8 });
    expect(cache.mayBeStored(request('new'))).toBe(true);
    const elder = { owner: 1, key: 'b', timeMs: 5 };
    cache.learn([elder]);
    expect(cache.unread).toEqual(elder);
    expect(cache.mayBeStored(request('new'))).toBe(true);
    cache.learn([]);
    expect(cache.unread).toBeUndefined();
    expect(cache.mayBeStored(request('new'))).toBe(false);
    expect(cache.mayBeStored(request('b'))).toBe(true);
    cache.forgetBefore(6);
    expect(cache.mayBeStored(request('b'))).toBe(false);
  });

  it('takes what is under way at a commit of unknown outcome for stored', () => {
    const cache = new AnswerCache(9, [], false);
    cache.findOrReserve(request('a'));
    cache.expectMore(3);
    cache.release(request('a'));
    expect(cache.mayBeStored(request('a'))).toBe(true);
    expect(cache.mayBeStored(request('b'))).toBe(false);
  });

  it('a key given back may be used for another request', () => {
    const cache = new AnswerCache(2, [], false);
    cache.findOrReserve(request('a'));
    cache.release(request('a'));
    expect(cache.findOrReserve({ ...request('a'), fingerprint: 'other' })).toBeUndefined();
  });
});

describe('the fingerprint', () => {
  it('is one for bodies that differ in the order of names only, and covers the route', () => {
    const left = fingerprint('r', { a: '1', b: [1, { c: null, d: true }] });
    expect(fingerprint('r', { b: [1, { d: true, c: null }], a: '1', e: undefined })).toBe(left);
    expect(fingerprint('s', { a: '1', b: [1, { c: null, d: true }] })).not.toBe(left);
    expect(fingerprint('r', { a: 1, b: [1, { c: null, d: true }] })).not.toBe(left);
    expect(left).toHaveLength(43);
  });
});
