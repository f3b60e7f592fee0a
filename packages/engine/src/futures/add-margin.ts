import { amountMinor } from '@fairlead/units';
import { indexTimeMs, type Stamp } from '../command.ts';
import type { Result } from '../result.ts';
import { positionResult, reject } from '../state/results.ts';
import type { EngineState } from '../state/state.ts';
import { futuresSlots } from './accounts.ts';
import { findPosition } from './close.ts';
import type { AddMargin } from './commands.ts';
import { addMarginReceipt } from './receipts.ts';
import type { PositionRow } from './rows.ts';

/**
 * Adds margin to a holding position: money of its owner's alone, frozen beside what is, so that the price has further to go
 * to its liquidation. At most until the margin is all that the position was worth when it opened.
 */
export function addMargin(state: EngineState, command: AddMargin, stamp: Stamp): Result {
  const row = findPosition(state, command);
  if (typeof row === 'string') return reject(row);
  if (state.owners.get(command.owner)?.isFrozen) return reject('account_frozen');
  if (row.status !== 'holding') return reject('position_not_open');
  const { amount } = command;
  if (amount <= 0n) return reject('amount_not_positive');
  const margin = amountMinor(row.margin + amount);
  const most = state.futures.market(row.marketId).notionalOf(row);
  if (margin > most) return reject('quantity_out_of_range');
  const { user } = futuresSlots(state, row);
  if (!state.ledger.canPay(user, amount)) return reject('insufficient_balance');

  // From here on the command must succeed.
  state.ledger.freeze(user, amount);
  const added: PositionRow = {
    ...row,
    margin,
    marginAdded: amountMinor((row.marginAdded ?? 0n) + amount),
    hold: margin,
    updatedAtMs: indexTimeMs(stamp),
  };
  const changeReceiptId = addMarginReceipt(state, added, { before: row, amount, stamp });
  const after = { ...added, changeReceiptId };
  state.futures.replace(row, after);
  return positionResult(after);
}
