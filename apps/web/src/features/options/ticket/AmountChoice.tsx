import { formatNumber, MASK, StepperField } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useSetting } from '../../../data/account/settings.ts';
import { moneyText, type OptionRules } from '../option-rules.ts';
import type { TicketInputs, TicketSummary } from './model.ts';

export interface AmountChoiceProps {
  rules: OptionRules;
  amount: string;
  summary: TicketSummary;
  available: TicketInputs['available'];
  onAmount: (text: string) => void;
  error: string | undefined;
}

/** The amount, typed, stepped or one of the presets, over its bounds. */
export function AmountChoice({ rules, amount, summary, available, ...own }: AmountChoiceProps) {
  const t = useTranslations('options.ticket');
  const isHidden = useSetting('hideBalances');
  const { currency, scale, presets, times } = rules;
  // Before a time is chosen: what all of them take.
  const time = summary.time ?? times[0];
  const minimum = time && moneyText(time.minMinor, scale);
  const maximum = time && moneyText(time.maxMinor, scale);
  const bounds = { minimum: formatNumber(minimum), maximum: formatNumber(maximum) };
  const caption =
    available === undefined
      ? t('bounds', bounds)
      : t('boundsAvailable', {
          ...bounds,
          available: isHidden ? MASK : formatNumber(moneyText(available, scale)),
        });
  return (
    <>
      <StepperField
        label={t('amount', { currency })}
        caption={caption}
        unit={amount === '' ? undefined : currency}
        lessLabel={t('less')}
        moreLabel={t('more')}
        value={amount}
        onValueChange={own.onAmount}
        step={minimum ?? '1'}
        minimum={amount === '' ? '0' : (minimum ?? '0')}
        maximum={maximum}
        scale={scale}
        placeholder={minimum === undefined ? '0' : `0 ${currency}`}
        error={own.error}
      />
      {presets.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone
        <div role="group" aria-label={t('presets')} className="fl-percents">
          {presets.map((preset) => {
            const text = moneyText(preset, scale);
            const short = text.replace(/\.0+$/, '');
            return (
              <button
                key={text}
                type="button"
                aria-pressed={summary.stake === preset}
                onClick={() => own.onAmount(short)}
              >
                {formatNumber(short)}
              </button>
            );
          })}
        </div>
      )}
    </>
  );
}
