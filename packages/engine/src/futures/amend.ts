import type { PriceE8 } from '@fairlead/units';
import { indexTimeMs, type Stamp } from '../command.ts';
import type { Result } from '../result.ts';
import { positionResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { freezeFor, releaseOf } from './accounts.ts';
import { findPosition } from './close.ts';
import type { AmendPosition, OpenPosition } from './commands.ts';
import { soundOpening } from './open.ts';
import type { PositionRow } from './rows.ts';

/**
 * Changes limit, lots or stops of a waiting position, as if it were asked for anew in its own place: whatever would have that
 * refused leaves it as it is. Its terms are those that it was asked for under, so it can be amended while they are offered.
 */
export function amendPosition(state: EngineState, command: AmendPosition, stamp: Stamp): Result {
  const row = findPosition(state, command);
  if (typeof row === 'string') return reject(row);
  const asked = askedAnew(row, command);
  const opening = soundOpening(state, asked, {
    relief: {
      user: row.hold,
      house: 0n,
      notional: state.futures.market(row.marketId).notionalOf(row),
      positions: 1,
    },
    isOver: row.status !== 'waiting',
    agreed: row,
    levels: row.levels ?? [],
    stamp,
  });
  if (typeof opening === 'string') return reject(opening);

  // From here on the command must succeed.
  const { positionId, clientOrderId, levels, createdAtMs } = row;
  const after: PositionRow = {
    ...opening.row,
    positionId,
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
    ...(levels === undefined ? {} : { levels }),
    createdAtMs,
    updatedAtMs: indexTimeMs(stamp),
  };
  releaseOf(state, row);
  freezeFor(state, after);
  state.futures.replace(row, after);
  return positionResult(after);
}

function askedAnew(row: PositionRow, command: AmendPosition): OpenPosition {
  const price = command.price ?? row.price;
  const takeProfit = changed(command.takeProfit, row.takeProfit);
  const stopLoss = changed(command.stopLoss, row.stopLoss);
  return {
    kind: 'open_position',
    owner: row.owner,
    marketId: row.marketId,
    side: row.side,
    type: 'limit',
    ...(price === undefined ? {} : { price }),
    lots: command.lots ?? row.lots,
    multiple: row.multiple,
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  };
}

const changed = (
  asked: PriceE8 | 'none' | undefined,
  before: PriceE8 | undefined,
): PriceE8 | undefined => (asked === 'none' ? undefined : (asked ?? before));
