/**
 * Submissions that wait for the next index sample: nobody acts at a price that they could have seen before they
 * asked. Goal: each runs right behind the first sample with a price of every market it names that
 * came after it, or is refused `price_stale` when none comes in time. Out of scope: what a sample is worth to a
 * command (the engine's own checks of freshness still hold), and the queue they go on to (intake).
 */
import type { Command, IndexRow, IndexTick, ParkingNeed, Reject } from '@fairlead/engine';
import { ParkingPlaces, type Place } from './parking-places.ts';
import type { Pending } from './submission.ts';

/** Calls back once after so many milliseconds; gives how to call that off. */
export type StartTimer = (run: () => void, milliseconds: number) => () => void;

export function startTimeout(run: () => void, milliseconds: number): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

export interface NextSampleParts {
  /** The last of each market that the tables hold. */
  readonly lastSamples: readonly IndexRow[];
  readonly parkMaxMs: number;
  readonly startTimer: StartTimer;
  /** The money that a command must have ready to be kept. */
  readonly needOf: (command: Command) => ParkingNeed | undefined;
  /** Given those whose time is up, to be answered as they are now. */
  readonly onTimeOut: (pending: Pending) => void;
}

interface Parked {
  readonly pending: Pending;
  /** Markets of which no sample came yet. */
  readonly missing: Set<number>;
  readonly stopTimer: () => void;
  readonly place: Place;
}

export class NextSample {
  readonly #parts: NextSampleParts;
  /** In the order of arrival, which a Set keeps. */
  readonly #parked = new Set<Parked>();
  /** Second of the last sample of each market: an older or repeated one is none. */
  readonly #lastTimesMs = new Map<number, number>();
  readonly #places: ParkingPlaces;

  constructor(parts: NextSampleParts) {
    this.#parts = parts;
    this.#places = new ParkingPlaces(parts.needOf);
    this.goOnFrom(parts.lastSamples);
  }

  /** The last samples that the tables hold, as they are after a reload. */
  goOnFrom(lastSamples: readonly IndexRow[]): void {
    this.#lastTimesMs.clear();
    for (const { marketId, sampleTimeMs } of lastSamples)
      this.#lastTimesMs.set(marketId, sampleTimeMs);
  }

  get count(): number {
    return this.#parked.size;
  }

  /** Keeps a submission that names at least one market; gives why where there is no place for it. */
  park(pending: Pending): Reject | undefined {
    const { parkMaxMs, startTimer, onTimeOut } = this.#parts;
    const place = this.#places.take(pending.command);
    if (typeof place === 'string') return place;
    const parked: Parked = {
      pending,
      place,
      missing: new Set(pending.afterSamplesOf),
      stopTimer: startTimer(() => {
        this.#remove(parked);
        onTimeOut(withoutSamplesOf(pending, parked.missing));
      }, parkMaxMs),
    };
    this.#parked.add(parked);
    return undefined;
  }

  /** Takes note of a tick on its way to execution; gives those that run behind it, in the order of arrival. */
  release({ marketId, sampleTimeMs, price }: IndexTick): Pending[] {
    if (sampleTimeMs <= (this.#lastTimesMs.get(marketId) ?? 0)) return [];
    this.#lastTimesMs.set(marketId, sampleTimeMs);
    if (price === undefined) return [];
    const released: Pending[] = [];
    for (const parked of this.#parked) {
      if (!parked.missing.delete(marketId) || parked.missing.size > 0) continue;
      this.#remove(parked);
      released.push(parked.pending);
    }
    return released;
  }

  /** Gives all that wait, and keeps none. */
  takeAll(): Pending[] {
    return [...this.#parked].map((parked) => {
      this.#remove(parked);
      return parked.pending;
    });
  }

  #remove(parked: Parked): void {
    parked.stopTimer();
    this.#parked.delete(parked);
    this.#places.give(parked.place);
  }
}

/** Leaves out what is to be done in markets without a sample; where that is all, it is refused. */
function withoutSamplesOf(pending: Pending, missing: ReadonlySet<number>): Pending {
  const marketIds = pending.afterSamplesOf.filter((marketId) => !missing.has(marketId));
  const command = narrowed(pending.command, marketIds);
  if (command === undefined) pending.used = { reject: 'price_stale' };
  return command === undefined ? pending : { ...pending, command };
}

function narrowed(command: Command, marketIds: readonly number[]): Command | undefined {
  const isDivisible = command.kind === 'close_positions' && marketIds.length > 0;
  return isDivisible ? { ...command, marketIds } : undefined;
}
