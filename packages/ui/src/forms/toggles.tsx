import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../formats/class-names.ts';

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

interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'role'> {
  /** What it turns on; read out. Leave it away only when an outer label names it. */
  label?: string;
  onCheckedChange?: (checked: boolean) => void;
}

/** On or off, at once. 44 × 26 in a target of 44. */
export function Switch({ label, onCheckedChange, onChange, className, ...input }: SwitchProps) {
  return (
    <span className={classNames('fl-switch', className)}>
      <input
        {...input}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the checkbox itself says whether it is on
        role="switch"
        {...(label === undefined ? {} : { 'aria-label': label })}
        onChange={(event) => {
          onChange?.(event);
          onCheckedChange?.(event.target.checked);
        }}
      />
    </span>
  );
}
