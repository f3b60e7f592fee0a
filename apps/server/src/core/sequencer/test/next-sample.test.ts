import { Engine } from '@fairlead/engine';
import { BTC_USDT, ETH, ETH_USDT } from '@fairlead/testkit';
import { priceE8 } from '@fairlead/units';
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
  render,
  seed,
  start,
  submitKeyed,
  type TestSequencerOptions,
} from '../../../../test/support/test-sequencer.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { Reconciler } from '../../checks/reconciler.ts';
import { PARK_MAX_MS } from '../limits.ts';
import { NextSample } from '../next-sample.ts';
import type { Sequencer } from '../sequencer.ts';
import type { Answer, Pending } from '../submission.ts';
import { FaultyDatabase, faultsInTurn } from './faulty-database.ts';

const BTC_ID = BTC_USDT.marketId;
const ETH_ID = ETH_USDT.marketId;

/** Timers that end when the test says so, the first started first. */
class Timers {
  readonly #running = new Map<number, { readonly run: () => void; readonly ms: number }>();
  #started = 0;
  readonly start = (run: () => void, ms: number): (() => void) => {
    const id = this.#started++;
    this.#running.set(id, { run, ms });
    return () => this.#running.delete(id);
  };
  get waits(): number[] {
    return [...this.#running.values()].map(({ ms }) => ms);
  }
  endFirst(): void {
    const [first] = this.#running;
    if (first === undefined) throw new Error('no timer runs');
    this.#running.delete(first[0]);
    first[1].run();
  }
}

/** Every turn of the event loop that a submission may need to come to rest. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const order = (price: number, clientOrderId?: string) =>
  limit(MAKER, 'buy', [price, 1], clientOrderId);
const outcome = ({ status, body }: Answer): unknown =>
  status === 200 ? 'placed' : JSON.parse(body).reject;

describeDatabases('the next sample', (kind) => {
  let test: TestDatabase;
  let clock: FakeClock;
  let timers: Timers;
  let sequencer: Sequencer;
  const open = (options: TestSequencerOptions = {}) =>
    start(test.database, { clock, startTimer: timers.start, ...options });
  beforeEach(async () => {
    test = await openTestDatabase(kind);
    clock = new FakeClock();
    timers = new Timers();
    sequencer = await open();
    await seed(sequencer, clock);
    await sequencer.run({ kind: 'configure_currency', currency: ETH });
    await sequencer.run({ kind: 'configure_market', market: ETH_USDT });
  });
  afterEach(async () => {
    await sequencer.stop();
    await test.remove();
  });

  const park = (price: number, key: string, markets = [BTC_ID], name?: string) => {
    const command = order(price, name);
    const idempotency = keyed(key, command);
    return sequencer.submit({ command, idempotency, afterSamplesOf: markets, render });
  };
  /** A sample in whole units of the quote; without a price a stale one. */
  const tick = (price?: number, { marketId = BTC_ID, afterMs = 1_000 } = {}) => {
    clock.nowMs += afterMs;
    return sequencer.run({
      kind: 'index_tick',
      marketId,
      sampleTimeMs: clock.nowMs,
      ...(price !== undefined && { price: priceE8(BigInt(price) * 100_000_000n) }),
    });
  };

  it('P5: what was asked for runs behind the first sample after it, and before the second', async () => {
    // At the present index of 100 it would be refused, at 200 too.
    const parked = park(7_990, 'a');
    await turns();
    expect(sequencer.health()).toMatchObject({ queuedCommands: 0, parkedCommands: 1 });
    const ticks = [tick(99), tick(200)];
    expect(outcome(await parked)).toBe('placed');
    await Promise.all(ticks);
    expect(sequencer.health().parkedCommands).toBe(0);
    expect(timers.waits).toEqual([]);
  });

  it('F2: a stale, repeated or older sample frees nothing, nor does one of another market', async () => {
    const parked = park(12_500, 'a');
    await turns();
    await tick();
    await tick(110, { afterMs: 0 });
    await tick(110, { afterMs: -1_500 });
    clock.nowMs += 1_500;
    await tick(110, { marketId: ETH_ID });
    expect(sequencer.health().parkedCommands).toBe(1);
    await tick(110);
    expect(outcome(await parked)).toBe('placed');
  });

  it('a second that the tables hold frees nothing after a restart', async () => {
    await tick(110);
    await sequencer.stop();
    sequencer = await open();
    const parked = park(12_500, 'a');
    await tick(110, { afterMs: 0 });
    expect(sequencer.health().parkedCommands).toBe(1);
    await tick(110);
    expect(outcome(await parked)).toBe('placed');
  });

  it('one that names several markets waits for all of them', async () => {
    const parked = park(12_500, 'a', [BTC_ID, ETH_ID]);
    await turns();
    await tick(110);
    expect(sequencer.health().parkedCommands).toBe(1);
    await tick(10, { marketId: ETH_ID });
    expect(outcome(await parked)).toBe('placed');
  });

  it('those that wait for one sample run in the order in which they came', async () => {
    const answers = ['a', 'b', 'c'].map((key) => park(9_000, key));
    await turns();
    await tick(100);
    const ids = (await Promise.all(answers)).map(({ body }) => JSON.parse(body));
    const sequences = ids.map(({ value }) => value.order.orderId);
    expect(sequences).toEqual(sequences.toSorted((left, right) => left - right));
  });

  it('a lookup of its name keeps it behind its own sample', async () => {
    const parked = park(7_990, 'a', [BTC_ID], 'mine');
    await turns();
    const ticks = [tick(99), tick(200)];
    expect(outcome(await parked)).toBe('placed');
    await Promise.all(ticks);
    const again = park(9_900, 'b', [BTC_ID], 'mine');
    await turns();
    await tick(99);
    expect(outcome(await again)).toBe('duplicate_client_order_id');
  });

  it('without a sample in time it is refused price_stale, for good', async () => {
    const parked = park(9_900, 'a');
    await turns();
    expect(timers.waits).toEqual([PARK_MAX_MS]);
    const before = sequencer.health().lastSequence;
    timers.endFirst();
    const answer = await parked;
    // The engine has a sample that was there before the request: it was not asked for its opinion, but for a number.
    expect(outcome(answer)).toBe('price_stale');
    expect(sequencer.health().lastSequence).toBe(before + 1);
    await tick(100);
    expect(await park(9_900, 'a')).toEqual({ ...answer, isReplay: true });
  });

  it('its key is in progress while it waits, and of fifty alike one runs', async () => {
    const parked = park(9_900, 'a');
    await turns();
    const others = await Promise.allSettled(Array.from({ length: 49 }, () => park(9_900, 'a')));
    expect(new Set(others.map((each) => each.status === 'rejected' && each.reason.code))).toEqual(
      new Set(['in_progress']),
    );
    await expect(park(9_800, 'a')).rejects.toMatchObject({ code: 'idempotency_conflict' });
    await tick(100);
    const answer = await parked;
    expect(await park(9_900, 'a')).toEqual({ ...answer, isReplay: true });
    expect(await test.database.query('SELECT count(*) FROM orders')).toEqual([{ count: 1n }]);
  });

  it('a stop fails those that wait at once and gives their keys back', async () => {
    const parked = park(9_900, 'a');
    const isRefused = expect(parked).rejects.toMatchObject({ code: 'unavailable' });
    await turns();
    await sequencer.stop();
    await isRefused;
    expect(timers.waits).toEqual([]);
    sequencer = await open();
    const again = park(9_900, 'a');
    await turns();
    await tick(100);
    expect(await again).toMatchObject({ status: 200, isReplay: false });
  });

  it('counts into the bound of the queue, but keeps no tick out', async () => {
    await sequencer.stop();
    sequencer = await open({ limits: { queueCommandsMax: 4 } });
    const parked = [park(9_900, 'a'), park(9_900, 'b')];
    await turns();
    await expect(park(9_900, 'c')).rejects.toMatchObject({ code: 'overloaded' });
    // What is parked has half of the queue, and counts: two of three have a place in the other.
    const asked = ['d', 'e', 'f'].map((key) => submitKeyed(sequencer, key, order(9_900)));
    const ticked = tick(100);
    const settled = await Promise.allSettled(asked);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await ticked;
    expect((await Promise.all(parked)).map(outcome)).toEqual(['placed', 'placed']);
  });

  it('a recovery fails those that wait, and the books are sound', async () => {
    await sequencer.stop();
    const faulty = new FaultyDatabase(test.database);
    const recovered = Promise.withResolvers<void>();
    sequencer = await start(faulty, {
      clock,
      startTimer: timers.start,
      reports: { recovered: recovered.resolve },
    });
    const parked = park(9_900, 'a');
    const isRefused = expect(parked).rejects.toMatchObject({ code: 'unavailable' });
    await turns();
    faulty.nextWriteFault = faultsInTurn('lose_before');
    await expect(submitKeyed(sequencer, 'b', order(9_900))).rejects.toMatchObject({
      code: 'unavailable',
    });
    await isRefused;
    await recovered.promise;
    const again = park(9_900, 'a');
    await turns();
    await tick(100);
    expect(await again).toMatchObject({ status: 200, isReplay: false });
    const reconciler = new Reconciler({
      tables: EXCHANGE_TABLES,
      database: test.database,
      sequencer,
      createEngine: (snapshot) => new Engine(snapshot),
      clock,
    });
    expect((await reconciler.checkEngine()).drifts).toEqual([]);
    expect((await reconciler.checkQuick()).drifts).toEqual([]);
  });
});

describe('a close of all positions that some samples did not come for', () => {
  const closing = (): Pending => ({
    command: { kind: 'close_positions', owner: MAKER, side: 'long' },
    idempotency: undefined,
    afterSamplesOf: [BTC_ID, ETH_ID],
    sampleSources: undefined,
    sampleAheadMs: 0,
    used: undefined,
    execute: () => undefined,
    deliver() {},
    replay() {},
    fail() {},
  });
  const parked = (sampled: readonly number[]): Pending => {
    const timers = new Timers();
    const timedOut: Pending[] = [];
    const waiting = new NextSample({
      lastSamples: [],
      parkMaxMs: PARK_MAX_MS,
      startTimer: timers.start,
      needOf: () => undefined,
      onTimeOut: (pending) => timedOut.push(pending),
    });
    waiting.park(closing());
    for (const marketId of sampled)
      waiting.release({ kind: 'index_tick', marketId, sampleTimeMs: 1, price: priceE8(1n) });
    timers.endFirst();
    const [pending] = timedOut;
    if (pending === undefined) throw new Error('its time was not up');
    return pending;
  };

  it('closes in those markets that have one', () => {
    expect(parked([ETH_ID])).toMatchObject({
      command: { kind: 'close_positions', owner: MAKER, side: 'long', marketIds: [ETH_ID] },
      used: undefined,
    });
  });

  it('is refused when no market has one', () => {
    expect(parked([]).used).toEqual({ reject: 'price_stale' });
  });
});
