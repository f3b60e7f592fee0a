import { Field, Icon, IconButton } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

export interface SearchFieldProps {
  value: string;
  onValueChange: (value: string) => void;
  autoFocus?: boolean;
}

const SEARCH_LENGTH_MAX = 40;

/** Finds a coin or a pair while one types. */
export function SearchField({ value, onValueChange, autoFocus = false }: SearchFieldProps) {
  const t = useTranslations('markets');
  const common = useTranslations('common');
  const clear = (
    <IconButton
      icon="close"
      iconSize={16}
      label={common('clear')}
      className="-mr-3 text-muted"
      onClick={() => onValueChange('')}
    />
  );
  return (
    <Field
      label={t('search')}
      labelHidden
      placeholder={t('search')}
      type="search"
      enterKeyHint="search"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={SEARCH_LENGTH_MAX}
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      leading={<Icon name="search" className="text-muted" />}
      trailing={value === '' ? undefined : clear}
    />
  );
}
