import type { PriceE8 } from '@fairlead/units';
import type { Reject, Stamp } from '../command.ts';
import type { Result } from '../result.ts';
import { reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { actingPrice, closeAmounts, closeHolding, findPosition } from './close.ts';
import type { OpenPosition, ReversePosition } from './commands.ts';
import { openSound, type Relief, soundOpening } from './open.ts';
import type { PositionRow } from './rows.ts';

/**
 * Closes a position and opens as many lots the other way, both at the last sample. What the close gives back counts for the
 * opening; whatever has the opening refused leaves the position as it is.
 */
export function reversePosition(
  state: EngineState,
  command: ReversePosition,
  stamp: Stamp,
): Result {
  const row = findPosition(state, command);
  if (typeof row === 'string') return reject(row);
  const sound = soundReversal(state, { row, command, stamp });
  if (typeof sound === 'string') return reject(sound);

  // From here on the command must succeed.
  const { opening, price } = sound;
  const closed = closeHolding(state, row, { price, reason: 'user', stamp });
  const { closeReceiptId: reversesReceiptId } = closed;
  return openSound(state, opening, {
    ...(reversesReceiptId === undefined ? {} : { reversesReceiptId }),
    closed,
  });
}

interface Reversal {
  readonly row: PositionRow;
  readonly command: ReversePosition;
  readonly stamp: Stamp;
}

function soundReversal(state: EngineState, { row, command, stamp }: Reversal) {
  const isOver = row.status !== 'holding';
  const price = isOver ? undefined : actingPrice(state, row, stamp);
  const relief = price === undefined ? {} : { relief: reliefOf(state, row, price) };
  const opening = soundOpening(state, openingOf(row, command), { ...relief, isOver, stamp });
  if (typeof opening === 'string') return opening;
  return price === undefined ? ('price_stale' satisfies Reject) : { opening, price };
}

/** The opening that a reversal asks for: a lot that is of another size by now is another order. */
function openingOf(row: PositionRow, command: ReversePosition): OpenPosition {
  const { owner, shownPrice, takeProfit, stopLoss, clientOrderId, shownTerms } = command;
  return {
    kind: 'open_position',
    owner,
    marketId: row.marketId,
    side: row.side === 'long' ? 'short' : 'long',
    type: 'market',
    lots: row.lots,
    multiple: command.multiple ?? row.multiple,
    ...(shownPrice === undefined ? {} : { shownPrice }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
    ...(clientOrderId === undefined ? {} : { clientOrderId }),
    shownTerms: { ...shownTerms, lotBaseMinor: row.lotBaseMinor },
  };
}

/** What closing a position at a price leaves for what opens behind it. */
function reliefOf(state: EngineState, row: PositionRow, price: PriceE8): Relief {
  const { realisedPnl, closeFee, insurancePaid } = closeAmounts(state, row, price);
  return {
    user: row.hold + realisedPnl - closeFee,
    house: row.reserved - realisedPnl + insurancePaid,
    notional: state.futures.market(row.marketId).notionalOf(row),
    positions: 1,
  };
}
