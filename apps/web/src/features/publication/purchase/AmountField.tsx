import { Button, DecimalField, formatNumber, PercentButtons } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import type { OfferingDetails } from '../model.ts';
import { mostOf, type PurchaseRules, percentOf, shownAmount } from './purchase-model.ts';

export interface AmountFieldProps {
  offering: OfferingDetails;
  rules: PurchaseRules;
  value: string;
  error: string | undefined;
  disabled: boolean;
  onValueChange: (value: string) => void;
}

const ALL = 100;

/** How much to subscribe for, with what there is to pay with above it and shares of the most below. */
export function AmountField(props: AmountFieldProps) {
  const { offering, rules, value, error, disabled, onValueChange } = props;
  const t = useTranslations('publication');
  const all = percentOf(ALL, rules);
  const { available, scale, paymentScale } = rules;
  return (
    <div className="grid gap-2">
      <DecimalField
        label={t('amount')}
        labelEnd={
          <span className="text-12 text-muted">
            {t('available')}{' '}
            <Amount value={shownAmount(available, paymentScale)} unit={offering.payment_currency} />
          </span>
        }
        size={56}
        scale={scale}
        placeholder="0.00"
        value={value}
        disabled={disabled}
        error={error}
        hint={t.rich('limits', {
          least: formatNumber(shownAmount(rules.min, scale)),
          amount: () => (
            <Amount value={shownAmount(mostOf(rules), scale)} unit={offering.currency} />
          ),
        })}
        onValueChange={onValueChange}
        trailing={
          <>
            <span className="fl-field-unit">{offering.currency}</span>
            <span className="-me-1 h-5 w-px bg-hairline-strong" aria-hidden="true" />
            <Button
              variant="text"
              size={44}
              disabled={disabled || all === undefined}
              onClick={() => onValueChange(all ?? '')}
            >
              {t('max')}
            </Button>
          </>
        }
      />
      <PercentButtons
        label={t('shares')}
        disabled={disabled || all === undefined}
        onSelect={(percent) => onValueChange(percentOf(percent, rules) ?? '')}
      />
    </div>
  );
}
