/** What is refused at which free space, when it goes on, and what a database that says that it is full does. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Command } from '@fairlead/engine';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BatchAbortedError } from '../store/database.ts';
import { DiskWatch, type Volume } from './disk-watch.ts';

const GB = 1e9;
const LIMITS = { openingsBytes: 2 * GB, endingsBytes: 0.5 * GB };
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const PLACE = { kind: 'place_order' } as Command;
const TRANSFER = { kind: 'transfer' } as Command;
const CANCEL = { kind: 'cancel_order' } as Command;
const CLOSE = { kind: 'close_position' } as Command;
const CLOSE_ALL = { kind: 'close_positions' } as Command;
const TIMERS = { kind: 'run_schedules' } as Command;
const TICK = { kind: 'index_tick' } as Command;

function watchOf(volumes: Record<string, Volume>) {
  const clock = { nowMs: 1_000, now: () => clock.nowMs };
  const watch = new DiskWatch({
    folders: Object.keys(volumes),
    limits: LIMITS,
    log: quiet,
    clock,
    volumeOf: async (folder) => volumes[folder] as Volume,
  });
  const refused = () =>
    [PLACE, TRANSFER, CANCEL, CLOSE, CLOSE_ALL, TIMERS, TICK].map(
      (command) => watch.refusal(command)?.code,
    );
  return { watch, clock, refused };
}

const big = (freeBytes: number): Volume => ({ freeBytes, totalBytes: 100 * GB });
const ALLOWED = Array.from({ length: 5 }, () => undefined);
const NOTHING = [undefined, undefined, ...ALLOWED];
const OPENINGS = ['cancel_only', undefined, ...ALLOWED];
const ALL_BUT_ENDINGS = ['cancel_only', 'unavailable', ...ALLOWED];

describe('free space', () => {
  test('stops openings first, then all but endings, and goes on by itself a quarter above', async () => {
    const volumes = { data: big(2.1 * GB) };
    const { watch, refused } = watchOf(volumes);
    const told: unknown[] = [];
    for (const free of [2.1, 1.9, 2.4, 2.6, 0.4, 0.6, 0.7, 3]) {
      volumes.data = big(free * GB);
      await watch.look();
      told.push([free, watch.level, refused()]);
    }
    expect(told).toEqual([
      [2.1, 'room', NOTHING],
      [1.9, 'openings', OPENINGS],
      [2.4, 'openings', OPENINGS],
      [2.6, 'room', NOTHING],
      [0.4, 'endings', ALL_BUT_ENDINGS],
      [0.6, 'endings', ALL_BUT_ENDINGS],
      [0.7, 'openings', OPENINGS],
      [3, 'room', NOTHING],
    ]);
  });

  test('of a small volume is measured by its size', async () => {
    const { watch } = watchOf({ data: { freeBytes: 0.9 * GB, totalBytes: 10 * GB } });
    await watch.look();
    expect(watch.level).toBe('room');
  });

  test('is that of the fullest volume', async () => {
    const { watch } = watchOf({ data: big(50 * GB), database: big(0.1 * GB) });
    await watch.look();
    expect([watch.level, watch.freeBytes]).toEqual(['endings', 0.1 * GB]);
  });
});

test('a database that says that its disk is full is believed for five seconds, then longer each time', async () => {
  const { watch, clock, refused } = watchOf({ data: big(50 * GB) });
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  watch.noteFailure(new BatchAbortedError('of something else'));
  expect(watch.level).toBe('room');
  watch.noteFailure(new BatchAbortedError(full.message, { cause: full }));
  expect(refused()).toEqual(ALL_BUT_ENDINGS);
  await watch.look();
  expect(watch.level).toBe('endings');
  for (const seconds of [5, 10, 20, 40, 60, 60]) {
    clock.nowMs += seconds * 1_000 - 1;
    await watch.look();
    expect(watch.level).toBe('endings');
    clock.nowMs += 1;
    await watch.look();
    expect(watch.level).toBe('room');
    // Two batches that were on their way.
    watch.noteFailure(full);
    watch.noteFailure(full);
    expect(watch.level).toBe('endings');
  }
  clock.nowMs += 60_000 + 120_000;
  watch.noteFailure(full);
  clock.nowMs += 5_000;
  await watch.look();
  expect(watch.level).toBe('room');
});

test.skipIf(!isMountable())('a real volume that fills up stops what it must', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fairlead-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  });
  const clock = { now: () => 0 };
  const watch = new DiskWatch({ folders: [folder], limits: LIMITS, log: quiet, clock });
  const levels: string[] = [];
  for (const freeBytes of [8_000_000, 300_000, 50_000, 8_000_000]) {
    writeFileSync(path.join(folder, 'filler'), Buffer.alloc(8 * 2 ** 20 - freeBytes));
    await watch.look();
    levels.push(watch.level);
  }
  expect(levels).toEqual(['room', 'openings', 'endings', 'room']);
});

/** Only who may mount tries it. */
function isMountable(): boolean {
  if (process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fairlead-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
