/**
 * The time that the exchange goes by: the time that has passed, held to the machine's wall clock while that keeps step. What
 * they differ by is made up little by little, so a step of the wall clock is never one of this time, forward or back. A wall
 * clock that jumps is not followed at all until the jump has stood for a minute and the database's clock, where there is one
 * of its own, says the same. So a clock that is wrong for seconds changes nothing, and one that was wrong before is put
 * right. A machine that slept is no jump: its uptime says so.
 * Out of scope: where the database is asked and what is kept over restarts (core/operations/clock-keeper.ts).
 */

/** The clocks of a machine; tests give their own. */
export interface MachineClocks {
  /** The wall clock: milliseconds since 1970 UTC. May be set. */
  wallMs(): number;
  /** Milliseconds that have passed, since any moment. Is never set; may stand still while the machine sleeps. */
  passedMs(): number;
  /** Milliseconds since the machine was started, sleep included, to a hundredth of a second or so. */
  uptimeMs(): number;
}

/** Further apart than this clocks do not agree. Uptimes are whole seconds on some systems. */
export const CLOCKS_AGREE_MS = 2_000;
/** How long a wall clock must stand by a jump before it is believed. */
export const JUMP_BELIEVED_MS = 60_000;
/** How much of a small difference is made up at each look: a clock which NTP slews is followed as it goes. */
const SLEW_MS = 100;
const LOOK_EACH_MS = 1_000;

export interface ClockReports {
  /** The wall clock has left the time that passed. */
  jumped?(aheadMs: number): void;
  /** It came back by itself, or was followed: then time moved by so much. */
  settled?(movedMs: number): void;
}

export class SteadyClock {
  readonly #machine: MachineClocks;
  readonly #reports: ClockReports;
  /** Wall time less passed time, as it is believed. */
  #offsetMs: number;
  /** Sleep, which the passing of time does not count. */
  #sleptMs = 0;
  readonly #begin: { readonly passedMs: number; readonly uptimeMs: number };
  /** Since when the wall clock disagrees, by passed time. */
  #jumpedAtMs: number | undefined;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  /** The database's clock less ours, as last asked, and when. */
  #database: { readonly aheadMs: number; readonly passedMs: number } | undefined;
  readonly #hasDatabase: boolean;

  constructor(
    machine: MachineClocks,
    {
      startsAtMs,
      hasDatabase = false,
      reports = {},
    }: {
      /** Absent: at the wall clock. */
      readonly startsAtMs?: number;
      /** Whether the database's clock is asked: then no jump is believed against it. */
      readonly hasDatabase?: boolean;
      readonly reports?: ClockReports;
    } = {},
  ) {
    this.#machine = machine;
    this.#reports = reports;
    this.#hasDatabase = hasDatabase;
    this.#begin = { passedMs: machine.passedMs(), uptimeMs: machine.uptimeMs() };
    this.#offsetMs = (startsAtMs ?? machine.wallMs()) - this.#begin.passedMs;
  }

  /** Milliseconds since 1970 UTC. */
  now(): number {
    const aheadMs = this.#machine.wallMs() - this.#passed();
    if (Math.abs(aheadMs) > CLOCKS_AGREE_MS || this.#jumpedAtMs !== undefined) this.look();
    return Math.floor(this.#passed());
  }

  /** The wall clock less the time that the exchange goes by. */
  get wallAheadMs(): number {
    return Math.round(this.#machine.wallMs() - this.now());
  }

  /** The database's clock less the time that the exchange goes by, as last asked; undefined before. */
  get databaseAheadMs(): number | undefined {
    return this.#database?.aheadMs;
  }

  /** Whether the wall clock has jumped and is not believed. */
  get isJumped(): boolean {
    return this.#jumpedAtMs !== undefined;
  }

  /** Takes note of what the database's clock was at this moment. */
  databaseSays(databaseMs: number): void {
    const passedMs = this.#machine.passedMs();
    this.#database = { aheadMs: Math.round(databaseMs - this.now()), passedMs };
  }

  /** Compares the clocks. To be called about once a second; more often does nothing. */
  look(): void {
    const passedMs = this.#machine.passedMs();
    if (passedMs - this.#lookedAtMs < LOOK_EACH_MS && this.#jumpedAtMs !== undefined) return;
    this.#lookedAtMs = passedMs;
    this.#countSleep(passedMs);
    const aheadMs = this.#machine.wallMs() - this.#passed();
    if (Math.abs(aheadMs) <= CLOCKS_AGREE_MS) {
      if (this.#jumpedAtMs !== undefined) this.#reports.settled?.(0);
      this.#jumpedAtMs = undefined;
      if (!this.#isContradicted(aheadMs))
        this.#offsetMs += Math.max(-SLEW_MS, Math.min(SLEW_MS, aheadMs));
      return;
    }
    if (this.#jumpedAtMs === undefined) {
      this.#jumpedAtMs = passedMs;
      this.#reports.jumped?.(Math.round(aheadMs));
    }
    if (passedMs - this.#jumpedAtMs < JUMP_BELIEVED_MS || !this.#isConfirmed(aheadMs)) return;
    this.#offsetMs += aheadMs;
    this.#jumpedAtMs = undefined;
    this.#reports.settled?.(Math.round(aheadMs));
  }

  /**
   * Whether nothing that is asked speaks against the wall clock: the database is nearer to it than to us, and as near as what
   * it moves by asks for. A database that is seconds off for good must not keep the minutes of a paused machine from us.
   */
  #isConfirmed(aheadMs: number): boolean {
    if (!this.#hasDatabase) return true;
    const said = this.#database;
    if (said === undefined || said.passedMs < (this.#jumpedAtMs ?? 0)) return false;
    const apartMs = Math.abs(said.aheadMs - aheadMs);
    return (
      apartMs <= Math.max(CLOCKS_AGREE_MS, Math.abs(aheadMs) / 10) &&
      Math.abs(said.aheadMs) > apartMs
    );
  }

  /** Whether the database does not agree with the wall clock, as last asked. */
  #isContradicted(aheadMs: number): boolean {
    return (
      this.#database !== undefined && Math.abs(this.#database.aheadMs - aheadMs) > CLOCKS_AGREE_MS
    );
  }

  #countSleep(passedMs: number): void {
    const upMs = this.#machine.uptimeMs() - this.#begin.uptimeMs;
    const sleptMs = upMs - (passedMs - this.#begin.passedMs);
    if (sleptMs - this.#sleptMs > CLOCKS_AGREE_MS) this.#sleptMs = sleptMs;
  }

  #passed(): number {
    return this.#machine.passedMs() + this.#sleptMs + this.#offsetMs;
  }
}

/** What is known of the time at a start, ms since 1970. */
export interface StartingTimes {
  readonly wallMs: number;
  /** The database's clock, where it is one of its own. */
  readonly databaseMs?: number | undefined;
  /** Where an earlier process of this machine, since it was switched on, would be by now. */
  readonly keptMs?: number | undefined;
  /** The time of the last command that is stored. */
  readonly reachedMs: number;
}

/**
 * The time that a start begins at. With two of three clocks that agree it is theirs; of the wall clock and the database's
 * alone it is the database's, which all processes share, also where they agree: one that begins at the other end of what
 * counts as agreement has all others ahead of it once its wall clock is put right. What was kept lies unsigned in the
 * database: it is of no use when it lies before what is stored, it puts no start ahead of the other clocks, and it holds one
 * back until they have been believed, since a jump of a machine is also its own database's.
 */
export function startingTimeMs({ wallMs, databaseMs, keptMs, reachedMs }: StartingTimes): number {
  const agree = (left: number, right: number) => Math.abs(left - right) <= CLOCKS_AGREE_MS;
  const kept = keptMs !== undefined && keptMs >= reachedMs - CLOCKS_AGREE_MS ? keptMs : undefined;
  if (databaseMs !== undefined && !agree(wallMs, databaseMs))
    return kept !== undefined && agree(wallMs, kept) ? wallMs : databaseMs;
  const earliestMs = Math.min(wallMs, databaseMs ?? wallMs);
  if (kept !== undefined && kept < earliestMs - CLOCKS_AGREE_MS) return kept;
  return databaseMs ?? wallMs;
}
