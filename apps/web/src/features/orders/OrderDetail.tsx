import type { Order } from '@fairlead/contract';
import {
  Button,
  formatAmount,
  formatDate,
  formatNumber,
  formatPrice,
  IconButton,
  type KeyValue,
  KeyValues,
  Meter,
  toast,
} from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { DetailSheet } from '../../app/parts/DetailSheet.tsx';
import { LazyOrderLife } from './life/LazyLife.tsx';
import { StateBadge } from './OrderRow.tsx';
import { filledOf, filledShare, hasFills, receivedOf, remainingOf } from './order-figures.ts';

export interface OrderDetailProps {
  /** Undefined closes the sheet. */
  order: Order | undefined;
  onClose: () => void;
  onCancel: (order: Order) => void;
  isCancelling: boolean;
  onAmend: (order: Order) => void;
}

/** Everything the server knows of one order. */
export function OrderDetail({ order, onClose, onCancel, isCancelling, onAmend }: OrderDetailProps) {
  const t = useTranslations('orders');
  return (
    <DetailSheet
      thing={order}
      title={({ id }) => t('detail.title', { id: String(id) })}
      footer={(shown) =>
        shown.status === 'waiting' && (
          <div className="grid grid-cols-2 gap-3">
            <Button variant="line" block busy={isCancelling} onClick={() => onCancel(shown)}>
              {t('cancelIt')}
            </Button>
            <Button block onClick={() => onAmend(shown)}>
              {t('change')}
            </Button>
          </div>
        )
      }
      onClose={onClose}
    >
      {(shown) => <Details order={shown} />}
    </DetailSheet>
  );
}

function Details({ order }: { order: Order }) {
  const t = useTranslations('orders');
  const fills = useFillRows(order);
  const facts = useFactRows(order);
  const share = filledShare(order);
  const { done, total, currency } = filledOf(order);
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between">
        <span className="text-16 font-strong">{order.symbol}</span>
        <StateBadge order={order} />
      </div>
      <KeyValues rows={facts} />
      <div className="grid gap-2 border-t border-hairline-strong pt-3">
        <h3 className="font-strong">{t('detail.fills')}</h3>
        <Meter
          share={share}
          label={`${formatNumber(done)} / ${formatAmount(total, undefined, currency)}`}
        />
        {hasFills(order) ? (
          <KeyValues rows={fills} />
        ) : (
          <p className="text-muted">{t('detail.noFills')}</p>
        )}
      </div>
      <LazyOrderLife order={order} />
    </div>
  );
}

function useFactRows(order: Order): KeyValue[] {
  const t = useTranslations('orders');
  const trade = useTranslations('trade');
  const locale = useLocale();
  const { total, currency } = filledOf(order);
  const [, quote = ''] = order.symbol.split('/');
  const rows: (KeyValue | false)[] = [
    { id: 'id', label: t('detail.id'), value: <CopyId id={String(order.id)} /> },
    order.client_order_id !== undefined && {
      id: 'client',
      label: t('detail.clientId'),
      value: <span className="break-all">{order.client_order_id}</span>,
    },
    {
      label: t('detail.side'),
      value: t(order.side),
      tone: order.side === 'buy' ? 'rise' : 'fall',
    },
    { label: t('detail.type'), value: t(`type.${order.type}`) },
    order.type === 'limit' && {
      label: t('detail.lives'),
      value: trade(`tif.${order.time_in_force}`),
    },
    order.price !== undefined && {
      label: t('detail.price'),
      value: formatAmount(order.price, undefined, quote),
    },
    {
      label: t(order.quantity === undefined ? 'detail.spend' : 'detail.amount'),
      value: formatAmount(total, undefined, currency),
    },
    order.display_quantity !== undefined && {
      label: t('detail.display'),
      value: formatAmount(order.display_quantity, undefined, currency),
    },
    order.hidden_quantity !== undefined && {
      label: t('detail.hidden'),
      value: formatAmount(order.hidden_quantity, undefined, currency),
    },
    order.expires_at !== undefined && {
      label: t('detail.expires'),
      value: formatDate(order.expires_at, 'full', locale),
    },
    order.self_trade_prevention !== undefined &&
      order.self_trade_prevention !== 'expire_taker' && {
        label: t('detail.selfTrade'),
        value: t(`selfTrade.${order.self_trade_prevention}`),
      },
    { label: t('detail.placedAt'), value: formatDate(order.created_at, 'full', locale) },
    { label: t('detail.changedAt'), value: formatDate(order.updated_at, 'full', locale) },
  ];
  return rows.filter((row) => row !== false);
}

function useFillRows(order: Order): KeyValue[] {
  const t = useTranslations('orders');
  const [base = '', quote = ''] = order.symbol.split('/');
  const received = receivedOf(order);
  const remaining = remainingOf(order);
  const rows: (KeyValue | false)[] = [
    {
      label: t('detail.filled'),
      value: formatAmount(order.filled_quantity, undefined, base),
    },
    remaining !== undefined && {
      label: t('detail.remaining'),
      value: formatAmount(remaining, undefined, filledOf(order).currency),
    },
    { label: t('detail.average'), value: formatPrice(order.average_price) },
    {
      label: t(order.side === 'buy' ? 'detail.total' : 'detail.brought'),
      value: formatAmount(order.filled_amount, undefined, quote),
    },
    { label: t('detail.fee'), value: formatAmount(order.fee, undefined, order.fee_currency) },
    {
      label: t('detail.received'),
      value: formatAmount(received.amount, undefined, received.currency),
      total: true,
    },
  ];
  return rows.filter((row) => row !== false);
}

function CopyId({ id }: { id: string }) {
  const t = useTranslations('orders');
  const common = useTranslations('common');
  const errors = useTranslations('errors');
  const copy = () =>
    void copyText(id).then((isCopied) =>
      toast(
        isCopied
          ? { kind: 'good', text: common('copied') }
          : { kind: 'bad', text: errors('copy'), detail: id },
      ),
    );
  return (
    <span className="flex items-center justify-end">
      {id}
      <span className="-my-3 -me-3">
        <IconButton icon="copy" iconSize={16} label={t('detail.copy')} onClick={copy} />
      </span>
    </span>
  );
}

/** False where the browser does not let a page write to the clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
