import { Icon } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { type Column, isFigure, type TableSort } from './order-table.ts';

export interface HeadsProps {
  columns: readonly Column[];
  sort: TableSort;
  onSort: (column: Column) => void;
}

/** Words that sort; the one by which says which way. */
export function Heads({ columns, sort, onSort }: HeadsProps) {
  const t = useTranslations('markets');
  const names = useNames();
  return (
    <thead>
      <tr className="text-muted">
        {columns.map((column) => {
          const isOn = sort.column === column;
          const direction = sort.isDescending ? 'descending' : 'ascending';
          return (
            <th
              key={column}
              scope="col"
              aria-sort={isOn ? direction : 'none'}
              className={`h-8 px-1.5 ${isFigure(column) ? 'text-right' : 'text-left'}`}
            >
              <button
                type="button"
                className={`hit inline-flex h-8 items-center ${isOn ? 'text-text' : ''}`}
                style={{ fontWeight: isOn ? 500 : 400 }}
                aria-label={t('sortBy', {
                  column: names[column],
                  direction: isOn ? t(direction) : '',
                })}
                onClick={() => onSort(column)}
              >
                {names[column]}
                {isOn && <Icon name={sort.isDescending ? 'chevronDown' : 'chevronUp'} size={14} />}
              </button>
            </th>
          );
        })}
        <td />
      </tr>
    </thead>
  );
}

function useNames(): Readonly<Record<Column, string>> {
  const t = useTranslations('orders.detail');
  const trade = useTranslations('trade');
  const desk = useTranslations('desk');
  return {
    time: t('placedAt'),
    type: t('type'),
    side: t('side'),
    price: t('price'),
    amount: t('amount'),
    filled: t('filled'),
    total: trade('total'),
    trigger: desk('trigger'),
  };
}
