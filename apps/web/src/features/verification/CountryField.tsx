import { FieldHelp, Icon } from '@fairlead/ui';
import { useEffect, useId } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { chooseCountry, countryName, useChosenCountry } from '../../data/countries.ts';

export interface CountryFieldProps {
  /** ISO 3166 alpha-2, or '' until one is chosen. */
  value: string;
  onValueChange: (code: string) => void;
  error: string | undefined;
  disabled: boolean;
}

/** Leads to the page where every country stands, and takes what was picked there. */
export function CountryField({ value, onValueChange, error, disabled }: CountryFieldProps) {
  const t = useTranslations('verification');
  const locale = useLocale();
  const id = useId();
  const chosen = useChosenCountry();
  useEffect(() => {
    if (chosen === undefined) return;
    onValueChange(chosen);
    chooseCountry(undefined);
  }, [chosen, onValueChange]);
  return (
    <div>
      <span id={`${id}-label`} className="fl-label">
        {t('country')}
      </span>
      <a
        id={id}
        className={error ? 'fl-select fl-select-bad' : 'fl-select'}
        data-size={56}
        href={href('pages/location/choose', value === '' ? undefined : { value })}
        aria-disabled={disabled || undefined}
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={`${id}-help`}
        onClick={(event) => disabled && event.preventDefault()}
      >
        <span className={value === '' ? 'text-muted' : undefined}>
          {value === '' ? t('choose') : countryName(value, locale)}
        </span>
        <Icon name="chevronRight" className="fl-chevron" />
      </a>
      <FieldHelp id={id} hint={t('countryHint')} error={error} />
    </div>
  );
}
