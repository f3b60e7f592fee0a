import type { FilterOf } from '@fairlead/calls';
import type { Order, TriggerOrder } from '@fairlead/contract';
import { SortedNote } from '../../../app/parts/SortedNote.tsx';
import { useWhole } from '../../../app/parts/use-whole.ts';
import { MarketTable, type MarketTableProps } from './MarketTable.tsx';

export interface OrdersTableProps
  extends Pick<MarketTableProps, 'label' | 'onOpen' | 'onCancel' | 'isCancelling'> {
  filter: FilterOf<'orders'>;
  /** The newest, as they were read. */
  orders: readonly Order[];
  total: number;
}

const NONE: readonly TriggerOrder[] = [];

/** Orders of all markets, the newest of them, and all once somebody wants to sort them. */
export function OrdersTable({ filter, orders, total, ...props }: OrdersTableProps) {
  const whole = useWhole('orders', { filter, first: { list: orders, total } });
  return (
    <>
      <SortedNote {...whole} shown={whole.list.length} />
      <MarketTable {...props} orders={whole.list} triggers={NONE} hasMarket />
    </>
  );
}
