/** The clock's part of orders that are good till a time. */
import { EXPIRIES_MAX } from '../limits.ts';
import type { Schedule } from '../state/product.ts';
import { settleLists } from './lists/settle-lists.ts';
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
