import { formatAmount, formatSigned, IconButton, Masked } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { setSetting, useSetting } from '../../data/account/settings.ts';

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

/** Hides every balance of the app, or shows them again. */
export function EyeButton() {
  const t = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  return (
    <IconButton
      icon={isHidden ? 'eyeOff' : 'eye'}
      iconSize={16}
      label={t(isHidden ? 'showBalances' : 'hideBalances')}
      className="-mx-1 -my-3"
      onClick={() => setSetting('hideBalances', !isHidden)}
    />
  );
}
