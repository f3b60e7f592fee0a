import { type ChangeEvent, useState } from 'react';
import { finishDecimal, readDecimalInput, readPastedDecimal } from '../formats/decimal.ts';
import { formatNumber } from '../formats/format.ts';
import { Field, type FieldProps } from './Field.tsx';
import { useFit } from './use-fit.ts';

export interface DecimalFieldProps
  extends Omit<FieldProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'inputMode'> {
  /** A plain decimal string with a point; may be unfinished ("", "0."). See `finishDecimal`. */
  value: string;
  onValueChange: (value: string) => void;
  /** Most decimals that can be typed. */
  scale: number;
}

/** A number of money or quantity as text: comma and point both work, nothing else gets in. */
export function DecimalField(props: DecimalFieldProps) {
  const { value, onValueChange, scale, onFocus, onBlur, ...rest } = props;
  const grouped = useGroupedValue(value);
  const input = useFit<HTMLInputElement>(grouped.shown);
  return (
    <Field
      {...rest}
      ref={input}
      value={grouped.shown}
      inputMode={scale === 0 ? 'numeric' : 'decimal'}
      onFocus={(event) => {
        grouped.onFocus();
        onFocus?.(event);
      }}
      onBlur={(event) => {
        grouped.onBlur();
        onBlur?.(event);
      }}
      onChange={(event) => {
        const next = readChange(event, grouped.shown, scale);
        if (next !== undefined) onValueChange(next);
      }}
    />
  );
}

/** More characters at once than a key writes: a clipboard that says it is a keyboard. */
const JUMP = 2;

/** What a field takes: a key that does not fit is ignored, but what is pasted never vanishes. */
export function readChange(
  event: ChangeEvent<HTMLInputElement>,
  before: string,
  scale: number,
): string | undefined {
  const { value } = event.target;
  const { inputType } = event.nativeEvent as Partial<InputEvent>;
  const isPasted = inputType?.startsWith('insertFrom') || value.length - before.length > JUMP;
  return readDecimalInput(value, scale) ?? (isPasted ? readPastedDecimal(value, scale) : undefined);
}

interface GroupedValue {
  /** "64800" at work, "64,800" at rest. */
  shown: string;
  onFocus: () => void;
  onBlur: () => void;
}

/** Groups thousands while nobody types; typing sees the plain digits. */
export function useGroupedValue(value: string): GroupedValue {
  const [isTyping, setTyping] = useState(false);
  const finished = finishDecimal(value);
  return {
    shown: isTyping || finished === undefined ? value : formatNumber(finished),
    onFocus: () => setTyping(true),
    onBlur: () => setTyping(false),
  };
}
