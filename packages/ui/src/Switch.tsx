import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';

export interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'role'> {
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
