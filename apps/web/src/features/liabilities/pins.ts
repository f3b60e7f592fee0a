/**
 * What this device saw published before: a publication's number → its hash. A house that writes its history anew shows
 * by it, whoever it shows what.
 */

import { storage } from '@fairlead/calls';
import type { LiabilitySnapshotView } from '@fairlead/contract';

const KEY = 'liability_pins';
/** A year of them, 80 bytes each. */
const PINS_MAX = 400;

export type Pins = ReadonlyMap<number, string>;

export function readPins(): Pins {
  try {
    const value: unknown = JSON.parse(storage.read(KEY) ?? '{}');
    if (typeof value !== 'object' || value === null) return new Map();
    return new Map(
      Object.entries(value)
        .filter(([, hash]) => typeof hash === 'string')
        .map(([id, hash]) => [Number(id), String(hash)]),
    );
  } catch {
    return new Map();
  }
}

export interface PinCheck {
  /** Published otherwise before. */
  readonly changed: readonly number[];
  /** Seen here before, and not published any more. */
  readonly missing: readonly number[];
  /** Seen here before, and the same. */
  readonly same: readonly number[];
}

/** `list` is the newest of what is published now, newest first, and anything older that was asked for. */
export function comparePins(pins: Pins, list: readonly LiabilitySnapshotView[]): PinCheck {
  const now = new Map(list.map(({ id, hash }) => [id, hash]));
  const newest = Math.max(0, ...now.keys());
  const pinned = [...pins];
  return {
    changed: pinned.filter(([id, hash]) => (now.get(id) ?? hash) !== hash).map(([id]) => id),
    missing: pinned.filter(([id]) => id > newest).map(([id]) => id),
    same: pinned.filter(([id, hash]) => now.get(id) === hash).map(([id]) => id),
  };
}

/** Keeps what is new; what was seen once is never replaced. */
export function keepPins(pins: Pins, list: readonly LiabilitySnapshotView[]): Pins {
  const kept = new Map([...list.map(({ id, hash }) => [id, hash] as const), ...pins]);
  const newest = [...kept].sort(([left], [right]) => right - left).slice(0, PINS_MAX);
  storage.write(KEY, JSON.stringify(Object.fromEntries(newest)));
  return new Map(newest);
}
