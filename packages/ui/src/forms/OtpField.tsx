import { OTPField } from '@base-ui/react/otp-field';
import { type ReactNode, useId } from 'react';
import { FieldShell } from './FieldShell.tsx';

export interface OtpFieldProps {
  label: ReactNode;
  labelHidden?: boolean;
  labelEnd?: ReactNode;
  /** Names one box for those who listen: (2, 6) → "Digit 2 of 6". */
  digitLabel: (index: number, length: number) => string;
  value: string;
  onValueChange: (value: string) => void;
  onComplete?: (value: string) => void;
  length?: number;
  /** Dots instead of digits, and no autofill: for the fund password. */
  mask?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  autoFocus?: boolean;
  className?: string | undefined;
}

/** Six boxes for a code or the fund password; paste and autofill work. */
export function OtpField(props: OtpFieldProps) {
  const { label, labelHidden, labelEnd, digitLabel, value, onValueChange, onComplete } = props;
  const { length = 6, mask = false, hint, error, disabled = false, autoFocus, className } = props;
  const id = useId();
  return (
    <FieldShell
      id={id}
      label={label}
      labelHidden={labelHidden}
      labelEnd={labelEnd}
      hint={hint}
      error={error}
      className={className}
    >
      <OTPField.Root
        id={id}
        length={length}
        mask={mask}
        autoComplete={mask ? 'off' : 'one-time-code'}
        value={value}
        disabled={disabled}
        onValueChange={(next) => onValueChange(next)}
        {...(onComplete === undefined
          ? {}
          : { onValueComplete: (next: string) => onComplete(next) })}
        aria-describedby={hint || error ? `${id}-help` : undefined}
        className="fl-otp"
        data-mask={mask || undefined}
        data-bad={error ? '' : undefined}
      >
        {Array.from({ length }, (_, index) => (
          <OTPField.Input
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never move
            key={index}
            autoFocus={autoFocus === true && index === 0}
            aria-label={index === 0 ? undefined : digitLabel(index + 1, length)}
            aria-invalid={error ? true : undefined}
          />
        ))}
      </OTPField.Root>
    </FieldShell>
  );
}
