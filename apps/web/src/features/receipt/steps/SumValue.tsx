import { directionOf, formatDate, formatPrice, formatSigned, Masked, Triangle } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { useSetting } from '../../../data/account/settings.ts';
import { tidy } from '../check/exact.ts';
import type { SumLine } from '../check/summary.ts';
import { plainShare } from '../check/text.ts';

export interface SumValueProps {
  line: SumLine;
  /** Of prices. */
  decimals: number;
}

const AMOUNTS = new Set(['amount', 'signed', 'plus', 'minus', 'lots']);

/** One value of the sum, written as what it is. Amounts are hidden with all balances. */
export function SumValue({ line, decimals }: SumValueProps) {
  const common = useTranslations('common');
  const t = useTranslations('receipt.line');
  const locale = useLocale();
  const isHidden = useSetting('hideBalances');
  const { show, value } = line;
  if (typeof value === 'number') {
    if (show === 'seconds') return t('seconds', { count: value });
    if (show === 'time') return formatDate(value, 'time', locale);
    if (show === 'multiple') return `${value}×`;
    return (
      <Masked masked={isHidden} label={common('hidden')}>
        {formatPrice(String(value))} {line.unit}
      </Masked>
    );
  }
  if (show === 'share') return plainShare(value);
  if (show === 'price') return formatPrice(value, decimals);
  if (show === 'difference') return <Difference value={value} decimals={decimals} />;
  return (
    <Masked masked={isHidden && AMOUNTS.has(show)} label={common('hidden')}>
      {amountText(show, value)}
    </Masked>
  );
}

function amountText(show: SumLine['show'], value: string | undefined): string {
  const text = value && tidy(value);
  if (show === 'plus') return formatSigned(text);
  if (show === 'minus') return formatSigned(text && `-${text}`);
  return show === 'signed' ? formatSigned(text) : formatPrice(text);
}

/** With its direction. What is too small for the decimals is written in full. */
function Difference({ value, decimals }: { value: string | undefined; decimals: number }) {
  const direction = directionOf(value);
  if (direction === undefined || direction === 'flat') return formatPrice(value, decimals);
  const isTiny = directionOf(value, decimals) === 'flat';
  return (
    <span className={direction === 'rise' ? 'text-rise' : 'text-fall'}>
      <Triangle tone={direction} /> {formatSigned(value, isTiny ? undefined : decimals)}
    </span>
  );
}
