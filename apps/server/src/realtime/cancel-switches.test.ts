import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CancelSwitches, isSwitch, type SwitchAsked } from './cancel-switches.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const asked: SwitchAsked = { seconds: 9, timer: 1 };
const isFinal = (error: unknown) => error instanceof RangeError;

test('a switch is set at once and again each third of its time, until its connection is gone', async () => {
  const set = vi.fn(async () => 'done');
  const switches = new CancelSwitches({ isFinal, onFailure: () => expect.unreachable() });
  expect(await switches.ask(asked, set)).toBe('done');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(set).toHaveBeenCalledTimes(4);
  switches.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(set).toHaveBeenCalledTimes(4);
});

test('what is refused is thrown, and not tried again; a later failure is', async () => {
  const failed: unknown[] = [];
  const switches = new CancelSwitches({ isFinal, onFailure: (error) => failed.push(error) });
  const refused = vi.fn(() => Promise.reject(new Error('no such market')));
  await expect(switches.ask(asked, refused)).rejects.toThrow('no such market');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refused).toHaveBeenCalledTimes(1);

  let isAway = false;
  const set = vi.fn(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()));
  await switches.ask(asked, set);
  isAway = true;
  await vi.advanceTimersByTimeAsync(3_400);
  isAway = false;
  await vi.advanceTimersByTimeAsync(200);
  expect([failed.length, set.mock.calls.length]).toEqual([1, 3]);
});

test('a refusal that is final ends it, and is no failure of ours', async () => {
  const switches = new CancelSwitches({ isFinal, onFailure: () => expect.unreachable() });
  let isOver = false;
  const set = vi.fn(async () => {
    if (isOver) throw new RangeError('the session has ended');
  });
  await switches.ask(asked, set);
  await switches.ask({ ...asked, timer: 2 }, async () => {});
  isOver = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([set.mock.calls.length, switches.timers]).toEqual([2, [2]]);
  switches.stop();
});

test('while it fails it is tried ever more rarely, told once, and kept when that is over', async () => {
  const failed: unknown[] = [];
  const switches = new CancelSwitches({ isFinal, onFailure: (error) => failed.push(error) });
  let isAway = false;
  const set = vi.fn(async () => {
    if (isAway) throw new Error('away');
  });
  await switches.ask(asked, set);
  isAway = true;
  // At 3 s, then after 0.5, 1, 2 and each 3 s.
  await vi.advanceTimersByTimeAsync(15_600);
  expect([failed.length, set.mock.calls.length]).toEqual([1, 8]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect([set.mock.calls.length, switches.timers]).toEqual([9, [1]]);
  switches.stop();
});

test('dropped, all that was kept or is being set is set no more; what is asked for then is', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const set = vi.fn(() => promise);
  const switches = new CancelSwitches({ isFinal, onFailure: () => expect.unreachable() });
  const asking = switches.ask(asked, set);
  switches.drop();
  resolve();
  await asking;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(set).toHaveBeenCalledTimes(1);
  await switches.ask(asked, set);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(set).toHaveBeenCalledTimes(3);
  switches.stop();
});

test('who asks anew, or for 0, replaces what was kept of that number alone', async () => {
  const sets: SwitchAsked[] = [];
  const set = async (each: SwitchAsked) => void sets.push(each);
  const switches = new CancelSwitches({ isFinal, onFailure: () => expect.unreachable() });
  await switches.ask(asked, set);
  await switches.ask({ seconds: 30, timer: 1 }, set);
  await switches.ask({ seconds: 9, timer: 2 }, set);
  await switches.ask({ seconds: 0, timer: 2 }, set);
  sets.length = 0;
  await vi.advanceTimersByTimeAsync(29_000);
  expect(sets.map(({ seconds }) => seconds)).toEqual([30, 30]);
  switches.stop();
});

test('a connection that goes while it is set is not kept', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const set = vi.fn(() => promise);
  const switches = new CancelSwitches({ isFinal, onFailure: () => expect.unreachable() });
  const asking = switches.ask(asked, set);
  switches.stop();
  resolve();
  await asking;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(set).toHaveBeenCalledTimes(1);
});

test.each([
  [{ seconds: 4, timer: 1 }, false],
  [{ seconds: 5, timer: 0 }, false],
  [{ seconds: 5, timer: 16 }, false],
  [{ seconds: 301, timer: 1 }, false],
  [{ seconds: 5.5, timer: 1 }, false],
  [{ seconds: 0, timer: 15 }, true],
  [{ seconds: 300, timer: 1 }, true],
])('%j may be asked for: %s', (switchAsked, may) => {
  expect(isSwitch(switchAsked)).toBe(may);
});
