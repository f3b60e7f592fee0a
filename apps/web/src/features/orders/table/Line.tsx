import type { Order, TriggerOrder } from '@fairlead/contract';
import {
  formatAmount,
  formatDate,
  formatNumber,
  formatPrice,
  IconButton,
  MISSING,
} from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { StateBadge } from '../OrderRow.tsx';
import { filledOf, hasFills } from '../order-figures.ts';
import { TriggerBadge } from '../triggers/TriggerRow.tsx';
import { waitsBelow } from '../triggers/trigger-figures.ts';
import { type Column, type TableRow, totalOf } from './order-table.ts';

/** What can be done with each. */
export interface OrderActs {
  onOpen: (order: Order) => void;
  onOpenTrigger: (trigger: TriggerOrder) => void;
  /** Undefined where they are over: how they ended stands there then. */
  onCancel?: ((order: Order) => void) | undefined;
  onCancelTrigger?: ((trigger: TriggerOrder) => void) | undefined;
  isCancelling?: boolean;
}

export interface OrderCellProps extends Pick<OrderActs, 'onOpen' | 'onOpenTrigger'> {
  column: Column;
  /** Those beside it: what has no column of its own stands in another. */
  columns: readonly Column[];
  row: TableRow;
  word: string;
}

/** A figure of one order. */
export function OrderCell(props: OrderCellProps) {
  const { column, columns, row, word, onOpen, onOpenTrigger } = props;
  const { order, trigger } = row;
  const t = useTranslations('orders');
  const any = order ?? trigger;
  const [base = '', quote = ''] = any.symbol.split('/');
  const price = any.price ?? order?.average_price;
  const side = (
    <span className={any.side === 'buy' ? 'text-rise' : 'text-fall'}>{t(any.side)}</span>
  );
  switch (column) {
    case 'time':
      return (
        <Placed
          any={any}
          onOpen={() => (order === undefined ? onOpenTrigger(trigger) : onOpen(order))}
        />
      );
    case 'market':
      return <span className="font-strong">{any.symbol}</span>;
    case 'type':
      return columns.includes('side') ? word : <Together word={word} row={row} side={side} />;
    case 'side':
      return side;
    case 'price':
      return price === undefined ? t('marketPrice') : formatPrice(price);
    case 'amount': {
      // Where it has no column, what is filled stands before it.
      const done =
        order === undefined || columns.includes('filled') || !hasFills(order)
          ? ''
          : `${formatNumber(filledOf(order).done)} / `;
      return any.quantity === undefined
        ? done + formatAmount(any.amount, undefined, quote)
        : done + formatAmount(any.quantity, undefined, base);
    }
    case 'filled':
      return order === undefined ? MISSING : formatNumber(filledOf(order).done);
    case 'total':
      return formatNumber(totalOf(row), 2);
    case 'trigger':
      return trigger && <Watched trigger={trigger} />;
  }
}

/** When it was placed; opens the rest of it. */
function Placed({ any, onOpen }: { any: Order | TriggerOrder; onOpen: () => void }) {
  const t = useTranslations('orders');
  const locale = useLocale();
  const isToday = new Date(any.created_at).toDateString() === new Date().toDateString();
  return (
    <button
      type="button"
      className="hit h-9 text-muted underline decoration-dotted underline-offset-3"
      aria-label={t('detail.title', { id: String(any.id) })}
      onClick={onOpen}
    >
      {formatDate(any.created_at, isToday ? 'time' : 'dayMinute', locale)}
    </button>
  );
}

/** "Sell Stop market" over "Index ≤ 64,000.00": one cell in place of three, which wraps before it pushes others out. */
function Together({ row, word, side }: { row: TableRow; word: string; side: ReactNode }) {
  return (
    <span className="block py-1" style={{ whiteSpace: 'normal' }}>
      {side} {word}
      {row.trigger && (
        <span className="block whitespace-nowrap text-muted">
          <Watched trigger={row.trigger} />
        </span>
      )}
    </span>
  );
}

/** "Index ≤ 64,000.00"; one that waits for a fill alone waits for no price. */
function Watched({ trigger }: { trigger: TriggerOrder }) {
  const t = useTranslations('triggers.source');
  if (trigger.trigger === 'fill') return null;
  return `${t(trigger.trigger_by)} ${waitsBelow(trigger) ? '≤' : '≥'} ${formatPrice(trigger.trigger_price)}`;
}

export interface LineActsProps extends OrderActs {
  row: TableRow;
  onChange: () => void;
}

/** What can be done with it, or how it ended. */
export function LineActs(props: LineActsProps) {
  const { row, onCancel, onCancelTrigger, isCancelling = false, onChange } = props;
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
    <span className="-my-1 inline-flex items-center">
      <IconButton
        icon="draw"
        iconSize={16}
        label={t('changeOf', { id: String(id) })}
        onClick={onChange}
      />
      <button
        type="button"
        className="h-9 px-1.5 font-medium text-brand disabled:text-disabled"
        aria-label={t('cancelOf', { id: String(id) })}
        disabled={isCancelling}
        onClick={cancel}
      >
        {t('cancel')}
      </button>
    </span>
  );
}
