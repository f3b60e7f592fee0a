import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { FieldShell, type FieldShellProps, helpIdOf } from './FieldShell.tsx';

type Shell = Omit<FieldShellProps, 'id' | 'children'>;

export interface FieldProps
  extends Shell,
    Omit<ComponentPropsWithRef<'input'>, keyof Shell | 'size'> {
  /** Before the text: an icon or a mark. */
  leading?: ReactNode;
  /** After the text: a unit, an icon button, a small button. */
  trailing?: ReactNode;
  /** A small label inside, left of a right-aligned value, as in the order ticket. */
  inset?: ReactNode;
  /** The label inside, small, over the value, as in take profit; then 48 high as well. */
  stacked?: boolean;
  /** 48; 52 and 56 where it stands alone. */
  size?: 48 | 52 | 56;
}

/** A text input of 48 with 16 px text, its label, its hint or its refusal. Takes `register()` of a form as it is. */
export function Field(props: FieldProps) {
  const { label, labelHidden, labelEnd, hint, error, className, ...own } = props;
  const { leading, trailing, inset, stacked = false, size = 48, id: givenId, ...input } = own;
  const madeId = useId();
  const id = givenId ?? madeId;
  const shell = {
    id,
    label,
    labelHidden: labelHidden ?? (stacked || inset !== undefined),
    labelEnd,
  };
  return (
    <FieldShell {...shell} hint={hint} error={error} className={className}>
      <div
        className="fl-field"
        data-size={size}
        data-stacked={stacked || undefined}
        data-bad={error ? '' : undefined}
        data-disabled={input.disabled || undefined}
      >
        {inset !== undefined && <span className="fl-field-inset">{inset}</span>}
        {stacked && (
          <span className="fl-field-over" aria-hidden="true">
            {label}
          </span>
        )}
        {leading}
        <input
          type="text"
          autoComplete="off"
          {...input}
          id={id}
          data-align={inset === undefined ? undefined : 'right'}
          aria-invalid={error ? true : undefined}
          aria-describedby={helpIdOf(id, hint, error)}
        />
        {typeof trailing === 'string' ? (
          <span className="fl-field-unit">{trailing}</span>
        ) : (
          trailing
        )}
      </div>
    </FieldShell>
  );
}

interface TextAreaProps extends Shell, Omit<ComponentPropsWithRef<'textarea'>, keyof Shell> {}

/** A field of several lines. */
export function TextArea(props: TextAreaProps) {
  const { label, labelHidden, labelEnd, hint, error, className, id: givenId, ...area } = props;
  const madeId = useId();
  const id = givenId ?? madeId;
  const shell = { id, label, labelHidden, labelEnd, hint, error, className };
  return (
    <FieldShell {...shell}>
      <div className="fl-field" data-lines="" data-bad={error ? '' : undefined}>
        <textarea
          rows={4}
          {...area}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={helpIdOf(id, hint, error)}
        />
      </div>
    </FieldShell>
  );
}
