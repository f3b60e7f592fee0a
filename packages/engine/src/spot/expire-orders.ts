/** Orders that are good till a time: in order of that, those of one moment by their ids. */
import type { Stamp } from '../command.ts';
import { EXPIRIES_MAX, ORDER_EXPIRY_MAX_MS } from '../limits.ts';
import type { Schedule } from '../state/product.ts';
import { withdrawOrder } from './cancel-order.ts';
import type { PlaceOrder } from './commands.ts';
import { mayRest } from './resting.ts';

/** Whether an order that says when it expires may: only what may wait, at a time to come, within a year. */
export function isExpirySound(command: PlaceOrder, { timeMs }: Stamp): boolean {
  if (command.type !== 'limit' || command.expiresAtMs === undefined) return true;
  const { expiresAtMs } = command;
  const isTime = Number.isSafeInteger(expiresAtMs) && expiresAtMs > timeMs;
  return isTime && expiresAtMs <= timeMs + ORDER_EXPIRY_MAX_MS && mayRest(command);
}

export const expirySchedule: Schedule = {
  nextDueAtMs: ({ orders }) => orders.terms.nextDueAtMs,
  runNext(state, stamp) {
    const { pool, orders } = state;
    // What is left is due still, and comes with the next run.
    for (const slot of orders.terms.firstDue(EXPIRIES_MAX, (each) => pool.orderId(each))) {
      withdrawOrder(state, slot, { stamp, reason: 'expired' });
    }
  },
};
