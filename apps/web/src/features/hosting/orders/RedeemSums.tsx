import type { HostingOrder } from '@fairlead/contract';
import {
  formatAmount,
  formatExactShare,
  formatNumber,
  formatSigned,
  type KeyValue,
  KeyValues,
} from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { earlySums, oneDay } from '../sums.ts';
import { moneyText, orderFigures } from '../terms.ts';

/** Shown whatever is hidden elsewhere: it is what one decides on. Principal, what is taken from it and why, what was earned, and the sum of it all. */
export function RedeemSums({ order }: { order: HostingOrder }) {
  const rows = useRows(order);
  return rows && <KeyValues rows={rows} />;
}

function useRows(order: HostingOrder): KeyValue[] | undefined {
  const t = useTranslations('hosting');
  const figures = orderFigures(order);
  if (figures === undefined) return undefined;
  const { scale, amount, expected, earned, postedDays } = figures;
  const sums = earlySums({ ...figures, interest: expected, kept: earned });
  const text = (minor: bigint) => formatNumber(moneyText(minor, scale));
  const money = (minor: bigint) => formatAmount(moneyText(minor, scale), undefined, order.currency);
  const taken = (label: string, minor: bigint): KeyValue => ({
    label,
    value: formatSigned(moneyText(-minor, scale)),
    tone: 'fall',
  });
  const rate = formatExactShare(order.damages_rate);
  return [
    { label: t('early.locked'), value: money(amount) },
    taken(
      t('early.damages', { rate, days: String(order.remaining_days), amount: text(amount) }),
      sums.damages,
    ),
    taken(t('early.penalty', { amount: text(oneDay(figures)) }), sums.penalty),
    { label: t('early.principal'), value: text(sums.returned), total: true },
    {
      label: t('early.keptDays', { days: postedDays }),
      value: formatSigned(moneyText(sums.kept, scale)),
    },
    {
      label: t('early.inAll', { amount: text(sums.less) }),
      value: money(sums.inAll),
      total: true,
    },
  ];
}
