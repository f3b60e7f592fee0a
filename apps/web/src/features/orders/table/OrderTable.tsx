import type { Order, TriggerOrder } from '@fairlead/contract';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type SortColumn, SortTable } from '../../../app/parts/SortTable.tsx';
import { LazyInPlace, LazyTriggerInPlace } from '../amend/LazyAmend.tsx';
import { kindNameOf } from '../triggers/trigger-figures.ts';
import { LineActs, type OrderActs, OrderCell } from './Line.tsx';
import {
  COLUMNS,
  type Column,
  FIRST_SORT,
  isFigure,
  isWord,
  keyOf,
  NARROW,
  type TableRow,
} from './order-table.ts';

export interface OrderTableProps extends OrderActs {
  label: string;
  orders: readonly Order[];
  triggers: readonly TriggerOrder[];
  /** They may be of any market. */
  hasMarket?: boolean;
}

/** Less is no room for what can be read elsewhere too. */
const ROOMY_PX = 640;

/** Orders of a market and what waits for a price there, a line each, sorted by any column; changed in place. */
export function OrderTable(props: OrderTableProps) {
  const { label, orders, triggers, hasMarket = false } = props;
  const [changing, setChanging] = useState<number>();
  const word = useKindWord();
  const names = useNames();
  const rows: TableRow[] = [
    ...orders.map((order) => ({ id: order.id, order })),
    ...triggers.map((trigger) => ({ id: trigger.id, trigger })),
  ];
  const columnsOf = (width: number): SortColumn<TableRow>[] => {
    const all: readonly Column[] = width < ROOMY_PX ? NARROW : COLUMNS;
    const columns = all.filter((column) => hasMarket || column !== 'market');
    return columns.map((column) => ({
      id: column,
      name: names[column],
      look: isWord(column) ? 'word' : isFigure(column) ? 'figure' : 'time',
      keyOf: (row) => keyOf(row, column, word),
      cellOf: (row) => <OrderCell {...{ column, columns, row }} word={word(row)} {...props} />,
    }));
  };
  return (
    <SortTable
      label={label}
      rows={rows}
      columnsOf={columnsOf}
      first={FIRST_SORT}
      acts={(row) => (
        <LineActs
          {...props}
          row={row}
          onChange={() => setChanging(changing === row.id ? undefined : row.id)}
        />
      )}
      below={(row) =>
        changing === row.id && <InPlace row={row} onClose={() => setChanging(undefined)} />
      }
    />
  );
}

function InPlace({ row, onClose }: { row: TableRow; onClose: () => void }) {
  return row.order === undefined ? (
    <LazyTriggerInPlace trigger={row.trigger} onClose={onClose} />
  ) : (
    <LazyInPlace order={row.order} field="price" onClose={onClose} />
  );
}

function useNames(): Readonly<Record<Column, string>> {
  const t = useTranslations('orders.detail');
  const orders = useTranslations('orders');
  const trade = useTranslations('trade');
  const desk = useTranslations('desk');
  return {
    time: t('placedAt'),
    market: orders('symbol'),
    type: t('type'),
    side: t('side'),
    price: t('price'),
    amount: t('amount'),
    filled: t('filled'),
    total: trade('total'),
    trigger: desk('trigger'),
  };
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
