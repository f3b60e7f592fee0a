import { type ComponentPropsWithRef, useId } from 'react';
import { FieldShell, type FieldShellProps, helpIdOf } from './FieldShell.tsx';

type Shell = Omit<FieldShellProps, 'id' | 'children'>;

export interface TextAreaProps
  extends Shell,
    Omit<ComponentPropsWithRef<'textarea'>, keyof Shell> {}

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
