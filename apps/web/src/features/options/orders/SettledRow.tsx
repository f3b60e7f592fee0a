import type { OptionOrder } from '@fairlead/contract';
import { formatSigned } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { tidyMoney } from '../option-rules.ts';
import { useDecimals } from '../use-option-rules.ts';
import { profitTone } from './orders.ts';
import { PricePair, ReceiptLink, ResultBadge } from './parts.tsx';

export interface SettledRowProps {
  order: OptionOrder;
  /** The market that the page is about: not said again. */
  symbol: string | undefined;
  onOpen: (order: OptionOrder) => void;
}

/** A result: what it was, strike and mean, what was won or lost, and the receipt. */
export function SettledRow({ order, symbol, onOpen }: SettledRowProps) {
  const t = useTranslations('options');
  const decimals = useDecimals(order.symbol);
  const { result = 'refunded', direction, seconds, profit, receipt_id } = order;
  return (
    <div className="gutter flex min-h-16 items-center gap-2 py-2">
      <button
        type="button"
        className="min-w-0 flex-1 text-start"
        aria-label={t('settled.row', { id: String(order.id) })}
        aria-haspopup="dialog"
        onClick={() => onOpen(order)}
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <ResultBadge result={result} />
          <span className="font-medium">
            {t('kind', { direction: t(direction), seconds: String(seconds) })}
          </span>
        </span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-12 text-muted">
          {order.symbol !== symbol && <span>{order.symbol}</span>}
          <PricePair order={order} decimals={decimals} />
        </span>
      </button>
      <span className="text-end whitespace-nowrap">
        <span className={`block text-16 font-medium ${profitTone(profit)}`}>
          {formatSigned(profit && tidyMoney(profit))}
        </span>
        {receipt_id !== undefined && (
          <ReceiptLink id={receipt_id} className="hit text-12">
            {t('receipt')}
          </ReceiptLink>
        )}
      </span>
    </div>
  );
}
