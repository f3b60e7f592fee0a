import { FieldShell, helpIdOf, Icon } from '@fairlead/ui';
import { useId } from 'react';

export interface SelectFieldProps {
  label: string;
  value: string;
  /** Value and name. */
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
  /** Stands first and means nothing chosen. */
  placeholder?: string;
  hint?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
}

/** A choice in a form, of the browser's own kind: quick by keyboard. */
export function SelectField(props: SelectFieldProps) {
  const { label, value, options, onChange, placeholder, hint, error, disabled } = props;
  const id = useId();
  return (
    <FieldShell id={id} label={label} hint={hint} error={error}>
      <div className="fl-field con-choice" data-bad={error ? '' : undefined}>
        <select
          id={id}
          value={value}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={helpIdOf(id, hint, error)}
          onChange={(event) => onChange(event.target.value)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={16} />
      </div>
    </FieldShell>
  );
}
