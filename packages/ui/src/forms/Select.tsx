import { type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from '../formats/class-names.ts';
import { Icon } from '../marks/Icon.tsx';
import { Sheet } from '../overlays/Sheet.tsx';
import { FieldHelp, helpIdOf } from './FieldShell.tsx';
import { useFit } from './use-fit.ts';

export interface SelectOption<Value extends string> {
  value: Value;
  label: ReactNode;
  /** A second line in the sheet. */
  detail?: ReactNode;
  leading?: ReactNode;
  /** A figure at the right. */
  trailing?: ReactNode;
  disabled?: boolean;
}

export interface SelectProps<Value extends string> {
  /** Above the control and the sheet's title. */
  label: string;
  labelHidden?: boolean;
  value: Value | undefined;
  options: readonly SelectOption<Value>[];
  onValueChange: (value: Value) => void;
  closeLabel: string;
  placeholder?: string;
  /** An icon or mark before the chosen label. */
  leading?: ReactNode;
  size?: 36 | 44 | 48 | 56;
  /** Above the options: a search field or a sentence. */
  sheetHead?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  className?: string | undefined;
}

/** A choice that opens a sheet of options. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, labelHidden = false, value, options, onValueChange, closeLabel, leading } = props;
  const { placeholder, size = 48, sheetHead, hint, error, disabled, className } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  const shown = useRef<HTMLSpanElement>(null);
  useFit(shown, chosen?.label, 14);
  const choose = (next: Value) => {
    setOpen(false);
    onValueChange(next);
  };
  return (
    <div className={className}>
      <span id={`${id}-label`} className={labelHidden ? 'fl-sr' : 'fl-label'}>
        {label}
      </span>
      <button
        type="button"
        id={id}
        className={classNames('fl-select', error ? 'fl-select-bad' : undefined)}
        data-size={size}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={helpIdOf(id, hint, error)}
        onClick={() => setOpen(true)}
      >
        <span>
          {chosen?.leading ?? leading}
          <span ref={shown} className={chosen ? undefined : 'text-muted'}>
            {chosen?.label ?? placeholder}
          </span>
        </span>
        <Icon name="chevronDown" className="fl-chevron" />
      </button>
      <FieldHelp id={id} hint={hint} error={error} />
      <Sheet open={isOpen} onOpenChange={setOpen} title={label} closeLabel={closeLabel}>
        {sheetHead}
        <OptionList options={options} value={value} onChoose={choose} />
      </Sheet>
    </div>
  );
}

interface OptionListProps<Value extends string> {
  options: readonly SelectOption<Value>[];
  value: Value | undefined;
  onChoose: (value: Value) => void;
}

function OptionList<Value extends string>({ options, value, onChoose }: OptionListProps<Value>) {
  return (
    <ul className="fl-options">
      {options.map((option) => (
        <li key={option.value}>
          <button
            type="button"
            className="fl-option"
            disabled={option.disabled}
            aria-current={option.value === value || undefined}
            onClick={() => onChoose(option.value)}
          >
            {option.leading}
            <span className="min-w-0 flex-1">
              {option.label}
              {option.detail && <small>{option.detail}</small>}
            </span>
            {option.trailing}
            {option.value === value && <Icon name="check" />}
          </button>
        </li>
      ))}
    </ul>
  );
}
