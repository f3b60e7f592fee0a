/** A settled option as it is shared: what came of it as a share of its stake, with the receipt of its delivery. */
import type { OptionOrder } from '@fairlead/contract';
import { formatAmount, formatDate, formatPercent, formatPrice, formatSigned } from '@fairlead/ui';
import { decimalsOf, divFloor, formatRate, PPM_ONE, parseDecimal } from '@fairlead/units';
import { useLocale, useTranslations } from 'use-intl';
import type { Shared } from '../../../app/share/share-model.ts';
import { tidyMoney } from '../option-rules.ts';

/** After the fee, in ppm of the stake. */
export function resultPpm({
  profit,
  amount,
}: {
  readonly profit: string | undefined;
  readonly amount: string;
}): bigint | undefined {
  if (profit === undefined) return undefined;
  const scale = Math.max(decimalsOf(profit), decimalsOf(amount));
  const [net, stake] = [parseDecimal(profit, scale), parseDecimal(amount, scale)];
  return net === undefined || !stake ? undefined : divFloor(net * PPM_ONE, stake);
}

/** Undefined of one that runs: nothing is decided. */
export function useSharedOption(): (order: OptionOrder) => Shared | undefined {
  const t = useTranslations('options');
  const locale = useLocale();
  return (order) => {
    const { result, receipt_id: receiptId, profit = '0', direction, currency } = order;
    const ppm = resultPpm({ profit: order.profit, amount: order.amount });
    if (result === undefined || receiptId === undefined || ppm === undefined) return undefined;
    return {
      name: `option-${order.id}`,
      symbol: order.symbol,
      what: `${t(direction)}, ${t('seconds', { seconds: String(order.seconds) })}`,
      whatTone: direction,
      headline: `${t(`result.${result}`)} ${formatPercent(formatRate(ppm), ppm % 10_000n === 0n ? 0 : 2)}`,
      ...(ppm !== 0n && { headlineTone: ppm > 0n ? 'rise' : 'fall' }),
      facts: [
        { label: t('detail.strike'), value: formatPrice(order.purchase_price) },
        { label: t('detail.delivery'), value: formatPrice(order.delivery_price) },
        { label: t('detail.bought'), value: formatDate(order.purchased_at, 'full', locale) },
        { label: t('detail.delivers'), value: formatDate(order.delivers_at, 'full', locale) },
      ],
      amounts: [
        {
          label: t('detail.stake'),
          value: formatAmount(tidyMoney(order.amount), undefined, currency),
        },
        {
          label: t('detail.profit'),
          value: `${formatSigned(tidyMoney(profit))}\u00a0${currency}`,
        },
      ],
      receiptId,
    };
  };
}
