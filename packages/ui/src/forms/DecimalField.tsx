import { type ChangeEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
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
  const input = useRef<HTMLInputElement>(null);
  const grouped = useGroupedValue(value, input);
  useFit(input, grouped.shown);
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

const isAllChosen = (input: HTMLInputElement | null): boolean =>
  input !== null &&
  input.value !== '' &&
  input.selectionStart === 0 &&
  input.selectionEnd === input.value.length;

/** Groups thousands while nobody types; typing sees the plain digits, all of them chosen if they were. */
export function useGroupedValue(
  value: string,
  input: RefObject<HTMLInputElement | null>,
): GroupedValue {
  const [isTyping, setTyping] = useState(false);
  const typed = useRef(false);
  const wasChosen = useRef(false);
  // Read while the grouped text still stands: the digits that take its place come without what was chosen of it.
  if (isTyping && !typed.current) wasChosen.current = isAllChosen(input.current);
  useLayoutEffect(() => {
    typed.current = isTyping;
    if (isTyping && wasChosen.current) input.current?.select();
  }, [isTyping, input]);
  const finished = finishDecimal(value);
  return {
    shown: isTyping || finished === undefined ? value : formatNumber(finished),
    onFocus: () => setTyping(true),
    onBlur: () => setTyping(false),
  };
}
