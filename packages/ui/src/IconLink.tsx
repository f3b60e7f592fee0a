import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconProps } from './Icon.tsx';

export interface IconLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'aria-label'> {
  href: string;
  icon: IconProps['name'];
  /** Where it leads; read out, not shown. */
  label: string;
  dot?: boolean;
}

/** A link of 44 × 44 with an icon in it. */
export function IconLink({ href, icon, label, dot = false, className, ...rest }: IconLinkProps) {
  return (
    <a {...rest} href={href} className={classNames('fl-iconbtn', className)} aria-label={label}>
      <Icon name={icon} />
      {dot && <i data-dot="" />}
    </a>
  );
}
