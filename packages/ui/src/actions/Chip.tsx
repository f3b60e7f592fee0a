import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../formats/class-names.ts';
import { Icon } from '../marks/Icon.tsx';
import type { IconName } from '../marks/icon-paths.ts';

export interface ChipProps extends ComponentPropsWithRef<'button'> {
  /** Chosen or not; leave it away for a chip that opens something. */
  pressed?: boolean;
  icon?: IconName;
  /** 28 with a hairline, in the ticket: bid, mid, ask. */
  size?: 36 | 28;
}

/** A small choice of 36 with a hit area of 44. */
export function Chip({ pressed, icon, size = 36, className, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames('fl-chip', className)}
      data-size={size}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  );
}
