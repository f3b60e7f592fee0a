import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconProps } from './Icon.tsx';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label'> {
  icon: IconProps['name'];
  /** What it does; read out, not shown. */
  label: string;
  iconSize?: IconProps['size'];
  filled?: boolean;
  /** A dot that says there is something new; say it in the label too. */
  dot?: boolean;
}

/** 44 × 44 with an icon in it. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, iconSize = 20, filled = false, dot = false, className, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={classNames('fl-iconbtn', className)}
      aria-label={label}
    >
      <Icon name={icon} size={iconSize} filled={filled} />
      {dot && <i data-dot="" />}
    </button>
  );
}
