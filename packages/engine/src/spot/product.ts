import type { Product } from '../state/product.ts';
import { cancelOrder, withdrawAll } from './cancel-order.ts';
import { checkOrders, restoreOrder, waitingOrders } from './check-invariants.ts';
import { placeOrder } from './place-order.ts';
import { spotRecords } from './records.ts';

/** Orders of the book. */
export const spot = {
  handlers: { place_order: placeOrder, cancel_order: cancelOrder },
  openings: ['place_order'],
  takeChanges: ({ orders }) => ({ orders: orders.takeRows() }),
  snapshot: (state) => ({ orders: waitingOrders(state) }),
  restore(state, { orders }) {
    for (const row of orders) restoreOrder(state, row);
  },
  check: checkOrders,
  records: spotRecords,
  closeMarket: (state, market, stamp) => withdrawAll(state, market, { stamp, reason: 'operator' }),
} satisfies Product;
