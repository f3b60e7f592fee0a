import type { OptionOrder } from '@fairlead/contract';
import { formatPrice, Icon } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { decimalsApart } from './orders.ts';

export interface PricePairProps {
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
