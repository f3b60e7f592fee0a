/** The timer of an owner: set, set again, off, and run out. */
import type { Stamp } from '../../command.ts';
import { CANCEL_TIMER_MAX_MS, TIMER_CANCELS_MAX } from '../../limits.ts';
import type { Result } from '../../result.ts';
import type { OrderOwner } from '../../state/order-owner.ts';
import type { Schedule } from '../../state/product.ts';
import { reject } from '../../state/results.ts';
import type { EngineState } from '../../state/state.ts';
import type { SetCancelTimer } from '../commands.ts';
import { settleLists } from '../lists/settle-lists.ts';
import { withdrawTrigger } from '../triggers/withdraw-trigger.ts';
import { withdrawOrderById } from '../withdraw-order.ts';

/** Sets an owner's timer anew, or switches it off. One that has run out meanwhile cancels first: it comes too late to save that. */
export function setCancelTimer(state: EngineState, command: SetCancelTimer, stamp: Stamp): Result {
  const owner = state.owners.get(command.owner);
  if (owner === undefined) return reject('account_not_found');
  const { afterMs } = command;
  const isTime = afterMs === undefined || Number.isSafeInteger(afterMs);
  if (!isTime || (afterMs ?? 1) < 1 || (afterMs ?? 0) > CANCEL_TIMER_MAX_MS) {
    return reject('quantity_out_of_range');
  }

  // From here on the command must succeed.
  const known = state.cancelTimers.find(owner);
  if ((known?.dueAtMs ?? Infinity) <= stamp.timeMs) cancelAllOf(state, owner, { stamp });
  const dueAtMs = afterMs === undefined ? {} : { dueAtMs: stamp.timeMs + afterMs };
  if (known !== undefined || afterMs !== undefined) {
    const row = { owner: owner.owner, ...dueAtMs, updatedAtMs: stamp.timeMs };
    state.cancelTimers.set(owner, row);
  }
  return { ok: true, value: { kind: 'cancel_timer', ...dueAtMs } };
}

/**
 * Orders of the books first, then those that wait for a price; each by id, at most `max` of them. Whether none is left.
 */
function cancelAllOf(
  state: EngineState,
  owner: OrderOwner,
  { stamp, max = Infinity }: { readonly stamp: Stamp; readonly max?: number },
): boolean {
  const isAll = cancelFirst(state, owner, { stamp, max });
  settleLists(state, stamp);
  return isAll;
}

function cancelFirst(
  state: EngineState,
  owner: OrderOwner,
  { stamp, max }: { readonly stamp: Stamp; readonly max: number },
): boolean {
  const cause = { reason: 'timer', stamp } as const;
  // One more than may go tells whether something is left.
  const orderIds = state.orders.firstOf(owner, max + 1);
  for (const orderId of orderIds.slice(0, max)) withdrawOrderById(state, orderId, cause);
  if (orderIds.length > max) return false;
  const triggers = state.triggers.ofOwner(owner.owner);
  const rest = max - orderIds.length;
  for (const row of triggers.slice(0, rest)) withdrawTrigger(state, row, cause);
  return triggers.length <= rest;
}

export const cancelTimerSchedule: Schedule = {
  nextDueAtMs: ({ cancelTimers }) => cancelTimers.nextDueAtMs,
  runNext(state, stamp) {
    const owner = state.owner(state.cancelTimers.first());
    // What is left is due still, and comes with the next run: a batch has a bound, however many orders somebody has.
    if (!cancelAllOf(state, owner, { stamp, max: TIMER_CANCELS_MAX })) return;
    state.cancelTimers.set(owner, { owner: owner.owner, updatedAtMs: stamp.timeMs });
  },
};
