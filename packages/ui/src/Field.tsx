import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { FieldShell, type FieldShellProps, helpIdOf } from './FieldShell.tsx';

type Shell = Omit<FieldShellProps, 'id' | 'children'>;

export interface FieldProps extends Shell, Omit<ComponentPropsWithRef<'input'>, keyof Shell> {
  /** Before the text: an icon or a mark. */
  leading?: ReactNode;
  /** After the text: a unit, an icon button, a small button. */
  trailing?: ReactNode;
  /** A small label inside, left of a right-aligned value, as in the order ticket. */
  inset?: ReactNode;
}

/** A text input of 48 with 16 px text, its label, its hint or its refusal. Takes `register()` of a form as it is. */
export function Field(props: FieldProps) {
  const { label, labelHidden, labelEnd, hint, error, className, ...own } = props;
  const { leading, trailing, inset, id: givenId, ...input } = own;
  const madeId = useId();
  const id = givenId ?? madeId;
  const shell = { id, label, labelHidden: labelHidden ?? inset !== undefined, labelEnd };
  return (
    <FieldShell {...shell} hint={hint} error={error} className={className}>
      <div
        className="fl-field"
        data-bad={error ? '' : undefined}
        data-disabled={input.disabled || undefined}
      >
        {inset !== undefined && <span className="fl-field-inset">{inset}</span>}
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
