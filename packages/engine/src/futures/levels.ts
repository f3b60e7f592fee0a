/** Stops of parts of a position: set, replaced, taken back, and fired by a sample. */
import { assert, type PriceE8 } from '@fairlead/units';
import { indexTimeMs, type Reject, type Stamp } from '../command.ts';
import { STOP_LEVELS_MAX } from '../limits.ts';
import type { Result } from '../result.ts';
import { positionResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { closeHolding, closePart, findPosition } from './close.ts';
import type { RemoveLevel, SetLevel } from './commands.ts';
import { areLevelsValid } from './level-prices.ts';
import type { PositionRow, StopLevel } from './rows.ts';
import { splitPosition } from './split.ts';
import { referenceOf } from './stops.ts';
import { isStopMet } from './trigger-prices.ts';

/** Sets a stop of a part, or replaces one of the same kind. */
export function setLevel(state: EngineState, command: SetLevel, stamp: Stamp): Result {
  const row = findPosition(state, command);
  if (typeof row === 'string') return reject(row);
  const levels = row.levels ?? [];
  const { levelId = stamp.sequence, stop, price, lots } = command;
  const isThere = levels.some((each) => each.levelId === levelId && each.stop === stop);
  if (command.levelId !== undefined && !isThere) return reject('order_not_found');
  const level: StopLevel = { levelId, stop, price, lots };
  const refusal = levelRefusal(row, level, referenceOf(state, row, indexTimeMs(stamp)));
  if (refusal !== undefined) return reject(refusal);
  if (!isThere && levels.length >= STOP_LEVELS_MAX) return reject('too_many_orders');

  // From here on the command must succeed.
  const others = levels.filter((each) => each.levelId !== levelId);
  const all = [...others, level].sort((left, right) => left.levelId - right.levelId);
  return replaceLevels(state, row, { levels: all, stamp });
}

/** Takes a stop of a part back. */
export function removeLevel(state: EngineState, command: RemoveLevel, stamp: Stamp): Result {
  const row = findPosition(state, command);
  if (typeof row === 'string') return reject(row);
  const { levelId } = command;
  if (!row.levels?.some((each) => each.levelId === levelId)) return reject('order_not_found');

  // From here on the command must succeed.
  return replaceLevels(state, row, { levels: without(row, levelId), stamp });
}

/** Like a stop of the whole, one of a part never fires by being set (F10). */
function levelRefusal(
  { side, lots: held }: PositionRow,
  { stop, price, lots }: StopLevel,
  reference: PriceE8 | undefined,
): Reject | undefined {
  if (!Number.isSafeInteger(lots) || lots < 1 || lots > held) return 'quantity_out_of_range';
  const isValid = areLevelsValid({ side, levels: [{ stop, price }] }, reference);
  return isValid ? undefined : 'stops_invalid';
}

/**
 * Fires the stops of parts that a sample reaches, by their ids, each at most for what is left. What is left too small to have
 * a margin of its own (F13) closes along.
 */
export function fireLevels(
  state: EngineState,
  row: PositionRow,
  { index, stamp }: { readonly index: PriceE8; readonly stamp: Stamp },
): void {
  const met = (row.levels ?? []).filter((level) => isStopMet(level, row.side, index));
  assert(met.length > 0, 'what is due has a reason');
  let held = row;
  for (const { levelId, stop: reason, price: triggerPrice, lots } of met) {
    const close = { price: index, reason, triggerPrice, stamp };
    const split =
      lots < held.lots ? splitPosition(state, held, { lots, partId: levelId }) : undefined;
    if (split === undefined) {
      closeHolding(state, held, close);
      return;
    }
    const rest = withLevels(split.rest, without(held, levelId));
    held = closePart(state, { before: held, split: { part: split.part, rest } }, close).rest;
  }
}

const without = ({ levels = [] }: PositionRow, levelId: number): readonly StopLevel[] =>
  levels.filter((each) => each.levelId !== levelId);

function withLevels(row: PositionRow, levels: readonly StopLevel[]): PositionRow {
  const { levels: _before, ...others } = row;
  return levels.length === 0 ? others : { ...others, levels };
}

function replaceLevels(
  state: EngineState,
  row: PositionRow,
  { levels, stamp }: { readonly levels: readonly StopLevel[]; readonly stamp: Stamp },
): Result {
  const after = { ...withLevels(row, levels), updatedAtMs: indexTimeMs(stamp) };
  state.futures.replace(row, after);
  return positionResult(after);
}
