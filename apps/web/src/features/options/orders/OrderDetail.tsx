import type { OptionOrder } from '@fairlead/contract';
import {
  formatAmount,
  formatDate,
  formatPrice,
  formatShare,
  formatSigned,
  type KeyValue,
  KeyValues,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { DetailSheet } from '../../../app/parts/DetailSheet.tsx';
import { ShareButton } from '../../../app/share/ShareButton.tsx';
import { tidyMoney } from '../option-rules.ts';
import { useDecimals } from '../use-option-rules.ts';
import { decimalsApart, profitTone } from './orders.ts';
import { ReceiptLink, ResultBadge, ShortNote } from './parts.tsx';
import { useSharedOption } from './use-shared-option.ts';

export interface OrderDetailProps {
  /** Undefined closes the sheet. */
  order: OptionOrder | undefined;
  onClose: () => void;
}

/** Everything the server knows of one order, and its receipts. */
export function OrderDetail({ order, onClose }: OrderDetailProps) {
  const t = useTranslations('options');
  const sharedOf = useSharedOption();
  return (
    <DetailSheet
      thing={order}
      title={({ id }) => t('detail.title', { id: String(id) })}
      footer={(shown) => {
        const shared = sharedOf(shown);
        return shared && <ShareButton shared={shared} />;
      }}
      onClose={onClose}
    >
      {(shown) => <Details order={shown} />}
    </DetailSheet>
  );
}

function Details({ order }: { order: OptionOrder }) {
  const t = useTranslations('options');
  const market = useDecimals(order.symbol);
  const { purchase_price: strike, delivery_price: mean, result } = order;
  const decimals = mean === undefined ? market : decimalsApart(strike, mean, market);
  return (
    <div className="grid gap-3">
      {result !== undefined && (
        <p className="flex items-center justify-between">
          <ResultBadge result={result} />
          <span className={`text-20 font-strong ${profitTone(order.profit)}`}>
            {formatSigned(order.profit && tidyMoney(order.profit))}
          </span>
        </p>
      )}
      <ShortNote order={order} />
      <KeyValues rows={usePriceRows(order, decimals)} />
      {decimals > market && <p className="text-12 text-muted">{t('detail.equal')}</p>}
      <KeyValues className="border-t border-hairline-strong pt-3" rows={useMoneyRows(order)} />
      <section className="grid border-t border-hairline-strong pt-2">
        <h3 className="text-12 text-muted">{t('detail.receipts')}</h3>
        <ReceiptLink id={order.purchase_receipt_id} className="min-h-11">
          {t('detail.purchase', { id: String(order.purchase_receipt_id) })}
        </ReceiptLink>
        {order.receipt_id !== undefined && (
          <ReceiptLink id={order.receipt_id} className="min-h-11">
            {t('detail.deliveryReceipt', { id: String(order.receipt_id) })}
          </ReceiptLink>
        )}
      </section>
    </div>
  );
}

function usePriceRows(order: OptionOrder, decimals: number): KeyValue[] {
  const t = useTranslations('options');
  const locale = useLocale();
  const time = (atMs: number | undefined) => formatDate(atMs, 'full', locale);
  const isOpen = order.status === 'open';
  return [
    { label: t('detail.direction'), value: t(order.direction) },
    { label: t('detail.market'), value: order.symbol },
    { label: t('detail.time'), value: t('seconds', { seconds: String(order.seconds) }) },
    { label: t('detail.bought'), value: time(order.purchased_at) },
    { label: t('detail.delivers'), value: time(order.delivers_at) },
    { label: t('detail.strike'), value: formatPrice(order.purchase_price, decimals) },
    ...(isOpen
      ? [{ label: t('detail.current'), value: formatPrice(order.current_price, decimals) }]
      : [{ label: t('detail.delivery'), value: formatPrice(order.delivery_price, decimals) }]),
    ...(order.outcome === undefined
      ? []
      : [{ label: t('detail.outcome'), value: t(`outcome.${order.outcome}`) }]),
  ];
}

function useMoneyRows(order: OptionOrder): KeyValue[] {
  const t = useTranslations('options.detail');
  const money = (text: string | undefined) =>
    formatAmount(text && tidyMoney(text), undefined, order.currency);
  const sum = [
    { label: t('stake'), value: money(order.amount) },
    { label: t('fee'), value: money(order.fee) },
    { label: t('payout'), value: formatShare(order.payout_ratio, payoutDecimals(order)) },
  ];
  if (order.status === 'open')
    return [
      ...sum,
      {
        label: t('income'),
        value: `${formatSigned(tidyMoney(order.expected_income))}\u00a0${order.currency}`,
      },
    ];
  return [
    ...sum,
    { label: t('paid'), value: money(order.paid) },
    {
      label: t('profit'),
      value: `${formatSigned(order.profit && tidyMoney(order.profit))}\u00a0${order.currency}`,
      total: true,
    },
  ];
}

/** None where the rate is a whole percentage. */
const payoutDecimals = ({ payout_ratio }: OptionOrder): number =>
  /\.\d\d\d*[1-9]/.test(payout_ratio) ? 2 : 0;
