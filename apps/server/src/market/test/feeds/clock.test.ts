/** The clock that feeds wait by, on a machine whose time is set back and right again. */
import { HOUR_MS } from '@fairlead/units';
import { expect, test } from 'vitest';
import { clockOf, everySecond } from '../../../core/operations/clock.ts';

const START = 1_800_000_000_000;

/** Timers run by elapsed time; the wall clock is whatever it is set to. */
class Machine {
  wallMs = START;
  #elapsedMs = 0;
  #timers: { readonly atMs: number; readonly run: () => void }[] = [];
  readonly clock = clockOf({
    now: () => this.wallMs,
    startTimer: (run, milliseconds) => {
      const timer = { atMs: this.#elapsedMs + milliseconds, run };
      this.#timers.push(timer);
      return () => {
        this.#timers = this.#timers.filter((each) => each !== timer);
      };
    },
  });

  get waiting(): number {
    return this.#timers.length;
  }

  pass(ms: number): void {
    for (let step = 0; step < ms; step += 100) {
      this.#elapsedMs += 100;
      this.wallMs += 100;
      const due = this.#timers.filter(({ atMs }) => atMs <= this.#elapsedMs);
      this.#timers = this.#timers.filter(({ atMs }) => atMs > this.#elapsedMs);
      for (const { run } of due) run();
    }
  }
}

test('what waited while the clock was wrong is done within a second of its being right', () => {
  const machine = new Machine();
  let ran = 0;
  machine.wallMs += HOUR_MS;
  machine.clock.schedule(START + HOUR_MS + 5_000, () => {
    ran += 1;
  });
  machine.pass(3_000);
  expect(ran).toBe(0);
  machine.wallMs -= HOUR_MS;
  machine.pass(1_000);
  expect(ran).toBe(1);
  machine.pass(20_000);
  expect([ran, machine.waiting]).toEqual([1, 0]);
});

test('Q15: seconds go on at once when a clock that had run ahead is set right', () => {
  const machine = new Machine();
  const seconds: number[] = [];
  const stop = everySecond(machine.clock, (secondMs) => seconds.push(secondMs - START));
  machine.pass(2_000);
  machine.wallMs += HOUR_MS;
  machine.pass(2_000);
  machine.wallMs -= HOUR_MS;
  machine.pass(3_000);
  stop();
  expect(seconds).toEqual([1_000, 2_000, HOUR_MS + 3_000, HOUR_MS + 4_000, 5_000, 6_000, 7_000]);
});

test('nothing runs before its time, and nothing that was taken back', () => {
  const machine = new Machine();
  const ran: string[] = [];
  machine.clock.schedule(START + 5_000, () => ran.push('late'));
  const takeBack = machine.clock.schedule(START + 2_000, () => ran.push('never'));
  machine.pass(1_500);
  takeBack();
  machine.pass(3_400);
  expect(ran).toEqual([]);
  machine.pass(100);
  expect(ran).toEqual(['late']);
  expect(machine.waiting).toBe(0);
});
