/**
 * What is done where stored times lie ahead of the clock, at each start and reload. Either a clock had run ahead and is
 * right again: then its samples count for nothing and the time at the index goes on from now. Or the clock is behind
 * now: then everything stands still until it has caught up, as nothing that was true may be taken back. What tells
 * them apart is that a clock which ran ahead left a gap.
 */
import { SAMPLE_AHEAD_MAX_MS } from '@fairlead/engine';
import { noteClockReturn, samplesAround, voidSamplesAfter } from '../store/clock-queries.ts';
import type { Queryable } from '../store/database.ts';

/** Samples come each second: where so much is missing, the next ones are of another clock. */
const GAP_MIN_MS = 30_000;
/** A market whose samples all lie ahead is a new one, unless they do by more than this. */
const NEW_MAX_MS = 86_400_000;

/** The time at the index, and how it came about. */
export interface IndexTime {
  readonly indexTimeMs: number;
  /** Whether the clock is behind it: then it stands still. */
  readonly isHeld: boolean;
}

export interface ClockReturn {
  readonly fromMs: number;
  readonly toMs: number;
  readonly voidSamples: number;
}

/** Settles it; `reachedMs` is the time of the last command. Only whoever has the writer's lock may call. */
export async function settleClock(
  writer: Queryable,
  { nowMs, reachedMs }: { readonly nowMs: number; readonly reachedMs: number },
  onReturn: (made: ClockReturn) => void = () => undefined,
): Promise<IndexTime> {
  const boundMs = nowMs + SAMPLE_AHEAD_MAX_MS;
  const ahead = await samplesAround(writer, boundMs);
  const isAhead = reachedMs > boundMs || ahead.length > 0;
  if (!isAhead) return { indexTimeMs: Math.max(reachedMs, nowMs), isHeld: false };
  const isBehind = ahead.some(({ beforeMs, afterMs }) =>
    beforeMs === undefined ? afterMs - nowMs > NEW_MAX_MS : afterMs - beforeMs < GAP_MIN_MS,
  );
  if (isBehind) return { indexTimeMs: reachedMs, isHeld: true };
  const voidSamples = await voidSamplesAfter(writer, boundMs);
  const fromMs = Math.max(reachedMs, boundMs);
  await noteClockReturn(writer, { fromMs, toMs: nowMs });
  onReturn({ fromMs, toMs: nowMs, voidSamples });
  return { indexTimeMs: nowMs, isHeld: false };
}
