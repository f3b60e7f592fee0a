import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { type Counted, compareDecimals, finishDecimal, stepDecimal } from '../formats/decimal.ts';
import { Icon } from '../marks/Icon.tsx';
import { useTypedDecimal } from './DecimalField.tsx';
import { FieldHelp, helpIdOf } from './FieldShell.tsx';
import { useFit } from './use-fit.ts';

interface StepperValue {
  /** Names the value and stands small under it, e.g. "Price USDT". */
  label: ReactNode;
  /** Stands under the value in the label's place: what it comes to, what is available. */
  caption?: ReactNode;
  /** After the value: "10 lots". */
  unit?: string | undefined;
  /** A plain decimal string, maybe unfinished. */
  value: string;
  onValueChange: (value: string) => void;
  scale: number;
  /** What bounds it where `maximum` does not. */
  counted?: Counted;
  hint?: ReactNode;
  error?: ReactNode;
  placeholder?: string | undefined;
  disabled?: boolean;
  onFocus?: () => void;
  onBlur?: () => void;
}

export interface StepperFieldProps extends StepperValue {
  lessLabel: string;
  moreLabel: string;
  /** One step of the buttons, e.g. "0.1". */
  step: string;
  /** Where the first step from an empty field goes; one step from nothing where it is not given. */
  firstStep?: string | undefined;
  minimum?: string;
  maximum?: string | undefined;
  className?: string | undefined;
}

/** Minus and plus of 44 around a value over its label; the value can be typed too. */
export function StepperField(props: StepperFieldProps) {
  const {
    lessLabel,
    moreLabel,
    step,
    firstStep,
    minimum = '0',
    maximum,
    className,
    ...own
  } = props;
  const { value, onValueChange, scale, counted = 'steps', disabled = false, hint } = own;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const typed = useTypedDecimal({ value, onValueChange, scale, counted, input });
  const error = typed.problem ?? own.error;
  const { digits, isLarge } = typed;
  const now = finishDecimal(digits) ?? '0';
  const begin = value === '' ? firstStep : undefined;
  const move = (direction: 'less' | 'more') => () =>
    onValueChange(begin ?? stepDecimal(digits, direction, { step, minimum, maximum }));
  const isLowest = (compareDecimals(now, minimum) ?? 1) <= 0;
  const isHighest =
    isLarge || (maximum !== undefined && (compareDecimals(now, maximum) ?? -1) >= 0);
  return (
    <div className={className}>
      <div className="fl-field fl-step" data-bad={error ? '' : undefined}>
        <button
          type="button"
          aria-label={lessLabel}
          disabled={disabled || isLowest}
          onClick={move('less')}
        >
          <Icon name="minus" size={16} />
        </button>
        <StepperInput {...own} error={error} id={id} input={input} typed={typed} />
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

interface StepperInputProps extends StepperValue {
  id: string;
  input: RefObject<HTMLInputElement | null>;
  typed: ReturnType<typeof useTypedDecimal>;
}

function StepperInput(props: StepperInputProps) {
  const { id, label, caption, unit, scale, hint, error, input, typed } = props;
  const under = useRef<HTMLSpanElement>(null);
  useFit(input, typed.shown);
  useFit(under, caption ?? label, 12);
  const helpId = helpIdOf(id, hint, error);
  const described = caption === undefined ? helpId : [helpId, `${id}-caption`].join(' ').trim();
  return (
    <label htmlFor={id}>
      <span className="fl-step-value">
        <input
          ref={input}
          id={id}
          style={unit === undefined ? undefined : { width: `${typed.shown.length || 1}ch` }}
          type="text"
          inputMode={scale === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          placeholder={props.placeholder}
          disabled={props.disabled}
          value={typed.shown}
          aria-invalid={error ? true : undefined}
          aria-labelledby={`${id}-label`}
          aria-describedby={described}
          onFocus={() => {
            typed.onFocus();
            props.onFocus?.();
          }}
          onBlur={() => {
            typed.onBlur();
            props.onBlur?.();
          }}
          onChange={typed.onChange}
        />
        {unit && <span>{unit}</span>}
      </span>
      <span
        ref={caption === undefined ? under : undefined}
        id={`${id}-label`}
        className={caption === undefined ? 'fl-step-label' : 'fl-sr'}
      >
        {label}
      </span>
      {caption !== undefined && (
        <span ref={under} id={`${id}-caption`} className="fl-step-label">
          {caption}
        </span>
      )}
    </label>
  );
}
