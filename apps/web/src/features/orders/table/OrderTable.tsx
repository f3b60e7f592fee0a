import type { Order, TriggerOrder } from '@fairlead/contract';
import { Fragment, useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { LazyInPlace, LazyTriggerInPlace } from '../amend/LazyAmend.tsx';
import { kindNameOf } from '../triggers/trigger-figures.ts';
import { Heads } from './Heads.tsx';
import { Line, type OrderActs } from './Line.tsx';
import { COLUMNS, FIRST_SORT, NARROW, sortedBy, sortRows, type TableRow } from './order-table.ts';

export interface OrderTableProps extends OrderActs {
  label: string;
  orders: readonly Order[];
  triggers: readonly TriggerOrder[];
}

/** Orders of a market and what waits for a price there, a line each, sorted by any column; changed in place. */
export function OrderTable(props: OrderTableProps) {
  const { label, orders, triggers } = props;
  const [sort, setSort] = useState(FIRST_SORT);
  const [changing, setChanging] = useState<number>();
  const word = useKindWord();
  const rows: TableRow[] = [
    ...orders.map((order) => ({ id: order.id, order })),
    ...triggers.map((trigger) => ({ id: trigger.id, trigger })),
  ];
  const [measure, width] = useWidth();
  const columns = width < ROOMY_PX ? NARROW : COLUMNS;
  return (
    <div ref={measure} className="overflow-x-auto px-2">
      <table aria-label={label} className="w-full text-12 whitespace-nowrap">
        <Heads columns={columns} sort={sort} onSort={(column) => setSort(sortedBy(sort, column))} />
        <tbody>
          {sortRows(rows, sort, word).map((row) => (
            <Fragment key={row.id}>
              <Line
                {...props}
                columns={columns}
                row={row}
                word={word(row)}
                onChange={() => setChanging(changing === row.id ? undefined : row.id)}
              />
              {changing === row.id && (
                <tr className="border-b border-hairline">
                  <td colSpan={columns.length + 1} className="px-4 py-2.5">
                    <InPlace row={row} onClose={() => setChanging(undefined)} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function InPlace({ row, onClose }: { row: TableRow; onClose: () => void }) {
  return row.order === undefined ? (
    <LazyTriggerInPlace trigger={row.trigger} onClose={onClose} />
  ) : (
    <LazyInPlace order={row.order} field="price" onClose={onClose} />
  );
}

/** "Limit", "Iceberg", "Stop limit". */
function useKindWord(): (row: TableRow) => string {
  const t = useTranslations('orders.type');
  const kinds = useTranslations('trade.kind');
  return ({ order, trigger }) =>
    order === undefined
      ? kinds(kindNameOf(trigger))
      : t(order.display_quantity === undefined ? order.type : 'iceberg');
}

/** Less is no room for what can be read elsewhere too. */
const ROOMY_PX = 640;

/** How wide a place is, once it stands; wide until then. */
function useWidth(): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null || !('ResizeObserver' in window)) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measure, width];
}
