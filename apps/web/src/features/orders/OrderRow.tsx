import type { Order } from '@fairlead/contract';
import {
  Badge,
  formatAmount,
  formatDate,
  formatNumber,
  formatPrice,
  IconButton,
  Tag,
} from '@fairlead/ui';
import { memo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useIsWide } from '../../app/layout.ts';
import { LazyInPlace } from './amend/LazyAmend.tsx';
import { filledOf, filledShare, hasFills } from './order-figures.ts';

export interface OrderRowProps {
  order: Order;
  /** Opens the details. */
  onOpen: (order: Order) => void;
  /** Undefined where it cannot be cancelled. */
  onCancel?: ((order: Order) => void) | undefined;
  isCancelling?: boolean;
  /** Undefined where it cannot be changed. */
  onAmend?: ((order: Order) => void) | undefined;
  /** Its state as a badge, where states stand side by side. */
  hasState?: boolean;
  /** It stands with the others of its list, which names the pair. */
  isGrouped?: boolean;
}

/** One order of 64: side, pair, type and time over price and how much is filled. */
export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { order, onOpen, onCancel, onAmend, isCancelling = false, hasState = false } = props;
  const isMarked = order.list_id !== undefined && props.isGrouped !== true;
  const t = useTranslations('orders');
  const share = filledShare(order);
  const isWide = useIsWide();
  const [editing, setEditing] = useState<EditedField>();
  const canEdit = isWide && onAmend !== undefined && order.status === 'waiting';
  return (
    <li className="relative border-b border-hairline px-4 py-2.5 last:border-b-0">
      <div className="flex items-center justify-between gap-2">
        <button
          type="button"
          className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-2 text-start before:absolute before:inset-0"
          onClick={() => onOpen(order)}
        >
          <Tag kind={order.side === 'buy' ? 'rise' : 'fall'}>{t(order.side)}</Tag>
          {props.isGrouped !== true && <span className="font-medium">{order.symbol}</span>}
          <TypeAndTime order={order} />
          {isMarked && <Tag>{t('inList')}</Tag>}
        </button>
        {onAmend !== undefined && order.status === 'waiting' && (
          <span className="relative -my-3 ms-auto">
            <IconButton
              icon="draw"
              iconSize={16}
              label={t('changeOf', { id: String(order.id) })}
              onClick={() => onAmend(order)}
            />
          </span>
        )}
        {onCancel !== undefined && order.status === 'waiting' && (
          <button
            type="button"
            className="relative -my-3 h-11 ps-4 font-medium text-brand disabled:text-disabled"
            aria-label={t('cancelOf', { id: String(order.id) })}
            disabled={isCancelling}
            onClick={() => onCancel(order)}
          >
            {t('cancel')}
          </button>
        )}
        {hasState && <StateBadge order={order} />}
      </div>
      {editing === undefined ? (
        <Figures order={order} onEdit={canEdit ? setEditing : undefined} />
      ) : (
        <LazyInPlace order={order} field={editing} onClose={() => setEditing(undefined)} />
      )}
      {order.status === 'waiting' && hasFills(order) && (
        <div className="mt-2 h-[3px] overflow-hidden rounded-full bg-control">
          <i
            className="block h-full rounded-full bg-brand"
            style={{ transform: `scaleX(${share})`, transformOrigin: 'var(--start)' }}
          />
        </div>
      )}
    </li>
  );
});

function TypeAndTime({ order }: { order: Order }) {
  const t = useTranslations('orders');
  const locale = useLocale();
  const style = order.status === 'waiting' ? 'time' : 'dayMinute';
  const isToday = new Date(order.created_at).toDateString() === new Date().toDateString();
  return (
    <span className="truncate text-12 text-muted">
      {t('typeAt', {
        type: t(order.display_quantity === undefined ? `type.${order.type}` : 'type.iceberg'),
        time: formatDate(order.created_at, isToday ? style : 'dayMinute', locale),
      })}
    </span>
  );
}

type EditedField = 'price' | 'quantity';

interface FiguresProps {
  order: Order;
  /** Undefined where they are not changed in the row. */
  onEdit: ((field: EditedField) => void) | undefined;
}

function Figures({ order, onEdit }: FiguresProps) {
  const t = useTranslations('orders');
  const { done, total, currency } = filledOf(order);
  // A market buy is told in what it spends, which no other row is.
  const unit = order.quantity === undefined ? currency : undefined;
  const isOver = order.status !== 'waiting' && order.average_price !== undefined;
  return (
    <div className="mt-1 flex flex-wrap justify-between gap-x-3 text-12">
      <span>
        <span className="text-muted">{t(isOver ? 'average' : 'price')}</span>{' '}
        <Cell order={order} field="price" onEdit={onEdit}>
          {isOver
            ? formatPrice(order.average_price)
            : order.price === undefined
              ? t('marketPrice')
              : formatPrice(order.price)}
        </Cell>
      </span>
      <span className="ms-auto text-end">
        <span className="text-muted">{t('filled')}</span>{' '}
        <Cell order={order} field="quantity" onEdit={onEdit}>
          {t('filledOf', { done: formatNumber(done), total: formatAmount(total, undefined, unit) })}
        </Cell>
      </span>
    </div>
  );
}

interface CellProps extends FiguresProps {
  field: EditedField;
  children: string;
}

/** A figure, which is changed where it stands if there is room. */
function Cell({ order, field, onEdit, children }: CellProps) {
  const t = useTranslations('orders');
  if (onEdit === undefined) return children;
  return (
    <button
      type="button"
      className="relative -my-1 rounded-8 px-1 py-1 underline decoration-dotted underline-offset-3 hover:bg-raised"
      title={t('changeOf', { id: String(order.id) })}
      onClick={() => onEdit(field)}
    >
      {children}
    </button>
  );
}

const BADGES = { waiting: 'brand', completed: 'good', cancelled: 'plain' } as const;
const BADGE_ICONS = { waiting: 'clock', completed: 'check', cancelled: 'minus' } as const;

/** The state of an order: colour, icon and word. */
export function StateBadge({ order }: { order: Pick<Order, 'status' | 'cancel_reason'> }) {
  const t = useTranslations('orders');
  const { status } = order;
  const isExpired = order.cancel_reason === 'expired';
  return (
    <Badge kind={BADGES[status]} icon={isExpired ? 'clock' : BADGE_ICONS[status]}>
      {isExpired ? t('expired') : t(`status.${status}`)}
    </Badge>
  );
}
