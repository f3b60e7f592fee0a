/**
 * Begins the time that the exchange goes by and looks after it: what was kept of it by an earlier process of this machine, the
 * database's clock where that is one of its own, and what operators are told. The rules are in core/operations/steady-clock.ts.
 */
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { databaseNowMs } from '../store/clock-queries.ts';
import { type Database, StartRefusedError } from '../store/database.ts';
import { readSetting, writeSetting } from '../store/settings-queries.ts';
import { readLeader } from '../store/snapshot-reader.ts';
import { Chore } from './chore.ts';
import { gaugesOf } from './gauge.ts';
import {
  CLOCKS_AGREE_MS,
  type MachineClocks,
  SteadyClock,
  startingTimeMs,
} from './steady-clock.ts';

const KEY = 'clock_basis';
const LOOK_MS = 1_000;
/** While all clocks agree the database is asked this often. */
const ASK_MS = 10_000;
/** A basis that moved less than this is not kept anew. */
const MOVED_MS = 500;
const ASKED_MAX = 5;
const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id';

/** This machine's. */
const machineClocks: MachineClocks = {
  wallMs: () => Date.now(),
  passedMs: () => performance.now(),
  uptimeMs: () => os.uptime() * 1_000,
};

/** Names this run of the machine, from being switched on to being switched off; undefined where it has no name. */
export function machineRun(): string | undefined {
  return existsSync(BOOT_ID_FILE) ? readFileSync(BOOT_ID_FILE, 'utf8').trim() : undefined;
}

/** What is kept: the time that the exchange goes by, less the machine's uptime. */
interface Basis {
  readonly run: string;
  readonly offsetMs: number;
}

export interface ClockKeeperOptions {
  readonly database: Database;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly machine?: MachineClocks;
  readonly run?: string | undefined;
  /** Whether what is kept may be written: a gateway leaves that to the engine. */
  readonly isKeeping?: boolean;
}

export class ClockKeeper {
  readonly clock: SteadyClock;
  readonly #options: Required<Pick<ClockKeeperOptions, 'machine' | 'isKeeping'>> &
    ClockKeeperOptions;
  #chore: Chore | undefined;
  #askedAtMs = 0;
  #keptOffsetMs: number | undefined;

  constructor(
    clock: SteadyClock,
    options: ClockKeeperOptions & { readonly machine: MachineClocks; readonly isKeeping: boolean },
  ) {
    this.clock = clock;
    this.#options = options;
  }

  start(): void {
    this.#chore = new Chore(LOOK_MS, () => this.look());
    this.#chore.start((error) =>
      this.#options.log.warn({ err: error }, 'the clocks were not compared'),
    );
  }

  async stop(): Promise<void> {
    await this.#chore?.stop();
  }

  /** How far each clock is from the time that the exchange goes by. */
  gauge(registry: Registry): void {
    const { clock } = this;
    const text = {
      name: 'fairlead_clock_ahead_seconds',
      help: 'A clock less the time that the exchange goes by; far from 0 means that it is not believed',
      labelNames: ['clock'],
    };
    gaugesOf(registry)(text, () => {
      const { wallAheadMs, databaseAheadMs } = clock;
      const wall = [{ clock: 'wall' }, wallAheadMs / 1_000] as const;
      if (databaseAheadMs === undefined) return [wall];
      return [wall, [{ clock: 'database' }, databaseAheadMs / 1_000]];
    });
  }

  /** Compares the clocks, asks the database now and then, and keeps what they come to. */
  async look(): Promise<void> {
    const { database, machine } = this.#options;
    this.clock.look();
    const passedMs = machine.passedMs();
    const isDue = this.clock.isJumped || passedMs - this.#askedAtMs >= ASK_MS;
    if (isDue && hasOwnClock(database)) {
      this.#askedAtMs = passedMs;
      const databaseMs = await askDatabase(database, machine);
      if (databaseMs !== undefined) this.clock.databaseSays(databaseMs);
      this.clock.look();
    }
    await this.#keep();
  }

  async #keep(): Promise<void> {
    const { database, machine, run, isKeeping } = this.#options;
    if (run === undefined || !isKeeping || this.clock.isJumped) return;
    const nowMs = this.clock.now();
    const offsetMs = Math.round(nowMs - machine.uptimeMs());
    if (Math.abs(offsetMs - (this.#keptOffsetMs ?? Number.NEGATIVE_INFINITY)) < MOVED_MS) return;
    await writeSetting(database, KEY, { value: JSON.stringify({ run, offsetMs }), nowMs });
    this.#keptOffsetMs = offsetMs;
  }
}

/** The embedded database is asked for the time in vain: its clock is this machine's. */
const hasOwnClock = ({ kind }: Database): boolean => kind === 'postgres';

/**
 * The database's clock as of now: half of the way there and back has passed since it looked. Undefined where the way took
 * so long, or the machine slept on it, that this says nothing.
 */
async function askDatabase(
  database: Database,
  machine: MachineClocks,
): Promise<number | undefined> {
  const asked = { passedMs: machine.passedMs(), uptimeMs: machine.uptimeMs() };
  const databaseMs = await databaseNowMs(database);
  const passedMs = machine.passedMs() - asked.passedMs;
  const wayMs = Math.max(passedMs, machine.uptimeMs() - asked.uptimeMs);
  return wayMs > CLOCKS_AGREE_MS ? undefined : databaseMs + passedMs / 2;
}

/** As often as it takes: a start without the database's word would begin at any time. */
async function mustAskDatabase(database: Database, machine: MachineClocks): Promise<number> {
  for (let asked = 0; asked < ASKED_MAX; asked += 1) {
    const databaseMs = await askDatabase(database, machine);
    if (databaseMs !== undefined) return databaseMs;
  }
  throw new StartRefusedError('the database is too slow to say what time it is');
}

/** Begins at the time that most clocks say; says so where the wall clock is not among them. */
export async function openClock(options: ClockKeeperOptions): Promise<ClockKeeper> {
  const { database, log, machine = machineClocks, isKeeping = true } = options;
  const hasDatabase = hasOwnClock(database);
  const { counters } = await readLeader(database);
  const isNamed = options.run !== undefined;
  const basis = isNamed ? ((await readSetting(database, KEY)) as Basis | undefined) : undefined;
  const isOurs = basis !== undefined && basis.run === options.run;
  const databaseMs = hasDatabase ? await mustAskDatabase(database, machine) : undefined;
  const wallMs = machine.wallMs();
  const keptMs = isOurs ? basis.offsetMs + machine.uptimeMs() : undefined;
  const startsAtMs = startingTimeMs({ wallMs, databaseMs, keptMs, reachedMs: counters.timeMs });
  const clock = new SteadyClock(machine, {
    startsAtMs,
    hasDatabase,
    reports: {
      jumped: (aheadMs) =>
        log.warn({ aheadMs }, 'the wall clock of this machine has jumped; it is not followed'),
      settled: (movedMs) => log.warn({ movedMs }, 'the clocks agree again'),
    },
  });
  // The difference is told, and asked about, from the first moment on.
  clock.look();
  if (databaseMs !== undefined) clock.databaseSays(databaseMs);
  return new ClockKeeper(clock, { ...options, machine, isKeeping });
}
