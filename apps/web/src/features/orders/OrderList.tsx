import type { Order } from '@fairlead/contract';
import { SkeletonRows } from '@fairlead/ui';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { OrderRow } from './OrderRow.tsx';

export interface OrderListProps {
  orders: readonly Order[];
  onOpen: (order: Order) => void;
  onCancel?: ((order: Order) => void) | undefined;
  isCancelling?: boolean;
  onAmend?: ((order: Order) => void) | undefined;
  hasState?: boolean;
  label: string;
  /** Undefined where everything is shown. */
  more?: (() => void) | undefined;
  isLoadingMore?: boolean;
}

/** Orders, and further ones as the end of the list comes near. */
export function OrderList(props: OrderListProps) {
  const { orders, label, more, isLoadingMore = false, ...row } = props;
  const t = useTranslations('orders');
  return (
    <>
      <ul aria-label={label}>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} {...row} />
        ))}
      </ul>
      {isLoadingMore && <SkeletonRows label={t('loading')} count={2} mark={false} />}
      {more !== undefined && !isLoadingMore && <MoreOrders onMore={more} />}
    </>
  );
}

/** Asks for the next page when it comes near; a button where the browser does not tell. */
function MoreOrders({ onMore }: { onMore: () => void }) {
  const t = useTranslations('orders');
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  useEffect(() => {
    const node = button.current;
    if (node === null || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { rootMargin: '400px' },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className="h-11 w-full font-medium text-brand"
      onClick={onMore}
    >
      {t('more')}
    </button>
  );
}
