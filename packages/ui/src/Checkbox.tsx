import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> {
  children: ReactNode;
  /** Marks the box as what stops the form. */
  bad?: boolean;
  onCheckedChange?: (checked: boolean) => void;
}

/** A box with its label; the whole line is the target. */
export function Checkbox(props: CheckboxProps) {
  const { children, bad = false, onCheckedChange, onChange, className, ...input } = props;
  return (
    <label className={classNames('fl-check', className)} data-bad={bad ? '' : undefined}>
      <input
        {...input}
        type="checkbox"
        aria-invalid={bad || undefined}
        onChange={(event) => {
          onChange?.(event);
          onCheckedChange?.(event.target.checked);
        }}
      />
      <span>{children}</span>
    </label>
  );
}
