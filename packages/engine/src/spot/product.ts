import { assert } from '@fairlead/units';
import type { Product } from '../state/product.ts';
import { amendOrder } from './amend-order.ts';
import { cancelOrder, withdrawAll } from './cancel-order.ts';
import { checkOrders, restoreOrders, waitingOrders } from './check-invariants.ts';
import { expirySchedule } from './expire-orders.ts';
import { placeOrder } from './place-order.ts';
import { spotRecords } from './records.ts';
import { replaceOrder } from './replace-order.ts';
import { cancelTimerSchedule, setCancelTimer } from './timers/set-timer.ts';
import { checkTriggers, restoreTrigger } from './triggers/check-invariants.ts';
import { fireAtIndex } from './triggers/fire.ts';
import { cancelTrigger, placeTrigger } from './triggers/place-trigger.ts';

/** Orders of the book, and those that wait for a price. */
export const spot = {
  handlers: {
    place_order: placeOrder,
    cancel_order: cancelOrder,
    amend_order: amendOrder,
    replace_order: replaceOrder,
    place_trigger: placeTrigger,
    cancel_trigger: cancelTrigger,
    set_cancel_timer: setCancelTimer,
  },
  openings: ['place_order', 'amend_order', 'replace_order', 'place_trigger'],
  takeChanges: ({ orders, triggers, cancelTimers }) => ({
    orders: orders.takeRows(),
    triggers: triggers.takeChanged(),
    cancelTimers: cancelTimers.takeChanged(),
  }),
  snapshot: (state) => ({
    orders: waitingOrders(state),
    triggers: state.triggers.rows(),
    cancelTimers: state.cancelTimers.rows(),
  }),
  restore(state, { orders, triggers, cancelTimers }) {
    restoreOrders(state, orders);
    for (const row of triggers) restoreTrigger(state, row);
    for (const row of cancelTimers) {
      assert(row.dueAtMs !== undefined, 'only a timer that runs is put back');
      state.cancelTimers.set(state.owner(row.owner), row);
    }
  },
  check(state) {
    state.cancelTimers.check();
    return [...checkOrders(state), ...checkTriggers(state)];
  },
  schedules: [cancelTimerSchedule, expirySchedule],
  records: spotRecords,
  tick: fireAtIndex,
  closeMarket: (state, market, stamp) => withdrawAll(state, market, { stamp, reason: 'operator' }),
} satisfies Product;
