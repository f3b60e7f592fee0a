import { assert } from '@fairlead/units';
import type { Product } from '../state/product.ts';
import { amendOrder } from './amend-order.ts';
import { cancelOrder, withdrawAll } from './cancel-order.ts';
import { checkOrders, restoreOrders, waitingOrders } from './check-invariants.ts';
import { convert } from './convert.ts';
import { expirySchedule, triggerExpirySchedule } from './expiry-schedule.ts';
import { cancelList } from './lists/cancel-list.ts';
import { checkLists } from './lists/check-invariants.ts';
import { placeList } from './lists/place-list.ts';
import { lateListSchedule } from './lists/settle-lists.ts';
import { placeOrder } from './place-order.ts';
import { spotRecords } from './records.ts';
import { replaceOrder } from './replace-order.ts';
import { cancelTimerSchedule, setCancelTimer } from './timers/set-timer.ts';
import { amendTrigger } from './triggers/amend-trigger.ts';
import { checkTriggers, restoreBacklog, restoreTrigger } from './triggers/check-invariants.ts';
import { fireAtIndex, fireMoves, triggerSchedule } from './triggers/fire.ts';
import { cancelTrigger, placeTrigger } from './triggers/place-trigger.ts';

/** What was left to place behind working orders, and what its trades set off. */
const lateLists = lateListSchedule((state, marketId, told) =>
  fireMoves(state, state.market(marketId), { ...told, max: state.bounds.triggerRunFiresMax }),
);

/** Orders of the book, and those that wait for a price. */
export const spot = {
  handlers: {
    place_order: placeOrder,
    cancel_order: cancelOrder,
    amend_order: amendOrder,
    replace_order: replaceOrder,
    place_trigger: placeTrigger,
    place_trailing: placeTrigger,
    cancel_trigger: cancelTrigger,
    amend_trigger: amendTrigger,
    place_list: placeList,
    cancel_list: cancelList,
    convert,
    set_cancel_timer: setCancelTimer,
  },
  openings: [
    'place_order',
    'amend_order',
    'replace_order',
    'place_trigger',
    'place_trailing',
    'amend_trigger',
    'place_list',
    'convert',
  ],
  takeChanges: ({ orders, triggers, orderLists, triggerBacklogs, cancelTimers }) => ({
    orders: orders.takeRows(),
    triggers: triggers.takeChanged(),
    orderLists: orderLists.takeChanged(),
    triggerBacklogs: triggerBacklogs.takeChanged(),
    cancelTimers: cancelTimers.takeChanged(),
  }),
  snapshot: (state) => ({
    orders: waitingOrders(state),
    triggers: state.triggers.rows(),
    orderLists: state.orderLists.rows(),
    triggerBacklogs: state.triggerBacklogs.rows(),
    cancelTimers: state.cancelTimers.rows(),
  }),
  restore(state, { orders, triggers, orderLists, triggerBacklogs, cancelTimers }) {
    restoreOrders(state, orders);
    state.orderLists.restore(orderLists);
    for (const row of triggers) restoreTrigger(state, row);
    checkLists(state);
    for (const row of triggerBacklogs) restoreBacklog(state, row);
    for (const row of cancelTimers) {
      assert(row.dueAtMs !== undefined, 'only a timer that runs is put back');
      state.owner(row.owner);
      assert(
        row.marketId === undefined || state.markets.get(row.marketId) !== undefined,
        'a timer is of a market that is there',
      );
      state.cancelTimers.set(row);
    }
  },
  check(state) {
    state.cancelTimers.check();
    state.triggerBacklogs.check();
    checkLists(state);
    return [...checkOrders(state), ...checkTriggers(state)];
  },
  // What has reached its price comes before a timer of the same moment.
  schedules: [
    triggerSchedule,
    lateLists,
    cancelTimerSchedule,
    expirySchedule,
    triggerExpirySchedule,
  ],
  records: spotRecords,
  tick: fireAtIndex,
  closeMarket: (state, market, stamp) => withdrawAll(state, market, { stamp, reason: 'operator' }),
} satisfies Product;
