/** A user's own options as CSV. */
import { type OwnExports, ownRow, ownRows } from '../core/operations/exports.ts';
import type { OptionsNeeds } from './needs.ts';
import { OPTION_COLUMNS, type OptionRecord, toOption } from './record.ts';
import { optionView } from './views.ts';

const ORDERS = {
  columns: OPTION_COLUMNS,
  table: 'option_orders',
  key: 'option_id',
  time: 'purchased_at_ms',
};

export const ownOptionExports = ({
  reads,
  terms,
  clock,
}: Pick<OptionsNeeds, 'reads' | 'terms' | 'clock'>): Pick<OwnExports, 'options'> => ({
  options: {
    columns: [
      'id',
      'symbol',
      'direction',
      'amount',
      'fee',
      'currency',
      'seconds',
      'payout_ratio',
      'purchase_price',
      'delivery_price',
      'outcome',
      'result',
      'paid',
      'profit',
      'status',
      'delivers_time',
      'settled_time',
      'receipt_id',
    ],
    read: ownRows<OptionRecord>(reads, ORDERS, (record) => {
      const surroundings = { terms, nowMs: clock.now(), indexPrice: undefined };
      const view = optionView(toOption(record), surroundings);
      const cells = { ...view, delivers_time: view.delivers_at, settled_time: view.settled_at };
      return ownRow(view.id, view.purchased_at, cells);
    }),
  },
});
