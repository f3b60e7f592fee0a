/** The time that the exchange goes by, against clocks that are set, stand still and sleep. Nothing here waits. */
import { HOUR_MS } from '@fairlead/units';
import { describe, expect, it, test } from 'vitest';
import { openTestDatabase } from '../../../../test/support/test-database.ts';
import { openClock } from '../../../core/operations/clock-keeper.ts';
import {
  JUMP_BELIEVED_MS,
  type MachineClocks,
  SteadyClock,
  startingTimeMs,
} from '../../../core/operations/steady-clock.ts';
import { databaseNowMs } from '../../../core/store/clock-queries.ts';
import { writeSetting } from '../../../core/store/settings-queries.ts';

const TRUTH_MS = 1_800_000_000_000;
const QUIET = { info() {}, warn() {} };

class Machine implements MachineClocks {
  #passed = 5_000;
  #slept = 0;
  wrongMs = 0;
  trueMs = () => TRUTH_MS + this.#passed - 5_000 + this.#slept;
  wallMs = () => this.trueMs() + this.wrongMs;
  passedMs = () => this.#passed;
  uptimeMs = () => this.#passed + this.#slept;
  sleep(ms: number): void {
    this.#slept += ms;
  }
  /** Seconds pass, and the clock is looked at in each. */
  pass(seconds: number, clock: SteadyClock, eachSecond = () => {}): void {
    for (let second = 0; second < seconds; second += 1) {
      this.#passed += 1_000;
      eachSecond();
      clock.look();
    }
  }
}

describe('Q15: the time that the exchange goes by', () => {
  it('does not know of an hour ahead for six seconds', () => {
    const machine = new Machine();
    const moves: number[] = [];
    const reports = { settled: (movedMs: number) => void moves.push(movedMs) };
    const clock = new SteadyClock(machine, { reports });
    machine.pass(10, clock);
    machine.wrongMs = HOUR_MS;
    for (let second = 0; second < 6; second += 1) {
      expect(clock.now()).toBe(machine.trueMs());
      expect(clock.wallAheadMs).toBe(HOUR_MS);
      machine.pass(1, clock);
    }
    machine.wrongMs = 0;
    machine.pass(1, clock);
    expect([clock.now(), clock.isJumped, moves]).toEqual([machine.trueMs(), false, [0]]);
  });

  it.each([HOUR_MS, -HOUR_MS])('follows a clock that was set by %i ms after a minute', (ms) => {
    const machine = new Machine();
    const clock = new SteadyClock(machine);
    machine.wrongMs = ms;
    machine.pass(JUMP_BELIEVED_MS / 1_000, clock);
    expect(clock.now()).toBe(machine.trueMs());
    machine.pass(1, clock);
    expect([clock.now(), clock.isJumped]).toEqual([machine.wallMs(), false]);
  });

  it('never follows it against the database, and does with it', () => {
    const machine = new Machine();
    const clock = new SteadyClock(machine, { hasDatabase: true });
    machine.wrongMs = HOUR_MS;
    machine.pass(600, clock, () => clock.databaseSays(machine.trueMs()));
    expect([clock.now(), clock.isJumped]).toEqual([machine.trueMs(), true]);
    machine.pass(2, clock, () => clock.databaseSays(machine.wallMs()));
    expect([clock.now(), clock.isJumped]).toEqual([machine.wallMs(), false]);
  });

  it.each([3_000, -3_000])(
    'follows a wall clock that was put right after a pause nothing counted, with a database %i ms off',
    (offMs) => {
      const machine = new Machine();
      const clock = new SteadyClock(machine, { hasDatabase: true });
      const said = () => clock.databaseSays(machine.wallMs() + offMs);
      machine.pass(30, clock, said);
      machine.wrongMs = HOUR_MS;
      machine.pass(JUMP_BELIEVED_MS / 1_000, clock, said);
      expect([clock.now(), clock.isJumped]).toEqual([machine.trueMs(), true]);
      machine.pass(2, clock, said);
      expect([clock.now(), clock.isJumped]).toEqual([machine.wallMs(), false]);
    },
  );

  it('does not follow a jump that the database knows only half of', () => {
    const machine = new Machine();
    const clock = new SteadyClock(machine, { hasDatabase: true });
    machine.wrongMs = HOUR_MS;
    for (const part of [0.5, 0.89, 1.11, 2])
      machine.pass(90, clock, () => clock.databaseSays(machine.trueMs() + HOUR_MS * part));
    expect([clock.now(), clock.isJumped]).toEqual([machine.trueMs(), true]);
  });

  it('takes sleep for what it is, at once', () => {
    const machine = new Machine();
    const clock = new SteadyClock(machine);
    machine.pass(3, clock);
    machine.sleep(9 * HOUR_MS);
    expect([clock.now(), clock.isJumped]).toEqual([machine.trueMs(), false]);
  });

  it('follows a clock that is slewed, and two steps that are small one by one are no small one', () => {
    const machine = new Machine();
    const clock = new SteadyClock(machine);
    for (let second = 0; second < 100; second += 1) {
      machine.wrongMs += 80;
      machine.pass(1, clock);
      expect(clock.now()).toBe(machine.wallMs());
    }
    machine.wrongMs += 1_500;
    machine.pass(1, clock);
    expect(clock.isJumped).toBe(false);
    machine.wrongMs += 1_500;
    machine.pass(1, clock);
    expect(clock.isJumped).toBe(true);
  });

  it('makes up for a small step little by little, and two the other way are never one of this time', () => {
    const machine = new Machine();
    const clock = new SteadyClock(machine);
    const steps: number[] = [];
    let lastMs = clock.now();
    const step = (ms: number) => {
      machine.wrongMs += ms;
      steps.push(clock.now() - lastMs);
      for (let second = 0; second < 30; second += 1) {
        machine.pass(1, clock);
        steps.push(clock.now() - lastMs - 1_000);
        lastMs = clock.now();
      }
    };
    step(1_900);
    expect(clock.now()).toBe(machine.wallMs());
    step(-1_900);
    step(-1_900);
    expect(clock.now()).toBe(machine.wallMs());
    expect(Math.max(...steps.map(Math.abs))).toBe(100);
  });

  it('does not follow a small step either that the database knows nothing of', () => {
    const machine = new Machine();
    const clock = new SteadyClock(machine, { hasDatabase: true });
    for (const wrongMs of [-1_500, -2_900, -4_300]) {
      machine.wrongMs = wrongMs;
      machine.pass(90, clock, () => clock.databaseSays(machine.trueMs()));
    }
    expect(machine.trueMs() - clock.now()).toBe(1_500);
    machine.wrongMs = 0;
    machine.pass(15, clock, () => clock.databaseSays(machine.trueMs()));
    expect(clock.now()).toBe(machine.trueMs());
  });

  it('does not stand still with a wall clock that does', () => {
    const machine = new Machine();
    const clock = new SteadyClock(machine);
    machine.pass(20, clock, () => {
      machine.wrongMs -= 1_000;
    });
    expect(Math.abs(clock.now() - machine.trueMs())).toBeLessThan(500);
  });
});

test('Q15: a start begins at the time that most clocks say', () => {
  const ahead = TRUTH_MS + HOUR_MS;
  const reachedMs = TRUTH_MS - 500;
  const start = (times: Partial<Parameters<typeof startingTimeMs>[0]>) =>
    startingTimeMs({ wallMs: TRUTH_MS, reachedMs, ...times }) - TRUTH_MS;
  expect(start({})).toBe(0);
  expect(start({ wallMs: ahead })).toBe(HOUR_MS);
  expect(start({ wallMs: ahead, databaseMs: TRUTH_MS })).toBe(0);
  expect(start({ wallMs: ahead, keptMs: TRUTH_MS })).toBe(0);
  expect(start({ wallMs: ahead, keptMs: TRUTH_MS, databaseMs: ahead })).toBe(0);
  expect(start({ databaseMs: ahead, keptMs: TRUTH_MS })).toBe(0);
  expect(start({ databaseMs: ahead })).toBe(HOUR_MS);
  // As far apart as clocks may be that agree: the one that all processes share.
  expect(start({ wallMs: TRUTH_MS - 1_900, databaseMs: TRUTH_MS })).toBe(0);
  // An uptime that began anew says nothing: time would lie before what is stored.
  expect(start({ keptMs: TRUTH_MS - HOUR_MS })).toBe(0);
});

test('Q15: what the database keeps of an earlier process puts no start ahead of the clocks', () => {
  const reachedMs = TRUTH_MS - 24 * HOUR_MS;
  const start = (times: Partial<Parameters<typeof startingTimeMs>[0]>) =>
    startingTimeMs({ wallMs: TRUTH_MS, reachedMs, ...times }) - TRUTH_MS;
  const nearMs = 3_000;
  for (const aheadMs of [nearMs, HOUR_MS, 365 * 24 * HOUR_MS]) {
    const keptMs = TRUTH_MS + aheadMs;
    expect(start({ keptMs })).toBe(0);
    expect(start({ keptMs, databaseMs: TRUTH_MS })).toBe(0);
    expect(start({ keptMs, databaseMs: TRUTH_MS + 1_900 })).toBe(1_900);
    // No two agree: the database's.
    expect(start({ keptMs, databaseMs: TRUTH_MS - HOUR_MS })).toBe(-HOUR_MS);
  }
  // It agrees with one of two that agree.
  expect(start({ keptMs: TRUTH_MS - nearMs, databaseMs: TRUTH_MS - 1_900 })).toBe(-1_900);
  // A jump of the machine is also its own database's: it is not begun by until it is believed.
  expect(start({ keptMs: TRUTH_MS - HOUR_MS, databaseMs: TRUTH_MS })).toBe(-HOUR_MS);
});

test('Q15: the database is asked for the time itself, not for what its owner calls so', async () => {
  const { database, remove } = await openTestDatabase();
  const year2100 = `AS $$ SELECT pg_catalog.to_timestamp(4102444800) $$`;
  const askedMs = await database.transaction(async (sql) => {
    await sql.query('CREATE SCHEMA owned');
    await sql.query(
      `CREATE FUNCTION owned.clock_timestamp() RETURNS timestamptz LANGUAGE sql ${year2100}`,
    );
    await sql.query('SET LOCAL search_path = owned, pg_catalog');
    return databaseNowMs(sql);
  });
  expect(Math.abs(askedMs - Date.now())).toBeLessThan(HOUR_MS);
  await remove();
});

test('Q15: on the embedded database a process that starts while the clock is wrong goes on from what the last one kept', async () => {
  const { database, remove } = await openTestDatabase('pglite');
  const machine = new Machine();
  const options = { database, log: QUIET, machine, run: 'since Monday' };
  const first = await openClock(options);
  await first.look();
  machine.wrongMs = HOUR_MS;
  const second = await openClock(options);
  expect([second.clock.now(), second.clock.isJumped]).toEqual([machine.trueMs(), true]);
  await second.look();
  machine.wrongMs = 0;
  machine.pass(1, second.clock);
  expect([second.clock.now(), second.clock.isJumped]).toEqual([machine.trueMs(), false]);
  // After the machine was switched off and on its uptime is another.
  machine.wrongMs = HOUR_MS;
  const later = await openClock({ ...options, run: 'since Tuesday' });
  expect(later.clock.now()).toBe(machine.wallMs());
  await remove();
});

test('Q15: a basis that somebody wrote into the database moves no start ahead', async () => {
  const { database, remove } = await openTestDatabase('pglite');
  const machine = new Machine();
  const options = { database, log: QUIET, machine, run: 'since Monday' };
  const offsetMs = machine.trueMs() - machine.uptimeMs() + 24 * HOUR_MS;
  const value = JSON.stringify({ run: 'since Monday', offsetMs });
  await writeSetting(database, 'clock_basis', { value, nowMs: 0 });
  const { clock } = await openClock(options);
  expect([clock.now(), clock.isJumped]).toEqual([machine.trueMs(), false]);
  await remove();
});

test('Q15: PostgreSQL says what time it is', async () => {
  const { database, remove } = await openTestDatabase();
  if (database.kind === 'postgres') {
    const machine = new Machine();
    const keeper = await openClock({ database, log: QUIET, machine });
    // This machine's clock is that of 2027: the database's is believed.
    expect(keeper.clock.isJumped).toBe(true);
    expect(Math.abs(keeper.clock.now() - Date.now())).toBeLessThan(60_000);
  }
  await remove();
});
