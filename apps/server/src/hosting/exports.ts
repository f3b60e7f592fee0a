/** A user's own locked funds as CSV. */
import { type OwnExports, ownRow, ownRows } from '../core/operations/exports.ts';
import type { Reads } from '../core/store/database.ts';
import type { Terms } from '../market/index.ts';
import { HOSTING_COLUMNS, type HostingRecord, toHosting } from './record.ts';
import { hostingView } from './views.ts';

const ORDERS = {
  columns: HOSTING_COLUMNS,
  table: 'hosting_orders',
  key: 'hosting_id',
  time: 'paid_at_ms',
};

export const ownHostingExports = ({
  reads,
  terms,
}: {
  readonly reads: Reads;
  readonly terms: Terms;
}): Pick<OwnExports, 'locked_orders'> => ({
  locked_orders: {
    columns: [
      'id',
      'product_id',
      'currency',
      'amount',
      'days',
      'daily_yield',
      'earned',
      'expected_total',
      'damages',
      'penalty',
      'status',
      'completes_time',
      'completed_time',
    ],
    read: ownRows<HostingRecord>(reads, ORDERS, (record) => {
      const view = hostingView(toHosting(record), terms);
      const isOpen = view.status === 'hosting';
      return ownRow(view.id, view.paid_at, {
        ...view,
        // What ending it now would cost is no record of anything.
        damages: isOpen ? undefined : view.damages,
        penalty: isOpen ? undefined : view.penalty,
        completes_time: view.completes_at,
        completed_time: view.completed_at,
      });
    }),
  },
});
