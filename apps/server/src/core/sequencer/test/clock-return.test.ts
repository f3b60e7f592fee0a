/**
 * What is left by a clock that had run ahead: its samples count for nothing, and trading at the index goes on at once, in
 * the same process and through a restart. Nothing that was true is taken back when it is the clock that is behind.
 */

import { verifyChain } from '@fairlead/receipt';
import { HOUR_MS } from '@fairlead/units';
import { afterEach, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../../test/support/test-database.ts';
import { FakeClock, start } from '../../../../test/support/test-sequencer.ts';
import {
  DerivativeStory,
  readChain,
  seedDerivatives,
} from '../../../receipts/test/receipt-story.ts';
import { EXCHANGE_TABLES } from '../../../tables.ts';
import { readVoidSamples } from '../../store/clock-queries.ts';
import { readSnapshot } from '../../store/snapshot-reader.ts';
import type { ClockReturn } from '../clock-return.ts';
import { LossError } from '../seen.ts';
import type { Sequencer } from '../sequencer.ts';

const ALICE = 11;
const MARKET = 1;

let test: TestDatabase;
let story: DerivativeStory;
let returns: ClockReturn[];

async function begin(clock: FakeClock): Promise<Sequencer> {
  const reports = { clockReturned: (made: ClockReturn) => void returns.push(made) };
  return start(test.database, { clock, reports });
}

afterEach(async () => {
  await story.sequencer.stop();
  await test.remove();
});

describeDatabases('Q15: a clock that had run ahead', (kind) => {
  /** A minute of samples, then six seconds of an hour ahead in which everything is used. */
  async function anHourAhead(): Promise<number> {
    returns = [];
    test = await openTestDatabase(kind);
    const clock = new FakeClock();
    story = new DerivativeStory(await begin(clock), clock);
    await seedDerivatives(story.sequencer, [ALICE]);
    await story.ticks(60, '100.00');
    const truthMs = clock.nowMs;
    clock.nowMs += HOUR_MS;
    await story.ticks(3, '105.00');
    await story.buy(ALICE, 'rise');
    await story.open(ALICE, 'long');
    await story.ticks(3, '105.00');
    clock.nowMs = truthMs + 6_000;
    return truthMs;
  }

  async function expectTrading(truthMs: number): Promise<void> {
    const { clock, sequencer } = story;
    await story.tick('100.00');
    // Waits for the next sample, as requests do, and runs behind it.
    const closing = await story.open(ALICE, 'long');
    await story.buy(ALICE, 'rise');
    await story.ticks(31, '101.00');
    await story.close(ALICE, closing);
    expect(clock.nowMs).toBeLessThan(truthMs + 60_000);
    const { options, index } = await sequencer.atRest(async (engine) => engine.holdSnapshot());
    expect(index).toMatchObject([{ sampleTimeMs: clock.nowMs }]);
    // Bought while the clock was wrong, it is due when it was agreed.
    expect(options.map(({ deliversAtMs }) => deliversAtMs > truthMs + HOUR_MS)).toEqual([true]);
    const chain = await readChain(test.database, ALICE);
    const { isRight, receipts } = await verifyChain(chain);
    expect(isRight).toBe(true);
    const noted = receipts.filter(({ notes }) => notes.some((note) => /before/.test(note)));
    expect(noted.map(({ id }) => id)).toEqual([3]);
  }

  it('trading at the index goes on within seconds of its return', async () => {
    const truthMs = await anHourAhead();
    // What meets the return is turned away and may come again.
    await expect(story.tick('100.00')).rejects.toThrow('unavailable');
    await expect.poll(() => story.sequencer.health().state).toBe('running');
    expect(returns).toMatchObject([{ voidSamples: 6 }]);
    await expectTrading(truthMs);
  });

  it('… and through a restart, as after an upgrade from a version that stored them', async () => {
    const truthMs = await anHourAhead();
    await story.sequencer.stop();
    story.sequencer = await begin(story.clock);
    expect(returns).toMatchObject([{ voidSamples: 6, toMs: truthMs + 6_000 }]);
    await expectTrading(truthMs);
  });

  it('its samples are never used, and no other takes their seconds', async () => {
    const truthMs = await anHourAhead();
    await story.sequencer.stop();
    story.sequencer = await begin(story.clock);
    await story.ticks(30, '100.00');
    story.clock.nowMs = truthMs + HOUR_MS - 1_000;
    await story.tick('100.00');
    const refused = Array.from({ length: 6 }, () => story.tick('100.00'));
    const results = await Promise.allSettled(refused);
    expect(results.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
    await story.tick('100.00');
    expect(await readVoidSamples(test.database)).toHaveLength(6);
    // The option's window is after them, but its start would look back to them at a reload.
    const { windowSamples } = await readSnapshot(test.database, EXCHANGE_TABLES);
    expect(
      windowSamples.every(({ sampleTimeMs }) => sampleTimeMs > truthMs + HOUR_MS + 6_000),
    ).toBe(true);
  });

  it('a clock that is behind takes nothing back: time stands still until it has caught up', async () => {
    returns = [];
    test = await openTestDatabase(kind);
    const clock = new FakeClock();
    story = new DerivativeStory(await begin(clock), clock);
    await seedDerivatives(story.sequencer, [ALICE]);
    await story.ticks(60, '100.00');
    const reachedMs = clock.nowMs;
    await story.sequencer.stop();
    clock.nowMs -= 50_000;
    story.sequencer = await begin(clock);
    await expect(story.tick('90.00')).rejects.toThrow('terms_invalid');
    expect(returns).toEqual([]);
    expect(await readVoidSamples(test.database)).toEqual([]);
    const { index } = await story.sequencer.atRest(async (engine) => engine.holdSnapshot());
    expect(index).toMatchObject([{ marketId: MARKET, sampleTimeMs: reachedMs }]);
    clock.nowMs = reachedMs;
    await story.tick('100.00');
  });

  /** A start after a loss, by a clock that is so far behind what was seen of the lost commands. */
  async function lostAhead(aheadMs: number): Promise<number> {
    returns = [];
    test = await openTestDatabase(kind);
    const clock = new FakeClock();
    story = new DerivativeStory(await begin(clock), clock);
    await seedDerivatives(story.sequencer, [ALICE]);
    await story.ticks(5, '100.00');
    const position = await story.open(ALICE, 'long');
    const { seen: stored } = story.sequencer.committed;
    await story.sequencer.stop();
    const seen = { ...stored, sequence: stored.sequence + 9, timeMs: clock.nowMs + aheadMs };
    story.sequencer = await begin(clock);
    await story.sequencer.declareLoss(new LossError(stored, seen));
    return position;
  }

  async function expectChain(): Promise<void> {
    const { isRight, receipts } = await verifyChain(await readChain(test.database, ALICE));
    expect(isRight).toBe(true);
    expect(receipts).toHaveLength(3);
  }

  it('after a loss no receipt is of a time before the loss’s, whose clock was a little ahead', async () => {
    const position = await lostAhead(1_700);
    // The clock comes to a second for which the lost ones had been.
    await story.tick('100.00');
    await story.close(ALICE, position);
    expect(returns).toEqual([]);
    await expectChain();
  });

  it('… and of a clock that was far ahead the time goes back, and is said to', async () => {
    const position = await lostAhead(HOUR_MS);
    const { nowMs } = story.clock;
    await expect(story.tick('100.00')).rejects.toThrow('unavailable');
    await expect.poll(() => story.sequencer.health().state).toBe('running');
    expect(returns).toMatchObject([{ fromMs: nowMs + HOUR_MS, voidSamples: 0 }]);
    await story.tick('100.00');
    await story.close(ALICE, position);
    await expectChain();
  });

  it('a sample of a time to come is never stored', async () => {
    returns = [];
    test = await openTestDatabase(kind);
    const clock = new FakeClock();
    story = new DerivativeStory(await begin(clock), clock);
    await seedDerivatives(story.sequencer, [ALICE]);
    await story.tick('100.00');
    for (const aheadMs of [1_000, 3_000, HOUR_MS]) {
      const sampleTimeMs = clock.nowMs + aheadMs;
      const command = { kind: 'index_tick', marketId: MARKET, sampleTimeMs } as const;
      expect(await story.sequencer.run(command)).toEqual({ ok: false, reject: 'terms_invalid' });
    }
    const rows = await test.database.query('SELECT FROM index_samples WHERE sample_time_ms > $1', [
      clock.nowMs,
    ]);
    expect(rows).toEqual([]);
  });
});
