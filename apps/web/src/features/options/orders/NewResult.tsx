import type { OptionOrder } from '@fairlead/contract';
import { formatSigned, IconButton } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { tidyMoney } from '../option-rules.ts';
import { useDecimals } from '../use-option-rules.ts';
import { dismissResult } from './heard-orders.ts';
import { profitTone } from './orders.ts';
import { OrderTitle, PricePair, ReceiptLink, ResultBadge, ShortNote } from './parts.tsx';

export interface NewResultProps {
  order: OptionOrder;
  /** The market that the page is about. */
  symbol: string;
}

/** A result as it came: the same card whatever it is, with the receipt, until it is put away. */
export function NewResult({ order, symbol }: NewResultProps) {
  const t = useTranslations('options');
  const decimals = useDecimals(order.symbol);
  const { result = 'refunded', profit } = order;
  return (
    <article
      role="status"
      aria-label={t('ended.label', { id: String(order.id) })}
      className="rounded-12 bg-raised py-2.5 pe-1 ps-3.5"
    >
      <div className="flex items-center gap-1">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
            <OrderTitle order={order} />
            {order.symbol !== symbol && <span className="text-12 text-muted">{order.symbol}</span>}
            <span className={`ms-auto font-medium ${profitTone(profit)}`}>
              {formatSigned(profit && tidyMoney(profit))}
            </span>
          </p>
          <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted">
            <ResultBadge result={result} />
            <PricePair order={order} decimals={decimals} />
            {order.receipt_id !== undefined && (
              <ReceiptLink id={order.receipt_id} className="hit ms-auto">
                {t('receipt')}
              </ReceiptLink>
            )}
          </p>
          <ShortNote order={order} />
        </div>
        <IconButton
          icon="close"
          label={t('ended.dismiss')}
          onClick={() => dismissResult(order.id)}
        />
      </div>
    </article>
  );
}
