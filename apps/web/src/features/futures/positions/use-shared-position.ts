/** A position as it is shared: its result after fees as a share of its margin, with the receipt that proves its last price. */
import type { Position } from '@fairlead/contract';
import { formatAmount, formatDate, formatPrice, formatSigned } from '@fairlead/ui';
import { decimalsOf, divFloor, PPM_ONE, parseDecimal } from '@fairlead/units';
import { useLocale, useTranslations } from 'use-intl';
import type { Shared } from '../../../app/share/share-model.ts';
import { shareText, trimAmount } from '../amounts.ts';

/** Of the margin, in ppm, rounded down as on its card. */
export function resultPpm({
  net_pnl,
  margin,
}: {
  readonly net_pnl: string | undefined;
  readonly margin: string;
}): bigint | undefined {
  if (net_pnl === undefined) return undefined;
  const scale = Math.max(decimalsOf(net_pnl), decimalsOf(margin));
  const [net, paid] = [parseDecimal(net_pnl, scale), parseDecimal(margin, scale)];
  return net === undefined || !paid ? undefined : divFloor(net * PPM_ONE, paid);
}

/** Undefined of one that never opened. */
export function useSharedPosition(): (position: Position) => Shared | undefined {
  const t = useTranslations('futures');
  const locale = useLocale();
  return (position) => {
    const { receipt_id: receiptId, open_price, current_price, currency, side, net_pnl } = position;
    const ppm = resultPpm({ net_pnl: position.net_pnl, margin: position.margin });
    if (receiptId === undefined || ppm === undefined || net_pnl === undefined) return undefined;
    const isClosed = position.status === 'closed';
    const money = (text: string) => formatAmount(trimAmount(text), undefined, currency);
    const time = (ms: number | undefined) => formatDate(ms, 'full', locale);
    return {
      name: `position-${position.id}`,
      symbol: position.symbol,
      what: `${t(side)} ${position.multiple}×`,
      whatTone: side === 'long' ? 'rise' : 'fall',
      headline: t('ofMargin', { percent: shareText(ppm) }),
      ...(ppm !== 0n && { headlineTone: ppm > 0n ? 'rise' : 'fall' }),
      facts: [
        { label: t('detail.openPrice'), value: formatPrice(open_price) },
        isClosed
          ? { label: t('detail.closePrice'), value: formatPrice(position.close_price) }
          : { label: t('index'), value: formatPrice(current_price) },
        { label: t('detail.openedAt'), value: time(position.opened_at) },
        ...(isClosed ? [{ label: t('detail.closedAt'), value: time(position.closed_at) }] : []),
      ],
      amounts: [
        { label: t('detail.margin'), value: money(position.margin) },
        {
          label: t('detail.net'),
          value: `${formatSigned(trimAmount(net_pnl))}\u00a0${currency}`,
        },
      ],
      receiptId,
      receiptOf: t(isClosed ? 'detail.closeReceipt' : 'detail.openReceipt'),
    };
  };
}
