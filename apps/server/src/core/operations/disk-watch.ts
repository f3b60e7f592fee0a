/**
 * Keeps the exchange from writing until its disk is full: below one limit of free space nothing opens, below a smaller one
 * nothing is written but what ends something, until there is room again. What the database itself says of a full
 * disk (SQLSTATE 53100) counts like the smaller limit, wherever its disk is.
 */
import { statfs } from 'node:fs/promises';
import { type Command, OPENINGS } from '@fairlead/engine';
import type { Logger } from 'pino';
import { SubmitError } from '../sequencer/submit-error.ts';
import { Chore } from './chore.ts';

/** `room`: all is taken. `openings`: nothing opens. `endings`: only what ends something is taken. */
export type DiskLevel = 'room' | 'openings' | 'endings';

/** Bytes of a volume. */
export interface Volume {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface DiskLimits {
  /** Below so much nothing opens. */
  readonly openingsBytes: number;
  /** Below so much nothing but endings is written. */
  readonly endingsBytes: number;
}

export interface DiskWatchParts {
  /** DATA_DIR, and the database's volume where it is told. */
  readonly folders: readonly string[];
  readonly limits: DiskLimits;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  readonly clock: { now(): number };
  readonly volumeOf?: (folder: string) => Promise<Volume>;
}

const LOOK_MS = 5_000;
/** A small volume has smaller limits: 5 % and 1.25 % of it. */
const OPENINGS_SHARE = 0.05;
const ENDINGS_SHARE = 0.0125;
/** What was stopped goes on a quarter above its limit, so that it does not flicker. */
const RESUME_FACTOR = 1.25;
/**
 * How long a database that said that its disk is full is believed: a moment at first, for it may have been made room at once,
 * then twice as long each time. Only what fails and is tried anew can tell.
 */
const FULL_FIRST_MS = 5_000;
const FULL_MAX_MS = 60_000;
/** When it has been quiet for so long the next one is a first one. */
const FULL_AGAIN_MS = 120_000;
const DISK_FULL = '53100';

/** What ends something, or keeps time and numbers going, so that whatever is open can end. */
const ENDINGS: ReadonlySet<Command['kind']> = new Set<Command['kind']>([
  'cancel_order',
  'cancel_trigger',
  'cancel_list',
  'set_cancel_timer',
  'cancel_position',
  'close_position',
  'close_positions',
  // Timers of programs that are gone, and ends of orders: what they cancel must not be filled.
  'run_schedules',
  'index_tick',
  'refuse',
  'declare_loss',
  'set_trading_mode',
]);

export class DiskWatch {
  readonly #parts: DiskWatchParts;
  readonly #chore: Chore;
  #level: DiskLevel = 'room';
  #freeBytes: number | undefined;
  #sinceMs = 0;
  #fullForMs = 0;
  #fullUntilMs = Number.NEGATIVE_INFINITY;

  constructor(parts: DiskWatchParts) {
    this.#parts = parts;
    this.#chore = new Chore(LOOK_MS, () => this.look());
  }

  /** Looks once, then every few seconds. */
  async start(): Promise<void> {
    const onFailure = (error: unknown) =>
      this.#parts.log.warn({ err: error }, 'free space of the disk is not known');
    await this.look().catch(onFailure);
    this.#chore.start(onFailure);
  }

  stop(): Promise<void> {
    return this.#chore.stop();
  }

  get level(): DiskLevel {
    return this.#level;
  }

  /** Since when the level holds, ms. */
  get sinceMs(): number {
    return this.#sinceMs;
  }

  /** Of the fullest volume; undefined before the first look. */
  get freeBytes(): number | undefined {
    return this.#freeBytes;
  }

  /** What a command is refused with before anything of it is written; undefined where it is taken. */
  refusal({ kind }: Command): SubmitError | undefined {
    if (this.#level === 'room') return undefined;
    if (OPENINGS.has(kind)) return new SubmitError('cancel_only');
    const isTaken = this.#level === 'openings' || ENDINGS.has(kind);
    return isTaken ? undefined : new SubmitError('unavailable', new Error('the disk is full'));
  }

  /** A commit failed: for want of space it says what the volume of a database elsewhere cannot. */
  noteFailure(cause: Error): void {
    if (!isDiskFull(cause)) return;
    const nowMs = this.#parts.clock.now();
    // Batches that were on their way together fail together.
    if (nowMs >= this.#fullUntilMs) {
      const isAgain = nowMs < this.#fullUntilMs + FULL_AGAIN_MS;
      this.#fullForMs = isAgain ? Math.min(2 * this.#fullForMs, FULL_MAX_MS) : FULL_FIRST_MS;
    }
    this.#fullUntilMs = nowMs + this.#fullForMs;
    this.#enter('endings', nowMs);
  }

  async look(): Promise<void> {
    const { folders, limits, clock, volumeOf = volumeOfFolder } = this.#parts;
    const volumes = await Promise.all(folders.map(volumeOf));
    this.#freeBytes = Math.min(...volumes.map(({ freeBytes }) => freeBytes));
    const nowMs = clock.now();
    const isFull = nowMs < this.#fullUntilMs;
    this.#enter(isFull ? 'endings' : worst(volumes, limits, this.#level), nowMs);
  }

  #enter(level: DiskLevel, nowMs: number): void {
    if (level === this.#level) return;
    const { log } = this.#parts;
    const before = this.#level;
    this.#level = level;
    this.#sinceMs = nowMs;
    const said = { freeBytes: this.#freeBytes, before };
    if (level === 'room')
      log.warn({ ...said, isOver: true }, 'the disk has room again: everything is taken');
    else if (level === 'openings') log.error(said, 'the disk is nearly full: nothing opens');
    else log.error(said, 'the disk is full: only what ends something is taken');
  }
}

function worst(
  volumes: readonly Volume[],
  { openingsBytes, endingsBytes }: DiskLimits,
  level: DiskLevel,
): DiskLevel {
  const isBelow = (limitBytes: number, share: number, isStopped: boolean): boolean =>
    volumes.some(({ freeBytes, totalBytes }) => {
      const limit = Math.min(limitBytes, totalBytes * share);
      return freeBytes < (isStopped ? limit * RESUME_FACTOR : limit);
    });
  if (isBelow(endingsBytes, ENDINGS_SHARE, level === 'endings')) return 'endings';
  return isBelow(openingsBytes, OPENINGS_SHARE, level !== 'room') ? 'openings' : 'room';
}

async function volumeOfFolder(folder: string): Promise<Volume> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Whether a failure, or what caused it, is a database's or a file system's want of space. */
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { readonly code?: unknown }).code;
  return code === DISK_FULL || code === 'ENOSPC' || isDiskFull(error.cause);
}
