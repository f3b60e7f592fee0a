import type { CSSProperties } from 'react';
import { haptic } from '../actions/haptic.ts';

export interface SliderProps {
  label: string;
  /** What the place means, read out: "10×". */
  valueText?: string;
  value: number;
  minimum: number;
  maximum: number;
  step?: number;
  onValueChange: (value: number) => void;
  disabled?: boolean;
}

/** A line with an open ring on it; for a multiple or a share, never for money. */
export function Slider(props: SliderProps) {
  const { label, valueText, value, minimum, maximum, step = 1, onValueChange, disabled } = props;
  const at = maximum === minimum ? 0 : ((value - minimum) / (maximum - minimum)) * 100;
  return (
    <span className="fl-slider" style={{ '--at': `${at}%` } as CSSProperties}>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        min={minimum}
        max={maximum}
        step={step}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          haptic();
          onValueChange(Number(event.target.value));
        }}
      />
    </span>
  );
}
