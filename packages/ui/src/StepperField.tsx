import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { compareDecimals, finishDecimal, readDecimalInput, stepDecimal } from './decimal.ts';
import { FieldHelp, helpIdOf } from './FieldShell.tsx';
import { Icon } from './Icon.tsx';

export interface StepperFieldProps {
  /** Stands small under the value, e.g. "Price USDT". */
  label: ReactNode;
  lessLabel: string;
  moreLabel: string;
  /** A plain decimal string, maybe unfinished. */
  value: string;
  onValueChange: (value: string) => void;
  /** One step of the buttons, e.g. "0.1". */
  step: string;
  scale: number;
  minimum?: string;
  maximum?: string | undefined;
  hint?: ReactNode;
  error?: ReactNode;
  placeholder?: string;
  disabled?: boolean;
  className?: string | undefined;
  onFocus?: () => void;
  onBlur?: () => void;
}

/** Minus and plus of 44 around a value over its label; the value can be typed too. */
export function StepperField(props: StepperFieldProps) {
  const { label, lessLabel, moreLabel, value, onValueChange, step, scale, minimum = '0' } = props;
  const { maximum, hint, error, placeholder, disabled = false, className, onFocus, onBlur } = props;
  const id = useId();
  const now = finishDecimal(value) ?? '0';
  const move = (direction: 'less' | 'more') => () =>
    onValueChange(stepDecimal(value, direction, { step, minimum, maximum }));
  const isLowest = (compareDecimals(now, minimum) ?? 1) <= 0;
  const isHighest = maximum !== undefined && (compareDecimals(now, maximum) ?? -1) >= 0;
  return (
    <div className={className}>
      <div className={classNames('fl-field fl-step')} data-bad={error ? '' : undefined}>
        <button
          type="button"
          aria-label={lessLabel}
          disabled={disabled || isLowest}
          onClick={move('less')}
        >
          <Icon name="minus" size={16} />
        </button>
        <label htmlFor={id}>
          <input
            id={id}
            type="text"
            inputMode={scale === 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            placeholder={placeholder}
            disabled={disabled}
            value={value}
            aria-invalid={error ? true : undefined}
            aria-describedby={helpIdOf(id, hint, error)}
            onFocus={onFocus}
            onBlur={onBlur}
            onChange={(event) => {
              const next = readDecimalInput(event.target.value, scale);
              if (next !== undefined) onValueChange(next);
            }}
          />
          <span>{label}</span>
        </label>
        <button
          type="button"
          aria-label={moreLabel}
          disabled={disabled || isHighest}
          onClick={move('more')}
        >
          <Icon name="plus" size={16} />
        </button>
      </div>
      <FieldHelp id={id} hint={hint} error={error} />
    </div>
  );
}
