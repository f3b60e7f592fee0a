import type { OptionOrder, OptionResult } from '@fairlead/contract';
import {
  Badge,
  type BadgeKind,
  formatAmount,
  formatPrice,
  Icon,
  Note,
  Tag,
  Triangle,
} from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { tidyMoney } from '../option-rules.ts';
import { decimalsApart } from './orders.ts';

const KINDS: Readonly<Record<OptionResult, BadgeKind>> = {
  win: 'good',
  lose: 'bad',
  flat: 'plain',
  refunded: 'wait',
};

/** What came of an order; all of one size and weight. */
export function ResultBadge({ result }: { result: OptionResult }) {
  const t = useTranslations('options.result');
  return <Badge kind={KINDS[result]}>{t(result)}</Badge>;
}

/** Why too few samples decided an order, whose doing that was, and what they say. Nothing where there were enough. */
export function ShortNote({ order }: { order: OptionOrder }) {
  const t = useTranslations('options');
  const { result, shortfall, would_be } = order;
  const seconds = String(order.window_seconds);
  if (shortfall === undefined && result !== 'refunded') return null;
  return (
    <Note kind="info">
      {result === 'refunded' && `${t('detail.refunded', { seconds })} `}
      {shortfall !== undefined && t(`short.${shortfall}`, { seconds })}{' '}
      {result === 'win' ? t('short.paid') : would_be !== undefined && t(`short.${would_be}`)}
    </Note>
  );
}

interface OrderTitleProps {
  order: Pick<OptionOrder, 'direction' | 'amount' | 'currency' | 'seconds'>;
}

/** Direction, amount and time of an order. */
export function OrderTitle({ order }: OrderTitleProps) {
  const t = useTranslations('options');
  const { direction, amount, currency, seconds } = order;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Tag kind={direction}>
        <Triangle tone={direction} />
        {t(direction)}
      </Tag>
      <span className="font-strong">
        {t('amountFor', {
          amount: formatAmount(tidyMoney(amount), undefined, currency),
          seconds: String(seconds),
        })}
      </span>
    </span>
  );
}

interface PricePairProps {
  order: Pick<OptionOrder, 'purchase_price' | 'delivery_price'>;
  decimals: number;
}

/** Strike and mean, as finely as tells them apart. */
export function PricePair({ order, decimals }: PricePairProps) {
  const t = useTranslations('options.ended');
  const { purchase_price: strike, delivery_price: mean } = order;
  const shown = mean === undefined ? decimals : decimalsApart(strike, mean, decimals);
  return (
    <span className="inline-flex items-center gap-1">
      <span className="fl-sr">{t('strike')}</span>
      {formatPrice(strike, shown)}
      <Icon name="chevronRight" size={16} />
      <span className="fl-sr">{t('mean')}</span>
      {formatPrice(mean, shown)}
    </span>
  );
}

interface ReceiptLinkProps {
  id: number;
  className?: string;
  children: ReactNode;
}

/** To the receipt that anybody can check. */
export function ReceiptLink({ id, className = '', children }: ReceiptLinkProps) {
  return (
    <a
      className={`inline-flex items-center font-medium text-brand ${className}`}
      href={href('pages/settlement/receipt', { id })}
    >
      {children}
      <Icon name="chevronRight" size={16} />
    </a>
  );
}
