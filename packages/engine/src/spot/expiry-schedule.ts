/** The clock's part of what is good till a time: orders, and what waits for a price or for an order. */
import { EXPIRIES_MAX } from '../limits.ts';
import type { Schedule } from '../state/product.ts';
import { settleLists } from './lists/settle-lists.ts';
import { withdrawTrigger } from './triggers/withdraw-trigger.ts';
import { withdrawOrder } from './withdraw-order.ts';

export const expirySchedule: Schedule = {
  nextDueAtMs: ({ orders }) => orders.terms.nextDueAtMs,
  runNext(state, stamp) {
    const { pool, orders } = state;
    // What is left is due still, and comes with the next run.
    for (const slot of orders.terms.firstDue(EXPIRIES_MAX, (each) => pool.orderId(each))) {
      withdrawOrder(state, slot, { stamp, reason: 'expired' });
    }
    settleLists(state, stamp);
  },
};

/** Of one moment orders expire before. */
export const triggerExpirySchedule: Schedule = {
  nextDueAtMs: ({ triggers }) => triggers.nextExpiryMs,
  runNext(state, stamp) {
    for (const row of state.triggers.firstExpired(EXPIRIES_MAX)) {
      withdrawTrigger(state, row, { stamp, reason: 'expired' });
    }
    settleLists(state, stamp);
  },
};
