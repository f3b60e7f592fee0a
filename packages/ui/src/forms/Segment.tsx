import { type CSSProperties, type ReactNode, useId } from 'react';
import { classNames } from '../formats/class-names.ts';
import { Triangle } from '../marks/Icon.tsx';

export interface SegmentOption<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Buy and sell, long and short: the chosen ground takes the colour, the label an arrow if asked for. */
  tone?: 'rise' | 'fall';
  arrow?: boolean;
  disabled?: boolean;
}

export interface SegmentProps<Value extends string> {
  /** What is chosen here; read out, not shown. */
  label: string;
  value: Value | undefined;
  options: readonly SegmentOption<Value>[];
  onValueChange: (value: Value) => void;
  size?: 44 | 36;
  className?: string | undefined;
}

/** One of a few, side by side; the chosen ground slides. Arrow keys move as in any radio group. */
export function Segment<Value extends string>(props: SegmentProps<Value>) {
  const { label, value, options, onValueChange, size = 44, className } = props;
  const name = useId();
  const index = options.findIndex((option) => option.value === value);
  const place = { '--n': options.length, '--i': Math.max(0, index) } as CSSProperties;
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames('fl-seg', className)}
      data-size={size}
      data-none={index < 0 ? '' : undefined}
      data-tone={options[index]?.tone}
      style={place}
    >
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onValueChange(option.value)}
          />
          {option.tone && option.arrow && <Triangle tone={option.tone} />}
          {option.label}
        </label>
      ))}
    </div>
  );
}
