import { Field, Icon, IconButton } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

const SEARCH_LENGTH_MAX = 40;

export interface SearchFieldProps {
  label: string;
  /** Where there is no room for the label. */
  placeholder?: string;
  value: string;
  onValueChange: (value: string) => void;
  /** With a cross that empties it. */
  canClear?: boolean;
  autoFocus?: boolean;
  lengthMax?: number;
  className?: string;
}

/** Finds something in a list while one types. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onValueChange, canClear = false, autoFocus = false, className } = props;
  const common = useTranslations('common');
  const clear = (
    <IconButton
      icon="close"
      iconSize={16}
      label={common('clear')}
      className="-me-3 text-muted"
      onClick={() => onValueChange('')}
    />
  );
  return (
    <Field
      className={className}
      label={label}
      labelHidden
      placeholder={props.placeholder ?? label}
      type="search"
      enterKeyHint="search"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={props.lengthMax ?? SEARCH_LENGTH_MAX}
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      leading={<Icon name="search" className="text-muted" />}
      trailing={canClear && value !== '' ? clear : undefined}
    />
  );
}
