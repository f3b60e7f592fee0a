import { Field, FieldHelp, Icon, List, ListRow, Sheet } from '@fairlead/ui';
import { useId, useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { countriesIn, countryName, findCountries } from './countries.ts';

export interface CountryFieldProps {
  /** ISO 3166 alpha-2, or '' until one is chosen. */
  value: string;
  onValueChange: (code: string) => void;
  error: string | undefined;
  disabled: boolean;
}

/** A button that opens every country, with search. */
export function CountryField({ value, onValueChange, error, disabled }: CountryFieldProps) {
  const t = useTranslations('verification');
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <span id={`${id}-label`} className="fl-label">
        {t('country')}
      </span>
      <button
        type="button"
        id={id}
        className={error ? 'fl-select fl-select-bad' : 'fl-select'}
        data-size={56}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={`${id}-help`}
        onClick={() => setOpen(true)}
      >
        <span className={value === '' ? 'text-muted' : undefined}>
          {value === '' ? t('choose') : countryName(value, locale)}
        </span>
        <Icon name="chevronDown" className="fl-chevron" />
      </button>
      <FieldHelp id={id} hint={t('countryHint')} error={error} />
      <CountrySheet
        isOpen={isOpen}
        onOpenChange={setOpen}
        value={value}
        onChoose={(code) => {
          setOpen(false);
          onValueChange(code);
        }}
      />
    </div>
  );
}

interface CountrySheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  value: string;
  onChoose: (code: string) => void;
}

function CountrySheet({ isOpen, onOpenChange, value, onChoose }: CountrySheetProps) {
  const t = useTranslations('verification');
  const common = useTranslations('common');
  const locale = useLocale();
  const [search, setSearch] = useState('');
  const all = useMemo(() => countriesIn(locale), [locale]);
  const found = findCountries(all, search);
  return (
    <Sheet
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t('country')}
      closeLabel={common('close')}
    >
      <Field
        className="sticky top-0 z-10 bg-raised pb-2"
        label={t('search')}
        labelHidden
        placeholder={t('search')}
        type="search"
        spellCheck={false}
        leading={<Icon name="search" className="text-muted" />}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="-mx-4 min-h-[60dvh]">
        {found.length === 0 && (
          <p className="gutter py-8 text-center text-muted" role="status">
            {t('noCountry', { search: search.trim() })}
          </p>
        )}
        <List label={t('country')}>
          {found.map(({ code, name }) => (
            <ListRow
              key={code}
              size={44}
              className="country-row"
              title={<span className="font-medium">{name}</span>}
              middle={code === value && <Icon name="check" className="text-brand" />}
              value={<span className="text-muted">{code}</span>}
              onClick={() => {
                setSearch('');
                onChoose(code);
              }}
            />
          ))}
        </List>
      </div>
    </Sheet>
  );
}
