import type { OptionOrder } from '@fairlead/contract';
import { formatDate, formatPrice, useCountdown } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { serverNow } from '../../data/server-clock.ts';
import { OrderTitle } from './OrderTitle.tsx';
import { useDecimals } from './use-decimals.ts';

export interface OpenRowProps {
  order: OptionOrder;
  onOpen: (order: OptionOrder) => void;
}

/** A running order in the list: what it is, its strike, how long it still takes. */
export function OpenRow({ order, onOpen }: OpenRowProps) {
  const t = useTranslations('options');
  const locale = useLocale();
  const decimals = useDecimals(order.symbol);
  const seconds = useCountdown(order.delivers_at, serverNow);
  return (
    <button
      type="button"
      className="gutter flex min-h-16 w-full items-center gap-3 py-2 text-left"
      aria-haspopup="dialog"
      onClick={() => onOpen(order)}
    >
      <span className="min-w-0 flex-1">
        <OrderTitle order={order} />
        <span className="mt-0.5 block text-12 text-muted">
          {order.symbol} · {t('chart.strike')} {formatPrice(order.purchase_price, decimals)}
        </span>
      </span>
      <span className="text-right">
        <span className="block font-medium">{t('seconds', { seconds: String(seconds) })}</span>
        <span className="block text-12 text-muted">
          {formatDate(order.delivers_at, 'time', locale)}
        </span>
      </span>
    </button>
  );
}
