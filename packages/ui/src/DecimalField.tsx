import { readDecimalInput } from './decimal.ts';
import { Field, type FieldProps } from './Field.tsx';
import { useGroupedValue } from './use-grouped-value.ts';

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
  return (
    <Field
      {...rest}
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
        const next = readDecimalInput(event.target.value, scale);
        if (next !== undefined) onValueChange(next);
      }}
    />
  );
}
