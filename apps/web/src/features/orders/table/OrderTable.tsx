import type { Order, TriggerOrder } from '@fairlead/contract';
import {
  formatAmount,
  formatDate,
  formatNumber,
  formatPrice,
  Icon,
  IconButton,
  MISSING,
} from '@fairlead/ui';
import { Fragment, type ReactNode, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { LazyInPlace, LazyTriggerInPlace } from '../amend/LazyAmend.tsx';
import { StateBadge } from '../OrderRow.tsx';
import { filledOf } from '../order-figures.ts';
import { TriggerBadge } from '../triggers/TriggerRow.tsx';
import { kindNameOf, waitsBelow } from '../triggers/trigger-figures.ts';
import {
  COLUMNS,
  type Column,
  FIRST_SORT,
  sortedBy,
  sortRows,
  type TableRow,
  type TableSort,
  totalOf,
} from './order-table.ts';

export interface OrderTableProps {
  label: string;
  orders: readonly Order[];
  triggers: readonly TriggerOrder[];
  onOpen: (order: Order) => void;
  onOpenTrigger: (trigger: TriggerOrder) => void;
  /** Undefined where they are over: how they ended stands there then. */
  onCancel?: ((order: Order) => void) | undefined;
  onCancelTrigger?: ((trigger: TriggerOrder) => void) | undefined;
  isCancelling?: boolean;
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
  return (
    <table aria-label={label} className="w-full border-collapse text-12 whitespace-nowrap">
      <Heads sort={sort} onSort={(column) => setSort(sortedBy(sort, column))} />
      <tbody>
        {sortRows(rows, sort, word).map((row) => (
          <Fragment key={row.id}>
            <Line
              {...props}
              row={row}
              word={word(row)}
              onChange={() => setChanging(changing === row.id ? undefined : row.id)}
            />
            {changing === row.id && (
              <tr className="border-b border-hairline">
                <td colSpan={COLUMNS.length + 1} className="px-4 pb-2.5">
                  <InPlace row={row} onClose={() => setChanging(undefined)} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function InPlace({ row, onClose }: { row: TableRow; onClose: () => void }) {
  return row.order === undefined ? (
    <LazyTriggerInPlace trigger={row.trigger} onClose={onClose} />
  ) : (
    <LazyInPlace order={row.order} field="price" onClose={onClose} />
  );
}

const isFigure = (column: Column): boolean =>
  column === 'price' || column === 'amount' || column === 'filled' || column === 'total';

function Heads({ sort, onSort }: { sort: TableSort; onSort: (column: Column) => void }) {
  const t = useTranslations('markets');
  const names = useNames();
  return (
    <thead>
      <tr className="text-muted">
        {COLUMNS.map((column) => {
          const isOn = sort.column === column;
          const direction = sort.isDescending ? 'descending' : 'ascending';
          return (
            <th
              key={column}
              scope="col"
              aria-sort={isOn ? direction : 'none'}
              className={`h-8 px-2 font-normal first:pl-4 ${isFigure(column) ? 'text-right' : 'text-left'}`}
            >
              <button
                type="button"
                className={`hit inline-flex h-8 items-center ${isOn ? 'font-medium text-text' : ''}`}
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

/** "Limit", "Iceberg", "Stop limit". */
function useKindWord(): (row: TableRow) => string {
  const t = useTranslations('orders.type');
  const kinds = useTranslations('trade.kind');
  return ({ order, trigger }) =>
    order === undefined
      ? kinds(kindNameOf(trigger))
      : t(order.display_quantity === undefined ? order.type : 'iceberg');
}

interface LineProps extends OrderTableProps {
  row: TableRow;
  word: string;
  onChange: () => void;
}

function Line(props: LineProps) {
  const { row, word, onOpen, onOpenTrigger } = props;
  const { order, trigger } = row;
  const t = useTranslations('orders');
  const locale = useLocale();
  const any = order ?? trigger;
  const [base = '', quote = ''] = any.symbol.split('/');
  const isToday = new Date(any.created_at).toDateString() === new Date().toDateString();
  const price = any.price ?? order?.average_price;
  return (
    <tr className="border-b border-hairline hover:bg-raised">
      <Cell>
        <button
          type="button"
          className="hit h-9 text-muted underline decoration-dotted underline-offset-3"
          aria-label={t('detail.title', { id: String(any.id) })}
          onClick={() => (order === undefined ? onOpenTrigger(trigger) : onOpen(order))}
        >
          {formatDate(any.created_at, isToday ? 'time' : 'dayMinute', locale)}
        </button>
      </Cell>
      <Cell>{word}</Cell>
      <Cell>
        <span className={any.side === 'buy' ? 'text-rise' : 'text-fall'}>{t(any.side)}</span>
      </Cell>
      <Cell isFigure>{price === undefined ? t('marketPrice') : formatPrice(price)}</Cell>
      <Cell isFigure>
        {any.quantity === undefined
          ? formatAmount(any.amount, undefined, quote)
          : formatAmount(any.quantity, undefined, base)}
      </Cell>
      <Cell isFigure>{order === undefined ? MISSING : formatNumber(filledOf(order).done)}</Cell>
      <Cell isFigure>{formatNumber(totalOf(row), 2)}</Cell>
      <Cell>{trigger !== undefined && <Watched trigger={trigger} />}</Cell>
      <td className="pr-2 text-right">
        <Acts {...props} />
      </td>
    </tr>
  );
}

function Cell({ children, isFigure: is = false }: { children: ReactNode; isFigure?: boolean }) {
  return <td className={`h-9 px-2 first:pl-4 ${is ? 'text-right tnum' : ''}`}>{children}</td>;
}

/** "Index ≤ 64,000.00"; one that waits for a fill alone waits for no price. */
function Watched({ trigger }: { trigger: TriggerOrder }) {
  const t = useTranslations('triggers.source');
  if (trigger.trigger === 'fill') return null;
  return `${t(trigger.trigger_by)} ${waitsBelow(trigger) ? '≤' : '≥'} ${formatPrice(trigger.trigger_price)}`;
}

/** What can be done with it, or how it ended. */
function Acts({ row, onCancel, onCancelTrigger, isCancelling = false, onChange }: LineProps) {
  const t = useTranslations('orders');
  const { id, order, trigger } = row;
  const cancel =
    order === undefined
      ? onCancelTrigger && (() => onCancelTrigger(trigger))
      : onCancel && (() => onCancel(order));
  if (cancel === undefined)
    return order === undefined ? (
      <TriggerBadge status={trigger.status} />
    ) : (
      <StateBadge order={order} />
    );
  return (
    <span className="inline-flex items-center">
      <IconButton
        icon="draw"
        iconSize={16}
        label={t('changeOf', { id: String(id) })}
        onClick={onChange}
      />
      <button
        type="button"
        className="h-9 px-2 font-medium text-brand disabled:text-disabled"
        aria-label={t('cancelOf', { id: String(id) })}
        disabled={isCancelling}
        onClick={cancel}
      >
        {t('cancel')}
      </button>
    </span>
  );
}
