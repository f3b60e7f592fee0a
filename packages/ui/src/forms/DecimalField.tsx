import { type ChangeEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import {
  asNoValue,
  type Counted,
  type DecimalReading,
  finishDecimal,
  isGrouping,
  isTooLarge,
  isUnclearDecimal,
  isUnfinishedGroup,
  keptDigits,
  largestOf,
  readDecimalInput,
  readPastedDecimal,
} from '../formats/decimal.ts';
import { formatNumber } from '../formats/format.ts';
import { Field, type FieldProps } from './Field.tsx';
import { useFigureWords } from './figure-words.ts';
import { useFit } from './use-fit.ts';

export interface DecimalFieldProps
  extends Omit<FieldProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'inputMode'> {
  /** A plain decimal string with a point; may be unfinished ("", "0.") or unclear ("1,2"). See `finishDecimal`. */
  value: string;
  onValueChange: (value: string) => void;
  /** Most decimals that can be typed. */
  scale: number;
  /** What bounds it: prices and quantities are counted in steps. */
  counted?: Counted;
}

/** A number of money or quantity as text: marks mean what the app prints, nothing else gets in. */
export function DecimalField(props: DecimalFieldProps) {
  const {
    value,
    onValueChange,
    scale,
    counted = 'amount',
    onFocus,
    onBlur,
    error,
    ...rest
  } = props;
  const input = useRef<HTMLInputElement>(null);
  const typed = useTypedDecimal({ value, onValueChange, scale, counted, input });
  useFit(input, typed.shown);
  return (
    <Field
      {...rest}
      ref={input}
      value={typed.shown}
      error={typed.problem ?? error}
      inputMode={scale === 0 ? 'numeric' : 'decimal'}
      onFocus={(event) => {
        typed.onFocus();
        onFocus?.(event);
      }}
      onBlur={(event) => {
        typed.onBlur();
        onBlur?.(event);
      }}
      onChange={typed.onChange}
    />
  );
}

/** More characters at once than a key writes: a clipboard that says it is a keyboard. */
const JUMP = 2;

/** What a field takes: a key that does not fit is ignored, but what is pasted never vanishes. */
function readChange(
  event: ChangeEvent<HTMLInputElement>,
  before: string,
  known: Omit<DecimalReading, 'isPasted'>,
): string | undefined {
  const { value } = event.target;
  const { inputType } = event.nativeEvent as Partial<InputEvent>;
  const isPasted =
    inputType?.startsWith('insertFrom') === true || value.length - before.length > JUMP;
  const reading = { ...known, isPasted };
  return (
    readDecimalInput(value, reading) ?? (isPasted ? readPastedDecimal(value, reading) : undefined)
  );
}

interface TypedOptions {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly scale: number;
  readonly counted: Counted;
  readonly input: RefObject<HTMLInputElement | null>;
}

interface TypedDecimal {
  /** "64800" at work, "64,800" at rest. */
  readonly shown: string;
  /** What is said of a figure that can be read in two ways, or is more than there can be. */
  readonly problem: string | undefined;
  /** The value as a number, where it is more than there can be too. */
  readonly digits: string;
  readonly isLarge: boolean;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

const isAllChosen = (input: HTMLInputElement | null): boolean =>
  input !== null &&
  input.value !== '' &&
  input.selectionStart === 0 &&
  input.selectionEnd === input.value.length;

/**
 * Groups thousands while nobody types; typing sees the plain digits, all of them chosen if they were, and the marks
 * as they were typed while it can still turn out what they mean.
 */
export function useTypedDecimal({
  value,
  onValueChange,
  scale,
  counted,
  input,
}: TypedOptions): TypedDecimal {
  const words = useFigureWords();
  const [isTyping, setTyping] = useState(false);
  const [written, setWritten] = useState({ text: '', value: '' });
  const typed = useRef(false);
  const wasChosen = useRef(false);
  // Read while the grouped text still stands: the digits that take its place come without what was chosen of it.
  if (isTyping && !typed.current) wasChosen.current = isAllChosen(input.current);
  useLayoutEffect(() => {
    typed.current = isTyping;
    if (isTyping && wasChosen.current) input.current?.select();
  }, [isTyping, input]);
  const isLarge = words.tooLarge !== undefined && isTooLarge(value, { scale, counted });
  const digits = isLarge ? keptDigits(value) : value;
  const finished = finishDecimal(digits);
  const isUnclear = !isLarge && isUnclearDecimal(value);
  const isAsWritten = (isTyping || isUnclear) && written.text !== '' && written.value === value;
  const atWork = isAsWritten ? written.text : digits;
  const shown = isTyping || finished === undefined ? atWork : formatNumber(finished);
  const isSaid = isUnclear && !(isTyping && isUnfinishedGroup(value));
  const large = isLarge ? words.tooLarge?.(formatNumber(largestOf({ scale, counted }))) : undefined;
  return {
    shown,
    digits,
    isLarge,
    problem: large ?? (isSaid ? words.unclear(shown) : undefined),
    onFocus: () => setTyping(true),
    onBlur: () => {
      setTyping(false);
      if (!isUnclear) setWritten({ text: '', value: '' });
    },
    onChange: (event) => {
      const next = readChange(event, shown, { scale, mark: words.mark });
      if (next === undefined) return;
      const { value: text } = event.target;
      // A comma that groups may still come to its end; every other mark is shown as it was understood.
      const isOpen = isUnclearDecimal(next) || (words.mark === '.' && isGrouping(text));
      setWritten(isOpen ? { text, value: next } : { text: '', value: '' });
      const isMore = words.tooLarge !== undefined && isTooLarge(next, { scale, counted });
      onValueChange(isMore ? asNoValue(next) : next);
    },
  };
}
