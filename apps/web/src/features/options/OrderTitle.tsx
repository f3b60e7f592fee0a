import type { OptionOrder } from '@fairlead/contract';
import { formatAmount, Tag, Triangle } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { tidyMoney } from './option-rules.ts';

export interface OrderTitleProps {
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
