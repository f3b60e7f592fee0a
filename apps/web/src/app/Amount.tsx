import { formatAmount, formatSigned, Masked } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useSetting } from '../data/settings.ts';

export interface AmountProps {
  value: string | undefined;
  decimals?: number | undefined;
  unit?: string | undefined;
  /** A gain or loss: with a plus too. */
  isSigned?: boolean;
}

/** An amount of one's own in a line: dots when balances are hidden. */
export function Amount({ value, decimals, unit, isSigned = false }: AmountProps) {
  const t = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  return (
    <Masked masked={isHidden} label={t('hidden')}>
      <span className="tnum">
        {isSigned ? formatSigned(value, decimals) : formatAmount(value, decimals, unit)}
      </span>
    </Masked>
  );
}
