/** The timer of an owner: set, set again, off, and run out. */
import type { Stamp } from '../../command.ts';
import { CANCEL_TIMER_MAX_MS, CANCEL_TIMERS_MAX, TIMER_CANCELS_MAX } from '../../limits.ts';
import type { Result } from '../../result.ts';
import type { Schedule } from '../../state/product.ts';
import { reject } from '../../state/results.ts';
import type { EngineState } from '../../state/state.ts';
import type { SetCancelTimer } from '../commands.ts';
import { settleLists } from '../lists/settle-lists.ts';
import type { CancelTimerRow } from '../rows.ts';
import { withdrawTrigger } from '../triggers/withdraw-trigger.ts';
import { withdrawOrderById } from '../withdraw-order.ts';

/** Sets an owner's timer anew, or switches it off. One that has run out meanwhile cancels first: it comes too late to save that. */
export function setCancelTimer(state: EngineState, command: SetCancelTimer, stamp: Stamp): Result {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return reject('account_not_found');
  const { afterMs, timer = 0, marketId } = command;
  if (marketId !== undefined && state.markets.get(marketId) === undefined)
    return reject('market_not_found');
  const isTime = afterMs === undefined || Number.isSafeInteger(afterMs);
  if (!isTime || (afterMs ?? 1) < 1 || (afterMs ?? 0) > CANCEL_TIMER_MAX_MS) {
    return reject('quantity_out_of_range');
  }
  if (!Number.isSafeInteger(timer) || timer < 0 || timer >= CANCEL_TIMERS_MAX)
    return reject('quantity_out_of_range');

  // From here on the command must succeed.
  const known = state.cancelTimers.find(owner, timer);
  if (known?.dueAtMs !== undefined && known.dueAtMs <= stamp.timeMs)
    cancelAllOf(state, known, { stamp });
  const dueAtMs = afterMs === undefined ? {} : { dueAtMs: stamp.timeMs + afterMs };
  if (known !== undefined || afterMs !== undefined) {
    const market = marketId === undefined ? {} : { marketId };
    const row = { owner: owner.owner, timer, ...market, ...dueAtMs, updatedAtMs: stamp.timeMs };
    state.cancelTimers.set(row);
  }
  return { ok: true, value: { kind: 'cancel_timer', ...dueAtMs } };
}

/**
 * Orders of the books first, then those that wait for a price; each by id, at most `max` of them. Whether none is left.
 */
function cancelAllOf(
  state: EngineState,
  timer: CancelTimerRow,
  { stamp, max = Infinity }: { readonly stamp: Stamp; readonly max?: number },
): boolean {
  const isAll = cancelFirst(state, timer, { stamp, max });
  settleLists(state, stamp);
  return isAll;
}

function cancelFirst(
  state: EngineState,
  { owner: ownerId, marketId }: CancelTimerRow,
  { stamp, max }: { readonly stamp: Stamp; readonly max: number },
): boolean {
  const cause = { reason: 'timer', stamp } as const;
  const owner = state.owner(ownerId);
  // One more than may go tells whether something is left.
  const orderIds = state.orders.firstOf(owner, max + 1, marketId);
  for (const orderId of orderIds.slice(0, max)) withdrawOrderById(state, orderId, cause);
  if (orderIds.length > max) return false;
  const triggers = state.triggers
    .ofOwner(ownerId)
    .filter((row) => marketId === undefined || row.marketId === marketId);
  const rest = max - orderIds.length;
  for (const row of triggers.slice(0, rest)) withdrawTrigger(state, row, cause);
  return triggers.length <= rest;
}

export const cancelTimerSchedule: Schedule = {
  nextDueAtMs: ({ cancelTimers }) => cancelTimers.nextDueAtMs,
  runNext(state, stamp) {
    const row = state.cancelTimers.first();
    // What is left is due still, and comes with the next run: a batch has a bound, however many orders somebody has.
    if (!cancelAllOf(state, row, { stamp, max: TIMER_CANCELS_MAX })) return;
    const { dueAtMs: _, ...off } = row;
    state.cancelTimers.set({ ...off, updatedAtMs: stamp.timeMs });
  },
};
