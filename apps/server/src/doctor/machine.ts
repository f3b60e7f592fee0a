/** This machine: its clock, the room on its disks, and how long its disk takes to keep something. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { DiskWatch } from '../core/operations/disk-watch.ts';
import { databaseNowMs } from '../core/store/clock-queries.ts';
import { bad, type Finding, good, left, note, type OpenSubject, wordsOf } from './finding.ts';

/** Beyond, quotes of venues begin to look late (docs/operating/deploy.md). */
const CLOCK_OFF_MS = 1_000;

export async function lookAtClock({ database }: OpenSubject): Promise<Finding[]> {
  const found: Finding[] = [];
  if (database?.kind === 'postgres') {
    const askedAtMs = Date.now();
    const databaseMs = await databaseNowMs(database);
    const offMs = Math.round((askedAtMs + Date.now()) / 2 - databaseMs);
    found.push(
      Math.abs(offMs) > CLOCK_OFF_MS
        ? bad('clock', `${offMs} ms off the database's`, 'run NTP on both machines')
        : good('clock', `${offMs} ms off the database's`),
    );
  }
  const isSynchronised = await askSystemd();
  if (isSynchronised === undefined)
    found.push(left('clock', 'systemd does not say whether it follows NTP'));
  else if (isSynchronised) found.push(good('clock', 'follows NTP'));
  else found.push(note('clock', 'does not follow NTP', 'timedatectl set-ntp true'));
  return found;
}

async function askSystemd(): Promise<boolean | undefined> {
  try {
    const args = ['show', '--property=NTPSynchronized', '--value'];
    const { stdout } = await promisify(execFile)('timedatectl', args, { timeout: 2_000 });
    return stdout.trim() === '' ? undefined : stdout.trim() === 'yes';
  } catch {
    return undefined;
  }
}

/** The folder, or the nearest above it that is there. */
function nearestPlace(folder: string): string {
  return fs.existsSync(folder) ? folder : nearestPlace(path.dirname(folder));
}

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const GB = 1e9;

export async function lookAtDisk({ config }: OpenSubject): Promise<Finding[]> {
  const { dataDir, uploadsDir, disk } = config;
  const folders = [dataDir, uploadsDir, ...(disk.volume === undefined ? [] : [disk.volume])];
  const found: Finding[] = [];
  for (const folder of folders) {
    const place = nearestPlace(folder);
    const parts = { folders: [place], limits: disk.limits, log: SILENT, clock: Date };
    const watch = new DiskWatch(parts);
    await watch.look();
    const room = `${((watch.freeBytes ?? 0) / GB).toFixed(1)} GB free for ${folder}`;
    const more = 'make room, or a larger volume; npm run archive (docs/operating/backup.md)';
    if (watch.level === 'room') found.push(good('disk', room));
    else found.push(bad('disk', `${room}: ${watch.level} stop there`, more));
    if (!mayWrite(place))
      found.push(
        bad(
          'disk',
          `user ${os.userInfo().username} may not write in ${place}`,
          "run this as the server's user, or give it the folder",
        ),
      );
  }
  return found;
}

function mayWrite(place: string): boolean {
  try {
    fs.accessSync(place, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const WRITES = 20;
const BYTES = 4_096;
/** What an answer may wait for its commit without being felt; what no disk that keeps things does. */
const SLOW_MS = 20;
const TOO_QUICK_MS = 0.02;

export async function lookAtFsync({ config }: OpenSubject): Promise<Finding[]> {
  const place = nearestPlace(config.dataDir);
  const file = path.join(place, `.doctor-${process.pid}`);
  try {
    const tookMs = medianSyncMs(file);
    const said = `${tookMs.toFixed(2)} ms to keep 4 KB in ${place}`;
    if (tookMs > SLOW_MS)
      return [
        note('fsync', said, 'every order waits for it: use an SSD with power-loss protection'),
      ];
    if (tookMs < TOO_QUICK_MS)
      return [
        note(
          'fsync',
          `${said}: no disk is so quick`,
          'in memory, or a cache that lies: use a disk',
        ),
      ];
    return [good('fsync', said)];
  } catch (error) {
    return [bad('fsync', wordsOf(error), 'give the server a folder on a sound disk')];
  } finally {
    fs.rmSync(file, { force: true });
  }
}

function medianSyncMs(file: string): number {
  const descriptor = fs.openSync(file, 'w', 0o600);
  try {
    const times = Array.from({ length: WRITES }, () => {
      const beganAtMs = performance.now();
      fs.writeSync(descriptor, Buffer.alloc(BYTES));
      fs.fdatasyncSync(descriptor);
      return performance.now() - beganAtMs;
    });
    return times.toSorted((left, right) => left - right)[WRITES / 2] ?? 0;
  } finally {
    fs.closeSync(descriptor);
  }
}
