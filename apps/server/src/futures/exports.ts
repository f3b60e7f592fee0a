/** A user's own positions as CSV. */
import { type OwnExports, ownRow, ownRows } from '../core/operations/exports.ts';
import type { FuturesNeeds } from './needs.ts';
import { POSITION_COLUMNS, type PositionRecord, toPosition } from './record.ts';
import { positionView } from './views.ts';

const POSITIONS = {
  columns: POSITION_COLUMNS,
  table: 'positions',
  key: 'position_id',
  time: 'created_at_ms',
};

export const ownFuturesExports = (
  needs: Pick<FuturesNeeds, 'reads' | 'terms' | 'marketData'>,
): Pick<OwnExports, 'positions'> => ({
  positions: {
    columns: [
      'id',
      'symbol',
      'side',
      'type',
      'lots',
      'lot_size',
      'multiple',
      'margin',
      'price',
      'open_price',
      'close_price',
      'open_fee',
      'close_fee',
      'realised_pnl',
      'fees',
      'net_pnl',
      'currency',
      'status',
      'close_reason',
      'opened_time',
      'closed_time',
      'receipt_id',
      'part_of',
      'margin_added',
    ],
    read: ownRows<PositionRecord>(needs.reads, POSITIONS, (record) => {
      const { levels: _levels, ...view } = positionView(toPosition(record), needs);
      const cells = { ...view, opened_time: view.opened_at, closed_time: view.closed_at };
      return ownRow(view.id, view.created_at, cells);
    }),
  },
});
