import type { HostingOrder } from '@fairlead/contract';
import { CoinMark } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';

export interface OrderHeadProps {
  order: HostingOrder;
  /** Under the amount. */
  caption: ReactNode;
}

/** What an order is of: currency and days, its number, its amount. */
export function OrderHead({ order, caption }: OrderHeadProps) {
  const t = useTranslations('hosting');
  const { id, currency, days, amount } = order;
  return (
    <div className="flex items-center gap-3">
      <CoinMark code={currency} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className="text-16 font-strong whitespace-nowrap">
            {t('orderName', { currency, days })}
          </h2>
          <p className="ms-auto min-w-0 text-16 font-medium wrap-anywhere">
            <Amount value={tidy(amount)} unit={currency} />
          </p>
        </div>
        <div className="flex justify-between gap-3 text-12 text-muted">
          <p className="whitespace-nowrap">{t('number', { id: String(id) })}</p>
          <p className="text-end">{caption}</p>
        </div>
      </div>
    </div>
  );
}
