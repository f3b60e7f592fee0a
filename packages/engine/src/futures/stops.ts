import type { PriceE8 } from '@fairlead/units';
import { indexTimeMs, type Stamp } from '../command.ts';
import { DERIVATIVE_PRICE_MAX } from '../limits.ts';
import type { Result } from '../result.ts';
import { positionResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { findPosition } from './close.ts';
import type { SetStops } from './commands.ts';
import type { PositionRow, PositionSide } from './rows.ts';

/** Replaces both stops of a waiting or holding position; one that is left out is cleared. */
export function setStops(state: EngineState, command: SetStops, stamp: Stamp): Result {
  const timeMs = indexTimeMs(stamp);
  const row = findPosition(state, command);
  if (typeof row === 'string') return reject(row);
  const { takeProfit, stopLoss } = command;
  const reference = referenceOf(state, row, timeMs);
  const references = reference === undefined ? [] : [reference];
  const isValid = areStopsValid({ ...command, side: row.side }, ...references);
  if (!isValid) return reject('stops_invalid');

  // From here on the command must succeed.
  const { takeProfit: _takeProfit, stopLoss: _stopLoss, ...others } = row;
  const after: PositionRow = {
    ...others,
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
    updatedAtMs: timeMs,
  };
  state.futures.replace(row, after);
  return positionResult(after);
}

interface Stops {
  readonly side: PositionSide;
  readonly takeProfit?: PriceE8;
  readonly stopLoss?: PriceE8;
}

/**
 * A long's stop-loss is below every reference and its take-profit above, a short's the other way round: a stop never
 * fires by being set (F10). Without a reference only their order among themselves is looked at.
 */
export function areStopsValid(
  { side, takeProfit, stopLoss }: Stops,
  ...references: readonly PriceE8[]
): boolean {
  const [below, above] = side === 'long' ? [stopLoss, takeProfit] : [takeProfit, stopLoss];
  const isPriced = [below, above].every((stop) => stop === undefined || isPrice(stop));
  const isOrdered = below === undefined || above === undefined || below < above;
  return (
    isPriced &&
    isOrdered &&
    references.every((reference) => {
      return (below ?? 0n) < reference && (above === undefined || reference < above);
    })
  );
}

/** Whether futures and options compute with a price. */
export function isPrice(price: bigint): boolean {
  return price >= 1n && price <= DERIVATIVE_PRICE_MAX;
}

/** What stops are measured against: the limit of a waiting position, the index of a holding one. */
export function referenceOf(
  state: EngineState,
  { status, marketId, price }: PositionRow,
  timeMs: number,
): PriceE8 | undefined {
  if (status === 'waiting') return price;
  return state.markets.get(marketId)?.index.actingPrice(timeMs);
}
