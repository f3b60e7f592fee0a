import { directionOf, formatPercent, formatSigned, Masked } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useSetting } from '../../data/account/settings.ts';
import { SHOWN_DECIMALS } from './model.ts';

export interface GainProps {
  value: string;
  /** A fraction, after it. */
  rate?: string | undefined;
}

const tones = { rise: 'text-rise', fall: 'text-fall', flat: '' };

/** A gain or loss by sign and colour, with its percentage; hidden, neither tells anything. */
export function Gain({ value, rate }: GainProps) {
  const t = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  const tone = tones[directionOf(value, SHOWN_DECIMALS) ?? 'flat'];
  return (
    <Masked masked={isHidden} label={t('hidden')}>
      <span className={`tnum ${tone}`}>
        {formatSigned(value, SHOWN_DECIMALS)}
        {rate !== undefined && ` (${formatPercent(rate)})`}
      </span>
    </Masked>
  );
}
